//===- SitesCommand.cpp - allocsite sites: what ran of what there is ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choice.h"
#include "Command.h"
#include "InventoryOption.h"
#include "WidthOption.h"
#include "render/SitesFormat.h"
#include "support/DisplayText.h"
#include "support/Terminal.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

using namespace allocsite;

namespace {

struct SitesOptions {
  std::vector<std::string> Inventories, Logs;
  std::vector<std::string> States; ///< words; none: all but library and refused
  std::string Format = "table";
  WidthOption Width;
};

constexpr const char *StateWords[] = {"ran",     "never",   "level",   "site",
                                      "library", "refused", "unlisted"};

bool isShown(const ListedSite &Site, const std::vector<std::string> &States) {
  if (States.empty())
    return Site.State != SiteState::Library && Site.State != SiteState::Refused;
  return std::count(States.begin(), States.end(), stateWord(Site.State)) != 0;
}

MaybeError readLog(SiteStates &To, NameTable &Names, const std::string &File) {
  auto Input = InputFile::open(File);
  if (!Input)
    return Input.error();
  auto Shape = readAllocationLog(*Input, File == "-" ? "<stdin>" : File, Names,
                                 [&To](const LogRow &Row) {
                                   To.add(Row);
                                   return MaybeError();
                                 });
  if (!Shape)
    return Shape.error();
  if (!Shape->HasSite || !Shape->HasAllocator)
    return Error{displayText(File) +
                 ": no columns \"allocator\" and \"site\" to know sites by (was "
                 "it written with csv=skip?)"};
  return {};
}

ExitCode runSites(const SitesOptions &Options) {
  NameTable Names;
  Inventory Known(Names);
  for (const std::string &File : Options.Inventories)
    if (auto Failure = Known.readFile(File))
      return fail(*Failure);
  const std::vector<InventoryEntry> Entries = Known.entries();
  SiteStates States(Names, Entries);
  for (const std::string &File : Options.Logs)
    if (auto Failure = readLog(States, Names, File))
      return fail(*Failure);

  const std::vector<ListedSite> All = States.finish(!Options.Logs.empty());
  std::vector<ListedSite> Shown;
  for (const ListedSite &Each : All)
    if (isShown(Each, Options.States))
      Shown.push_back(Each);
  std::string Answer =
      Options.Format == "csv"    ? sitesCsv(Shown, Names)
      : Options.Format == "json" ? sitesJson(Shown, Names)
                                 : sitesTable(Shown, All, Names, Options.Width.columns(),
                                              wantsColour(STDOUT_FILENO));
  if (auto Failure = writeAnswer(Answer))
    return fail(*Failure);
  return Fine;
}

} // namespace

Command allocsite::addSitesCommand(CLI::App &To) {
  static constexpr const char *Formats[] = {"table", "csv", "json"};
  auto Options = std::make_shared<SitesOptions>();
  CLI::App &App =
      *To.add_subcommand("sites", "Print which sites ran and which never did");
  App.add_option("FILE", Options->Logs,
                 "Logs, which are summed; - is standard input. None: the sites\n"
                 "that there are")
      ->type_name(" ");
  addInventoryOption(App, Options->Inventories);
  App.add_option("--state", Options->States,
                 "Only sites of this state; may be given more than once (all\n"
                 "but library and refused)")
      ->type_name(fmt::format("{}", fmt::join(StateWords, "|")))
      ->allow_extra_args(false)
      ->check(oneOf(StateWords));
  App.add_option("--format", Options->Format, "How to print them (table)")
      ->type_name("table|csv|json")
      ->check(oneOf(Formats));
  Options->Width.addTo(App);
  App.footer(
      "Examples:\n"
      "  allocsite sites --inventory app.jsonl\n"
      "  allocsite sites --inventory app.jsonl app.csv --state never\n"
      "  allocsite recover 4711 | allocsite sites --inventory app.jsonl -\n\n"
      "ran, never: sites, by whether a log has them. level: in no log, which may be "
      "of\na lower level. library: calls into the C++ library that led to no "
      "allocation.\nrefused: calls that look like allocations and are not counted. "
      "unlisted: in a\nlog, but in no inventory.");
  return {&App, [Options] { return runSites(*Options); }};
}
