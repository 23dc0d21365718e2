//===- TailCalls.h - Calls whose frame is gone while they run ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_TAILCALLS_H
#define ALLOCSITE_PASS_PLAN_TAILCALLS_H

#include "llvm/IR/InstrTypes.h"

namespace allocsite {

/// True where code generation may turn the call into a jump: it is marked so,
/// and nothing but the return follows, maybe in a block of its own.
bool replacesFrame(const llvm::CallBase &Call);

/// No call of `F` will be turned into a jump, but those that have to be.
void keepFrame(llvm::Function &F);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_TAILCALLS_H
