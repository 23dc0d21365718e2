//===- Compilation.h - What the process alone says of a compilation --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the command line of the process: of clang, of its -cc1, or of opt. A build may
// compile one source twice, with different macros, to two objects. The modules have the same
// name, and only the command line tells them apart:
//
//   clang -DSMALL -c app.c -o small.o           small.o
//   clang -DSMALL -DN=2 -c app.c                -DSMALL -DN=2
//   clang -cc1 … -D SMALL -o /tmp/app-3f2a91.o  -DSMALL, for that name is random
//
// It also tells whether the leak sanitizer is used, which does not change the module. Which
// compiler it is, the loaded libraries tell.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_COMPILATION_H
#define ALLOCSITE_PASS_SUPPORT_COMPILATION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include <optional>
#include <string>

namespace allocsite {

/// The object file that this process compiles `Source` to, as on the command line. If none is
/// named, or a temporary one, the macros on the command line; "" if there are none. Equal
/// when the same is compiled again.
std::string variantOf(llvm::StringRef Source);

/// True if the command line has -fsanitize= with `Kind`, e.g. "leak". Some sanitizers leave
/// no trace in the module.
bool isForSanitizer(llvm::StringRef Kind);

/// True if cargo compiles a crate of another project, as of a registry: it does so in the directory
/// of that.
bool isForeignCrate();

/// True in rustc, whose LLVM is in a library of its own or the system's.
bool isRustc();

/// True if the compiler turns warnings of plugins into errors: as the function set by
/// askOfWarnings() answers, or else if the command line has -Werror.
bool warningsAreErrors();

/// Sets a function that answers this, or nothing if it does not know. Call from one thread.
void askOfWarnings(std::optional<bool> (*Answer)());

/// True if a sanitizer replaces the allocator and reports its callers.
bool isSanitized(const llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_COMPILATION_H
