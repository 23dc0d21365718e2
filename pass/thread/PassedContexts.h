//===- PassedContexts.h - Emits the context in a register ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds the context parameters that ContextArguments.h has decided on. First the code of all
// functions is emitted, with placeholders for the contexts that they are passed. Then the
// parameters are added.
//
// Only callers that pass a context can call a body with the parameter. All others, in files
// built with the pass or without, call the name that the source has, which is an entry. For an
// inline function, of which each file has a copy:
//
//     define linkonce_odr void @f(i32 %n) {
//       %found = load the thread's context
//       call void @f.allocsite(i32 %n, ptr nest %found)
//       store %found
//     }
//
// The linker chooses a copy of the entry and a copy of the body independently: either may
// come from another file, and in a file built without the pass the name is the function
// itself, without an entry. So all bodies of a name follow one contract, and callers may
// assume nothing else: a body takes a context, may change the thread's, and tail-calls only
// bodies. An entry does something after its call, so it needs a stack frame: if bodies
// tail-called entries, functions that tail-call each other forever would overflow the stack.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_THREAD_PASSEDCONTEXTS_H
#define ALLOCSITE_PASS_THREAD_PASSEDCONTEXTS_H

#include "ThreadState.h"
#include "plan/ContextArguments.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueHandle.h"

namespace allocsite {

/// The contexts that the functions of one module are passed.
class PassedContexts {
public:
  explicit PassedContexts(const ContextArguments &Arguments);

  /// Emits the context, an i64, that `F` takes as an argument. Call once for each function.
  llvm::Instruction *emitTaken(llvm::IRBuilder<> &Builder, llvm::Function &F);

  /// Lets `Call`, of a function that takes a context, pass `Context`, which must dominate it.
  void pass(llvm::CallBase &Call, llvm::Value &Context);
  /// The context that `Call` will pass, or null.
  llvm::Value *passed(llvm::CallBase &Call) const { return Contexts.lookup(&Call); }

  /// Adds the parameters. Replaces the functions that have one, and the calls of them.
  void emit(const ThreadState &Thread);

private:
  void joinCallers();
  llvm::Function &addParameter(llvm::Function &F, llvm::Instruction *Taken);
  void passContexts(llvm::Function &F, llvm::Function &New);

  const ContextArguments &Arguments;
  /// The functions that get the parameter, with the placeholder that reads it, or null.
  llvm::MapVector<llvm::Function *, llvm::Instruction *> Takens;
  llvm::DenseMap<llvm::CallBase *, llvm::WeakTrackingVH> Contexts;
  llvm::SetVector<llvm::Function *> Owned;
};

/// Names `Body`, and makes `Entry` its entry. `Body` has the code and name of the function,
/// and the new parameter; `Entry` has the callers that pass none. In optimised code an entry
/// that this file does not use is erased: every file that uses the function has a copy.
void separate(llvm::Function &Entry, llvm::Function &Body, const ThreadState &Thread);

} // namespace allocsite

#endif // ALLOCSITE_PASS_THREAD_PASSEDCONTEXTS_H
