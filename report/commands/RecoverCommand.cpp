//===- RecoverCommand.cpp - allocsite recover: a log from a profile -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "SharedOptions.h"
#include "profile/Companion.h"
#include "read/LogTables.h"
#include "support/DisplayText.h"
#include "support/Glob.h"
#include "support/Message.h"
#include "support/NewFile.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

using namespace allocsite;

namespace {

struct RecoverOptions {
  std::string Profile; ///< path or process id; empty: list the orphans
  std::string Output;  ///< empty or -: standard output
  int Csv = -1;        ///< -1: as in the options of the process
  int Allocators = -1;
};

std::string timeText(uint64_t Seconds) {
  constexpr uint64_t EndOfYear9999 = 253402300799;
  time_t Time = time_t(std::min(Seconds, EndOfYear9999));
  struct tm Local;
  char Text[32];
  if (!::localtime_r(&Time, &Local) ||
      !std::strftime(Text, sizeof(Text), "%Y-%m-%d %H:%M:%S", &Local))
    return "-";
  return Text;
}

ExitCode listOrphans() {
  std::string Answer;
  std::vector<std::string> OfOthers;
  for (const FoundProfile &Each : findProfiles(OfOthers))
    if (Each.Owner != OwnerState::Running)
      Answer += fmt::format(
          "{}  {:>7}  {}  {}{}\n", timeText(Each.Header.Created), Each.Header.Process,
          programOf(Each.Header), displayText(Each.Path),
          Each.Owner == OwnerState::Elsewhere ? "  (of another pid namespace)" : "");
  if (Answer.empty())
    printNote("no profile of a process that has ended in $TMPDIR or /tmp");
  if (!OfOthers.empty())
    printNote(fmt::format("{} profile{} of other users left out (give the path): {}{}",
                          OfOthers.size(), OfOthers.size() > 1 ? "s" : "",
                          displayText(OfOthers.front()), OfOthers.size() > 1 ? ", …" : ""));
  return finish(writeAnswer(Answer));
}

bool isNumber(const std::string &Word) {
  return !Word.empty() && Word.size() <= 9 &&
         Word.find_first_not_of("0123456789") == std::string::npos;
}

/// The path of the profile \p Named, a path or a process id.
Expected<std::string> findProfile(const std::string &Named) {
  if (!isNumber(Named) || ::access(Named.c_str(), F_OK) == 0)
    return Named;
  std::vector<std::string> OfOthers;
  for (const FoundProfile &Each : findProfiles(OfOthers))
    if (std::to_string(Each.Header.Process) == Named) {
      printNote("reading " + displayText(Each.Path));
      return Each.Path;
    }
  for (const std::string &Path : OfOthers)
    if (matchesGlob("*-" + Named + ".asprof", Path))
      return Error{fmt::format("{} belongs to another user (give its path to read it)",
                               displayText(Path))};
  return Error{fmt::format("no profile of process {} in $TMPDIR or /tmp (give "
                           "its path)",
                           Named)};
}

/// The tables that the process would have left with its log, as far as its profile has them.
Expected<NamedTables> tablesOf(RecordedProfile &Of) {
  NamedTables Tables;
  for (const LogTableKind &Each : LogTableKinds) {
    auto Text = Of.tableText(Each.Name);
    if (!Text)
      return Text.error();
    Tables.emplace_back(Each.Name, std::move(*Text));
  }
  return Tables;
}

ExitCode recover(const RecoverOptions &Options, const std::string &Path) {
  auto Recorded = RecordedProfile::open(Path);
  if (!Recorded)
    return fail(Recorded.error());
  const std::string Shown = displayText(Path);
  const AllocSiteProfileHeader &H = (*Recorded)->header();
  if ((*Recorded)->isLive())
    printNote(
        fmt::format("{}: process {} still runs: the log is of this moment", Shown, H.Process));
  if (H.Incomplete)
    printNote(fmt::format("{}: a part of what was counted was in memory alone "
                          "and is lost",
                          Shown));

  CsvShape Shape = (*Recorded)->shape();
  if (Options.Csv >= 0)
    Shape.Skip = Shape.ArenaOnly = Options.Csv == 1;
  if (Options.Allocators >= 0)
    Shape.ArenaOnly = Options.Allocators == 1;
  auto Read = (*Recorded)->table(Shape);
  if (!Read)
    return fail(Read.error());
  const CsvTable &Table = **Read;
  if (Options.Output.empty() || Options.Output == "-") {
    // The reader may stop early.
    if (int Code = Table.write(STDOUT_FILENO); Code && Code != EPIPE)
      return fail({fmt::format("standard output: {}", std::strerror(Code))});
    return Fine;
  }
  auto Tables = tablesOf(**Recorded);
  if (!Tables)
    return fail(Tables.error());
  if (auto Failure = writeNewFile(
          Options.Output, [&Table](int Descriptor) { return Table.write(Descriptor); }))
    return fail(*Failure);
  return finish(writeLogTables(Options.Output, H, *Tables));
}

ExitCode runRecover(const RecoverOptions &Options) {
  if (Options.Profile.empty())
    return listOrphans();
  auto Path = findProfile(Options.Profile);
  if (!Path)
    return fail(Path.error());
  return recover(Options, *Path);
}

} // namespace

ExitCode allocsite::recoverLog(const std::string &Path, const std::string &Output) {
  RecoverOptions Options;
  Options.Output = Output;
  return recover(Options, Path);
}

Command allocsite::addRecoverCommand(CLI::App &To) {
  auto Options = std::make_shared<RecoverOptions>();
  CLI::App &App = *To.add_subcommand("recover", "Write the log of a process that could not");
  App.add_option("PROFILE", Options->Profile,
                 "A profile (.asprof), or the id of its process. None: lists\n"
                 "those whose process has ended, newest first")
      ->type_name(" ");
  App.add_option("-o,--output", Options->Output, "The log to write (standard output)")
      ->type_name("CSV");
  addChoice(App, "--csv", Options->Csv, std::map<std::string, int>{{"full", 0}, {"skip", 1}},
            "Columns, like csv= of the program (default: its option)");
  addChoice(App, "--allocators", Options->Allocators,
            std::map<std::string, int>{{"all", 0}, {"arena", 1}},
            "Rows, like allocators= of the program (default: its option)");
  App.footer("Examples:\n"
             "  allocsite recover\n"
             "  allocsite recover 4711 -o app.csv\n"
             "  allocsite recover /tmp/allocsite-app-4711.asprof | allocsite report -"
             "\n\nThe profile stays; remove it when you have the log. For a process that "
             "still\nruns, the log is that of this moment.");
  return {&App, [Options] { return runRecover(*Options); }};
}
