//===- PassedContexts.h - Emits the context in a register ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who takes its context as an argument is decided: ContextArguments.h. The code of all
// functions is emitted first, with what they are passed and what they pass; then the
// parameters are added.
//
// A body that takes its context as an argument (ContextArguments.h) can be called by
// those that pass one. The others, in files with the pass and without it, call the name
// that the source has, behind which there is an entry. For an inline function, of which
// each file has a copy:
//
//     define linkonce_odr void @f(i32 %n) {
//       %found = load the thread's context
//       call void @f.allocsite(i32 %n, ptr nest %found)
//       store %found
//     }
//
// The linker chooses among the copies of the entry and among those of the body, each for
// itself: either may come from another file, and where that is built without the pass
// there is no entry in front of its function. So all bodies of a name keep to one
// contract, and nothing else is known of them: they take a context, may leave the thread's
// changed, and end in a jump to bodies alone. For an entry does something behind its call:
// where a body jumped to who knows whom, functions that call one another by jumps for ever
// would come by an entry each time, and take more and more of the stack.
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

/// Of one module.
class PassedContexts {
public:
  explicit PassedContexts(const ContextArguments &Arguments);

  /// Emits the context, an i64, that `F` was passed. Once a function.
  llvm::Instruction *emitTaken(llvm::IRBuilder<> &Builder, llvm::Function &F);

  /// `Call`, of a function that takes one, will pass `Context`, which is known there.
  void pass(llvm::CallBase &Call, llvm::Value &Context);
  /// What it will pass.
  llvm::Value *passed(llvm::CallBase &Call) const { return Contexts.lookup(&Call); }

  /// Adds the parameters. Functions that have one, and calls of them, are others than
  /// before.
  void emit(const ThreadState &Thread);

private:
  void joinCallers();
  llvm::Function &addParameter(llvm::Function &F, llvm::Instruction *Taken);
  void passContexts(llvm::Function &F, llvm::Function &New);

  const ContextArguments &Arguments;
  /// Functions that get the parameter, and where they look at it, if they do.
  llvm::MapVector<llvm::Function *, llvm::Instruction *> Takens;
  llvm::DenseMap<llvm::CallBase *, llvm::WeakTrackingVH> Contexts;
  llvm::SetVector<llvm::Function *> Owned;
};

/// `Body` is all that `Entry` was, its name as well, with one parameter more, and `Entry`
/// has its callers that pass none. Tells the two apart. In optimised code an entry that
/// this file does not use is left out: every other file that uses the function has a copy.
void separate(llvm::Function &Entry, llvm::Function &Body, const ThreadState &Thread);

} // namespace allocsite

#endif // ALLOCSITE_PASS_THREAD_PASSEDCONTEXTS_H
