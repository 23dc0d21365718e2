//===- CopyMarks.cpp - Copies that are one function for the profile -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyMarks.h"
#include "rules/Names.h"

using namespace llvm;

namespace allocsite {

static constexpr const char CopyAttribute[] = "allocsite.copy";

void markCopy(Function &Copy) { Copy.addFnAttr(CopyAttribute); }

bool isCopy(const Function &F) { return F.hasFnAttribute(CopyAttribute); }

StringRef symbolInProfile(const Function &F) {
  return isCopy(F) ? withoutCloneSuffix(F.getName()) : F.getName();
}

void dropCopyMarks(Module &M) {
  for (Function &F : M)
    F.removeFnAttr(CopyAttribute);
}

} // namespace allocsite
