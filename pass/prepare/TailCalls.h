//===- TailCalls.h - Calls whose frame is gone while they run ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   void add(const Foo &foo) { foos.push_back(foo); }
//
// What grows the vector is no frame, so the site is where add() calls it. A jump would
// leave it to add()'s caller, as that of all who end so. An ordinary call costs a frame of
// stack, which must not become one for each round of a loop that is written as tail calls:
// only what no such loop leads through is called so.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PREPARE_TAILCALLS_H
#define ALLOCSITE_PASS_PREPARE_TAILCALLS_H

#include "frames/Frames.h"
#include "recognise/Callees.h"
#include "llvm/IR/InstrTypes.h"

namespace allocsite {

/// True where code generation may turn the call into a jump: it is marked so,
/// and nothing but the return follows, maybe in a block of its own.
bool replacesFrame(const llvm::CallBase &Call);

/// No call of `F` will be turned into a jump, but those that have to be.
void keepFrame(llvm::Function &F);

/// No call of `F` to `free` or `operator delete` will: who calls them is who has freed.
void keepFrees(llvm::Function &F);

/// Makes the tail calls of `F` that lead to allocations through a wrapper, or of a function
/// of the C++ library that this module defines, ordinary calls.
void keepFramelessTails(llvm::Function &F, NameTable &Names, FrameTable &Frames,
                        const Callees &Reach);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PREPARE_TAILCALLS_H
