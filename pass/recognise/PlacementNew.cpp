//===- PlacementNew.cpp - Forms of operator new that are told where -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacementNew.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace allocsite {

static bool isOperatorNew(const FunctionName &Name) {
  StringRef Base = StringRef(Name.Qualified).rsplit("::").second;
  if (Base.empty())
    Base = Name.Qualified;
  return Base == "operator new" || Base == "operator new[]";
}

bool isPlacementNew(const FunctionName &Name) {
  return Name.Parameters.size() == 2 && Name.Parameters[1] == "void*" && isOperatorNew(Name);
}

/// A parameter, also by way of the variable in which unoptimised code keeps it and
/// which nothing else is stored to.
static bool isParameter(const Value *V) {
  V = V->stripPointerCasts();
  auto *Load = dyn_cast<LoadInst>(V);
  if (!Load)
    return isa<llvm::Argument>(V);
  auto *Variable = dyn_cast<AllocaInst>(Load->getPointerOperand());
  if (!Variable)
    return false;
  bool IsKept = false;
  for (const User *U : Variable->users()) {
    if (isa<LoadInst>(U))
      continue;
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || IsKept || Store->getPointerOperand() != Variable ||
        !isa<llvm::Argument>(Store->getValueOperand()))
      return false;
    IsKept = true;
  }
  return IsKept;
}

static bool returnsParameter(const Function &F) {
  bool Returns = false;
  for (const BasicBlock &Block : F) {
    auto *Return = dyn_cast<ReturnInst>(Block.getTerminator());
    if (!Return)
      continue;
    if (!Return->getReturnValue() || !isParameter(Return->getReturnValue()))
      return false;
    Returns = true;
  }
  return Returns;
}

static bool isBuiltin(StringRef Type) {
  static constexpr StringRef Builtins[] = {"void",          "bool",
                                           "char",          "signed char",
                                           "unsigned char", "short",
                                           "int",           "unsigned short",
                                           "unsigned int",  "long",
                                           "long long",     "unsigned long long",
                                           "unsigned long", "float",
                                           "double",        "long double",
                                           "wchar_t",       "char8_t",
                                           "char16_t",      "char32_t",
                                           "__int128",      "unsigned __int128"};
  return is_contained(Builtins, Type);
}

/// "ns::Zone" of `ns::Zone const*&`, in the demangler's spelling; "" where `Parameter`
/// refers to nothing of a class.
static StringRef classReferredTo(StringRef Parameter) {
  StringRef Type = Parameter.rtrim("&* ");
  bool Refers = Type.size() < Parameter.size();
  while (Type.consume_back(" const") || Type.consume_back(" volatile"))
    Type = Type.rtrim("&* ");
  bool IsOfLibrary = Type.take_front(5) == "std::" && Type.take_front(10) != "std::pmr::";
  bool IsMember = Type.take_back(2) == "::"; // of a class, pointed to
  return Refers && !IsOfLibrary && !IsMember && !isBuiltin(Type) ? Type : "";
}

std::string arenaOfNew(const FunctionName &Name) {
  if (isOperatorNew(Name) && Name.Parameters.size() > 1 && !isPlacementNew(Name))
    for (StringRef Each : drop_begin(Name.Parameters))
      if (StringRef Class = classReferredTo(Each); !Class.empty())
        return Class.str();
  return "";
}

bool isPlacementNew(const Function &F, const FunctionName &Name) {
  return isPlacementNew(Name) || (isOperatorNew(Name) && returnsParameter(F));
}

} // namespace allocsite
