//===- SitesCommand.cpp - allocsite sites: what ran of what there is ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "SharedOptions.h"
#include "inventory/LinkedCopies.h"
#include "show/SitesFormat.h"
#include "support/DisplayText.h"
#include "support/Message.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

using namespace allocsite;

namespace {

struct SitesOptions {
  std::vector<std::string> Inventories, Logs, Programs;
  std::vector<std::string> States; ///< words; none: all but library and refused
  std::string Format = "table";
  WidthOption Width;
};

constexpr const char *StateWords[] = {"ran",  "never",   "replaced", "level",
                                      "site", "library", "refused",  "unlisted"};

bool isShown(const ListedSite &Site, const std::vector<std::string> &States) {
  if (States.empty())
    return Site.State != SiteState::Library && Site.State != SiteState::Refused;
  return std::count(States.begin(), States.end(), stateWord(Site.State)) != 0;
}

MaybeError readLog(SiteStates &To, NameTable &Names, const std::string &File) {
  auto Input = InputFile::open(File);
  if (!Input)
    return Input.error();
  auto Shape = readAllocationLog(
      *Input, File == "-" ? "<stdin>" : File, Names, [&To](const LogRow *Rows, size_t Count) {
        std::for_each(Rows, Rows + Count, [&](const LogRow &Row) { To.add(Row); });
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

/// Checks in each program for which functions the linker took another object's copy.
MaybeError readPrograms(SiteStates &To, const NameTable &Names, const Inventory &Known,
                        const std::vector<std::string> &Programs) {
  std::set<std::string> Symbols;
  for (const InventoryModule &Module : Known.modules())
    for (const InventorySharedFunction &Each : Module.SharedFunctions)
      Symbols.emplace(Names[Each.Symbol]);
  for (const std::string &Program : Programs) {
    auto Replaced = replacedFunctions(Program, Symbols);
    if (!Replaced)
      return Replaced.error();
    for (const InventoryModule &Module : Known.modules())
      for (const InventorySharedFunction &Each : Module.SharedFunctions)
        if (Replaced->count(std::string(Names[Each.Symbol])))
          for (NameId Site : Each.Sites)
            To.addReplaced(Site);
  }
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

  if (auto Failure = readPrograms(States, Names, Known, Options.Programs))
    return fail(*Failure);

  const std::vector<ListedSite> All = States.finish(!Options.Logs.empty());
  std::vector<ListedSite> Shown;
  for (const ListedSite &Each : All)
    if (isShown(Each, Options.States))
      Shown.push_back(Each);
  std::string Answer =
      Options.Format == "csv" ? sitesCsv(Shown, Names)
      : Options.Format == "json"
          ? sitesJson(Shown, All, Names)
          : sitesTable(Shown, All, Names, Options.Width.columns(), wantsColour(STDOUT_FILENO));
  return finish(writeAnswer(Answer));
}

} // namespace

Command allocsite::addSitesCommand(CLI::App &To) {
  auto Options = std::make_shared<SitesOptions>();
  CLI::App &App = *To.add_subcommand("sites", "Print which sites ran and which never did");
  App.add_option("FILE", Options->Logs,
                 "Logs, which are summed; - is standard input. None: the sites\n"
                 "that there are")
      ->type_name(" ");
  addInventoryOption(App, Options->Inventories);
  addList(App, "--program", Options->Programs, "FILE",
          "The program, or a library of it: tells the sites of inline\n"
          "functions of which the linker took another object's copy;\n"
          "may be given more than once");
  addChoice(App, "--state", Options->States, choicesOf(StateWords),
            "Only sites of this state; may be given more than once (all\n"
            "but library and refused)")
      ->allow_extra_args(false);
  addChoice(App, "--format", Options->Format, "table|csv|json", "How to print them (table)");
  Options->Width.addTo(App);
  App.footer(
      "Examples:\n"
      "  allocsite sites --inventory app.jsonl\n"
      "  allocsite sites --inventory app.jsonl app.csv --state never\n"
      "  allocsite sites --inventory app.jsonl --program app app.csv\n"
      "  allocsite recover 4711 | allocsite sites --inventory app.jsonl -\n\n"
      "ran, never: sites, by whether a log has them. replaced: in no log, and the linker\n"
      "took another object's copy of their function (--program). level: in no log, which\n"
      "may be of a lower level. library: calls into the C++ library that led to no\n"
      "allocation. refused: calls that look like allocations and are not counted.\n"
      "unlisted: in a log, but in no inventory.");
  return {&App, [Options] { return runSites(*Options); }};
}
