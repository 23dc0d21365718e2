//===- LiveViews.cpp - report --leaks, --advice, --timeline ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveViews.h"

#include "findings/HeapSizes.h"
#include "findings/Leaks.h"
#include "read/ByteSource.h"
#include "read/Timeline.h"
#include "show/AdviceFormat.h"
#include "show/LeaksFormat.h"
#include "show/TimelineFormat.h"
#include "support/DisplayText.h"

#include <algorithm>

using namespace allocsite;

constexpr size_t MostSuppressionBytes = 16 << 20;

void LiveViews::addTo(CLI::App &To, CLI::Option &By,
                      const std::vector<CLI::Option *> &Others) {
  auto *AsksLeaks = To.add_flag("--leaks", Leaks,
                                "What was alive at exit, by chain (ALLOCSITE_OPTIONS=live=1)");
  auto *AsksAdvice = To.add_flag("--advice", Advice,
                                 "What the program could allocate less, and the evidence\n"
                                 "(ALLOCSITE_OPTIONS=live=1)");
  auto *AsksTimeline = To.add_flag("--timeline", Timeline,
                                   "How much was alive when, of one file\n"
                                   "(ALLOCSITE_OPTIONS=live=1:timeline=1)");
  addChoice(To, "--along", Along, "seconds|bytes",
            "With --timeline: by what time goes on, bytes that were\n"
            "allocated or seconds (seconds)")
      ->needs(AsksTimeline);
  AsksLeaks->excludes(AsksAdvice)->excludes(AsksTimeline);
  AsksAdvice->excludes(AsksTimeline);
  for (CLI::Option *Asks : {AsksLeaks, AsksAdvice, AsksTimeline})
    for (CLI::Option *Each : Others)
      Asks->excludes(Each);
  AsksLeaks->excludes(&By);
  AsksAdvice->excludes(&By);
  GivenBy = &By;
  addList(To, "--suppressions", Suppressions, "FILE",
          "With --leaks: leave out chains that a line leak:PATTERN of this file\n"
          "matches, as LeakSanitizer does; may be given more than once")
      ->needs(AsksLeaks);
  To.add_flag("--fail", Fails,
              "With --leaks: exit with 1 where any are left, with 2 for a\n"
              "problem with a file, with 3 where it is not known")
      ->needs(AsksLeaks);
}

ExitCode LiveViews::failed(const Error &Failure) const {
  const ExitCode Code = fail(Failure);
  return Fails ? UsageProblem : Code;
}

ExitCode LiveViews::run(const std::vector<std::string> &Files, const FilterOptions &Filter,
                        const SheetOptions &Format, size_t Top) const {
  if (!Leaks && Filter.Repeated)
    return failUsage({"--repeated: not with --advice or --timeline"}, "report");
  if (Timeline)
    return runTimeline(Files, Format);
  Profile All(1, Filter.keys());
  bool IsMissing = false;
  if (auto Failure = readLiveProfiles(Files, All, IsMissing))
    return Fails && IsMissing ? (fail(*Failure), MissingData) : failed(*Failure);
  if (auto Failure = Filter.checkRepeated(All))
    return failUsage(*Failure, "report");
  auto Rows = Filter.selection();
  if (!Rows)
    return failUsage(Rows.error(), "report");
  return Leaks ? runLeaks(All, *Rows, Format, Top) : runAdvice(Files, All, *Rows, Format, Top);
}

ExitCode LiveViews::runLeaks(Profile &All, const ViewSelection &Rows,
                             const SheetOptions &Format, size_t Top) const {
  std::vector<std::string> Patterns;
  for (const std::string &File : Suppressions) {
    auto Text = readText(File, MostSuppressionBytes, "suppressions");
    if (!Text)
      return failed(Text.error());
    auto Parsed = parseSuppressions(*Text, File);
    if (!Parsed)
      return failed(Parsed.error());
    Patterns.insert(Patterns.end(), Parsed->begin(), Parsed->end());
  }
  auto Found = leaksOf(All, Rows, Patterns);
  if (!Found)
    return failUsage(Found.error(), "report");

  std::string Text;
  if (!Format.isTable()) {
    Text = Format.text(leaksSheet(*Found, All, Top));
    for (const SuppressedLeaks &Each : Found->Suppressed)
      printNote(fmt::format("suppressed: {} byte{} in {} block{} by leak:{}", Each.Bytes,
                            Each.Bytes == 1 ? "" : "s", Each.Blocks,
                            Each.Blocks == 1 ? "" : "s", displayText(Each.Pattern)));
  } else {
    SheetStyle Table = Format.style();
    auto add = [&](const std::string &Sentence) {
      Text += wrapText(Sentence, std::min<size_t>(Table.Width, 96));
    };
    if (!Found->Found.empty())
      Text += sheetTable(leaksSheet(*Found, All, Top), Table);
    if (Top && Found->Found.size() > Top)
      Text +=
          fmt::format("{} of {} chains shown; --top 0 shows all\n", Top, Found->Found.size());
    if (!Found->Suppressed.empty()) {
      Table.IsNumbered = false;
      Text += (Text.empty() ? "" : "\n") + sheetTable(suppressedSheet(*Found), Table);
    }
    add("Live at exit: " + leaksSummary(*Found, Format.RawBytes) + '.');
    if (!Found->Lacks.Cause.empty())
      add("Not known, " + Found->Lacks.Cause + '.');
    for (const std::string &Each : sentencesOn(Found->Left, All.Names))
      add(Each);
  }
  if (auto Failure = writeAnswer(Text))
    return failed(*Failure);
  if (!Fails)
    return Fine;
  if (!Found->Found.empty())
    return InputProblem;
  if (Found->Lacks.Cause.empty())
    return Fine;
  printError("--fail: it is not known whether a block was alive: " + Found->Lacks.Cause);
  return MissingData;
}

