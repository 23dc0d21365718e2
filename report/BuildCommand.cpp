//===- BuildCommand.cpp - allocsite build: one build with AllocSite ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a build with CC=allocsite-clang and CXX=allocsite-clang++, and tells from the
// inventory that the compilations have written what was instrumented. With --twice it builds
// again with the functions that are known to lead to no allocation by then (leaves=), for
// which the sources are given the time of now, so that every build system compiles them.
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "driver/Process.h"
#include "driver/Toolchain.h"
#include "merge/Leaves.h"
#include "render/BuildSummary.h"
#include "support/DisplayText.h"
#include "support/NewFile.h"
#include "support/Terminal.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

using namespace allocsite;
namespace fs = std::filesystem;

namespace {

struct BuildOptions {
  std::vector<std::string> Words;
  std::string Directory = "allocsite-build";
  bool Twice = false;
};

/// A path as a value of ALLOCSITE_PASS_OPTIONS.
std::string quoted(const fs::path &Path) { return "'" + Path.string() + "'"; }

/// The environment of a build that writes \p Inventory and reads \p Leaves, if any.
std::vector<std::string> environmentOf(const fs::path &Inventory, const fs::path &Leaves) {
  std::string Commands = Installation::ofThisCommand().Commands;
  const char *Given = std::getenv("ALLOCSITE_PASS_OPTIONS");
  std::string Options = Given && *Given ? std::string(Given) + ":" : "";
  Options += "inventory=" + quoted(Inventory);
  if (!Leaves.empty())
    Options += ":leaves=" + quoted(Leaves);
  // A cache that answers for the compiler would leave a file out of the inventory, and sees
  // neither of these options.
  return {"CC=" + Commands + "/allocsite-clang",   "CXX=" + Commands + "/allocsite-clang++",
          "OBJC=" + Commands + "/allocsite-clang", "OBJCXX=" + Commands + "/allocsite-clang++",
          "ALLOCSITE_PASS_OPTIONS=" + Options,     "CCACHE_DISABLE=1"};
}

/// Builds, and reads what was instrumented; the exit status where the build has failed.
Expected<int> build(const BuildOptions &Options, const fs::path &Inventory,
                    const fs::path &Leaves) {
  std::error_code Failure;
  fs::remove(Inventory, Failure);
  ProcessOptions Process;
  Process.Environment = environmentOf(Inventory, Leaves);
  return runProcess(Options.Words, Process);
}

/// So that the next build compiles them.
void touch(const std::set<std::string> &Files) {
  for (const std::string &File : Files) {
    std::error_code Failure;
    fs::last_write_time(File, fs::file_time_type::clock::now(), Failure);
    if (Failure)
      printWarning(fmt::format("{}: {}", displayText(File), Failure.message()));
  }
}

ExitCode runBuild(const BuildOptions &Options) {
  if (Options.Words.empty())
    return failUsage({"no build command given (allocsite build -- make)"}, "build");
  std::error_code Failure;
  fs::path Directory = fs::absolute(Options.Directory);
  fs::create_directories(Directory, Failure);
  if (Failure)
    return fail({fmt::format("{}: {}", displayText(Directory.string()), Failure.message())});
  if (Directory.string().find('\'') != std::string::npos)
    return fail(
        {fmt::format("{}: no quote may be in the name", displayText(Directory.string()))});
  const fs::path File = Directory / "inventory.jsonl", List = Directory / "leaves";
  std::set<std::string> First;
  for (bool KnowsLeaves : {false, true}) {
    if (KnowsLeaves && !Options.Twice)
      break;
    auto Status = build(Options, File, KnowsLeaves ? List : fs::path());
    if (!Status)
      return fail(Status.error());
    if (*Status) {
      printError(fmt::format("{}: the build has ended with status {}",
                             displayText(Options.Words.front()), *Status));
      return static_cast<ExitCode>(*Status);
    }
    NameTable Names;
    Inventory Known(Names);
    if (fs::exists(File, Failure))
      if (auto Problem = Known.readFile(File))
        return fail(*Problem);
    BuildSummary Summary = summarise(Known, Names);
    if (auto Problem = writeAnswer(buildSummaryText(Summary, KnowsLeaves || Options.Twice)))
      return fail(*Problem);
    if (Summary.Files.empty())
      return InputProblem;
    if (KnowsLeaves) {
      if (Summary.Files.size() < First.size())
        printWarning(fmt::format("the second build compiled {} of {} files: the others know "
                                 "nothing of the first",
                                 Summary.Files.size(), First.size()));
      break;
    }
    First = Summary.Files;
    if (Options.Twice) {
      Leaves Found = findLeaves(Known, Names);
      if (auto Problem = writeNewFile(List, leavesText(Found, Known.modules().size(), Names)))
        return fail(*Problem);
      printNote(fmt::format("{} of {} functions lead to no allocation: calls of them cost "
                            "nothing in the second build",
                            Found.Symbols.size(), Found.Functions));
      touch(First);
    }
  }
  return Fine;
}

} // namespace

Command allocsite::addBuildCommand(CLI::App &To) {
  auto Options = std::make_shared<BuildOptions>();
  CLI::App &App = *To.add_subcommand("build", "Run a build that compiles with AllocSite");
  App.add_flag("--twice", Options->Twice,
               "Build again with what the first build has learned: the profile\n"
               "costs less. Sources are touched, so that they are compiled anew");
  App.add_option("--directory", Options->Directory,
                 "Where to keep inventory.jsonl, and leaves (allocsite-build)")
      ->type_name("DIR");
  App.footer("Examples:\n"
             "  allocsite build -- make -j4\n"
             "  allocsite build --twice -- sh -c './configure && make'\n"
             "  allocsite sites --inventory allocsite-build/inventory.jsonl app.csv\n\n"
             "Sets CC and CXX for this build. The exit status is the build's, or 1 where\n"
             "nothing was compiled.");
  return {&App, [Options] { return runBuild(*Options); }, &Options->Words};
}
