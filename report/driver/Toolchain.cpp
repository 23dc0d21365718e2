//===- Toolchain.cpp - Where AllocSite's files and clangs are ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Toolchain.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

using namespace allocsite;
namespace fs = std::filesystem;

static fs::path thisCommand() {
  std::error_code Failure;
  return fs::read_symlink("/proc/self/exe", Failure);
}

Installation Installation::ofThisCommand() {
  Installation Found;
  fs::path Commands = thisCommand().parent_path();
  fs::path Library = Commands.parent_path() / ALLOCSITE_LIBRARY_DIR;
  Found.Commands = Commands;
  Found.Library = Library;
  Found.Include = Commands.parent_path() / ALLOCSITE_INCLUDE_DIR;
  Found.Plugin = Library / "AllocSite.so";
  for (unsigned Major = 99; Major; --Major)
    if (::access(Found.pluginFor(Major).c_str(), R_OK) == 0)
      Found.Majors.push_back(Major);
  return Found;
}

std::string Installation::pluginFor(unsigned Major) const {
  return Library + "/allocsite/AllocSite-" + std::to_string(Major) + ".so";
}

std::string Installation::runtimeFor(const std::string &Machine) const {
  return Library + (Machine == ALLOCSITE_MACHINE ? "" : "/allocsite/" + Machine) +
         "/liballocsite.a";
}

std::string Installation::majorsText() const {
  std::string Text;
  for (unsigned Major : Majors)
    Text.append(Text.empty() ? "" : ", ").append(std::to_string(Major));
  return Text.empty() ? "none" : Text;
}

void allocsite::leaveBuildDirectory() {
  const char *Building = std::getenv(BuildingVariable), *Given = std::getenv("PATH");
  if (!Building || !Given)
    return;
  // Not the first one where rustup has put its own in front.
  std::string Path = std::string(":") + Given + ':';
  const std::string Own = std::string(":") + Building + "/bin:";
  for (size_t At; (At = Path.find(Own)) != Path.npos;)
    Path.erase(At, Own.size() - 1);
  ::setenv("PATH", Path.substr(1, Path.size() - 2).c_str(), 1);
}

static bool isProgram(const fs::path &Path) {
  std::error_code Failure;
  return fs::is_regular_file(Path, Failure) && ::access(Path.c_str(), X_OK) == 0 &&
         !fs::equivalent(Path, "/proc/self/exe", Failure);
}

std::string allocsite::findProgram(const std::string &Name) {
  if (Name.find('/') != std::string::npos)
    return isProgram(Name) ? Name : "";
  const char *Variable = std::getenv("PATH");
  std::string Directories = Variable ? Variable : "/usr/bin:/bin";
  for (size_t Start = 0; Start <= Directories.size();) {
    size_t End = std::min(Directories.find(':', Start), Directories.size());
    std::string Directory = Directories.substr(Start, End - Start);
    fs::path Path = fs::path(Directory.empty() ? "." : Directory) / Name;
    if (isProgram(Path))
      return Path;
    Start = End + 1;
  }
  return "";
}

unsigned allocsite::majorOfPath(const std::string &Path) {
  std::error_code Failure;
  std::string Real = fs::canonical(Path, Failure);
  // The last number that stands where a version does: /usr/lib/llvm-19/bin/clang-19
  unsigned Major = 0;
  size_t Last = 0;
  for (const char *Word : {"/clang-", "/clang++-", "/llvm-", "/llvm"}) {
    size_t At = Real.rfind(Word);
    if (At == Real.npos || At < Last)
      continue;
    size_t Start = At + std::strlen(Word), End = Start;
    while (End < Real.size() && Real[End] >= '0' && Real[End] <= '9')
      ++End;
    if (End == Start || End - Start > 2)
      continue;
    Major = unsigned(std::stoul(Real.substr(Start, End - Start)));
    Last = At;
  }
  return Major;
}

std::string allocsite::findClang(unsigned Major) {
  std::string Number = std::to_string(Major);
  for (const std::string &Name : {"clang-" + Number, "/usr/lib/llvm-" + Number + "/bin/clang",
                                  "/usr/lib64/llvm" + Number + "/bin/clang"})
    if (std::string Path = findProgram(Name); !Path.empty())
      return Path;
  std::string Path = findProgram("clang");
  return !Path.empty() && majorOfPath(Path) == Major ? Path : "";
}

Expected<Clang> allocsite::chooseClang(const Installation &Of, const std::string &Wanted,
                                       unsigned Major) {
  if (!Wanted.empty()) {
    std::string Path = findProgram(Wanted);
    if (Path.empty())
      return Error{"ALLOCSITE_CLANG=" + Wanted + ": there is no such program"};
    return Clang{Path, majorOfPath(Path)};
  }
  if (Major) {
    std::string Path = findClang(Major);
    if (Path.empty())
      return Error{"there is no clang " + std::to_string(Major) +
                   " in PATH (hint: allocsite-clang takes what ALLOCSITE_CLANG names)"};
    return Clang{Path, Major};
  }
  for (unsigned Each : Of.Majors)
    if (std::string Path = findClang(Each); !Path.empty())
      return Clang{Path, Each};
  std::string Path = findProgram("clang");
  if (!Path.empty()) {
    unsigned Other = majorOfPath(Path);
    if (!Other) // the plugin tells
      return Clang{Path, 0};
    return Error{Path + " is LLVM " + std::to_string(Other) + ", plugins in " + Of.Library +
                 "/allocsite are for LLVM " + Of.majorsText() +
                 " (hint: install one of these clangs, or build AllocSite with "
                 "-DALLOCSITE_LLVM_VERSIONS=" +
                 std::to_string(Other) + ")"};
  }
  return Error{"there is no clang in PATH for a plugin in " + Of.Library +
               "/allocsite, which are for LLVM " + Of.majorsText() +
               " (hint: install it, or name it by ALLOCSITE_CLANG)"};
}
