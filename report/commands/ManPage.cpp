//===- ManPage.cpp - The man page, from the options -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandTable.h"
#include "support/DisplayText.h"

#include <fmt/format.h>

using namespace allocsite;

namespace {

/// Escapes a line: one that would begin like a request gets a zero-width space in front.
std::string line(const std::string &Text) {
  std::string Result = replaced(Text, {{'\\', "\\e"},
                                       {'-', "\\-"},
                                       {'\'', "\\(aq"},
                                       {'`', "\\(ga"},
                                       {'~', "\\(ti"},
                                       {'^', "\\(ha"}});
  if (!Result.empty() && Result[0] == '.')
    Result.insert(0, "\\&");
  return Result + '\n';
}

/// Escapes lines that may be filled as one paragraph.
std::string paragraph(const std::string &Text) {
  std::string Result;
  for (const std::string &Each : linesOf(Text))
    Result += line(Each);
  return Result;
}

/// Escapes lines that keep their line ends.
std::string verbatim(const std::string &Text) { return ".nf\n" + paragraph(Text) + ".fi\n"; }

/// Text in the font \p Of, B or I.
std::string inFont(char Of, const std::string &Text) {
  std::string Escaped = line(Text);
  Escaped.pop_back();
  return fmt::format("\\f{}{}\\fR", Of, Escaped);
}

std::string optionText(const OptionRow &Of) {
  std::string Names;
  for (char Each : Of.Short)
    Names += (Names.empty() ? "" : ", ") + inFont('B', std::string("-") + Each);
  for (const std::string &Each : Of.Long)
    Names += (Names.empty() ? "" : ", ") + inFont('B', "--" + Each);
  if (Of.Long.empty() && Of.Short.empty())
    Names = inFont('I', Of.Name);
  else if (Of.What != OptionRow::Nothing)
    Names += ' ' + inFont('I', Of.Value);
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
