//===- RecursionMarks.h - Where functions call themselves -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that calls itself may be a loop when it is optimised. Annotations keep
// where it began, and where it called itself:
//
//     define void @f()
//       enter f                     at the top
//       …
//       recurse f                   before each call of itself
//       call void @f()
//
// Where the call has become a branch, a `recurse` is followed by an `enter`.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_RECURSIONMARKS_H
#define ALLOCSITE_PASS_MARKS_RECURSIONMARKS_H

#include "Annotation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace allocsite {

/// `enter` and `recurse`, by their number.
inline constexpr Annotation RecursionMarker("allocsite.recursion");

/// Annotates `F`, whose calls of itself are `Calls`.
void markRecursion(llvm::Function &F, llvm::ArrayRef<llvm::CallBase *> Calls);

/// What an annotation says; nothing where a merge has blurred it.
bool saysEnter(const llvm::Instruction &Marker);
bool saysRecurse(const llvm::Instruction &Marker);

/// True where `F`, or what was inlined into it, was annotated.
bool hasRecursion(const llvm::Function &F);

/// True of a `recurse` that nothing but the top of the same copy follows.
bool becameBranch(const llvm::Instruction &Recurse);

/// True where a call that it, or what was inlined into it, made of itself is a branch now.
bool becameLoop(const llvm::Function &F);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_RECURSIONMARKS_H
