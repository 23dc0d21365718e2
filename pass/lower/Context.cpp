//===- Context.cpp - Keeps the context word of one function -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "allocsite/Abi.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace allocsite {

bool ContextWord::Push::operator==(const Push &Other) const {
  return Word == Other.Word && Number == Other.Number &&
         UnlessNewest == Other.UnlessNewest;
}

bool ContextWord::State::isPushed(const Push &Other) const {
  return Is == Pushed && *What == Other;
}

bool ContextWord::State::operator==(const State &Other) const {
  return Is == Other.Is && (Is != Pushed || isPushed(*Other.What));
}

void ContextWord::State::meet(const State &Other) {
  if (Is == Unvisited)
    *this = Other;
  else if (Other.Is != Unvisited && !(*this == Other))
    Is = Unknown;
}

void ContextWord::push(CallBase &Call, const Push &What, Callee Called) {
  EventsIn[Call.getParent()].push_back({Kind::Push, &Call, Called, What});
}

void ContextWord::pass(CallBase &Call, Callee Called, bool IsLast) {
  EventsIn[Call.getParent()].push_back({Kind::Pass, &Call, Called, {}, IsLast});
}

void ContextWord::leave(Instruction &At) {
  EventsIn[At.getParent()].push_back({Kind::Leave, &At});
}

void ContextWord::abort(CallBase &Call) { AbortsAt.push_back(&Call); }

void ContextWord::returnTwice(CallBase &Call) {
  EventsIn[Call.getParent()].push_back({Kind::ReturnTwice, &Call});
}

static Value *emitUnlessNewest(IRBuilder<> &Builder, Value *Word, Value *Id,
                               Value *Pushed) {
  Value *Differs = Builder.CreateAnd(Builder.CreateXor(Word, Id),
                                     Builder.getInt64(ALLOCSITE_ID_MASK));
  return Builder.CreateSelect(
      Builder.CreateICmpEQ(Differs, Builder.getInt64(0)), Word, Pushed);
}

/// `Word` with room for `Ids` ids, and of its own those that are kept.
static Value *emitShifted(IRBuilder<> &Builder, const ThreadState &Thread,
                          Value *Word, unsigned Ids) {
  unsigned Kept = Thread.keptIds(), Up = Ids * ALLOCSITE_ID_BITS;
  if (Ids >= Kept)
    return Builder.getInt64(0);
  if (Kept == ALLOCSITE_CONTEXT_IDS)
    return Builder.CreateShl(Word, Up);
  // Two shifts take off what is too old.
  unsigned Surplus = 64 - Kept * ALLOCSITE_ID_BITS;
  return Builder.CreateLShr(Builder.CreateShl(Word, Up + Surplus), Surplus);
}

/// `Word` with the ids of those numbers pushed on it, one after another.
static Value *emitPushedIds(IRBuilder<> &Builder, ThreadState &Thread, Value *Word,
                            ArrayRef<uint64_t> Numbers) {
  return Builder.CreateAdd(
      emitShifted(Builder, Thread, Word, Numbers.size()),
      Thread.emitCallIds(
          Builder, Numbers.take_back(std::min<size_t>(Numbers.size(), Thread.keptIds()))));
}

Value *emitPushedWord(IRBuilder<> &Builder, ThreadState &Thread,
                      Value *Word, Value *Number, bool UnlessNewest) {
  Value *Id = Thread.emitCallId(Builder, Number);
  Value *Pushed = Builder.CreateAdd(emitShifted(Builder, Thread, Word, 1), Id);
  if (!UnlessNewest)
    return Pushed;
  return emitUnlessNewest(Builder, Word, Id, Pushed);
}

/// After the static allocas, which belong at the top.
static Instruction *topOf(Function &F) {
  for (Instruction &I : F.getEntryBlock())
    if (!isa<AllocaInst>(I))
      return &I;
  llvm_unreachable("a block ends in a terminator");
}

Instruction *ContextWord::entryWord() {
  if (!Entry) {
    Value *At = address();
    auto *After = dyn_cast<Instruction>(At);
    IRBuilder<> Builder(After ? After->getNextNode() : topOf(F));
    Builder.SetCurrentDebugLocation(DebugLoc());
    Found = IsArgument ? Arguments.emitTaken(Builder, F)
                       : Thread.emitLoadContext(Builder, At);
    // Completed when it is known to be used. Frozen, as what is pushed early.
    Entry = Deferred.empty() && !HasNoCallers
                ? Found
                : cast<Instruction>(Builder.CreateFreeze(Found));
  }
  return Entry;
}

