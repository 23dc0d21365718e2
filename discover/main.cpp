//===- main.cpp - allocsite-discover: sources to a configuration ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program that `allocsite discover` starts. The command has parsed the command line and
// passes on the options (support/DiscoverOptions.h).
//
//===----------------------------------------------------------------------===//

#include "discover/facts/CodeBase.h"
#include "discover/propose/ConfigText.h"
#include "discover/read/Database.h"
#include "discover/read/ReadSources.h"
#include "discover/roles/KnownRules.h"
#include "report/support/DisplayText.h"
#include "report/support/Message.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

using namespace allocsite;

/// The directory that all sources are in, with a slash at its end.
static std::string topOf(const std::vector<SourceFile> &Sources) {
  std::string Top = Sources.front().Path;
  for (const SourceFile &Each : Sources) {
    size_t Same = 0;
    while (Same < Top.size() && Same < Each.Path.size() && Top[Same] == Each.Path[Same])
      ++Same;
    Top.resize(Same);
  }
  return Top.substr(0, Top.rfind('/') + 1);
}

static MaybeError write(const std::string &Text, const std::string &Path) {
  if (Path.empty())
    return writeAnswer(Text);
  std::ofstream File(Path);
  File << Text;
  File.close();
  if (!File)
    return Error{Path + ": " + std::strerror(errno)};
  return {};
}

static void tellProblems(const std::vector<SourceProblem> &Problems, size_t Sources) {
  if (Problems.empty())
    return;
  printWarning(fmt::format("{} of {} sources did not parse without errors; what could "
                           "be read of them was:",
                           Problems.size(), Sources));
  for (const SourceProblem &Each : Problems)
    std::fputs(
        fmt::format("  {}: {}\n", displayText(Each.Path), displayText(Each.What)).c_str(),
        stderr);
}

static ExitCode run(const DiscoverOptions &Options) {
  const KnownRules Known(Options);
  for (const std::string &Problem : Known.problems())
    printError(Problem);
  if (!Known.problems().empty())
    return InputProblem;
  auto Sources = readDatabase(Options);
  if (!Sources) {
    ExitCode Code = fail(Sources.error());
    printNote("a compilation database comes from cmake "
              "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, from `bear -- make`, or from "
              "clang -MJ");
    return Code;
  }
  SourcesRead Read = readSources(*Sources, std::stoi(Options.Jobs));
  const CodeBase Code(std::move(Read.Units));
  if (Read.Problems.size() == Sources->size() && Code.functions().empty()) {
    tellProblems(Read.Problems, Sources->size());
    return fail({"no source has a function that could be read: nothing is written"});
  }
  const Proposals Made = propose(Code, Known);
  const Certainty Least = Options.Certainty == "certain"  ? Certainty::Certain
                          : Options.Certainty == "likely" ? Certainty::Likely
                                                          : Certainty::Possible;
  if (auto Failure = write(configText(Made, Least, topOf(*Sources)), Options.Output))
    return fail(*Failure);
  tellProblems(Read.Problems, Sources->size());
  return Read.Problems.size() == Sources->size() ? InputProblem : Fine;
}

int main(int ArgumentCount, char **Arguments) {
  std::optional<DiscoverOptions> Options =
      fromWords({Arguments + 1, Arguments + ArgumentCount});
  if (!Options) {
    printError("allocsite-discover is started by `allocsite discover`");
    return UsageProblem;
  }
  return run(*Options);
}