/// Keeps only rows that there can be advice on.
static MaybeError leaveFollowed(Profile &Of, const ViewSelection &Rows) {
  std::vector<std::string> Misses;
  auto Selected = Rows.Wanted.select(Of, Misses);
  if (!Selected)
    return Error{"--where: " + Selected.error().What};
  Of.rewriteRows([&](RowId Row) {
    const bool Stays = (*Selected)[Row] && canAdviseOn(Of, Row);
    return Stays ? std::optional<RowKey>(Of.row(Row)) : std::nullopt;
  });
  ViewSelection Hide;
  Hide.Hidden = Rows.Hidden;
  Hide.AllLayers = Rows.AllLayers;
  if (auto Left = leaveShownRows(Of, Hide); !Left)
    return Left.error();
  return {};
}

ExitCode LiveViews::runAdvice(const std::vector<std::string> &Files, Profile &All,
                              const ViewSelection &Rows, const SheetOptions &Format,
                              size_t Top) const {
  const Lack Lacks = lackOf(All, std::vector<bool>(All.rowCount(), true), 0);
  if (auto Failure = leaveFollowed(All, Rows))
    return failUsage(*Failure, "report");
  size_t Unproven = 0;
  auto Found = adviceOn(All, Unproven);
  if (!Found)
    return failed(Found.error());
  ArenaRows Arenas;
  for (const std::string &File : Files)
    if (auto Read = readArenasIfAny(File, Arenas); !Read)
      return failed(Read.error());
  // A selection of rows is one of the log's.
  if (Rows.Wanted.isEmpty())
    if (auto Failure = adviseOnArenas(Arenas, All, *Found))
      return failed(*Failure);
  const std::string UnprovenText =
      fmt::format("{} of sizes that grow by one factor: own-peaks=1 would tell whether one "
                  "buffer does",
                  Unproven == 1 ? "1 chain" : fmt::format("{} chains", Unproven));
  std::string Text;
  if (!Format.isTable()) {
    Sheet Rows = adviceSheet(*Found, All, Top);
    if (!Lacks.Cause.empty())
      Rows.Left.Notes.push_back(Lacks.Cause);
    if (Unproven)
      Rows.Left.Notes.push_back(UnprovenText);
    Text = Format.text(Rows);
  } else if (Found->empty()) {
    Text = "nothing to advise" + (Lacks.IsAll ? ": " + Lacks.Cause : "") + '\n';
  } else {
    Text = adviceText(*Found, All, Top, Format.style());
    if (Top && Found->size() > Top)
      Text += fmt::format("{} of {} shown; --top 0 shows all\n", Top, Found->size());
  }
  if (Format.isTable() && Unproven)
    Text += UnprovenText + '\n';
  if (auto Failure = writeAnswer(Text))
    return failed(*Failure);
  return Fine;
}

ExitCode LiveViews::runTimeline(const std::vector<std::string> &Files,
                                const SheetOptions &Format) const {
  if (Files.size() != 1)
    return failUsage({"--timeline: one file is expected"}, "report");
  LogTables Tables(Files[0]);
  auto Points = readTimeline(Tables);
  if (!Points)
    return failed(Points.error());
  if (Points->empty())
    return failed({displayText(Files[0]) + ": no timeline: run the program with "
                                           "ALLOCSITE_OPTIONS=live=1:timeline=1"});
  const TimeAxis Axis = Along == "seconds" ? TimeAxis::Seconds : TimeAxis::Bytes;
  const std::string By = GivenBy->count() ? GivenBy->as<std::string>() : "";
  if (!By.empty() && By != "allocator" && By != "size")
    return failUsage({"--timeline --by: allocator or size is expected"}, "report");
  std::string Text;
  if (By.empty()) {
    Text = Format.isTable() ? timelineChart(*Points, Axis, Format.style())
                            : Format.text(timelineSheet(*Points));
  } else {
    auto Groups = readTimelineGroups(Tables, Points->size());
    if (!Groups)
      return failed(Groups.error());
    const bool IsOfSize = By == "size";
    Groups->erase(std::remove_if(Groups->begin(), Groups->end(),
                                 [=](auto &Each) { return Each.IsOfSize != IsOfSize; }),
                  Groups->end());
    if (Groups->empty())
      return failed({displayText(Files[0]) + ": a timeline without groups, of an older "
                                             "runtime"});
    Text = Format.isTable() ? groupsChart(std::move(*Groups), *Points, Axis, Format.style())
                            : Format.text(groupsSheet(*Groups, *Points));
  }
  if (auto Failure = writeAnswer(Text))
    return failed(*Failure);
  return Fine;
}
