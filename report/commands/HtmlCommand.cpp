//===- HtmlCommand.cpp - allocsite html: a page for a browser -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "read/SourceFiles.h"
#include "show/PageFormat.h"
#include "support/DisplayText.h"
#include "support/Message.h"
#include "support/NewFile.h"
#include "view/CallLines.h"
#include "view/SiteMatch.h"
#include "view/Sites.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>

using namespace allocsite;

namespace {

struct HtmlOptions {
  std::vector<std::string> Files;
  std::string Output; ///< empty: beside the input; `-`: standard output
  bool Sum = false, HasSource = false;
  std::string SourceDirectory;
  FilterOptions Filter;
  OfRunOption OfRun;
};

/// app.html for logs/app.csv and logs/app.asprof, in the current directory.
std::string pageNameFor(const std::string &File) {
  if (File == "-")
    return "allocsite.html";
  std::string Name = File.substr(File.rfind('/') + 1);
  for (std::string_view Ending : {".csv", ".asprof"})
    if (Name.size() > Ending.size() &&
        std::string_view(Name).substr(Name.size() - Ending.size()) == Ending)
      Name.resize(Name.size() - Ending.size());
  return Name + ".html";
}

/// The advice that `report --advice` gives, which saves most calls first.
std::vector<PageAdvice> readAdvice(const Profile &Of, const ArenaRows &Arenas) {
  std::vector<PageAdvice> All;
  auto add = [&](const std::vector<Advice> &More, const Profile &In) {
    for (PageAdvice &Each : pageAdvice(More, In)) {
      auto savesMore = [](uint64_t Calls, const PageAdvice &Than) {
        return Calls > Than.Of.SavedCalls;
      };
      auto Behind = std::upper_bound(All.begin(), All.end(), Each.Of.SavedCalls, savesMore);
      All.insert(Behind, std::move(Each));
    }
  };
  size_t Unproven = 0;
  if (Of.sides() == 1)
    if (auto OfRows = adviceOn(Of, Unproven, [&](RowId Row) { return canAdviseOn(Of, Row); }))
      add(*OfRows, Of);
  Profile OfArenas;
  std::vector<Advice> More;
  if (!adviseOnArenas(Arenas, OfArenas, More))
    add(More, OfArenas);
  return All;
}

/// The view that report shows, of all layers: the page leaves rows out by itself, and shows
/// wrappers if asked.
Expected<View> viewOfAll(Profile &Of) {
  ViewSelection Wanted;
  Wanted.AllLayers = Wanted.ShowsThrough = true;
  Wanted.ClearsOwnPeaks = Wanted.FindsArenas = false;
  return View::of(Of, Wanted);
}

/// A page is sent to others: it has the sources that allocate most, up to this size.
constexpr size_t MostSourceBytes = 16 << 20;

/// The lines of the files that sites are in, with wrappers and without, those first that
/// allocate most.
std::map<std::string, std::vector<std::string>>
readSources(const Profile &Of, const View &Shown, const std::string &Directory) {
  std::map<NameId, uint64_t> BytesOfSite;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    auto add = [&](NameId Site) {
      uint64_t &Sum = BytesOfSite[Site];
      Sum = saturatingAdd(Sum, Of.value(Row, Measure::Bytes, Of.sides() - 1));
    };
    add(Shown.site(Row));
    if (Of.row(Row).Site != Shown.site(Row))
      add(Of.row(Row).Site);
  }
  std::map<std::string, uint64_t> BytesOf;
  for (auto [Site, Bytes] : BytesOfSite)
    if (const SitePlace Place = placeOf(Of.Names[Site]); !Place.File.empty()) {
      uint64_t &Sum = BytesOf[std::string(Place.File)];
      Sum = saturatingAdd(Sum, Bytes);
    }
  std::vector<std::pair<uint64_t, std::string>> Files;
  for (auto &[File, Bytes] : BytesOf)
    Files.emplace_back(UINT64_MAX - Bytes, File);
  std::sort(Files.begin(), Files.end());
  std::map<std::string, std::vector<std::string>> Sources;
  size_t Bytes = 0, Missing = 0, TooMany = 0;
  std::string FirstMissing;
  for (const auto &[Order, File] : Files) {
    const std::string Path = sourcePath(File, Directory);
    auto Lines = isReadableSource(Path) ? readSourceLines(Path) : Error{"not a file"};
    if (!Lines) {
      if (!Missing++)
        FirstMissing = File;
      continue;
    }
    size_t Size = 0;
    for (const std::string &Line : *Lines)
      Size += Line.size() + 1;
    if (Bytes + Size > MostSourceBytes) {
      ++TooMany;
      continue;
    }
    Bytes += Size;
    Sources[File] = std::move(*Lines);
  }
  if (Missing)
    noteMissingSources(Missing, FirstMissing);
  if (TooMany)
    printNote(fmt::format("{} source{} left out: all together are more than {} MiB", TooMany,
                          TooMany == 1 ? " is" : "s are", MostSourceBytes >> 20));
  return Sources;
}

/// As many processes are told apart: each row may come so often.
constexpr size_t MostProcesses = 64;

/// What the page needs of rows. Those of two runs are compared whatever the numbers of their
/// processes and threads.
KeptKeys keysFor(const HtmlOptions &Options, size_t Files, bool IsCompared) {
  KeptKeys Kept = Options.Filter.keys();
  Kept.Process |= !IsCompared && Files <= MostProcesses;
  Kept.Thread |= !IsCompared;
  Kept.MarksShared = false;
  Kept.Origins = Files == 1;
  return Kept;
}

