//===- NothingCompiled.cpp - Why a build has compiled nothing with AllocSite -===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NothingCompiled.h"
#include "BuildSummary.h"
#include "support/DisplayText.h"

#include <cstring>
#include <elf.h>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

using namespace allocsite;
namespace fs = std::filesystem;

namespace {

enum class FileKind { Other, Program, Object };

struct BuiltFile {
  FileKind Kind = FileKind::Other;
  fs::path Path;
};

FileKind kindOf(const fs::path &File) {
  unsigned char Start[EI_NIDENT + 2] = {};
  std::ifstream(File, std::ios::binary).read(reinterpret_cast<char *>(Start), sizeof(Start));
  if (std::memcmp(Start, "BC\xc0\xde", 4) == 0) // -flto
    return FileKind::Object;
  if (std::memcmp(Start, ELFMAG, SELFMAG) != 0)
    return FileKind::Other;
  return Start[EI_NIDENT] == ET_REL ? FileKind::Object : FileKind::Program;
}

/// A new object file, or else a new program or shared library; the first by name.
BuiltFile findNewFile(const fs::path &Top, fs::file_time_type Start) {
  BuiltFile Found;
  std::error_code Failure;
  for (fs::recursive_directory_iterator
           Entry(Top, fs::directory_options::skip_permission_denied, Failure),
       End;
       !Failure && Entry != End; Entry.increment(Failure)) {
    std::error_code Ignored;
    if (Entry->is_directory(Ignored) && Entry->path().filename() == ".git")
      Entry.disable_recursion_pending();
    if (!Entry->is_regular_file(Ignored) || Entry->is_symlink(Ignored) ||
        Entry->last_write_time(Ignored) < Start || isProbeOfBuildSystem(Entry->path()))
      continue;
    FileKind Kind = kindOf(Entry->path());
    if (Kind > Found.Kind || (Kind == Found.Kind && Entry->path() < Found.Path))
      Found = {Kind, Entry->path()};
  }
  return Found;
}

std::string readAll(const fs::path &File) {
  std::ostringstream Text;
  Text << std::ifstream(File, std::ios::binary).rdbuf();
  return Text.str();
}

/// The compiler named in an object's section .comment, such as "gcc 12.2.0"; or "".
std::string compilerOf(const std::string &Object) {
  auto wordAt = [&](size_t At) {
    return displayText(
        Object.substr(At, std::min(Object.find_first_of(" \n\0", At, 3) - At, size_t(20))));
  };
  constexpr std::string_view Clang = "clang version ", Gcc = "GCC: (";
  if (size_t At = Object.rfind(Clang); At != Object.npos)
    return "clang " + wordAt(At + Clang.size());
  if (size_t At = Object.rfind(Gcc); At != Object.npos)
    if (At = Object.find(") ", At); At != Object.npos)
      return "gcc " + wordAt(At + 2);
  return "";
}

/// Says how to compile everything again.
std::string cleanHint(const std::vector<std::string> &Command) {
  std::string Program = fs::path(Command[0]).filename();
  std::string Words = fmt::format("{}", fmt::join(Command, " "));
  if (Program == "make" || Program == "gmake")
    return fmt::format("to compile everything anew: allocsite build -- {} -B",
                       displayText(Words));
  if (Program == "cmake" && Command.size() > 1 && Command[1] == "--build")
    return fmt::format("to compile everything anew: allocsite build -- {} --clean-first",
                       displayText(Words));
  if (Program == "ninja")
    return fmt::format("to compile everything anew, first: {} -t clean", displayText(Words));
  if (Program == "cargo")
    return "to compile everything anew, first: cargo clean";
  return "to compile everything anew, clean first (make clean, ninja -t clean)";
}

/// Says how to make the build that compiled \p Object use allocsite-clang.
std::string compilerHint(const fs::path &Object, const fs::path &Top) {
  auto configured = [](std::string_view Tool, std::string_view Again) {
    return fmt::format("{} has chosen the compiler before: let it configure anew, within the "
                       "command, as in allocsite build -- sh -c '{}'",
                       Tool, Again);
  };
  std::error_code Ignored;
  for (fs::path Folder = Object.parent_path();; Folder = Folder.parent_path()) {
    auto holds = [&](const char *Name) { return fs::exists(Folder / Name, Ignored); };
    if (holds("CMakeCache.txt"))
      return configured("CMake", "cmake -B new && cmake --build new");
    if (holds("meson-private"))
      return configured("Meson", "meson setup new && ninja -C new");
    if (holds("config.status"))
      return configured("configure", "./configure && make clean all");
    if (holds("SConstruct"))
      return "SCons hides the environment from the compiler: docs/build-systems.md says what "
             "to do";
    if (Folder == Top || Folder == Folder.parent_path())
      return "if the makefile names its compiler: allocsite build -- sh -c 'make -B CC=$CC "
             "CXX=$CXX'";
  }
}

} // namespace

MaybeError allocsite::findObjectOfOtherCompiler(const fs::path &Top,
                                                fs::file_time_type Start) {
  const BuiltFile New = findNewFile(Top, Start);
  if (New.Kind != FileKind::Object)
    return {};
  const std::string Bytes = readAll(New.Path), Compiler = compilerOf(Bytes);
  if (Compiler.empty() || Bytes.find("__allocsite_") != Bytes.npos)
    return {};
  return Error{fmt::format("nothing was compiled by allocsite-clang so far: {} was made by {} "
                           "(hint: {})",
                           displayText(New.Path.lexically_relative(Top).string()), Compiler,
                           compilerHint(New.Path, Top))};
}

Error allocsite::whyNothingWasCompiled(const std::vector<std::string> &Command,
                                       const fs::path &Top, fs::file_time_type Start) {
  const BuiltFile New = findNewFile(Top, Start);
  const std::string Name = displayText(New.Path.lexically_relative(Top).string());
  if (New.Kind == FileKind::Other)
    return {fmt::format("nothing was compiled: everything is up to date, no object file below "
                        "{} is new (hint: {})",
                        displayText(Top.string()), cleanHint(Command))};
  const std::string Bytes = readAll(New.Path);
  if (New.Kind == FileKind::Program && Bytes.find("__allocsite_") != Bytes.npos)
    return {fmt::format("nothing was compiled: {} was linked of objects that were there "
                        "before (hint: {})",
                        Name, cleanHint(Command))};
  std::string Compiler = compilerOf(Bytes);
  return {fmt::format("nothing was compiled by allocsite-clang: {} was made by {} (hint: {})",
                      Name, Compiler.empty() ? "another compiler" : Compiler,
                      compilerHint(New.Path, Top))};
}
