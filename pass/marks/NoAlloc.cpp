//===- NoAlloc.cpp - Functions that must not allocate ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NoAlloc.h"
#include "allocsite/Abi.h"
#include "allocsite/control.h"
#include "frames/Locations.h"
#include "rules/SourceRules.h"
#include "support/Calls.h"
#include "support/Compat.h"
#include "support/Diagnostics.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"

using namespace llvm;

namespace allocsite {

static constexpr char Said[] = "allocsite::no_alloc";
static constexpr char TellName[] = "allocsite.no_alloc";

SmallVector<Function *, 8> noAllocFunctions(Module &M) {
  SmallSetVector<Function *, 8> Found;
  const GlobalVariable *All = M.getNamedGlobal("llvm.global.annotations");
  auto *List =
      All && All->hasInitializer() ? dyn_cast<ConstantArray>(All->getInitializer()) : nullptr;
  for (unsigned I = 0; List && I < List->getNumOperands(); ++I) {
    auto &Element = *cast<Constant>(List->getOperand(I));
    if (Element.getNumOperands() < 2 || textOf(Element.getOperand(1)) != Said)
      continue;
    auto *F = dyn_cast<Function>(Element.getOperand(0)->stripPointerCasts());
    if (F && !F->isDeclaration())
      Found.insert(F);
  }
  return SmallVector<Function *, 8>(Found.begin(), Found.end());
}

static std::string nameOf(const Function &F) { return demangle(F.getName().str()); }

/// " at file:line:column", or "" where that is not known.
static std::string placeOfCall(const CallBase &Call) {
  const DILocation *At = Call.getDebugLoc().get();
  SourcePlace Place = At ? placeOf(*At) : SourcePlace();
  return Place.File.empty() ? "" : " at " + placeText(Place.File, Place.Line, Place.Column, 0);
}

static void warnOf(Function &Root, function_ref<std::string(const CallBase &)> AllocatorOf) {
  // Breadth first: who called a function first is on the shortest chain to it.
  MapVector<Function *, CallBase *> Reached;
  Reached[&Root] = nullptr;
  for (size_t I = 0; I < Reached.size(); ++I) {
    Function &F = *(Reached.begin() + I)->first;
    for (Instruction &Each : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&Each);
      if (!Call)
        continue;
      std::string Allocator = AllocatorOf(*Call);
      if (!Allocator.empty()) {
        std::string Chain = nameOf(F) + placeOfCall(*Call);
        for (CallBase *By = Reached[&F]; By; By = Reached[By->getCaller()])
          Chain += ", called by " + nameOf(*By->getCaller()) + placeOfCall(*By);
        warn(Root.getContext(),
             nameOf(Root) + " must not allocate, and reaches " + Allocator + " in " + Chain);
      } else if (Function *Callee = Call->getCalledFunction();
                 Callee && !Callee->isDeclaration()) {
        Reached.insert({Callee, Call});
      }
    }
  }
}

void warnOfAllocations(ArrayRef<Function *> Of,
                       function_ref<std::string(const CallBase &)> AllocatorOf) {
  for (Function *F : Of)
    warnOf(*F, AllocatorOf);
}

/// A function of the module that calls the runtime where there is one:
///
///     if (__allocsite_control_vN)
///       __allocsite_control_vN(operation, null, null);
static Function &makeTell(Module &M) {
  LLVMContext &Ctx = M.getContext();
  Type *Int = Type::getInt32Ty(Ctx), *Long = Type::getInt64Ty(Ctx);
  PointerType *Pointer = pointerType(Ctx);
  auto *ControlType = FunctionType::get(Long, {Int, Pointer, Pointer}, false);
  Constant *Control = cast<Constant>(
      M.getOrInsertFunction(ALLOCSITE_NAME(ALLOCSITE_SYM_CONTROL), ControlType).getCallee());
  auto *Declared = dyn_cast<Function>(Control->stripPointerCasts());
  if (Declared && Declared->isDeclaration())
    Declared->setLinkage(GlobalValue::ExternalWeakLinkage);

  auto *F = Function::Create(FunctionType::get(Type::getVoidTy(Ctx), {Int}, false),
                             GlobalValue::InternalLinkage, TellName, M);
  F->addFnAttr(Attribute::NoInline);
  F->setDoesNotThrow();
  auto *Entry = BasicBlock::Create(Ctx, "", F), *Calls = BasicBlock::Create(Ctx, "", F),
       *Exit = BasicBlock::Create(Ctx, "", F);
  IRBuilder<> Builder(Entry);
  Builder.CreateCondBr(
      Builder.CreateICmpNE(Control, Constant::getNullValue(Control->getType())), Calls, Exit);
  Builder.SetInsertPoint(Calls);
  auto *None = ConstantPointerNull::get(Pointer);
  Builder.CreateCall(ControlType, Control, {F->getArg(0), None, None})->setDoesNotThrow();
  Builder.CreateBr(Exit);
  Builder.SetInsertPoint(Exit);
  Builder.CreateRetVoid();
  return *F;
}

void tellNoAlloc(ArrayRef<Function *> Of) {
  Function *Tell = nullptr;
  for (Function *F : Of) {
    if (F->hasFnAttribute(Attribute::Naked))
      continue;
    Module &M = *F->getParent();
    if (!Tell)
      Tell = &makeTell(M);
    Type *Int = Type::getInt32Ty(M.getContext());
    // After finding the ends, as no cleanup may be added for the call at the beginning.
    EscapeEnumerator Ends(*F, "allocsite.no_alloc");
    while (IRBuilder<> *Builder = Ends.Next())
      Builder->CreateCall(Tell, ConstantInt::get(Int, ALLOCSITE_OPERATION_END_NO_ALLOC));
    IRBuilder<> Builder(&*F->getEntryBlock().getFirstInsertionPt());
    Builder.SetCurrentDebugLocation(DebugLoc());
    if (DISubprogram *Subprogram = F->getSubprogram())
      Builder.SetCurrentDebugLocation(
          DILocation::get(M.getContext(), Subprogram->getLine(), 0, Subprogram));
    Builder.CreateCall(Tell, ConstantInt::get(Int, ALLOCSITE_OPERATION_BEGIN_NO_ALLOC));
  }
}

} // namespace allocsite
