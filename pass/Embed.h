//===- Embed.h - Brings the runtime into the program ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_EMBED_H
#define ALLOCSITE_PASS_EMBED_H

#include "Options.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// Emits the constructor (priority 1) that registers `Descriptor`.
void emitRegistration(llvm::Module &M, llvm::GlobalVariable *Descriptor);

/// True where the module defines the program's `main`.
bool definesMain(const llvm::Module &M);

/// Links the runtime, which the plugin carries as bitcode, into the module that
/// defines `main`.
void embedRuntime(llvm::Module &M, const Options &Opts);

} // namespace allocsite

#endif // ALLOCSITE_PASS_EMBED_H
