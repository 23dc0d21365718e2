//===- OwnNames.cpp - Functions that take the name of an alias ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnNames.h"
#include "rules/Names.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"

using namespace llvm;

namespace allocsite {

static constexpr char NameAttribute[] = "allocsite.name";

void leaveOwnNames(Module &M) {
  for (GlobalAlias &Alias : M.aliases())
    if (auto *F = dyn_cast<Function>(Alias.stripPointerCastsAndAliases()))
      F->addFnAttr(NameAttribute, F->getName());
}

/// Copies of a function have what it has, and its name with a suffix.
static bool isOfName(const Function &F, StringRef Own) {
  StringRef Name = F.getName();
  return Name == Own || (Name.consume_front(Own) && Name.front() == '.');
}

/// Others keep the alias to call it by.
static void leaveAlias(Function &F) {
  GlobalAlias *Alias = GlobalAlias::create(F.getValueType(), F.getAddressSpace(),
                                           F.getLinkage(), "", F.getParent());
  Alias->takeName(&F);
  Alias->setVisibility(F.getVisibility());
  Alias->setDSOLocal(F.isDSOLocal());
  Alias->setAliasee(&F);
  F.setLinkage(GlobalValue::InternalLinkage);
}

void takeOwnNames(Module &M, function_ref<bool(StringRef, StringRef)> IsBetter) {
  for (Function &F : M) {
    Attribute Left = F.getFnAttribute(NameAttribute);
    if (!Left.isValid())
      continue;
    const std::string Own = Left.getValueAsString().str();
    F.removeFnAttr(NameAttribute);
    if (F.isDeclaration() || isOfName(F, Own) || IsBetter(F.getName(), Own))
      continue;
    if (!F.hasLocalLinkage())
      leaveAlias(F);
    F.setName(Own);
  }
}

} // namespace allocsite
