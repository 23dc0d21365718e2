//===- Context.cpp - Keeps the context of one function -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "allocsite/Abi.h"
#include "arch/Machine.h"
#include "support/Mechanisms.h"
#include "support/Tuning.h"
#include "thread/ThreadState.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace allocsite {

/// `Context` with a call on it. Odd factors lose nothing (Bond and McKinley, Probabilistic
/// Calling Context, 2007), and by 3 it is one instruction.
static Value *emitPush(IRBuilder<> &Builder, Value *Context, uint64_t Hash) {
  Value *Times3 = Builder.CreateMul(Context, Builder.getInt64(ALLOCSITE_CONTEXT_STEP));
  return Builder.CreateAdd(Times3, Builder.getInt64(Hash));
}

/// The first instruction after the static allocas, which belong at the top.
static Instruction *topOf(Function &F) {
  for (Instruction &I : F.getEntryBlock())
    if (!isa<AllocaInst>(I))
      return &I;
  llvm_unreachable("a block ends in a terminator");
}

Instruction *FunctionContext::entryContext() {
  if (!Entry) {
    Value *At = address();
    auto *After = dyn_cast<Instruction>(At);
    IRBuilder<> Builder(After ? After->getNextNode() : topOf(F));
    Builder.SetCurrentDebugLocation(DebugLoc());
    Found = Flow.isArgument() ? Passing.emitTaken(Builder, F)
                              : Thread.emitLoadContext(Builder, At);
    // completeEntry() sets the operand, if there are uses. Frozen for the reason given in
    // emitEarly().
    Entry = Deferred.empty() && !Flow.hasNoCallers()
                ? Found
                : cast<Instruction>(Builder.CreateFreeze(Found));
  }
  return Entry;
}

Value *FunctionContext::address() {
  if (!Address) {
    IRBuilder<> Builder(topOf(F));
    Builder.SetCurrentDebugLocation(DebugLoc());
    Address = Thread.emitAddress(Builder);
  }
  return Address;
}

void FunctionContext::emit() {
  for (Instruction *Before : Flow.aborts())
    emitLeave(Before);
  if (!Flow.find())
    return;
  entryContext();
  sinkEntryContext();
  emitPushes();
  emitRestores();
  for (Instruction *Before : Flow.leaves())
    emitLeave(Before);
}

void FunctionContext::emitRestores() {
  SmallVector<Instruction *, 8> Places(Flow.restoresBefore().begin(),
                                       Flow.restoresBefore().end());
  for (const ContextFlow::EdgesInto &Edges : Flow.restoresOn())
    Places.push_back(
        SplitBlockPredecessors(Edges.Into, Edges.From, ".restore")->getTerminator());
  for (Instruction *Before : Places) {
    IRBuilder<> Builder(Before);
    Value *Context = contextToRestore(Builder);
    Thread.emitStoreContext(Builder, address(), Context);
  }
}

void FunctionContext::use(Instruction &At) { Users.push_back(&At); }

/// Places where the context can be loaded for all its users: not where the thread's context
/// may have changed.
Places FunctionContext::whereNeeded() const {
  SmallVector<unsigned, 16> Needing;
  for (const Instruction *User : Users)
    if (auto Number = Flow.graph().numberOf(*User->getParent()); Number)
      Needing.push_back(*Number);
  if (Needing.empty()) // No user is reachable.
    return {0, {}};
  sort(Needing);
  Needing.erase(std::unique(Needing.begin(), Needing.end()), Needing.end());
  bool IsAlways = Flow.isArgument() && !Flow.restores();
  return findPlaces(Flow.graph(), Needing, /*Stays=*/Flow.isArgument(),
                    [&](unsigned Block) { return IsAlways || Flow.isFoundAtTop(Block); });
}

/// The first user in the block, or its terminator.
static Instruction *placeIn(BasicBlock &Block, const SmallPtrSetImpl<Instruction *> &Users) {
  for (Instruction &I : Block)
    if (Users.count(&I))
      return isa<PHINode>(I) || I.isEHPad() ? &*Block.getFirstInsertionPt() : &I;
  return Block.getTerminator();
}