/// What the companion of a log adds to the rows of \p Of. Of one of two, what names rows is
/// left out.
Expected<PageRun> readRun(LogTables &Tables, const Profile &Of, unsigned Side) {
  auto Facts = readRunOverTime(Tables);
  if (!Facts)
    return Facts.error();
  PageRun Its;
  Its.Side = Side;
  Its.Facts = std::move(*Facts);
  if (auto Process = Tables.find("run"); Process && *Process)
    for (const std::string &Line : linesOf((*Process)->Text))
      Its.Process += Line;
  if (Of.sides() == 1) {
    Its.Changes = readChanges(Tables, Of, Side, Its.Facts.Timeline.size());
    Its.Born = readGenerations(Tables, Of, Side);
  }
  return Its;
}

/// Reads the tables of \p Files into \p To. Of two that are compared, arenas and frees are
/// those of the second; timelines of several that are summed have no sum. Tables tell of whole
/// runs: they are not read for a part of one.
MaybeError readTables(const std::vector<std::string> &Files, PageInput &To) {
  const bool IsCompared = To.Of.sides() == 2;
  for (size_t I = 0; I != Files.size(); ++I) {
    if (IsCompared)
      To.Arenas.clear();
    // Run I is that of file I, as each file adds one.
    if (To.Of.Runs.at(I).IsPart)
      continue;
    if (auto Read = readArenasIfAny(Files[I], To.Arenas); !Read)
      return Read.error();
    if (!IsCompared && Files.size() != 1)
      continue;
    LogTables Tables(Files[I]);
    auto Its = readRun(Tables, To.Of, unsigned(I));
    if (!Its)
      return Its.error();
    To.Runs.push_back(std::move(*Its));
    To.Frees = readFreedBy(Tables);
  }
  return {};
}

MaybeError writePage(const std::string &Text, const HtmlOptions &Options,
                     const std::string &LastFile) {
  if (Options.Output == "-")
    return writeAnswer(Text);
  const std::string Output = Options.Output.empty() ? pageNameFor(LastFile) : Options.Output;
  if (auto Failure = writeNewFile(Output, Text))
    return Failure;
  return Options.Output.empty() ? writeAnswer(Output + '\n') : MaybeError();
}

ExitCode runHtml(const HtmlOptions &Options) {
  auto Files = chosenFiles(Options.Files);
  if (!Files)
    return fail(Files.error());
  // A directory stands for the sum of the logs in it.
  const bool IsSum = Options.Sum || Files->size() != std::max(Options.Files.size(), size_t(1));
  const bool IsCompared = Files->size() == 2 && !IsSum;
  if (Files->size() > 2 && !IsSum)
    return failUsage(
        {fmt::format("{} files: a page compares two (--sum adds them up)", Files->size())},
        "html");

  Profile All(IsCompared ? 2 : 1, keysFor(Options, Files->size(), IsCompared));
  for (size_t I = 0; I != Files->size(); ++I)
    if (auto Failure = readProfiles({(*Files)[I]}, All, IsCompared ? unsigned(I) : 0))
      return fail(*Failure);
  Options.OfRun.name(All.Runs);
  if (auto Failure = Options.Filter.applyToAllLayers(All))
    return failUsage(*Failure, "html");
  All.dropCommonKeys();
  if (IsCompared)
    joinMovedSites(All);
  addCallLines(All);
  auto Shown = viewOfAll(All);
  if (!Shown)
    return fail(Shown.error());

  PageInput Page{All, *Shown, "allocsite " ALLOCSITE_VERSION, {}, {}, {}, {}, {}};
  if (auto Failure = readTables(*Files, Page))
    return fail(*Failure);
  Page.Advised = readAdvice(All, Page.Arenas);
  if (Options.HasSource || !Options.SourceDirectory.empty())
    Page.Sources = readSources(All, *Shown, Options.SourceDirectory);
  return finish(writePage(page(Page), Options, Files->back()));
}

} // namespace

Command allocsite::addHtmlCommand(CLI::App &To) {
  auto Options = std::make_shared<HtmlOptions>();
  CLI::App &App = *To.add_subcommand("html", "Write a page that shows a profile in a browser");
  App.add_option("FILE", Options->Files,
                 "A log (.csv) or a profile (.asprof); - is standard input. Two are\n"
                 "compared, the first with the second. None: as for report")
      ->type_name(" ");
  App.add_option("-o,--output", Options->Output,
                 "The page to write, - for standard output. Without it, the page is\n"
                 "written to the current directory, named after the last file, and\n"
                 "its name printed")
      ->type_name("HTML");
  App.add_flag("--sum", Options->Sum, "Add the files up, do not compare them");
  App.add_flag("--source", Options->HasSource,
               "Show the sources of sites, which then are in the page");
  App.add_option("--source-dir", Options->SourceDirectory,
                 "The same; names of sources in the profile start from there (.)")
      ->type_name("DIRECTORY");
  Options->OfRun.addTo(App);
  Options->Filter.addNamesTo(App);
  App.footer("Examples:\n"
             "  allocsite html app.csv -o app.html\n"
             "  allocsite html before.csv after.csv -o change.html\n"
             "  allocsite html --sum run*.csv -o runs.html\n\n"
             "The page is one file and needs no network.");
  return {&App, [Options] { return runHtml(*Options); }};
}
