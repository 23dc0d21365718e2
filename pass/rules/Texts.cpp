//===- Texts.cpp - Texts that clang has put into a module -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Texts.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace allocsite {

StringRef textOf(const Value *Operand) {
  auto *Global = dyn_cast<GlobalVariable>(Operand->stripPointerCasts());
  if (!Global || !Global->hasInitializer())
    return "";
  auto *Bytes = dyn_cast<ConstantDataSequential>(Global->getInitializer());
  return Bytes && Bytes->isCString() ? Bytes->getAsCString() : StringRef();
}

void dropUnusedText(Value *Operand) {
  auto *Global = dyn_cast<GlobalVariable>(Operand->stripPointerCasts());
  if (!Global || !Global->hasLocalLinkage())
    return;
  Global->removeDeadConstantUsers();
  if (Global->use_empty())
    Global->eraseFromParent();
}

} // namespace allocsite
