//===- ContextFlow.cpp - Where a function's context needs code ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextFlow.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace allocsite {

bool ContextFlow::State::isPushed(const Event &Other) const {
  return Is == Pushed && What->pushesLike(Other);
}

bool ContextFlow::State::operator==(const State &Other) const {
  return Is == Other.Is && (Is != Pushed || isPushed(*Other.What));
}

void ContextFlow::State::meet(const State &Other) {
  if (Is == Unvisited)
    *this = Other;
  else if (Other.Is != Unvisited && !(*this == Other))
    Is = Unknown;
}

/// True if `Block` returns: the caller then reads the context. Unwinding leaves it unknown.
static bool endsInReturn(const BasicBlock &Block) {
  return succ_empty(&Block) && !isa<UnreachableInst>(Block.getTerminator()) &&
         !isa<ResumeInst>(Block.getTerminator());
}

bool ContextFlow::isNeeded() const {
  return any_of(Calls, [&](const Event &E) {
    return E.Does == Action::Push || E.Does == Action::Leave ||
           (E.Does == Action::ReturnTwice && PutsBack) ||
           (E.Does == Action::Pass && (IsArgument || HasNoCallers || E.TakesArgument));
  });
}

/// True unless the callee inherits the entry context from the thread.
bool ContextFlow::asksForContext(const Event &E) const {
  return E.Does != Action::Pass || E.TakesArgument || !KeepsContext;
}

/// True if the thread's context may differ from the entry context during the call or after
/// it.
bool ContextFlow::changesContext(const Event &E) const {
  if (E.Does == Action::Push)
    return !(E.TakesArgument && E.PutsBack);
  return E.Does == Action::Pass && !E.IsLast &&
         (E.TakesArgument ? !E.PutsBack : !KeepsContext);
}

bool ContextFlow::find() {
  if (!isNeeded())
    return false;
  findNodes();
  findAhead();
  findStates();
  for (const BasicBlock &Block : F)
    if (const Node *At = nodeOf(Block))
      walk(*At, At->In, /*Decides=*/true);
  return true;
}

void ContextFlow::findNodes() {
  Graph.emplace(F);
  for (unsigned Number = 0; Number < Graph->size(); ++Number)
    Nodes.push_back({&Graph->block(Number), Graph->before(Number)});
  for (ArrayRef<Event> Left = Calls; !Left.empty();) {
    const BasicBlock &Block = *Left.front().At->getParent();
    ArrayRef<Event> InBlock =
        Left.take_while([&](const Event &E) { return E.At->getParent() == &Block; });
    if (auto Number = Graph->numberOf(Block))
      Nodes[*Number].InBlock = InBlock;
    Left = Left.drop_front(InBlock.size());
  }
}

const ContextFlow::Node *ContextFlow::nodeOf(const BasicBlock &Block) const {
  auto Number = Graph->numberOf(Block);
  return Number ? &Nodes[*Number] : nullptr;
}

/// Sets `Reaches` in all blocks that satisfy `Has`, and in all from whose top a path leads to
/// one of them through no block that satisfies `Hides`.
void ContextFlow::findReaching(bool Node::*Reaches, function_ref<bool(const Node &)> Has,
                               function_ref<bool(const Node &)> Hides) {
  SmallVector<unsigned, 16> Work;
  for (unsigned Number = 0; Number < Nodes.size(); ++Number)
    if (Has(Nodes[Number])) {
      Nodes[Number].*Reaches = true;
      Work.push_back(Number);
    }
  while (!Work.empty())
    for (unsigned Number : Nodes[Work.pop_back_val()].From)
      if (Node &Before = Nodes[Number]; !(Before.*Reaches) && !Hides(Before)) {
        Before.*Reaches = true;
        Work.push_back(Number);
      }
}

/// Finds the events that the top of each block reaches.
void ContextFlow::findAhead() {
  auto Looks = [](const Event &E) { return E.Does == Action::Pass; };
  auto Changes = [&](const Event &E) { return changesContext(E); };
  auto Pushes = [&](const Event &E) { return E.Does == Action::Push && changesContext(E); };
  findReaching(
      &Node::Changes, [&](const Node &At) { return any_of(At.InBlock, Changes); },
      [](const Node &) { return false; });
  findReaching(
      &Node::LooksFirst,
      [&](const Node &At) {
        const auto *First =
            find_if(At.InBlock, [&](const Event &E) { return Looks(E) || Pushes(E); });
        return First == At.InBlock.end() ? endsInReturn(*At.Block) : Looks(*First);
      },
      [&](const Node &At) { return any_of(At.InBlock, Pushes); });
}

/// Iterates until no state changes, from all unvisited.
void ContextFlow::findStates() {
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (Node &Each : Nodes) {
      State In = stateAtTop(Each);
      // Never reset, even if the path that required it turns out to have another context:
      // this guarantees termination.
      bool AtTop = Each.RestoresAtTop || restoresAtTop(Each, In);
      if (In == Each.In && AtTop == Each.RestoresAtTop)
        continue;
      Each.In = In;
      Each.RestoresAtTop = AtTop;
      Each.Out = walk(Each, In, /*Decides=*/false);
      Changed = true;
    }
  }
}

