//===- Target.cpp - Which targets can be counted on -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target.h"
#include "Compat.h"
#include "Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace allocsite {

bool isSupportedTarget(Module &M) {
  std::string Name = tripleOf(M);
  Triple Target(Name);
  if (Name.empty() ||
      (Target.getArch() == Triple::x86_64 && Target.isOSLinux() &&
       Target.isOSBinFormatELF() && !Target.isX32()))
    return true;
  warn(M.getContext(), "target '" + Name +
                           "' is not supported (x86_64-linux is); its code is "
                           "left as it is and not counted");
  return false;
}

bool isSharedCode(const Module &M) {
  return M.getPICLevel() != PICLevel::NotPIC &&
         M.getPIELevel() == PIELevel::Default;
}

// All that code generation knows a processor by: for each other combination it sets up
// another one, which takes a million instructions.
static constexpr const char *ProcessorWords[] = {
    "target-cpu",           "target-features",        "tune-cpu",
    "prefer-vector-width",  "min-legal-vector-width", "use-soft-float"};

void adoptProcessor(Module &M) {
  SmallVector<Function *, 8> Made;
  const Function *Any = nullptr;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (F.hasLocalLinkage() && F.getName().take_front(10) == "allocsite.") {
      Made.push_back(&F);
      continue;
    }
    if (!Any)
      Any = &F;
    if (any_of(ProcessorWords, [&](const char *Word) {
          return F.getFnAttribute(Word) != Any->getFnAttribute(Word);
        }))
      return;
  }
  if (!Any)
    return;
  for (Function *F : Made)
    for (const char *Word : ProcessorWords)
      if (Attribute Said = Any->getFnAttribute(Word); Said.isValid())
        F->addFnAttr(Said);
}

bool isOptimisedFurther(const Module &M) {
  return M.getModuleFlag("ThinLTO") || M.getModuleFlag("EnableSplitLTOUnit");
}

} // namespace allocsite
