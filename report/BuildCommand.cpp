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
#include "render/NothingCompiled.h"
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

/// Where the compilations of a build write what they find. The file of the build before is
/// put back if nothing is compiled, since it is still true then.
class InventoryFile {
public:
  InventoryFile(fs::path File) : Path(std::move(File)), Before(Path.string() + ".before") {
    std::error_code Failure;
    fs::rename(Path, Before, Failure);
  }
  InventoryFile(const InventoryFile &) = delete;
  ~InventoryFile() {
    std::error_code Failure;
    if (fs::exists(Path, Failure))
      fs::remove(Before, Failure);
    else
      fs::rename(Before, Path, Failure);
  }

  const fs::path Path;

private:
  const fs::path Before;
};

/// The time now, as the file system that holds \p Directory has it: its clock may be another
/// one, or coarser.
Expected<fs::file_time_type> timeOfFiles(const fs::path &Directory) {
  const fs::path Mark = Directory / "start";
  if (auto Problem = writeNewFile(Mark, ""))
    return *Problem;
  std::error_code Failure, Ignored;
  auto Time = fs::last_write_time(Mark, Failure);
  fs::remove(Mark, Ignored);
  if (Failure)
    return Error{fmt::format("{}: {}", displayText(Mark.string()), Failure.message())};
  return Time;
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
  const fs::path List = Directory / "leaves";
  std::set<std::string> First;
  for (bool KnowsLeaves : {false, true}) {
    if (KnowsLeaves && !Options.Twice)
      break;
    auto Start = timeOfFiles(Directory);
    if (!Start)
      return fail(Start.error());
    const InventoryFile File(Directory / "inventory.jsonl");
    ProcessOptions Process;
    Process.Environment = environmentOf(File.Path, KnowsLeaves ? List : fs::path());
    auto Status = runProcess(Options.Words, Process);
    if (!Status)
      return fail(Status.error());
    if (*Status) {
      printError(fmt::format("{}: the build has ended with status {}",
                             displayText(Options.Words.front()), *Status));
      return static_cast<ExitCode>(*Status);
    }
    NameTable Names;
    Inventory Known(Names);
    if (fs::exists(File.Path, Failure))
      if (auto Problem = Known.readFile(File.Path))
        return fail(*Problem);
    BuildSummary Summary = summarise(Known, Names);
    if (Summary.Files.empty())
      return fail(whyNothingWasCompiled(Options.Words, fs::current_path(), *Start));
    if (auto Problem = writeAnswer(buildSummaryText(Summary, KnowsLeaves || Options.Twice)))
      return fail(*Problem);
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
