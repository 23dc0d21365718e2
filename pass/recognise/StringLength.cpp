//===- StringLength.cpp - How long a string is ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StringLength.h"
#include "support/Compat.h"

using namespace llvm;

namespace allocsite {

/// The library's function, or null where the name is another one's in this module.
static Function *libraryFunction(Module &M, StringRef Name, FunctionType *Type) {
  GlobalValue *Its = M.getNamedValue(Name);
  if (!Its)
    return cast<Function>(M.getOrInsertFunction(Name, Type).getCallee());
  auto *F = dyn_cast<Function>(Its);
  return F && F->isDeclarationForLinker() && !F->hasLocalLinkage() &&
                 F->getFunctionType() == Type && F->getCallingConv() == CallingConv::C
             ? F
             : nullptr;
}

/// `i64 allocsite.length.BITS(text, bound)`, the module's: how many elements stand before
/// the first that is 0, at most `bound`.
static Function *ownFunction(Module &M, IntegerType *Element) {
  const std::string Name = "allocsite.length." + std::to_string(Element->getBitWidth());
  if (Function *Made = M.getFunction(Name))
    return Made;
  LLVMContext &Ctx = M.getContext();
  Type *Int64 = Type::getInt64Ty(Ctx);
  Function *Made = Function::createWithDefaultAttr(
      FunctionType::get(Int64, {pointerTo(Element), Int64}, false),
      GlobalValue::InternalLinkage, 0, Name, &M);
  Made->setDoesNotThrow();
  Made->addFnAttr("no-builtins"); // else LLVM may make a call of strlen of the loop
  auto *Entry = BasicBlock::Create(Ctx, "entry", Made);
  auto *Head = BasicBlock::Create(Ctx, "head", Made);
  auto *Look = BasicBlock::Create(Ctx, "look", Made);
  auto *End = BasicBlock::Create(Ctx, "end", Made);

  IRBuilder<> Builder(Entry);
  Builder.CreateBr(Head);
  Builder.SetInsertPoint(Head);
  PHINode *Index = Builder.CreatePHI(Int64, 2);
  Builder.CreateCondBr(Builder.CreateICmpULT(Index, Made->getArg(1)), Look, End);
  Builder.SetInsertPoint(Look);
  Value *At = Builder.CreateInBoundsGEP(Element, Made->getArg(0), Index);
  Value *IsEnd = Builder.CreateIsNull(Builder.CreateAlignedLoad(Element, At, Align(1)));
  Index->addIncoming(Builder.getInt64(0), Entry);
  Index->addIncoming(Builder.CreateAdd(Index, Builder.getInt64(1)), Look);
  Builder.CreateCondBr(IsEnd, End, Head);
  Builder.SetInsertPoint(End);
  Builder.CreateRet(Index);
  return Made;
}

/// `Name` of the library, of these arguments, or what is counted here.
static Value *emit(IRBuilder<> &Builder, StringRef Name, IntegerType *Element,
                   ArrayRef<Value *> Arguments) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  SmallVector<Type *, 2> Types;
  for (Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  if (Function *Known = libraryFunction(
          M, Name, FunctionType::get(Builder.getInt64Ty(), Types, false)))
    return Builder.CreateCall(Known, Arguments);
  Value *Text = Builder.CreatePointerCast(Arguments[0], pointerTo(Element));
  Value *Bound = Arguments.size() > 1 ? Arguments[1] : Builder.getInt64(~0ull);
  return Builder.CreateCall(ownFunction(M, Element), {Text, Bound});
}

Value *emitLength(IRBuilder<> &Builder, Value *Text) {
  return emit(Builder, "strlen", Builder.getInt8Ty(), {Text});
}

Value *emitLengthWithin(IRBuilder<> &Builder, Value *Text, Value *Bound) {
  return emit(Builder, "strnlen", Builder.getInt8Ty(), {Text, Bound});
}

Value *emitWideLength(IRBuilder<> &Builder, Value *Text) {
  return emit(Builder, "wcslen", Builder.getInt32Ty(), {Text});
}

} // namespace allocsite
