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

#include "frames/Frames.h"
#include "recognise/Allocators.h"
#include "recognise/Callees.h"
#include "recognise/PointerCalls.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// Inserts a block on the normal edge of each invoke of an allocator in `F`, to count there: a
/// call that throws has allocated nothing.
void splitNormalEdges(llvm::Function &F, AllocatorTable &Allocators);

/// Gives `F` internal linkage, outside any section group.
void makeOwn(llvm::Function &F);

/// Marks calls that may return twice with the attribute `returns_twice`.
void markReturningTwice(llvm::Module &M);

/// Removes the marks of PointerMark.h from the module, and returns the marked calls in the
/// order of the module.
PointerCalls takePointerCalls(llvm::Module &M);

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

//===----------------------------------------------------------------------===//
// A copy for the calls a function makes of itself
//
// A function that calls itself passes its context on. In a function that does little but
// allocate and call itself, loading that context costs as much as a hit. So the function gets a
// copy, which it calls instead of itself, and which is called by no other:
//
//     build(ctx):                          build(ctx):
//       count under ctx                      count under ctx
//       call build(ctx)                      call build.specialized.1(ctx)
//                                          build.specialized.1(ctx):
//                                            count under ctx
//                                            call build.specialized.1(ctx)
//
// For the profile both are one function (Frames.h), with the same sites and call sites. The
// copy's hits are inline, and those of the function if a path avoids its calls of the copy
// (InlineHits.h). If the copy pushes nothing, the thread's context does not change at any depth,
// and counts load it. Otherwise the copy takes the context in a register, even if the function has
// callers in other files (CallPlan.h). The suffix is the one that optimisers use for
// specialised copies, which tools that read symbols know.
//===----------------------------------------------------------------------===//

/// Makes copies of the short functions of `M` that do little but allocate from inlined
/// allocators and call themselves. `Can`: may the function be changed, and is it a frame?
void copyRecursions(llvm::Module &M, llvm::function_ref<bool(const llvm::Function &)> Can);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PREPARE_PREPARE_H
