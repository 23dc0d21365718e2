//===- Passes.h - The two stages ------------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PASS_PASSES_H
#define ALLOCSITE_PASS_PASSES_H

#include "llvm/IR/PassManager.h"

namespace allocsite {

/// Runs when the pipeline starts, while every call of the source is still a
/// call: gives each call to an allocator a site id that survives the optimiser
/// (Marks.h), and debug locations to code that has none (Locations.h).
class MarkPass : public llvm::PassInfoMixin<MarkPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // -O0 and optnone included.
};

/// Runs when the pipeline ends, on code that MarkPass has marked: keeps the
/// context, counts each site, and emits the module descriptor. Does not change
/// modules without marks, so a link step instruments nothing a second time.
class InstrumentPass : public llvm::PassInfoMixin<InstrumentPass> {
public:
  /// `EmulatedTls`: see Target.h. `AtLink`: all files are one module, which is not
  /// optimised further. `BeforeLink`: the module is.
  explicit InstrumentPass(bool EmulatedTls, bool AtLink = false, bool BeforeLink = false)
      : EmulatedTls(EmulatedTls), AtLink(AtLink), BeforeLink(BeforeLink) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // -O0 and optnone included.

private:
  bool EmulatedTls, AtLink, BeforeLink;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PASSES_H
