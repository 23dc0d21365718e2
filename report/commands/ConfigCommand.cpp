//===- ConfigCommand.cpp - allocsite config: what rules did in a build ----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Does not read rules itself: the compiler has read them and noted in the inventory what each
// did. So there is only one parser, and the answer is about what was compiled.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "SharedOptions.h"
#include "show/RulesFormat.h"
#include "support/Message.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <unistd.h>

using namespace allocsite;

namespace {

struct ConfigOptions {
  std::string Action;
  std::vector<std::string> Files; ///< none: all that the inventories know
  std::vector<std::string> Inventories;
  WidthOption Width;
};

/// The inventory's entries for the files that were asked for.
struct Asked {
  std::vector<ListedConfiguration> Files;
  std::vector<ListedRule> Rules;
};

/// Keeps only the entries of the files on the command line.
MaybeError choose(Asked &From, const std::vector<std::string> &Paths, const NameTable &Names) {
  std::vector<ListedConfiguration> Files;
  for (const std::string &Path : Paths) {
    std::string Absolute = absolutePath(std::filesystem::current_path().native(), Path);
    auto Found =
        std::find_if(From.Files.begin(), From.Files.end(), [&](const ListedConfiguration &C) {
          return Names[C.Of.Path] == Absolute;
        });
    if (Found == From.Files.end())
      return Error{displayText(Path) + ": no module of these inventories was "
                                       "compiled with this configuration"};
    Files.push_back(*Found);
  }
  auto isAsked = [&](const ListedRule &Rule) {
    return std::any_of(Files.begin(), Files.end(),
                       [&](const ListedConfiguration &File) { return Rule.isIn(File.Of); });
  };
  From.Rules.erase(std::remove_if(From.Rules.begin(), From.Rules.end(),
                                  [&](const ListedRule &Rule) { return !isAsked(Rule); }),
                   From.Rules.end());
  From.Files = std::move(Files);
  return {};
}

/// True if a rule's state is a problem. Shadowed rules are listed but are no problem: later
/// rules are meant to win. Nor are modules without the configuration, which may be of another
/// program.
bool isProblem(const ListedRule &Rule) {
  return Rule.state() != RuleState::Holds && Rule.state() != RuleState::Shadowed;
}

ExitCode check(const Asked &Of, size_t Modules, const NameTable &Names) {
  std::string Answer;
  bool HasProblem = false;
  for (const ListedConfiguration &File : Of.Files) {
    Answer += findingsOf(File, Modules, Names);
    HasProblem |= File.Changed != nullptr;
  }
  for (const ListedRule &Rule : Of.Rules) {
    Answer += findingOf(Rule, Names);
    HasProblem |= isProblem(Rule);
  }
  if (auto Failure = writeAnswer(Answer + summaryOf(Of.Rules)))
    return fail(*Failure);
  return HasProblem ? InputProblem : Fine;
}

ExitCode runConfig(const ConfigOptions &Options) {
  NameTable Names;
  Inventory Known(Names);
  for (const std::string &File : Options.Inventories)
    if (auto Failure = Known.readFile(File))
      return fail(*Failure);
  Asked Of{configurationsOf(Known, Names), rulesOf(Known, Names)};
  bool IsCheck = Options.Action == "check";
  if (IsCheck && Of.Files.empty())
    return fail({"no module of these inventories was compiled with a "
                 "configuration (config= of the pass)"});
  std::vector<std::string> Files = Options.Files;
  if (IsCheck && Files.empty())
    for (const ListedConfiguration &File : Of.Files)
      Files.push_back(std::string(Names[File.Of.Path]));
  if (!Files.empty())
    if (auto Failure = choose(Of, Files, Names))
      return fail(*Failure);
  if (IsCheck)
    return check(Of, Known.modules().size(), Names);
  return finish(writeAnswer(
      rulesTable(Of.Rules, Names, Options.Width.columns(), wantsColour(STDOUT_FILENO))));
}

} // namespace

Command allocsite::addConfigCommand(CLI::App &To) {
  auto Options = std::make_shared<ConfigOptions>();
  CLI::App &App =
      *To.add_subcommand("config", "Tell what the rules of a configuration did in a build");
  addChoice(App, "ACTION", Options->Action, "check|list",
            "check: tell of rules without use. list: print all, and those of\n"
            "the table and the source that hold")
      ->required();
  App.add_option("CONFIG", Options->Files,
                 "Only rules of these files, which the build was given")
      ->type_name(" ");
  addInventoryOption(App, Options->Inventories);
  Options->Width.addTo(App);
  App.footer("Examples:\n"
             "  allocsite config check --inventory app.jsonl\n"
             "  allocsite config check pool.cfg --inventory app.jsonl\n"
             "  allocsite config list --inventory app.jsonl\n\n"
             "check ends with 1 where a rule does nothing, or a file has changed since it\n"
             "was compiled with. Errors of the grammar are told by the "
             "compiler.");
  return {&App, [Options] { return runConfig(*Options); }};
}
