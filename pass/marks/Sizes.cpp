//===- Sizes.cpp - Measures what a call asks for ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sizes.h"
#include "allocsite/Abi.h"
#include "arch/Machine.h"
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
  if (Function *Known =
          libraryFunction(M, Name, FunctionType::get(Builder.getInt64Ty(), Types, false)))
    return Builder.CreateCall(Known, Arguments);
  Value *Text = Builder.CreatePointerCast(Arguments[0], pointerTo(Element));
  Value *Bound = Arguments.size() > 1 ? Arguments[1] : Builder.getInt64(~0ull);
  return Builder.CreateCall(ownFunction(M, Element), {Text, Bound});
}

static Value *emitLength(IRBuilder<> &Builder, Value *Text) {
  return emit(Builder, "strlen", Builder.getInt8Ty(), {Text});
}

static Value *emitLengthWithin(IRBuilder<> &Builder, Value *Text, Value *Bound) {
  return emit(Builder, "strnlen", Builder.getInt8Ty(), {Text, Bound});
}

static Value *emitWideLength(IRBuilder<> &Builder, Value *Text) {
  return emit(Builder, "wcslen", Builder.getInt32Ty(), {Text});
}

static Value *emitSum(IRBuilder<> &Builder, Value *Size, unsigned Extra) {
  return Extra ? Builder.CreateAdd(Size, Builder.getInt64(Extra)) : Size;
}

/// The bytes of a copy of the string, cut at `Bound`, with its end; 0 for null,
/// which is not looked at.
static Value *emitBoundedString(IRBuilder<> &Builder, Value *Source, Value *Bound,
                                bool MayBeNull) {
  Value *Zero = Builder.getInt64(0);
  Value *IsNull = MayBeNull ? Builder.CreateIsNull(Source) : nullptr;
  if (IsNull)
    Bound = Builder.CreateSelect(IsNull, Zero, Bound);
  Value *Bytes =
      Builder.CreateAdd(emitLengthWithin(Builder, Source, Bound), Builder.getInt64(1));
  return IsNull ? Builder.CreateSelect(IsNull, Zero, Bytes) : Bytes;
}

/// Loads a word of the program at `Address` + `Offset` bytes. Exempt from sanitizers: a race
/// with a writer would not be one of the program.
static Value *emitWord(IRBuilder<> &Builder, Value *Address, unsigned Offset, Type *Of) {
  Address = Builder.CreatePointerCast(Address, pointerType(Builder.getContext()));
  Address = Builder.CreateConstGEP1_64(Builder.getInt8Ty(), Address, Offset);
  LoadInst *Word = Builder.CreateAlignedLoad(
      Of, Builder.CreatePointerCast(Address, pointerTo(Of)), Align(1));
  Word->setMetadata("nosanitize", MDNode::get(Builder.getContext(), {}));
  return Builder.CreateZExt(Word, Builder.getInt64Ty());
}

/// count × size, at most 2^64 - 1: `calloc` refuses what is more.
static Value *emitProduct(IRBuilder<> &Builder, Value *Count, Value *Size) {
  auto *C = dyn_cast<ConstantInt>(Count), *S = dyn_cast<ConstantInt>(Size);
  if (C && S)
    return Builder.getInt(C->getValue().umul_sat(S->getValue()));
  if ((C && C->getValue().ule(1)) || (S && S->getValue().ule(1)))
    return Builder.CreateMul(Count, Size);
  Value *Both = Builder.CreateBinaryIntrinsic(Intrinsic::umul_with_overflow, Count, Size);
  return Builder.CreateSelect(Builder.CreateExtractValue(Both, 1), Builder.getInt64(~0ull),
                              Builder.CreateExtractValue(Both, 0));
}

