//===- Fuzzers.h - What is fed with hostile bytes -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fuzzer calls one reader with the bytes that libFuzzer makes. To add one: a file that
// defines it, a line here and in Fuzzers.cpp, and a folder of seeds of its name.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_TEST_FUZZERS_H
#define ALLOCSITE_TEST_FUZZERS_H

#include <cstddef>
#include <cstdint>

/// libFuzzer's own mutation of \p Data, which has room for \p MaxSize bytes.
extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

namespace allocsite {

struct Fuzzer {
  /// What the command line calls it.
  const char *Name;
  /// As LLVMFuzzerTestOneInput.
  int (*Run)(const uint8_t *Data, size_t Size);
  /// As LLVMFuzzerCustomMutator; null for libFuzzer's own.
  size_t (*Mutate)(uint8_t *Data, size_t Size, size_t MaxSize, unsigned Seed);
};

extern const Fuzzer BesideFuzzer, LogFuzzer, NameFuzzer, PprofFuzzer, ProfileFuzzer,
    WhereFuzzer;

} // namespace allocsite

#endif // ALLOCSITE_TEST_FUZZERS_H
