//===- Target.cpp - Which targets can be counted on -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target.h"
#include "Compat.h"
#include "Diagnostics.h"

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

bool isOptimisedFurther(const Module &M) {
  return M.getModuleFlag("ThinLTO") || M.getModuleFlag("EnableSplitLTOUnit");
}

} // namespace allocsite
