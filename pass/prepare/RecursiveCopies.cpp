//===- RecursiveCopies.cpp - A copy for the calls a function makes of itself ===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecursiveCopies.h"
#include "TailCalls.h"
#include "frames/Frames.h"
#include "marks/Marks.h"
#include "recognise/Allocators.h"
#include "recognise/Callees.h"
#include "support/Frequencies.h"
#include "support/Mechanisms.h"
#include "support/Tuning.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace allocsite {

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
  if (!Allocates || Calls.size() < std::max(Others, 1u) || becameLoop(F) || !canBeCopied(F))
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
