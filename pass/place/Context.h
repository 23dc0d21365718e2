//===- Context.h - Keeps the context of one function -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function loads the context once, on the paths that need it (FlowGraph.h), pushes an id
// before each call that may lead to an allocation, and restores the context it was entered
// with, the entry context, where that is needed (ContextFlow.h):
//
//     entry:  ctx = load             loop:  store 3 * ctx + id1
//                                           call f
//                                           call g         <- under the same id
//                                           br loop, done
//     done:   store ctx              <- once, not after each call of g
//             ret
//
// A function that takes its context as an argument (ContextArguments.h) does not load it,
// its callers do not store it, and it restores the thread's context only where its callers
// cannot.
//
// Callers push no id for some functions, e.g. `free`. Where this module defines such a
// function, the context at its entry belongs to an unrelated call: the function restores
// that context, and runs under the unknown context itself.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLACE_CONTEXT_H
#define ALLOCSITE_PASS_PLACE_CONTEXT_H

#include "ContextFlow.h"
#include "FlowGraph.h"
#include "KeptContext.h"
#include "Sinking.h"
#include "thread/CallLabels.h"
#include "thread/PassedContexts.h"
#include "thread/ThreadState.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace allocsite {

class FunctionContext {
public:
  /// `Flow` must be that of `F`.
  FunctionContext(ThreadState &Thread, CallLabels &Labels, const ContextArguments &Arguments,
                  PassedContexts &Passing, ContextFlow &Flow, llvm::Function &F)
      : Thread(Thread), Labels(Labels), Passing(Passing), Flow(Flow), F(F),
        Deferred(Arguments.deferredTo(F)) {}

  /// The context that the function runs under, and the address of the thread's context.
  /// The first use of either emits it at the top of the function.
  llvm::Instruction *entryContext();
  llvm::Value *address();

  /// Announces that `At` will use the entry context, or the address of the thread's.
  void use(llvm::Instruction &At);

  /// True if the function loads or stores the context.
  bool isUsed() const { return Entry || !Flow.aborts().empty(); }

  /// Emits the loads, pushes and restores that the flow asks for. Call after every
  /// setPush() and use(). Splits edges.
  void emit();

  /// Moves the context to its uses. Call when all of them have been emitted.
  void finish();

private:
  using Event = ContextFlow::Event;

  /// What the call of `E` adds, with the ids that the callers left to this function.
  uint64_t hashOf(const Event &E) const { return Labels.hash(Deferred, E.Its.Id); }
  /// True in a loop. `Block` must have existed before anything was emitted.
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
  Sums findSums(Frequencies &Often);
  llvm::Value *emitFirst(const Sums &Shared, const Event &E, llvm::IRBuilder<> &Builder);
  llvm::Value *emitSum(const Sums &Shared, const Event &E, llvm::IRBuilder<> &Builder);
  void emitPushesTogether(Frequencies &Often);
  void emitContextOf(const Event &E, llvm::Value *Context, llvm::IRBuilder<> &Builder);
  llvm::Value *keptEntry(llvm::IRBuilder<> &Builder);
  llvm::Value *keptFound(llvm::IRBuilder<> &Builder);
  llvm::Value *keep(KeptContext &As, llvm::Value &Context, llvm::IRBuilder<> &Builder);
  llvm::Value *emitPushed(const Event &E, llvm::IRBuilder<> &Builder, bool FromSlot = false);
  bool isOften(const llvm::BasicBlock &Block, Frequencies &Often) const;
  bool isRareInLoop(const llvm::BasicBlock &Block, Frequencies &Often);
  llvm::Value *emitEarly(const Event &E);
  llvm::Value *contextToRestore(llvm::IRBuilder<> &Builder);
  void emitLeave(llvm::Instruction *Before);

  ThreadState &Thread;
  CallLabels &Labels;
  PassedContexts &Passing;
  ContextFlow &Flow;
  llvm::Function &F;
  llvm::Value *Address = nullptr;
  /// The ids to push on the context at entry, oldest first.
  const llvm::SmallVector<uint32_t, 2> Deferred;
  llvm::Instruction *Found = nullptr; ///< The context at entry, loaded or passed.
  llvm::Instruction *Entry = nullptr; ///< `Found` with `Deferred`, or the unknown context.
  Sinking Further;                    ///< Moves both to several places.
  bool IsSunk = false;                ///< Some paths do not load the context.
  llvm::SmallVector<llvm::Instruction *, 8> Users; ///< Of `Found`, `Entry` or `Address`.
  /// Contexts passed to callees, which use them only once the calls are rewritten.
  llvm::SmallPtrSet<const llvm::Value *, 8> Passed;
  /// The thread's context at entry, where `Found` is an argument.
  llvm::Instruction *ThreadFound = nullptr;
  KeptContext KeptFound, KeptEntry, KeptEarly, KeptThread;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLACE_CONTEXT_H
