//===- BuildCommand.cpp - allocsite build: one build with AllocSite ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a build with CC=allocsite-clang and CXX=allocsite-clang++, then reads the inventory
// written by the compilations and reports what was instrumented. With --twice it builds again
// with the list of leaf functions learned from the first build (leaves=); it touches the
// sources before, so that every build system compiles them.
//
//   allocsite-build/bin/gcc, cc, clang++, …   allocsite-clang under the names that a makefile
//                                             may give its compiler; first in PATH
//                   bin/rustc                 allocsite-rustc; RUSTC_WRAPPER names it to cargo
//                   inventory.jsonl           sites and rules, written by the compilations
//                   compile_commands.json     how files were compiled, for discover
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "driver/Invocation.h"
#include "driver/PassOptions.h"
#include "driver/Process.h"
#include "driver/RustInvocation.h"
#include "driver/Toolchain.h"
#include "inventory/Inventory.h"
#include "inventory/Leaves.h"
#include "profile/Expected.h"
#include "show/BuildSummary.h"
#include "show/NothingCompiled.h"
#include "support/DisplayText.h"
#include "support/JsonObject.h"
#include "support/Message.h"
#include "support/NewFile.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

using namespace allocsite;
namespace fs = std::filesystem;

namespace {

// allocsite-clang appends a line for each compilation, as {"directory": …, "file": …,
// "arguments": […]}. They become the compilation database that `allocsite discover -p` and
// other tools of clang read.

/// The path of the source file of the entry \p Line; "" if it is no entry.
std::string sourceOf(const std::string &Line) {
  JsonObject Its;
  const bool IsWhole = !Its.read(Line).IsError();
  auto File = Its.text("file"), Directory = Its.text("directory");
  return IsWhole && File && Directory && !File->empty() && !Directory->empty()
             ? absolutePath(*Directory, *File)
             : "";
}

/// Adds the entries of \p From to \p BySource, which is keyed by source file. False if a line
/// is neither an entry nor a bracket: then another program has written the file.
bool readLines(const fs::path &From,
               std::map<std::string, std::vector<std::string>> &BySource) {
  std::error_code Ignored;
  std::map<std::string, std::vector<std::string>> Its;
  std::ifstream File(From, std::ios::binary);
  bool IsOurs = true;
  for (std::string Line; std::getline(File, Line);) {
    if (!Line.empty() && Line.back() == ',')
      Line.pop_back();
    std::string Source = sourceOf(Line);
    IsOurs &= !Source.empty() || Line.empty() || Line == "[" || Line == "]";
    if (!Source.empty() && !isProbeOfBuildSystem(Source) && fs::exists(Source, Ignored))
      Its[Source].push_back(std::move(Line));
  }
  for (auto &[Source, Commands] : Its)
    BySource[Source] = std::move(Commands);
  return IsOurs;
}

/// Moves the entries of the file \p Lines, which is removed, into \p Database. Its entries for
/// other files stay, unless those files are gone. Leaves out the programs with which a build
/// system tests the compiler.
MaybeError collectCommands(const fs::path &Lines, const fs::path &Database) {
  std::map<std::string, std::vector<std::string>> BySource; // which may make several objects
  std::error_code Ignored;
  if (!fs::exists(Lines, Ignored))
    return {};
  const bool IsOurs = readLines(Database, BySource);
  readLines(Lines, BySource);
  fs::remove(Lines, Ignored);
  if (!IsOurs) {
    printWarning(displayText(Database.string()) +
                 ": not a file of AllocSite; it is left as it is");
    return {};
  }
  std::string Text;
  for (const auto &[Source, Commands] : BySource)
    for (const std::string &Each : Commands)
      Text += (Text.empty() ? "[\n" : ",\n") + Each;
  return Text.empty() ? MaybeError() : writeNewFile(Database, Text + "\n]\n");
}

struct BuildOptions {
  std::vector<std::string> Words;
  std::string Directory = "allocsite-build";
  bool Twice = false, KeepsPath = false;
};

constexpr const char *CompilerNames[] = {"cc",
                                         "c++",
                                         "gcc",
                                         "g++",
                                         "clang",
                                         "clang++",
                                         "x86_64-linux-gnu-gcc",
                                         "x86_64-linux-gnu-g++",
                                         "aarch64-linux-gnu-gcc",
                                         "aarch64-linux-gnu-g++"};

/// Whether \p Word names a compiler that we take the place of, such as /usr/bin/gcc-12.
bool isCompiler(std::string_view Word) {
  Word.remove_prefix(Word.rfind('/') + 1);
  for (std::string_view Name : CompilerNames)
    if (Word.substr(0, Name.size()) == Name &&
        (Word.size() == Name.size() ||
         (Word[Name.size()] == '-' &&
          Word.find_first_not_of("0123456789.", Name.size() + 1) == Word.npos)))
      return true;
  return false;
}

/// The value of \p Variable with the compiler's name replaced by \p Compiler: the other words
/// of `ccache gcc -std=gnu89` stay.
std::string withCompiler(const char *Variable, const std::string &Compiler) {
  const char *Given = std::getenv(Variable);
  const std::string Value = Given ? Given : "";
  for (size_t At = 0, End; (At = Value.find_first_not_of(' ', At)) != Value.npos; At = End) {
    End = std::min(Value.find(' ', At), Value.size());
    const std::string_view Word = std::string_view(Value).substr(At, End - At);
    if (!isCompiler(Word))
      continue;
    const std::string Target = targetOfName(Word);
    return std::string(Value).replace(
        At, End - At, Compiler + (Target.empty() ? "" : " --target=" + Target));
  }
  if (Value.find_first_not_of(' ') != Value.npos &&
      Value.find("allocsite-clang") == Value.npos)
    printNote(
        fmt::format("{}={}: allocsite-clang takes its place", Variable, displayText(Value)));
  return Value.find("allocsite-clang") == Value.npos ? Compiler : Value;
}

/// The value of RUSTC_WRAPPER, or of the setting of cargo that has the same meaning; none if
/// neither is set.
std::optional<std::string> rustWrapper() {
  for (const char *Each : {"RUSTC_WRAPPER", "CARGO_BUILD_RUSTC_WRAPPER"})
    if (const char *Value = std::getenv(Each))
      return Value;
  return std::nullopt;
}

/// Adds what makes cargo call allocsite-rustc of \p Commands for each crate.
void addRust(std::vector<std::string> &Environment, const std::string &Commands) {
  Environment.push_back("RUSTC_WRAPPER=" + Commands + "/allocsite-rustc");
  // Cargo keeps the answer of `rustc -vV`, which differs with the options of the plugin.
  Environment.push_back("CARGO_CACHE_RUSTC_INFO=0");
  // What runs while compiling is told apart, also from what the program uses of the same crate.
  for (const char *Profile : {"DEV", "RELEASE"}) // which all others inherit
    Environment.push_back(
        fmt::format("CARGO_PROFILE_{}_BUILD_OVERRIDE_CODEGEN_UNITS={}", Profile, UnitsOfHost));
  auto Given = rustWrapper();
  if (!Given)
    return;
  const std::string Name = fs::path(*Given).filename();
  if (Name == "sccache")
    printNote(
        fmt::format("RUSTC_WRAPPER={}: left out, since what a cache answers for is in no "
                    "inventory",
                    displayText(*Given)));
  Environment.push_back(RustWrapperVariable + std::string("=") +
                        (Name == "sccache" || Name == "allocsite-rustc" ? "" : *Given));
}

/// Makes \p Directory and links allocsite-clang there under the names of compilers: makefiles
/// and scripts that name a compiler themselves then call it.
MaybeError nameCompilers(const fs::path &Directory, const std::string &Commands) {
  std::error_code Failure;
  fs::create_directories(Directory, Failure);
  auto add = [&](const std::string &Each, const fs::path &To) {
    const fs::path Link = Directory / Each;
    std::error_code NoLink;
    const fs::path Before = fs::read_symlink(Link, NoLink);
    if (Failure || Before == To) // already right; another build may be using it
      return;
    if (Before.filename() == To.filename())
      fs::remove(Link, Failure);
    if (!Failure)
      fs::create_symlink(To, Link, Failure);
  };
  for (const std::string Name : CompilerNames) {
    const bool IsCxx = Name.find("++") != Name.npos;
    const fs::path To = Commands + (IsCxx ? "/allocsite-clang++" : "/allocsite-clang");
    add(Name, To);
    for (unsigned Version = 4; Version != 40; ++Version)
      if (std::string Each = fmt::format("{}-{}", Name, Version); !findProgram(Each).empty())
        add(Each, To);
  }
  if (!findProgram("rustc").empty())
    add("rustc", Commands + "/allocsite-rustc");
  if (Failure)
    return Error{fmt::format("{}: {}", displayText(Directory.string()), Failure.message())};
  return {};
}

/// The environment of a build in \p Directory that writes \p Inventory and reads \p Leaves, if
/// not empty.
std::vector<std::string> environmentOf(const BuildOptions &Asked, const fs::path &Directory,
                                       const fs::path &Inventory, const fs::path &Leaves) {
  const std::string Commands = Installation::ofThisCommand().Commands;
  // Compilers run in other directories, too: cargo's in that of each crate.
  PassOptions Options = PassOptions::ofEnvironment();
  Options.makePathsAbsolute();
  Options.add("inventory", Inventory);
  if (!Leaves.empty())
    Options.add("leaves", Leaves);
  // Disable ccache: a cached file would be missing from the inventory, and the cache does not
  // know these options.
  std::vector<std::string> Environment = {"ALLOCSITE_PASS_OPTIONS=" + Options.text(),
                                          "CCACHE_DISABLE=1",
                                          BuildingVariable + ("=" + Directory.string())};
  for (const char *Each : {"CC", "OBJC"})
    Environment.push_back(Each + ("=" + withCompiler(Each, Commands + "/allocsite-clang")));
  for (const char *Each : {"CXX", "OBJCXX"})
    Environment.push_back(Each + ("=" + withCompiler(Each, Commands + "/allocsite-clang++")));
  addRust(Environment, Commands);
  const char *Path = std::getenv("PATH");
  if (!Asked.KeepsPath)
    Environment.push_back(fmt::format("PATH={}/bin:{}", Directory.string(),
                                      Path ? Path : "/usr/local/bin:/usr/bin:/bin"));
  return Environment;
}

/// Warns during a build, once, if another compiler has made the first object: the build may
/// take long.
class FirstObject {
public:
  FirstObject(fs::path Inventory, fs::file_time_type Start)
      : Inventory(std::move(Inventory)), Start(Start), Thread([this] { watch(); }) {}
  FirstObject(const FirstObject &) = delete;
  ~FirstObject() {
    {
      std::lock_guard<std::mutex> Guard(Lock);
      HasEnded = true;
    }
    Ended.notify_one();
    Thread.join();
  }

private:
  void watch() {
    using namespace std::chrono;
    const fs::path Top = fs::current_path();
    std::unique_lock<std::mutex> Guard(Lock);
    // Spend at most a twentieth of the time on walking through the files.
    for (auto Wait = nanoseconds(500ms);
         !Ended.wait_for(Guard, Wait, [&] { return HasEnded; });) {
      std::error_code Failure;
      if (fs::file_size(Inventory, Failure) && !Failure)
        return;
      const auto Before = steady_clock::now();
      if (auto Found = findObjectOfOtherCompiler(Top, Start))
        return printWarning(Found->What);
      Wait = std::max<nanoseconds>(500ms, (steady_clock::now() - Before) * 20);
    }
  }

