//===- Explain.cpp - Which rules hold for the functions of a module ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explain.h"
#include "recognise/Allocators.h"
#include "support/Diagnostics.h"
#include "support/Options.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace allocsite {

PreservedAnalyses ExplainPass::run(Module &M, ModuleAnalysisManager &) {
  const Options Opts = Options::read();
  const Config Configured(Opts, takeFromSource(M));
  fail(M.getContext(), Opts.Problems);
  fail(M.getContext(), Configured.problems());
  NameTable Names(&Configured);
  AllocatorTable Allocators(Configured, Names);
  for (const Function &F : M)
    for (const Rule *R : Allocators.rulesFor(F)) {
      std::string Words = R->words();
      outs() << Names.get(F.getName()).Display << ": " << R->name()
             << (Words.empty() ? "" : " ") << Words << " (" << R->place() << ")\n";
    }
  return PreservedAnalyses::none();
}

} // namespace allocsite
