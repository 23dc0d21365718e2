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
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InstrTypes.h"

#include <string>

namespace allocsite {

using FunctionSet = llvm::DenseSet<const llvm::Function *>;
using CallTest = llvm::function_ref<bool(const llvm::CallBase &)>;

/// The call whose callee is `U`; null if `U` is an argument, or no use by a call.
inline llvm::CallBase *callOf(const llvm::Use &U) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(U.getUser());
  return Call && Call->isCallee(&U) ? Call : nullptr;
}

/// The function that `Call` calls, through casts and aliases; null if indirect.
inline llvm::Function *directCallee(const llvm::CallBase &Call) {
  return llvm::dyn_cast<llvm::Function>(
      Call.getCalledOperand()->stripPointerCastsAndAliases());
}

/// Like directCallee(), but null if the call goes through an alias that the linker may resolve
/// to a function of another file, such as a weak one.
inline llvm::Function *decidedCallee(const llvm::CallBase &Call) {
  const llvm::Value *Called = Call.getCalledOperand()->stripPointerCasts();
  while (auto *Alias = llvm::dyn_cast<llvm::GlobalAlias>(Called)) {
    if (Alias->isInterposable())
      return nullptr;
    Called = Alias->getAliasee()->stripPointerCasts();
  }
  return directCallee(Call);
}

/// `Type` with the parameters `More` added, before any variadic ones.
llvm::FunctionType *withMore(const llvm::FunctionType &Type,
                             llvm::ArrayRef<llvm::Type *> More);

/// Emits, before `Call`, the same call of `Callee`, with the arguments `More` added; not yet
/// its name and uses. Not for `callbr`, nor for a musttail call, whose parameters must match
/// those of its caller.
llvm::CallBase *addCallWithMore(llvm::CallBase &Call, llvm::FunctionCallee Callee,
                                llvm::ArrayRef<llvm::Value *> More);

/// Replaces `Call`, which is erased, by that call.
llvm::CallBase *callWithMore(llvm::CallBase &Call, llvm::FunctionCallee Callee,
                             llvm::ArrayRef<llvm::Value *> More);

/// `Type` with two more parameters: site and context, both i64.
llvm::FunctionType *awareType(const llvm::FunctionType &Type);

/// The reason why `Aware` cannot be called in place of the allocator `F`, which is shown as
/// `Name`; "" if it can.
std::string misfitOfAware(const llvm::Function &F, llvm::StringRef Name,
                          llvm::StringRef Aware);

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_CALLS_H