  const fs::path Inventory;
  const fs::file_time_type Start;
  std::mutex Lock;
  std::condition_variable Ended;
  bool HasEnded = false;
  std::thread Thread;
};

/// The inventory that the compilations of a build write. If nothing is compiled, puts back the
/// file of the previous build, which is then still valid.
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

/// What allocsite-rustc tells of a build (tellBuild() in driver/rustc.cpp).
struct RustCalls {
  bool HasCargo = false;
  std::string LeftTarget; ///< One for which nothing is instrumented, or "".

  /// Reads and removes \p File.
  explicit RustCalls(const fs::path &File) {
    std::ifstream Input(File);
    for (std::string Line; std::getline(Input, Line);) {
      HasCargo |= Line == "asked";
      if (Line.compare(0, 5, "left ") == 0)
        LeftTarget = Line.substr(5);
    }
    std::error_code Ignored;
    fs::remove(File, Ignored);
  }
};

/// The current time of the file system that holds \p Directory, whose clock may differ or be
/// coarser.
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

/// Sets the time of \p Files to now, so that the next build compiles them.
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
    return failUsage({"no build command given (hint: allocsite build -- make)"}, "build");
  std::error_code Failure;
  fs::path Directory = fs::absolute(Options.Directory);
  fs::create_directories(Directory, Failure);
  if (Failure)
    return fail({fmt::format("{}: {}", displayText(Directory.string()), Failure.message())});
  if (Directory.string().find('\'') != std::string::npos)
    return fail(
        {fmt::format("{}: no quote may be in the name", displayText(Directory.string()))});
  if (!Options.KeepsPath)
    if (auto Problem =
            nameCompilers(Directory / "bin", Installation::ofThisCommand().Commands))
      return fail(*Problem);
  const fs::path List = Directory / "leaves", Commands = Directory / "commands.jsonl";
  size_t First = 0;
  if (Options.Twice) // both builds depend on the list
    if (auto Problem = writeNewFile(List, ""))
      return fail(*Problem);
  for (bool KnowsLeaves : {false, true}) {
    if (KnowsLeaves && !Options.Twice)
      break;
    auto Start = timeOfFiles(Directory);
    if (!Start)
      return fail(Start.error());
    const InventoryFile File(Directory / "inventory.jsonl");
    ProcessOptions Process;
    Process.Environment =
        environmentOf(Options, Directory, File.Path, Options.Twice ? List : fs::path());
    std::vector<std::string> Words = Options.Words;
    // The program is looked up in this process's PATH, which does not have this directory.
    if (fs::path Named = Directory / "bin" / Words[0];
        !Options.KeepsPath && fs::path(Words[0]).filename() == Words[0] &&
        fs::exists(Named, Failure))
      Words[0] = Named;
    RustCalls{Directory / "rustc"}; // of a build that was interrupted
    Expected<int> Status = 0;
    {
      FirstObject Watch(File.Path, *Start);
      Status = runProcess(Words, Process);
    }
    if (auto Problem = collectCommands(Commands, Directory / "compile_commands.json"))
      printWarning(Problem->What);
    const RustCalls Rust(Directory / "rustc");
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
    if (!Rust.LeftTarget.empty())
      printWarning(fmt::format("what rustc has made for {} is not instrumented",
                               displayText(Rust.LeftTarget)));
    if (Summary.isEmpty() && Rust.HasCargo && Rust.LeftTarget.empty() && !Options.Twice) {
      printNote(
          "nothing was compiled: for cargo everything is as an earlier `allocsite build` "
          "has left it");
      break;
    }
    if (Summary.isEmpty())
      return fail(whyNothingWasCompiled(Options.Words, fs::current_path(), *Start));
    if (auto Problem = writeAnswer(
            buildSummaryText(Summary, Options.Directory, KnowsLeaves || Options.Twice)))
      return fail(*Problem);
    if (KnowsLeaves) {
      const size_t Second = Summary.Files.size() + Summary.Crates.size();
      if (Second < First)
        printWarning(fmt::format("the second build compiled {} of {} files: the others know "
                                 "nothing of the first",
                                 Second, First));
      break;
    }
    First = Summary.Files.size() + Summary.Crates.size();
    if (Options.Twice) {
      Leaves Found = findLeaves(Known, Names);
      if (auto Problem = writeNewFile(List, leavesText(Found, Known.modules().size(), Names)))
        return fail(*Problem);
      printNote(fmt::format("{} of {} functions lead to no allocation: calls of them cost "
                            "nothing in the second build",
                            Found.Symbols.size(), Found.Functions));
      touch(Summary.Files);
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
                 "Where to keep inventory.jsonl, compile_commands.json, and leaves\n"
                 "(allocsite-build)")
      ->type_name("DIR");
  App.add_flag("--keep-path", Options->KeepsPath,
               "Leave PATH as it is: a build that calls gcc, cc or clang by name, and\n"
               "not by CC, gets that compiler");
  App.footer(
      "Examples:\n"
      "  allocsite build -- make -j4\n"
      "  allocsite build --twice -- sh -c './configure && make'\n"
      "  allocsite build -- cargo build --release\n"
      "  allocsite sites --inventory allocsite-build/inventory.jsonl app.csv\n\n"
      "Sets CC and CXX for this build, and allocsite-clang is what it finds as gcc, cc\n"
      "or clang. cargo compiles by allocsite-rustc. The exit status is the build's, or 1\n"
      "where nothing was compiled.");
  return {&App, [Options] { return runBuild(*Options); }, &Options->Words};
}
