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

// The context of a recursion loop changes, so its pushes are computed at each place.
bool CallDecision::pushesLike(const CallDecision &Other) const {
  auto isPlain = [](const CallDecision &Each) { return !Each.Loop && !Each.Id.Inside; };
  return this == &Other || (isPlain(*this) && isPlain(Other) && Id.Whole == Other.Id.Whole &&
                            UnlessNewest == Other.UnlessNewest);
}

bool FunctionPlan::hasPush() const {
  return any_of(Calls, [](const CallDecision &Each) { return Each.Does == Action::Push; });
}

namespace {

void print(raw_ostream &To, const Number &Which) {
  To << Which.Whole;
  if (Which.Inside)
    To << " or " << *Which.Inside;
}

void print(raw_ostream &To, LoopIndex Loop) {
  if (Loop)
    To << " in loop " << *Loop;
}

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
  if (Each.Does == Action::Push) {
    To << ' ';
    print(To, Each.Id);
    print(To, Each.Loop);
  }
  if (Each.UnlessNewest)
    To << ", unless newest";
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

void print(raw_ostream &To, ArrayRef<SiteChoice> Sites, LoopIndex Loop) {
  for (const SiteChoice &Each : Sites) {
    To << (&Each == Sites.begin() ? "site " : " or ");
    print(To, Each.Site);
  }
  print(To, Loop);
}

void print(raw_ostream &To, const CountDecision &Each) {
  To << (Each.Does == Event::Create ? "  arena made at " : "  count ");
  print(To, Each.Sites, Each.Loop);
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
  print(To, Each.Sites, Each.Loop);
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
  for (const RecursionLoop &Each : Plan.Loops) {
    To << "  loop " << &Each - Plan.Loops.data() << ':';
    for (const RecursionLoop::Branch &Branch : Each.Branches) {
      To << " push ";
      print(To, Branch.Id);
    }
    print(To, Each.Around);
    To << '\n';
  }
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
  for (const CallBase *Exit : Exits)
    To << "flush before " << nameOf(*Exit) << " in " << Exit->getFunction()->getName() << '\n';
}

} // namespace allocsite
