//===- Types.cpp - What type a call makes room for ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Types.h"
#include "Allocators.h"
#include "SourceAnswers.h"
#include "support/Compat.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

//===----------------------------------------------------------------------===//
// Types from clang's metadata
//===----------------------------------------------------------------------===//

static bool isQualifier(const DIType &T) {
  return T.getTag() == dwarf::DW_TAG_const_type || T.getTag() == dwarf::DW_TAG_volatile_type ||
         T.getTag() == dwarf::DW_TAG_restrict_type;
}

/// `T` without qualifiers and typedefs; of an array its elements.
static const DIType *elementType(const DIType *T) {
  for (;;)
    if (auto *Derived = dyn_cast_or_null<DIDerivedType>(T);
        Derived && (isQualifier(*T) || T->getTag() == dwarf::DW_TAG_typedef))
      T = Derived->getBaseType();
    else if (auto *Array = dyn_cast_or_null<DICompositeType>(T);
             Array && T->getTag() == dwarf::DW_TAG_array_type)
      T = Array->getBaseType();
    else
      return T;
}

/// "ns::Class::", the scopes of a type; functions are left out, as in the names that
/// the source gives.
static std::string scopeOf(const DIScope *Scope) {
  std::string Text;
  for (; Scope; Scope = Scope->getScope()) {
    StringRef Name = Scope->getName();
    if (isa<DINamespace>(Scope) && Name.empty())
      Name = "(anonymous namespace)";
    if (isa<DINamespace>(Scope) || isa<DICompositeType>(Scope))
      Text = Name.str() + "::" + Text;
  }
  return Text;
}

/// As the syntax tree spells template arguments: before clang 15 debug information has
/// blanks between the brackets that end them, and for CodeView other namespaces.
static std::string asInSource(std::string Name) {
  for (auto [From, To] : {std::pair<StringRef, StringRef>("> >", ">>"),
                          {"`anonymous namespace'", "(anonymous namespace)"}})
    for (size_t At = 0; (At = Name.find(From.data(), At)) != std::string::npos;)
      Name.replace(At, From.size(), To.data());
  return Name;
}

static std::string classOf(const DICompositeType &T, bool IsCPlusPlus) {
  // "<unnamed-tag>" is no name, nor is "<lambda_0>".
  if (T.getName().empty() || T.getName().front() == '<')
    return "";
  std::string Name = scopeOf(T.getScope()) + asInSource(T.getName().str());
  if (IsCPlusPlus)
    return Name;
  switch (T.getTag()) {
  case dwarf::DW_TAG_structure_type:
    return "struct " + Name;
  case dwarf::DW_TAG_union_type:
    return "union " + Name;
  case dwarf::DW_TAG_enumeration_type:
    return "enum " + Name;
  default:
    return Name;
  }
}

/// As clang spells it; "" where a part of it has no name.
static std::string spell(const DIType *T, bool IsCPlusPlus) {
  if (!T)
    return "void";
  if (isa<DIBasicType>(T))
    return T->getName().str();
  if (auto *Class = dyn_cast<DICompositeType>(T))
    return T->getTag() == dwarf::DW_TAG_array_type ? "" : classOf(*Class, IsCPlusPlus);
  auto *Derived = dyn_cast<DIDerivedType>(T);
  std::string Base = Derived ? spell(Derived->getBaseType(), IsCPlusPlus) : "";
  if (Base.empty())
    return "";
  bool OfPointer = Base.back() == '*';
  switch (T->getTag()) {
  case dwarf::DW_TAG_typedef:
    return Base;
  case dwarf::DW_TAG_pointer_type:
    return Base + (OfPointer ? "*" : " *");
  case dwarf::DW_TAG_const_type:
    return OfPointer ? Base + "const" : "const " + Base;
  case dwarf::DW_TAG_volatile_type:
    return OfPointer ? Base + "volatile" : "volatile " + Base;
  default:
    return "";
  }
}

/// The ways to say "bytes", save in a new-expression.
static bool saysBytes(const CallBase &Call, const DIType &T) {
  const Function *Callee = directCallee(Call);
  bool IsNew = Callee && Callee->getName().take_front(3) == "_Zn";
  StringRef Name = isa<DIBasicType>(T) ? T.getName() : "";
  return !IsNew && (Name == "char" || Name == "signed char" || Name == "unsigned char");
}

