//===- Fuzzers.cpp - All fuzzers in one program ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ninja sanitized
//   sanitized/address/fuzzers logs -max_total_time=60 corpus/ test/report/fuzz/logs/
//
// One program, since all are linked to the sanitized command's objects. The first word
// chooses; the others are libFuzzer's.
//
//===----------------------------------------------------------------------===//

#include "Fuzzers.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace allocsite;

static const Fuzzer *const All[] = {&BesideFuzzer, &LogFuzzer,     &NameFuzzer,
                                    &PprofFuzzer,  &ProfileFuzzer, &WhereFuzzer};

static const Fuzzer *Chosen;

extern "C" int LLVMFuzzerInitialize(int *Count, char ***Words) {
  for (const Fuzzer *Each : All)
    if (*Count > 1 && std::strcmp(Each->Name, (*Words)[1]) == 0)
      Chosen = Each;
  if (!Chosen) {
    std::fprintf(stderr,
                 "usage: fuzzers NAME [libFuzzer's options, corpora]; NAME is one of\n");
    for (const Fuzzer *Each : All)
      std::fprintf(stderr, "  %s\n", Each->Name);
    std::exit(2);
  }
  (*Words)[1] = (*Words)[0];
  ++*Words;
  --*Count;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  return Chosen->Run(Data, Size);
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size, size_t MaxSize,
                                          unsigned Seed) {
  return Chosen->Mutate ? Chosen->Mutate(Data, Size, MaxSize, Seed)
                        : LLVMFuzzerMutate(Data, Size, MaxSize);
}
