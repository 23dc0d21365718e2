//===- ConfigText.cpp - Proposals as a configuration file -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/propose/ConfigText.h"
#include "report/support/DisplayText.h"

namespace allocsite {

static constexpr size_t Columns = 88;
/// Instances and namesakes beyond are counted, not listed.
static constexpr size_t MostPlaces = 3;

static std::string counted(size_t Number, const char *What) {
  return std::to_string(Number) + " " + What + (Number == 1 ? "" : "s");
}

/// `Text` as lines of comment, indented from the second on. A file's name may hold
/// anything, a line's end and a rule among it.
static std::string comment(const std::string &Said) {
  const std::string Text = displayText(Said);
  std::string Lines, Line = "#";
  size_t At = 0;
  while (At < Text.size()) {
    size_t End = std::min(Text.find(' ', At), Text.size());
    std::string Word = Text.substr(At, End - At);
    At = End + 1;
    if (Line.size() > 1 && Line.size() + 1 + Word.size() > Columns) {
      Lines += Line + "\n";
      Line = "#  ";
    }
    Line += " " + Word;
  }
  return Lines + Line + "\n";
}

static std::string shownPath(const std::string &Path, const std::string &Top) {
  return Path.compare(0, Top.size(), Top) == 0 ? Path.substr(Top.size()) : Path;
}

static std::string shownPlace(const Place &At, const std::string &Top) {
  return shownPath(At.File, Top) + ":" + std::to_string(At.Line);
}

/// Says why the rule may be wrong: it also matches a function of the same name, or an instance
/// of the same template, that is no such allocator.
static std::string namesakeText(const Proposal &P, const std::string &Top) {
  const Place &Other = *P.Namesake;
  for (const Place &At : P.Defined)
    if (!(At < Other) && !(Other < At))
      return "not every instance of it does";
  return "the rule would speak of " + shownPlace(Other, Top) + ", too";
}

static std::string proposalText(const Proposal &P, bool Active, const std::string &Top) {
  std::string Why =
      std::string(certaintyWord(certaintyOf(P.Score))) + " (" + std::to_string(P.Score) + "):";
  for (size_t Index = 0; Index < P.Reasons.size(); ++Index)
    Why += (Index ? "; " : " ") + P.Reasons[Index];
  if (P.Namesake)
    Why += "; " + namesakeText(P, Top);
  std::string Where = " ";
  for (size_t Index = 0; Index < P.Defined.size() && Index < MostPlaces; ++Index)
    Where += " " + shownPlace(P.Defined[Index], Top) + ",";
  if (P.Defined.size() > MostPlaces)
    Where += " and " + std::to_string(P.Defined.size() - MostPlaces) + " more,";
  Where += " " + (P.Calls ? counted(P.Calls, "call") + " in " + counted(P.CallingFiles, "file")
                          : "called by name nowhere");
  return comment(Why) + "#  " + displayText(Where.substr(1)) + "\n" + (Active ? "" : "# ") +
         P.Rule + "\n";
}

std::string configText(const Proposals &Made, Certainty Least, const std::string &Top) {
  std::string Text;
  auto addNames = [&](std::string Line, const std::vector<std::string> &Names) {
    for (const std::string &Name : Names)
      Line += " " + Name;
    if (!Names.empty())
      Text += comment(Line);
  };
  addNames("known already:", Made.Known);
  addNames("counted with these, which alone call them:", Made.Helpers);
  const std::string *Family = nullptr;
  for (const Proposal &P : Made.All) {
    if (!Family || *Family != P.Family) {
      Family = &P.Family;
      Text += "\n[" + (P.Family.empty() ? "*" : P.Family) + "]\n";
    } else {
      Text += "\n";
    }
    Text += proposalText(P, certaintyOf(P.Score) <= Least, Top);
  }
  if (!Made.Pointers.empty())
    Text += "\n[*]\n" + comment("Calls through pointers and virtual tables. They are sites "
                                "where the pass is opened by -fplugin=, or by clang 22, "
                                "and a rule names the pointer or the function:");
  for (const CalledPointer &P : Made.Pointers)
    Text += "\n" +
            comment(P.Reason + "; " + counted(P.Calls, "call") + " in " +
                    counted(P.Functions.size(), "function")) +
            (P.Certain ? "" : "# ") + P.Rule + "\n";
  return Text;
}

} // namespace allocsite
