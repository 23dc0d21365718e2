//===- Compilation.cpp - What the process alone says of a compilation ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <vector>

using namespace llvm;

namespace allocsite {

/// `app-3f2a91.o`, of `app.c`, in the directory of temporary files.
static bool isTemporary(StringRef Object, StringRef Source) {
  SmallString<128> Directory;
  sys::path::system_temp_directory(true, Directory);
  StringRef Name = sys::path::filename(Object);
  return sys::path::parent_path(Object) == Directory.str() &&
         Name.consume_front(sys::path::stem(Source)) && Name.consume_front("-") &&
         Name.find_first_not_of("0123456789abcdef") >= 6 && Name.contains('.');
}

namespace {

/// The command line of this process, with response files (@FILE) expanded; empty if it
/// cannot be read.
class Arguments {
public:
  Arguments() {
    // Its size is not known before: it is read as a stream.
    auto Line = MemoryBuffer::getFileAsStream("/proc/self/cmdline");
    if (!Line)
      return;
    Text = std::move(*Line);
    SmallVector<StringRef, 64> Parts;
    Text->getBuffer().split(Parts, '\0');
    SmallVector<const char *, 64> Given; // each ends where the next begins
    for (StringRef Part : Parts)
      if (Part.end() != Text->getBufferEnd())
        Given.push_back(Part.data());
    cl::ExpandResponseFiles(Saver, cl::TokenizeGNUCommandLine, Given);
    All.assign(Given.begin(), Given.end());
  }

  size_t size() const { return All.size(); }
  StringRef operator[](size_t I) const { return All[I]; }
  std::vector<StringRef>::const_iterator begin() const { return All.begin(); }
  std::vector<StringRef>::const_iterator end() const { return All.end(); }

private:
  BumpPtrAllocator Kept;
  StringSaver Saver{Kept};
  std::unique_ptr<MemoryBuffer> Text;
  std::vector<StringRef> All;
};

} // namespace

bool isForSanitizer(StringRef Kind) {
  Arguments Given;
  bool Is = false;
  for (StringRef Argument : Given) {
    SmallVector<StringRef, 4> Kinds;
    if (Argument.consume_front("-fsanitize=")) {
      Argument.split(Kinds, ',');
      Is |= is_contained(Kinds, Kind);
    } else if (Argument.consume_front("-fno-sanitize=")) {
      Argument.split(Kinds, ',');
      Is &= !is_contained(Kinds, Kind) && !is_contained(Kinds, "all");
    }
  }
  return Is;
}

bool isForeignCrate() {
  // Crates of the program's own workspace are compiled in that of the workspace, or are primary.
  const char *Directory = std::getenv("CARGO_MANIFEST_DIR");
  bool IsHere = false;
  return Directory && !std::getenv("CARGO_PRIMARY_PACKAGE") &&
         !sys::fs::equivalent(Directory, ".", IsHere) && IsHere;
}

bool isRustc() {
  // By which LLVM's functions write to a String of rustc; rustc_driver exports it.
  static const bool Is = dlsym(RTLD_DEFAULT, "LLVMRustStringWriteImpl");
  return Is;
}

static std::optional<bool> (*AnswerOfWarnings)() = nullptr;

void askOfWarnings(std::optional<bool> (*Answer)()) { AnswerOfWarnings = Answer; }

bool warningsAreErrors() {
  if (AnswerOfWarnings)
    if (std::optional<bool> Answer = AnswerOfWarnings())
      return *Answer;
  Arguments Given;
  bool All = false;
  std::optional<bool> Ours; // the last word on the group that plugins' warnings are in
  for (StringRef Argument : Given) {
    if (Argument == "-Werror" || Argument == "-Wno-error")
      All = Argument == "-Werror";
    else if (Argument == "-Werror=backend-plugin" || Argument == "-Wno-error=backend-plugin")
      Ours = Argument == "-Werror=backend-plugin";
  }
  return Ours.value_or(All);
}

std::string variantOf(StringRef Source) {
  Arguments Given;
  StringRef Object;
  std::string Macros;
  for (size_t I = 0; I < Given.size(); ++I) {
    StringRef Argument = Given[I];
    bool Joined = Argument.size() > 2;
    StringRef Option = Argument.take_front(2);
    // -oFILE is not looked for: -opt-record-file is another option.
    if (Option != "-D" && Option != "-U" && Argument != "-o")
      continue;
    if (!Joined && I + 1 == Given.size())
      break;
    StringRef Value = Joined ? Argument.drop_front(2) : Given[++I];
    if (Option == "-o")
      Object = Value;
    else
      Macros += ((Macros.empty() ? "" : " ") + Option + Value).str();
  }
  return Object.empty() || Object == "-" || isTemporary(Object, Source) ? Macros
                                                                        : Object.str();
}

/// A sanitizer takes the return address of its allocator for the caller, also in functions
/// that it does not instrument.
bool isSanitized(const Module &M) {
  return any_of(M,
                [](const Function &F) {
                  return F.hasFnAttribute(Attribute::SanitizeAddress) ||
                         F.hasFnAttribute(Attribute::SanitizeHWAddress) ||
                         F.hasFnAttribute(Attribute::SanitizeMemory) ||
                         F.hasFnAttribute(Attribute::SanitizeThread);
                }) ||
         isForSanitizer("leak");
}

} // namespace allocsite
