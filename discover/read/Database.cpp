//===- Database.cpp - Which sources there are, and how to parse them --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/read/Database.h"
#include "discover/read/Compat.h"
#include "report/support/DisplayText.h"
#include "report/support/Glob.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;
namespace path = llvm::sys::path;

namespace allocsite {

/// Clang's own headers, of the version that this tool is made of.
static constexpr const char *ResourceDirectory = ALLOCSITE_CLANG_RESOURCES;

/// Errors of clang that are only warnings in gcc, which the sources may be written for.
static constexpr const char *Tolerated[] = {
    "implicit-function-declaration",
    "implicit-int",
    "int-conversion",
    "incompatible-pointer-types",
    "incompatible-function-pointer-types",
    "return-type",
    "return-mismatch",
    "narrowing",
    "c++11-narrowing",
};

static bool isSource(StringRef Path) {
  static constexpr llvm::StringLiteral Extensions[] = {
      ".c", ".cc", ".cp",   ".cxx", ".cpp",  ".CPP",  ".c++", ".C",
      ".i", ".ii", ".cppm", ".ccm", ".cxxm", ".c++m", ".ixx"};
  return is_contained(Extensions, path::extension(Path));
}

/// Whether an option only says what to write, what to warn of, or what to load.
static bool isOfNoUse(const opt::Arg &Given) {
  switch (Given.getOption().getID()) {
  case options::OPT_UNKNOWN:
  case options::OPT_INPUT:
  case options::OPT_o:
  case options::OPT_c:
  case options::OPT_S:
  case options::OPT_E:
  case options::OPT_M:
  case options::OPT_MM:
  case options::OPT_MD:
  case options::OPT_MMD:
  case options::OPT_MF:
  case options::OPT_MG:
  case options::OPT_MJ:
  case options::OPT_MP:
  case options::OPT_MQ:
  case options::OPT_MT:
  case options::OPT_MV:
  case options::OPT_mllvm:
  case options::OPT_fplugin_EQ:
  case options::OPT_fpass_plugin_EQ:
  case options::OPT_W_Joined:
  case options::OPT_Xclang:  // keepIncludes()
  case options::OPT_include: // keepIncludes()
  case options::OPT_include_pch:
  case options::OPT_emit_llvm:
  case options::OPT_save_temps:
  case options::OPT_save_temps_EQ:
  case options::OPT__analyze:
    return true;
  case options::OPT_Wp_COMMA:
    return StringRef(Given.getValue()).take_front(2) == "-M";
  default:
    return false;
  }
}

/// Headers that the command line includes: CMake hands them, and what they were
/// precompiled to, to clang's inner half. The text will do; and from there it comes back,
/// since the driver would look for another compiler's precompiled file beside it.
static void keepIncludes(const opt::InputArgList &Given, std::vector<std::string> &To) {
  std::vector<std::string> Paths = Given.getAllArgValues(options::OPT_include);
  std::vector<std::string> Inner = Given.getAllArgValues(options::OPT_Xclang);
  for (size_t Index = 0; Index + 1 < Inner.size(); ++Index)
    if (Inner[Index] == "-include")
      Paths.push_back(Inner[++Index]);
  for (const std::string &Path : Paths)
    To.insert(To.end(), {"-Xclang", "-include", "-Xclang", Path});
}

static std::vector<std::string> parserArguments(const clang::tooling::CompileCommand &From,
                                                StringRef Path) {
  std::vector<const char *> Given;
  for (const std::string &Each : ArrayRef(From.CommandLine).drop_front())
    Given.push_back(Each.c_str());
  unsigned MissingIndex, MissingCount;
  opt::InputArgList Parsed = options::parse(Given, MissingIndex, MissingCount);

  std::vector<std::string> Arguments = {
      From.CommandLine.front(), std::string("-resource-dir=") + ResourceDirectory,
      "-fsyntax-only", "-w",
      "-fno-caret-diagnostics"}; // or clang would say how many errors there were
  for (const char *Each : Tolerated)
    Arguments.push_back(std::string("-Wno-error=") + Each);
  // Where --driver-mode= stands among the rest does not matter.
  for (const opt::Arg *Each : Parsed) {
    if (isOfNoUse(*Each))
      continue;
    opt::ArgStringList Spelt;
    Each->renderAsInput(Parsed, Spelt);
    Arguments.insert(Arguments.end(), Spelt.begin(), Spelt.end());
  }
  keepIncludes(Parsed, Arguments);
  Arguments.insert(Arguments.end(), {"--", Path.str()});
  return Arguments;
}

static std::string absolutePath(StringRef Directory, StringRef File) {
  SmallString<256> Path;
  if (!path::is_absolute(File))
    Path = Directory;
  path::append(Path, File);
  path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

static bool isWanted(const std::string &Path, const std::vector<std::string> &Globs) {
  if (Globs.empty())
    return true;
  for (const std::string &Glob : Globs)
    if (matchesGlob(Glob, Path))
      return true;
  return false;
}

Expected<std::vector<SourceFile>> readDatabase(const DiscoverOptions &Options) {
  SmallString<256> File(Options.Database);
  if (sys::fs::is_directory(File))
    path::append(File, "compile_commands.json");
  if (!sys::fs::exists(File))
    return Error{displayText(std::string(File)) + ": there is no such file"};
  std::string Problem;
  std::unique_ptr<clang::tooling::CompilationDatabase> Database =
      clang::tooling::JSONCompilationDatabase::loadFromFile(
          File, Problem, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!Database) {
    while (!Problem.empty() && Problem.back() == '\n')
      Problem.pop_back();
    return Error{displayText(std::string(File)) + ": no compilation database: " + Problem};
  }
  Database = clang::tooling::inferTargetAndDriverMode(
      clang::tooling::expandResponseFiles(std::move(Database), vfs::getRealFileSystem()));

  std::vector<SourceFile> Sources;
  StringSet<> Seen;
  bool AnySource = false;
  for (const clang::tooling::CompileCommand &Each : Database->getAllCompileCommands()) {
    if (Each.CommandLine.empty() || !isSource(Each.Filename))
      continue;
    AnySource = true;
    std::string Path = absolutePath(Each.Directory, Each.Filename);
    if (isWanted(Path, Options.Sources) && Seen.insert(Path).second)
      Sources.push_back({Path, Each.Directory, parserArguments(Each, Path)});
  }
  if (!AnySource)
    return Error{displayText(std::string(File)) + ": no C or C++ source in it"};
  if (Sources.empty())
    return Error{displayText(std::string(File)) + ": no source in it matches --source"};
  return Sources;
}

} // namespace allocsite
