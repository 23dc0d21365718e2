//===- PointerMarks.cpp - Takes the marks of pointers out of a module ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerMarks.h"
#include "rules/SourceRules.h"
#include "support/Compat.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace allocsite {

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

/// Removes the text that `Operand` points to where nobody uses it.
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

} // namespace allocsite
