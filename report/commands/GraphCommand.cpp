//===- GraphCommand.cpp - allocsite graph: which objects point at which ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "SharedOptions.h"
#include "show/GraphFormat.h"

#include <memory>
#include <unistd.h>

using namespace allocsite;

namespace {

struct GraphOptions {
  std::string File, Division = "group", Format = "table";
  GraphWish Wish;
  bool RawBytes = false;
  WidthOption Width;
};

ExitCode runGraph(const GraphOptions &Options) {
  std::string File = Options.File;
  if (File.empty()) {
    auto Newest = chosenFiles({});
    if (!Newest)
      return fail(Newest.error());
    File = Newest->front();
  }
  auto Read = readGraph(File, Options.Division);
  if (!Read)
    return fail(Read.error());
  auto Part = partOf(*Read, Options.Wish);
  if (!Part)
    return fail(Part.error());
  SheetStyle Style;
  Style.Width = Options.Width.columns();
  Style.RawBytes = Options.RawBytes;
  Style.Colour = wantsColour(STDOUT_FILENO);
  return finish(
      writeAnswer(Options.Format == "mermaid" ? graphMermaid(*Read, *Part, Options.RawBytes)
                  : Options.Format == "dot"   ? graphDot(*Read, *Part, Options.RawBytes)
                  : Options.Format == "json"  ? graphJson(*Read, *Part, Options.Division)
                                              : graphTable(*Read, *Part, Style)));
}

} // namespace

Command allocsite::addGraphCommand(CLI::App &To) {
  auto Options = std::make_shared<GraphOptions>();
  Options->Wish.Limit = 20;
  CLI::App &App = *To.add_subcommand(
      "graph", "Show which live objects point at which, and what they keep");
  App.add_option("FILE", Options->File,
                 "A log of a program that ran with ALLOCSITE_OPTIONS=live=1:graph=1.\n"
                 "None: the newest log, as for report")
      ->type_name(" ");
  addChoice(App, "--by", Options->Division, "group|type|site",
            "What is one node: objects of a type, site and allocator; of a type; of\n"
            "a site (group)");
  addChoice(App, "--format", Options->Format, "table|mermaid|dot|json",
            "How to print it (table)");
  App.add_option("--from", Options->Wish.From,
                 "Only what objects reach whose type, site or allocator matches")
      ->type_name("GLOB");
  App.add_option("--to", Options->Wish.To,
                 "Only what leads to objects whose type, site or allocator matches")
      ->type_name("GLOB");
  addNumber(App, "--levels", Options->Wish.Levels,
            "So many edges from there, or to there, or from the data segments (all)");
  addNumber(App, "--limit", Options->Wish.Limit, "The largest nodes, 0 for all (20)");
  addRawBytes(App, Options->RawBytes);
  Options->Width.addTo(App);
  App.footer(
      "Examples:\n"
      "  allocsite graph app.csv --by type\n"
      "  allocsite graph app.csv --by type --to Texture\n"
      "  allocsite graph app.csv --by type --format mermaid > objects.mmd\n"
      "  allocsite graph app.csv --from Scene --levels 2 --format dot | dot -Tsvg -o s.svg\n\n"
      "The scan is conservative: a word that is an address within a live block counts\n"
      "as a pointer to it.");
  return {&App, [Options] { return runGraph(*Options); }};
}
