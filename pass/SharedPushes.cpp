//===- SharedPushes.cpp - Calls of one function share a store ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedPushes.h"
#include "Compat.h"
#include "MoreArguments.h"
#include "llvm/ADT/MapVector.h"

using namespace llvm;

namespace allocsite {

/// What is shared is as long as the stores of two calls.
static constexpr unsigned FewCalls = 2;
/// A function of this file is more often one that takes little time itself.
static constexpr unsigned FewCallsOfOwn = 8;

/// True where the value travels in one register.
static bool isInRegister(const Type &T) {
  return T.isPointerTy() || T.isFloatTy() || T.isDoubleTy() ||
         (T.isIntegerTy() && T.getIntegerBitWidth() <= 64);
}

/// True where the arguments of `F` are in registers (six of numbers and addresses, eight
/// of floating-point numbers) that can be left alone, and so can the result.
static bool isPlain(const Function &F) {
  const AttributeList &Of = F.getAttributes();
  for (Attribute::AttrKind Kind :
       {Attribute::Nest, Attribute::ByVal, Attribute::StructRet, Attribute::InReg,
        Attribute::SwiftSelf, Attribute::SwiftError})
    if (Of.hasAttrSomewhere(Kind))
      return false;
  unsigned Integers = 0, Floats = 0;
  for (const Type *Parameter : F.getFunctionType()->params()) {
    if (!isInRegister(*Parameter))
      return false;
    ++(Parameter->isFloatingPointTy() ? Floats : Integers);
  }
  const Type *Result = F.getReturnType();
  return !F.isVarArg() && Integers <= 6 && Floats <= 8 &&
         (F.getCallingConv() == CallingConv::C ||
          F.getCallingConv() == CallingConv::Fast) &&
         (Result->isVoidTy() || isInRegister(*Result));
}

/// The callee of a push that can share its store, or null.
static Function *sharedCallee(const CallBase &Call) {
  Function *Callee = Call.getCalledFunction();
  bool Can = Callee && !Callee->isIntrinsic() && isPlain(*Callee) &&
             Call.getFunctionType() == Callee->getFunctionType() &&
             Call.getCallingConv() == Callee->getCallingConv() &&
             !Call.isMustTailCall() &&
             !isa<CallBrInst>(Call) && !Call.hasOperandBundles() &&
             !Call.hasFnAttr(Attribute::ReturnsTwice) &&
             !Call.getFunction()->hasOptNone();
  return Can ? Callee : nullptr;
}

static bool isOptimisedFurther(const Module &M) {
  return M.getModuleFlag("ThinLTO") || M.getModuleFlag("EnableSplitLTOUnit");
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

/// Stores the word that it is passed, and jumps to `Callee`.
static Function &makePush(ThreadState &Thread, Module &M, Function &Callee) {
  PointerType *Pointer = pointerType(M.getContext());
  Function *Push = Function::createWithDefaultAttr(
      withMore(*Callee.getFunctionType(), {Pointer}), GlobalValue::InternalLinkage,
      0, "allocsite.push." + Callee.getName(), &M);
  Push->setCallingConv(Callee.getCallingConv());
  addExtensions(*Push, Callee);
  Push->addParamAttr(Callee.arg_size(), Attribute::Nest);
  Push->addFnAttr(Attribute::NoInline);
  // Not aligned.
  Push->addFnAttr(Attribute::OptimizeForSize);

  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "entry", Push));
  SmallVector<Value *, 6> Arguments;
  for (unsigned I = 0; I < Callee.arg_size(); ++I)
    Arguments.push_back(Push->getArg(I));
  Thread.emitStoreContext(
      Builder, Thread.emitAddress(Builder),
      Builder.CreatePtrToInt(Push->getArg(Callee.arg_size()), Builder.getInt64Ty()));
  CallInst *Jump = Builder.CreateCall(&Callee, Arguments);
  Jump->setCallingConv(Callee.getCallingConv());
  addExtensions(*Jump, Callee);
  Jump->setTailCallKind(CallInst::TCK_Tail);
  if (Callee.getReturnType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Jump);
  return *Push;
}

void sharePushes(ThreadState &Thread, Module &M) {
  if (isOptimisedFurther(M))
    return;
  MapVector<Function *, SmallVector<PushStore, 4>> Calls;
  for (const PushStore &Each : Thread.pushes())
    if (Function *Callee = sharedCallee(*Each.Call))
      Calls[Callee].push_back(Each);
  for (auto &[Callee, Pushes] : Calls) {
    if (Pushes.size() <= (Callee->isDeclaration() ? FewCalls : FewCallsOfOwn))
      continue;
    Function &Push = makePush(Thread, M, *Callee);
    for (const PushStore &Each : Pushes) {
      IRBuilder<> Builder(Each.Call);
      Value *Word = Builder.CreateIntToPtr(Each.Store->getOperand(0),
                                           pointerType(M.getContext()));
      callWithMore(*Each.Call, &Push, {Word})
          ->addParamAttr(Callee->arg_size(), Attribute::Nest);
      Each.Store->eraseFromParent();
    }
  }
}

} // namespace allocsite
