//===- Prepare.h - Small changes in front of the plan -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What plans changes no code: what it wants changed for that is done here.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PREPARE_PREPARE_H
#define ALLOCSITE_PASS_PREPARE_PREPARE_H

#include "recognise/Allocators.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// Puts a block on the normal edge of each invoke of an allocator in `F`: what throws made
/// nothing, so that is where it is counted.
void splitNormalEdges(llvm::Function &F, AllocatorTable &Allocators);

/// Makes `F` this file's own, and nobody else's.
void makeOwn(llvm::Function &F);

/// Says of calls that the compiler knows to return twice that they do.
void markReturningTwice(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PREPARE_PREPARE_H
