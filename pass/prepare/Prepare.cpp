//===- Prepare.cpp - Small changes in front of the plan -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prepare.h"
#include "frames/Frames.h"
#include "marks/Marks.h"
#include "recognise/Allocators.h"
#include "recognise/Callees.h"
#include "rules/SourceRules.h"
#include "support/Compat.h"
#include "support/Frequencies.h"
#include "support/Mechanisms.h"
#include "support/Tuning.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace allocsite {

void splitNormalEdges(Function &F, AllocatorTable &Allocators) {
  SmallVector<InvokeInst *, 8> Invokes;
  for (Instruction &I : instructions(F))
    if (auto *Invoke = dyn_cast<InvokeInst>(&I); Invoke && siteOf(*Invoke) != 0u &&
                                                 Allocators.find(*Invoke) &&
                                                 directCallee(*Invoke)->isDeclaration())
      Invokes.push_back(Invoke);
  for (InvokeInst *Each : Invokes)
    if (BasicBlock *Normal = Each->getNormalDest(); !Normal->getUniquePredecessor())
      SplitEdge(Each->getParent(), Normal);
}

void makeOwn(Function &F) {
  F.setLinkage(GlobalValue::InternalLinkage);
  F.setComdat(nullptr);
}

void markReturningTwice(Module &M) {
  if (Function *Setjmp = M.getFunction("llvm.eh.sjlj.setjmp"))
    for (User *U : Setjmp->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Call->addFnAttr(Attribute::ReturnsTwice);
}

//===----------------------------------------------------------------------===//
// The marks of calls through pointers
//===----------------------------------------------------------------------===//

namespace {

bool readMark(const IntrinsicInst &Note, PointerCall &To) {
  To.Text = textOf(Note.getArgOperand(1)).str();
  To.File = textOf(Note.getArgOperand(2)).str();
  return To.Mark.parse(To.Text);
}

/// Whether `Call` is the one that the mark of `Pointer` speaks of.
bool isMarked(const CallBase &Call, const Value &Pointer, const PointerMark &Mark) {
  if (!Mark.isVirtual())
    return Call.getCalledOperand() == &Pointer;
  return !isa<IntrinsicInst>(Call) && Call.arg_size() > thisArgument(Call) &&
         Call.getArgOperand(thisArgument(Call)) == &Pointer;
}

bool isIntrinsic(const Value &V, Intrinsic::ID Which) {
  auto *Call = dyn_cast<IntrinsicInst>(&V);
  return Call && Call->getIntrinsicID() == Which;
}

/// The calls through `Pointer`. Where pointers have pointees one may cast it once more.
void addCallsThrough(const Value &Pointer, const PointerCall &Mark, PointerCalls &To) {
  for (const User *U : Pointer.users())
    if (isa<BitCastInst>(U))
      addCallsThrough(*U, Mark, To);
    else if (auto *Call = dyn_cast<CallBase>(U); Call && isMarked(*Call, Pointer, Mark.Mark))
      To[Call] = Mark;
}

void putInPlaceOf(Instruction &Marked, Value &Pointer) {
  Value *Same = &Pointer;
  if (Pointer.getType() != Marked.getType()) {
    auto *Cast = CastInst::CreatePointerBitCastOrAddrSpaceCast(&Pointer, Marked.getType());
    insertBefore(*Cast, Marked);
    Same = Cast;
  }
  Marked.replaceAllUsesWith(Same);
  Marked.eraseFromParent();
}

/// `Pointer` as it was before clang made a number of it: with -fstrict-vtable-pointers it
/// takes off what it knows of the object's class, as numbers know no class.
Value &beforeStrip(Value &Pointer) {
  Value *Bare = Pointer.stripPointerCasts();
  return isIntrinsic(*Bare, Intrinsic::strip_invariant_group)
             ? *cast<CallBase>(Bare)->getArgOperand(0)
             : Pointer;
}

/// Puts `Pointer` in the place of what -fstrict-vtable-pointers makes of `Marked`, which was a
/// number: a pointer to an object of any class.
void takeLaunders(Instruction &Marked, Value &Pointer, const PointerCall &Mark,
                  PointerCalls &To) {
  for (User *U : make_early_inc_range(Marked.users()))
    if (auto *Cast = dyn_cast<BitCastInst>(U)) {
      takeLaunders(*Cast, Pointer, Mark, To);
    } else if (isIntrinsic(*U, Intrinsic::launder_invariant_group)) {
      addCallsThrough(*U, Mark, To);
      putInPlaceOf(*cast<Instruction>(U), Pointer);
    }
}

/// Removes the text that `Operand` points to if it has no other uses.
void dropUnusedText(Value *Operand) {
  auto *Global = dyn_cast<GlobalVariable>(Operand->stripPointerCasts());
  if (!Global || !Global->hasLocalLinkage())
    return;
  Global->removeDeadConstantUsers();
  if (Global->use_empty())
    Global->eraseFromParent();
}

/// Puts the pointer that `Note` was handed back in its place.
void takeMark(IntrinsicInst &Note, const PointerCall &Mark, PointerCalls &To) {
  Value *Number = Note.getArgOperand(0);
  if (Operator::getOpcode(Number) == Instruction::PtrToInt) {
    Value &Pointer = beforeStrip(*cast<Operator>(Number)->getOperand(0));
    for (User *U : make_early_inc_range(Note.users()))
      if (auto *Marked = dyn_cast<IntToPtrInst>(U)) {
        addCallsThrough(*Marked, Mark, To);
        takeLaunders(*Marked, Pointer, Mark, To);
        putInPlaceOf(*Marked, Pointer);
      }
  }
  Note.replaceAllUsesWith(Number);
  Value *Texts[] = {Note.getArgOperand(1), Note.getArgOperand(2)};
  Note.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Number);
  for (Value *Text : Texts)
    dropUnusedText(Text);
}

} // namespace

