//===- OwnNames.h - Functions that take the name of an alias --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If other files can name a function only by an alias, the optimiser gives it the alias's
// name and drops the alias:
//
//     static void *pool_alloc(size_t n) { … }        in the end  define @get_memory
//     void *get_memory(size_t) __attribute__((alias("pool_alloc")));
//
// At the link this affects all functions. The last stage identifies functions by name.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_OWNNAMES_H
#define ALLOCSITE_PASS_MARKS_OWNNAMES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// Records the names of the functions that have aliases.
void leaveOwnNames(llvm::Module &M);

/// Gives functions that got the name of an alias their own name back, and restores the alias,
/// which other files use; unless the alias is the better name: `IsBetter(Alias, Own)`.
void takeOwnNames(llvm::Module &M,
                  llvm::function_ref<bool(llvm::StringRef, llvm::StringRef)> IsBetter);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_OWNNAMES_H
