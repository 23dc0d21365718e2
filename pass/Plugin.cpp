//===- Plugin.cpp - The plugin as LLVM sees it ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two passes at the two ends of every pipeline; with lto=1, the second at the end of the
// linker's, at whose beginning files are joined. `opt -passes=allocsite-mark` and `opt
// -passes=allocsite` run the first, or both, alone, and `opt -passes=allocsite-link` what
// the linker would.
//
//===----------------------------------------------------------------------===//

#include "Explain.h"
#include "Instrument.h"
#include "Join.h"
#include "Mark.h"
#include "support/EmulatedTls.h"
#include "support/Compat.h"

using namespace llvm;

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  PassPluginLibraryInfo Info{};
  Info.APIVersion = LLVM_PLUGIN_API_VERSION;
  Info.PluginName = "AllocSite";
  Info.PluginVersion = "1";
  Info.RegisterPassBuilderCallbacks = [](PassBuilder &Builder) {
    const bool EmulatedTls = allocsite::usesEmulatedTls(Builder);
    allocsite::registerPipelineEnds(
        Builder,
        [](ModulePassManager &Passes) {
          Passes.addPass(allocsite::MarkPass());
        },
        [EmulatedTls](ModulePassManager &Passes) {
          Passes.addPass(allocsite::InstrumentPass(EmulatedTls));
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
