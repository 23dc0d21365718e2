//===- ManPage.cpp - The man page, from the options -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandTable.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

namespace {

/// Escapes a line: one that would begin like a request gets a zero-width space in front.
std::string line(const std::string &Text) {
  std::string Result;
  for (char C : Text) {
    if (C == '\\')
      Result += "\\e";
    else if (C == '-')
      Result += "\\-";
    else if (C == '\'')
      Result += "\\(aq";
    else if (C == '`')
      Result += "\\(ga";
    else if (C == '~')
      Result += "\\(ti";
    else if (C == '^')
      Result += "\\(ha";
    else
      Result += C;
  }
  if (!Result.empty() && Result[0] == '.')
    Result.insert(0, "\\&");
  return Result + '\n';
}

/// Escapes lines that may be filled as one paragraph.
std::string paragraph(const std::string &Text) {
  std::string Result;
  for (size_t At = 0; At < Text.size();) {
    const size_t End = std::min(Text.find('\n', At), Text.size());
    Result += line(Text.substr(At, End - At));
    At = End + 1;
  }
  return Result;
}

/// Escapes lines that keep their line ends.
std::string verbatim(const std::string &Text) {
  std::string Result = ".nf\n";
  for (size_t At = 0; At < Text.size();) {
    const size_t End = std::min(Text.find('\n', At), Text.size());
    Result += End == At ? "\n" : line(Text.substr(At, End - At));
    At = End + 1;
  }
  return Result + ".fi\n";
}

std::string bold(const std::string &Text) {
  std::string Escaped = line(Text);
  Escaped.pop_back();
  return "\\fB" + Escaped + "\\fR";
}

std::string italic(const std::string &Text) {
  std::string Escaped = line(Text);
  Escaped.pop_back();
  return "\\fI" + Escaped + "\\fR";
}

std::string optionText(const OptionRow &Of) {
  std::string Names;
  for (char Each : Of.Short)
    Names += (Names.empty() ? "" : ", ") + bold(std::string("-") + Each);
  for (const std::string &Each : Of.Long)
    Names += (Names.empty() ? "" : ", ") + bold("--" + Each);
  if (Of.Long.empty() && Of.Short.empty())
    Names = italic(Of.Name);
  else if (Of.What != OptionRow::Nothing)
    Names += ' ' + italic(Of.Value);
  return ".TP\n" + Names + '\n' + paragraph(Of.Help);
}

} // namespace

std::string allocsite::manPage(const std::vector<CommandRow> &Commands,
                               const std::string &Version) {
  const CommandRow &Main = Commands[0];
  std::string Text =
      fmt::format(".\\\" Made by {0} \\-\\-man.\n"
                  ".TH ALLOCSITE 1 \"\" \"{0} {1}\" \"User Commands\"\n.ad l\n"
                  ".SH NAME\n{0} \\- shows what the AllocSite heap profiler has counted\n"
                  ".SH SYNOPSIS\n.B {0}\n.I COMMAND\n[\\fIOPTION\\fR]... "
                  "[\\fIARGUMENT\\fR]...\n.SH DESCRIPTION\n",
                  Main.Name, Version);
  Text += paragraph(Main.Help);
  Text += ".SH OPTIONS\n";
  for (const OptionRow &Each : Main.Options)
    Text += optionText(Each);
  Text += ".SH COMMANDS\n";
  for (size_t I = 1; I < Commands.size(); ++I) {
    const CommandRow &Each = Commands[I];
    Text += ".SS " + Main.Name + ' ' + Each.Name + '\n' + paragraph(Each.Help + ".");
    for (const OptionRow &Row : Each.Arguments)
      Text += optionText(Row);
    for (const OptionRow &Row : Each.Options)
      Text += optionText(Row);
    if (!Each.Footer.empty())
      Text += ".PP\n" + verbatim(Each.Footer);
  }
  Text += ".SH NOTES\n" + verbatim(Main.Footer);
  return Text;
}
