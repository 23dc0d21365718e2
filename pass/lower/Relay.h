//===- Relay.h - Functions that do one thing and jump on -----------------===//
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
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_RELAY_H
#define ALLOCSITE_PASS_LOWER_RELAY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// The callee where `Call` can call a relay in its place, or null: a jump has to be able
/// to pass on all that is passed, and what is returned, none of it in `nest`.
llvm::Function *relayableCallee(const llvm::CallBase &Call);

/// A function of `M` that jumps to `Callee`, a relayableCallee(). `TakesWord`: it has a
/// pointer in `nest` for a parameter, behind the callee's. `EmitFirst` emits what is to
/// be done before.
llvm::Function &makeRelay(
    llvm::Module &M, llvm::Function &Callee, const llvm::Twine &Name, bool TakesWord,
    llvm::function_ref<void(llvm::IRBuilder<> &, llvm::Function &)> EmitFirst);

/// Takes little space rather than little time, and is not inlined.
void makeShort(llvm::Function &F);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_RELAY_H
