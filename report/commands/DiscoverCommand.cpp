//===- DiscoverCommand.cpp - allocsite discover: propose a configuration --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the command line; the work is done by allocsite-discover (discover/), a
// program of its own, so that this one need not link clang.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "SharedOptions.h"
#include "driver/Toolchain.h"
#include "support/DiscoverOptions.h"
#include "support/DisplayText.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

using namespace allocsite;

static ExitCode runDiscover(const DiscoverOptions &Options) {
  // Beside the plugins of this build or installation.
  std::string Program =
      Installation::ofThisCommand().Library + "/allocsite/allocsite-discover";
  std::vector<std::string> Words = asWords(Options);
  std::vector<char *> Arguments{Program.data()};
  for (std::string &Word : Words)
    Arguments.push_back(Word.data());
  Arguments.push_back(nullptr);
  std::signal(SIGPIPE, SIG_DFL); // main.cpp ignores it; the program must not
  ::execv(Program.c_str(), Arguments.data());
  int Failure = errno;
  printError(fmt::format("{}: {}", displayText(Program), std::strerror(Failure)));
  if (Failure == ENOENT)
    printNote("it is built where clang's headers and library are found when AllocSite "
              "is configured (packages libclang-N-dev and libclang-cppN)");
  return InputProblem;
}

static std::string checkJobs(const std::string &Jobs) {
  bool IsNumber = !Jobs.empty() && Jobs.size() <= 4 &&
                  Jobs.find_first_not_of("0123456789") == std::string::npos;
  return IsNumber ? "" : fmt::format("\"{}\" is no number of threads", displayText(Jobs));
}

Command allocsite::addDiscoverCommand(CLI::App &To) {
  auto Options = std::make_shared<DiscoverOptions>();
  CLI::App &App = *To.add_subcommand(
      "discover", "Propose a configuration for the allocators of a code base");
  App.add_option("-p,--database", Options->Database,
                 "Directory of compile_commands.json, or the file itself")
      ->type_name("PATH")
      ->required();
  App.add_option("-o,--output", Options->Output,
                 "Where to write the configuration (standard output)")
      ->type_name("FILE");
  addChoice(App, "--certainty", Options->Certainty, "certain|likely|possible",
            "Proposals of less certainty are comments (likely)");
  addList(App, "--source", Options->Sources, "GLOB",
          "Only sources whose path matches the glob; may be given more\n"
          "than once");
  addList(App, "--config", Options->Configs, "FILE",
          "A configuration that is there already; may be given more than\n"
          "once");
  addChoice(App, "--known", Options->Known, "table|libc",
            "Which allocators are known by name: those of the table, or of\n"
            "the C and C++ libraries alone (table)");
  App.add_option("--jobs", Options->Jobs, "Threads; 0: one for each core (0)")
      ->type_name("N")
      ->check(CLI::Validator([](std::string &Jobs) { return checkJobs(Jobs); }, ""));
  App.footer("Examples:\n"
             "  allocsite discover -p build/ -o pool.cfg\n"
             "  ALLOCSITE_PASS_OPTIONS=config=$PWD/pool.cfg make\n\n"
             "certain: a body or an attribute shows it. likely: a step was taken on trust.\n"
             "possible: a name speaks for it, or it is a matter of taste.\n\n"
             "Sources that do not parse are listed; the exit status is 1 only where none\n"
             "does, or nothing could be read or written.");
  return {&App, [Options] { return runDiscover(*Options); }};
}
