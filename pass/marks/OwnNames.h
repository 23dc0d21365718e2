//===- OwnNames.h - Functions that take the name of an alias --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where nobody outside can name a function but by an alias, the optimiser gives it the
// alias's name, and drops the alias:
//
//     static void *pool_alloc(size_t n) { … }        in the end  define @get_memory
//     void *get_memory(size_t) __attribute__((alias("pool_alloc")));
//
// At the link that is all functions. The last stage knows functions by their names.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_OWNNAMES_H
#define ALLOCSITE_PASS_MARKS_OWNNAMES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// Notes the names of the functions that have aliases.
void leaveOwnNames(llvm::Module &M);

/// Gives functions that have got the name of an alias their own again, unless it is by that
/// one that they are to be known: `IsBetter(Alias, Own)`. What others can see is the alias then.
void takeOwnNames(llvm::Module &M,
                  llvm::function_ref<bool(llvm::StringRef, llvm::StringRef)> IsBetter);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_OWNNAMES_H
