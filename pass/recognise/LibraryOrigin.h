//===- LibraryOrigin.h - Functions that come from a library's header --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the functions of libraries. Other libraries than that of C++ have containers in
// headers too, and their allocations should be shown at the program's line. Names do not
// tell these functions; a rule does, or else the place where the function was found:
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

/// The functions that `M` defines for which `Names` would give the wrong answer, in the order
/// of the module. Allocators are never hidden.
HiddenFunctions findHidden(const llvm::Module &M, const Config &Configured, NameTable &Names,
                           AllocatorTable &Allocators, const Options &Opts);

/// The rule that decides whether `F` is a frame, or null.
const Rule *ruleOfFrame(const llvm::Function &F, const Config &Configured, NameTable &Names);

/// True if `F` is declared in, or comes from, a header of the system, as far as debug information
/// or the source tells.
bool isOfInstalledHeader(const llvm::Function &F);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_LIBRARYORIGIN_H
