//===- RustInvocation.cpp - Reads a command line of rustc ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RustInvocation.h"
#include "Invocation.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

using namespace allocsite;

namespace {

bool startsWith(std::string_view Word, std::string_view Start) {
  return Word.substr(0, Start.size()) == Start;
}

/// Options whose value is the next word, unless it is joined by `=` or, with one dash, directly.
constexpr std::string_view ValueOptions[] = {"--cfg",
                                             "--check-cfg",
                                             "--crate-type",
                                             "--crate-name",
                                             "--edition",
                                             "--emit",
                                             "--print",
                                             "--out-dir",
                                             "--explain",
                                             "--target",
                                             "--allow",
                                             "--warn",
                                             "--force-warn",
                                             "--deny",
                                             "--forbid",
                                             "--codegen",
                                             "--extern",
                                             "--sysroot",
                                             "--color",
                                             "--error-format",
                                             "--json",
                                             "--cap-lints",
                                             "--diagnostic-width",
                                             "--env-set",
                                             "--remap-path-prefix",
                                             "-L",
                                             "-l",
                                             "-o",
                                             "-C",
                                             "-Z",
                                             "-A",
                                             "-W",
                                             "-D",
                                             "-F"};

struct Option {
  std::string Name, Value; ///< Name "": Value is an input, or an option without value.
  size_t Words;
};

Option optionAt(const std::vector<std::string> &Words, size_t At) {
  const std::string &Word = Words[At];
  for (std::string_view Name : ValueOptions) {
    if (!startsWith(Word, Name))
      continue;
    const size_t Size = Name.size();
    if (Word.size() == Size)
      return {std::string(Name), At + 1 < Words.size() ? Words[At + 1] : "", 2};
    if (Name[1] != '-')
      return {std::string(Name), Word.substr(Word[Size] == '=' ? Size + 1 : Size), 1};
    if (Word[Size] == '=')
      return {std::string(Name), Word.substr(Size + 1), 1};
  }
  return {"", Word, 1};
}

/// With the words of response files, one on each line.
std::vector<std::string> expand(const std::vector<std::string> &Words) {
  std::vector<std::string> Expanded;
  for (const std::string &Word : Words) {
    if (startsWith(Word, "@"))
      if (std::ifstream File{Word.substr(1)}) {
        for (std::string Line; std::getline(File, Line);)
          Expanded.push_back(Line);
        continue;
      }
    Expanded.push_back(Word);
  }
  return Expanded;
}

/// The kinds and paths of `--emit=dep-info=app.d,link`.
std::vector<std::pair<std::string, std::string>> partsOf(std::string_view List) {
  std::vector<std::pair<std::string, std::string>> Parts;
  for (size_t At = 0, End; At < List.size(); At = End + 1) {
    End = std::min(List.find(',', At), List.size());
    const std::string_view Part = List.substr(At, End - At);
    const size_t Equal = std::min(Part.find('='), Part.size());
    Parts.emplace_back(Part.substr(0, Equal),
                       Equal < Part.size() ? Part.substr(Equal + 1) : "");
  }
  return Parts;
}

/// The name of a crate whose source is \p File.
std::string crateOf(std::string_view File) {
  File.remove_prefix(File.rfind('/') + 1);
  std::string Name(File.substr(0, File.find('.')));
  std::replace(Name.begin(), Name.end(), '-', '_');
  return Name;
}

bool isCodegenOption(const Option &Its) { return Its.Name == "-C" || Its.Name == "--codegen"; }

} // namespace

bool RustInvocation::isSupportedTarget() const {
  return Target.empty() || !machineOf(Target).empty();
}

RustInvocation allocsite::readRustInvocation(const std::vector<std::string> &Given) {
  const std::vector<std::string> Words = expand(Given);
  RustInvocation Found;
  std::string Input, Directory, Output, Suffix;
  bool IsQuestion = false, HasEmit = false, HasDependencies = false, IsTest = false,
       IsMacro = false, HasUnitsOfHost = false;
  for (size_t At = 0; At < Words.size();) {
    const Option Its = optionAt(Words, At);
    At += Its.Words;
    const std::string &Value = Its.Value;
    if (Its.Name.empty()) {
      IsQuestion |= Value == "-vV" || Value == "-V" || Value == "--version" || Value == "-h" ||
                    Value == "--help";
      IsTest |= Value == "--test";
      if (Value == "-" || (!Value.empty() && Value[0] != '-'))
        Input = Value;
    } else if (Its.Name == "--print" || Its.Name == "--explain") {
      // native-static-libs and link-args are printed beside the compilation.
      IsQuestion |=
          !startsWith(Value, "native-static-libs") && !startsWith(Value, "link-args");
    } else if (Its.Name == "--emit") {
      HasEmit = true;
      for (const auto &[Kind, Path] : partsOf(Value)) {
        Found.MakesCode |= Kind == "link" || Kind == "obj" || Kind == "asm" ||
                           Kind == "llvm-bc" || Kind == "llvm-ir";
        HasDependencies |= Kind == "dep-info";
        if (Kind == "dep-info" && !Path.empty())
          Found.DependencyFile = Path;
      }
    } else if (Its.Name == "--crate-name") {
      Found.Crate = Value;
    } else if (Its.Name == "--crate-type") {
      IsMacro |= Value == "proc-macro";
    } else if (Its.Name == "--target") {
      Found.Target = Value;
    } else if (Its.Name == "--out-dir") {
      Directory = Value;
    } else if (Its.Name == "-o") {
      Output = Value;
    } else if (isCodegenOption(Its) && startsWith(Value, "extra-filename=")) {
      Suffix = Value.substr(Value.find('=') + 1);
    } else if (isCodegenOption(Its) && startsWith(Value, "codegen-units=")) {
      HasUnitsOfHost = Value.substr(Value.find('=') + 1) == UnitsOfHost;
    } else if (Its.Name == "-Z") {
      IsQuestion |= startsWith(Value, "unpretty") || startsWith(Value, "no-codegen");
      Found.NamesPlugin |=
          startsWith(Value, "llvm-plugins=") && Value.find("AllocSite.so") != Value.npos;
    }
  }
  if (!HasEmit)
    Found.MakesCode = true;
  Found.MakesCode &= !IsQuestion && !Input.empty();
  if (Found.Crate.empty() && Input != "-")
    Found.Crate = crateOf(Input);
  // Cargo sets this for programs, but not for build scripts.
  const bool IsScript =
      startsWith(Found.Crate, "build_script_") && !std::getenv("CARGO_BIN_NAME");
  Found.IsForHost = HasUnitsOfHost || (!IsTest && (IsMacro || IsScript));
  if (HasDependencies && Found.DependencyFile.empty()) {
    if (Output.empty())
      Output = (Directory.empty() ? "" : Directory + '/') + Found.Crate + Suffix + ".d";
    Found.DependencyFile = std::filesystem::path(Output).replace_extension(".d");
  }
  return Found;
}

void allocsite::removeIncremental(std::vector<std::string> &Words) {
  for (size_t At = 0; At < Words.size();) {
    const Option Its = optionAt(Words, At);
    if (isCodegenOption(Its) && startsWith(Its.Value, "incremental=") &&
        At + Its.Words <= Words.size())
      Words.erase(Words.begin() + At, Words.begin() + At + Its.Words);
    else
      At += Its.Words;
  }
}
