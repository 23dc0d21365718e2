//===- Target.cpp - Which targets can be counted on -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target.h"
#include "Compat.h"
#include "Compilation.h"
#include "Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace allocsite {

bool isSupportedTarget(Module &M) {
  if (isForSanitizer("dataflow")) {
    warn(M.getContext(), "-fsanitize=dataflow renames the functions of the profiler; code "
                         "for it is left as it is and not counted");
    return false;
  }
  std::string Name = tripleOf(M);
  Triple Target(Name);
  if (Name.empty() || (Target.getArch() == Triple::x86_64 && Target.isOSLinux() &&
                       Target.isOSBinFormatELF() && !Target.isX32()))
    return true;
  warn(M.getContext(), "target '" + Name +
                           "' is not supported (x86_64-linux is); its code is "
                           "left as it is and not counted");
  return false;
}

bool isSharedCode(const Module &M) {
  return M.getPICLevel() != PICLevel::NotPIC && M.getPIELevel() == PIELevel::Default;
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

static bool isHardened(const Function &F) {
  StringRef Features = F.getFnAttribute("target-features").getValueAsString();
  return Features.find("+lvi-cfi") != StringRef::npos ||
         Features.find("+seses") != StringRef::npos;
}

static void returnAsUsual(Function &F) {
  StringRef Features = F.getFnAttribute("target-features").getValueAsString();
  F.addFnAttr("target-features",
              (Features + (Features.empty() ? "" : ",") + "-lvi-cfi").str());
}

void adoptProcessor(Module &M) {
  SmallVector<Function *, 8> Made;
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
    IsHard |= isHardened(F);
    Any = &F;
  }
  for (Function *F : Made) {
    if (Any && IsOne)
      for (const char *Word : ProcessorWords)
        if (Attribute Said = Any->getFnAttribute(Word); Said.isValid())
          F->addFnAttr(Said);
    if (IsHard && F->getCallingConv() == CallingConv::PreserveMost)
      returnAsUsual(*F);
  }
}

static constexpr StringLiteral FlagsOfLink[] = {"ThinLTO", "EnableSplitLTOUnit"};

bool isOptimisedFurther(const Module &M) {
  return any_of(FlagsOfLink, [&](StringRef Flag) { return M.getModuleFlag(Flag); });
}

void setOptimisedNoFurther(Module &M) {
  for (StringRef Flag : FlagsOfLink)
    dropModuleFlag(M, Flag);
}

} // namespace allocsite
