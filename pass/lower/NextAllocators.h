//===- NextAllocators.h - Past what stands in front of malloc ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime stands in front of malloc and its kin in the executable, to count what libraries
// allocate (runtime/interpose/Through.h). What a site counts has no business there: code of the
// executable reads malloc's address in a word of the runtime (runtime/interpose/Next.h) instead of
// a table of the linker's, which costs the same.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_NEXTALLOCATORS_H
#define ALLOCSITE_PASS_LOWER_NEXTALLOCATORS_H

#include "thread/ThreadState.h"
#include "llvm/IR/IRBuilder.h"

namespace allocsite {

/// Emits the address that a call of `Callee`, which its site counts, is to call: loads it where
/// the runtime has a word for it, as far as the code's module goes into an executable.
llvm::Value *emitAddressOfNext(const ThreadState &Thread, llvm::IRBuilder<> &Builder,
                               llvm::Function &Callee);

/// Lets the calls of `M` that are marked as counted (thread/ThreadState.h) call there as well, and
/// takes the mark from those that lead to no other allocator.
void callNextAllocators(const ThreadState &Thread, llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_NEXTALLOCATORS_H
