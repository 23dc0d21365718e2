//===- Invocation.cpp - What a command line of clang asks for ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Invocation.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>

using namespace allocsite;

namespace {

struct ValueOption {
  std::string_view Spelling;
  unsigned Words;
};

constexpr ValueOption ValueOptions[] = {
#define VALUE_OPTION(Spelling, Words) {Spelling, Words},
#include "ValueOptions.inc"
};

bool startsWith(std::string_view Word, std::string_view Start) {
  return Word.substr(0, Start.size()) == Start;
}

template <size_t Count>
bool isOneOf(std::string_view Word, const std::string_view (&Words)[Count]) {
  return std::find(std::begin(Words), std::end(Words), Word) != std::end(Words);
}

/// The number of words behind \p Word that are its values.
unsigned valueWords(std::string_view Word) {
  for (const ValueOption &Each : ValueOptions)
    if (Each.Spelling == Word)
      return Each.Words;
  // One value is joined to the option, and the next word is another.
  return startsWith(Word, "-Xarch_") || startsWith(Word, "-Xopenmp-target=") ||
                 startsWith(Word, "-Xoffload-linker") || startsWith(Word, "-plugin-arg-")
             ? 1
             : 0;
}

/// True for options that stop before code is generated, whatever other options say.
bool makesNoCode(std::string_view Word) {
  static constexpr std::string_view Words[] = {"-E",
                                               "--preprocess",
                                               "-M",
                                               "--dependencies",
                                               "-MM",
                                               "--user-dependencies",
                                               "-fsyntax-only",
                                               "--precompile",
                                               "-emit-ast",
                                               "--analyze",
                                               "-rewrite-objc",
                                               "-rewrite-legacy-objc",
                                               "-verify-pch",
                                               "-module-file-info",
                                               "--migrate",
                                               "-extract-api",
                                               "--extract-api",
                                               "-emit-interface-stubs",
                                               "--version",
                                               "--help",
                                               "-help",
                                               "--help-hidden",
                                               "-dumpversion",
                                               "-dumpmachine",
                                               "--autocomplete"};
  return isOneOf(Word, Words) || startsWith(Word, "-print-") || startsWith(Word, "--print-") ||
         startsWith(Word, "-fmodule-header") || startsWith(Word, "--autocomplete=");
}

/// True if the pass handles this language, as named by -x.
bool isLanguageOfPass(std::string_view Language) {
  static constexpr std::string_view Languages[] = {"c",
                                                   "c++",
                                                   "cpp-output",
                                                   "c++-cpp-output",
                                                   "objective-c",
                                                   "objective-c++",
                                                   "objc",
                                                   "objc++",
                                                   "objc-cpp-output",
                                                   "objective-c-cpp-output",
                                                   "objc++-cpp-output",
                                                   "objective-c++-cpp-output",
                                                   "c++-module",
                                                   "c++-module-cpp-output",
                                                   "pcm",
                                                   "ir"};
  return isOneOf(Language, Languages);
}

bool isFileOfPass(std::string_view File) {
  static constexpr std::string_view Endings[] = {
      "c", "C", "cc", "CC", "cp",  "cpp",  "CPP", "cxx",  "CXX",  "c++", "C++", "i",  "ii",
      "m", "M", "mm", "mi", "mii", "cppm", "ccm", "cxxm", "c++m", "iim", "pcm", "bc", "ll"};
  std::string_view Name = File.substr(File.rfind('/') + 1);
  size_t Dot = Name.rfind('.');
  return Dot != Name.npos && isOneOf(Name.substr(Dot + 1), Endings);
}

/// True for programs with which configure tests the compiler. They are not instrumented, so
/// that configure decides as without AllocSite. For example, libtool's test declares all
/// symbols of an object as variables, and compilers reject that for the `free` that live=1
/// adds.
bool isProbe(std::string_view File) {
  return startsWith(File.substr(File.rfind('/') + 1), "conftest.");
}

/// True for headers: clang precompiles them, and links nothing.
bool isHeader(std::string_view File, std::string_view Language) {
  static constexpr std::string_view Endings[] = {"h",   "H",   "hh",  "hp", "hpp",
                                                 "hxx", "h++", "tcc", "txx"};
  if (!Language.empty())
    return Language.find("header") != Language.npos;
  std::string_view Name = File.substr(File.rfind('/') + 1);
  size_t Dot = Name.rfind('.');
  return Dot != Name.npos && isOneOf(Name.substr(Dot + 1), Endings);
}

/// The words of a response file: spaces part them, quotes and backslashes keep spaces.
std::vector<std::string> splitWords(std::string_view Text) {
  std::vector<std::string> Words;
  std::string Word;
  bool Inside = false;
  for (size_t At = 0; At < Text.size(); ++At) {
    char C = Text[At];
    if (std::string_view(" \t\r\n\f\v").find(C) != std::string_view::npos) {
      if (Inside)
        Words.push_back(std::move(Word));
      Word.clear();
      Inside = false;
      continue;
    }
    Inside = true;
    if (C == '\\' && At + 1 < Text.size()) {
      Word += Text[++At];
    } else if (C == '"' || C == '\'') {
      for (++At; At < Text.size() && Text[At] != C; ++At) {
        if (Text[At] == '\\' && At + 1 < Text.size())
          ++At;
        Word += Text[At];
      }
    } else {
      Word += C;
    }
  }
  if (Inside)
    Words.push_back(std::move(Word));
  return Words;
}

void expand(const std::vector<std::string> &Words, std::vector<std::string> &To,
            unsigned Depth, unsigned &Files) {
  constexpr unsigned MaxDepth = 20, MaxFiles = 1000; // a file may name itself, and twice
  for (const std::string &Word : Words) {
    if (Word.size() > 1 && Word[0] == '@' && Depth < MaxDepth && Files < MaxFiles) {
      ++Files;
      if (std::ifstream File{Word.substr(1), std::ios::binary}) {
        std::ostringstream Text;
        Text << File.rdbuf();
        expand(splitWords(Text.str()), To, Depth + 1, Files);
        continue;
      }
    }
    To.push_back(Word);
  }
}

} // namespace

