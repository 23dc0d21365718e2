//===- TailRecursion.cpp - Frames of recursion that became a loop -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TailRecursion.h"
#include "Numbering.h"
#include "TailCalls.h"
#include "lower/Context.h"
#include "lower/PushedWord.h"
#include "marks/RecursionMarks.h"
#include "recognise/Allocators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Scalar/TailRecursionElimination.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace allocsite {

static bool hasTailCallOfItself(Function &F) {
  bool Annotated = false, CallsItself = false;
  for (Instruction &I : instructions(F)) {
    Annotated |= RecursionMarker.is(I);
    auto *Call = dyn_cast<CallBase>(&I);
    CallsItself |= Call && decidedCallee(*Call) == &F && replacesFrame(*Call) &&
                   !Call->isMustTailCall();
  }
  return Annotated && CallsItself;
}

void finishTailRecursion(Module &M, FunctionAnalysisManager &FAM) {
  for (Function &F : M)
    if (!F.isDeclaration() && hasTailCallOfItself(F))
      TailCallElimPass().run(F, FAM);
}

TailRecursion::TailRecursion(Function &F, bool SharesId, ThreadState &Thread,
                             ContextWord &Context,
                             Numbering &Numbers)
    : F(F), SharesId(SharesId), Thread(Thread), Context(Context), Numbers(Numbers) {
  for (Instruction &I : instructions(F)) {
    if (!RecursionMarker.is(I) || !I.getDebugLoc())
      continue;
    Copy &C = copyOf(*I.getDebugLoc());
    if (saysEnter(I))
      C.Enters.push_back(&I);
    else if (saysRecurse(I) && becameBranch(I))
      C.Branches.push_back(&I);
  }
  for (Copy &C : Copies)
    if (!C.Branches.empty() && Thread.keptIds())
      makeVariables(C);
  for (Copy &C : Copies)
    if (C.Word)
      track(C);
}

TailRecursion::Copy &TailRecursion::copyOf(const DILocation &Location) {
  const DISubprogram *Subprogram = Location.getScope()->getSubprogram();
  for (Copy &C : Copies)
    if (C.Subprogram == Subprogram && C.InlinedAt == Location.getInlinedAt())
      return C;
  Copies.push_back({Subprogram, Location.getInlinedAt(), {}, {}});
  return Copies.back();
}

void TailRecursion::makeVariables(Copy &C) {
  IRBuilder<> Top(cast<Instruction>(Context.entryWord())->getNextNode());
  Top.SetCurrentDebugLocation(DebugLoc());
  IRBuilder<> Allocas(&F.getEntryBlock(), F.getEntryBlock().begin());
  Allocas.SetCurrentDebugLocation(DebugLoc());
  C.Word = Allocas.CreateAlloca(Allocas.getInt64Ty());
  C.Next = Allocas.CreateAlloca(Allocas.getInt1Ty());
  C.Inside = Allocas.CreateAlloca(Allocas.getInt1Ty());
  Top.CreateStore(Context.entryWord(), C.Word);
  Top.CreateStore(Top.getFalse(), C.Next);
  Top.CreateStore(Top.getFalse(), C.Inside);
}

/// recurse: word = push(word), next = true
/// enter:   word = next ? word : the word around the copy
///          inside = next, next = false
void TailRecursion::track(Copy &C) {
  for (Instruction *Branch : C.Branches) {
    const DILocation *Place = Branch->getDebugLoc().get();
    IRBuilder<> Builder(Branch);
    Value *Site = number(Branch, Place, [&](const DILocation *End) -> Constant * {
      return Builder.getInt64(Numbers.recursiveCallSite(*Place, F, SharesId, End));
    });
    Value *Word = Builder.CreateLoad(Builder.getInt64Ty(), C.Word);
    Builder.CreateStore(
        emitPushedWord(Builder, Thread, Word, Site, /*UnlessNewest=*/true),
        C.Word);
    Builder.CreateStore(Builder.getTrue(), C.Next);
  }
  for (Instruction *Enter : C.Enters) {
    IRBuilder<> Builder(Enter);
    Value *Next = Builder.CreateLoad(Builder.getInt1Ty(), C.Next);
    Builder.CreateStore(
        Builder.CreateSelect(Next,
                             Builder.CreateLoad(Builder.getInt64Ty(), C.Word),
                             word(Enter, C.InlinedAt)),
        C.Word);
    Builder.CreateStore(Next, C.Inside);
    Builder.CreateStore(Builder.getFalse(), C.Next);
  }
}

const TailRecursion::Copy *
TailRecursion::find(const DILocation *Location) const {
  for (const DILocation *At = Location; At; At = At->getInlinedAt())
    for (const Copy &C : Copies)
      if (C.Word && C.Subprogram == At->getScope()->getSubprogram() &&
          C.InlinedAt == At->getInlinedAt())
        return &C;
  return nullptr;
}

Value *TailRecursion::word(Instruction *Before, const DILocation *Location) {
  const Copy *C = find(Location);
  if (!Thread.keptIds())
    return ConstantInt::get(Type::getInt64Ty(F.getContext()), 0);
  if (!C)
    return Context.entryWord();
  IRBuilder<> Builder(Before);
  return Builder.CreateLoad(Builder.getInt64Ty(), C->Word);
}

Value *TailRecursion::number(
    Instruction *Before, const DILocation *Location,
    function_ref<Constant *(const DILocation *)> NumberOf) {
  Value *Whole = NumberOf(nullptr);
  const Copy *C = find(Location);
  // The chain of the function itself ends there anyway.
  if (!C || !C->InlinedAt)
    return Whole;
  IRBuilder<> Builder(Before);
  return Builder.CreateSelect(
      Builder.CreateLoad(Builder.getInt1Ty(), C->Inside),
      NumberOf(C->Branches.front()->getDebugLoc().get()), Whole);
}

void TailRecursion::finish() {
  SmallVector<AllocaInst *, 4> Variables;
  for (Copy &C : Copies)
    if (C.Word)
      Variables.append({C.Word, C.Next, C.Inside});
  if (Variables.empty())
    return;
  DominatorTree Dominators(F);
  PromoteMemToReg(Variables, Dominators);
}

} // namespace allocsite
