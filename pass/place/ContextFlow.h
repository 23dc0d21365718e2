//===- ContextFlow.h - Where a function's context needs code -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A callee that is known to restore its entry context leaves the thread's context as its
// caller pushed it, so that another call under the same id needs no store. After any other
// call the context is unknown: an exception or a longjmp may have skipped instrumented
// functions and ended in code without instrumentation.
//
// The entry context is restored where no further push can be reached: where the function
// returns, so that its exits share the store, or where a path that pushed joins one that
// still has the entry context:
//
//     if (a) {           push        pushed
//       f();
//       g();                         pushed, if f puts back
//     }                  restore     found, on either path
//     return h();
//
// The state of the context at the top of each block is the solution of a forward data flow
// problem. States only fall: unvisited, then found or pushed, then unknown. Nothing is
// emitted here.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLACE_CONTEXTFLOW_H
#define ALLOCSITE_PASS_PLACE_CONTEXTFLOW_H

#include "FlowGraph.h"
#include "plan/Plan.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace allocsite {

/// The context in one function: which calls push or pass it, and where it is restored.
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

  /// The edges into the block `Into` that begin in the blocks `From`.
  struct EdgesInto {
    llvm::BasicBlock *Into;
    llvm::SmallVector<llvm::BasicBlock *, 4> From;
  };

  /// Solves the data flow. False if the context is already correct for every callee: then
  /// only `aborts()` need code, and no other result is available. Call before anything is
  /// emitted: the code after calls decides where the context is restored.
  bool find();

  /// True if the entry context is an argument, not the thread's context.
  bool isArgument() const { return IsArgument; }
  /// True if the function restores the thread's context.
  bool restores() const { return PutsBack; }
  /// True if callers push no id for the function: its entry context is the unknown one.
  bool hasNoCallers() const { return HasNoCallers; }

  // The instructions and edges that need code.
  llvm::ArrayRef<const Event *> pushes() const { return Pushes; }
  llvm::ArrayRef<const Event *> passes() const { return Passes; }
  llvm::ArrayRef<llvm::Instruction *> restoresBefore() const { return RestoresBefore; }
  llvm::ArrayRef<EdgesInto> restoresOn() const { return RestoresOn; }
  llvm::ArrayRef<llvm::Instruction *> leaves() const { return LeavesAt; }
  llvm::ArrayRef<llvm::Instruction *> aborts() const { return AbortsAt; }

  /// Appends the instructions that need the context: events, and places that restore it.
  void addAsking(llvm::SmallVectorImpl<llvm::Instruction *> &To) const;

  /// The blocks as they were when find() ran.
  const FlowGraph &graph() const { return *Graph; }
  /// True if the thread's context is the one found at entry whenever `Block` begins.
  bool isFoundAtTop(unsigned Block) const { return Nodes[Block].In.Is == State::Found; }

private:
  /// The known value of the thread's context at one point of the function.
  struct State {
    enum { Unvisited, Found, Pushed, Unknown } Is = Unvisited;
    const Event *What = nullptr; ///< The push, if `Pushed`.

    bool isPushed(const Event &Other) const;
    bool operator==(const State &Other) const;
    void meet(const State &Other);
  };
  /// A reachable block.
  struct Node {
    llvm::BasicBlock *Block;
    llvm::ArrayRef<unsigned> From; ///< The numbers of its predecessors.
    llvm::ArrayRef<Event> InBlock = {};
    bool Changes = false;    ///< Its top reaches an event that changes the context.
    bool LooksFirst = false; ///< Its top reaches a read of the context without a push between.
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
  const bool KeepsContext; ///< Outside pushes, the thread's context is the entry context.
  std::optional<FlowGraph> Graph;
  std::vector<Node> Nodes; ///< By number in `Graph`.
  llvm::SmallVector<const Event *, 8> Pushes, Passes;
  llvm::SmallVector<llvm::Instruction *, 4> RestoresBefore;
  llvm::SmallVector<EdgesInto, 4> RestoresOn;
  llvm::SmallVector<llvm::Instruction *, 4> LeavesAt, AbortsAt;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLACE_CONTEXTFLOW_H
