//===- RegisteredWords.cpp - Constants that registration completes --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisteredWords.h"
#include "support/Compat.h"
#include "support/Sections.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace allocsite {

Constant *RegisteredWords::address(uint64_t Value) {
  LLVMContext &Ctx = M.getContext();
  auto *NoWords = ArrayType::get(Type::getInt64Ty(Ctx), 0);
  if (!Unfinished)
    Unfinished = new GlobalVariable(M, NoWords, /*isConstant=*/false,
                                    GlobalValue::ExternalLinkage, nullptr, Name);
  auto [At, IsNew] = Known.emplace(Value, Words.size());
  if (IsNew)
    Words.push_back(Value);
  Constant *Indices[] = {ConstantInt::get(Type::getInt64Ty(Ctx), 0),
                         ConstantInt::get(Type::getInt64Ty(Ctx), At->second)};
  return ConstantExpr::getGetElementPtr(NoWords, Unfinished, Indices);
}

GlobalVariable *RegisteredWords::finish() {
  if (!Unfinished)
    return nullptr;
  Constant *Initial = ConstantDataArray::get(M.getContext(), Words);
  auto *Finished =
      new GlobalVariable(M, Initial->getType(), false, GlobalValue::InternalLinkage, Initial);
  Finished->takeName(Unfinished);
  exemptFromSanitizers(*Finished);
  placeApart(*Finished, /*HasPointers=*/false);
  Unfinished->replaceAllUsesWith(
      ConstantExpr::getPointerCast(Finished, Unfinished->getType()));
  Unfinished->eraseFromParent();
  return Finished;
}

} // namespace allocsite
