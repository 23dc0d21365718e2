//===- Writers.cpp - The list of writers ----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"

using namespace allocsite;

const std::vector<const Writer *> &allocsite::allWriters() {
  static const std::vector<const Writer *> All = {
#define ALLOCSITE_WRITER(Name) &Name##Writer,
#include "Writers.inc"
  };
  return All;
}

const Writer *allocsite::findWriter(std::string_view Format) {
  for (const Writer *Each : allWriters())
    if (Each->Format == Format)
      return Each;
  return nullptr;
}
