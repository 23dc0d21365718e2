//===- Parameters.cpp - Maps parameters of rules to IR --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parameters.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace allocsite {

bool shapeMatches(StringRef Shape, StringRef Have) {
  if (Shape == "-")
    return Have.empty();
  StringRef Fixed = Shape.take_until([](char C) { return C == '*'; });
  return Shape.empty() || Have == Shape ||
         (Fixed.size() < Shape.size() && Have.take_front(Fixed.size()) == Fixed);
}

/// True if the parameters of `F` from `First` on match `Shape`.
static bool shapeMatches(StringRef Shape, const Function &F, unsigned First) {
  SmallString<16> Have;
  for (unsigned I = First; I < F.arg_size(); ++I) {
    const Type *Parameter = F.getArg(I)->getType();
    Have += Parameter->isIntegerTy() ? 'i' : Parameter->isPointerTy() ? 'p' : 'o';
  }
  return shapeMatches(Shape, Have);
}

/// The letter of a demangled type. '?' for a class, which may be any number of IR arguments
/// (none if it is empty), and for an enumeration, which looks the same.
static char letterOf(StringRef Type) {
  if (!Type.empty() && StringRef("*&)").contains(Type.back()))
    return 'p';
  for (StringRef Integer :
       {"bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int",
        "unsigned int", "long", "unsigned long", "long long", "unsigned long long"})
    if (Type == Integer)
      return 'i';
  return '?';
}

/// True if the parameters in the name can begin at IR argument `First`.
static bool parametersFit(ArrayRef<std::string> Parameters, const Function &F,
                          unsigned First) {
  unsigned Next = First;
  for (StringRef Type : Parameters) {
    char Letter = letterOf(Type);
    if (Letter == '?')
      return Next <= F.arg_size();
    if (Next >= F.arg_size())
      return false;
    const llvm::Type *Have = F.getArg(Next++)->getType();
    if (Letter == 'i' ? !Have->isIntegerTy() : !Have->isPointerTy())
      return false;
  }
  return Next == F.arg_size();
}

/// The declared parameters in the demangled name, without `void` and `...`.
static ArrayRef<std::string> declaredParameters(const FunctionName &Name) {
  ArrayRef<std::string> All = Name.Parameters;
  if (All.size() == 1 && All[0] == "void")
    return {};
  return !All.empty() && All.back() == "..." ? All.drop_back() : All;
}

std::optional<unsigned> firstParameter(const Rule &R, const Function &F,
                                       const FunctionName &Name) {
  unsigned First = F.arg_size() && F.hasStructRetAttr() ? 1 : 0;
  bool MayHaveThis = Name.Mangled && !Name.scope().empty() && First < F.arg_size() &&
                     F.getArg(First)->getType()->isPointerTy();
  // `void *alloc()` in old C does not declare its parameters.
  if (F.isVarArg() && F.arg_size() == First && R.Shape.empty())
    return std::nullopt;
  if (!R.Shape.empty()) {
    if (MayHaveThis && shapeMatches(R.Shape, F, First + 1))
      return First + 1;
    if (shapeMatches(R.Shape, F, First))
      return First;
    return std::nullopt;
  }
  if (!MayHaveThis)
    return First;
  ArrayRef<std::string> Parameters = declaredParameters(Name);
  bool With = parametersFit(Parameters, F, First + 1),
       Without = parametersFit(Parameters, F, First);
  if (With == Without) // because of classes by value: compare the number of arguments
    With = F.arg_size() - First > Parameters.size();
  return With ? First + 1 : First;
}

bool mayBeOfShape(const Rule &R, const FunctionName &Name) {
  if (!Name.Mangled)
    return true;
  SmallString<16> Have;
  for (StringRef Type : declaredParameters(Name))
    Have += letterOf(Type);
  StringRef Told = Have.str().take_until([](char C) { return C == '?'; });
  if (Told.size() == Have.size())
    return shapeMatches(R.Shape, Told);
  StringRef Fixed = R.Shape.take_until([](char C) { return C == '*' || C == '-'; });
  size_t Both = std::min(Fixed.size(), Told.size());
  return Fixed.take_front(Both) == Told.take_front(Both);
}