/// Returns the insertion point for `At`. Splits edges.
static Instruction *makePlace(const FlowGraph &Graph, const Place &At,
                              const SmallPtrSetImpl<Instruction *> &Users) {
  BasicBlock &Into = Graph.block(At.Block);
  if (At.From.empty())
    return placeIn(Into, Users);
  SmallVector<BasicBlock *, 4> From;
  for (unsigned Number : At.From)
    From.push_back(&Graph.block(Number));
  return SplitBlockPredecessors(&Into, From, ".context")->getTerminator();
}

/// Moves the load down to the place or places that dominate its users, so that paths
/// without pushes do not pay for it.
void FunctionContext::sinkEntryContext() {
  if (without(Mechanism::SunkLoads))
    return;
  Flow.addAsking(Users);
  for (User *U : Entry->users())
    Users.push_back(cast<Instruction>(U));
  SmallPtrSet<Instruction *, 16> InUse(Users.begin(), Users.end());
  Places Where = whereNeeded();
  BasicBlock &Into = Flow.graph().block(Where.Above);
  Instruction *Before = placeIn(Into, InUse);
  for (Value *Each : {address(), Found->getOperand(0), (Value *)Found})
    if (auto *Moved = dyn_cast<Instruction>(Each))
      Moved->moveBefore(Into, Before->getIterator());
  if (Entry != Found)
    Entry->moveAfter(Found);
  IsSunk = !Into.isEntryBlock();
  if (IsSunk)
    applied(Mechanism::SunkLoads, F);
  if (without(Mechanism::SeveralLoads) || F.hasOptNone() || Where.Below.empty())
    return;
  IsSunk = true;
  applied(Mechanism::SeveralLoads, F);
  SmallVector<Instruction *, 2> Below;
  for (const Place &Each : Where.Below)
    Below.push_back(makePlace(Flow.graph(), Each, InUse));
  Further.plan(*Found, *Entry, /*Stays=*/Flow.isArgument(), Below);
}

/// Completes the entry context: the context found at entry with the ids that the callers
/// left to this function, or the unknown context if callers push none for it.
void FunctionContext::completeEntry() {
  if (Entry == Found)
    return;
  if (Entry->use_empty() && !Passed.count(Entry)) {
    Entry->eraseFromParent();
    return;
  }
  IRBuilder<> Builder(Entry);
  Entry->setOperand(0, Flow.hasNoCallers() ? Builder.getInt64(ALLOCSITE_UNKNOWN_CONTEXT)
                                           : emitPush(Builder, Found, Labels.hash(Deferred)));
  // The load is dead. As the file's only reference to the thread's context it would not tell
  // the linker that the variable is thread-local.
  if (Flow.hasNoCallers() && !Further.isPlanned())
    RecursivelyDeleteTriviallyDeadInstructions(Found);
}

void FunctionContext::finish() {
  completeEntry();
  if (Further.isPlanned())
    sinkFurther();
  avoidSlots();
}

/// Copies the context to several places, and passes callees the copy on their path.
void FunctionContext::sinkFurther() {
  Further.emit();
  for (auto Each : {Flow.pushes(), Flow.passes()})
    for (const Event *E : Each)
      if (auto *Call = cast<CallBase>(E->At); E->TakesArgument)
        Passing.pass(*Call, Further.valueIn(*Call->getParent(), *Passing.passed(*Call)));
  Further.drop();
}

/// Keeps contexts in registers if the calls that they have to survive are rare.
void FunctionContext::avoidSlots() {
  if (without(Mechanism::AvoidedSlots) || F.hasOptNone() || F.callsFunctionThatReturnsTwice())
    return;
  Frequencies Often(F);
  for (KeptContext *Each : {&KeptFound, &KeptEntry, &KeptEarly, &KeptThread})
    Each->avoidSlot(Often);
}

/// The context that the call of `E` runs under. `FromSlot`: load the one at entry from its
/// slot.
Value *FunctionContext::emitPushed(const Event &E, IRBuilder<> &Builder, bool FromSlot) {
  // Where callers push nothing, the entry context is no sum of what was found.
  Value *On = Flow.hasNoCallers() ? (FromSlot ? keptEntry(Builder) : entryContext())
              : FromSlot          ? keptFound(Builder)
                                  : Found;
  return emitPush(Builder, On, hashOf(E));
}

