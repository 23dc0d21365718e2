//===- Refusals.cpp - Calls that look like allocations and are no sites -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"
#include "frames/Locations.h"
#include "support/Compat.h"
#include "support/ModuleRecords.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace allocsite {

static constexpr char RefusalsName[] = "allocsite.refusals";

namespace {
struct Reason {
  StringRef Key, Text;
};
const Reason Reasons[] = {
#define REFUSAL(NAME, KEY, TEXT) {KEY, TEXT},
#include "recognise/Refusals.inc"
};
} // namespace

StringRef keyOf(Refusal Why) { return Reasons[unsigned(Why)].Key; }
StringRef textOf(Refusal Why) { return Reasons[unsigned(Why)].Text; }

Refusals::Refusals(Module &M, NameTable &Names, bool Keep)
    : M(M), Names(Names), Keep(Keep), Listened(remarksAreWanted(M)) {}

void Refusals::consider(const CallBase &Call, AllocatorTable &Allocators) {
  if (!Keep && !Listened)
    return;
  if (std::optional<Refusal> Why = Allocators.refusalOf(Call))
    add(Call, *Why);
}

void Refusals::add(const CallBase &Call, Refusal Why) {
  if (Keep || Listened)
    add(Call, Names.get(directCallee(Call)->getName()).Display, Why);
}

void Refusals::add(const CallBase &Call, StringRef Callee, Refusal Why) {
  if (!Keep && !Listened)
    return;
  const Function &F = *Call.getFunction();
  const DILocation *At = Call.getDebugLoc().get();
  remarkRefusal(F, At, Callee, Why);
  if (!Keep)
    return;
  SourcePlace Place = At ? placeOf(*At) : SourcePlace();
  Kept.push_back(
      {Place.File.empty() ? "-" : placeText(Place.File, Place.Line, Place.Column, 0),
       Callee.str(), Names.get(F.getName()).Display, Why});
}

void Refusals::add(const MarkedSite &Site, StringRef Symbol, Refusal Why) {
  const Function *F = M.getFunction(Symbol);
  if (F && !F->isDeclaration())
    remarkRefusal(*F, Site.Location, Site.Allocator, Why);
  if (!Keep)
    return;
  if (Symbol.empty()) {
    Kept.push_back({"-", Site.Allocator, "-", Why});
    return;
  }
  std::string Function = Names.get(Symbol).Display;
  SourcePlace At = Site.Location ? placeOf(*Site.Location) : SourcePlace();
  Kept.push_back({At.File.empty() ? ordinalText(Function, Site.Ordinal)
                                  : placeText(At.File, At.Line, At.Column, Site.Repeat),
                  Site.Allocator, Function, Why});
}

void Refusals::write() const {
  for (const RefusedCall &Each : Kept)
    addRecord(M, RefusalsName, Each.Place, Each.Callee, Each.Function, unsigned(Each.Why));
}

void Refusals::take() {
  takeRecords(M, RefusalsName, [&](const MDNode &Record) {
    Kept.push_back({textAt(Record, 0).str(), textAt(Record, 1).str(), textAt(Record, 2).str(),
                    Refusal(numberAt(Record, 3))});
  });
}

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
