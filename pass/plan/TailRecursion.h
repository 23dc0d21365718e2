//===- TailRecursion.h - Frames of recursion that became a loop -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimiser turns a function `f` that ends in a call of itself into a loop, which has no
// frames. The context keeps them: where a call has become a branch (Marks.h), the function
// pushes the id of the call on a context of the loop, as the call would have done, and counts
// under that context:
//
//     context = entry context                    {f, main}
//     loop:  count under context
//            recurse: context = push(context)    {f, f, main}, however often
//            br loop
//
// In an inlined copy, the id that is pushed first has the chain outside the copy. So inside
// the recursion the chain of a site or call ends at the copy, as if `f` had not been inlined.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_TAILRECURSION_H
#define ALLOCSITE_PASS_PLAN_TAILRECURSION_H

#include "Numbering.h"
#include "Plan.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"

namespace allocsite {

/// Turns the remaining tail calls of annotated functions of themselves into loops. Unrolling
/// leaves such a call behind, which code generation would make a jump: its frame would be
/// lost.
void finishTailRecursion(llvm::Module &M, llvm::FunctionAnalysisManager &FAM);

/// The loops of `F` that were recursion; none if a context keeps no ids (`KeptIds` is 0).
/// `SharesId`: calls of `F` share ids.
std::vector<RecursionLoop> findLoops(llvm::Function &F, bool SharesId, unsigned KeptIds,
                                     Numbering &Numbers);

/// The innermost of `Loops` that contains `Location`.
LoopIndex loopAround(llvm::ArrayRef<RecursionLoop> Loops, const llvm::DILocation *Location);

/// The number for code in `Loop`. `NumberOf` gets null for the whole inline chain, or a
/// location in the copy at which the chain ends.
Number numberIn(llvm::ArrayRef<RecursionLoop> Loops, LoopIndex Loop,
                llvm::function_ref<uint32_t(const llvm::DILocation *)> NumberOf);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_TAILRECURSION_H
