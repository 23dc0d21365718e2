//===- CommandTable.h - The options of all commands, as data --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads back what the commands have declared to CLI11, for the man page and the completions of
// shells: so there is no second list to keep up to date.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_COMMANDTABLE_H
#define ALLOCSITE_REPORT_COMMANDS_COMMANDTABLE_H

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace allocsite {

struct OptionRow {
  enum Takes { Nothing, AFile, ADirectory, AChoice, AnyWord };
  std::vector<std::string> Long; ///< without the dashes; empty for a positional argument
  std::vector<char> Short;
  std::string Name;  ///< of a positional argument
  std::string Value; ///< placeholder for its value in the help
  Takes What = Nothing;
  std::vector<std::string> Choices;
  bool MayRepeat = false;
  std::string Help; ///< with line ends
};

struct CommandRow {
  std::string Name, Help, Footer;
  std::vector<OptionRow> Options, Arguments;
};

/// \p Main itself comes first; its name is that of the program.
std::vector<CommandRow> commandTable(const CLI::App &Main);

/// \p Text with another text for each of some characters.
std::string replaced(std::string Text, const std::vector<std::pair<char, std::string>> &By);

/// The shells that `--completions SHELL` accepts.
constexpr const char *Shells[] = {"bash", "zsh", "fish"};

/// The completion script for \p Shell, which is one of Shells.
std::string completionsFor(const std::string &Shell, const std::vector<CommandRow> &Commands);

/// The manual page, in the language of man(7).
std::string manPage(const std::vector<CommandRow> &Commands, const std::string &Version);

} // namespace allocsite

#endif
