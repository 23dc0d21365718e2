//===- Join.h - Between the stages: many files become one ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins the marks of files that were left for the link (LinkMarks.h) to those of one module.
// The linker runs this pass first, before it inlines anything from one file into another. A
// call of a library's allocator may now have a body, if the program itself defines it. The
// body may be inlined, or ignore arguments, so the call is marked like any other with a body.
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
