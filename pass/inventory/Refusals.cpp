//===- Refusals.cpp - Calls that look like allocations and are no sites -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"
#include "Remarks.h"
#include "frames/Locations.h"
#include "frames/SiteText.h"
#include "support/Compat.h"

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
  if (Kept.empty())
    return;
  LLVMContext &Ctx = M.getContext();
  NamedMDNode *List = M.getOrInsertNamedMetadata(RefusalsName);
  for (const RefusedCall &Each : Kept)
    List->addOperand(
        MDNode::get(Ctx, {MDString::get(Ctx, Each.Place), MDString::get(Ctx, Each.Callee),
                          MDString::get(Ctx, Each.Function),
                          ConstantAsMetadata::get(
                              ConstantInt::get(Type::getInt32Ty(Ctx), unsigned(Each.Why)))}));
}

void Refusals::take() {
  NamedMDNode *List = M.getNamedMetadata(RefusalsName);
  if (!List)
    return;
  auto Text = [](const MDNode &Node, unsigned Operand) {
    return cast<MDString>(Node.getOperand(Operand))->getString().str();
  };
  for (const MDNode *Node : List->operands())
    Kept.push_back(
        {Text(*Node, 0), Text(*Node, 1), Text(*Node, 2),
         Refusal(mdconst::extract<ConstantInt>(Node->getOperand(3))->getZExtValue())});
  List->eraseFromParent();
}

} // namespace allocsite