/// True in a loop, in a block that runs less often than the entry context is computed: without
/// the slot, code generation would hoist the push out of the loop.
bool FunctionContext::isRareInLoop(const BasicBlock &Block, Frequencies &Often) {
  return IsSunk && isRepeated(Block) && !isOften(Block, Often);
}

/// True if `Block` runs at least as often as the entry context is computed.
bool FunctionContext::isOften(const BasicBlock &Block, Frequencies &Often) const {
  return Often.of(Block) >=
         (Further.isPlanned() ? Further.frequency(Often) : Often.of(*Found->getParent()));
}

/// Computes the context of `E` directly after the entry context.
Value *FunctionContext::emitEarly(const Event &E) {
  IRBuilder<> Builder(entryContext()->getNextNode());
  Builder.SetCurrentDebugLocation(DebugLoc());
  // Frozen: otherwise code generation would recompute the sum at each use.
  return Builder.CreateFreeze(emitPushed(E, Builder));
}

/// Passes `Context` to the call of `E`, as an argument or in the thread's context.
void FunctionContext::emitContextOf(const Event &E, Value *Context, IRBuilder<> &Builder) {
  if (E.TakesArgument) {
    Passing.pass(*cast<CallBase>(E.At), *Context);
    Passed.insert(Context);
  } else {
    Thread.emitPush(Builder, address(), Context, *cast<CallBase>(E.At));
  }
}

/// `Sum` + `Further`, computed here even in a loop. Code generation would hoist the sum out
/// of the loop, where it costs even runs that do not need it, and would spill all but a few of
/// several such contexts.
static Value *emitHere(IRBuilder<> &Builder, Value *Sum, Constant *Further) {
  return machineOf(*Builder.GetInsertBlock()->getModule()).emitSumHere(Builder, Sum, Further);
}

/// The pushes of the function. One is computed early, and the others differ from it by a
/// constant. A single push is computed early if a loop would compute it in each iteration.
struct FunctionContext::Sums {
  const Event *First = nullptr;       ///< The one that is computed early.
  unsigned Count = 0;                 ///< The number of pushes.
  bool IsOneContext = true;           ///< All push the same id.
  SmallDenseSet<uint32_t> LeaveLoops; ///< Ids whose sums may be hoisted.
  Value *Early = nullptr;             ///< First's context, or null: nothing is shared.
};

FunctionContext::Sums FunctionContext::findSums(Frequencies &Often) {
  Sums Found;
  if (without(Mechanism::SharedSums))
    return Found;
  DenseMap<uint32_t, unsigned> Times; // How often each id is pushed.
  unsigned Most = 0;
  const BasicBlock *In = nullptr; // The block of the last one.
  for (const Event *E : Flow.pushes()) {
    // The id that is pushed most often should need no addition and no further register.
    if (unsigned Now = ++Times[E->Its.Id]; Now > Most) {
      Most = Now;
      Found.First = E;
    }
    Found.IsOneContext &= E->Its.Id == Found.First->Its.Id;
    In = E->At->getParent();
    ++Found.Count;
  }
  if (Found.Count == 0)
    return Found;
  if (Found.Count == 1 && (F.hasOptNone() || !isRepeated(*In) || !isOften(*In, Often)))
    return Found;

  auto isInLoop = [&](const Event &E) {
    return !Found.IsOneContext && !F.hasOptNone() && isRepeated(*E.At->getParent());
  };
  SmallDenseMap<uint32_t, uint64_t> InLoops; // How often each id is pushed there.
  unsigned Deepest = 0;
  for (const Event *E : Flow.pushes())
    if (isInLoop(*E)) {
      InLoops.try_emplace(E->Its.Id, 0);
      // Do not compute in the loop what every iteration pushes.
      if (unsigned Depth = Often.depthOfRounds(*E->At->getParent()); Depth > Deepest) {
        Deepest = Depth;
        Found.First = E;
      }
    }
  InLoops.erase(Found.First->Its.Id);
  if (InLoops.size() > tuning::FewInLoops) {
    for (const Event *E : Flow.pushes())
      if (auto Known = InLoops.find(E->Its.Id); Known != InLoops.end() && isInLoop(*E))
        Known->second = SaturatingAdd(Known->second, Often.of(*E->At->getParent()));
    uint64_t Once = Often.of(F.getEntryBlock());
    for (auto [Id, Frequency] : InLoops)
      if (Frequency / tuning::FewTimes > Once)
        Found.LeaveLoops.insert(Id);
  }
  Found.Early = emitEarly(*Found.First);
  applied(Mechanism::SharedSums, F);
  return Found;
}

