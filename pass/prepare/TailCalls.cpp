//===- TailCalls.cpp - Calls whose frame is gone while they run -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   void add(const Foo &foo) { foos.push_back(foo); }
//
// The function that grows the vector is no frame, so the site is add()'s call of it. If that
// became a jump, the site would appear in add()'s caller. An ordinary call costs a stack
// frame. A loop that is written as tail calls must not need one for each iteration, so calls
// that may be part of such a loop are not changed. What a library's function allocates is its
// caller's in the same way, and it is in no such loop.
//
//===----------------------------------------------------------------------===//

#include "Prepare.h"
#include "arch/Machine.h"
#include "marks/Marks.h"
#include "recognise/Allocators.h"
#include "recognise/LibraryOrigin.h"
#include "support/Compat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

/// `V` without casts that keep its bits or truncate it: for a returned value they need no
/// code.
static const Value *withoutCasts(const Value *V) {
  for (;;) {
    V = V->stripPointerCasts();
    if (!isa<PtrToIntInst>(V) && !isa<IntToPtrInst>(V) && !isa<TruncInst>(V))
      return V;
    V = cast<CastInst>(V)->getOperand(0);
  }
}

/// True where the return gives back what the call gave, or nothing: any other
/// value has to be put in place after the call.
static bool returnsResult(const ReturnInst &Return, const CallBase &Call) {
  const Value *Result = Return.getReturnValue();
  if (!Result)
    return true;
  Result = withoutCasts(Result);
  if (auto *Merge = dyn_cast<PHINode>(Result);
      Merge && Merge->getParent() == Return.getParent() &&
      Merge->getBasicBlockIndex(Call.getParent()) >= 0)
    Result = withoutCasts(Merge->getIncomingValueForBlock(Call.getParent()));
  return Result == &Call || isa<UndefValue>(Result) || Result == Call.getReturnedArgOperand();
}

/// Nothing that code generation would have to do between a call and its return.
/// True if `I` emits no code, so that it does not prevent a tail call.
static bool doesNothing(const Instruction &I) {
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return Intrinsic->isAssumeLikeIntrinsic() && !SiteMarker.is(I);
  return !I.isTerminator() && !I.mayHaveSideEffects() && !I.mayReadFromMemory();
}

/// The return that `I` and all that follows it lead to without doing anything.
static const ReturnInst *returnAfter(const Instruction *I) {
  for (; I; I = I->getNextNode())
    if (auto *Return = dyn_cast<ReturnInst>(I))
      return Return;
    else if (!doesNothing(*I))
      break;
  if (auto *Branch = dyn_cast_or_null<BranchInst>(I); Branch && Branch->isUnconditional()) {
    const Instruction *Next = &Branch->getSuccessor(0)->front();
    while (doesNothing(*Next))
      Next = Next->getNextNode();
    return dyn_cast<ReturnInst>(Next);
  }
  return nullptr;
}

/// Which of `Arguments`, of a call or a function, do not travel in registers.
template <typename Range, typename IsByVal>
static SmallVector<const Value *, 4> onStack(const Machine &For, const Range &Arguments,
                                             IsByVal isByVal) {
  SmallVector<const Value *, 4> Found;
  unsigned Integers = 0, Floats = 0, Number = 0;
  for (const auto &Argument : Arguments) {
    const Value *V = &*Argument;
    Type *T = V->getType();
    if (isByVal(Number++) || For.isOnStack(*T))
      Found.push_back(V);
    else if (T->isFPOrFPVectorTy() || T->isVectorTy())
      Floats < For.floatRegisters() ? void(++Floats) : Found.push_back(V);
    else
      Integers < For.integerRegisters() ? void(++Integers) : Found.push_back(V);
  }
  return Found;
}

/// True where the callee's result has another place than the caller's own, as far as
/// code generation sees.
static bool hasOtherResult(const CallBase &Call) {
  const Function &F = *Call.getFunction();
  if (!Call.hasStructRetAttr() && !F.hasStructRetAttr())
    return false;
  if (!machineOf(*F.getParent()).jumpsWithStructResults())
    return true;
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    if (auto *Passed = dyn_cast<llvm::Argument>(Call.getArgOperand(I)))
      if (Call.paramHasAttr(I, Attribute::StructRet) && Passed->hasStructRetAttr())
        return false;
  return true;
}

