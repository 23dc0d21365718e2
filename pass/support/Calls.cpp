//===- Calls.cpp - Calls that pass more than they did ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "llvm/IR/IRBuilder.h"

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

} // namespace allocsite
