//===- Lowering.h - Carries out a plan --------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where arenas are followed the notes of their events (Marks.h) become calls of the runtime:
//
//     note "allocsite.event"(children, Event::Reset, %p)
//  ─▶ (*event)(Reset, %p, children, 0, 0)
//
// Where an arena is made it is a site that is told (Counter.h), since who made it matters.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_LOWERING_H
#define ALLOCSITE_PASS_LOWER_LOWERING_H

#include "Counter.h"
#include "PendingCounts.h"
#include "place/Context.h"
#include "plan/Plan.h"
#include "support/Calls.h"
#include "thread/PassedContexts.h"
#include "thread/ThreadState.h"

namespace allocsite {

class LoopContexts;

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
  /// `EmulatedTls`: see Target.h. All but `M` must outlive this.
  Lowering(llvm::Module &M, const ModulePlan &Plan, LoweringQuestions Ask, ThreadState &Thread,
           bool EmulatedTls)
      : M(M), Plan(Plan), Ask(Ask), Thread(Thread), EmulatedTls(EmulatedTls),
        Passing(Plan.Arguments) {}

  /// Emits all code that counts and keeps the context, and takes the marks out. Functions
  /// and calls that the plan names may be others then.
  void run();

private:
  void lower(const FunctionPlan &Of);
  void lowerCalls(const FunctionPlan &Of, LoopContexts &Loops, FunctionContext &Context);
  llvm::SmallVector<Counted, 8> allocationsOf(const FunctionPlan &Of, LoopContexts &Loops);
  bool countInRegister(const FunctionPlan &Of, llvm::SmallVectorImpl<Counted> &All);
  void emitCounts(llvm::ArrayRef<Counted> All, llvm::Function &F, FunctionContext &Context);
  void emitFlushes();

  llvm::Module &M;
  const ModulePlan &Plan;
  const LoweringQuestions Ask;
  ThreadState &Thread;
  const bool EmulatedTls;
  PassedContexts Passing;
  RecursionCounts Recursions;
};

/// Emits a call in the place of each such note of `F`, but for those of what is made. True
/// where there were any.
bool emitArenaEvents(llvm::Function &F, ThreadState &Thread);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_LOWERING_H
