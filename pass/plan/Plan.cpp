//===- Plan.cpp - What is to be done to a module ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "recognise/Allocators.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace allocsite {

bool CallDecision::pushesLike(const CallDecision &Other) const {
  return this == &Other || Its.Id == Other.Its.Id;
}

bool FunctionPlan::hasPush() const {
  return any_of(Calls, [](const CallDecision &Each) { return Each.Does == Action::Push; });
}

namespace {

/// The name of the callee, or of the instruction.
StringRef nameOf(const Instruction &At) {
  if (auto *Call = dyn_cast<CallBase>(&At)) {
    const Value *Callee = Call->getCalledOperand()->stripPointerCasts();
    return Callee->hasName() ? Callee->getName() : "pointer";
  }
  return At.getOpcodeName();
}

void print(raw_ostream &To, const CallDecision &Each) {
  static constexpr const char *Words[] = {"push", "pass", "leave", "abort",
                                          "may return twice"};
  To << "  " << nameOf(*Each.At) << ": " << Words[unsigned(Each.Does)];
  if (Each.Does == Action::Push)
    To << ' ' << Each.Its.Id;
  if (Each.TakesArgument)
    To << ", in a register";
  if (Each.PushesForCaller)
    To << ", by the callee";
  if (Each.PutsBack)
    To << ", put back";
  if (Each.IsLast)
    To << ", last";
  if (Each.BecomesOrdinary)
    To << ", no tail call";
  To << '\n';
}

void print(raw_ostream &To, ArrayRef<SiteChoice> Sites) {
  for (const SiteChoice &Each : Sites)
    To << (&Each == Sites.begin() ? "site " : " or ") << Each.Site;
}

void print(raw_ostream &To, const CountDecision &Each) {
  To << (Each.Does == Event::Create ? "  arena made at " : "  count ");
  print(To, Each.Sites);
  if (Each.Bytes)
    To << ", " << *Each.Bytes << " bytes";
  if (Each.Result)
    To << ", unless failed";
  if (Each.Arena && Each.Does == Event::Allocate)
    To << ", in an arena";
  To << '\n';
}

void print(raw_ostream &To, const NoteDecision &Each) {
  To << "  tell ";
  if (Each.Sites.empty())
    To << "context";
  print(To, Each.Sites);
  To << '\n';
}

void print(raw_ostream &To, const FunctionPlan &Plan, const ContextArguments &Arguments) {
  To << Plan.F->getName();
  if (Arguments.takes(Plan.F))
    To << ", context in a register";
  if (Arguments.isEntered(*Plan.F))
    To << ", has an entry";
  if (Arguments.pushesForCaller(Plan.F))
    To << ", pushes for its caller";
  if (!Arguments.putsBack(*Plan.F))
    To << ", puts nothing back";
  if (Plan.HasNoCallers)
    To << ", has no callers";
  To << '\n';
  for (const CallDecision &Each : Plan.Calls)
    print(To, Each);
  for (const CountDecision &Each : Plan.Counts)
    print(To, Each);
  for (const NoteDecision &Each : Plan.Notes)
    print(To, Each);
}

} // namespace

void ModulePlan::print(raw_ostream &To) const {
  for (const FunctionPlan &Each : Functions)
    allocsite::print(To, Each, Arguments);
  for (const ExitDecision &Each : Exits)
    To << "flush before " << nameOf(*Each.Call) << " in "
       << Each.Call->getFunction()->getName() << ", end " << Each.How
       << (Each.Status ? " with its status" : "") << '\n';
}

} // namespace allocsite
