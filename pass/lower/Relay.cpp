//===- Relay.cpp - Functions that do one thing and jump on ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Relay.h"
#include "support/Compat.h"
#include "support/MoreArguments.h"

using namespace llvm;

namespace allocsite {

/// True where the value travels in one register.
static bool isInRegister(const Type &T) {
  return T.isPointerTy() || T.isFloatTy() || T.isDoubleTy() ||
         (T.isIntegerTy() && T.getIntegerBitWidth() <= 64);
}

/// True where a jump leaves the value as the callee returns it.
static bool isReturnedInRegisters(const Type &T) {
  auto *Pair = dyn_cast<StructType>(&T);
  return T.isVoidTy() || isInRegister(T) ||
         (Pair && Pair->getNumElements() <= 2 &&
          all_of(Pair->elements(), [](const Type *Part) { return isInRegister(*Part); }));
}

/// True where each parameter is one register or one place on the stack, which is the
/// same for whoever jumps to the callee. (One that the result is written to by is.)
static bool passesScalars(const Function &Callee) {
  const AttributeList &Of = Callee.getAttributes();
  for (Attribute::AttrKind Kind :
       {Attribute::Nest, Attribute::ByVal, Attribute::InAlloca, Attribute::Preallocated,
        Attribute::InReg, Attribute::SwiftSelf, Attribute::SwiftError,
        Attribute::SwiftAsync})
    if (Of.hasAttrSomewhere(Kind))
      return false;
  return all_of(Callee.getFunctionType()->params(),
                [](const Type *Parameter) { return isInRegister(*Parameter); });
}

Function *relayableCallee(const CallBase &Call) {
  Function *Callee = Call.getCalledFunction();
  bool Can = Callee && !Callee->isIntrinsic() && passesScalars(*Callee) &&
             isReturnedInRegisters(*Callee->getReturnType()) &&
             (Callee->getCallingConv() == CallingConv::C ||
              Callee->getCallingConv() == CallingConv::Fast) &&
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

Function &makeRelay(Module &M, Function &Callee, const Twine &Name, bool TakesWord,
                    function_ref<void(IRBuilder<> &, Function &)> EmitFirst) {
  FunctionType *Type = Callee.getFunctionType();
  FunctionType *WithWord = withMore(*Type, {pointerType(M.getContext())});
  Function *Relay = Function::createWithDefaultAttr(
      TakesWord ? WithWord : Type, GlobalValue::InternalLinkage, 0, Name, &M);
  Relay->setCallingConv(Callee.getCallingConv());
  addExtensions(*Relay, Callee);
  makeShort(*Relay);
  unsigned Word = Callee.arg_size();
  if (TakesWord)
    Relay->addParamAttr(Word, Attribute::Nest);

  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "entry", Relay));
  EmitFirst(Builder, *Relay);
  SmallVector<Value *, 8> Arguments;
  for (unsigned I = 0; I < Word; ++I)
    Arguments.push_back(Relay->getArg(I));
  // What may follow is passed on only by a function of the same type: the callee gets the
  // word too, and does not look for it.
  bool PassesWord = TakesWord && Callee.isVarArg();
  if (PassesWord)
    Arguments.push_back(Relay->getArg(Word));
  CallInst *Jump = Builder.CreateCall(
      PassesWord ? WithWord : Type,
      PassesWord ? ConstantExpr::getPointerCast(&Callee, Relay->getType()) : &Callee,
      Arguments);
  Jump->setCallingConv(Callee.getCallingConv());
  addExtensions(*Jump, Callee);
  if (PassesWord)
    Jump->addParamAttr(Word, Attribute::Nest);
  // Of functions of one type it is a jump at -O0 as well.
  Jump->setTailCallKind(PassesWord || !TakesWord ? CallInst::TCK_MustTail
                                                 : CallInst::TCK_Tail);
  if (Jump->getType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Jump);
  return *Relay;
}

} // namespace allocsite
