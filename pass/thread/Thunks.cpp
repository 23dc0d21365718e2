//===- Thunks.cpp - Functions that do one thing and jump on ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Thunks.h"
#include "allocsite/Abi.h"
#include "arch/Machine.h"
#include "support/Calls.h"
#include "support/Compat.h"
#include "support/Mechanisms.h"
#include "support/Target.h"
#include "support/Tuning.h"
#include "llvm/ADT/MapVector.h"

using namespace llvm;

namespace allocsite {

/// True if a value of the type is passed in one register.
static bool isInRegister(const Type &T) {
  return T.isPointerTy() || T.isFloatTy() || T.isDoubleTy() ||
         (T.isIntegerTy() && T.getIntegerBitWidth() <= 64);
}

/// True if a value of the type is returned in registers, which a jump does not change.
static bool isReturnedInRegisters(const Type &T) {
  auto *Pair = dyn_cast<StructType>(&T);
  return T.isVoidTy() || isInRegister(T) ||
         (Pair && Pair->getNumElements() <= 2 &&
          all_of(Pair->elements(), [](const Type *Part) { return isInRegister(*Part); }));
}

/// True if each parameter takes one register or one stack slot, which a thunk leaves in
/// place. (An `sret` parameter does.)
static bool passesScalars(const Function &Callee) {
  const AttributeList &Of = Callee.getAttributes();
  for (Attribute::AttrKind Kind :
       {Attribute::Nest, Attribute::ByVal, Attribute::InAlloca, Attribute::Preallocated,
        Attribute::InReg, Attribute::SwiftSelf, Attribute::SwiftError, Attribute::SwiftAsync})
    if (Of.hasAttrSomewhere(Kind))
      return false;
  return all_of(Callee.getFunctionType()->params(),
                [](const Type *Parameter) { return isInRegister(*Parameter); });
}

Function *calleeOfThunk(const CallBase &Call) {
  Function *Callee = Call.getCalledFunction();
  bool Can = Callee && !Callee->isIntrinsic() && passesScalars(*Callee) &&
             isReturnedInRegisters(*Callee->getReturnType()) &&
             (Callee->getCallingConv() == CallingConv::C ||
              Callee->getCallingConv() == CallingConv::Fast) &&
             Call.getFunctionType() == Callee->getFunctionType() &&
             Call.getCallingConv() == Callee->getCallingConv() && !Call.isMustTailCall() &&
             !Call.hasOperandBundles();
  return Can ? Callee : nullptr;
}

/// Copies to `To` how `Like` extends parameters and results that are narrower than a register, and
/// that it has a pointer to its result, which may have a register of its own.
template <typename FunctionOrCall>
static void addPassing(FunctionOrCall &To, const Function &Like) {
  const AttributeList &Of = Like.getAttributes();
  for (unsigned I = 0; I < Like.arg_size(); ++I)
    if (Of.hasParamAttr(I, Attribute::StructRet))
      To.addParamAttr(I, Of.getParamAttr(I, Attribute::StructRet));
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

Function &makeThunk(Module &M, Function &Callee, const Twine &Name, bool TakesContext,
                    function_ref<void(IRBuilder<> &, Function &)> EmitFirst) {
  FunctionType *Type = Callee.getFunctionType();
  FunctionType *WithContext = withMore(*Type, {pointerType(M.getContext())});
  Function *Thunk = Function::createWithDefaultAttr(TakesContext ? WithContext : Type,
                                                    GlobalValue::InternalLinkage, 0, Name, &M);
  Thunk->setCallingConv(Callee.getCallingConv());
  addPassing(*Thunk, Callee);
  makeShort(*Thunk);
  unsigned Context = Callee.arg_size();
  if (TakesContext)
    Thunk->addParamAttr(Context, Attribute::Nest);

  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "entry", Thunk));
  EmitFirst(Builder, *Thunk);
  SmallVector<Value *, 8> Arguments;
  for (unsigned I = 0; I < Context; ++I)
    Arguments.push_back(Thunk->getArg(I));
  // Variadic arguments are passed on only to a callee of the same type: it gets the context
  // too, and ignores it.
  bool PassesContext = TakesContext && Callee.isVarArg();
  if (PassesContext)
    Arguments.push_back(Thunk->getArg(Context));
  CallInst *Jump = Builder.CreateCall(
      PassesContext ? WithContext : Type,
      PassesContext ? ConstantExpr::getPointerCast(&Callee, Thunk->getType()) : &Callee,
      Arguments);
  Jump->setCallingConv(Callee.getCallingConv());
  addPassing(*Jump, Callee);
  if (PassesContext)
    Jump->addParamAttr(Context, Attribute::Nest);
  // If both types are equal, this is a jump even at -O0.
  Jump->setTailCallKind(PassesContext || !TakesContext ? CallInst::TCK_MustTail
                                                       : CallInst::TCK_Tail);
  if (Jump->getType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Jump);
  return *Thunk;
}

/// The callee of a push that can share its store, or null.
static Function *sharedCallee(const CallBase &Call) {
  bool Can = !Call.hasFnAttr(Attribute::ReturnsTwice) && !Call.getFunction()->hasOptNone();
  return Can ? calleeOfThunk(Call) : nullptr;
}

/// True if code for shared objects has computed the address of the thread's words in the same
/// block, not only for this store. Then the store takes four bytes, and three instructions
/// fewer than the thunk, which computes the address again.
static bool isShort(const PushStore &Each) {
  const Value *At = Each.Store->getOperand(1);
  while (auto *Step = dyn_cast<Instruction>(At)) {
    if (isa<LoadInst>(Step))
      return Step->hasMetadata(LLVMContext::MD_invariant_load) &&
             Step->getParent() == Each.Store->getParent();
    At = Step->getOperand(0);
  }
  return false;
}