/// For debuggers of Windows clang notes the type on the call, with -g and whatever the
/// system: of new-expressions, and of casts around calls of functions that are
/// declared with __declspec(allocator):
///
///   %p = call ptr @_Znwm(i64 24), !heapallocsite !12
///   !12 = !DICompositeType(tag: DW_TAG_structure_type, name: "Foo", scope: !6, …)
///   !6 = !DINamespace(name: "ns")                                      ->  ns::Foo
///
/// In C a class without a tag has the name of its typedef there, and is `struct name`.
///
/// Without typedefs, arrays by their elements; "" where there is none, it is one of bytes, or it
/// has no name.
static std::string heapAllocType(const CallBase &Call) {
  const DIType *T = elementType(dyn_cast_or_null<DIType>(Call.getMetadata("heapallocsite")));
  const DISubprogram *Of = Call.getFunction()->getSubprogram();
  return T && Of && Of->getUnit() && !saysBytes(Call, *T)
             ? spell(T, isOfCPlusPlus(*Of->getUnit()))
             : "";
}

//===----------------------------------------------------------------------===//
// Types from the source
//===----------------------------------------------------------------------===//

static std::string typeInSource(const CallBase &Call, StringRef Callee) {
  if (!source())
    return "";
  const std::string Called = Callee.str();
  // The names of values are terminated by a zero.
  TypeQuery Query{Call.getFunction()->getName().data(), Called.c_str(), 0, 0};
  if (const DebugLoc &Location = Call.getDebugLoc()) {
    Query.Line = Location.getLine();
    Query.Column = Location.getCol();
  }
  const char *Type = source()->TypeOf(Query);
  return Type ? Type : "";
}

std::string typeOf(const CallBase &Call, StringRef Callee) {
  std::string Type = typeInSource(Call, Callee);
  return Type.empty() ? heapAllocType(Call) : Type;
}

//===----------------------------------------------------------------------===//
// Calls whose result a function returns
//===----------------------------------------------------------------------===//

/// The local variable that `Store` sets, or null.
static const AllocaInst *variableOf(const StoreInst &Store) {
  return dyn_cast<AllocaInst>(Store.getPointerOperand()->stripPointerCasts());
}

/// Adds the loads from the variable `Its`, also through casts of its address.
static void addLoads(const Value &Its, SetVector<const Value *> &To) {
  for (const User *U : Its.users())
    if (isa<LoadInst>(U))
      To.insert(U);
    else if (isa<BitCastInst>(U))
      addLoads(*U, To);
}

/// Whether `U` is a pointer, or for a while a number, that was computed of its operand.
static bool isComputedOf(const User &U) {
  return isa<CastInst>(U) || isa<GetElementPtrInst>(U) || isa<PHINode>(U) ||
         isa<SelectInst>(U) || isa<BinaryOperator>(U) || isa<FreezeInst>(U) ||
         (isa<IntrinsicInst>(U) && U.getType()->isPointerTy());
}

/// Checks that hand on what they are handed, in one another.
static constexpr unsigned MostCalls = 4;

static bool reachesReturn(const Value &From, unsigned Depth);

/// Whether a call returns its argument, as `check_nonnull(malloc(n))` does.
static bool handsOn(const User &U, const Value &Argument, unsigned Depth) {
  auto *Call = dyn_cast<CallBase>(&U);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || Callee->isDeclaration() || Depth == MostCalls)
    return false;
  for (unsigned I = 0; I < Call->arg_size() && I < Callee->arg_size(); ++I)
    if (Call->getArgOperand(I) == &Argument && reachesReturn(*Callee->getArg(I), Depth + 1))
      return true;
  return false;
}

static bool reachesReturn(const Value &From, unsigned Depth) {
  SetVector<const Value *> Same;
  Same.insert(&From);
  for (size_t I = 0; I < Same.size(); ++I)
    for (const User *U : Same[I]->users()) {
      if (isa<ReturnInst>(U))
        return true;
      auto *Store = dyn_cast<StoreInst>(U);
      if (isComputedOf(*U) || handsOn(*U, *Same[I], Depth))
        Same.insert(U);
      else if (Store && Store->getValueOperand() == Same[I])
        if (const AllocaInst *Variable = variableOf(*Store))
          addLoads(*Variable, Same);
    }
  return false;
}

bool isReturned(const CallBase &Call) { return reachesReturn(Call, 0); }

} // namespace allocsite
