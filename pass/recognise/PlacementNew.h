//===- PlacementNew.h - Forms of operator new that are told where ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `operator new(size_t, void *)` hands back the place that it was given. Libraries
// have forms of their own beside it, so that theirs need no <new>, no check for null,
// or no public constructor:
//
//     inline void *operator new(size_t, Here, void *Place) noexcept { return Place; }
//
// No name tells these from a form that takes memory from an arena; their bodies do.
//
// A form that is passed an arena is an allocator apart from `malloc` and the plain forms,
// from which arenas take their chunks:
//
//     void *operator new(size_t Size, Arena &From) { return From.take(Size); }
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_PLACEMENTNEW_H
#define ALLOCSITE_PASS_RECOGNISE_PLACEMENTNEW_H

#include "rules/Names.h"
#include "llvm/IR/Function.h"

namespace allocsite {

/// That of the C++ library, or a class's own of the same parameters.
bool isPlacementNew(const FunctionName &Name);

/// That, or an operator new whose body is in sight and returns what it was passed.
bool isPlacementNew(const llvm::Function &F, const FunctionName &Name);

/// The class of the arena that a form is passed, by reference or pointer, as in "Arena"; ""
/// of other forms. Of what the C++ library has in std:: only std::pmr makes memory:
/// `operator new(size_t, std::source_location const &)` is told by whom it is called.
std::string arenaOfNew(const FunctionName &Name);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_PLACEMENTNEW_H
