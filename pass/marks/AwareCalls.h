//===- AwareCalls.h - Allocators that are told of their sites -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a rule for `pool_alloc` has `aware=pool_alloc_at`, the first stage calls the latter
// instead, with the same arguments followed by the site and the context:
//
//     %p = call ptr @pool_alloc(ptr %pool, i64 24)
//
//     %site    = call i64 @llvm.annotation.i64(i64 0, @allocsite.aware.site, …, i32 2)
//     %context = call i64 @llvm.annotation.i64(i64 0, @allocsite.aware.context, …)
//     %p = call ptr @pool_alloc_at(ptr %pool, i64 24, i64 %site, i64 %context)
//     call @llvm.var.annotation(…)                                    counts, as ever
//
// The notes cost the inliner nothing, so that a pool_alloc_at with a body is inlined as
// pool_alloc would have been. Their values depend on where the code ends up: the last stage
// replaces them by SiteBase + k and the context, as a counter at that place uses them. Before
// the module is registered the site is 0.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_AWARECALLS_H
#define ALLOCSITE_PASS_MARKS_AWARECALLS_H

#include "Annotation.h"
#include "llvm/IR/InstrTypes.h"

namespace allocsite {

/// The placeholders for the site and the context that a call is passed.
inline constexpr Annotation SiteNote("allocsite.aware.site");
inline constexpr Annotation ContextNote("allocsite.aware.context");

/// The reason why this call of an aware allocator cannot be replaced, or "".
llvm::StringRef reasonForUnaware(const llvm::CallBase &Call);

/// Replaces `Call`, which is erased, by a call of `Aware` that is passed the site `Id`.
llvm::CallBase *callAware(llvm::CallBase &Call, llvm::StringRef Aware, unsigned Id);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_AWARECALLS_H
