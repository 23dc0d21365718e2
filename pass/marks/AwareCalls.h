//===- AwareCalls.h - Allocators that are told of their sites -------------===//
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

#ifndef ALLOCSITE_PASS_MARKS_AWARECALLS_H
#define ALLOCSITE_PASS_MARKS_AWARECALLS_H

#include "Annotation.h"
#include "llvm/IR/InstrTypes.h"

namespace allocsite {

/// What stands where a call is told of its site, and of its context.
inline constexpr Annotation SiteNote("allocsite.aware.site");
inline constexpr Annotation ContextNote("allocsite.aware.context");

/// Why this call of an aware allocator stays as it is, "" where it need not.
llvm::StringRef reasonForUnaware(const llvm::CallBase &Call);

/// Puts a call of `Aware` in the place of `Call`, which is gone then. It is told of
/// the site `Id`.
llvm::CallBase *callAware(llvm::CallBase &Call, llvm::StringRef Aware, unsigned Id);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_AWARECALLS_H
