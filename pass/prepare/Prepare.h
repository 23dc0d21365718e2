//===- Prepare.h - Small changes in front of the plan -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes to the code that planning needs; planning itself changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PREPARE_PREPARE_H
#define ALLOCSITE_PASS_PREPARE_PREPARE_H

#include "recognise/Allocators.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// Inserts a block on the normal edge of each invoke of an allocator in `F`, to count there: a
/// call that throws has allocated nothing.
void splitNormalEdges(llvm::Function &F, AllocatorTable &Allocators);

/// Gives `F` internal linkage, outside any section group.
void makeOwn(llvm::Function &F);

/// Marks calls that may return twice with the attribute `returns_twice`.
void markReturningTwice(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PREPARE_PREPARE_H
