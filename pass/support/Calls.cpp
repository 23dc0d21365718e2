//===- Calls.cpp - Calls that pass more than they did ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;

namespace allocsite {

FunctionType *withMore(const FunctionType &Type, ArrayRef<llvm::Type *> More) {
  SmallVector<llvm::Type *, 8> Parameters(Type.param_begin(), Type.param_end());
  Parameters.append(More.begin(), More.end());
  return FunctionType::get(Type.getReturnType(), Parameters, Type.isVarArg());
}

/// Each argument keeps its attributes.
static AttributeList attributesWithMore(const CallBase &Call, unsigned Fixed, unsigned More) {
  const AttributeList &Of = Call.getAttributes();
  SmallVector<AttributeSet, 8> OfArguments;
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    OfArguments.push_back(Of.getParamAttrs(I));
  OfArguments.insert(OfArguments.begin() + Fixed, More, AttributeSet());
  return AttributeList::get(Call.getContext(), Of.getFnAttrs(), Of.getRetAttrs(), OfArguments);
}

CallBase *addCallWithMore(CallBase &Call, FunctionCallee Callee, ArrayRef<Value *> More) {
  IRBuilder<> Builder(&Call);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  SmallVector<Value *, 8> Arguments(Call.arg_begin(), Call.arg_end());
  unsigned Fixed = Call.getFunctionType()->getNumParams();
  Arguments.insert(Arguments.begin() + Fixed, More.begin(), More.end());
  SmallVector<OperandBundleDef, 1> Bundles;
  Call.getOperandBundlesAsDefs(Bundles);

  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    New = Builder.CreateInvoke(Callee, Invoke->getNormalDest(), Invoke->getUnwindDest(),
                               Arguments, Bundles);
  } else {
    CallInst *Plain = Builder.CreateCall(Callee, Arguments, Bundles);
    Plain->setTailCallKind(cast<CallInst>(Call).getTailCallKind());
    New = Plain;
  }
  New->setCallingConv(Call.getCallingConv());
  New->setAttributes(attributesWithMore(Call, Fixed, More.size()));
  New->copyIRFlags(&Call);
  New->copyMetadata(Call);
  New->setDebugLoc(Call.getDebugLoc());
  return New;
}

CallBase *callWithMore(CallBase &Call, FunctionCallee Callee, ArrayRef<Value *> More) {
  CallBase *New = addCallWithMore(Call, Callee, More);
  Call.replaceAllUsesWith(New);
  New->takeName(&Call);
  Call.eraseFromParent();
  return New;
}

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
