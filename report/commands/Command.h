//===- Command.h - A command of the command line --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each command is a file: it declares its options to CLI11 and returns the function
// that main runs once the command line has been read.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_COMMAND_H
#define ALLOCSITE_REPORT_COMMANDS_COMMAND_H

#include "support/Message.h"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace allocsite {

struct Command {
  CLI::App *App; ///< owned by the App that it was added to
  std::function<ExitCode()> Run;
  /// Receives the words behind the first `--` unparsed. Null: they are arguments.
  std::vector<std::string> *Program = nullptr;
};

Command addAnnotateCommand(CLI::App &To);
Command addBuildCommand(CLI::App &To);
Command addCheckCommand(CLI::App &To);
Command addConfigCommand(CLI::App &To);
Command addDiffCommand(CLI::App &To);
Command addDiscoverCommand(CLI::App &To);
Command addDumpCommand(CLI::App &To);
Command addExportCommand(CLI::App &To);
Command addDoctorCommand(CLI::App &To);
Command addGatherCommand(CLI::App &To);
Command addGraphCommand(CLI::App &To);
Command addHtmlCommand(CLI::App &To);
Command addLeavesCommand(CLI::App &To);
Command addMarkCommand(CLI::App &To);
Command addMergeCommand(CLI::App &To);
Command addPsCommand(CLI::App &To);
Command addPushCommand(CLI::App &To);
Command addReportCommand(CLI::App &To);
Command addRecoverCommand(CLI::App &To);
Command addRunCommand(CLI::App &To);
Command addServeCommand(CLI::App &To);
Command addSitesCommand(CLI::App &To);
Command addStartCommand(CLI::App &To);
Command addStopCommand(CLI::App &To);
Command addTadCommand(CLI::App &To);
Command addTopCommand(CLI::App &To);
Command addTreeCommand(CLI::App &To);
Command addTrendCommand(CLI::App &To);
Command addTuneCommand(CLI::App &To);

/// Does what `allocsite WORDS` does in this process (main.cpp). Errors are printed.
ExitCode runCommandLine(const std::vector<std::string> &Words);

/// Does what `allocsite recover` does with the profile \p Path: writes the log of this moment
/// to \p Output, and the other files of a log beside it. If \p Output is empty, writes only
/// the log, to standard output.
ExitCode recoverLog(const std::string &Path, const std::string &Output);

} // namespace allocsite

#endif
