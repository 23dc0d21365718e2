//===- Completions.cpp - What shells complete, from the options ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   allocsite re<Tab>                   report, recover
//   allocsite report --by <Tab>         site, pc0, chain …
//   allocsite report -<Tab>             its options
//   allocsite report <Tab>              files
//
//===----------------------------------------------------------------------===//

#include "CommandTable.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

namespace {

/// The first line of a help text.
std::string firstLine(const std::string &Help) { return Help.substr(0, Help.find('\n')); }

/// Puts text in single quotes; valid in all three shells.
std::string quoted(const std::string &Text) {
  return '\'' + replaced(Text, {{'\'', "'\\''"}}) + '\'';
}

/// `--output`, `-o`.
std::vector<std::string> spellings(const OptionRow &Of) {
  std::vector<std::string> Words;
  for (const std::string &Each : Of.Long)
    Words.push_back("--" + Each);
  for (char Each : Of.Short)
    Words.push_back(std::string("-") + Each);
  return Words;
}

std::vector<std::string> optionWords(const CommandRow &Of) {
  std::vector<std::string> Words;
  for (const OptionRow &Each : Of.Options)
    for (const std::string &Spelling : spellings(Each))
      Words.push_back(Spelling);
  return Words;
}

std::vector<std::string> commandNames(const std::vector<CommandRow> &Commands) {
  std::vector<std::string> Names;
  for (size_t I = 1; I < Commands.size(); ++I)
    Names.push_back(Commands[I].Name);
  return Names;
}

/// The choices of the positional argument; empty: it names files.
std::vector<std::string> argumentChoices(const CommandRow &Of) {
  for (const OptionRow &Each : Of.Arguments)
    if (Each.What == OptionRow::AChoice)
      return Each.Choices;
  return {};
}

std::string bash(const std::vector<CommandRow> &Commands) {
  const std::string &Program = Commands[0].Name;
  std::string Text = fmt::format(
      "# Completions of {0} for bash. Made by `{0} --completions bash`.\n"
      "_{0}() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}\n"
      "  local command= words= i\n"
      "  # --option=value is three words.\n"
      "  if [ \"$current\" = = ]; then\n"
      "    current=\n"
      "  elif [ \"$previous\" = = ]; then\n"
      "    previous=${{COMP_WORDS[COMP_CWORD - 2]}}\n"
      "  fi\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    case ${{COMP_WORDS[i]}} in\n"
      "    --) return ;; # a program and its arguments: files\n"
      "    {1})\n"
      "      [ -n \"$command\" ] || command=${{COMP_WORDS[i]}} ;;\n"
      "    esac\n"
      "  done\n"
      "  case $command:$previous in\n",
      Program, fmt::join(commandNames(Commands), " | "));
  for (size_t I = 0; I != Commands.size(); ++I) {
    const std::string Name = I ? Commands[I].Name : "";
    for (const OptionRow &Each : Commands[I].Options) {
      if (Each.What == OptionRow::Nothing)
        continue;
      std::vector<std::string> Patterns;
      for (const std::string &Word : spellings(Each))
        Patterns.push_back(Name + ':' + Word);
      Text += fmt::format("  {})\n    ", fmt::join(Patterns, " | "));
      switch (Each.What) {
      case OptionRow::AChoice:
        Text += fmt::format("words={} ;;\n",
                            quoted(fmt::format("{}", fmt::join(Each.Choices, " "))));
        break;
      case OptionRow::ADirectory:
        Text += "compopt -o dirnames\n    return ;;\n";
        break;
      case OptionRow::AFile:
        Text += "return ;;\n";
        break;
      default:
        Text += "compopt +o default\n    return ;;\n";
      }
    }
  }
  Text += "  esac\n"
          "  if [ -z \"$words\" ]; then\n"
          "    case $command:$current in\n";
  for (size_t I = 0; I != Commands.size(); ++I)
    Text += fmt::format("    {}:-*) words={} ;;\n", I ? Commands[I].Name : "",
                        quoted(fmt::format("{}", fmt::join(optionWords(Commands[I]), " "))));
  for (size_t I = 1; I != Commands.size(); ++I)
    if (auto Choices = argumentChoices(Commands[I]); !Choices.empty())
      Text += fmt::format("    {}:*) words={} ;;\n", Commands[I].Name,
                          quoted(fmt::format("{}", fmt::join(Choices, " "))));
  Text += fmt::format(
      "    :*) words={} ;;\n"
      "    esac\n"
      "  fi\n"
      "  [ -z \"$words\" ] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
      "\"$current\")\n"
      "}}\n"
      "complete -o default -F _{} {}\n",
      quoted(fmt::format("{}", fmt::join(commandNames(Commands), " "))), Program, Program);
  return Text;
}

/// `:GLOB:`, `:FILE:_files`, `:by:(site chain)`, or nothing.
std::string zshValue(const OptionRow &Of) {
  const std::string Message =
      replaced(Of.Name.empty() ? Of.What == OptionRow::AChoice ? "value" : Of.Value : Of.Name,
               {{':', "\\:"}, {'[', "\\["}, {']', "\\]"}});
  switch (Of.What) {
  case OptionRow::Nothing:
    return "";
  case OptionRow::AChoice:
    return fmt::format(":{}:({})", Message, fmt::join(Of.Choices, " "));
  case OptionRow::AFile:
    return fmt::format(":{}:_files", Message);
  case OptionRow::ADirectory:
    return fmt::format(":{}:_files -/", Message);
  case OptionRow::AnyWord:
    return fmt::format(":{}: ", Message);
  }
  __builtin_unreachable();
}

std::string zsh(const std::vector<CommandRow> &Commands) {
  const std::string &Program = Commands[0].Name;
  auto options = [](const CommandRow &Of, const char *Indent) {
    std::string Lines;
    for (const OptionRow &Each : Of.Options)
      for (const std::string &Word : spellings(Each))
        Lines += fmt::format(
            "{}{} \\\n", Indent,
            quoted(fmt::format(
                "{}{}[{}]{}", Each.MayRepeat ? "*" : "", Word,
                replaced(firstLine(Each.Help),
                         {{'[', "\\["}, {']', "\\]"}, {':', "\\:"}, {'\\', "\\\\"}}),
                zshValue(Each))));
    return Lines;
  };
  std::string Text =
      fmt::format("#compdef {0}\n"
                  "# Completions of {0} for zsh. Made by `{0} --completions zsh`.\n"
                  "_{0}() {{\n"
                  "  local context state state_descr line\n"
                  "  typeset -A opt_args\n"
                  "  _arguments -C \\\n"
                  "{1}"
                  "    '1: :->command' \\\n"
                  "    '*:: :->arguments' && return\n"
                  "  case $state in\n"
                  "  command)\n"
                  "    local -a commands\n"
                  "    commands=(\n",
                  Program, options(Commands[0], "    "));
  for (size_t I = 1; I != Commands.size(); ++I)
    Text += fmt::format("      {}\n", quoted(Commands[I].Name + ':' +
                                             replaced(Commands[I].Help, {{':', "\\:"}})));
  Text += "    )\n"
          "    _describe command commands ;;\n"
          "  arguments)\n"
          "    case $words[1] in\n";
  for (size_t I = 1; I != Commands.size(); ++I) {
    std::string Arguments;
    for (const OptionRow &Each : Commands[I].Arguments)
      Arguments +=
          fmt::format("        {} \\\n", quoted((Each.MayRepeat ? "*" : "") + zshValue(Each)));
    if (Arguments.empty()) // a program behind --
      Arguments = "        '*::program:_normal' \\\n";
    Text += fmt::format("    {})\n      _arguments \\\n{}{}        && return ;;\n",
                        Commands[I].Name, options(Commands[I], "        "), Arguments);
  }
  Text += fmt::format("    esac ;;\n"
                      "  esac\n"
                      "  return 1\n"
                      "}}\n"
                      "_{} \"$@\"\n",
                      Program);
  return Text;
}

std::string fish(const std::vector<CommandRow> &Commands) {
  const std::string &Program = Commands[0].Name;
  auto fishQuoted = [](const std::string &Of) {
    return '\'' + replaced(Of, {{'\'', "\\'"}, {'\\', "\\\\"}}) + '\'';
  };
  std::string Text =
      fmt::format("# Completions of {0} for fish. Made by `{0} --completions fish`.\n"
                  "complete -c {0} -f\n",
                  Program);
  for (size_t I = 0; I != Commands.size(); ++I) {
    const std::string When =
        I ? fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}'", Program,
                        Commands[I].Name)
          : fmt::format("complete -c {} -n __fish_use_subcommand", Program);
    if (I)
      Text += fmt::format("complete -c {} -n __fish_use_subcommand -a {} -d {}\n", Program,
                          Commands[I].Name, fishQuoted(Commands[I].Help));
    for (const OptionRow &Each : Commands[I].Options) {
      Text += When;
      for (const std::string &Word : Each.Long)
        Text += " -l " + Word;
      for (char Word : Each.Short)
        Text += fmt::format(" -s {}", Word);
      if (Each.What == OptionRow::AChoice)
        Text += " -xa " + fishQuoted(fmt::format("{}", fmt::join(Each.Choices, " ")));
      else if (Each.What == OptionRow::ADirectory)
        Text += " -xa '(__fish_complete_directories)'";
      else if (Each.What == OptionRow::AFile)
        Text += " -rF";
      else if (Each.What == OptionRow::AnyWord)
        Text += " -x";
      Text += " -d " + fishQuoted(firstLine(Each.Help)) + '\n';
    }
    if (!I)
      continue;
    if (auto Choices = argumentChoices(Commands[I]); !Choices.empty())
      Text += When + " -a " + fishQuoted(fmt::format("{}", fmt::join(Choices, " "))) + '\n';
    const std::vector<OptionRow> &Arguments = Commands[I].Arguments;
    if (std::any_of(Arguments.begin(), Arguments.end(),
                    [](const OptionRow &Each) { return Each.What == OptionRow::AFile; }))
      Text += When + " -F\n";
  }
  return Text;
}

} // namespace

std::string allocsite::completionsFor(const std::string &Shell,
                                      const std::vector<CommandRow> &Commands) {
  return Shell == "bash" ? bash(Commands) : Shell == "zsh" ? zsh(Commands) : fish(Commands);
}
