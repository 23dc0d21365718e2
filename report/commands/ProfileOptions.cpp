//===- ProfileOptions.cpp - Files and filters, on the command line --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"

#include "SharedOptions.h"
#include "findings/Followed.h"
#include "read/NewestLog.h"
#include "read/ProfileSource.h"
#include "support/DisplayText.h"
#include "view/CallLines.h"

#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

using namespace allocsite;

const std::map<std::string, RowBy> allocsite::RowByWords = [] {
  std::map<std::string, RowBy> Words;
  for (unsigned By = 0; By <= unsigned(RowBy::Thread); ++By)
    Words.emplace(viewWord(RowBy(By)), RowBy(By));
  return Words;
}();

/// Each file must have the columns \p Needed; if not, sets \p IsMissing and returns an error.
static MaybeError readProfiles(const std::vector<std::string> &Files, Profile &To,
                               unsigned Side, const MeasureSet &Needed, bool &IsMissing,
                               MeasureSet *InAll = nullptr) {
  for (const std::string &File : Files) {
    auto Shape = readProfile(File, To, Side);
    if (!Shape)
      return Shape.error();
    if (InAll)
      *InAll &= Shape->Measures;
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (Needed[I] && !Shape->Measures[I]) {
        IsMissing = true;
        return Error{(File == "-" ? "<stdin>" : displayText(File)) + ": " +
                     noColumn(MeasureColumns[I])};
      }
    for (const std::string &Column : Shape->UnknownColumns)
      printWarning(fmt::format("{}: column \"{}\" is not known to this version",
                               displayText(File), shortenMiddle(displayText(Column), 40)));
  }
  return {};
}

MaybeError allocsite::readProfiles(const std::vector<std::string> &Files, Profile &To,
                                   unsigned Side, MeasureSet *InAll) {
  bool IsMissing = false;
  return ::readProfiles(Files, To, Side, {}, IsMissing, InAll);
}

MaybeError allocsite::readLiveProfiles(const std::vector<std::string> &Files, Profile &To,
                                       bool &IsMissing) {
  MeasureSet Live;
  for (Measure Each : {Measure::Live, Measure::LiveBytes, Measure::PeakBytes, Measure::Freed,
                       Measure::Temporary})
    Live.set(unsigned(Each));
  return ::readProfiles(Files, To, 0, Live, IsMissing);
}

Expected<std::vector<std::string>>
allocsite::chosenFiles(const std::vector<std::string> &Named) {
  const bool ReadsInput = Named.empty() && standardInputIsGiven();
  return filesOrNewestLog(ReadsInput ? std::vector<std::string>{"-"} : Named);
}

ExitCode allocsite::failUsage(const Error &Failure, const char *Command) {
  printError(Failure.What);
  printNote(fmt::format("see allocsite {} --help", Command));
  return UsageProblem;
}

static std::string isQuantity(const std::string &Word) {
  return parseQuantity(Word)
             ? ""
             : fmt::format("\"{}\" is no number, as 12, 64k or 1.5M", displayText(Word));
}

void FilterOptions::addNamesTo(CLI::App &To) {
  auto add = [&To](const char *Name, std::vector<std::string> &Globs, const char *Help) {
    To.add_option(Name, Globs, Help)->type_name("GLOB")->allow_extra_args(false);
  };
  add("--function", Functions,
      "Only chains with a function that matches, with or without its\n"
      "template arguments and parameters; may be given more than once");
  add("--allocator", Allocators, "Only allocators that match; may be given more than once");
  add("--type", Types, "Only types that match; may be given more than once");
  add("--hide", Hidden,
      "Leave out functions that match: their callers stand in their\n"
      "place; may be given more than once");
  add("--site", SiteNames, "Only sites that match");
  add("--file", FileNames, "Only source files that match, by path or name");
  add("--module", Modules,
      "Only chains with a function in a program or library that matches, if the\n"
      "profile tells them");
  add("--process", Processes,
      "Only processes that match, as app or \"app [4711]\"; may be given more\n"
      "than once");
  add("--thread", Threads,
      "Only threads that match, as loader or \"loader [4712]\"\n"
      "(ALLOCSITE_OPTIONS=threads=1)");
  To.add_option("--min-bytes", MinBytes, "Only sites that allocate as many bytes, as 64k")
      ->type_name("N")
      ->check(isQuantity);
  To.add_option("--min-calls", MinCalls, "Only sites with as many calls")
      ->type_name("N")
      ->check(isQuantity);
  To.add_option("--where", Expression,
                "Only what holds for, as 'type ~ \"Node*\" and bytes > 1M'. Names:\n"
                "function, caller, allocator, type, site, file, module, process,\n"
                "thread; numbers: size, and the measures of a site")
      ->type_name("CONDITION")
      ->check([](const std::string &Text) {
        auto Parsed = Where::parse(Text);
        return Parsed ? std::string() : Parsed.error().What;
      });
}