Value *ContextWord::address() {
  if (!Address) {
    IRBuilder<> Builder(topOf(F));
    Builder.SetCurrentDebugLocation(DebugLoc());
    Address = Thread.emitAddress(Builder);
  }
  return Address;
}

/// The caller then looks at the word. Who unwinds further leaves one that is not known.
static bool endsInReturn(const BasicBlock &Block) {
  return succ_empty(&Block) && !isa<UnreachableInst>(Block.getTerminator()) &&
         !isa<ResumeInst>(Block.getTerminator());
}

void ContextWord::emit() {
  for (Instruction *Before : AbortsAt)
    emitLeave(Before);
  if (!isNeeded())
    return;
  findNodes();
  findReaching(&Node::Changes, [&](const Node &At) {
    return any_of(At.InBlock, [&](const Event &E) { return changesWord(E); });
  });
  findReaching(&Node::Looks, [&](const Node &At) {
    return any_of(At.InBlock, [](const Event &E) { return E.Of == Kind::Pass; }) ||
           endsInReturn(*At.Block);
  });
  findStates();
  for (const BasicBlock &Block : F)
    if (const Node *At = nodeOf(Block))
      walk(*At, At->In, /*Decides=*/true);
  entryWord();
  sinkEntryWord();
  emitPushes();
  for (const EdgesInto &Edges : RestoresOn)
    RestoresBefore.push_back(
        SplitBlockPredecessors(Edges.Into, Edges.From, ".restore")
            ->getTerminator());
  for (Instruction *Before : RestoresBefore) {
    IRBuilder<> Builder(Before);
    Thread.emitStoreContext(Builder, address(), wordToRestore(Builder));
  }
  for (Instruction *Before : LeavesAt)
    emitLeave(Before);
}

/// False where the word, wherever it is, is that of all callees already.
bool ContextWord::isNeeded() const {
  return any_of(EventsIn, [&](const auto &InBlock) {
    return any_of(InBlock.second, [&](const Event &E) {
      return E.Of == Kind::Push || E.Of == Kind::Leave ||
             (E.Of == Kind::ReturnTwice && Restores) ||
             (E.Of == Kind::Pass &&
              (IsArgument || HasNoCallers || E.Called.TakesArgument));
    });
  });
}

/// True where the thread's word may be another than the one that was found during a
/// call, and behind it.
bool ContextWord::changesWord(const Event &E) const {
  if (E.Of == Kind::Push)
    return !(E.Called.TakesArgument && E.Called.PutsBack);
  return E.Of == Kind::Pass && !E.IsLast &&
         (E.Called.TakesArgument ? !E.Called.PutsBack : !KeepsWord);
}

void ContextWord::use(Instruction &At) { Users.push_back(&At); }

void ContextWord::findNodes() {
  Graph.emplace(F);
  for (unsigned Number = 0; Number < Graph->size(); ++Number)
    Nodes.push_back({&Graph->block(Number), Graph->before(Number)});
  for (const auto &[Block, InBlock] : EventsIn)
    if (auto Number = Graph->numberOf(*Block))
      Nodes[*Number].InBlock = InBlock;
}

const ContextWord::Node *ContextWord::nodeOf(const BasicBlock &Block) const {
  auto Number = Graph->numberOf(Block);
  return Number ? &Nodes[*Number] : nullptr;
}

/// Sets `Reaches` of the blocks from whose top one can be reached that `Has` it.
void ContextWord::findReaching(bool Node::*Reaches,
                               function_ref<bool(const Node &)> Has) {
  SmallVector<unsigned, 16> Work;
  for (unsigned Number = 0; Number < Nodes.size(); ++Number)
    if (Has(Nodes[Number])) {
      Nodes[Number].*Reaches = true;
      Work.push_back(Number);
    }
  while (!Work.empty())
    for (unsigned Number : Nodes[Work.pop_back_val()].From)
      if (Node &Before = Nodes[Number]; !(Before.*Reaches)) {
        Before.*Reaches = true;
        Work.push_back(Number);
      }
}

