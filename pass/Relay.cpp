//===- Relay.cpp - Functions that do one thing and jump on ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Relay.h"
#include "MoreArguments.h"

using namespace llvm;

namespace allocsite {

/// True where the value travels in one register.
static bool isInRegister(const Type &T) {
  return T.isPointerTy() || T.isFloatTy() || T.isDoubleTy() ||
         (T.isIntegerTy() && T.getIntegerBitWidth() <= 64);
}

static bool passesInRegisters(const Function &Callee) {
  const AttributeList &Of = Callee.getAttributes();
  for (Attribute::AttrKind Kind :
       {Attribute::Nest, Attribute::ByVal, Attribute::StructRet, Attribute::InReg,
        Attribute::SwiftSelf, Attribute::SwiftError})
    if (Of.hasAttrSomewhere(Kind))
      return false;
  // Six registers of integers and addresses, eight of floating-point numbers.
  unsigned Integers = 0, Floats = 0;
  for (const Type *Parameter : Callee.getFunctionType()->params()) {
    if (!isInRegister(*Parameter))
      return false;
    ++(Parameter->isFloatingPointTy() ? Floats : Integers);
  }
  const Type *Result = Callee.getReturnType();
  return !Callee.isVarArg() && Integers <= 6 && Floats <= 8 &&
         (Callee.getCallingConv() == CallingConv::C ||
          Callee.getCallingConv() == CallingConv::Fast) &&
         (Result->isVoidTy() || isInRegister(*Result));
}

Function *relayableCallee(const CallBase &Call) {
  Function *Callee = Call.getCalledFunction();
  bool Can = Callee && !Callee->isIntrinsic() && passesInRegisters(*Callee) &&
             Call.getFunctionType() == Callee->getFunctionType() &&
             Call.getCallingConv() == Callee->getCallingConv() &&
             !Call.isMustTailCall() && !Call.hasOperandBundles();
  return Can ? Callee : nullptr;
}

/// Of what is shorter than a register, `To` passes and returns as `Like` does.
template <typename FunctionOrCall>
static void addExtensions(FunctionOrCall &To, const Function &Like) {
  const AttributeList &Of = Like.getAttributes();
  for (Attribute::AttrKind Kind : {Attribute::ZExt, Attribute::SExt}) {
    for (unsigned I = 0; I < Like.arg_size(); ++I)
      if (Of.hasParamAttr(I, Kind))
        To.addParamAttr(I, Kind);
    if (Of.hasRetAttr(Kind))
      To.addRetAttr(Kind);
  }
}

void makeShort(Function &F) {
  F.addFnAttr(Attribute::NoInline);
  // Not aligned.
  F.addFnAttr(Attribute::OptimizeForSize);
}

Function &makeRelay(Module &M, Function &Callee, const Twine &Name,
                    ArrayRef<Type *> More,
                    function_ref<void(IRBuilder<> &, Function &)> EmitFirst) {
  Function *Relay = Function::createWithDefaultAttr(
      withMore(*Callee.getFunctionType(), More), GlobalValue::InternalLinkage, 0,
      Name, &M);
  Relay->setCallingConv(Callee.getCallingConv());
  addExtensions(*Relay, Callee);
  makeShort(*Relay);

  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "entry", Relay));
  EmitFirst(Builder, *Relay);
  SmallVector<Value *, 6> Arguments;
  for (unsigned I = 0; I < Callee.arg_size(); ++I)
    Arguments.push_back(Relay->getArg(I));
  CallInst *Jump = Builder.CreateCall(&Callee, Arguments);
  Jump->setCallingConv(Callee.getCallingConv());
  addExtensions(*Jump, Callee);
  // The former is for functions of equal parameters alone, and holds at -O0 as well.
  Jump->setTailCallKind(More.empty() ? CallInst::TCK_MustTail : CallInst::TCK_Tail);
  if (Jump->getType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Jump);
  return *Relay;
}

} // namespace allocsite
