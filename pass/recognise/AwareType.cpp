//===- AwareType.cpp - What is called to be told of a site ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AwareType.h"
#include "support/Calls.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace llvm;

namespace allocsite {

FunctionType *awareType(const FunctionType &Type) {
  llvm::Type *Int64 = llvm::Type::getInt64Ty(Type.getContext());
  return withMore(Type, {Int64, Int64});
}

static std::string spelt(const Type &T) {
  std::string Text;
  raw_string_ostream(Text) << T;
  return Text;
}

/// Whatever pointers point to, where their types say it.
static bool isPassedAlike(const Type *A, const Type *B) {
  return A == B || (A->isPointerTy() && B->isPointerTy() &&
                    A->getPointerAddressSpace() == B->getPointerAddressSpace());
}

static bool isCalledAlike(const FunctionType &A, const FunctionType &B) {
  if (A.isVarArg() != B.isVarArg() || A.getNumParams() != B.getNumParams() ||
      !isPassedAlike(A.getReturnType(), B.getReturnType()))
    return false;
  for (unsigned I = 0; I < A.getNumParams(); ++I)
    if (!isPassedAlike(A.getParamType(I), B.getParamType(I)))
      return false;
  return true;
}

/// The attributes of a parameter that say where it is passed.
static constexpr Attribute::AttrKind PlaceAttributes[] = {
    Attribute::StructRet, Attribute::ByVal,      Attribute::InReg,     Attribute::Nest,
    Attribute::SwiftSelf, Attribute::SwiftError, Attribute::SwiftAsync};

/// The first parameter that the two take in different places, or nothing.
static std::optional<unsigned> differentPlace(const Function &F, const Function &Aware) {
  for (unsigned I = 0; I < F.arg_size(); ++I)
    for (Attribute::AttrKind Kind : PlaceAttributes)
      if (F.getAttributes().hasParamAttr(I, Kind) !=
          Aware.getAttributes().hasParamAttr(I, Kind))
        return I;
  return std::nullopt;
}

std::string misfitOfAware(const Function &F, StringRef Name, StringRef Aware) {
  const std::string Names =
      "'" + Aware.str() + "' cannot be called in place of '" + Name.str() + "': ";
  if (F.isVarArg())
    return Names + "that takes any number of arguments, and none can follow them";
  const GlobalValue *Known = F.getParent()->getNamedValue(Aware);
  if (!Known)
    return "";
  auto *Type = dyn_cast<FunctionType>(Known->getValueType());
  if (!Type)
    return Names + "it is no function";
  const FunctionType *Wanted = awareType(*F.getFunctionType());
  if (!isCalledAlike(*Type, *Wanted))
    return Names + "its type is '" + spelt(*Type) + "', and has to be '" + spelt(*Wanted) +
           "'";
  auto *Callee = dyn_cast<Function>(Known->stripPointerCastsAndAliases());
  if (!Callee)
    return "";
  if (Callee->getCallingConv() != F.getCallingConv())
    return Names + "their calling conventions differ";
  if (std::optional<unsigned> Parameter = differentPlace(F, *Callee))
    return Names + "they take argument " + std::to_string(*Parameter) +
           " of IR in different places";
  return "";
}

} // namespace allocsite
