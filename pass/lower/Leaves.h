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
//     call allocsite.leave     5, or, before each call of __throw_length_error,
//     nothing                  0: it is a call of a function that stores and jumps there
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_LEAVES_H
#define ALLOCSITE_PASS_LOWER_LEAVES_H

#include "ThreadState.h"

namespace allocsite {

/// Lets the places of `M` that leave call functions that store, where that is shorter.
void shareLeaves(ThreadState &Thread, llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_LEAVES_H
