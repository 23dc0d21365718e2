//===- ToyWriter.cpp - The leaf and the bytes of each sample --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"

using namespace allocsite;

static MaybeError write(const Samples &From, ByteSink &To) {
  for (const Sample &Each : From.All) {
    To.write(From.Texts[From.leaf(Each).Function]);
    To.write(' ' + std::to_string(From.value(Each, From.mainMeasure())) + '\n');
  }
  return {};
}

const Writer allocsite::ToyWriter = {"toy", "a test", false, write};
