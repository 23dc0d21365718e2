//===- CommandTable.cpp - The options of all commands, as data ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandTable.h"

#include <CLI/CLI.hpp>

using namespace allocsite;

static std::vector<std::string> splitAt(char Mark, const std::string &Text) {
  std::vector<std::string> Words(1);
  for (char C : Text)
    if (C == Mark)
      Words.emplace_back();
    else
      Words.back() += C;
  return Words;
}

std::string allocsite::replaced(std::string Text,
                                const std::vector<std::pair<char, std::string>> &By) {
  std::string Result;
  for (char C : Text) {
    auto Found =
        std::find_if(By.begin(), By.end(), [C](const auto &Each) { return Each.first == C; });
    Result += Found == By.end() ? std::string(1, C) : Found->second;
  }
  return Result;
}

static OptionRow rowOf(const CLI::Option &Of) {
  OptionRow Row;
  Row.Long = Of.get_lnames();
  for (const std::string &Each : Of.get_snames())
    Row.Short.push_back(Each[0]);
  Row.Help = Of.get_description();
  Row.MayRepeat = Of.get_items_expected_max() > 1;
  if (Of.get_positional())
    Row.Name = Of.get_name(true);
  if (Of.get_items_expected_max() == 0)
    return Row;
  Row.Value = Of.get_type_name();
  // The name of a positional argument says what its value is.
  const std::string Kind = Of.get_positional() ? Row.Name : Row.Value;
  static const char *const Files[] = {"FILE",    "OUT",    "HTML",   "CSV",   "PATH",
                                      "PROFILE", "SOURCE", "BEFORE", "AFTER", "FORMAT[=FILE]"};
  if (Row.Value.find('|') != Row.Value.npos) {
    Row.What = OptionRow::AChoice;
    Row.Choices = splitAt('|', Row.Value);
  } else if (Kind == "DIR" || Kind == "DIRECTORY") {
    Row.What = OptionRow::ADirectory;
  } else if (std::find(std::begin(Files), std::end(Files), Kind) != std::end(Files)) {
    Row.What = OptionRow::AFile;
  } else {
    Row.What = OptionRow::AnyWord;
  }
  return Row;
}

static CommandRow rowOf(const CLI::App &Of) {
  CommandRow Row;
  Row.Name = Of.get_name();
  Row.Help = Of.get_description();
  Row.Footer = Of.get_footer();
  for (const CLI::Option *Each : Of.get_options())
    if (!Each->get_group().empty()) // no group: one command passes it to another
      (Each->get_positional() ? Row.Arguments : Row.Options).push_back(rowOf(*Each));
  return Row;
}

std::vector<CommandRow> allocsite::commandTable(const CLI::App &Main) {
  std::vector<CommandRow> Commands = {rowOf(Main)};
  for (const CLI::App *Each : Main.get_subcommands([](const CLI::App *) { return true; }))
    Commands.push_back(rowOf(*Each));
  return Commands;
}
