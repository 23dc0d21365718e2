//===- ExportCommand.cpp - allocsite export: for other programs -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   files ──▶ Profile ──▶ Samples ──▶ a writer of write/Writers.inc ──▶ OUT
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "SharedOptions.h"
#include "findings/Followed.h"
#include "read/LogOrder.h"
#include "read/RecordedProfile.h"
#include "read/Timeline.h"
#include "support/DisplayText.h"
#include "support/NewFile.h"
#include "view/SiteMatch.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <tuple>
#include <unistd.h>

using namespace allocsite;

namespace {

struct ExportOptions {
  std::vector<std::string> Files;
  std::string Format, Output;
  FilterOptions Filter;
  MeasureOption Measure;
  OfRunOption OfRun;
  bool IsDiff = false;
  std::string Since;  ///< an earlier log; empty: none
  double Seconds = 0; ///< not 0: what changes in that time
  std::string Window; ///< nanoseconds, BEGAN:LENGTH, which `push` knows; empty: a user asks
  std::vector<std::string> Resource; ///< KEY=VALUE, labels of the process, which `push` knows
  std::string Running; ///< `heap`, live memory first, or `allocs`: `serve` asks. Empty: a user

  bool isWindow() const { return !Since.empty() || Seconds > 0; }
};

/// The numbers that a window subtracts: those that grow. Live memory is what it is at its end,
/// or how it has changed.
bool growsInWindow(const Column &Of, bool IsChange) {
  switch (Of.Is) {
  case Measure::PeakBytes:
  case Measure::Resident:
  case Measure::Untouched:
    return false;
  case Measure::Live:
  case Measure::LiveBytes:
    return IsChange;
  default:
    return Of.Merge == MeasureMerge::Sum;
  }
}

std::vector<std::string> formatsForTwo() {
  std::vector<std::string> Words;
  for (const Writer *Each : allWriters())
    if (Each->ShowsTwo)
      Words.push_back(Each->Format);
  return Words;
}

/// Prints notes on what is not exported, and why.
void noteLeftOut(const LeftOut &What, const NameTable &Names) {
  for (auto [Allocator, Bytes] : What.Folded)
    printNote(
        fmt::format("{} of {} are left out, as they are in the rows of the allocators that "
                    "hand them out (--all-layers exports both)",
                    humanBytes(Bytes), displayText(Names[Allocator])));
  for (const std::string &Miss : What.Misses)
    printWarning(Miss);
}

/// What is known of the runs, where \p Format writes it. Of a part between two marks nothing is.
std::vector<RunOverTime> factsOf(const Profile &All, const Writer &Format) {
  std::vector<RunOverTime> Facts;
  for (const Run &Each : All.Runs) {
    RunOverTime &Its = Facts.emplace_back();
    if (!Format.HasFacts || Each.IsPart || Each.File == "<stdin>")
      continue;
    LogTables Tables(Each.File);
    if (auto Read = readRunOverTime(Tables))
      Its = std::move(*Read);
    else
      printWarning(Read.error().What);
  }
  return Facts;
}

/// Writes the export. It is no error if the reader of standard output stops early.
MaybeError writeOut(const Writer &Format, const Samples &From, const std::string &Output) {
  MaybeError Refused;
  auto write = [&](int Descriptor) {
    FileSink To(Descriptor);
    Refused = Format.Write(From, To);
    const int Code = To.finish();
    return Refused ? ECANCELED : Code;
  };
  if (!Output.empty() && Output != "-") {
    MaybeError Failure = writeNewFile(Output, write);
    return Refused ? Refused : Failure;
  }
  std::signal(SIGPIPE, SIG_IGN);
  const int Code = write(STDOUT_FILENO);
  if (!Refused && Code && Code != EPIPE)
    return Error{std::string("standard output: ") + std::strerror(Code)};
  return Refused;
}

/// When the window began, and its length, as far as that is known.
Samples::TimeWindow windowOf(const ExportOptions &Options) {
  constexpr uint64_t Nanoseconds = 1'000'000'000;
  Samples::TimeWindow Its;
  if (!Options.Window.empty()) {
    Its.Began = std::strtoull(Options.Window.c_str(), nullptr, 10);
    Its.Length =
        std::strtoull(Options.Window.c_str() + Options.Window.find(':') + 1, nullptr, 10);
  } else if (Options.Seconds > 0) {
    Its.Length = uint64_t(Options.Seconds * double(Nanoseconds));
    Its.Began = uint64_t(std::time(nullptr)) * Nanoseconds - Its.Length;
  } else if (!Options.Since.empty() && Options.Files.size() == 1) {
    const uint64_t From = originOf(Options.Since).Time, To = originOf(Options.Files[0]).Time;
    if (From && To > From)
      Its = {From * 1'000'000, (To - From) * 1'000'000};
  }
  return Its;
}

/// Both sides are of the same processes, or the difference means nothing.
MaybeError checkWindow(const Profile &Of) {
  auto processOf = [](const Run &Its) {
    return std::tuple(Its.Program, Its.Process, Its.Began);
  };
  std::set<std::tuple<std::string, uint64_t, uint64_t>> Sides[2];
  for (const Run &Each : Of.Runs)
    Sides[Each.Side].insert(processOf(Each));
  if (Sides[0] == Sides[1])
    return {};
  return Error{fmt::format("{} and {} are of two processes, and have no difference",
                           displayText(Of.Runs.front().File),
                           displayText(Of.Runs.back().File))};
}

/// The files; of processes that were running when somebody asked those that have not ended since.
std::vector<std::string> filesOf(const ExportOptions &Options) {
  std::vector<std::string> Files = Options.Files;
  if (!Options.Running.empty() && Files.size() > 1)
    Files.erase(
        std::remove_if(Files.begin(), Files.end(),
                       [](const std::string &Each) { return !RecordedProfile::open(Each); }),
        Files.end());
  return Files;
}

ExitCode runExport(const ExportOptions &Options) {
  const Writer &Format = *findWriter(Options.Format);
  if (Format.IsBinary && Options.Output.empty() && ::isatty(STDOUT_FILENO))
    return failUsage({fmt::format("{} is binary and not written to a terminal (name a file "
                                  "with -o)",
                                  Format.Format)},
                     "export");
  if (Options.IsDiff && !Format.ShowsTwo)
    return failUsage({fmt::format("{} cannot show two profiles ({} can)", Format.Format,
                                  fmt::join(formatsForTwo(), ", "))},
                     "export");
  if (Options.isWindow() && Options.IsDiff)
    return failUsage({"--diff goes with neither --since nor --seconds"}, "export");
  if (Options.Seconds > 0 && !Format.TakesNegative)
    return failUsage({fmt::format("{} has no negative numbers, which live memory that shrinks "
                                  "needs (--since FILE has none)",
                                  Format.Format)},
                     "export");
  KeptKeys Kept = Options.Filter.keys();
  Kept.MarksShared = Kept.Thread; // or sums are those of the log
  Kept.Process |= Format.TellsProcess && !Options.IsDiff;
  Kept.Thread |= Format.TellsThread && !Options.IsDiff;
  ProfileView View{Profile(Options.IsDiff || Options.isWindow() ? 2 : 1, Kept), {}, 0, true};
  if (!Options.Since.empty())
    View.Before = {Options.Since};
  View.Wait = Options.Seconds;
  if (Options.Running == "heap")
    View.Usual = Measure::LiveBytes;
  if (auto Failed =
          readView(filesOf(Options), Options.Filter, Options.Measure, "export", View))
    return *Failed;
  Profile &All = View.Of;
  if (Options.isWindow()) {
    if (auto Failure = checkWindow(All))
      return fail(*Failure);
    All.subtractFirstSide(
        [&](const Column &Of) { return growsInWindow(Of, Options.Seconds > 0); },
        Options.Seconds > 0);
  }
  const std::vector<RunOverTime> Facts = factsOf(All, Format);
  All.dropKeys({true, true, Format.TellsProcess, Format.TellsThread});
  All.dropCommonKeys();
  Options.OfRun.name(All.Runs);
  if (Options.IsDiff)
    joinMovedSites(All);
  const Column &Main = All.columns()[View.Measure];
  if (Main.Merge != MeasureMerge::Sum)
    return failUsage(
        {fmt::format("--measure: {} has no sums, which exports are made of", Main.Word)},
        "export");
  noteLeftOut(View.Left, All.Names);
  const Lack Lacks = lackOf(All, std::vector<bool>(All.rowCount(), true), All.sides() - 1);
  if (All.column(Measure::Live) && !Lacks.Cause.empty())
    printNote("live memory is not known of all: " + Lacks.Cause);
  Samples From(All, View.Measure, View.Left.Arenas);
  From.Facts = Facts;
  From.Window = windowOf(Options);
  From.Resource = Options.Resource;
  return finish(writeOut(Format, From, Options.Output));
}

std::string formatsForHelp() {
  std::string Text = "Formats, and what reads them:\n";
  for (const Writer *Each : allWriters())
    Text += fmt::format("  {:<11} {}\n", Each->Format, Each->Readers);
  return Text;
}

} // namespace

