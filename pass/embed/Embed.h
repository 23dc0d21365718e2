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

/// True if the plugin carries the runtime for the module's target, which must be supported
/// (arch/Machine.h). Otherwise warns once that the module is not instrumented.
bool hasRuntime(const llvm::Module &M);

/// Emits the constructor (priority 1) that registers `Descriptor`.
void emitRegistration(llvm::Module &M, llvm::GlobalVariable *Descriptor);

/// Adds to shared code the functions by which it finds the runtime, if the module calls any of
/// the runtime's functions.
void embedJoiner(llvm::Module &M);

/// Renames the module's local symbols that have the name of a libc function used by the
/// runtime, such as a static `strlen`: in an object file with both, the runtime would call the
/// local one. Call it after all names are recorded. Reports an error if assembly may name such
/// a symbol and the runtime comes into the same object.
void keepApart(llvm::Module &M);

/// Appends the precompiled runtime as file-scope assembly to the module that defines `main`.
/// Emitted code refers to the runtime through hidden declarations. The runtime refers to
/// `Thread`, the module's thread-local words; with `EmulatedTls` only the module's own code can
/// find these, and the runtime uses words of its own.
void embedRuntime(llvm::GlobalVariable &Thread, const Options &Opts, bool EmulatedTls);

/// Emits the words that code with whole=1 calls allocators through (runtime/interpose/Next.h), where
/// there are no entries.
void emitNextWords(llvm::Module &M);

/// Links in the weak functions that stand in front of the allocators of libc and C++, and of
/// `free`; with `OfDelete` of operator delete, too. If the module with `main` defines one of them,
/// its own is kept. Used beside the runtime.
void embedEntries(llvm::Module &M, bool OfDelete);

/// Where the module uses operator new: has the linker look for one in archives, which the entries
/// would keep it from. Before calls go past these.
void lookForOperatorNew(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_EMBED_EMBED_H
