//===- Embed.h - Brings the runtime into the program ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_EMBED_EMBED_H
#define ALLOCSITE_PASS_EMBED_EMBED_H

#include "support/Options.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// Emits the constructor (priority 1) that registers `Descriptor`.
void emitRegistration(llvm::Module &M, llvm::GlobalVariable *Descriptor);

/// Gives shared code what it needs to find the runtime, for the functions of it that
/// the module calls.
void embedJoiner(llvm::Module &M);

/// Gives another symbol to what the module has for itself alone under a name that the
/// runtime means of libc, as a static `strlen`: in an object file with both it would be what
/// the runtime calls. Once all names are written down. An error where assembly
/// may name it and the runtime comes into the same object.
void keepApart(llvm::Module &M);

/// True where the module defines the program's `main`.
bool definesMain(const llvm::Module &M);

/// Appends the runtime, compiled ahead, to the module that defines `main`, as
/// file-scope assembly. Emitted code refers to it by hidden declarations, and it to
/// `Thread`, the thread's words that the module defines; with `EmulatedTls` no code
/// but that of the module finds these, and the runtime has words of its own.
void embedRuntime(llvm::GlobalVariable &Thread, const Options &Opts, bool EmulatedTls);

/// Brings in what stands in front of `free`, `realloc` and `operator delete`, weak: where
/// the module with `main` has one of them, that stays. Beside the runtime.
void embedFrees(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_EMBED_EMBED_H
