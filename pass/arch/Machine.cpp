//===- Machine.cpp - Which machine code is for ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "support/Compilation.h"
#include "support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Config/llvm-config.h"

using namespace llvm;

namespace allocsite {

static const Machine *const Machines[] = {&x86_64(), &aarch64()};

/// Null if there is none. A module without a triple is for the host.
static const Machine *findMachine(const Module &M) {
  const std::string Name = tripleOf(M);
  const Triple Target(Name.empty() ? LLVM_HOST_TRIPLE : Name);
  const auto *Found =
      find_if(Machines, [&](const Machine *Each) { return Each->runs(Target); });
  return Found == std::end(Machines) ? nullptr : *Found;
}

const Machine &machineOf(const Module &M) { return *findMachine(M); }

bool isSupportedTarget(Module &M) {
  if (isForSanitizer("dataflow")) {
    warn(M.getContext(), "-fsanitize=dataflow renames the functions of the profiler; code "
                         "for it is left as it is and not counted");
    return false;
  }
  if (findMachine(M))
    return true;
  std::string Names;
  for (const Machine *Each : Machines)
    Names += std::string(Names.empty() ? "" : " and ") + Each->name() + "-linux";
  warn(M.getContext(), "target '" + tripleOf(M) + "' is not supported (" + Names +
                           " are); its code is left as it is and not counted");
  return false;
}

// All that code generation knows a processor by: for each other combination it sets up
// another one, which takes a million instructions.
static constexpr const char *ProcessorWords[] = {
    "target-cpu",          "target-features",        "tune-cpu",
    "prefer-vector-width", "min-legal-vector-width", "use-soft-float"};

static bool areOfOneProcessor(const Function &A, const Function &B) {
  // Most have all their attributes in common, which is quickly seen.
  return A.getAttributes().getFnAttrs() == B.getAttributes().getFnAttrs() ||
         all_of(ProcessorWords, [&](const char *Word) {
           return A.getFnAttribute(Word) == B.getFnAttribute(Word);
         });
}

bool reservesNest(const Module &M) {
  const Machine &Its = machineOf(M);
  return any_of(M, [&](const Function &F) { return Its.reservesNest(F); });
}

void adoptProcessor(Module &M) {
  SmallVector<Function *, 8> Made;
  const Machine &For = machineOf(M);
  const Function *Any = nullptr;
  bool IsOne = true, IsHard = false;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (F.hasLocalLinkage() && F.getName().take_front(10) == "allocsite.") {
      Made.push_back(&F);
      continue;
    }
    if (Any && areOfOneProcessor(F, *Any))
      continue;
    IsOne = !Any;
    IsHard |= For.hardensReturns(F);
    Any = &F;
  }
  for (Function *F : Made) {
    if (Any && IsOne)
      for (const char *Word : ProcessorWords)
        if (Attribute Said = Any->getFnAttribute(Word); Said.isValid())
          F->addFnAttr(Said);
    if (IsHard && F->getCallingConv() == CallingConv::PreserveMost)
      For.returnAsUsual(*F);
  }
}

} // namespace allocsite
