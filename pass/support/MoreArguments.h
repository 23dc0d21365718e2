//===- MoreArguments.h - Calls that pass more than they did --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PASS_SUPPORT_MOREARGUMENTS_H
#define ALLOCSITE_PASS_SUPPORT_MOREARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/InstrTypes.h"

namespace allocsite {

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

#endif // ALLOCSITE_PASS_SUPPORT_MOREARGUMENTS_H