void FilterOptions::addTo(CLI::App &To) {
  addNamesTo(To);
  To.add_flag("--all-layers", AllLayers,
              "Show also what an allocator takes from another, as an arena its\n"
              "chunks from malloc");
  To.add_option("--repeated", Repeated,
                "Only chains and sites of which N, or a multiple of N, blocks are\n"
                "live: what the program did N times, and has leaked each time.\n"
                "Of two profiles: of which so many more are live\n"
                "(ALLOCSITE_OPTIONS=live=1)")
      ->type_name("N")
      ->check([](const std::string &Word) {
        return Word == "0" ? "it is repeated at least once" : isWholeNumber(Word);
      });
}

void FilterOptions::addWrappersTo(CLI::App &To) {
  ShowsThrough = true;
  To.add_flag_callback(
      "--no-hide", [this] { ShowsThrough = false; },
      "Show wrappers such as xmalloc too, which are else left out as by\n"
      "--hide");
}

void FilterOptions::addDepthTo(CLI::App &To) {
  MostFrames = 4;
  addNumber(To, "--depth", MostFrames,
            "Frames of a chain, the innermost, that are shown and tell\n"
            "chains apart; 0 for whole stacks (4)");
}

Expected<Where> FilterOptions::where() const {
  Where Wanted;
  Wanted.requireAny("allocator", Allocators);
  Wanted.requireAny("type", Types);
  Wanted.requireAny("function", Functions);
  Wanted.requireAny("site", SiteNames);
  Wanted.requireAny("file", FileNames);
  Wanted.requireAny("module", Modules);
  Wanted.requireAny("process", Processes);
  Wanted.requireAny("thread", Threads);
  for (auto [Word, Least] : {std::pair("bytes", &MinBytes), std::pair("calls", &MinCalls)})
    if (!Least->empty())
      Wanted.require({Condition::Kind::Number,
                      {},
                      Word,
                      {},
                      Condition::Order::GreaterOrEqual,
                      *parseQuantity(*Least)});
  if (!Expression.empty()) {
    auto Parsed = Where::parse(Expression);
    if (!Parsed)
      return Parsed.error();
    Wanted.require(std::move(*Parsed));
  }
  return Wanted;
}

Error FilterOptions::inOption(const Error &Failure) const {
  // What a profile may lack begins with the name of the field.
  auto isOf = [&](std::string_view Field, const std::vector<std::string> &Globs) {
    return !Globs.empty() && Failure.What.compare(0, Field.size(), Field) == 0;
  };
  if (isOf("module: ", Modules) || isOf("thread: ", Threads))
    return {"--" + Failure.What};
  return Expression.empty() ? Failure : Error{"--where: " + Failure.What};
}

KeptKeys allocsite::keysOf(RowBy By) {
  const bool BySite = By == RowBy::Site;
  return {BySite || By == RowBy::Chain || By == RowBy::Type, BySite, By == RowBy::Process,
          By == RowBy::Thread};
}

KeptKeys FilterOptions::keys(KeptKeys More) const {
  if (auto Asked = where()) {
    const KeptKeys Needed = Asked->keys();
    More.Type |= Needed.Type;
    More.Size |= Needed.Size;
    More.Process |= Needed.Process;
    More.Thread |= Needed.Thread;
  }
  return More;
}

