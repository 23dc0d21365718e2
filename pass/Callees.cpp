//===- Callees.cpp - What a call can lead to --------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callees.h"
#include "Allocators.h"
#include "Compat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

static bool isLeafName(StringRef Name) {
  static const StringSet<> Names = {
#define LEAF(Name) #Name,
#include "LeafFunctions.inc"
  };
  return Names.contains(Name);
}

static bool isReleaseName(StringRef Name) {
  static const StringSet<> Names = {
#define RELEASES(Name) #Name,
#include "LeafFunctions.inc"
  };
  return Names.contains(Name);
}

static bool isUnwindingName(StringRef Name) {
  static const StringSet<> Names = {
#define UNWINDS(Name) #Name,
#include "LeafFunctions.inc"
  };
  return Names.contains(Name);
}

static bool isAbortingName(StringRef Name) {
  static const StringSet<> Names = {
#define ABORTS(Name) #Name,
#include "LeafFunctions.inc"
  };
  return Names.contains(Name);
}

static bool isExitName(StringRef Name) {
  static const StringSet<> Names = {
#define EXITS(Name) #Name,
#include "LeafFunctions.inc"
  };
  return Names.contains(Name);
}

/// The compiler's own setjmp and longjmp are no functions.
static bool isIntrinsic(const CallBase &Call, Intrinsic::ID Id) {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call);
  return Intrinsic && Intrinsic->getIntrinsicID() == Id;
}

static bool isBuiltinLongjmp(const CallBase &Call) {
  return isIntrinsic(Call, Intrinsic::eh_sjlj_longjmp);
}

/// True where the text has a `call` in it: what it calls is not known.
static bool callsSomething(const InlineAsm &Asm) {
  StringRef Text = Asm.getAsmString();
  for (size_t At = 0; (At = Text.find("call", At)) != StringRef::npos; ++At)
    if ((At == 0 || !isAlnum(Text[At - 1])) && // syscall
        Text.drop_front(At + 4).find_first_of(" \tq*") == 0)
      return true;
  return false;
}

FunctionSet findUntouchable(const Module &M) {
  FunctionSet Found;
  SmallVector<const Function *, 8> Work;
  auto Add = [&](const Function *F) {
    if (F && !F->isDeclaration() && Found.insert(F).second)
      Work.push_back(F);
  };
  for (const GlobalIFunc &IFunc : M.ifuncs())
    Add(IFunc.getResolverFunction());
  while (!Work.empty())
    for (const Instruction &I : instructions(*Work.pop_back_val()))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Add(directCallee(*Call));
  for (const Function &F : M)
    if (F.hasFnAttribute(Attribute::Naked))
      Found.insert(&F);
  return Found;
}

Callees::~Callees() = default;

void Dependence::add(const Function &F, const Function *Callee) {
  auto &Known = Callers[Callee];
  // The calls of one function are given one after another.
  if (Known.empty() || Known.back() != &F)
    Known.push_back(&F);
}

void Dependence::takeAway(FunctionSet &Set) const {
  SmallVector<const Function *, 32> Gone;
  for (const auto &Each : Callers)
    if (!Each.first || !Set.count(Each.first))
      Gone.push_back(Each.first);
  while (!Gone.empty()) {
    auto Found = Callers.find(Gone.pop_back_val());
    if (Found == Callers.end())
      continue;
    for (const Function *Caller : Found->second)
      if (Set.erase(Caller))
        Gone.push_back(Caller);
  }
}

/// True where the callee's name says that nothing of the program can run behind the
/// call. A program may have a `log` or an `access` of its own: a name that is not
/// reserved counts with the library's prototype. `const` and `pure` say nothing: a
/// function that makes a thing once and keeps it is called so as well.
bool Callees::isLeaf(const CallBase &Call) const {
  if (auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return !callsSomething(*Asm);
  if (isa<IntrinsicInst>(Call))
    return !isBuiltinLongjmp(Call);
  const Function *Callee = directCallee(Call);
  if (Callee && isRelease(*Callee))
    return true;
  if (!Callee || !Callee->isDeclaration())
    return false;
  StringRef Name = Callee->getName();
  LibFunc Known;
  bool IsKnown = Library->getLibFunc(*Callee, Known);
  if (isLeafName(Name) || isAbortingName(Name))
    return IsKnown || Name.front() == '_';
  return IsKnown && Call.onlyReadsMemory();
}

bool Callees::isRelease(const Function &F) const {
  LibFunc Known;
  return !F.hasLocalLinkage() && isReleaseName(F.getName()) &&
         (F.getName().front() == '_' || Library->getLibFunc(F, Known));
}

Callees::Callees(const Module &M, const FunctionSet &Allocating)
    : Library(std::make_unique<TargetLibraryInfoImpl>(Triple(tripleOf(M)))) {
  // Naked functions are assembly that jumps anywhere.
  for (const Function &F : M)
    if (!F.isDeclaration() && F.hasExactDefinition() && !Allocating.count(&F) &&
        !F.hasFnAttribute(Attribute::Naked))
      Free.insert(&F);
  Dependence Leads;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && !isLeaf(*Call))
        Leads.add(F, directCallee(*Call));
  Leads.takeAway(Free);
}

bool Callees::mayAllocate(const CallBase &Call) const {
  if (isLeaf(Call))
    return false;
  const Function *Callee = directCallee(Call);
  return !Callee || !Free.count(Callee);
}

bool unwinds(const CallBase &Call, bool CalleeIsLibrary) {
  const Function *Callee = directCallee(Call);
  if (!Callee)
    return false;
  StringRef Name = Callee->getName();
  // Clang defines it in each file that has a noexcept function; it calls a handler of
  // the program when those are gone that threw.
  if (Name == "__clang_call_terminate")
    return true;
  if (!Callee->isDeclaration())
    return false;
  // -fsanitize=unreachable takes noreturn off, also where std::__throw_… is called.
  return isUnwindingName(Name) || isBuiltinLongjmp(Call) ||
         (CalleeIsLibrary &&
          (Call.doesNotReturn() || Name.find("__throw_") != StringRef::npos));
}

bool returnsTwice(const CallBase &Call) {
  return Call.hasFnAttr(Attribute::ReturnsTwice) ||
         isIntrinsic(Call, Intrinsic::eh_sjlj_setjmp);
}

bool aborts(const CallBase &Call) {
  const Function *Callee = directCallee(Call);
  return Callee && Callee->isDeclaration() && isAbortingName(Callee->getName());
}

bool exitsAtOnce(const CallBase &Call) {
  const Function *Callee = directCallee(Call);
  return Callee && Callee->isDeclaration() && isExitName(Callee->getName());
}

} // namespace allocsite
