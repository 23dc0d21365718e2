//===- TailRecursion.cpp - Frames of recursion that became a loop -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TailRecursion.h"
#include "marks/Marks.h"
#include "prepare/Prepare.h"
#include "support/Calls.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Scalar/TailRecursionElimination.h"

using namespace llvm;

namespace allocsite {

static bool hasTailCallOfItself(Function &F) {
  bool Annotated = false, CallsItself = false;
  for (Instruction &I : instructions(F)) {
    Annotated |= RecursionMarker.is(I);
    auto *Call = dyn_cast<CallBase>(&I);
    CallsItself |=
        Call && decidedCallee(*Call) == &F && replacesFrame(*Call) && !Call->isMustTailCall();
  }
  return Annotated && CallsItself;
}

void finishTailRecursion(Module &M, FunctionAnalysisManager &FAM) {
  for (Function &F : M)
    if (!F.isDeclaration() && hasTailCallOfItself(F))
      TailCallElimPass().run(F, FAM);
}

static RecursionLoop &copyOf(std::vector<RecursionLoop> &Copies, const DILocation &At) {
  const DISubprogram *Subprogram = At.getScope()->getSubprogram();
  for (RecursionLoop &Each : Copies)
    if (Each.Subprogram == Subprogram && Each.InlinedAt == At.getInlinedAt())
      return Each;
  Copies.push_back({Subprogram, At.getInlinedAt(), {}, {}, {}});
  return Copies.back();
}

std::vector<RecursionLoop> findLoops(Function &F, bool SharesId, unsigned KeptIds,
                                     Numbering &Numbers) {
  std::vector<RecursionLoop> Loops;
  if (!KeptIds)
    return Loops;
  for (Instruction &I : instructions(F)) {
    if (!RecursionMarker.is(I) || !I.getDebugLoc())
      continue;
    RecursionLoop &Copy = copyOf(Loops, *I.getDebugLoc());
    if (saysEnter(I))
      Copy.Enters.push_back(&I);
    else if (saysRecurse(I) && becameBranch(I))
      Copy.Branches.push_back({&I, {}, {}});
  }
  erase_if(Loops, [](const RecursionLoop &Each) { return Each.Branches.empty(); });
  for (RecursionLoop &Each : Loops) {
    Each.Around = loopAround(Loops, Each.InlinedAt);
    for (RecursionLoop::Branch &Branch : Each.Branches) {
      const DILocation *Place = Branch.At->getDebugLoc().get();
      Branch.In = loopAround(Loops, Place);
      Branch.Id = numberIn(Loops, Branch.In, [&](const DILocation *End) {
        return Numbers.recursiveCallSite(*Place, F, SharesId, End);
      });
    }
  }
  return Loops;
}

LoopIndex loopAround(ArrayRef<RecursionLoop> Loops, const DILocation *Location) {
  for (const DILocation *At = Location; At; At = At->getInlinedAt())
    for (const RecursionLoop &Each : Loops)
      if (Each.Subprogram == At->getScope()->getSubprogram() &&
          Each.InlinedAt == At->getInlinedAt())
        return &Each - Loops.begin();
  return std::nullopt;
}

Number numberIn(ArrayRef<RecursionLoop> Loops, LoopIndex Loop,
                function_ref<uint32_t(const DILocation *)> NumberOf) {
  Number Found{NumberOf(nullptr), {}};
  // The chain of the function itself ends there anyway.
  if (Loop && Loops[*Loop].InlinedAt)
    Found.Inside = NumberOf(Loops[*Loop].Branches.front().At->getDebugLoc().get());
  return Found;
}

} // namespace allocsite
