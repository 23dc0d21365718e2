//===- AwareCalls.cpp - Allocators that are told of their sites -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AwareCalls.h"
#include "recognise/Allocators.h"
#include "recognise/AwareType.h"
#include "support/Calls.h"
#include "support/Compat.h"

using namespace llvm;

namespace allocsite {

StringRef reasonForUnaware(const CallBase &Call) {
  if (Call.isMustTailCall())
    return "the callee of a musttail call has to take what the caller takes";
  if (isa<CallBrInst>(Call) || Call.getFunctionType() != directCallee(Call)->getFunctionType())
    return "the call has another type than the function";
  return "";
}

/// As its module has it, or declared as `F` is.
static Value *functionThatIsTold(Function &F, StringRef Name, FunctionType *Type) {
  Module &M = *F.getParent();
  if (GlobalValue *Known = M.getNamedValue(Name))
    return ConstantExpr::getPointerCast(Known, pointerTo(Type, Known->getAddressSpace()));
  Function *Declared =
      Function::Create(Type, GlobalValue::ExternalLinkage, F.getAddressSpace(), Name, &M);
  Declared->setCallingConv(F.getCallingConv());
  Declared->setAttributes(F.getAttributes());
  // Memory attributes apply to the allocator, not to the aware function.
  dropMemoryEffects(*Declared);
  return Declared;
}

CallBase *callAware(CallBase &Call, StringRef Aware, unsigned Id) {
  Function &F = *directCallee(Call);
  FunctionType *Type = awareType(*F.getFunctionType());
  IRBuilder<> Builder(&Call);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *Site = SiteNote.emitValue(Builder, Id);
  Value *Context = ContextNote.emitValue(Builder, Id);
  CallBase *Told =
      callWithMore(Call, {Type, functionThatIsTold(F, Aware, Type)}, {Site, Context});
  dropMemoryEffects(*Told);
  Told->removeFnAttr(Attribute::Builtin);
  return Told;
}

} // namespace allocsite
