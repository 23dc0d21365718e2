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
//                                                   (ast/Plugin.cpp) adds the annotation
//
// Warns of each allocation that such a function reaches by direct calls of functions of its
// file, with the shortest chain of calls. The function also tells the runtime when it begins
// and ends, except by longjmp(). If checking is off, the runtime returns at once.
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

/// The functions with a body and one of these attributes, in the order of the module.
llvm::SmallVector<llvm::Function *, 8> noAllocFunctions(llvm::Module &M);

/// Warns of allocations that the functions `Of` reach. `AllocatorOf` returns the name of the
/// allocator that a call calls, or "".
void warnOfAllocations(llvm::ArrayRef<llvm::Function *> Of,
                       llvm::function_ref<std::string(const llvm::CallBase &)> AllocatorOf);

/// Emits calls that tell the runtime when each of them begins and ends.
void tellNoAlloc(llvm::ArrayRef<llvm::Function *> Of);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_NOALLOC_H
