//===- Plugin.cpp - The plugin as LLVM sees it ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds a pass at the beginning and one at the end of every pipeline. With lto=1 the second
// runs at the end of the linker's pipeline, at whose beginning a further pass joins the
// files. `opt -passes=allocsite-mark` runs only the first, `opt -passes=allocsite` both, and
// `opt -passes=allocsite-link` what the linker would run. `-passes=allocsite-explain` prints
// rules.
//
//===----------------------------------------------------------------------===//

#include "Passes.h"
#include "marks/LinkMarks.h"
#include "recognise/Allocators.h"
#include "support/Compat.h"
#include "support/Compilation.h"
#include "support/Diagnostics.h"
#include "support/Options.h"
#include "support/Target.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace allocsite {
namespace {

/// `opt -passes=allocsite-explain -disable-output`: for each function, prints a line for each
/// rule that applies to it: the rule as the pass understood it, and its file, line and column:
///
///   pool_alloc: alloc:pool_* size=1 arena=0 (pool.cfg:3:1)
///
/// The module is not meant to be compiled afterwards.
class ExplainPass : public llvm::PassInfoMixin<ExplainPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // optnone included.
};

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

} // namespace
} // namespace allocsite

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  PassPluginLibraryInfo Info{};
  Info.APIVersion = LLVM_PLUGIN_API_VERSION;
  Info.PluginName = "AllocSite";
  Info.PluginVersion = "1";
  Info.RegisterPassBuilderCallbacks = [](PassBuilder &Builder) {
    const bool EmulatedTls = allocsite::usesEmulatedTls(Builder);
    allocsite::registerPipelineEnds(
        Builder, [](ModulePassManager &Passes) { Passes.addPass(allocsite::MarkPass()); },
        [EmulatedTls](ModulePassManager &Passes, std::optional<bool> BeforeLink) {
          // Before LLVM 20 only clang's modules tell: of rustc's, all may be joined.
          Passes.addPass(allocsite::InstrumentPass(EmulatedTls, /*AtLink=*/false,
                                                   BeforeLink.value_or(allocsite::isRustc())));
        },
        [](ModulePassManager &Passes) { Passes.addPass(allocsite::JoinPass()); },
        [EmulatedTls](ModulePassManager &Passes) {
          Passes.addPass(allocsite::InstrumentPass(EmulatedTls, /*AtLink=*/true));
        });
    Builder.registerPipelineParsingCallback(
        [EmulatedTls](StringRef Name, ModulePassManager &Passes,
                      ArrayRef<PassBuilder::PipelineElement>) {
          if (Name == "allocsite-explain") {
            Passes.addPass(allocsite::ExplainPass());
            return true;
          }
          if (Name == "allocsite-link") {
            Passes.addPass(allocsite::JoinPass());
            Passes.addPass(allocsite::InstrumentPass(EmulatedTls, /*AtLink=*/true));
            return true;
          }
          if (Name != "allocsite" && Name != "allocsite-mark")
            return false;
          Passes.addPass(allocsite::MarkPass());
          if (Name == "allocsite")
            Passes.addPass(allocsite::InstrumentPass(EmulatedTls));
          return true;
        });
  };
  return Info;
}