ContextFlow::State ContextFlow::stateAtTop(const Node &At) const {
  State Here;
  if (At.Block->isEntryBlock())
    Here.Is = PutsBack ? State::Found : State::Unknown;
  // The exception may have skipped callees that would have restored the context.
  else if (At.Block->isEHPad())
    Here.Is = State::Unknown;
  else
    for (unsigned Number : At.From)
      Here.meet(Nodes[Number].Out);
  return Here;
}

/// True if the block ends in a jump to a function that must not inherit the context that
/// this function found.
bool ContextFlow::endsUnknown(const Node &At) const {
  return HasNoCallers &&
         any_of(At.InBlock, [](const Event &E) { return E.Does == Action::Pass && E.IsLast; });
}

/// The event after which a returning block restores the context, or null.
const ContextFlow::Event *ContextFlow::restoredAfter(const Node &At) const {
  if (!PutsBack || !endsInReturn(*At.Block) || endsUnknown(At))
    return nullptr;
  const Event *Last = nullptr;
  for (const Event &E : At.InBlock)
    if (changesContext(E) || E.Does == Action::ReturnTwice)
      Last = &E;
  // After an invoke, the successors do it.
  return Last && !Last->At->isTerminator() ? Last : nullptr;
}

/// True if the context, whose state is `In`, is restored on the edges into the block: if the
/// block returns, or if another edge into it still has the entry context and must not pay for
/// the paths that pushed.
bool ContextFlow::restoresAtTop(const Node &At, const State &In) const {
  if (!PutsBack || In.Is == State::Found || In.Is == State::Unvisited || !At.LooksFirst ||
      At.Changes || endsUnknown(At))
    return false;
  return endsInReturn(*At.Block) || any_of(At.From, [&](unsigned Number) {
           return Nodes[Number].Out.Is == State::Found;
         });
}

/// Restores the context on the edges into the block that need it. Paths that still have the
/// entry context pay nothing, and keep their tail calls.
void ContextFlow::restoreAtTop(const Node &At) {
  EdgesInto Edges{At.Block, {}};
  bool CanSplit = true;
  for (BasicBlock *From : predecessors(At.Block)) {
    const Node *Before = nodeOf(*From);
    if (!Before || Before->Out.Is != State::Found)
      Edges.From.push_back(From);
    CanSplit &= canSplit(*From, *At.Block);
  }
  if (!CanSplit || Edges.From.size() == pred_size(At.Block))
    RestoresBefore.push_back(&*At.Block->getFirstInsertionPt());
  else
    RestoresOn.push_back(std::move(Edges));
}

/// Walks the events of a block that begins in the state `Here`, and returns the state at its
/// end. `Decides`: records which pushes store, and where the context is restored or left.
ContextFlow::State ContextFlow::walk(const Node &At, State Here, bool Decides) {
  const Event *Restored = restoredAfter(At);
  if (At.RestoresAtTop && Here.Is != State::Found) {
    if (Decides)
      restoreAtTop(At);
    Here = {State::Found};
  }
  for (const Event &E : At.InBlock) {
    switch (E.Does) {
    case Action::Push:
      if (Decides && (E.TakesArgument || !Here.isPushed(E)))
        (E.PushesForCaller ? Passes : Pushes).push_back(&E);
      if (!E.PutsBack)
        Here = {State::Unknown};
      else if (!E.TakesArgument)
        Here = {State::Pushed, &E};
      break;
    case Action::Pass:
      if (Decides && asksForContext(E))
        Passes.push_back(&E);
      if (HasNoCallers && E.IsLast) { // The found context is not the callee's either.
        Here = {State::Unknown};
        break;
      }
      if (Decides && PutsBack && Here.Is != State::Found && !changesContext(E))
        RestoresBefore.push_back(E.At);
      if (changesContext(E))
        Here = {State::Unknown};
      else if (PutsBack)
        Here = {State::Found};
      break;
    case Action::Leave:
      if (Decides)
        LeavesAt.push_back(E.At);
      break;
    case Action::Abort:
      break;
    case Action::ReturnTwice:
      Here.Is = State::Unknown;
      break;
    }
    if (&E == Restored) {
      if (Decides && !isa<UnreachableInst>(E.At->getNextNode()))
        RestoresBefore.push_back(E.At->getNextNode());
      Here.Is = State::Found;
    }
  }
  return Here;
}

void ContextFlow::addAsking(SmallVectorImpl<Instruction *> &To) const {
  for (const Node &Each : Nodes)
    for (const Event &E : Each.InBlock)
      // A count after the call may need the context too. Loaded before the call, it is ready
      // for a gate.
      if (E.Does != Action::Abort && (asksForContext(E) || !E.IsLast))
        To.push_back(E.At);
  To.append(RestoresBefore.begin(), RestoresBefore.end());
  for (const EdgesInto &Edges : RestoresOn)
    for (BasicBlock *From : Edges.From)
      To.push_back(From->getTerminator());
}

} // namespace allocsite
