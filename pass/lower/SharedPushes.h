//===- SharedPushes.h - Calls of one function share a store --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A store of the thread's word is nine bytes (of shared objects four, and seven for where it
// lies, if that is not known yet in the block), and stands before each call of a function
// that others may call. Where a file calls such a function often, the calls pass the word
// in a register (as to a function of their own, ContextArguments.h) to one that stores it
// and goes on to the callee by a jump:
//
//     lea  id(%r15),%rax            lea  id(%r15),%r10
//     mov  %rax,%fs:context         call allocsite.push.f     <- mov %r10,%fs:context
//     call f                                                     jmp f
//
// The stack is as if `f` had been called, and its arguments are where they were. A call
// takes a jump more.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_SHAREDPUSHES_H
#define ALLOCSITE_PASS_LOWER_SHAREDPUSHES_H

#include "ThreadState.h"

namespace allocsite {

/// Lets the pushes of `M` that `Thread` knows share their stores where that is shorter.
/// Not in code that is optimised further at link time: what is called there may still be
/// inlined. Calls that share are others than before.
void sharePushes(ThreadState &Thread, llvm::Module &M);

/// A function of `M` that stores the word that it is passed, and jumps to `Callee`.
llvm::Function &makePush(ThreadState &Thread, llvm::Module &M, llvm::Function &Callee);

/// True where that many calls of `Callee` are longer with a store each.
bool isWorthSharing(const llvm::Function &Callee, size_t Calls);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_SHAREDPUSHES_H
