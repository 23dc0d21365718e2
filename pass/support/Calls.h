//===- Calls.h - Who is called ----------------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_CALLS_H
#define ALLOCSITE_PASS_SUPPORT_CALLS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InstrTypes.h"

namespace allocsite {

using FunctionSet = llvm::DenseSet<const llvm::Function *>;
using CallTest = llvm::function_ref<bool(const llvm::CallBase &)>;

/// The call whose callee `U` is; null where it is an argument, or no use of a call.
inline llvm::CallBase *callOf(const llvm::Use &U) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(U.getUser());
  return Call && Call->isCallee(&U) ? Call : nullptr;
}

/// The function that `Call` calls, through casts and aliases; null if indirect.
inline llvm::Function *directCallee(const llvm::CallBase &Call) {
  return llvm::dyn_cast<llvm::Function>(
      Call.getCalledOperand()->stripPointerCastsAndAliases());
}

/// The same where it is certain to run; null also where the call is one of a weak alias, for
/// which the linker may take another file's function.
inline llvm::Function *decidedCallee(const llvm::CallBase &Call) {
  const llvm::Value *Called = Call.getCalledOperand()->stripPointerCasts();
  while (auto *Alias = llvm::dyn_cast<llvm::GlobalAlias>(Called)) {
    if (Alias->isInterposable())
      return nullptr;
    Called = Alias->getAliasee()->stripPointerCasts();
  }
  return directCallee(Call);
}

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_CALLS_H
