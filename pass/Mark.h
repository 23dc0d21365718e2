//===- Mark.h - First stage: recognise allocations --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARK_H
#define ALLOCSITE_PASS_MARK_H

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

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARK_H
