//===- Leaves.h - Shares the code that leaves without a look back -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that unwinds or jumps stores the unknown word before it does. Such code runs
// once for an exception, and C++ has it in most functions: what counts is its length.
//
//     movq $1, %fs:context    13 bytes, or
//     call allocsite.leave     5
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LEAVES_H
#define ALLOCSITE_PASS_LEAVES_H

#include "ThreadState.h"

namespace allocsite {

/// Lets all places of `M` that leave call a function that stores, where that is shorter.
void shareLeaves(ThreadState &Thread, llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LEAVES_H
