//===- Compilation.cpp - What the command line alone says of a compilation ===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <memory>
#include <optional>

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

/// What this process was called with; null where that cannot be read.
static std::unique_ptr<MemoryBuffer> readArguments(SmallVectorImpl<StringRef> &Arguments) {
  // Its size is not known before: it is read as a stream.
  auto Line = MemoryBuffer::getFileAsStream("/proc/self/cmdline");
  if (!Line)
    return nullptr;
  (*Line)->getBuffer().split(Arguments, '\0');
  return std::move(*Line);
}

bool isForSanitizer(StringRef Kind) {
  SmallVector<StringRef, 64> Arguments;
  auto Line = readArguments(Arguments);
  bool Is = false;
  for (StringRef Argument : Arguments) {
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

bool warningsAreErrors() {
  SmallVector<StringRef, 64> Arguments;
  auto Line = readArguments(Arguments);
  bool All = false;
  std::optional<bool> Ours; // the last word on the group that plugins' warnings are in
  for (StringRef Argument : Arguments) {
    if (Argument == "-Werror" || Argument == "-Wno-error")
      All = Argument == "-Werror";
    else if (Argument == "-Werror=backend-plugin" ||
             Argument == "-Wno-error=backend-plugin")
      Ours = Argument == "-Werror=backend-plugin";
  }
  return Ours.value_or(All);
}

std::string variantOf(StringRef Source) {
  SmallVector<StringRef, 64> Arguments;
  auto Line = readArguments(Arguments);
  StringRef Object;
  std::string Macros;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    bool Joined = Argument.size() > 2;
    StringRef Option = Argument.take_front(2);
    // -oFILE is not looked for: -opt-record-file is another option.
    if (Option != "-D" && Option != "-U" && Argument != "-o")
      continue;
    if (!Joined && I + 1 == Arguments.size())
      break;
    StringRef Value = Joined ? Argument.drop_front(2) : Arguments[++I];
    if (Option == "-o")
      Object = Value;
    else
      Macros += ((Macros.empty() ? "" : " ") + Option + Value).str();
  }
  return Object.empty() || Object == "-" || isTemporary(Object, Source)
             ? Macros
             : Object.str();
}

} // namespace allocsite
