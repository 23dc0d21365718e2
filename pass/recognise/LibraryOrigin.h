//===- LibraryOrigin.h - Functions that come from a library's header --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Containers of other libraries than that of C++ are headers, too, and what they allocate
// belongs to the program's line as well. Which functions these are their names do not say;
// what says it is, first of all, a rule, and then where the function was found:
//
//   what clang calls a header of the system   where the source was read (SourceAnswers.h)
//   a path below /usr/include and the like    by debug information alone
//   nothing                                   without either: rules of names are left
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_LIBRARYORIGIN_H
#define ALLOCSITE_PASS_RECOGNISE_LIBRARYORIGIN_H

#include "Allocators.h"
#include "support/Options.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// Of the functions that `M` defines those of which `Names` would say the contrary. No
/// allocator is hidden. In the order of the module.
HiddenFunctions findHidden(const llvm::Module &M, const Config &Configured, NameTable &Names,
                           AllocatorTable &Allocators, const Options &Opts);

/// The rule that says whether `F` is a frame, or null.
const Rule *ruleOfFrame(const llvm::Function &F, const Config &Configured, NameTable &Names);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_LIBRARYORIGIN_H
