//===- Join.cpp - Between the stages: many files become one -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Join.h"
#include "marks/LinkMarks.h"
#include "marks/Marks.h"
#include "recognise/Allocators.h"
#include "recognise/Callees.h"
#include "rules/Config.h"
#include "rules/SourceRules.h"
#include "support/Diagnostics.h"
#include "support/Options.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace allocsite {

/// The calls that were marked as library calls and whose callee has a body now.
static SmallVector<CallBase *, 8> callsWithBody(Module &M) {
  SmallVector<CallBase *, 8> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && siteOf(*Call).value_or(0))
        if (const Function *Callee = directCallee(*Call); Callee && !Callee->isDeclaration())
          Found.push_back(Call);
  return Found;
}

static void markThoseWithBody(Module &M, const Options &Opts) {
  const std::vector<SourceRule> InSource = takeSourceRules(M);
  writeSourceRules(M, InSource); // The last stage reads them, too.
  const Config Configured(Opts, InSource);
  NameTable Names(&Configured);
  AllocatorTable Allocators(Configured, Names);
  for (CallBase *Call : callsWithBody(M))
    if (const Allocator *Callee = Allocators.find(*Call)) {
      const unsigned Id = *siteOf(*Call);
      setSite(*Call, 0);
      markBehind(*Call, *Callee, Id, Opts.Live);
    }
}

PreservedAnalyses JoinPass::run(Module &M, ModuleAnalysisManager &) {
  const Options Opts = Options::read();
  std::vector<std::string> Problems = joinMarks(M, Opts);
  fail(M.getContext(), Problems);
  if (!Problems.empty() || !isMarked(M))
    return PreservedAnalyses::all();
  markThoseWithBody(M, Opts);
  return PreservedAnalyses::none();
}

} // namespace allocsite
