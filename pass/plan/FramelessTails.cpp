//===- FramelessTails.cpp - Tail calls of what is no frame ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/FramelessTails.h"
#include "plan/TailCalls.h"
#include "recognise/Allocators.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace allocsite {

namespace {

class FramelessTails {
public:
  FramelessTails(NameTable &Names, FrameTable &Frames, const Callees &Reach)
      : Names(Names), Frames(Frames), Reach(Reach) {}

  /// Of one that leads to allocations.
  bool holds(const CallBase &Call) const {
    const Function *Callee = decidedCallee(Call);
    return Callee && Frames.isTransparent(Callee->getName()) &&
           (!Callee->isDeclaration() || Names.kind(Callee->getName()).Wrapper) &&
           Frames.hasFrame(Call) && endsInItsLike(*Callee);
  }

private:
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
