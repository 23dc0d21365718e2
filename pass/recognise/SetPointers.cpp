//===- SetPointers.cpp - Which allocators a variable is seen to hold --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SetPointers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace allocsite {

/// The variable that `Pointer` points into, with the offset in bytes; or null.
static const GlobalVariable *variableAt(const Value &Pointer, const Module &M,
                                        uint64_t &Offset) {
  const DataLayout &Layout = M.getDataLayout();
  APInt Bytes(Layout.getIndexTypeSizeInBits(Pointer.getType()), 0);
  auto *Variable = dyn_cast<GlobalVariable>(
      Pointer.stripAndAccumulateConstantOffsets(Layout, Bytes, /*AllowNonInbounds=*/true));
  Offset = Bytes.getZExtValue();
  return Variable;
}

const GlobalVariable *variableOfCallee(const CallBase &Call, uint64_t &Offset) {
  auto *Load = dyn_cast<LoadInst>(Call.getCalledOperand()->stripPointerCasts());
  return Load && !Load->isVolatile()
             ? variableAt(*Load->getPointerOperand(), *Call.getModule(), Offset)
             : nullptr;
}

std::optional<PointerCall> throughVariable(const CallBase &Call, NameTable &Names) {
  uint64_t Offset = 0;
  const GlobalVariable *Variable =
      Call.isIndirectCall() ? variableOfCallee(Call, Offset) : nullptr;
  if (!Variable || Offset)
    return std::nullopt;
  PointerCall Through;
  Through.Mark.Names = {"pointer:" + Names.get(Variable->getName()).Qualified};
  for (const Use &Passed : Call.args()) {
    const Type *T = Passed->getType();
    Through.Mark.Shape += T->isIntegerTy()         ? 'i'
                          : T->isPointerTy()       ? 'p'
                          : T->isFloatingPointTy() ? 'f'
                                                   : 'o';
  }
  if (const DILocation *At = Call.getDebugLoc().get()) {
    Through.File = At->getFilename().str();
    Through.Mark.Line = At->getLine();
    Through.Mark.Column = At->getColumn();
  }
  return Through;
}

SetPointers::SetPointers(const Module &M, AllocatorTable &Allocators, NameTable &Names)
    : M(M), Allocators(Allocators), Names(Names) {
  // Few variables are called through, and only these matter.
  SmallPtrSet<const GlobalVariable *, 8> Called;
  uint64_t At;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isIndirectCall())
        if (const GlobalVariable *Variable = variableOfCallee(*Call, At))
          Called.insert(Variable);
  if (Called.empty())
    return;
  for (const GlobalVariable *Variable : Called)
    if (Variable->hasInitializer())
      readInitializer(*Variable, 0, *Variable->getInitializer());
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Store = dyn_cast<StoreInst>(&I))
        if (const GlobalVariable *To = variableAt(*Store->getPointerOperand(), M, At);
            Called.count(To))
          store(*To, At, *Store->getValueOperand());
}

/// Offsets of the pointers in a constant.
void SetPointers::readInitializer(const GlobalVariable &Of, uint64_t At,
                                  const Constant &Value) {
  const DataLayout &Layout = M.getDataLayout();
  if (auto *Struct = dyn_cast<ConstantStruct>(&Value)) {
    const StructLayout *Fields = Layout.getStructLayout(Struct->getType());
    for (unsigned I = 0; I < Struct->getNumOperands(); ++I)
      readInitializer(Of, At + uint64_t(Fields->getElementOffset(I)), *Struct->getOperand(I));
  } else if (auto *Array = dyn_cast<ConstantArray>(&Value)) {
    uint64_t Size = Layout.getTypeAllocSize(Array->getType()->getElementType());
    for (unsigned I = 0; I < Array->getNumOperands(); ++I)
      readInitializer(Of, At + I * Size, *Array->getOperand(I));
  } else if (Value.getType()->isPointerTy()) {
    store(Of, At, Value);
  }
}

void SetPointers::store(const GlobalVariable &To, uint64_t At, const Value &Value) {
  const class Value *Bare = Value.stripPointerCasts();
  if (isa<ConstantPointerNull>(Bare))
    return;
  Held &Its = Places[{&To, At}];
  auto *F = dyn_cast<Function>(Bare);
  if (!F || !Allocators.find(*F))
    Its.IsOther = true;
  else if (!is_contained(Its.Functions, F))
    Its.Functions.push_back(F);
}

/// Does all that is done with `Pointer` read or write a pointer at a known offset?
static bool isReadOrSetAlone(const Value &Pointer, const Module &M) {
  return all_of(Pointer.users(), [&](const User *U) {
    if (isa<LoadInst>(U))
      return true;
    if (auto *Store = dyn_cast<StoreInst>(U))
      return Store->getPointerOperand() == &Pointer;
    auto *Inside = dyn_cast<GEPOperator>(U);
    return (Inside ? Inside->hasAllConstantIndices()
                   : Operator::getOpcode(U) == Instruction::BitCast) &&
           isReadOrSetAlone(*U, M);
  });
}

/// Is all that is ever stored in the variable stored by this module, where it shows?
bool SetPointers::isHeldAlone(const GlobalVariable &Of) {
  auto [Known, New] = HeldAlone.try_emplace(&Of, false);
  if (New)
    Known->second = Of.hasLocalLinkage() && isReadOrSetAlone(Of, M);
  return Known->second;
}

/// Do the parameters of both mean the same?
static bool isAlike(const Allocator &A, const Allocator &B) {
  return A.How == B.How && A.Size == B.Size && A.Count == B.Count && A.Extra == B.Extra &&
         A.Align == B.Align && A.MayBeNull == B.MayBeNull;
}

std::optional<Allocator> SetPointers::match(const CallBase &Call) {
  uint64_t At = 0;
  const GlobalVariable *Variable = Places.empty() ? nullptr : variableOfCallee(Call, At);
  auto Found = Variable ? Places.find({Variable, At}) : Places.end();
  if (Found == Places.end() || Found->second.IsOther || Found->second.Functions.empty())
    return std::nullopt;
  ArrayRef<const Function *> Functions = Found->second.Functions;
  const Allocator &First = *Allocators.find(*Functions.front());
  // A call through a cast may pass fewer arguments than the callee has.
  if (int(Call.arg_size()) <= std::max(First.Size, First.Count) ||
      any_of(Functions,
             [&](const Function *F) { return !isAlike(First, *Allocators.find(*F)); }))
    return std::nullopt;
  Allocator Its = First;
  Its.Aware.clear(); // told by another name, which a pointer is not
  if (Functions.size() > 1 || !isHeldAlone(*Variable))
    Its.Name = Its.Family = Names.get(Variable->getName()).Qualified;
  return Its;
}

} // namespace allocsite
