//===- LoopContexts.h - The contexts of recursion that became a loop -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TailRecursion.h says why. A loop has three variables, which end up in registers:
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

/// Of one function.
class LoopContexts {
public:
  /// Emits the keeping of contexts for the loops of `Plan`.
  LoopContexts(const FunctionPlan &Plan, ThreadState &Thread, FunctionContext &Outer);

  /// The context for code in `Loop`, for use at `Before`.
  llvm::Value *context(llvm::Instruction *Before, LoopIndex Loop);

  /// `Which`, an i64, for code in `Loop`, for use at `Before`.
  llvm::Value *number(llvm::Instruction *Before, LoopIndex Loop, const Number &Which);
  /// That of the one of `Sites` whose mark is `Mark`, an i32; one site needs none.
  llvm::Value *number(llvm::Instruction *Before, LoopIndex Loop,
                      llvm::ArrayRef<SiteChoice> Sites, llvm::Value *Mark);

  /// Brings the variables into registers. Nothing may be asked afterwards.
  void finish();

private:
  struct Variables {
    llvm::AllocaInst *Context;
    llvm::AllocaInst *Next;   ///< The next `enter` is a branch's.
    llvm::AllocaInst *Inside; ///< The last one was.
  };
  Variables makeVariables();
  void track(const RecursionLoop &Loop, const Variables &Its);

  llvm::Function &F;
  ThreadState &Thread;
  FunctionContext &Outer;
  std::vector<Variables> Loops; ///< Of those of the plan.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLACE_LOOPCONTEXTS_H
