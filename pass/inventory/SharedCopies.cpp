//===- SharedCopies.cpp - Sites of functions that other objects define too --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedCopies.h"
#include "allocsite/CsvText.h"
#include "llvm/IR/GlobalAlias.h"

using namespace llvm;

namespace allocsite {

/// A weak function without a group is kept beside the other, and is left alone here: no C++.
static bool isShared(const Function &F) {
  return !F.isDeclarationForLinker() && !F.hasLocalLinkage() && F.hasComdat();
}

std::vector<const Function *> nameSharedCopies(Module &M, const SiteHolders &Holders) {
  std::vector<const Function *> Named;
  for (Function &F : M) {
    if (!isShared(F) || !Holders.count(F.getName().str()))
      continue;
    GlobalAlias::create(F.getValueType(), F.getAddressSpace(), GlobalValue::InternalLinkage,
                        F.getName() + ALLOCSITE_COUNTED_COPY, &F, &M);
    Named.push_back(&F);
  }
  return Named;
}

} // namespace allocsite
