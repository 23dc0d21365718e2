//===- Compilation.h - What the command line alone says of a compilation --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A build may compile one source twice, with other macros, to two objects. The module
// is called alike, and nothing in it says which one it is; the command line of the
// process does, of clang, of its -cc1, or of opt:
//
//   clang -DSMALL -c app.c -o small.o           small.o
//   clang -DSMALL -DN=2 -c app.c                -DSMALL -DN=2
//   clang -cc1 … -D SMALL -o /tmp/app-3f2a91.o  -DSMALL, for that name is random
//
// Nor does the module say that it is for the leak sanitizer, which changes no code.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_COMPILATION_H
#define ALLOCSITE_PASS_SUPPORT_COMPILATION_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace allocsite {

/// The object that this process makes of `Source`, as it was told; where it was not,
/// or where it is one that the driver removes again, the macros that it was given.
/// Equal when the same is compiled again. "" where there is neither.
std::string variantOf(llvm::StringRef Source);

/// True where this process was told to compile for the sanitizer `Kind`, as in
/// -fsanitize=leak: of some nothing in the module says so.
bool isForSanitizer(llvm::StringRef Kind);

/// True where the compiler makes errors of the warnings of plugins. That is what Answer
/// says, or else the command line: -Werror.
bool warningsAreErrors();

/// Answer is what knows it better, or nothing where it does not. One thread.
void askOfWarnings(std::optional<bool> (*Answer)());

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_COMPILATION_H