int irArgument(const Argument &A, unsigned First) {
  if (A.Number == Argument::This)
    return int(First) - 1;
  return A.Number < 0 ? -1 : int(First) + A.Number;
}

bool isSigned(const Function &F, const FunctionName &Name, unsigned First, int Argument) {
  if (Argument < 0 || unsigned(Argument) >= F.arg_size())
    return false;
  if (F.hasParamAttribute(Argument, Attribute::SExt))
    return true;
  // A class by value before the argument may be any number of IR arguments.
  ArrayRef<std::string> Parameters = declaredParameters(Name);
  if (unsigned(Argument) < First || Argument - First >= Parameters.size() ||
      F.arg_size() - First != Parameters.size())
    return false;
  constexpr StringRef Signed[] = {"signed char", "short", "int", "long", "long long"};
  return is_contained(Signed, StringRef(Parameters[Argument - First]));
}

std::vector<std::string> misfits(const Rule &R, const Function &F, const FunctionName &Name,
                                 unsigned First) {
  std::vector<std::string> Texts;
  auto fail = [&](const Argument &A, const Twine &Text) {
    Texts.push_back((R.placeOf(A.Column) + ": " + Text).str());
  };
  unsigned Declared = Name.Mangled ? unsigned(declaredParameters(Name).size())
                                   : unsigned(F.arg_size()) - First;
  enum Want { Any, Integer, Pointer };
  auto check = [&](const Argument &A, Want Wanted) {
    // A rule with a shape may match static members too, which have no `this`; but a size is
    // required.
    if (A.Number == Argument::This && First == F.hasStructRetAttr() &&
        (R.Shape.empty() || &A == &R.Size)) {
      fail(A, "'" + Name.Display + "' has no this");
      return;
    }
    if (A.Number < 0)
      return;
    unsigned Index = First + A.Number;
    if (unsigned(A.Number) >= Declared || Index >= F.arg_size()) {
      fail(A, "there is no parameter " + Twine(A.Number) + ": '" + Name.Display + "' has " +
                  Twine(Declared) + ", counted from 0");
      return;
    }
    const Type *Have = F.getArg(Index)->getType();
    if (Wanted == Integer ? !Have->isIntegerTy() : Wanted == Pointer && !Have->isPointerTy())
      fail(A, "parameter " + Twine(A.Number) + " of '" + Name.Display + "' is no " +
                  (Wanted == Integer ? "integer" : "pointer") +
                  "; shape= or a whole signature chooses among overloads");
  };
  const bool IsLayout = R.How == Measure::Layout;
  check(R.Size, R.How == Measure::Bytes || IsLayout ? Integer : Pointer);
  if (IsLayout) {
    Argument Second = R.Size;
    ++Second.Number;
    check(Second, Integer);
  }
  check(R.Count, Integer);
  check(R.Align, Integer);
  const std::optional<Event> Does = R.event();
  const bool OfArena = Does && Does != Event::Allocate && Does != Event::Reallocate;
  check(R.Arena, OfArena ? Pointer : Any);
  check(R.Old, Pointer);
  check(R.Block, Pointer);
  check(R.Result, R.Result.Stored || OfArena ? Pointer : Any);
  const bool MakesOne = Does == Event::Create || Does == Event::Move || Does == Event::Alias;
  if (MakesOne &&
      (R.Result.Number == Argument::None || R.Result.Number == Argument::Returned) &&
      !F.getReturnType()->isPointerTy())
    Texts.push_back(
        R.place() + ": '" + Name.Display +
        "' returns no pointer: result=0 says that parameter 0 points to the arena, "
        "result=*0 that its address is stored there");
  return Texts;
}

} // namespace allocsite
