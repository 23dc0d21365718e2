//===- CallTypes.cpp - The types that calls of no allocator make room for -===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallTypes.h"

using namespace llvm;

namespace allocsite {

static constexpr char TypesName[] = "allocsite.types";
static constexpr char ReturnsAttribute[] = "allocsite.returns";

void writeCallType(CallBase &Call, StringRef Callee, StringRef Type) {
  Module &M = *Call.getModule();
  LLVMContext &Ctx = M.getContext();
  M.getOrInsertNamedMetadata(TypesName)->addOperand(MDNode::get(
      Ctx, {Call.getDebugLoc().get(), MDString::get(Ctx, Callee), MDString::get(Ctx, Type)}));
}

void setReturnsAll(Function &F) { F.addFnAttr(ReturnsAttribute); }
bool returnsAll(const Function &F) { return F.hasFnAttribute(ReturnsAttribute); }

CallTypes::Key CallTypes::keyOf(const DILocation &At, StringRef Callee) {
  return {At.getScope()->getSubprogram(), At.getLine(), At.getColumn(), Callee};
}

CallTypes CallTypes::take(Module &M) {
  CallTypes Read;
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

StringRef CallTypes::find(const DILocation &At, StringRef Callee) const {
  auto Known = Types.find(keyOf(At, Callee));
  return Known == Types.end() ? StringRef() : Known->second;
}

} // namespace allocsite
