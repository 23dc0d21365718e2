//===- CopyMarks.h - Copies that are one function for the profile ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An attribute of the last stage's own.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARK_COPYMARKS_H
#define ALLOCSITE_PASS_MARK_COPYMARKS_H

#include "llvm/IR/Module.h"

namespace allocsite {

/// `Copy` has the name of what it was made of, and a suffix.
void markCopy(llvm::Function &Copy);

/// True of what was marked so.
bool isCopy(const llvm::Function &F);

/// The symbol by which the profile knows `F`: for a copy, that of what it was made of.
llvm::StringRef symbolInProfile(const llvm::Function &F);

/// Forgets which functions of `M` are copies.
void dropCopyMarks(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARK_COPYMARKS_H
