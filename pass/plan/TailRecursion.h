//===- TailRecursion.h - Frames of recursion that became a loop -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `f` that ends in a call of itself is turned into a loop, and its frames with it. They
// are kept without a stack: where a call has become a branch (Marks.h) the
// function pushes the id of the call on a context of its own, as the call would have done,
// and counts under that context:
//
//     context = entry context                    {f, main}
//     loop:  count under context
//            recurse: context = push(context)    {f, f, main}, however often
//            br loop
//
// In a copy that was inlined, what lies outside of the copy is in the chain of
// the id that is pushed first, so inside of the recursion the chain of a site or
// call ends at the copy, as if `f` were a function of its own.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_TAILRECURSION_H
#define ALLOCSITE_PASS_PLAN_TAILRECURSION_H

#include "Numbering.h"
#include "Plan.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"

namespace allocsite {

/// Makes loops of the tail calls of themselves that annotated functions still
/// have: unrolling leaves one behind that code generation would make a jump, so
/// that its frame was lost.
void finishTailRecursion(llvm::Module &M, llvm::FunctionAnalysisManager &FAM);

/// The loops of `F` that were recursion; none where a context keeps no ids. `SharesId`: calls
/// of `F` do.
std::vector<RecursionLoop> findLoops(llvm::Function &F, bool SharesId, unsigned KeptIds,
                                     Numbering &Numbers);

/// The innermost of `Loops` that code at `Location` lies in.
LoopIndex loopAround(llvm::ArrayRef<RecursionLoop> Loops, const llvm::DILocation *Location);

/// The number that stands for code in the loop. `NumberOf` gives it for the whole inline chain
/// (null), and for the chain that ends at the copy of which a location is given.
Number numberIn(llvm::ArrayRef<RecursionLoop> Loops, LoopIndex Loop,
                llvm::function_ref<uint32_t(const llvm::DILocation *)> NumberOf);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_TAILRECURSION_H
