//===- LoopContexts.h - The contexts of recursion that became a loop -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the context of each loop that was tail recursion (TailRecursion.h says why). A loop
// has three variables, which end up in registers:
//
//     recurse: context = push(context), next = true
//     enter:   context = next ? context : the context around the loop
//              inside = next, next = false
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLACE_LOOPCONTEXTS_H
#define ALLOCSITE_PASS_PLACE_LOOPCONTEXTS_H

#include "Context.h"
#include "plan/Plan.h"

namespace allocsite {

/// The contexts of the loops of one function.
class LoopContexts {
public:
  /// Emits the code that keeps the contexts of the loops of `Plan`.
  LoopContexts(const FunctionPlan &Plan, ThreadState &Thread, FunctionContext &Outer);

  /// The context for code in `Loop`, for use at `Before`.
  llvm::Value *context(llvm::Instruction *Before, LoopIndex Loop);

  /// `Which`, an i64, for code in `Loop`, for use at `Before`.
  llvm::Value *number(llvm::Instruction *Before, LoopIndex Loop, const Number &Which);
  /// The number of the one of `Sites` whose mark is `Mark`, an i32. With one site, `Mark` is
  /// not used.
  llvm::Value *number(llvm::Instruction *Before, LoopIndex Loop,
                      llvm::ArrayRef<SiteChoice> Sites, llvm::Value *Mark);

  /// Promotes the variables to registers. Call last.
  void finish();

private:
  struct Variables {
    llvm::AllocaInst *Context;
    llvm::AllocaInst *Next;   ///< The next `enter` comes from a branch.
    llvm::AllocaInst *Inside; ///< The last `enter` came from a branch.
  };
  Variables makeVariables();
  void track(const RecursionLoop &Loop, const Variables &Its);

  llvm::Function &F;
  ThreadState &Thread;
  FunctionContext &Outer;
  std::vector<Variables> Loops; ///< By index of the plan's loops.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLACE_LOOPCONTEXTS_H
