//===- PlanUnits.cpp - Prints what the parts of plan/ find ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: PlanUnits FILE.ll
//
// For each function of the file what FlowGraph, Places and ContextFlow say of it. Calls say
// by the names of callees what the plan is:
//
//     need           the block needs a value: where is it computed?
//     push.N         runs under the id N;          push.N.back     and puts back
//     push.N.take    and is passed the context
//     pass           finds what was found;         pass.last       the caller may be gone
//     leave, twice   unwinds; may return twice
//
// A function whose name begins with `taking` takes its context as an argument.
//
//===----------------------------------------------------------------------===//

#include "place/ContextFlow.h"
#include "place/FlowGraph.h"
#include "plan/Plan.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace allocsite;

static StringRef calleeOf(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->getCalledFunction() ? Call->getCalledFunction()->getName() : "";
}

static StringRef nameOf(const Instruction &I) {
  StringRef Callee = calleeOf(I);
  return Callee.empty() ? I.getOpcodeName() : Callee;
}

static void printGraph(const FlowGraph &Graph) {
  for (unsigned Number = 0; Number < Graph.size(); ++Number) {
    outs() << "  block " << Number << ' ' << Graph.block(Number).getName();
    if (Number)
      outs() << " under " << Graph.block(Graph.dominator(Number)).getName();
    outs() << (Graph.isRepeated(Number) ? " repeated" : "")
           << (Graph.isCold(Number) ? " cold" : "") << '\n';
  }
}

static void printPlaces(Function &F, const FlowGraph &Graph) {
  SmallVector<unsigned, 4> Needing;
  for (unsigned Number = 0; Number < Graph.size(); ++Number)
    if (any_of(Graph.block(Number),
               [](const Instruction &I) { return calleeOf(I) == "need"; }))
      Needing.push_back(Number);
  if (Needing.empty())
    return;
  Places Where =
      findPlaces(Graph, Needing, /*Stays=*/false, [](unsigned) { return true; });
  outs() << "  above " << Graph.block(Where.Above).getName() << '\n';
  for (const Place &Each : Where.Below) {
    outs() << "  below " << Graph.block(Each.Block).getName();
    for (unsigned From : Each.From)
      outs() << " from " << Graph.block(From).getName();
    outs() << '\n';
  }
}

static FunctionPlan planOf(Function &F) {
  FunctionPlan Plan{&F};
  for (Instruction &I : instructions(F)) {
    SmallVector<StringRef, 3> Words;
    calleeOf(I).split(Words, '.');
    CallDecision New{Action::Push, &I};
    if (Words[0] == "push")
      Words[1].getAsInteger(10, New.Its.Id);
    else if (Words[0] == "pass")
      New.Does = Action::Pass;
    else if (Words[0] == "leave")
      New.Does = Action::Leave;
    else if (Words[0] == "twice")
      New.Does = Action::ReturnTwice;
    else
      continue;
    New.PutsBack = Words.back() == "back";
    New.TakesArgument = Words.back() == "take";
    New.IsLast = Words.back() == "last";
    Plan.Calls.push_back(New);
  }
  return Plan;
}

static void printFlow(const FunctionPlan &Plan, const ContextArguments &Arguments) {
  ContextFlow Flow(Plan, Arguments);
  if (!Flow.find())
    return;
  for (const CallDecision *Each : Flow.pushes())
    outs() << "  store " << Each->Its.Id << " before " << nameOf(*Each->At) << " in "
           << Each->At->getParent()->getName() << '\n';
  for (const Instruction *At : Flow.restoresBefore())
    outs() << "  restore before " << nameOf(*At) << " in " << At->getParent()->getName()
           << '\n';
  for (const ContextFlow::EdgesInto &Edges : Flow.restoresOn())
    for (const BasicBlock *From : Edges.From)
      outs() << "  restore from " << From->getName() << " to " << Edges.Into->getName()
             << '\n';
}

int main(int Count, char **Arguments) {
  LLVMContext Ctx;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseIRFile(Count > 1 ? Arguments[1] : "", Problem, Ctx);
  if (!M) {
    Problem.print("PlanUnits", errs());
    return 1;
  }
  ModulePlan Plan;
  for (Function &F : *M) {
    if (F.isDeclaration())
      continue;
    if (F.getName().substr(0, 6) == "taking")
      Plan.Arguments.take(F, /*PutsBack=*/false);
    outs() << F.getName() << '\n';
    const FlowGraph Graph(F);
    printGraph(Graph);
    printPlaces(F, Graph);
    Plan.Functions.push_back(planOf(F));
    printFlow(Plan.Functions.back(), Plan.Arguments);
  }
  outs() << "plan\n";
  Plan.print(outs());
}