bool isWorthSharing(const Function &Callee, size_t Calls) {
  return !without(Mechanism::SharedPushes) &&
         Calls > (Callee.isDeclaration() ? tuning::FewCalls : tuning::FewCallsOfOwn);
}

Function &makePush(ThreadState &Thread, Module &M, Function &Callee) {
  applied(Mechanism::SharedPushes, Callee);
  return makeThunk(M, Callee, "allocsite.push." + Callee.getName(), /*TakesContext=*/true,
                   [&](IRBuilder<> &Builder, Function &Self) {
                     Value *Context = Builder.CreatePtrToInt(Self.getArg(Callee.arg_size()),
                                                             Builder.getInt64Ty());
                     Thread.emitStoreContext(Builder, Thread.emitAddress(Builder), Context);
                   });
}

void sharePushes(ThreadState &Thread, Module &M) {
  if (isOptimisedFurther(M) || reservesNest(M))
    return;
  MapVector<Function *, SmallVector<PushStore, 4>> Calls;
  for (const PushStore &Each : Thread.pushes())
    if (Function *Callee = sharedCallee(*Each.Call); Callee && !isShort(Each))
      Calls[Callee].push_back(Each);
  for (auto &[Callee, Pushes] : Calls) {
    if (!isWorthSharing(*Callee, Pushes.size()))
      continue;
    Function &Push = makePush(Thread, M, *Callee);
    for (const PushStore &Each : Pushes) {
      IRBuilder<> Builder(Each.Call);
      Value *Context =
          Builder.CreateIntToPtr(Each.Store->getOperand(0), pointerType(M.getContext()));
      callWithMore(*Each.Call, &Push, {Context})
          ->addParamAttr(Callee->arg_size(), Attribute::Nest);
      Each.Store->eraseFromParent();
    }
  }
}

namespace {

class Exits {
public:
  Exits(ThreadState &Thread, Module &M) : Thread(Thread), M(M) {}

  void share();

private:
  void emitStore(IRBuilder<> &Builder);
  Function &makeStoring();
  Function &makeCalling(Function &Callee);

  ThreadState &Thread;
  Module &M;
};

} // namespace

void Exits::emitStore(IRBuilder<> &Builder) {
  Thread.emitStoreContext(Builder, Thread.emitAddress(Builder),
                          Builder.getInt64(ALLOCSITE_UNKNOWN_CONTEXT));
}

/// Makes a function that stores the unknown context and preserves all registers but one.
Function &Exits::makeStoring() {
  LLVMContext &Ctx = M.getContext();
  Function *Leave =
      Function::createWithDefaultAttr(FunctionType::get(Type::getVoidTy(Ctx), false),
                                      GlobalValue::InternalLinkage, 0, "allocsite.leave", &M);
  Leave->setCallingConv(CallingConv::PreserveMost);
  Leave->setDoesNotThrow();
  Leave->addFnAttr(Attribute::Cold);
  makeShort(*Leave);
  IRBuilder<> Builder(BasicBlock::Create(Ctx, "entry", Leave));
  emitStore(Builder);
  Builder.CreateRetVoid();
  return *Leave;
}

/// Makes a thunk that stores the unknown context and jumps to `Callee`.
Function &Exits::makeCalling(Function &Callee) {
  Function &Leave =
      makeThunk(M, Callee, "allocsite.leave." + Callee.getName(), /*TakesContext=*/false,
                [&](IRBuilder<> &Builder, Function &) { emitStore(Builder); });
  Leave.addFnAttr(Attribute::Cold);
  return Leave;
}

/// The callee of the call after `Store` if a thunk can do the store, or null.
static Function *jumpsTo(const Instruction &Store) {
  auto *Call = dyn_cast<CallBase>(Store.getNextNode());
  return Call && Call->doesNotReturn() ? calleeOfThunk(*Call) : nullptr;
}

void Exits::share() {
  if (without(Mechanism::SharedExits))
    return;
  MapVector<Function *, SmallVector<Instruction *, 4>> Calls;
  SmallVector<Instruction *, 8> Others;
  for (Instruction *Store : Thread.exits())
    if (Function *Callee = jumpsTo(*Store))
      Calls[Callee].push_back(Store);
    else
      Others.push_back(Store);
  for (auto &[Callee, Stores] : Calls) {
    if (Stores.size() <= tuning::FewExits) {
      Others.append(Stores.begin(), Stores.end());
      continue;
    }
    Function &Leave = makeCalling(*Callee);
    applied(Mechanism::SharedExits, Leave);
    for (Instruction *Store : Stores) {
      cast<CallBase>(Store->getNextNode())->setCalledFunction(&Leave);
      Store->eraseFromParent();
    }
  }
  if (Others.size() <= tuning::FewStores)
    return;
  Function &Leave = makeStoring();
  applied(Mechanism::SharedExits, Leave);
  for (Instruction *Store : Others) {
    IRBuilder<> Builder(Store);
    Builder.SetCurrentDebugLocation(DebugLoc());
    Builder.CreateCall(&Leave)->setCallingConv(CallingConv::PreserveMost);
    Store->eraseFromParent();
  }
}

void shareExits(ThreadState &Thread, Module &M) { Exits(Thread, M).share(); }

} // namespace allocsite
