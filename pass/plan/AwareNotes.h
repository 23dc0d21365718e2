//===- AwareNotes.h - What allocators are told of their sites -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last stage knows which number a site has in its module, and the context there:
// they come into the places that AwareCalls.h has left for them.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_AWARENOTES_H
#define ALLOCSITE_PASS_PLAN_AWARENOTES_H

#include "SitePlan.h"
#include "TailRecursion.h"
#include "lower/Context.h"
#include "llvm/ADT/SmallVector.h"

namespace allocsite {

/// What the allocators that `F` calls are told.
class AwareNotes {
public:
  explicit AwareNotes(llvm::Function &F);

  /// Says where the context word will be asked for.
  void use(ContextWord &Context) const;
  /// Puts the numbers in their places.
  void fill(SitePlan &Sites, TailRecursion &Recursion, ThreadState &Thread);

  bool empty() const { return Sites.empty() && Contexts.empty(); }

private:
  llvm::SmallVector<llvm::Instruction *, 4> Sites, Contexts;
};

/// Takes out what is left in functions that may not be touched: nothing is known there.
void dropAwareNotes(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_AWARENOTES_H
