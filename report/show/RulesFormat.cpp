//===- RulesFormat.cpp - What rules did in a build, as text ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RulesFormat.h"

#include "Sheet.h"
#include "TextTable.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

static std::string placeOf(const InventoryRule &Rule, const NameTable &Names) {
  std::string Place = displayText(Names[Rule.File]);
  for (uint64_t Number : {Rule.Line, Rule.Column})
    if (Number)
      Place += fmt::format(":{}", Number);
  return Place;
}

static std::string modulesText(size_t Count) {
  return fmt::format("{} module{}", groupedNumber(Count), Count == 1 ? "" : "s");
}

std::string allocsite::findingOf(const ListedRule &Rule, const NameTable &Names) {
  const InventoryRule &Of = Rule.Of;
  std::string Text;
  switch (Rule.state()) {
  case RuleState::Holds:
    return "";
  case RuleState::Nothing:
    Text = fmt::format("matches nothing in {}", modulesText(Rule.Modules));
    if (Of.Nearest != NoName)
      Text += fmt::format(" (did you mean '{}'?)", displayText(Names[Of.Nearest]));
    break;
  case RuleState::Misshapen:
    Text = fmt::format("matches nothing in {}: what is named so has other parameters",
                       modulesText(Rule.Modules));
    break;
  case RuleState::Shadowed:
    Text = fmt::format("decides nothing: later rules do, as {}", displayText(Names[Of.By]));
    break;
  case RuleState::Ineffective:
    Text = "has no effect: the source was not read (-fplugin=AllocSite.so)";
    break;
  }
  return fmt::format("{}: '{}' {}\n", placeOf(Of, Names), displayText(Names[Of.Rule]), Text);
}

std::string allocsite::findingsOf(const ListedConfiguration &File, size_t Modules,
                                  const NameTable &Names) {
  std::string Text, Name = displayText(Names[File.Of.File]);
  if (File.Changed)
    Text += fmt::format("{}: has changed since '{}' was compiled: build it again\n", Name,
                        displayText(File.Changed->Name));
  if (File.Without)
    Text += fmt::format("{}: {} of {} modules were compiled without it, as '{}'\n", Name,
                        groupedNumber(Modules - File.Modules), groupedNumber(Modules),
                        displayText(File.Without->Name));
  return Text;
}

std::string allocsite::summaryOf(const std::vector<ListedRule> &Rules) {
  std::string Text =
      fmt::format("{} rule{}", groupedNumber(Rules.size()), Rules.size() == 1 ? "" : "s");
  const char *Separator = ": ";
  auto add = [&](RuleState State, const char *What) {
    size_t Count = std::count_if(Rules.begin(), Rules.end(), [State](const ListedRule &Each) {
      return Each.state() == State;
    });
    if (!Count)
      return;
    Text += fmt::format("{}{} {}", Separator, groupedNumber(Count), What);
    Separator = ", ";
  };
  add(RuleState::Holds, "in use");
  add(RuleState::Nothing, "matching nothing");
  add(RuleState::Misshapen, "for other parameters");
  add(RuleState::Shadowed, "shadowed");
  add(RuleState::Ineffective, "without effect");
  return Text + '\n';
}

std::string allocsite::rulesTable(const std::vector<ListedRule> &Rules, const NameTable &Names,
                                  size_t Width, bool Colour) {
  constexpr size_t NoteIndent = 2;
  using Align = TextTable::Align;
  TextTable Table;
  Table.addColumn("state", Align::Left);
  Table.addColumn("modules", Align::Right);
  Table.addColumn("calls", Align::Right);
  Table.addColumn("rule", Align::Left);
  Table.addColumn("place", Align::Left);
  for (const ListedRule &Each : Rules)
    Table.addRow({stateWord(Each.state()), groupedNumber(Each.Holding),
                  groupedNumber(Each.Of.Calls),
                  shortenMiddle(displayText(Names[Each.Of.Rule]), shareOfLine(Width, 4)),
                  shortenStart(placeOf(Each.Of, Names), shareOfLine(Width, 3))},
                 displayText(Names[Each.Of.Words]));
  return (Rules.empty() ? "" : Table.render(NoteIndent, Colour)) + summaryOf(Rules);
}