Expected<std::vector<bool>> FilterOptions::select(const Profile &Of,
                                                  std::vector<std::string> &Misses) const {
  auto Asked = where();
  if (!Asked)
    return Asked.error();
  auto Selected = Asked->select(Of, Misses);
  if (!Selected)
    return inOption(Selected.error());
  return Selected;
}

MaybeError FilterOptions::checkRepeated(const Profile &Of) const {
  if (!Repeated)
    return {};
  if (!Of.column(Measure::Live))
    return Error{std::string("--repeated: it is not known how many blocks are live") +
                 (std::any_of(Of.Runs.begin(), Of.Runs.end(),
                              [](const Run &Each) { return Each.IsPart; })
                      ? ": what was counted between two marks does not tell it"
                      : " (ALLOCSITE_OPTIONS=live=1)")};
  if (const auto Sampled = Of.column(Measure::Sampled))
    for (unsigned Side = 0; Side != Of.sides(); ++Side)
      if (Of.total(*Sampled, Side))
        return Error{"--repeated: a sample estimates how many blocks are live (run without "
                     "sample=)"};
  return {};
}

Expected<ViewSelection> FilterOptions::selection() const {
  auto Asked = where();
  if (!Asked)
    return Asked.error();
  ViewSelection Wanted;
  Wanted.Wanted = std::move(*Asked);
  Wanted.Hidden = Hidden;
  Wanted.AllLayers = AllLayers;
  Wanted.ShowsThrough = ShowsThrough;
  Wanted.MarksCuts = MarksCuts;
  Wanted.MostFrames = MostFrames;
  Wanted.Repeated = Repeated;
  return Wanted;
}

Expected<View> FilterOptions::view(Profile &Of, ColumnId Shown) const {
  auto Wanted = selection();
  if (!Wanted)
    return Wanted.error();
  Wanted->Shown = Shown;
  if (auto Failure = checkRepeated(Of))
    return *Failure;
  auto Result = View::of(Of, *Wanted);
  if (!Result)
    return inOption(Result.error());
  return Result;
}

Expected<LeftOut> FilterOptions::apply(Profile &Of, std::optional<ColumnId> Shown) const {
  auto Wanted = selection();
  if (!Wanted)
    return Wanted.error();
  Wanted->Shown = Shown;
  if (auto Failure = checkRepeated(Of))
    return *Failure;
  auto Result = leaveShownRows(Of, *Wanted);
  if (!Result)
    return inOption(Result.error());
  return Result;
}

Expected<LeftOut> FilterOptions::applyBySide(Profile &Of, RowBy By, ColumnId Shown) const {
  FilterOptions Its = *this;
  if (By == RowBy::Allocator || By == RowBy::Process || By == RowBy::Thread)
    Its.ShowsThrough = false; // show no function
  if (By == RowBy::Function || By == RowBy::File)
    Its.MostFrames = 0; // at any depth
  // A log without whole stacks has four frames of each: chains are matched by these.
  else if (std::any_of(Of.Runs.begin(), Of.Runs.end(),
                       [](const Run &Each) { return !Each.HasStacks; }) &&
           (!MostFrames || MostFrames > LogFrames))
    Its.MostFrames = LogFrames;
  return Its.apply(Of, Shown);
}

MaybeError FilterOptions::applyToAllLayers(Profile &Of) const {
  if (isEmpty() && Hidden.empty() && !MostFrames)
    return {}; // all rows would be rewritten as they are
  auto Wanted = selection();
  if (!Wanted)
    return Wanted.error();
  auto Result = leaveWantedRows(Of, *Wanted);
  if (!Result)
    return inOption(Result.error());
  if (!Of.rowCount() && Result->HadRows)
    printWarning("no allocation matches");
  for (const std::string &Miss : Result->Misses)
    printWarning(Miss);
  return {};
}

void OfRunOption::addTo(CLI::App &To) {
  To.add_option("--of-run", Command)->group(""); // not for users: no group, no help
}

