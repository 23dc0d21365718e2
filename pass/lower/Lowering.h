//===- Lowering.h - Carries out a plan --------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_LOWERING_H
#define ALLOCSITE_PASS_LOWER_LOWERING_H

#include "Context.h"
#include "Counter.h"
#include "PassedWords.h"
#include "PendingCounts.h"
#include "ThreadState.h"
#include "plan/Plan.h"
#include "support/Calls.h"

namespace allocsite {

class LoopWords;

/// What has to be known of functions of other files.
struct LoweringQuestions {
  /// May the call not come back to where it was made?
  CallTest MayStayAway;
  /// Does LLVM know the function as one of the C library or that of C++?
  llvm::function_ref<bool(const llvm::Function &)> IsOfLibrary;
};

/// Of one module, once.
class Lowering {
public:
  /// `EmulatedTls`: see EmulatedTls.h. All but `M` must outlive this.
  Lowering(llvm::Module &M, const ModulePlan &Plan, LoweringQuestions Ask, ThreadState &Thread,
           bool EmulatedTls)
      : M(M), Plan(Plan), Ask(Ask), Thread(Thread), EmulatedTls(EmulatedTls),
        Passing(Plan.Arguments) {}

  /// Emits all code that counts and keeps the context, and takes the marks out. Functions
  /// and calls that the plan names may be others then.
  void run();

private:
  void lower(const FunctionPlan &Of);
  void lowerCalls(const FunctionPlan &Of, LoopWords &Loops, ContextWord &Context);
  llvm::SmallVector<Counted, 8> allocationsOf(const FunctionPlan &Of, LoopWords &Loops);
  bool countInRegister(const FunctionPlan &Of, llvm::SmallVectorImpl<Counted> &All);
  void emitCounts(llvm::ArrayRef<Counted> All, llvm::Function &F, ContextWord &Context);
  void emitFlushes();

  llvm::Module &M;
  const ModulePlan &Plan;
  const LoweringQuestions Ask;
  ThreadState &Thread;
  const bool EmulatedTls;
  PassedWords Passing;
  RecursionCounts Recursions;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_LOWERING_H
