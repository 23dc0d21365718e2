//===- Unseen.cpp - What of a module the profile may not show ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unseen.h"

#include "allocsite/Abi.h"
#include "allocsite/SystemAllocators.h"
#include "marks/Marks.h"
#include "recognise/Allocators.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace allocsite {

/// Clang 14 may cast a callee.
static bool isOnlyCalled(const Value &Function) {
  for (const Use &U : Function.uses())
    if (!callOf(U) &&
        (!isa<ConstantExpr>(U.getUser()) || !isOnlyCalled(*U.getUser())))
      return false;
  return true;
}

/// `malloc`, `calloc` and `realloc`, or a pool's `alloc` and `calloc`, by their types. The
/// first stage has looked at calls that rules name: these have a mark.
static bool isUncountedAllocation(const CallBase &Call) {
  if (!Call.isIndirectCall() || siteOf(Call) || !Call.getType()->isPointerTy() ||
      Call.arg_empty() || Call.arg_size() > 2)
    return false;
  auto isSize = [&](unsigned Argument) {
    return Call.getArgOperand(Argument)->getType()->isIntegerTy(64);
  };
  return isSize(Call.arg_size() - 1) &&
         (isSize(0) || Call.getArgOperand(0)->getType()->isPointerTy());
}

uint32_t findUnseen(const Module &M) {
  uint32_t Flags = ALLOCSITE_MODULE_REFERS;
  for (const Function &F : M) {
    if (F.isDeclaration() && !F.use_empty())
      if (uint32_t Allocator = allocsiteSystemAllocator(F.getName().str().c_str())) {
        Flags |= ALLOCSITE_MODULE_ALLOCATORS(Allocator);
        if (!isOnlyCalled(F))
          Flags |= ALLOCSITE_MODULE_TAKES_ADDRESS;
      }
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && isUncountedAllocation(*Call))
        Flags |= ALLOCSITE_MODULE_CALLS_POINTERS;
  }
  return Flags;
}

} // namespace allocsite
