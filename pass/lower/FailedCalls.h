//===- FailedCalls.h - Calls of allocators that made nothing ----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call that fails must not count as bytes that nobody got. It counts under a key of its
// own, whose site has ALLOCSITE_SITE_FAILED. Gates look at the result themselves; else the
// count is told by which of two words its tags are to begin with:
//
//     p = calloc(n, 8)
//     p = (*count_behind)(p, p || !size ? &tags[k] : &failed_tags[k], context, size)
//
// Where an allocator was inlined, or its call is a musttail call, there is no result to look
// at. Where the call still stands before its marker (SitePlan::resultAt), there is.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_FAILEDCALLS_H
#define ALLOCSITE_PASS_LOWER_FAILEDCALLS_H

#include "ThreadState.h"

namespace allocsite {

/// Emits an i1: the call whose result tells it, `Result`, has failed to make `Size` bytes. A
/// null for no bytes is no failure: so `realloc` says that it has freed. Null where `Result`
/// is, or the call does not return when it fails.
llvm::Value *emitHasFailed(llvm::IRBuilder<> &Builder, llvm::CallBase *Result,
                           llvm::Value *Size);

/// Lets the counts behind calls tell the failures: when those that gates count are gone.
void countFailuresBehind(ThreadState &Thread);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_FAILEDCALLS_H
