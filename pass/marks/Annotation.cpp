//===- Annotation.cpp - Notes that the optimiser carries along --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Annotation.h"
#include "support/Compat.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace allocsite {

GlobalVariable *Annotation::label(Module &M) const {
  GlobalVariable *Global = M.getNamedGlobal(Label);
  if (!Global) {
    Type *Byte = Type::getInt8Ty(M.getContext());
    Global = new GlobalVariable(M, Byte, /*isConstant=*/true, GlobalValue::InternalLinkage,
                                ConstantInt::get(Byte, 0), Label);
    exemptFromSanitizers(*Global);
  }
  return Global;
}

void Annotation::emit(IRBuilder<> &Builder, Value *Payload, unsigned Number, Value *Pointer,
                      Value *Other) const {
  Module &M = *Builder.GetInsertBlock()->getModule();
  GlobalVariable *Global = label(M);
  PointerType *Type = pointerType(M.getContext());
  Value *Held =
      Pointer ? Builder.CreatePointerCast(Pointer, Type) : ConstantPointerNull::get(Type);
  Value *Second = Other ? Builder.CreatePointerCast(Other, Type) : Global;
  CallInst *Note =
      Builder.CreateCall(varAnnotation(M), {Builder.CreateIntToPtr(Payload, Type), Global,
                                            Second, Builder.getInt32(Number), Held});
  Note->addFnAttr(Attribute::NoMerge);
}

Value *Annotation::emitValue(IRBuilder<> &Builder, unsigned Number) const {
  Module &M = *Builder.GetInsertBlock()->getModule();
  GlobalVariable *Global = label(M);
  CallInst *Note = Builder.CreateCall(
      valueAnnotation(M), {Builder.getInt64(0), Global, Global, Builder.getInt32(Number)});
  Note->addFnAttr(Attribute::NoMerge);
  return Note;
}

bool Annotation::is(const Instruction &I) const {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  if (!Intrinsic || (Intrinsic->getIntrinsicID() != Intrinsic::var_annotation &&
                     Intrinsic->getIntrinsicID() != Intrinsic::annotation))
    return false;
  const Value *Global = Intrinsic->getArgOperand(1)->stripPointerCasts();
  return isa<GlobalVariable>(Global) && Global == I.getModule()->getNamedGlobal(Label);
}

Value *Annotation::number(const Instruction &Note) {
  return cast<CallBase>(Note).getArgOperand(3);
}

Value *Annotation::payload(IRBuilder<> &Builder, const Instruction &Note) {
  Value *Payload = cast<CallBase>(Note).getArgOperand(0);
  if (isa<ConstantPointerNull>(Payload))
    return Builder.getInt64(0);
  // A constant stays one, for what is made of it to be folded.
  if (Operator::getOpcode(Payload) == Instruction::IntToPtr) {
    Value *Number = cast<Operator>(Payload)->getOperand(0);
    if (Number->getType() == Builder.getInt64Ty())
      return Number;
  }
  return Builder.CreatePtrToInt(Payload, Builder.getInt64Ty());
}

Value *Annotation::pointer(const Instruction &Note) {
  Value *Held = cast<CallBase>(Note).getArgOperand(4);
  return isa<ConstantPointerNull>(Held) ? nullptr : Held;
}

Value *Annotation::otherPointer(const Instruction &Note) {
  Value *Held = cast<CallBase>(Note).getArgOperand(2);
  const bool IsLabel =
      Held->stripPointerCasts() == cast<CallBase>(Note).getArgOperand(1)->stripPointerCasts();
  return IsLabel || isa<ConstantPointerNull>(Held) ? nullptr : Held;
}

std::optional<uint64_t> Annotation::constantPayload(const Instruction &Note) {
  const Value *Payload = cast<CallBase>(Note).getArgOperand(0);
  if (isa<ConstantPointerNull>(Payload))
    return 0;
  if (Operator::getOpcode(Payload) != Instruction::IntToPtr)
    return std::nullopt;
  auto *Number = dyn_cast<ConstantInt>(cast<Operator>(Payload)->getOperand(0));
  return Number ? std::optional(Number->getZExtValue()) : std::nullopt;
}

void Annotation::dropLabel(Module &M) const {
  GlobalVariable *Global = M.getNamedGlobal(Label);
  if (!Global)
    return;
  assert(Global->use_empty() && "a note was left behind");
  Global->eraseFromParent();
}

void Annotation::keyLabel(Module &M, StringRef Key) const {
  GlobalVariable *Global = M.getNamedGlobal(Label);
  if (!Global)
    return;
  // The contents differ too, so that no optimiser merges two labels.
  auto *Keyed =
      new GlobalVariable(M, ArrayType::get(Type::getInt8Ty(M.getContext()), Key.size()),
                         /*isConstant=*/true, GlobalValue::InternalLinkage,
                         ConstantDataArray::getString(M.getContext(), Key, /*AddNull=*/false),
                         Twine(Label) + "." + Key);
  exemptFromSanitizers(*Keyed);
  Global->replaceAllUsesWith(ConstantExpr::getPointerCast(Keyed, Global->getType()));
  Global->eraseFromParent();
}

StringRef Annotation::keyOf(const GlobalVariable &Global) const {
  StringRef Name = Global.getName();
  if (!Global.hasLocalLinkage() || !Name.consume_front(Label) || !Name.consume_front("."))
    return "";
  return Name.take_until([](char C) { return C == '.'; }); // The linker may add a suffix.
}

SmallVector<Instruction *, 16> Annotation::labelled(const GlobalVariable &Label) {
  SmallVector<Instruction *, 16> Notes;
  for (const Use &U : Label.uses())
    if (auto *Note = dyn_cast<IntrinsicInst>(U.getUser()); Note && U.getOperandNo() == 1)
      Notes.push_back(Note);
  return Notes;
}

void Annotation::joinLabel(GlobalVariable &Keyed) const {
  Keyed.replaceAllUsesWith(
      ConstantExpr::getPointerCast(label(*Keyed.getParent()), Keyed.getType()));
  Keyed.eraseFromParent();
}

Use &Annotation::numberOperand(Instruction &Note) {
  return cast<CallBase>(Note).getArgOperandUse(3);
}

void dropUnusedAnnotations(Module &M) {
  for (Function *Declaration : {varAnnotation(M), valueAnnotation(M)})
    if (Declaration->use_empty())
      Declaration->eraseFromParent();
}

} // namespace allocsite