void ContextWord::findStates() {
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (Node &Each : Nodes) {
      State In = stateAtTop(Each);
      // For good, though the way that asked for it may turn out to come with another
      // word: so the states settle.
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

ContextWord::State ContextWord::stateAtTop(const Node &At) const {
  State Here;
  if (At.Block->isEntryBlock())
    Here.Is = Restores ? State::Found : State::Unknown;
  // What was thrown may have come from deep below.
  else if (At.Block->isEHPad())
    Here.Is = State::Unknown;
  else
    for (unsigned Number : At.From)
      Here.meet(Nodes[Number].Out);
  return Here;
}

/// True where a block ends in a jump to who must not find what this function found.
bool ContextWord::endsUnknown(const Node &At) const {
  return HasNoCallers && any_of(At.InBlock, [](const Event &E) {
           return E.Of == Kind::Pass && E.IsLast;
         });
}

/// The event after which a block that returns puts the word back, or null.
const ContextWord::Event *ContextWord::restoredAfter(const Node &At) const {
  if (!Restores || !endsInReturn(*At.Block) || endsUnknown(At))
    return nullptr;
  const Event *Last = nullptr;
  for (const Event &E : At.InBlock)
    if (changesWord(E) || E.Of == Kind::ReturnTwice)
      Last = &E;
  // After an invoke, the successors do it.
  return Last && !Last->At->isTerminator() ? Last : nullptr;
}

/// Whether the word, which is `In`, is put back on the way into the block: where it
/// returns, or where a way joins that comes with the word that was found, and must not
/// pay for those that pushed.
bool ContextWord::restoresAtTop(const Node &At, const State &In) const {
  return Restores && In.Is != State::Found && In.Is != State::Unvisited &&
         !At.Changes && At.Looks && !endsUnknown(At) &&
         (endsInReturn(*At.Block) || any_of(At.From, [&](unsigned Number) {
            return Nodes[Number].Out.Is == State::Found;
          }));
}

/// The word is put back on the way into `Block`. Who comes with the word that was
/// found pays nothing, and keeps its tail call.
void ContextWord::restoreAtTop(const Node &At) {
  EdgesInto Edges{At.Block, {}};
  bool CanSplit = true;
  for (BasicBlock *From : predecessors(At.Block)) {
    const Node *Before = nodeOf(*From);
    if (!Before || Before->Out.Is != State::Found)
      Edges.From.push_back(From);
    CanSplit &= canSplit(*From, *At.Block);
  }
  if (CanSplit && Edges.From.size() < pred_size(At.Block))
    RestoresOn.push_back(std::move(Edges));
  else
    RestoresBefore.push_back(&*At.Block->getFirstInsertionPt());
}

/// Goes through the events of a block that begins with `Here`. `Decides`: notes the
/// pushes that have to store, where words are put back, and where they are left.
ContextWord::State ContextWord::walk(const Node &At, State Here, bool Decides) {
  const Event *Restored = restoredAfter(At);
  if (At.RestoresAtTop && Here.Is != State::Found) {
    if (Decides)
      restoreAtTop(At);
    Here = {State::Found};
  }
  for (const Event &E : At.InBlock) {
    switch (E.Of) {
    case Kind::Push:
      if (Decides && (E.Called.TakesArgument || !Here.isPushed(E.What)))
        (E.Called.PushesForCaller ? Passes : Pushes).push_back(&E);
      if (!E.Called.PutsBack)
        Here = {State::Unknown};
      else if (!E.Called.TakesArgument)
        Here = {State::Pushed, &E.What};
      break;
    case Kind::Pass:
      if (Decides && (E.Called.TakesArgument || !KeepsWord))
        Passes.push_back(&E);
      if (HasNoCallers && E.IsLast) { // What was found is not its callee's either.
        Here = {State::Unknown};
        break;
      }
      if (Decides && Restores && Here.Is != State::Found && !changesWord(E))
        RestoresBefore.push_back(E.At);
      if (changesWord(E))
        Here = {State::Unknown};
      else if (Restores)
        Here = {State::Found};
      break;
    case Kind::Leave:
      if (Decides)
        LeavesAt.push_back(E.At);
      break;
    case Kind::ReturnTwice:
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

/// Where the word can be loaded for all that needs it: not where the thread's may have
/// been changed.
Places ContextWord::whereNeeded() const {
  SmallVector<unsigned, 16> Needing;
  for (const Instruction *User : Users)
    if (auto Number = Graph->numberOf(*User->getParent()))
      Needing.push_back(*Number);
  if (Needing.empty()) // Nothing of it can be reached.
    return {0, {}};
  sort(Needing);
  Needing.erase(std::unique(Needing.begin(), Needing.end()), Needing.end());
  return findPlaces(*Graph, Needing, /*Stays=*/IsArgument, [&](unsigned Number) {
    return Nodes[Number].In.Is == State::Found || (IsArgument && !Restores);
  });
}

/// Before the first user of the block, or at its end.
static Instruction *placeIn(BasicBlock &Block,
                            const SmallPtrSetImpl<Instruction *> &Users) {
  for (Instruction &I : Block)
    if (Users.count(&I))
      return isa<PHINode>(I) || I.isEHPad() ? &*Block.getFirstInsertionPt() : &I;
  return Block.getTerminator();
}

/// What is to be before is inserted before it. Splits edges.
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

/// Moves the load down to where all that needs it begins, so that paths without
/// pushes do not pay for it.
void ContextWord::sinkEntryWord() {
  for (const Node &Each : Nodes)
    for (const Event &E : Each.InBlock)
      Users.push_back(E.At);
  Users.append(RestoresBefore.begin(), RestoresBefore.end());
  for (const EdgesInto &Edges : RestoresOn)
    for (BasicBlock *From : Edges.From)
      Users.push_back(From->getTerminator());
  for (User *U : Entry->users())
    Users.push_back(cast<Instruction>(U));
  SmallPtrSet<Instruction *, 16> InUse(Users.begin(), Users.end());
  Places Where = whereNeeded();
  BasicBlock &Into = Graph->block(Where.Above);
  Instruction *Before = placeIn(Into, InUse);
  for (Value *Each : {address(), Found->getOperand(0), (Value *)Found})
    if (auto *Moved = dyn_cast<Instruction>(Each))
      Moved->moveBefore(Into, Before->getIterator());
  if (Entry != Found)
    Entry->moveAfter(Found);
  IsSunk = !Into.isEntryBlock();
  if (F.hasOptNone() || Where.Below.empty())
    return;
  IsSunk = true;
  SmallVector<Instruction *, 2> Below;
  for (const Place &Each : Where.Below)
    Below.push_back(makePlace(*Graph, Each, InUse));
  Further.plan(*Found, *Entry, /*Stays=*/IsArgument, Below);
}

/// Pushes on the word that was found what the function's callers left to it, or, where
/// nobody pushed anything for the function, sets the unknown word in its place.
void ContextWord::completeEntry() {
  if (Entry == Found)
    return;
  if (Entry->use_empty()) {
    Entry->eraseFromParent();
    return;
  }
  IRBuilder<> Builder(Entry);
  Entry->setOperand(0, HasNoCallers
                           ? Builder.getInt64(ALLOCSITE_UNKNOWN_CONTEXT)
                           : emitPushedIds(Builder, Thread, Found, Deferred));
}

void ContextWord::finish() {
  completeEntry();
  if (Further.isPlanned())
    sinkFurther();
  avoidSlots();
}

/// The words at several places, each for what its ways lead to.
void ContextWord::sinkFurther() {
  Further.emit();
  for (const auto *Each : {&Pushes, &Passes})
    for (const Event *E : *Each)
      if (auto *Call = cast<CallBase>(E->At); E->Called.TakesArgument)
        Arguments.pass(*Call,
                       Further.valueIn(*Call->getParent(), *Arguments.passed(*Call)));
  Further.drop();
}

/// Lets words lie in registers where what they survive is rare.
void ContextWord::avoidSlots() {
  if (F.hasOptNone() || F.callsFunctionThatReturnsTwice())
    return;
  Frequencies Often(F);
  for (KeptWord *Each : {&KeptFound, &KeptEntry, &KeptEarly, &KeptThread})
    Each->avoidSlot(Often);
}

/// The word under which the call of `What` runs. `FromSlot`: what it is pushed on is
/// loaded there.
Value *ContextWord::emitPushed(const Push &What, IRBuilder<> &Builder, bool FromSlot) {
  auto *Number = dyn_cast<ConstantInt>(What.Number);
  if (Deferred.empty() || What.Word != entryWord() || What.UnlessNewest || !Number)
    return emitPushedWord(Builder, Thread, FromSlot ? keptEntry(Builder) : What.Word,
                          What.Number, What.UnlessNewest);
  SmallVector<uint64_t, 4> Numbers(Deferred.begin(), Deferred.end());
  Numbers.push_back(Number->getZExtValue());
  return emitPushedIds(Builder, Thread, FromSlot ? keptFound(Builder) : Found, Numbers);
}

/// True in a loop, for what is rarer than to get there: code generation would compute it
/// in front of the loop, were it not for the slot.
bool ContextWord::isRareInLoop(const Push &What, const BasicBlock &Block,
                               Frequencies &Often) {
  return IsSunk && What.Word == entryWord() &&
         Graph->isRepeated(*Graph->numberOf(Block)) &&
         Often.of(Block) < (Further.isPlanned() ? Further.frequency(Often)
                                                : Often.of(*Found->getParent()));
}

/// `What` as it is pushed on the entry word, computed where that is.
Value *ContextWord::emitEarly(const Push &What) {
  IRBuilder<> Builder(entryWord()->getNextNode());
  Builder.SetCurrentDebugLocation(DebugLoc());
  // Frozen: code generation would else take the sum apart at each use.
  return Builder.CreateFreeze(emitPushed(What, Builder));
}

/// Lets the call of `E` find `Word`, which `Builder` stands behind.
void ContextWord::emitWordOf(const Event &E, Value *Word, IRBuilder<> &Builder) {
  if (E.Called.TakesArgument)
    Arguments.pass(*cast<CallBase>(E.At), *Word);
  else
    Thread.emitPush(Builder, address(), Word, *cast<CallBase>(E.At));
}

/// `Word`, of which code generation does not know that it is: what is computed of it here
/// is not what was computed of it before.
static Value *emitAnew(IRBuilder<> &Builder, Value *Word) {
  auto *Type = FunctionType::get(Word->getType(), {Word->getType()}, /*isVarArg=*/false);
  CallInst *Same = Builder.CreateCall(
      Type, InlineAsm::get(Type, "", "=r,0", /*hasSideEffects=*/false), {Word});
  Same->setDoesNotThrow();
  Same->setDoesNotAccessMemory();
  return Same;
}

/// Neither returns, nor comes again.
bool ContextWord::isLastWay(const Event &E) const {
  const Node &At = *nodeOf(*E.At->getParent());
  return !At.Looks && !Graph->isRepeated(*Graph->numberOf(*At.Block));
}

/// The push that alone is on ways that return, where others follow on ways that do not, as
/// where `malloc` gave nothing; or null. A sum for all of them would be in a register that
/// calls keep, which is saved on the ways that return, where the word that was found is
/// kept already.
const ContextWord::Push *ContextWord::onlyReturning() const {
  if (F.hasOptNone() || IsArgument || !Restores || Entry != Found || Further.isPlanned())
    return nullptr;
  const Push *Only = nullptr;
  bool IsFollowed = false;
  for (const Event *E : Pushes) {
    if (E->What.Word != Entry || E->What.UnlessNewest ||
        !isa<ConstantInt>(E->What.Number))
      return nullptr;
    if (isLastWay(*E))
      IsFollowed |= nodeOf(*E->At->getParent())->In.Is != State::Found;
    else if (Only)
      return nullptr;
    else
      Only = &E->What;
  }
  return IsFollowed ? Only : nullptr;
}

/// Every push for itself, and those on ways that do not return behind `Only` as sums of
/// its id, so that they need no word of the module.
void ContextWord::emitPushesApart(const Push &Only) {
  const BasicBlock *In = nullptr;
  Value *Sum = nullptr; // In that block.
  for (const Event *E : Pushes) {
    IRBuilder<> Builder(E->At);
    if (!isLastWay(*E)) {
      emitWordOf(*E, emitPushed(Only, Builder), Builder);
      continue;
    }
    if (In != E->At->getParent()) {
      Push Again = Only;
      Again.Word = emitAnew(Builder, keptEntry(Builder));
      Sum = emitAnew(Builder, emitPushed(Again, Builder)); // Not taken apart at each use.
      In = E->At->getParent();
    }
    Constant *Further = ConstantExpr::getSub(cast<Constant>(E->What.Number),
                                             cast<Constant>(Only.Number));
    emitWordOf(*E, Builder.CreateAdd(Sum, Further), Builder);
  }
}

/// Where several pushes depend on the entry word and an id alone, the first is
/// computed early and the others differ from it by a small number.
void ContextWord::emitSums() {
  const Push *First = nullptr;
  unsigned Alike = 0, Equal = 0;
  auto IsAlike = [&](const Push &What) {
    return What.Word == entryWord() && isa<ConstantInt>(What.Number) &&
           (!First || What.UnlessNewest == First->UnlessNewest);
  };
  for (const Event *E : Pushes)
    if (IsAlike(E->What)) {
      First = First ? First : &E->What;
      ++Alike;
      Equal += E->What.Number == First->Number;
    }
  bool Shares = Alike > 1 && (!First->UnlessNewest || Alike == Equal);
  Frequencies Often(F);
  Value *Early = Shares ? emitEarly(*First) : nullptr;
  auto EmitFirst = [&](const Event &E, IRBuilder<> &Builder) -> Value * {
    if (!Further.isPlanned() || Alike > 2)
      return Alike == Equal ? keep(KeptEarly, *Early, Builder) : Early;
    // Two are mostly at a place each, and used there at once.
    const BasicBlock &Block = *E.At->getParent();
    if (IsArgument || Further.isIn(Block) || Graph->isRepeated(*Graph->numberOf(Block)))
      return Early;
    // A register would be saved on all ways.
    return emitPushed(*First, Builder, /*FromSlot=*/true);
  };
  const Event *Last = nullptr; // Of those that are not early.
  Value *Word = nullptr;
  for (const Event *E : Pushes) {
    const Push &What = E->What;
    IRBuilder<> Builder(E->At);
    if (!Shares || !IsAlike(What)) {
      if (!Last || Last->At->getParent() != E->At->getParent() ||
          !(Last->What == What))
        Word = emitPushed(What, Builder, isRareInLoop(What, *E->At->getParent(), Often));
      Last = E;
      emitWordOf(*E, Word, Builder);
    } else if (What.Number == First->Number) {
      emitWordOf(*E, EmitFirst(*E, Builder), Builder);
    } else {
      Constant *Further = ConstantExpr::getSub(cast<Constant>(What.Number),
                                               cast<Constant>(First->Number));
      emitWordOf(*E, Builder.CreateAdd(EmitFirst(*E, Builder), Further), Builder);
    }
  }
}

void ContextWord::emitPushes() {
  if (const Push *Only = onlyReturning())
    emitPushesApart(*Only);
  else
    emitSums();
  for (const Event *E : Passes) {
    IRBuilder<> Builder(E->At);
    bool IsBeforeIds = E->Called.PushesForCaller && !HasNoCallers;
    if (E->Called.PushesForCaller && Deferred.size() + 1 >= Thread.keptIds())
      // The callee knows all that is kept.
      emitWordOf(*E, PoisonValue::get(Builder.getInt64Ty()), Builder);
    else
      emitWordOf(*E, IsBeforeIds ? keptFound(Builder) : keptEntry(Builder), Builder);
  }
}

Value *ContextWord::keptEntry(IRBuilder<> &Builder) {
  return keep(KeptEntry, *entryWord(), Builder);
}

Value *ContextWord::keptFound(IRBuilder<> &Builder) {
  return Entry == Found ? keptEntry(Builder) : keep(KeptFound, *Found, Builder);
}

/// `Word`, for use behind calls.
Value *ContextWord::keep(KeptWord &As, Value &Word, IRBuilder<> &Builder) {
  return IsSunk ? As.load(Word, Builder) : &Word;
}

void ContextWord::emitLeave(Instruction *Before) {
  IRBuilder<> Builder(Before);
  Thread.emitLeave(Builder);
}

/// The thread's word as it was found.
Value *ContextWord::wordToRestore(IRBuilder<> &Builder) {
  if (!IsArgument)
    return keptFound(Builder);
  if (!ThreadFound) {
    IRBuilder<> Behind(entryWord()->getNextNode());
    Behind.SetCurrentDebugLocation(DebugLoc());
    ThreadFound = Thread.emitLoadContext(Behind, address());
  }
  return keep(KeptThread, *ThreadFound, Builder);
}

} // namespace allocsite
