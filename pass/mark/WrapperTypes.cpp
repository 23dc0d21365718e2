//===- WrapperTypes.cpp - The types that calls of wrappers make room for --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrapperTypes.h"

using namespace llvm;

namespace allocsite {

static constexpr char TypesName[] = "allocsite.types";

void writeWrapperType(CallBase &Call, StringRef Callee, StringRef Type) {
  Module &M = *Call.getModule();
  LLVMContext &Ctx = M.getContext();
  M.getOrInsertNamedMetadata(TypesName)
      ->addOperand(MDNode::get(Ctx, {Call.getDebugLoc().get(), MDString::get(Ctx, Callee),
                                     MDString::get(Ctx, Type)}));
}

WrapperTypes::Key WrapperTypes::keyOf(const DILocation &At, StringRef Callee) {
  return {At.getScope()->getSubprogram(), At.getLine(), At.getColumn(), Callee};
}

WrapperTypes WrapperTypes::take(Module &M) {
  WrapperTypes Read;
  NamedMDNode *List = M.getNamedMetadata(TypesName);
  if (!List)
    return Read;
  for (const MDNode *Node : List->operands()) {
    auto *At = dyn_cast_or_null<DILocation>(Node->getOperand(0));
    if (!At)
      continue;
    StringRef Callee = cast<MDString>(Node->getOperand(1))->getString();
    StringRef Type = cast<MDString>(Node->getOperand(2))->getString();
    auto [Known, New] = Read.Types.try_emplace(keyOf(*At, Callee), Type);
    if (!New && Known->second != Type)
      Known->second = "";
  }
  List->eraseFromParent();
  return Read;
}

StringRef WrapperTypes::find(const DILocation &At, StringRef Callee) const {
  auto Known = Types.find(keyOf(At, Callee));
  return Known == Types.end() ? StringRef() : Known->second;
}

} // namespace allocsite
