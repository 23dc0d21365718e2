//===- Thunks.h - Functions that do one thing and jump on -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands before many calls of one function is shorter in a function of the module
// that they call in its place, and that jumps there: the stack is as if it had been
// called, and its arguments are where they were.
//
// A store of the thread's context is nine bytes (of shared objects four, and seven for where it
// lies, if that is not known yet in the block), and stands before each call of a function
// that others may call. Where a file calls such a function often, the calls pass the context
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
// Code that unwinds or jumps stores the unknown context before it does. Such code runs
// once for an exception, and C++ has it in most functions: what counts is its length.
//
//     movq $1, %fs:context    13 bytes, or
//     call allocsite.leave     5, or, before each call of __throw_length_error,
//     nothing                  0: it is a call of a function that stores and jumps there
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_THREAD_THUNKS_H
#define ALLOCSITE_PASS_THREAD_THUNKS_H

#include "ThreadState.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// The callee where `Call` can call a thunk in its place, or null: a jump has to be able
/// to pass on all that is passed, and what is returned, none of it in `nest`.
llvm::Function *calleeOfThunk(const llvm::CallBase &Call);

/// A function of `M` that jumps to `Callee`, a calleeOfThunk(). `TakesContext`: it has a
/// pointer in `nest` for a parameter, behind the callee's. `EmitFirst` emits what is to
/// be done before.
llvm::Function &
makeThunk(llvm::Module &M, llvm::Function &Callee, const llvm::Twine &Name, bool TakesContext,
          llvm::function_ref<void(llvm::IRBuilder<> &, llvm::Function &)> EmitFirst);

/// Takes little space rather than little time, and is not inlined.
void makeShort(llvm::Function &F);

/// Lets the pushes of `M` that `Thread` knows share their stores where that is shorter.
/// Not in code that is optimised further at link time: what is called there may still be
/// inlined. Calls that share are others than before.
void sharePushes(ThreadState &Thread, llvm::Module &M);

/// A function of `M` that stores the context that it is passed, and jumps to `Callee`.
llvm::Function &makePush(ThreadState &Thread, llvm::Module &M, llvm::Function &Callee);

/// True where that many calls of `Callee` are longer with a store each.
bool isWorthSharing(const llvm::Function &Callee, size_t Calls);

/// Lets the places of `M` that leave call functions that store, where that is shorter.
void shareExits(ThreadState &Thread, llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_THREAD_THUNKS_H
