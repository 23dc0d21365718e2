//===- PlacementNew.h - Forms of operator new that are told where ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognises placement new. `operator new(size_t, void *)` returns its argument. Libraries
// define similar forms that need no <new>, no check for null, or no public constructor:
//
//     inline void *operator new(size_t, Here, void *Place) noexcept { return Place; }
//
// Their names do not tell these from forms that allocate from an arena; their bodies do.
//
// A form that takes an arena is an allocator of its own, different from `malloc` and the plain
// forms, from which arenas take their chunks:
//
//     void *operator new(size_t Size, Arena &From) { return From.take(Size); }
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_PLACEMENTNEW_H
#define ALLOCSITE_PASS_RECOGNISE_PLACEMENTNEW_H

#include "rules/Names.h"
#include "llvm/IR/Function.h"

namespace allocsite {

/// True for the placement new of the C++ library, or of a class, with the same parameters.
bool isPlacementNew(const FunctionName &Name);

/// The same, or an operator new whose body in this module returns its argument.
bool isPlacementNew(const llvm::Function &F, const FunctionName &Name);

/// The class of the arena that the form takes by reference or pointer, such as "Arena"; "" for
/// other forms. Of the classes in std:: only those of std::pmr are arenas: for example,
/// `operator new(size_t, std::source_location const &)` takes its caller.
std::string arenaOfNew(const FunctionName &Name);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_PLACEMENTNEW_H