void OfRunOption::name(std::vector<Run> &Runs) const {
  for (Run &Each : Runs) {
    if (Command.empty())
      return;
    const std::string File = Each.File.substr(Each.File.rfind('/') + 1);
    const size_t Number = File.find('-'), Name = File.find('-', Number + 1);
    if (Name != File.npos && Each.Program.empty())
      Each.Program = File.substr(Name + 1, File.rfind('.') - Name - 1);
    if (!Each.Process)
      std::from_chars(File.data(), File.data() + std::min(Number, File.size()), Each.Process);
    Each.File = Command;
  }
}

/// Waits; false if the reader of standard output goes away meanwhile.
static bool waitForWindow(double Seconds) {
  pollfd Output{STDOUT_FILENO, 0, 0}; // POLLERR: nobody reads the pipe any more
  const auto End = std::chrono::steady_clock::now() + std::chrono::duration<double>(Seconds);
  for (;;) {
    const auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        End - std::chrono::steady_clock::now());
    if (Left.count() <= 0)
      return true;
    if (::poll(&Output, 1, int(Left.count()) + 1) > 0)
      return false;
  }
}

std::optional<ExitCode> allocsite::readView(const std::vector<std::string> &Files,
                                            const FilterOptions &Filter,
                                            const MeasureOption &Measure, const char *Command,
                                            ProfileView &To) {
  auto Chosen = chosenFiles(Files);
  if (!Chosen)
    return fail(Chosen.error());
  const bool IsWindow = To.Before || To.Wait > 0;
  const bool IsCompared = To.Of.sides() == 2 && !IsWindow;
  if (IsCompared && Chosen->size() != 2)
    return failUsage({fmt::format("{} file{} where two are expected: before and after",
                                  Chosen->size(), Chosen->size() == 1 ? "" : "s")},
                     Command);
  if (IsWindow)
    if (auto Failure = readProfiles(To.Before.value_or(*Chosen), To.Of, 0))
      return fail(*Failure);
  if (To.Wait > 0 && !waitForWindow(To.Wait))
    return Fine;
  for (size_t I = 0; I != Chosen->size(); ++I)
    if (auto Failure =
            readProfiles({(*Chosen)[I]}, To.Of, IsCompared ? unsigned(I) : unsigned(IsWindow)))
      return fail(*Failure);
  if (To.HasLines)
    addCallLines(To.Of);
  if (To.Usual && !To.Of.column(*To.Usual))
    To.Usual.reset();
  auto Column = Measure.column(To.Of, To.Usual);
  if (!Column)
    return failUsage(Column.error(), Command);
  To.Measure = *Column;
  auto Left = Filter.apply(To.Of, To.Measure);
  if (!Left)
    return failUsage(Left.error(), Command);
  To.Left = std::move(*Left);
  return {};
}

Measure allocsite::usualMeasure(const Profile &Of) {
  std::optional<Measure> First;
  for (Measure Each : {Measure::Bytes, Measure::LiveBytes, Measure::PeakBytes, Measure::Calls,
                       Measure::Live}) {
    const auto Column = Of.column(Each);
    if (!Column)
      continue;
    // A measure that a side does not have cannot be compared.
    bool AllHave = true;
    for (unsigned Side = 0; Side != Of.sides(); ++Side)
      AllHave &= Of.sides() == 1 || Of.total(*Column, Side) != 0;
    if (AllHave)
      return Each;
    First = First.value_or(Each);
  }
  return First.value_or(Measure::Bytes);
}

void MeasureOption::addTo(CLI::App &To) {
  std::vector<std::string> Words;
  for (const MeasureColumn &Each : MeasureColumns)
    if (Each.Merge != MeasureMerge::Range)
      Words.push_back(Each.Word);
  Words.push_back("leaked");
  To.add_option("--measure", Word, "What is shown (bytes)")
      ->type_name(fmt::format("{}", fmt::join(Words, "|")));
}

Expected<ColumnId> MeasureOption::column(const Profile &Of,
                                         std::optional<Measure> Usual) const {
  auto Found = Word.empty() ? columnNamed(Of, Usual ? *Usual : usualMeasure(Of))
                            : columnNamed(Of, Word);
  if (!Found)
    return Error{"--measure: " + Found.error().What};
  return Found;
}
