//===- Thunks.h - Functions that do one thing and jump on -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that precedes many calls of one function takes less space in a thunk, a function of
// the module that the calls go to instead, and that then jumps to the callee.
//
// A store of the thread's context takes nine bytes (in shared objects four, and seven for its
// address unless the block has computed it), and precedes each call of a function that other
// files may call. If a file calls such a function often, the calls pass the context in a
// register (as to an internal function, ContextArguments.h) to a thunk that stores it and
// jumps to the callee:
//
//     lea  id(%r15),%rax            lea  id(%r15),%r10
//     mov  %rax,%fs:context         call allocsite.push.f     <- mov %r10,%fs:context
//     call f                                                     jmp f
//
// `f` sees the same stack and arguments as in a direct call. A call costs one more jump.
//
// Code that unwinds or jumps stores the unknown context first. It runs once for each
// exception, and most C++ functions have it: so it should be short rather than fast.
//
//     movq $1, %fs:context    13 bytes, or
//     call allocsite.leave     5, or, before each call of __throw_length_error,
//     nothing                  0: the call goes to a thunk that stores and jumps there
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_THREAD_THUNKS_H
#define ALLOCSITE_PASS_THREAD_THUNKS_H

#include "ThreadState.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// The callee if `Call` can call a thunk in its place, or null. A jump must be able to pass on
/// all arguments and the result, and none of them may be `nest`.
llvm::Function *calleeOfThunk(const llvm::CallBase &Call);

/// Makes a function of `M` that jumps to `Callee`, a calleeOfThunk(). `TakesContext`: it has a
/// further parameter, a pointer in `nest`, after the callee's. `EmitFirst` emits the code
/// before the jump.
llvm::Function &
makeThunk(llvm::Module &M, llvm::Function &Callee, const llvm::Twine &Name, bool TakesContext,
          llvm::function_ref<void(llvm::IRBuilder<> &, llvm::Function &)> EmitFirst);

/// Optimises `F` for size, and prevents that it is inlined.
void makeShort(llvm::Function &F);

/// Lets the pushes of `M` that `Thread` knows share their stores if that is shorter. Does
/// nothing if the code is optimised further at link time, for callees may still be inlined, or
/// reservesNest().
/// Replaces the calls that share.
void sharePushes(ThreadState &Thread, llvm::Module &M);

/// Makes a function of `M` that stores its context argument and jumps to `Callee`.
llvm::Function &makePush(ThreadState &Thread, llvm::Module &M, llvm::Function &Callee);

/// True if that many calls of `Callee` are longer with a store each.
bool isWorthSharing(const llvm::Function &Callee, size_t Calls);

/// Lets the exits of `M` that `Thread` knows share their stores if that is shorter.
void shareExits(ThreadState &Thread, llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_THREAD_THUNKS_H
