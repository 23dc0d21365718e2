//===- Context.h - Keeps the context of one function -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function loads the context once, on the paths that need it (FlowGraph.h), pushes an id
// before each call that may lead to an allocation, and puts the context that it found
// back, where that is needed (ContextFlow.h):
//
//     entry:  ctx = load             loop:  store (ctx << 21) + id1
//                                           call f
//                                           call g         <- under the same id
//                                           br loop, done
//     done:   store ctx              <- once, not after each call of g
//             ret
//
// A function that takes its context as an argument (ContextArguments.h) does not load
// it, calls of it store nothing, and it puts the thread's context back only where its
// callers cannot.
//
// Functions that callers push nothing for, as `free`, may be defined here. Such a function
// finds a context that is not of its calls, puts that back, and runs under the unknown context
// itself.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLACE_CONTEXT_H
#define ALLOCSITE_PASS_PLACE_CONTEXT_H

#include "ContextFlow.h"
#include "FlowGraph.h"
#include "KeptContext.h"
#include "Sinking.h"
#include "thread/PassedContexts.h"
#include "thread/ThreadState.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace allocsite {

class FunctionContext {
public:
  /// `Flow`: of `F`.
  FunctionContext(ThreadState &Thread, const ContextArguments &Arguments,
                  PassedContexts &Passing, ContextFlow &Flow, llvm::Function &F)
      : Thread(Thread), Passing(Passing), Flow(Flow), F(F),
        Deferred(Arguments.deferredTo(F, Thread.keptIds())) {}

  struct Push {
    llvm::Value *Context; ///< What the id is pushed on.
    llvm::Value *Number;  ///< The id, without the module's base.
    bool UnlessNewest;    ///< Leave the context where that id is already the newest.
  };
  /// What the call of a decision to push pushes, before emit().
  void setPush(const CallDecision &Call, const Push &What) { PushOf[&Call] = What; }

  /// The context that the function runs under, at the top on first use, and where the
  /// thread's lies.
  llvm::Instruction *entryContext();
  llvm::Value *address();

  /// `At` will ask for the entry context, or where the thread's lies.
  void use(llvm::Instruction &At);

  /// The function loads or stores the context.
  bool isUsed() const { return Entry || !Flow.aborts().empty(); }

  /// Emits the loads, pushes and restores that the flow asks for, when all is said to
  /// it. Splits edges.
  void emit();

  /// Lets the context be where it is used. Call when all that uses it was emitted.
  void finish();

private:
  using Event = ContextFlow::Event;

  const Push &pushOf(const Event &E) const { return PushOf.find(&E)->second; }

  /// Of a block that was there before anything was emitted.
  bool isRepeated(const llvm::BasicBlock &Block) const {
    return Flow.graph().isRepeated(*Flow.graph().numberOf(Block));
  }
  Places whereNeeded() const;
  void completeEntry();
  void sinkEntryContext();
  void sinkFurther();
  void avoidSlots();
  void emitPushes();
  void emitRestores();
  struct Sums;
  /// `What` can share a sum with `First`, or, if that is null, with any.
  bool isAlike(const Push &What, const Push *First);
  Sums findSums(Frequencies &Often);
  llvm::Value *emitFirst(const Sums &Shared, const Event &E, llvm::IRBuilder<> &Builder);
  llvm::Value *emitSum(const Sums &Shared, const Event &E, llvm::IRBuilder<> &Builder);
  void emitPushesTogether(Frequencies &Often);
  void emitContextOf(const Event &E, llvm::Value *Context, llvm::IRBuilder<> &Builder);
  llvm::Value *keptEntry(llvm::IRBuilder<> &Builder);
  llvm::Value *keptFound(llvm::IRBuilder<> &Builder);
  llvm::Value *keep(KeptContext &As, llvm::Value &Context, llvm::IRBuilder<> &Builder);
  llvm::Value *emitPushed(const Push &What, llvm::IRBuilder<> &Builder, bool FromSlot = false);
  bool isOften(const llvm::BasicBlock &Block, Frequencies &Often) const;
  bool isRareInLoop(const Push &What, const llvm::BasicBlock &Block, Frequencies &Often);
  llvm::Value *emitEarly(const Push &What);
  llvm::Value *contextToRestore(llvm::IRBuilder<> &Builder);
  void emitLeave(llvm::Instruction *Before);

  ThreadState &Thread;
  PassedContexts &Passing;
  ContextFlow &Flow;
  llvm::Function &F;
  llvm::DenseMap<const Event *, Push> PushOf;
  llvm::Value *Address = nullptr;
  /// The ids that are to be pushed on what was found, by number, oldest first.
  const llvm::SmallVector<uint64_t, 2> Deferred;
  llvm::Instruction *Found = nullptr; ///< What the function finds, or is passed.
  llvm::Instruction *Entry = nullptr; ///< That, with `Deferred`, or the unknown context.
  Sinking Further;                    ///< To several places.
  bool IsSunk = false;                ///< Some paths do not load it.
  llvm::SmallVector<llvm::Instruction *, 8> Users; ///< Of either.
  /// Contexts that callees are passed: uses of these are made in the end.
  llvm::SmallPtrSet<const llvm::Value *, 8> Passed;
  llvm::Instruction *ThreadFound = nullptr; ///< The thread's context, where that is another.
  KeptContext KeptFound, KeptEntry, KeptEarly, KeptThread;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLACE_CONTEXT_H
