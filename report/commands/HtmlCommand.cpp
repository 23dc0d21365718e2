//===- HtmlCommand.cpp - allocsite html: a page for a browser -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "show/PageFormat.h"
#include "support/Message.h"
#include "support/NewFile.h"
#include "view/SiteMatch.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

using namespace allocsite;

namespace {

struct HtmlOptions {
  std::vector<std::string> Files;
  std::string Output; ///< empty: beside the input; `-`: standard output
  bool Sum = false;
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

  Profile All(IsCompared ? 2 : 1);
  for (size_t I = 0; I != Files->size(); ++I)
    if (auto Failure = readProfiles({(*Files)[I]}, All, IsCompared ? unsigned(I) : 0))
      return fail(*Failure);
  Options.OfRun.name(All.Runs);
  if (auto Failure = Options.Filter.applyToAllLayers(All))
    return failUsage(*Failure, "html");
  if (IsCompared)
    joinMovedSites(All);

  // Timelines of several runs cannot be summed.
  std::vector<PageTimeline> Timelines;
  for (size_t I = 0; I != Files->size() && (IsCompared || Files->size() == 1); ++I) {
    LogTables Tables((*Files)[I]);
    auto Points = readTimeline(Tables);
    if (!Points)
      return fail(Points.error());
    if (Points->empty())
      continue;
    auto Groups = readTimelineGroups(Tables, Points->size());
    if (!Groups)
      return fail(Groups.error());
    Timelines.push_back(
        {IsCompared ? unsigned(I) : 0, std::move(*Points), std::move(*Groups)});
  }
  const std::string Page = page(All, "allocsite " ALLOCSITE_VERSION, Timelines);
  if (Options.Output == "-")
    return finish(writeAnswer(Page));
  const std::string Output =
      Options.Output.empty() ? pageNameFor(Files->back()) : Options.Output;
  if (auto Failure = writeNewFile(Output, Page))
    return fail(*Failure);
  return finish(Options.Output.empty() ? writeAnswer(Output + '\n') : MaybeError());
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
  Options->OfRun.addTo(App);
  Options->Filter.addNamesTo(App);
  App.footer("Examples:\n"
             "  allocsite html app.csv -o app.html\n"
             "  allocsite html before.csv after.csv -o change.html\n"
             "  allocsite html --sum run*.csv -o runs.html\n\n"
             "The page is one file and needs no network.");
  return {&App, [Options] { return runHtml(*Options); }};
}
