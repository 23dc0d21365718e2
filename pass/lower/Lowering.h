//===- Lowering.h - Carries out a plan --------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the code for a plan. If arenas are followed, the notes of their events (Marks.h)
// become calls of the runtime:
//
//     note "allocsite.event"(children, Event::Reset, %p)
//  ─▶ (*event)(Reset, %p, children, 0, 0)
//
// The creation of an arena is a site (Counter.h), because its callers matter.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_LOWERING_H
#define ALLOCSITE_PASS_LOWER_LOWERING_H

#include "Counter.h"
#include "PendingCounts.h"
#include "place/Context.h"
#include "plan/Plan.h"
#include "support/Calls.h"
#include "thread/CallLabels.h"
#include "thread/PassedContexts.h"
#include "thread/ThreadState.h"

namespace allocsite {

/// Questions about functions of other files.
struct LoweringQuestions {
  /// May the call not return to its caller?
  CallTest MayStayAway;
  /// Does LLVM know the function as one of the C or C++ library?
  llvm::function_ref<bool(const llvm::Function &)> IsOfLibrary;
};

/// Lowers the plan of one module, once.
class Lowering {
public:
  /// `EmulatedTls`: see Target.h. `Plan`, `Ask` and `Thread` must outlive this.
  Lowering(llvm::Module &M, const ModulePlan &Plan, LoweringQuestions Ask, ThreadState &Thread,
           bool EmulatedTls)
      : M(M), Plan(Plan), Ask(Ask), Thread(Thread), EmulatedTls(EmulatedTls), Labels(M),
        Passing(Plan.Arguments) {}

  /// Emits all code that counts and keeps the context, and removes the marks. Functions and
  /// calls of the plan may be replaced by others.
  void run();

private:
  void lower(const FunctionPlan &Of);
  void lowerCalls(const FunctionPlan &Of);
  llvm::SmallVector<Counted, 8> allocationsOf(const FunctionPlan &Of,
                                              FunctionContext &InFunction);
  bool countInRegister(const FunctionPlan &Of, llvm::SmallVectorImpl<Counted> &All);
  void emitCounts(llvm::ArrayRef<Counted> All, llvm::Function &F, FunctionContext &Context);
  void emitFlushes();

  llvm::Module &M;
  const ModulePlan &Plan;
  const LoweringQuestions Ask;
  ThreadState &Thread;
  const bool EmulatedTls;
  CallLabels Labels;
  PassedContexts Passing;
  RecursionCounts Recursions;
};

/// Replaces each note of an arena's event in `F` by a call of the runtime, except those of
/// its creation. Returns true if there were any.
bool emitArenaEvents(llvm::Function &F, ThreadState &Thread);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_LOWERING_H
