//===- Aware.cpp - Allocators that are told of their sites ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Aware.h"
#include "Allocators.h"
#include "Compat.h"
#include "MoreArguments.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace allocsite {

static constexpr Annotation SiteNote("allocsite.aware.site");
static constexpr Annotation ContextNote("allocsite.aware.context");

/// `Type` with site and context behind the parameters.
static FunctionType *awareType(const FunctionType &Type) {
  llvm::Type *Int64 = llvm::Type::getInt64Ty(Type.getContext());
  return withMore(Type, {Int64, Int64});
}

static std::string spelt(const Type &T) {
  std::string Text;
  raw_string_ostream(Text) << T;
  return Text;
}

/// Whatever pointers point to, where their types say it.
static bool isPassedAlike(const Type *A, const Type *B) {
  return A == B || (A->isPointerTy() && B->isPointerTy() &&
                    A->getPointerAddressSpace() == B->getPointerAddressSpace());
}

static bool isCalledAlike(const FunctionType &A, const FunctionType &B) {
  if (A.isVarArg() != B.isVarArg() || A.getNumParams() != B.getNumParams() ||
      !isPassedAlike(A.getReturnType(), B.getReturnType()))
    return false;
  for (unsigned I = 0; I < A.getNumParams(); ++I)
    if (!isPassedAlike(A.getParamType(I), B.getParamType(I)))
      return false;
  return true;
}

/// The attributes of a parameter that say where it is passed.
static constexpr Attribute::AttrKind PlaceAttributes[] = {
    Attribute::StructRet, Attribute::ByVal,     Attribute::InReg,
    Attribute::Nest,      Attribute::SwiftSelf, Attribute::SwiftError};

/// The first parameter that the two take in different places, or nothing.
static std::optional<unsigned> differentPlace(const Function &F,
                                              const Function &Aware) {
  for (unsigned I = 0; I < F.arg_size(); ++I)
    for (Attribute::AttrKind Kind : PlaceAttributes)
      if (F.getAttributes().hasParamAttr(I, Kind) !=
          Aware.getAttributes().hasParamAttr(I, Kind))
        return I;
  return std::nullopt;
}

std::string misfitOfAware(const Function &F, StringRef Name, StringRef Aware) {
  const std::string Names =
      "'" + Aware.str() + "' cannot be called in place of '" + Name.str() + "': ";
  if (F.isVarArg())
    return Names + "that takes any number of arguments, and none can follow them";
  const GlobalValue *Known = F.getParent()->getNamedValue(Aware);
  if (!Known)
    return "";
  auto *Type = dyn_cast<FunctionType>(Known->getValueType());
  if (!Type)
    return Names + "it is no function";
  const FunctionType *Wanted = awareType(*F.getFunctionType());
  if (!isCalledAlike(*Type, *Wanted))
    return Names + "its type is '" + spelt(*Type) + "', and has to be '" +
           spelt(*Wanted) + "'";
  auto *Callee = dyn_cast<Function>(Known->stripPointerCastsAndAliases());
  if (!Callee)
    return "";
  if (Callee->getCallingConv() != F.getCallingConv())
    return Names + "their calling conventions differ";
  if (std::optional<unsigned> Parameter = differentPlace(F, *Callee))
    return Names + "they take argument " + std::to_string(*Parameter) +
           " of IR in different places";
  return "";
}

StringRef reasonForUnaware(const CallBase &Call) {
  if (Call.isMustTailCall())
    return "the callee of a musttail call has to take what the caller takes";
  if (isa<CallBrInst>(Call) ||
      Call.getFunctionType() != directCallee(Call)->getFunctionType())
    return "the call has another type than the function";
  return "";
}

/// As its module has it, or declared as `F` is.
static Value *functionThatIsTold(Function &F, StringRef Name,
                                 FunctionType *Type) {
  Module &M = *F.getParent();
  if (GlobalValue *Known = M.getNamedValue(Name))
    return ConstantExpr::getPointerCast(
        Known, pointerTo(Type, Known->getAddressSpace()));
  Function *Declared = Function::Create(Type, GlobalValue::ExternalLinkage,
                                        F.getAddressSpace(), Name, &M);
  Declared->setCallingConv(F.getCallingConv());
  Declared->setAttributes(F.getAttributes());
  // What is promised of memory holds for the allocator, not for what it tells.
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
  CallBase *Told = callWithMore(Call, {Type, functionThatIsTold(F, Aware, Type)},
                                {Site, Context});
  dropMemoryEffects(*Told);
  Told->removeFnAttr(Attribute::Builtin);
  return Told;
}

/// Notes whose value nobody uses say nothing: what was told has been inlined, and did
/// not look at it.
AwareNotes::AwareNotes(Function &F) {
  if (!SiteNote.isIn(*F.getParent()))
    return;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Kept = SiteNote.is(I) ? &Sites : ContextNote.is(I) ? &Contexts : nullptr;
    if (Kept && I.use_empty())
      I.eraseFromParent();
    else if (Kept)
      Kept->push_back(&I);
  }
}

void AwareNotes::use(ContextWord &Context) const {
  for (Instruction *Note : Contexts)
    Context.use(*Note);
}

void AwareNotes::fill(SitePlan &Plan, DescriptorBuilder &Descriptor,
                      TailRecursion &Recursion, ThreadState &Thread) {
  for (Instruction *Note : Sites) {
    Value *Number = Plan.numberOf(*Note, Descriptor, Recursion);
    IRBuilder<> Builder(Note);
    Note->replaceAllUsesWith(Thread.emitSiteNumber(Builder, Number));
    Note->eraseFromParent();
  }
  for (Instruction *Note : Contexts) {
    Note->replaceAllUsesWith(
        Recursion.word(Note, Note->getDebugLoc().get()));
    Note->eraseFromParent();
  }
}

void dropAwareNotes(Module &M) {
  if (!SiteNote.isIn(M))
    return;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (SiteNote.is(I) || ContextNote.is(I)) {
        I.replaceAllUsesWith(ConstantInt::get(I.getType(), 0));
        I.eraseFromParent();
      }
  SiteNote.dropLabel(M);
  ContextNote.dropLabel(M);
}

} // namespace allocsite
