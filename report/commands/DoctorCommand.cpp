//===- DoctorCommand.cpp - allocsite doctor: does it work here? --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   plugin for LLVM 19    /opt/allocsite/lib/allocsite/AllocSite-19.so
//     clang               /usr/bin/clang-19: a small program is profiled
//   runtime               /opt/allocsite/lib/liballocsite.a
//   allocsite-clang       /usr/bin/clang-19
//   rustc                 /usr/bin/rustc: a small program is profiled
//
// For each plugin, compiles a program with clang of its version, runs it and reads its log:
// whatever is shown as fine has been tried. So with rustc, if there is one.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "driver/Process.h"
#include "driver/Toolchain.h"
#include "read/AllocationLog.h"
#include "support/DisplayText.h"
#include "support/Message.h"
#include "support/NewFile.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

using namespace allocsite;
namespace fs = std::filesystem;

namespace {

/// A temporary directory, removed with its contents at the end.
class Scratch {
public:
  Scratch() {
    std::error_code Failure;
    std::string Name = fs::temp_directory_path(Failure) / "allocsite-doctor-XXXXXX";
    if (!Failure && ::mkdtemp(Name.data()))
      Path = Name;
  }
  ~Scratch() {
    std::error_code Failure;
    if (!Path.empty())
      fs::remove_all(Path, Failure);
  }
  fs::path Path; ///< Empty if none could be made.
};

constexpr const char *SourceInC = "#include <stdlib.h>\n"
                                  "void *volatile Kept;\n"
                                  "int main(void) {\n"
                                  "  Kept = malloc(48);\n"
                                  "  return Kept ? 0 : 1;\n"
                                  "}\n";
constexpr const char *SourceInRust = "fn main() {\n"
                                     "    std::hint::black_box(Box::new([1u8; 48]));\n"
                                     "}\n";

std::string firstLine(const fs::path &File) {
  std::ifstream Input(File);
  std::string Line;
  std::getline(Input, Line);
  return displayText(Line);
}

/// Compiles \p Source, a file of that ending, by \p Compiler, runs and reads the program; returns
/// what is wrong, or "". \p Environment is the compiler's.
std::string tryCompiler(const std::string &Compiler, std::vector<std::string> Environment,
                        const char *Source, const char *Ending) {
  Scratch Place;
  if (Place.Path.empty())
    return "no temporary directory can be made";
  const fs::path File = Place.Path / (std::string("small") + Ending),
                 Program = Place.Path / "small", Output = Place.Path / "output",
                 Log = Place.Path / "small.csv";
  std::ofstream(File) << Source;
  ProcessOptions Options;
  Options.Output = Output;
  Options.Environment = std::move(Environment);
  Options.Environment.push_back("ALLOCSITE_PASS_OPTIONS=");
  auto Status = runProcess({Compiler, "-O", File, "-o", Program}, Options);
  if (!Status)
    return Status.error().What;
  if (*Status)
    return fmt::format("a small program does not compile: {}{}", firstLine(Output),
                       Place.Path.string().find('%') != std::string::npos
                           ? " (hint: clang makes no temporary files in a directory with a % "
                             "in its name: set TMPDIR to another)"
                           : "");
  Options.Environment = {"SKIP_HEAP_PROFILE=1",
                         "ALLOCSITE_OPTIONS=verbosity=0:output='" + Log.string() + "'"};
  Status = runProcess({Program}, Options);
  if (!Status)
    return Status.error().What;
  if (*Status)
    return fmt::format("a small program ends with status {}: {}", *Status, firstLine(Output));
  auto Input = InputFile::open(Log);
  if (!Input)
    return "a small program was run, and has written no log";
  NameTable Names;
  uint64_t Bytes = 0;
  auto Shape = readAllocationLog(*Input, Log, Names, [&](const LogRow *Rows, size_t Count) {
    for (size_t I = 0; I != Count; ++I)
      Bytes += Rows[I][Measure::Bytes];
    return MaybeError();
  });
  if (!Shape)
    return Shape.error().What;
  return Bytes >= 48 ? "" : "a small program was run, and its allocation is not in the log";
}

std::string tryClang(const std::string &Compiler, const std::string &Clang) {
  return tryCompiler(Compiler, {"ALLOCSITE_CLANG=" + Clang}, SourceInC, ".c");
}

ExitCode runDoctor() {
  const Installation Here = Installation::ofThisCommand();
  const std::string Compiler = Here.Commands + "/allocsite-clang";
  std::string Text;
  bool IsProfiled = false, IsWrong = false;
  auto say = [&](std::string_view What, std::string_view State) {
    Text += fmt::format("{:<22}{}\n", What, State);
  };
  auto sayFile = [&](std::string_view What, const std::string &File) {
    bool IsThere = ::access(File.c_str(), R_OK) == 0;
    IsWrong |= !IsThere;
    say(What, displayText(File) + (IsThere ? ""
                                           : ": not there; install all files of "
                                             "AllocSite under one prefix"));
  };
  sayFile("plugin loader", Here.Plugin);
  sayFile("runtime", Here.runtimeFor(ALLOCSITE_MACHINE));
  sayFile("compiler", Compiler);
  for (unsigned Major : Here.Majors) {
    say(fmt::format("plugin for LLVM {}", Major), displayText(Here.pluginFor(Major)));
    std::string Clang = findClang(Major);
    if (Clang.empty()) {
      say("  clang",
          fmt::format("not found: install clang-{}, or name it by ALLOCSITE_CLANG", Major));
      continue;
    }
    std::string Problem = tryClang(Compiler, Clang);
    IsWrong |= !Problem.empty();
    IsProfiled |= Problem.empty();
    say("  clang",
        fmt::format("{}: {}", displayText(Clang),
                    Problem.empty() ? "a small program is profiled" : displayText(Problem)));
  }
  if (Here.Majors.empty())
    say("plugins", fmt::format("none in {}/allocsite", displayText(Here.Library)));
  const char *Wanted = std::getenv("ALLOCSITE_CLANG");
  auto Chosen = chooseClang(Here, Wanted ? Wanted : "", 0);
  std::string Problem;
  if (Chosen && Wanted && *Wanted) // otherwise tried above
    Problem = tryClang(Compiler, Chosen->Path);
  if (!Chosen)
    Problem = Chosen.error().What;
  IsWrong |= !Problem.empty();
  IsProfiled |= Chosen && Problem.empty() && Wanted && *Wanted;
  say("allocsite-clang runs",
      Problem.empty() ? displayText(Chosen->Path) : displayText(Problem));
  // Without a plugin for it, C and C++ are profiled all the same.
  if (const std::string Rustc = findProgram("rustc"); !Rustc.empty()) {
    std::string Failure =
        tryCompiler(Here.Commands + "/allocsite-rustc", {}, SourceInRust, ".rs");
    say("rustc",
        fmt::format("{}: {}", displayText(Rustc),
                    Failure.empty() ? "a small program is profiled" : displayText(Failure)));
  }
  Text += IsProfiled && !IsWrong ? "all is well\n"
          : IsProfiled           ? "programs can be profiled, and something is wrong above\n"
                                 : "no program can be profiled\n";
  if (auto Failure = writeAnswer(Text))
    return fail(*Failure);
  return IsProfiled && !IsWrong ? Fine : InputProblem;
}

} // namespace

Command allocsite::addDoctorCommand(CLI::App &To) {
  CLI::App &App = *To.add_subcommand(
      "doctor", "Say which clangs and plugins there are, and whether they work");
  App.footer("Compiles and runs a small program with each clang that has a plugin, and with\n"
             "rustc. The exit status is 1 where something is wrong.");
  return {&App, runDoctor};
}
