//===- LoopContexts.cpp - Contexts of tail recursion that became a loop --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopContexts.h"
#include "thread/ThreadState.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace allocsite {

LoopContexts::LoopContexts(const FunctionPlan &Plan, ThreadState &Thread,
                           FunctionContext &Outer)
    : F(*Plan.F), Thread(Thread), Outer(Outer) {
  for (size_t I = 0; I < Plan.Loops.size(); ++I)
    Loops.push_back(makeVariables());
  for (size_t I = 0; I < Plan.Loops.size(); ++I)
    track(Plan.Loops[I], Loops[I]);
}

LoopContexts::Variables LoopContexts::makeVariables() {
  IRBuilder<> Top(cast<Instruction>(Outer.entryContext())->getNextNode());
  Top.SetCurrentDebugLocation(DebugLoc());
  IRBuilder<> Allocas(&F.getEntryBlock(), F.getEntryBlock().begin());
  Allocas.SetCurrentDebugLocation(DebugLoc());
  Variables New;
  New.Context = Allocas.CreateAlloca(Allocas.getInt64Ty());
  New.Next = Allocas.CreateAlloca(Allocas.getInt1Ty());
  New.Inside = Allocas.CreateAlloca(Allocas.getInt1Ty());
  Top.CreateStore(Outer.entryContext(), New.Context);
  Top.CreateStore(Top.getFalse(), New.Next);
  Top.CreateStore(Top.getFalse(), New.Inside);
  return New;
}

void LoopContexts::track(const RecursionLoop &Loop, const Variables &Its) {
  for (const RecursionLoop::Branch &Branch : Loop.Branches) {
    IRBuilder<> Builder(Branch.At);
    Value *Site = number(Branch.At, Branch.In, Branch.Id);
    Value *Context = Builder.CreateLoad(Builder.getInt64Ty(), Its.Context);
    Builder.CreateStore(
        emitPushedContext(Builder, Thread, Context, Site, /*UnlessNewest=*/true), Its.Context);
    Builder.CreateStore(Builder.getTrue(), Its.Next);
  }
  for (Instruction *Enter : Loop.Enters) {
    IRBuilder<> Builder(Enter);
    Value *Next = Builder.CreateLoad(Builder.getInt1Ty(), Its.Next);
    Value *Context = Builder.CreateLoad(Builder.getInt64Ty(), Its.Context);
    Value *Around = context(Enter, Loop.Around);
    Builder.CreateStore(Builder.CreateSelect(Next, Context, Around), Its.Context);
    Builder.CreateStore(Next, Its.Inside);
    Builder.CreateStore(Builder.getFalse(), Its.Next);
  }
}

Value *LoopContexts::context(Instruction *Before, LoopIndex Loop) {
  if (!Thread.keptIds())
    return ConstantInt::get(Type::getInt64Ty(F.getContext()), 0);
  if (!Loop)
    return Outer.entryContext();
  IRBuilder<> Builder(Before);
  return Builder.CreateLoad(Builder.getInt64Ty(), Loops[*Loop].Context);
}

Value *LoopContexts::number(Instruction *Before, LoopIndex Loop, const Number &Which) {
  IRBuilder<> Builder(Before);
  Value *Whole = Builder.getInt64(Which.Whole);
  if (!Which.Inside)
    return Whole;
  Value *IsInside = Builder.CreateLoad(Builder.getInt1Ty(), Loops[*Loop].Inside);
  return Builder.CreateSelect(IsInside, Builder.getInt64(*Which.Inside), Whole);
}

Value *LoopContexts::number(Instruction *Before, LoopIndex Loop, ArrayRef<SiteChoice> Sites,
                            Value *Mark) {
  IRBuilder<> Builder(Before);
  Value *Found = number(Before, Loop, Sites.front().Site);
  for (const SiteChoice &Other : Sites.drop_front()) {
    Value *Is = Builder.CreateICmpEQ(Mark, ConstantInt::get(Mark->getType(), Other.Mark));
    Found = Builder.CreateSelect(Is, number(Before, Loop, Other.Site), Found);
  }
  return Found;
}

void LoopContexts::finish() {
  SmallVector<AllocaInst *, 4> All;
  for (const Variables &Each : Loops)
    All.append({Each.Context, Each.Next, Each.Inside});
  if (All.empty())
    return;
  DominatorTree Dominators(F);
  PromoteMemToReg(All, Dominators);
}

} // namespace allocsite
