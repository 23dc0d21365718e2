//===- Target.h - What a module becomes ----------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_TARGET_H
#define ALLOCSITE_PASS_SUPPORT_TARGET_H

#include "llvm/IR/Module.h"

namespace allocsite {

/// True for code that may end up in a shared object, so that it must not rely
/// on where the runtime's thread state lies.
bool isSharedCode(const llvm::Module &M);

/// True where link-time optimisation follows.
bool isOptimisedFurther(const llvm::Module &M);

/// Says that it does not, any more: that was now.
void setOptimisedNoFurther(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_TARGET_H
