//===- TailCalls.h - Calls whose frame is gone while they run ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   void add(const Foo &foo) { foos.push_back(foo); }
//
// The function that grows the vector is no frame, so the site is add()'s call of it. If that
// became a jump, the site would appear in add()'s caller. An ordinary call costs a stack
// frame. A loop that is written as tail calls must not need one for each iteration, so calls
// that may be part of such a loop are not changed.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PREPARE_TAILCALLS_H
#define ALLOCSITE_PASS_PREPARE_TAILCALLS_H

#include "frames/Frames.h"
#include "recognise/Callees.h"
#include "llvm/IR/InstrTypes.h"

namespace allocsite {

/// True if code generation may turn the call into a jump: it is marked `tail` or `musttail`,
/// and only a return follows, possibly in another block.
bool replacesFrame(const llvm::CallBase &Call);

/// Prevents tail calls in `F`, except `musttail` ones.
void keepFrame(llvm::Function &F);

/// Prevents tail calls of `free` and `operator delete` in `F`: the return address identifies
/// the function that frees.
void keepFrees(llvm::Function &F);

/// Makes the tail calls of `F` that lead to allocations through a wrapper, or of a function
/// of the C++ library that this module defines, ordinary calls.
void keepFramelessTails(llvm::Function &F, NameTable &Names, FrameTable &Frames,
                        const Callees &Reach);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PREPARE_TAILCALLS_H