std::string allocsite::machineOf(std::string_view Target) {
  for (std::string_view Other : {"x32", "ilp32", "android"})
    if (Target.find(Other) != Target.npos)
      return "";
  const std::string_view Machine = Target.substr(0, Target.find('-'));
  if (Target.find("linux") == Target.npos)
    return "";
  if (Machine == "x86_64" || Machine == "amd64")
    return "x86_64";
  return Machine == "aarch64" || Machine == "arm64" ? "aarch64" : "";
}

std::vector<std::string>
allocsite::expandResponseFiles(const std::vector<std::string> &Words) {
  std::vector<std::string> Expanded;
  unsigned Files = 0;
  expand(Words, Expanded, 0, Files);
  return Expanded;
}

std::string allocsite::targetOfName(std::string_view Name) {
  Name.remove_prefix(Name.rfind('/') + 1);
  constexpr std::string_view System = "-linux-gnu-";
  const size_t At = Name.find(System);
  if (At == Name.npos || Name.substr(0, At) == ALLOCSITE_MACHINE)
    return "";
  return std::string(Name.substr(0, At + System.size() - 1));
}

Invocation allocsite::readInvocation(const std::vector<std::string> &Words) {
  Invocation Found;
  bool MakesCode = true, MayLink = true, IsSupported = true, IsExecutable = true;
  bool HasSource = false, HasInput = false;
  std::string Language; // of -x; "" is by the file's ending
  for (size_t At = 0; At < Words.size(); ++At) {
    const std::string &Word = Words[At];
    if (Found.EndsOptions || Word == "-" || Word.empty() || Word[0] != '-') {
      HasInput |= !isHeader(Word, Language);
      if (isProbe(Word) ||
          !(Language.empty() ? isFileOfPass(Word) : isLanguageOfPass(Language)))
        continue;
      HasSource = true;
      if (Word != "-")
        Found.Sources.push_back(Word);
      continue;
    }
    unsigned Count = valueWords(Word);
    const std::string Value = Count && At + 1 < Words.size() ? Words[At + 1] : "";
    if (Word == "--")
      Found.EndsOptions = true;
    else if (startsWith(Word, "-cc1"))
      return {}; // -cc1 and the like: not a driver's command line
    else if (makesNoCode(Word))
      MakesCode = false;
    else if (Word == "-c" || Word == "--compile" || Word == "-S" || Word == "--assemble")
      MayLink = false;
    else if (Word == "-shared" || Word == "--shared" || Word == "-r")
      IsExecutable = false;
    else if (Word == "-x" || Word == "--language")
      Language = Value;
    else if (startsWith(Word, "-x"))
      Language = Word.substr(2);
    else if (startsWith(Word, "--language="))
      Language = Word.substr(Word.find('=') + 1);
    else if (Word == "-m32" || Word == "-mx32" || Word == "-m16")
      IsSupported = false;
    else if (Word == "-m64")
      IsSupported = true;
    else if (Word == "-target" || Word == "--target")
      Found.Machine = machineOf(Value);
    else if (startsWith(Word, "--target="))
      Found.Machine = machineOf(std::string_view(Word).substr(sizeof "--target=" - 1));
    else if (startsWith(Word, "-l") || startsWith(Word, "-Wl,") || Word == "-Xlinker")
      HasInput = true; // to clang, what the linker is given is an input
    if (Language == "none")
      Language.clear();
    const std::string &File = Value.empty() ? Word : Value;
    if ((startsWith(Word, "-fplugin=") || startsWith(Word, "-fpass-plugin=") ||
         startsWith(Word, "--config")) &&
        (File.find("AllocSite.so") != File.npos || File.find("allocsite.cfg") != File.npos))
      Found.NamesPlugin = true;
    At += Count;
  }
  Found.NamesLanguage = !Language.empty();
  IsSupported &= !Found.Machine.empty();
  Found.Compiles = MakesCode && IsSupported && HasSource;
  Found.Links = MakesCode && IsSupported && MayLink && IsExecutable && HasInput;
  return Found;
}

void allocsite::removePluginOptions(std::vector<std::string> &Words) {
  for (size_t At = 0; At + 1 < Words.size();)
    if (Words[At] == "-mllvm" && startsWith(Words[At + 1], "-allocsite-"))
      Words.erase(Words.begin() + At, Words.begin() + At + 2);
    else
      ++At;
}
