//===- Remarks.h - What the pass did, as optimisation remarks ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `-Rpass=allocsite`, `-Rpass-missed=allocsite`, `-Rpass-analysis=allocsite`, and
// all of them with -fsave-optimization-record. Nothing is made where nobody listens.
// A remark has the place of the source, if the compiler kept one.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_INVENTORY_REMARKS_H
#define ALLOCSITE_PASS_INVENTORY_REMARKS_H

#include "frames/SiteText.h"
#include "recognise/Allocators.h"
#include "recognise/PointerCalls.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace allocsite {

/// True where remarks of this pass are printed or recorded.
bool remarksAreWanted(const llvm::Module &M);

/// A site: "malloc in leaf() is counted as app.cpp:4:9: 24 bytes"; and ", and
/// my_malloc is told", where `Aware` is not empty.
void remarkSite(const llvm::Function &F, const llvm::DILocation *At, llvm::StringRef Allocator,
                const SiteText &Text, llvm::StringRef Bytes, llvm::StringRef Aware);

/// A call that is counted, and whose allocator would be told of it, were it not for
/// the reason `Why`.
void remarkUnaware(const llvm::CallBase &Call, llvm::StringRef Why);

/// A call in `F` that is not counted.
void remarkRefusal(const llvm::Function &F, const llvm::DILocation *At, llvm::StringRef Callee,
                   Refusal Why);

/// A call through a pointer that no rule names; `SourceWasRead`: where it has no name,
/// nothing gives it one.
void remarkPointer(const llvm::CallBase &Call, const UnnamedPointer &Through,
                   bool SourceWasRead);

/// What becomes of the context at a call that may lead to an allocation.
void remarkCall(const llvm::CallBase &Call, llvm::StringRef Name, llvm::StringRef Text);

} // namespace allocsite

#endif // ALLOCSITE_PASS_INVENTORY_REMARKS_H
