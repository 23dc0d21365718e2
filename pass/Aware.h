//===- Aware.h - Allocators that are told of their sites -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a rule says `aware=pool_alloc_at` of `pool_alloc`, the first stage calls the
// former, which takes what the latter takes, and the site and the context behind it:
//
//     %p = call ptr @pool_alloc(ptr %pool, i64 24)
//
//     %site    = call i64 @llvm.annotation.i64(i64 0, @allocsite.aware.site, …, i32 2)
//     %context = call i64 @llvm.annotation.i64(i64 0, @allocsite.aware.context, …)
//     %p = call ptr @pool_alloc_at(ptr %pool, i64 24, i64 %site, i64 %context)
//     call @llvm.var.annotation(…)                                    counts, as ever
//
// The notes cost the inliner nothing, so that a pool_alloc_at with a body is inlined as
// pool_alloc would have been. What they stand for depends on where the code is in the
// end: the last stage puts SiteBase + k and the context word there, as a counter at that
// place has them. Before the module is registered the site is 0.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AWARE_H
#define ALLOCSITE_PASS_AWARE_H

#include "Annotation.h"
#include "Context.h"
#include "Descriptor.h"
#include "SitePlan.h"
#include "TailRecursion.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace allocsite {

/// Why `Aware` cannot be called in place of the allocator `F`, which is shown as `Name`;
/// "" where it can.
std::string misfitOfAware(const llvm::Function &F, llvm::StringRef Name,
                          llvm::StringRef Aware);

/// Why this call of an aware allocator stays as it is, "" where it need not.
llvm::StringRef reasonForUnaware(const llvm::CallBase &Call);

/// Puts a call of `Aware` in the place of `Call`, which is gone then. It is told of
/// the site `Id`.
llvm::CallBase *callAware(llvm::CallBase &Call, llvm::StringRef Aware,
                          unsigned Id);

/// What the allocators that `F` calls are told.
class AwareNotes {
public:
  explicit AwareNotes(llvm::Function &F);

  /// Says where the context word will be asked for.
  void use(ContextWord &Context) const;
  /// Puts the numbers in their places.
  void fill(SitePlan &Sites, DescriptorBuilder &Descriptor,
            TailRecursion &Recursion, ThreadState &Thread);

  bool empty() const { return Sites.empty() && Contexts.empty(); }

private:
  llvm::SmallVector<llvm::Instruction *, 4> Sites, Contexts;
};

/// Takes out what is left in functions that may not be touched: nothing is known there.
void dropAwareNotes(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_AWARE_H
