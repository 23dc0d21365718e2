//===- Context.cpp - Keeps the context word of one function -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "allocsite/Abi.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace allocsite {

void ContextWord::push(CallBase &Call, Value *Word, Value *Number,
                       bool Recursive) {
  EventsIn[Call.getParent()].push_back(
      {Kind::Push, &Call, Word, Number, Recursive});
  ++Pushes;
}

void ContextWord::pass(CallBase &Call) {
  EventsIn[Call.getParent()].push_back({Kind::Pass, &Call});
}

void ContextWord::leave(Instruction &At) {
  EventsIn[At.getParent()].push_back({Kind::Leave, &At});
  Leaves = true;
}

void ContextWord::returnTwice(CallBase &Call) {
  EventsIn[Call.getParent()].push_back({Kind::ReturnTwice, &Call});
}

/// After the static allocas, which belong at the top.
static Instruction *topOf(Function &F) {
  for (Instruction &I : F.getEntryBlock())
    if (!isa<AllocaInst>(I))
      return &I;
  llvm_unreachable("a block ends in a terminator");
}

Value *ContextWord::entryWord() {
  if (!Entry) {
    Value *At = address();
    auto *After = dyn_cast<Instruction>(At);
    IRBuilder<> Builder(After ? After->getNextNode() : topOf(F));
    Builder.SetCurrentDebugLocation(DebugLoc());
    Entry = Thread.emitLoadContext(Builder, At);
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

void ContextWord::emit() {
  if (!Pushes && !Leaves)
    return;
  findReachablePushes();
  findStoredWords();
  entryWord();
  for (BasicBlock &Block : F)
    emitBlock(Block);
}

void ContextWord::findReachablePushes() {
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (BasicBlock *Block : post_order(&F)) {
      Flow &Here = FlowOf[Block];
      bool Out = any_of(successors(Block), [this](BasicBlock *Next) {
        return FlowOf.lookup(Next).PushIn;
      });
      bool In = Out || any_of(EventsIn[Block],
                              [](const Event &E) { return E.Of == Kind::Push; });
      Changed |= In != Here.PushIn || Out != Here.PushOut;
      FlowOf[Block].PushIn = In;
      FlowOf[Block].PushOut = Out;
    }
  }
}

void ContextWord::findStoredWords() {
  ReversePostOrderTraversal<Function *> Order(&F);
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (BasicBlock *Block : Order) {
      // What was thrown may have come from deep below.
      bool In = Block->isEHPad() ||
                any_of(predecessors(Block), [this](BasicBlock *Previous) {
                  return FlowOf.lookup(Previous).StoredOut;
                });
      bool Out = storedAfter(*Block, In);
      Flow &Here = FlowOf[Block];
      Changed |= In != Here.StoredIn || Out != Here.StoredOut;
      Here.StoredIn = In;
      Here.StoredOut = Out;
    }
  }
}

/// The event after which the word is put back within the block, or null.
const ContextWord::Event *ContextWord::restoredAfter(BasicBlock &Block) {
  if (!Restores || FlowOf.lookup(&Block).PushOut)
    return nullptr;
  const Event *Last = nullptr;
  for (const Event &E : EventsIn[&Block])
    if (E.changesWord())
      Last = &E;
  // After an invoke, the successors do it.
  return Last && !Last->At->isTerminator() ? Last : nullptr;
}

bool ContextWord::storedAfter(BasicBlock &Block, bool Stored) {
  if (Restores && !FlowOf.lookup(&Block).PushIn)
    Stored = false;
  const Event *Restored = restoredAfter(Block);
  for (const Event &E : EventsIn[&Block])
    Stored = E.changesWord() && &E != Restored;
  return Stored;
}

/// True where nothing in the block, nor after it, looks at the word.
static bool leavesForGood(BasicBlock &Block) {
  return isa<UnreachableInst>(Block.getTerminator()) ||
         isa<ResumeInst>(Block.getTerminator());
}

void ContextWord::emitBlock(BasicBlock &Block) {
  Flow Here = FlowOf.lookup(&Block);
  Events &InBlock = EventsIn[&Block];
  bool Stored = Here.StoredIn;
  const Event *Restored = restoredAfter(Block);
  if (Restores && Stored && !Here.PushIn) {
    bool Looks = !leavesForGood(Block) || any_of(InBlock, [](const Event &E) {
      return E.Of == Kind::Pass;
    });
    if (Looks)
      emitRestore(&*Block.getFirstInsertionPt());
    Stored = false;
  }
  for (const Event &E : InBlock) {
    if (E.Of == Kind::Push)
      emitPush(E);
    else if (E.Of == Kind::Leave)
      emitLeave(E.At);
    else if (E.Of == Kind::Pass && Stored)
      emitRestore(E.At);
    Stored = E.changesWord();
    if (&E == Restored) {
      if (!isa<UnreachableInst>(E.At->getNextNode()))
        emitRestore(E.At->getNextNode());
      Stored = false;
    }
  }
}

/// Shifted, so that pushes share what does not depend on the call.
static Value *emitShifted(IRBuilder<> &Builder, Value *Word, Value *Base) {
  return Builder.CreateAdd(Builder.CreateShl(Word, ALLOCSITE_ID_BITS), Base);
}

static Value *emitUnlessNewest(IRBuilder<> &Builder, Value *Word,
                               Value *Pushed) {
  Value *Mask = Builder.getInt64(ALLOCSITE_ID_MASK);
  Value *Same = Builder.CreateICmpEQ(Builder.CreateAnd(Word, Mask),
                                     Builder.CreateAnd(Pushed, Mask));
  return Builder.CreateSelect(Same, Word, Pushed);
}

Value *emitPushedWord(IRBuilder<> &Builder, Value *Word, Value *Base,
                      Value *Number, bool UnlessNewest) {
  Value *Pushed =
      Builder.CreateAdd(emitShifted(Builder, Word, Base), Number);
  return UnlessNewest ? emitUnlessNewest(Builder, Word, Pushed) : Pushed;
}

void ContextWord::emitPush(const Event &E) {
  IRBuilder<> Builder(E.At);
  Value *Word;
  if (Pushes > 1 && E.Word == entryWord()) {
    // Shared by several pushes, it is computed at the top.
    if (!Shifted) {
      IRBuilder<> Top(cast<Instruction>(entryWord())->getNextNode());
      Top.SetCurrentDebugLocation(DebugLoc());
      Shifted = emitShifted(Top, entryWord(), Thread.emitLoadCallBase(Top));
    }
    Word = Builder.CreateAdd(Shifted, E.Number);
    if (E.Recursive)
      Word = emitUnlessNewest(Builder, E.Word, Word);
  } else {
    Word = emitPushedWord(Builder, E.Word, Thread.emitLoadCallBase(Builder),
                          E.Number, E.Recursive);
  }
  Thread.emitStoreContext(Builder, address(), Word);
}

void ContextWord::emitLeave(Instruction *Before) {
  IRBuilder<> Builder(Before);
  Thread.emitStoreContext(Builder, address(),
                          Builder.getInt64(ALLOCSITE_UNKNOWN_CONTEXT));
}

void ContextWord::emitRestore(Instruction *Before) {
  IRBuilder<> Builder(Before);
  Thread.emitStoreContext(Builder, address(), entryWord());
}

} // namespace allocsite