PointerCalls takePointerCalls(Module &M) {
  PointerCalls Calls;
  SmallVector<std::pair<IntrinsicInst *, PointerCall>, 0> Notes;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Note = dyn_cast<IntrinsicInst>(&I);
          Note && Note->getIntrinsicID() == Intrinsic::annotation)
        if (PointerCall Mark; readMark(*Note, Mark))
          Notes.push_back({Note, Mark});
  for (auto &[Note, Mark] : Notes) {
    Function *Intrinsic = Note->getCalledFunction();
    takeMark(*Note, Mark, Calls);
    if (Intrinsic->use_empty())
      Intrinsic->eraseFromParent();
  }
  return Calls;
}

//===----------------------------------------------------------------------===//
// Copies for recursion
//===----------------------------------------------------------------------===//

/// A call of `F` by its own name, as what it is. Through an alias another body may be
/// called.
static bool isCallOf(const CallBase &Call, const Function &F) {
  return Call.getCalledOperand() == &F && Call.getFunctionType() == F.getFunctionType();
}

/// An ordinary call that is made where the source has it: all such calls that a frame
/// makes of one function have one id.
static bool isPlainCall(const CallBase &Call) {
  const DILocation *At = Call.getDebugLoc().get();
  return !replacesFrame(Call) && (!At || !At->getInlinedAt());
}

/// True where the code of `F` can be there twice, and nobody else's body can take its
/// place.
static bool canBeCopied(const Function &F) {
  if (!F.isDSOLocal() || !F.hasExactDefinition() || F.hasComdat() || F.isVarArg())
    return false;
  for (const BasicBlock &Block : F)
    if (Block.hasAddressTaken())
      return false;
  return all_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return !Call || !(Call->isInlineAsm() || Call->cannotDuplicate() || returnsTwice(*Call));
  });
}

/// True where a call takes its time and comes back.
static bool isWork(const CallBase &Call) {
  return !isa<IntrinsicInst>(Call) && !Call.doesNotReturn();
}

/// The calls that `F` makes of itself; none where a copy is not worth its bytes, or cannot
/// be made. It is where the function has as many of them as of other calls.
static SmallVector<CallBase *, 4> callsToCopyFor(Function &F) {
  SmallVector<CallBase *, 4> Calls;
  if (!isForSpeed(F) || lengthOf(F) > tuning::MostInShort)
    return {};
  bool Allocates = false;
  unsigned Others = 0;
  for (Instruction &I : instructions(F)) {
    Allocates |= SiteMarker.is(I);
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    if (decidedCallee(*Call) != &F) {
      Others += isWork(*Call);
      continue;
    }
    if (!isCallOf(*Call, F) || !isPlainCall(*Call))
      return {};
    Calls.push_back(Call);
  }
  if (!Allocates || Calls.size() < std::max(Others, 1u) || !canBeCopied(F))
    return {};
  return Calls;
}

static std::string nameOfCopy(const Function &F) {
  for (unsigned Number = 1;; ++Number) {
    std::string Name = (F.getName() + ".specialized." + Twine(Number)).str();
    if (!F.getParent()->getNamedValue(Name))
      return Name;
  }
}

static void copyFor(Function &F, ArrayRef<CallBase *> Calls) {
  ValueToValueMapTy Copied;
  Function &Copy = *CloneFunction(&F, Copied);
  Copy.setName(nameOfCopy(F));
  Copy.setLinkage(GlobalValue::InternalLinkage);
  Copy.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  markCopy(Copy);
  Copy.eraseMetadata(LLVMContext::MD_type); // Nobody has its address.
  for (CallBase *Call : Calls) {
    cast<CallBase>(Copied[Call])->setCalledFunction(&Copy);
    Call->setCalledFunction(&Copy);
  }
}

void copyRecursions(Module &M, function_ref<bool(const Function &)> Can) {
  if (without(Mechanism::RecursiveCopies))
    return;
  std::vector<Function *> Definitions;
  for (Function &F : M)
    if (!F.isDeclaration() && Can(F))
      Definitions.push_back(&F);
  for (Function *F : Definitions)
    if (SmallVector<CallBase *, 4> Calls = callsToCopyFor(*F); !Calls.empty()) {
      copyFor(*F, Calls);
      applied(Mechanism::RecursiveCopies, *F);
    }
}

} // namespace allocsite
