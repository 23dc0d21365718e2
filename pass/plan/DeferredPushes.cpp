//===- DeferredPushes.cpp - What a call would push is pushed by its callee --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeferredPushes.h"
#include "Frequencies.h"
#include "recognise/Allocators.h"
#include "support/Compat.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace allocsite {

/// Null where several functions call `F`, or it has an address.
static Function *onlyCallerOf(const Function &F) {
  Function *Caller = nullptr;
  for (const Use &U : F.uses()) {
    CallBase *Call = callOf(U);
    if (!Call || (Caller && Call->getFunction() != Caller))
      return nullptr;
    Caller = Call->getFunction();
  }
  return Caller;
}

/// True where `Caller` runs calls of `Called` at least twice as often as others that push,
/// as LLVM estimates.
static bool callsMostly(Function &Caller, ArrayRef<Function *> Called,
                        function_ref<bool(const CallBase &)> Pushes) {
  SmallVector<const BasicBlock *, 8> Here, Elsewhere;
  for (const Instruction &I : instructions(Caller))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Pushes(*Call))
      (is_contained(Called, decidedCallee(*Call)) ? Here : Elsewhere)
          .push_back(I.getParent());
  if (Elsewhere.empty())
    return true;
  Frequencies Often(Caller);
  auto Sum = [&](ArrayRef<const BasicBlock *> Blocks) {
    uint64_t All = 0;
    for (const BasicBlock *Each : Blocks)
      All = SaturatingAdd(All, Often.of(*Each));
    return All;
  };
  return Sum(Elsewhere) <= Sum(Here) / 2;
}

MapVector<Function *, SmallVector<Function *, 2>>
findWorthDeferring(Module &M, function_ref<bool(Function &F, Function &Caller)> CanDefer,
                 function_ref<bool(const CallBase &)> Pushes) {
  MapVector<Function *, SmallVector<Function *, 2>> CalledBy;
  for (Function &F : M)
    if (Function *Caller = F.isDeclaration() ? nullptr : onlyCallerOf(F))
      if (Caller != &F && CanDefer(F, *Caller))
        CalledBy[Caller].push_back(&F);
  CalledBy.remove_if([&](const auto &Each) {
    return !callsMostly(*Each.first, Each.second, Pushes);
  });
  return CalledBy;
}

bool haveOneChain(const DILocation *A, const DILocation *B) {
  while (A && B && A != B) {
    if (A->getScope()->getSubprogram() != B->getScope()->getSubprogram())
      return false;
    A = A->getInlinedAt();
    B = B->getInlinedAt();
  }
  return A == B;
}

} // namespace allocsite
