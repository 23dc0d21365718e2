//===- NoAlloc.h - Functions that must not allocate --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   [[clang::annotate("allocsite::no_alloc")]]      any clang
//   [[clang::nonallocating]], [[clang::nonblocking]]   clang 19 and later; clang says so in its
//                                                   source alone, and the plugin that reads it
//                                                   (ast/NoAllocMarker.h) adds the annotation
//
// Each allocation that such a function reaches by direct calls of functions of its file is a
// warning, with the shortest chain of calls. The function tells the runtime when it begins and
// when it ends, by any way but longjmp(); where nobody asks for that, the runtime returns at once.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_NOALLOC_H
#define ALLOCSITE_PASS_MARKS_NOALLOC_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <string>

namespace allocsite {

/// The functions with a body that say so, in the order of the module.
llvm::SmallVector<llvm::Function *, 8> noAllocFunctions(llvm::Module &M);

/// Warns of what `Of` reach. `AllocatorOf` names what a call allocates from: "" for one that
/// does not.
void warnOfAllocations(llvm::ArrayRef<llvm::Function *> Of,
                       llvm::function_ref<std::string(const llvm::CallBase &)> AllocatorOf);

/// Lets each of them tell the runtime that it begins and ends.
void tellNoAlloc(llvm::ArrayRef<llvm::Function *> Of);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_NOALLOC_H
