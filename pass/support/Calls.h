//===- Calls.h - Who is called ----------------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_CALLS_H
#define ALLOCSITE_PASS_SUPPORT_CALLS_H

#include "llvm/ADT/ArrayRef.h"
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

/// `Type` with `More` behind its parameters, and before those that may follow.
llvm::FunctionType *withMore(const llvm::FunctionType &Type,
                             llvm::ArrayRef<llvm::Type *> More);

/// Emits a call of `Callee`, whose type has `More` so, before `Call`, of which it has all
/// but its name and its uses. Not for `callbr`, nor for a musttail call, which has to
/// pass what its caller was passed.
llvm::CallBase *addCallWithMore(llvm::CallBase &Call, llvm::FunctionCallee Callee,
                                llvm::ArrayRef<llvm::Value *> More);

/// Puts that call in the place of `Call`, which is gone then.
llvm::CallBase *callWithMore(llvm::CallBase &Call, llvm::FunctionCallee Callee,
                             llvm::ArrayRef<llvm::Value *> More);

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_CALLS_H
