//===- TailRecursion.h - Frames of recursion that became a loop -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `f` that ends in a call of itself is turned into a loop, and its frames with it. They
// are kept without a stack: where a call has become a branch (RecursionMarks.h) the
// function pushes the id of the call on a word of its own, as the call would have done,
// and counts under that word:
//
//     word = entry word                    {f, main}
//     loop:  count under word
//            recurse: word = push(word)    {f, f, main}, however often
//            br loop
//
// In a copy that was inlined, what lies outside of the copy is in the chain of
// the id that is pushed first, so inside of the recursion the chain of a site or
// call ends at the copy, as if `f` were a function of its own.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_TAILRECURSION_H
#define ALLOCSITE_PASS_PLAN_TAILRECURSION_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include <vector>

namespace allocsite {

/// Makes loops of the tail calls of themselves that annotated functions still
/// have: unrolling leaves one behind that code generation would make a jump, so
/// that its frame was lost.
void finishTailRecursion(llvm::Module &M, llvm::FunctionAnalysisManager &FAM);

class ContextWord;
class Numbering;
class ThreadState;

/// The loops of one function that were recursion.
class TailRecursion {
public:
  /// Emits the keeping of words for the loops of `F`. `SharesId`: calls of `F` do.
  TailRecursion(llvm::Function &F, bool SharesId, ThreadState &Thread,
                ContextWord &Context, Numbering &Numbers);

  /// The context word for code at `Location`, for use at `Before`.
  llvm::Value *word(llvm::Instruction *Before,
                    const llvm::DILocation *Location);

  /// The number, an i64, that stands for code at `Location`, for use at
  /// `Before`. `NumberOf` gives it for the whole inline chain (null), and for
  /// the chain that ends at the copy of which a location is given.
  llvm::Value *
  number(llvm::Instruction *Before, const llvm::DILocation *Location,
         llvm::function_ref<llvm::Constant *(const llvm::DILocation *)>
             NumberOf);

  /// Brings the variables into registers. Nothing may be asked afterwards.
  void finish();

private:
  /// One inlined copy of a recursive function, or the function itself.
  struct Copy {
    const llvm::DISubprogram *Subprogram;
    const llvm::DILocation *InlinedAt;
    llvm::SmallVector<llvm::Instruction *, 2> Enters;
    llvm::SmallVector<llvm::Instruction *, 2> Branches; ///< `recurse`s.
    llvm::AllocaInst *Word = nullptr;
    llvm::AllocaInst *Next = nullptr;   ///< The next `enter` is a branch's.
    llvm::AllocaInst *Inside = nullptr; ///< The last one was.
  };
  Copy &copyOf(const llvm::DILocation &Location);
  const Copy *find(const llvm::DILocation *Location) const;
  void makeVariables(Copy &C);
  void track(Copy &C);

  llvm::Function &F;
  const bool SharesId;
  ThreadState &Thread;
  ContextWord &Context;
  Numbering &Numbers;
  std::vector<Copy> Copies;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_TAILRECURSION_H
