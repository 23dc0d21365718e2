//===- TreeCommand.cpp - allocsite tree: who calls whom, in the terminal ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "SharedOptions.h"
#include "show/TreeFormat.h"
#include "support/DisplayText.h"

#include <fmt/format.h>
#include <memory>

using namespace allocsite;

namespace {

struct TreeOptions {
  std::vector<std::string> Files;
  FilterOptions Filter;
  MeasureOption Measure;
  SheetOptions Format;
  TreeStyle Style;
  bool BottomUp = false;
};

ExitCode runTree(const TreeOptions &Options) {
  ProfileView View{Profile(1, Options.Filter.keys({false, false})), {}, 0};
  if (auto Failed = readView(Options.Files, Options.Filter, Options.Measure, "tree", View))
    return *Failed;
  const Profile &All = View.Of;
  const CallTree Tree(All, View.Measure, 0,
                      Options.BottomUp ? CallTree::BottomUp : CallTree::TopDown);
  const Column &Measured = All.columns()[View.Measure];
  TreeStyle Style = Options.Style;
  Style.LeastShare /= 100;
  Style.Table = Options.Format.style();
  std::string Text;
  if (!Options.Format.isTable()) {
    Sheet Rows = treeSheet(Tree, All.Names, Measured, Style);
    addNamesTo(Rows.Left, leftOutOf(View.Left, All.Names));
    Text = Options.Format.text(Rows);
  } else {
    if (!All.rowCount())
      Text = View.Left.HadRows ? "no allocation matches\n" : "no allocations\n";
    else
      Text = treeText(Tree, All.Names, Measured, Style);
    for (const std::string &Each : sentencesOn(View.Left, All.Names))
      Text += wrapText(Each, std::min<size_t>(Style.Table.Width, 96));
  }
  return finish(writeAnswer(Text));
}

} // namespace

Command allocsite::addTreeCommand(CLI::App &To) {
  auto Options = std::make_shared<TreeOptions>();
  Options->Style.LeastShare = 1;
  // No `…`: shortened chains must share their root with chains recorded to the same depth.
  Options->Filter.MarksCuts = false;
  CLI::App &App =
      *To.add_subcommand("tree", "Print who calls whom, with what is allocated below");
  App.add_option("FILE", Options->Files,
                 "Logs or profiles, which are summed; - is standard input. None: as\n"
                 "for report")
      ->type_name(" ");
  App.add_flag("--bottom-up", Options->BottomUp,
               "From the functions that allocate to their callers, not from main");
  Options->Measure.addTo(App);
  App.add_option("--min-share", Options->Style.LeastShare,
                 "Percent of the whole; less is folded, 0 for all (1)")
      ->type_name("P")
      ->check(CLI::Range(0.0, 100.0));
  addNumber(App, "--depth", Options->Style.MostDepth, "Levels to print (all)");
  App.add_flag("--ascii", Options->Style.Ascii, "Draw the tree with ASCII characters");
  Options->Filter.addTo(App);
  Options->Filter.addWrappersTo(App);
  Options->Format.addTo(App);
  App.footer("Examples:\n"
             "  allocsite tree app.csv\n"
             "  allocsite tree app.csv --bottom-up --measure calls --min-share 5\n\n"
             "A log without its companion has four functions of a chain: of those that were\n"
             "longer, the tree begins where the log begins, below … where it says so.");
  return {&App, [Options] { return runTree(*Options); }};
}