/// True where arguments or the result lie in the caller's frame, which therefore
/// has to stay. An argument that the caller has got in the very place where its
/// callee wants it is already there.
static bool needsStack(const CallBase &Call) {
  const Function &F = *Call.getFunction();
  if (hasOtherResult(Call))
    return true;
  const Machine &For = machineOf(*F.getParent());
  // Other conventions have other registers: say that there is room.
  if (Call.getCallingConv() != CallingConv::C && Call.getCallingConv() != CallingConv::Fast)
    return false;
  auto Passed =
      onStack(For, Call.args(), [&](unsigned Number) { return Call.isByValArgument(Number); });
  auto Got = onStack(For, make_pointer_range(F.args()),
                     [&](unsigned Number) { return F.getArg(Number)->hasByValAttr(); });
  return Passed.size() > Got.size() || !std::equal(Passed.begin(), Passed.end(), Got.begin());
}

bool replacesFrame(const CallBase &Call) {
  auto *Plain = dyn_cast<CallInst>(&Call);
  if (!Plain || !Plain->isTailCall() || Plain->isInlineAsm())
    return false;
  if (Plain->isMustTailCall())
    return true;
  if (Call.getFunction()->getFnAttribute("disable-tail-calls").getValueAsBool())
    return false;
  if (needsStack(Call))
    return false;
  const ReturnInst *Return = returnAfter(Call.getNextNode());
  return Return && returnsResult(*Return, Call);
}

void keepFrame(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getTailCallKind() == CallInst::TCK_Tail)
      Call->setTailCallKind(CallInst::TCK_None);
}

void keepFrees(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getTailCallKind() == CallInst::TCK_Tail)
      if (const Function *Callee = Call->getCalledFunction())
        if (StringRef Name = Callee->getName();
            Name == "free" || Name.take_front(4) == "_Zdl" || Name.take_front(4) == "_Zda")
          Call->setTailCallKind(CallInst::TCK_NoTail); // also for what optimises it further
}

namespace {

class FramelessTails {
public:
  FramelessTails(NameTable &Names, FrameTable &Frames, const Callees &Reach)
      : Names(Names), Frames(Frames), Reach(Reach) {}

  /// Of a call that leads to allocations.
  bool holds(const CallBase &Call) const {
    const Function *Callee = decidedCallee(Call);
    if (Callee && Callee->isDeclaration() && isOfLibrary(*Callee))
      return Frames.hasFrame(Call);
    return Callee && Frames.isTransparent(Callee->getName()) &&
           (!Callee->isDeclaration() || Names.kind(Callee->getName()).Wrapper) &&
           Frames.hasFrame(Call) && endsInItsLike(*Callee);
  }

private:
  /// True of a library's function that is no allocator: what it allocates is its caller's.
  bool isOfLibrary(const Function &Callee) const {
    return !Frames.isAllocator(Callee.getName()) &&
           (Frames.isTransparent(Callee.getName()) || Reach.isOfLibrary(Callee) ||
            isOfInstalledHeader(Callee));
  }

  /// True where tail calls alone lead from `Callee` to nothing but its like.
  bool endsInItsLike(const Function &Callee) const {
    SmallPtrSet<const Function *, 8> Known;
    SmallVector<const Function *, 8> Open = {&Callee};
    while (!Open.empty()) {
      const Function *F = Open.pop_back_val();
      if (!Known.insert(F).second || Frames.isAllocator(F->getName()))
        continue;
      const FunctionKind &Kind = Names.kind(F->getName());
      if (!Frames.isTransparent(F->getName()) || Kind.Thunk)
        return false;
      for (const Instruction &I : instructions(*F)) {
        auto *Call = dyn_cast<CallBase>(&I);
        if (!Call || !replacesFrame(*Call) || !Reach.mayAllocate(*Call))
          continue;
        const Function *Next = decidedCallee(*Call);
        if (!Next)
          return false;
        Open.push_back(Next);
      }
    }
    return true;
  }

  NameTable &Names;
  FrameTable &Frames;
  const Callees &Reach;
};

} // namespace

void keepFramelessTails(Function &F, NameTable &Names, FrameTable &Frames,
                        const Callees &Reach) {
  const FramelessTails Tails(Names, Frames, Reach);
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getTailCallKind() == CallInst::TCK_Tail && replacesFrame(*Call) &&
        Reach.mayAllocate(*Call) && Tails.holds(*Call))
      Call->setTailCallKind(CallInst::TCK_None);
}

} // namespace allocsite