/// The early context of `Shared`, for the call of `E`.
Value *FunctionContext::emitFirst(const Sums &Shared, const Event &E, IRBuilder<> &Builder) {
  if (!Further.isPlanned() || Shared.Count > 2)
    return Shared.IsOneContext ? keep(KeptEarly, *Shared.Early, Builder) : Shared.Early;
  // Two pushes are mostly at different places, each of which uses its context at once.
  const BasicBlock &Block = *E.At->getParent();
  if (Flow.isArgument() || Further.isIn(Block) || isRepeated(Block))
    return Shared.Early;
  // A callee-saved register would be saved on all paths.
  return emitPushed(*Shared.First, Builder, /*FromSlot=*/true);
}

/// The context that the call of `E`, one of `Shared`, runs under.
Value *FunctionContext::emitSum(const Sums &Shared, const Event &E, IRBuilder<> &Builder) {
  Value *First = emitFirst(Shared, E, Builder);
  if (E.Its.Id == Shared.First->Its.Id)
    return First;
  Constant *Further = Builder.getInt64(hashOf(E) - hashOf(*Shared.First));
  if (without(Mechanism::SumsInLoops) || Shared.LeaveLoops.count(E.Its.Id) || F.hasOptNone() ||
      !isRepeated(*E.At->getParent()))
    return Builder.CreateAdd(First, Further);
  applied(Mechanism::SumsInLoops, F);
  return emitHere(Builder, First, Further);
}

/// Emits alike pushes as sums. Of the others, equal pushes in a row in one block are computed
/// once.
void FunctionContext::emitPushesTogether(Frequencies &Often) {
  Sums Shared = findSums(Often);
  const Event *Last = nullptr; // The last push that shares no sum,
  Value *Context = nullptr;    // and its context.
  for (const Event *E : Flow.pushes()) {
    IRBuilder<> Builder(E->At);
    if (Shared.Early) {
      emitContextOf(*E, emitSum(Shared, *E, Builder), Builder);
      continue;
    }
    const BasicBlock &Block = *E->At->getParent();
    if (!Last || Last->At->getParent() != &Block || !Last->pushesLike(*E))
      Context = emitPushed(*E, Builder, isRareInLoop(Block, Often));
    Last = E;
    emitContextOf(*E, Context, Builder);
  }
}

void FunctionContext::emitPushes() {
  Frequencies Often(F);
  emitPushesTogether(Often);
  for (const Event *E : Flow.passes()) {
    IRBuilder<> Builder(E->At);
    bool IsBeforeIds = E->PushesForCaller && !Flow.hasNoCallers();
    emitContextOf(*E, IsBeforeIds ? keptFound(Builder) : keptEntry(Builder), Builder);
  }
}

Value *FunctionContext::keptEntry(IRBuilder<> &Builder) {
  return keep(KeptEntry, *entryContext(), Builder);
}

Value *FunctionContext::keptFound(IRBuilder<> &Builder) {
  return Entry == Found ? keptEntry(Builder) : keep(KeptFound, *Found, Builder);
}

/// `Context`, for use after calls.
Value *FunctionContext::keep(KeptContext &As, Value &Context, IRBuilder<> &Builder) {
  return IsSunk && !without(Mechanism::StackSlots) ? As.load(Context, Builder) : &Context;
}

void FunctionContext::emitLeave(Instruction *Before) {
  IRBuilder<> Builder(Before);
  Thread.emitLeave(Builder);
}

/// The thread's context at entry.
Value *FunctionContext::contextToRestore(IRBuilder<> &Builder) {
  if (!Flow.isArgument())
    return keptFound(Builder);
  if (!ThreadFound) {
    IRBuilder<> Behind(entryContext()->getNextNode());
    Behind.SetCurrentDebugLocation(DebugLoc());
    ThreadFound = Thread.emitLoadContext(Behind, address());
  }
  return keep(KeptThread, *ThreadFound, Builder);
}

} // namespace allocsite