Command allocsite::addExportCommand(CLI::App &To) {
  auto Options = std::make_shared<ExportOptions>();
  CLI::App &App =
      *To.add_subcommand("export", "Write a profile in the format of another program");
  App.add_option("FILE", Options->Files,
                 "Logs (.csv) or profiles (.asprof), which are summed; - is standard\n"
                 "input. None: as for report")
      ->type_name(" ");
  App.add_option("--format", Options->Format, "What to write, see below")
      ->type_name(choicesOf(formatNames()))
      ->required()
      ->check(checkFormat);
  App.add_option("-o,--output", Options->Output,
                 "The file to write, over an older one; none or -: standard output")
      ->type_name("OUT");
  App.add_flag("--diff", Options->IsDiff,
               "Do not sum two files: show what was before beside what is after. For\n" +
                   fmt::format("{}", fmt::join(formatsForTwo(), ", ")));
  App.add_option("--since", Options->Since,
                 "An earlier log of the same process: what was allocated and freed\n"
                 "since then. Live memory is that of now")
      ->type_name("LOG");
  App.add_option("--seconds", Options->Seconds,
                 "For profiles of processes that run: what changes in so many seconds")
      ->type_name("S")
      ->check(CLI::Range(0.01, 86400.0));
  App.add_option("--window", Options->Window)->group("");
  App.add_option("--resource", Options->Resource)->allow_extra_args(false)->group("");
  App.add_option("--running", Options->Running)->group("");
  Options->OfRun.addTo(App);
  Options->Measure.addTo(App);
  Options->Filter.addTo(App);
  App.footer(formatsForHelp() +
             "\nExamples:\n"
             "  allocsite export --format pprof -o app.pb.gz app.csv\n"
             "  go tool pprof -http=: app.pb.gz\n"
             "  allocsite export --format callgrind app.csv > callgrind.out.app\n"
             "  callgrind_annotate --auto=yes --inclusive=yes callgrind.out.app\n"
             "  allocsite export --format collapsed app.csv | flamegraph.pl > app.svg");
  return {&App, [Options] { return runExport(*Options); }};
}
