//===- NameFuzzer.cpp - Feeds hostile names to the parser of names --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   llvm-cxxfilt < symbols | split -l 1 - corpus/
//   fuzzers names corpus/
//
//===----------------------------------------------------------------------===//

#include "Fuzzers.h"
#include "support/FunctionName.h"

#include <cstdint>
#include <cstdlib>

using namespace allocsite;

static int run(const uint8_t *Data, size_t Size) {
  std::string_view Name(reinterpret_cast<const char *>(Data), Size);
  if (spellingsOf(Name).front() != Name)
    std::abort();
  for (size_t Depth = 0; Depth != 3; ++Depth)
    foldArguments(Name, Depth);
  std::string Shorter(Name);
  for (std::string Before; Before != Shorter;) {
    Before = Shorter;
    Shorter = dropScope(Before);
    // Each step takes something off, or the mark of what was taken off alone is new.
    if (Shorter.size() > Before.size() + 3)
      std::abort();
  }
  return 0;
}

const Fuzzer allocsite::NameFuzzer = {"names", run, nullptr};
