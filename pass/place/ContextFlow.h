//===- ContextFlow.h - Where a function's context needs code -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A callee that is known to put back what it found leaves the thread's context as it was
// pushed, so that a call under the same id needs no store. Behind any other call
// the context may be anything: code without instrumentation can catch an exception,
// or be the target of a longjmp, that passed instrumented functions by.
//
// The context that was found is put back where no further push can be reached, and then
// where the function returns, so that its paths out share the store, or where a path joins
// one that comes with the context that was found:
//
//     if (a) {           push        pushed
//       f();
//       g();                         pushed, if f puts back
//     }                  restore     found, on either path
//     return h();
//
// What is known of the context at the top of each block is the solution of a forward data
// flow problem, of which the states only fall: unvisited, then found or pushed, then
// unknown. Nothing is emitted here.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLACE_CONTEXTFLOW_H
#define ALLOCSITE_PASS_PLACE_CONTEXTFLOW_H

#include "FlowGraph.h"
#include "plan/Plan.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace allocsite {

/// Of one function.
class ContextFlow {
public:
  /// `Plan` must outlive this.
  ContextFlow(const FunctionPlan &Plan, const ContextArguments &Arguments)
      : F(*Plan.F), Calls(Plan.Calls), IsArgument(Arguments.takes(&F)),
        PutsBack(Arguments.putsBack(F)), HasNoCallers(Plan.HasNoCallers),
        KeepsContext(PutsBack && !IsArgument && !HasNoCallers) {
    for (const CallDecision &Each : Calls)
      if (Each.Does == Action::Abort)
        AbortsAt.push_back(Each.At);
  }

  using Event = CallDecision;

  /// Some of the edges into a block.
  struct EdgesInto {
    llvm::BasicBlock *Into;
    llvm::SmallVector<llvm::BasicBlock *, 4> From;
  };

  /// False where the context, wherever it is, is already correct for every callee: then nothing
  /// but `aborts()` needs code, and nothing else is known. Looks at the code as it is: what
  /// stands behind calls decides where the context is put back.
  bool find();

  /// The entry context is an argument, and not the thread's context.
  bool isArgument() const { return IsArgument; }
  /// The function puts the thread's context back, as it was found.
  bool restores() const { return PutsBack; }
  /// What is found is not the entry context, which is unknown.
  bool hasNoCallers() const { return HasNoCallers; }

  // What needs code.
  llvm::ArrayRef<const Event *> pushes() const { return Pushes; }
  llvm::ArrayRef<const Event *> passes() const { return Passes; }
  llvm::ArrayRef<llvm::Instruction *> restoresBefore() const { return RestoresBefore; }
  llvm::ArrayRef<EdgesInto> restoresOn() const { return RestoresOn; }
  llvm::ArrayRef<llvm::Instruction *> leaves() const { return LeavesAt; }
  llvm::ArrayRef<llvm::Instruction *> aborts() const { return AbortsAt; }

  /// Where blocks ask for the context: at events, and where it is put back.
  void addAsking(llvm::SmallVectorImpl<llvm::Instruction *> &To) const;

  /// The blocks, as they were.
  const FlowGraph &graph() const { return *Graph; }
  /// The thread's context is known to be the one that was found.
  bool isFoundAtTop(unsigned Block) const { return Nodes[Block].In.Is == State::Found; }

private:
  /// What the context is known to be at one place of the function.
  struct State {
    enum { Unvisited, Found, Pushed, Unknown } Is = Unvisited;
    const Event *What = nullptr; ///< What was pushed.

    bool isPushed(const Event &Other) const;
    bool operator==(const State &Other) const;
    void meet(const State &Other);
  };
  /// A block that can be reached.
  struct Node {
    llvm::BasicBlock *Block;
    llvm::ArrayRef<unsigned> From; ///< The numbers of those before it.
    llvm::ArrayRef<Event> InBlock = {};
    bool Changes = false;    ///< From its top, what changes the context can be reached,
    bool LooksFirst = false; ///< or what looks at it, and not only behind a push.
    bool RestoresAtTop = false;
    State In = {}, Out = {};
  };

  bool isNeeded() const;
  bool asksForContext(const Event &E) const;
  bool changesContext(const Event &E) const;
  void findNodes();
  const Node *nodeOf(const llvm::BasicBlock &Block) const;
  void findReaching(bool Node::*Reaches, llvm::function_ref<bool(const Node &)> Has,
                    llvm::function_ref<bool(const Node &)> Hides);
  void findAhead();
  void findStates();
  State stateAtTop(const Node &Here) const;
  State walk(const Node &At, State Here, bool Decides);
  bool restoresAtTop(const Node &At, const State &In) const;
  void restoreAtTop(const Node &At);
  bool endsUnknown(const Node &At) const;
  const Event *restoredAfter(const Node &At) const;

  llvm::Function &F;
  const llvm::ArrayRef<Event> Calls;
  const bool IsArgument, PutsBack, HasNoCallers;
  const bool KeepsContext; ///< The thread's context is the entry context, but around pushes.
  std::optional<FlowGraph> Graph;
  std::vector<Node> Nodes; ///< Of `Graph`.
  llvm::SmallVector<const Event *, 8> Pushes, Passes;
  llvm::SmallVector<llvm::Instruction *, 4> RestoresBefore;
  llvm::SmallVector<EdgesInto, 4> RestoresOn;
  llvm::SmallVector<llvm::Instruction *, 4> LeavesAt, AbortsAt;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLACE_CONTEXTFLOW_H
