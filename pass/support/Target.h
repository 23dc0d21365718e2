//===- Target.h - Which targets can be counted on ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_TARGET_H
#define ALLOCSITE_PASS_SUPPORT_TARGET_H

#include "llvm/IR/Module.h"

namespace allocsite {

/// True where the embedded runtime fits the module's target; elsewhere (GPU,
/// BPF, wasm, 32 bits, the sanitizer of data flow) one warning says that it is left
/// alone. A module without a triple is taken for the host's.
bool isSupportedTarget(llvm::Module &M);

/// True for code that may end up in a shared object, so that it must not rely
/// on where the runtime's thread state lies.
bool isSharedCode(const llvm::Module &M);

/// Has the functions that the pass has made (`allocsite.…`) compiled for the processor
/// that all others are for. Where those are for several, or it is not said, they stay as
/// they are. But what promises to keep registers is never hardened against injection of
/// loaded values: LLVM returns by way of %rax then, whatever was promised.
void adoptProcessor(llvm::Module &M);

/// True where link-time optimisation follows.
bool isOptimisedFurther(const llvm::Module &M);

/// Says that it does not, any more: that was now.
void setOptimisedNoFurther(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_TARGET_H