Value *emitSize(IRBuilder<> &Builder, const CallBase &Call, const Allocator &Callee) {
  auto Wide = [&](int Argument, bool IsSigned) -> Value * {
    Value *V = Call.getArgOperand(Argument), *Zero = Builder.getInt64(0);
    if (!V->getType()->isIntegerTy())
      return Zero;
    if (!IsSigned)
      return Builder.CreateZExtOrTrunc(V, Builder.getInt64Ty());
    V = Builder.CreateSExtOrTrunc(V, Builder.getInt64Ty());
    return Builder.CreateSelect(Builder.CreateICmpSLT(V, Zero), Zero, V);
  };
  Value *Source =
      Callee.Size == Allocator::NoArgument ? nullptr : Call.getArgOperand(Callee.Size);
  Value *Count = Callee.Count == Allocator::NoArgument
                     ? nullptr
                     : Wide(Callee.Count, Callee.CountIsSigned);
  auto TimesCount = [&](Value *Size) {
    return Count ? emitProduct(Builder, Count, Size) : Size;
  };
  switch (Callee.How) {
  case Measure::Bytes: {
    Value *Size = Wide(Callee.Size, Callee.SizeIsSigned);
    return Count ? TimesCount(Size) : emitSum(Builder, Size, Callee.Extra);
  }
  case Measure::String:
    return Callee.MayBeNull
               ? emitBoundedString(Builder, Source, Builder.getInt64(~0ull), true)
               : Builder.CreateAdd(emitLength(Builder, Source), Builder.getInt64(1));
  case Measure::BoundedString:
    return emitBoundedString(Builder, Source, Count, Callee.MayBeNull);
  case Measure::WideString:
    return Builder.CreateMul(
        Builder.CreateAdd(emitWideLength(Builder, Source), Builder.getInt64(1)),
        Builder.getInt64(4));
  case Measure::Word32:
    return TimesCount(emitWord(Builder, Source, Callee.Extra, Builder.getInt32Ty()));
  case Measure::Word64:
    return TimesCount(emitWord(Builder, Source, Callee.Extra, Builder.getInt64Ty()));
  case Measure::Fixed:
    return TimesCount(Builder.getInt64(Callee.Extra));
  case Measure::Member:
  case Measure::Layout:
  case Measure::Object:
    break;
  }
  llvm_unreachable("a member has become a number at an offset");
}

Value *emitBlock(IRBuilder<> &Builder, const CallBase &Of, const Allocator &Callee) {
  auto &Call = const_cast<CallBase &>(Of); // It becomes an operand.
  if (Call.isMustTailCall())
    return nullptr;
  if (Call.getType()->isPointerTy())
    return Call.getType()->getPointerAddressSpace() ? nullptr : &Call;
  if (!Call.getType()->isIntegerTy() || Callee.Block == Allocator::NoArgument)
    return nullptr;
  PointerType *Pointer = pointerType(Builder.getContext());
  Value *To = Builder.CreatePointerCast(Call.getArgOperand(Callee.Block), pointerTo(Pointer));
  LoadInst *Stored = Builder.CreateLoad(Pointer, To);
  Stored->setMetadata("nosanitize", MDNode::get(Builder.getContext(), {}));
  return Builder.CreateSelect(Builder.CreateIsNull(&Call), Stored,
                              ConstantPointerNull::get(Pointer));
}

Value *emitObject(IRBuilder<> &Builder, const CallBase &Of, const Allocator &Callee) {
  auto &Call = const_cast<CallBase &>(Of); // It becomes an operand.
  if (Call.isMustTailCall() || Callee.ReturnsStatus || !Call.getType()->isPointerTy() ||
      Call.getType()->getPointerAddressSpace() != 0)
    return nullptr;
  const uint64_t Bits =
      Callee.FreedBy | (Callee.CurrentArena.empty() ? 0 : ALLOCSITE_OBJECT_ARENA_IS_CURRENT);
  const uint64_t Kept = machineOf(*Call.getModule()).addressBits();
  if (!Bits && !~Kept)
    return &Call;
  Value *Address = Builder.CreatePtrToInt(&Call, Builder.getInt64Ty());
  if (~Kept) // A tag would say how the object may go.
    Address = Builder.CreateAnd(Address, Builder.getInt64(Kept));
  return Builder.CreateIntToPtr(Builder.CreateOr(Address, Builder.getInt64(Bits)),
                                pointerType(Call.getContext()));
}

} // namespace allocsite
