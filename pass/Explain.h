//===- Explain.h - Which rules hold for the functions of a module -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_EXPLAIN_H
#define ALLOCSITE_PASS_EXPLAIN_H

#include "llvm/IR/PassManager.h"

namespace allocsite {

/// `opt -passes=allocsite-explain -disable-output`: prints a line for each function
/// and each rule that holds for it, as it was read, and where it stands:
///
///   pool_alloc: alloc:pool_* size=1 arena=0 (pool.cfg:3:1)
///
/// What it leaves of the module is not meant to be compiled.
class ExplainPass : public llvm::PassInfoMixin<ExplainPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // optnone included.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_EXPLAIN_H
