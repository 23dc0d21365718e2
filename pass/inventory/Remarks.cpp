//===- Remarks.cpp - What the pass did, as optimisation remarks -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "Refusals.h"
#include "frames/Locations.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace allocsite {

static constexpr char PassName[] = "allocsite";

static bool areWanted(LLVMContext &Ctx) {
  return OptimizationRemarkEmitter::allowExtraAnalysis(Ctx, PassName);
}

bool remarksAreWanted(const Module &M) { return areWanted(M.getContext()); }

/// A made location (Locations.h) is none of the source.
static DiagnosticLocation shown(const DILocation *At) {
  return At && !placeOf(*At).File.empty() ? DiagnosticLocation(DebugLoc(At))
                                          : DiagnosticLocation();
}

void remarkSite(const Function &F, const DILocation *At, StringRef Allocator,
                const SiteText &Text, StringRef Bytes, StringRef Aware) {
  if (!areWanted(F.getContext()))
    return;
  OptimizationRemark Remark(PassName, "Site", shown(At), &F.getEntryBlock());
  Remark << ore::NV("Allocator", Allocator) << " in " << ore::NV("Function", Text.Function)
         << " is counted as "
         << ore::NV("Site", Text.InLibrary ? "the call into the C++ library" : Text.Place)
         << ": " << ore::NV("Bytes", Bytes);
  if (!Aware.empty())
    Remark << ", and " << ore::NV("Aware", Aware) << " is told";
  OptimizationRemarkEmitter(&F).emit(Remark);
}

void remarkUnaware(const CallBase &Call, StringRef Why) {
  if (!areWanted(Call.getContext()))
    return;
  OptimizationRemarkMissed Remark(PassName, "Unaware", shown(Call.getDebugLoc().get()),
                                  Call.getParent());
  Remark << ore::NV("Callee", demangle(directCallee(Call)->getName().str()))
         << " is counted, and not told of its site: " << ore::NV("Reason", Why);
  OptimizationRemarkEmitter(Call.getFunction()).emit(Remark);
}

void remarkRefusal(const Function &F, const DILocation *At, StringRef Callee, Refusal Why) {
  if (!areWanted(F.getContext()))
    return;
  OptimizationRemarkMissed Remark(PassName, "Refused", shown(At), &F.getEntryBlock());
  Remark << ore::NV("Callee", Callee) << " is not counted: " << ore::NV("Reason", textOf(Why))
         << " [" << ore::NV("Key", keyOf(Why)) << "]";
  OptimizationRemarkEmitter(&F).emit(Remark);
}

void remarkPointer(const CallBase &Call, const UnnamedPointer &Through, bool SourceWasRead) {
  if (!areWanted(Call.getContext()))
    return;
  OptimizationRemarkMissed Remark(PassName, "Pointer", shown(Call.getDebugLoc().get()),
                                  Call.getParent());
  if (Through.Rule.empty())
    Remark << "a call through a pointer may allocate and is not counted: "
           << (SourceWasRead ? "no rule can name a pointer that is in no member, no "
                               "variable of the program and of no typedef"
                             : "compiled with -fplugin=, this says the rule for it");
  else
    Remark << "a call through '" << ore::NV("Pointer", Through.Name)
           << "' may allocate and is not counted: if it does, add '"
           << ore::NV("Rule", Through.Rule) << "' to a file of config=";
  OptimizationRemarkEmitter(Call.getFunction()).emit(Remark);
}

void remarkCall(const CallBase &Call, StringRef Name, StringRef Text) {
  if (!areWanted(Call.getContext()))
    return;
  OptimizationRemarkAnalysis Remark(PassName, Name, shown(Call.getDebugLoc().get()),
                                    Call.getParent());
  const Function *Callee = directCallee(Call);
  Remark << "the call of "
         << ore::NV("Callee", Callee ? demangle(Callee->getName().str()) : "a pointer") << " "
         << ore::NV("Effect", Text);
  OptimizationRemarkEmitter(Call.getFunction()).emit(Remark);
}

} // namespace allocsite
