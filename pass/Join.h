//===- Join.h - Between the stages: many files become one ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where files were left for the link (LinkMarks.h), this is the first that the linker runs
// on all of them: nothing was inlined from one to another yet, and nothing was done that
// needs them all. Their marks become those of one module. A call of a library's allocator
// that the program itself defines now has a body, which may be inlined, or look at none
// of its arguments: it is marked as any other that has one.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PASS_JOIN_H
#define ALLOCSITE_PASS_JOIN_H

#include "llvm/IR/PassManager.h"

namespace allocsite {

class JoinPass : public llvm::PassInfoMixin<JoinPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // -O0 included.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_JOIN_H
