//===- PassedWords.h - Emits the context in a register ----------------------===//
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
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_PASSEDWORDS_H
#define ALLOCSITE_PASS_LOWER_PASSEDWORDS_H

#include "ThreadState.h"
#include "plan/ContextArguments.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueHandle.h"

namespace allocsite {

/// Of one module.
class PassedWords {
public:
  explicit PassedWords(const ContextArguments &Arguments);

  /// Emits the word, an i64, that `F` was passed. Once a function.
  llvm::Instruction *emitTaken(llvm::IRBuilder<> &Builder, llvm::Function &F);

  /// `Call`, of a function that takes one, will pass `Word`, which is known there.
  void pass(llvm::CallBase &Call, llvm::Value &Word);
  /// What it will pass.
  llvm::Value *passed(llvm::CallBase &Call) const { return Words.lookup(&Call); }

  /// Adds the parameters. Functions that have one, and calls of them, are others than
  /// before.
  void emit(const ThreadState &Thread);

private:
  void joinCallers();
  llvm::Function &addParameter(llvm::Function &F, llvm::Instruction *Taken);
  void passWords(llvm::Function &F, llvm::Function &New);

  const ContextArguments &Arguments;
  /// Functions that get the parameter, and where they look at it, if they do.
  llvm::MapVector<llvm::Function *, llvm::Instruction *> Takens;
  llvm::DenseMap<llvm::CallBase *, llvm::WeakTrackingVH> Words;
  llvm::SetVector<llvm::Function *> Owned;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_PASSEDWORDS_H
