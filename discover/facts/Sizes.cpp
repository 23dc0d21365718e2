//===- Sizes.cpp - What becomes of sizes that are computed with -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/facts/Sizes.h"

namespace allocsite {

SizeFact constantSize(int64_t Number) {
  SizeFact Fact;
  Fact.How = SizeFact::Constant;
  Fact.Number = Number;
  return Fact;
}

SizeFact sizeOfParameter(int Number) {
  SizeFact Fact;
  Fact.From = ParameterSet::of(Number);
  if (!Fact.From.empty()) // One beyond those that are told apart is any number.
    Fact.How = SizeFact::Parameter;
  return Fact;
}

SizeFact lengthOfParameter(int Number) {
  SizeFact Fact = sizeOfParameter(Number);
  if (Fact.How == SizeFact::Parameter)
    Fact.How = SizeFact::Text;
  return Fact;
}

SizeFact lengthOf(const PointerFact &String) {
  int From = String.parameterItself();
  if (From < 0)
    return SizeFact();
  SizeFact Length = lengthOfParameter(From);
  // Another string may stand in for that of the parameter, as for a null.
  return String.Other ? computedOf(Length, SizeFact()) : Length;
}

SizeFact computedOf(const SizeFact &A, const SizeFact &B) {
  SizeFact Fact;
  Fact.From.add(A.From);
  Fact.From.add(B.From);
  Fact.Scaled = A.Scaled || B.Scaled;
  if (A.Scaled && B.Scaled)
    Fact.DividedBy = A.DividedBy == B.DividedBy ? A.DividedBy : 0;
  else
    Fact.DividedBy = A.DividedBy + B.DividedBy;
  Fact.Opaque = A.Opaque || B.Opaque;
  if (!Fact.From.empty())
    Fact.How = SizeFact::Computed;
  return Fact;
}

SizeFact sumOf(const SizeFact &A, const SizeFact &B) {
  if (A.How == SizeFact::Constant && B.How != SizeFact::Constant)
    return sumOf(B, A);
  if (B.How != SizeFact::Constant)
    return computedOf(A, B);
  if (!B.Number)
    return A;
  SizeFact Fact = A;
  switch (A.How) {
  case SizeFact::Parameter:
    Fact.How = SizeFact::Sum;
    Fact.Number = B.Number;
    return Fact;
  case SizeFact::Constant:
  case SizeFact::Sum:
  case SizeFact::Text:
    Fact.Number += B.Number;
    return Fact;
  default:
    return computedOf(A, B);
  }
}

SizeFact productOf(const SizeFact &A, const SizeFact &B) {
  if (A.How == SizeFact::Constant && A.Number == 1)
    return B;
  if (B.How == SizeFact::Constant && B.Number == 1)
    return A;
  if (A.How == SizeFact::Constant && B.How == SizeFact::Constant)
    return constantSize(A.Number * B.Number);
  SizeFact Fact = computedOf(A, B);
  if (A.How == SizeFact::Parameter && B.How == SizeFact::Parameter) {
    Fact.How = SizeFact::Product;
    Fact.First = A.From.members()[0];
    Fact.Second = B.From.members()[0];
  } else {
    // `(n + 7) / 8 * 8` is n, rounded.
    const int64_t By = A.How == SizeFact::Constant   ? A.Number
                       : B.How == SizeFact::Constant ? B.Number
                                                     : 0;
    Fact.Scaled = !Fact.From.empty() && !(Fact.DividedBy && Fact.DividedBy == By);
    Fact.DividedBy = 0;
  }
  return Fact;
}

SizeFact quotientOf(const SizeFact &A, const SizeFact &B) {
  if (B.How == SizeFact::Constant && B.Number == 1)
    return A;
  SizeFact Fact = computedOf(A, B);
  Fact.Scaled = !Fact.From.empty();
  Fact.DividedBy = Fact.Scaled && !A.Scaled && B.How == SizeFact::Constant ? B.Number : 0;
  return Fact;
}

SizeFact powerOfTwo(const SizeFact &Exponent) {
  constexpr int64_t Most = 62;
  return Exponent.How == SizeFact::Constant && Exponent.Number >= 0 && Exponent.Number <= Most
             ? constantSize(int64_t(1) << Exponent.Number)
             : computedOf(Exponent, SizeFact());
}

SizeFact either(const SizeFact &A, const SizeFact &B) {
  if (A == B || B.How == SizeFact::Constant)
    return A.How == SizeFact::Constant && !(A == B) ? SizeFact() : A;
  if (A.How == SizeFact::Constant)
    return B;
  SizeFact Fact = computedOf(A, B);
  // `n == -1 ? strlen(s) : n`: what n says otherwise is no size.
  Fact.Opaque |= (A.How == SizeFact::Text) != (B.How == SizeFact::Text);
  return Fact;
}

SizeFact inCaller(const SizeFact &Of, const std::vector<ArgumentFact> &Arguments) {
  auto argument = [&](int Number) {
    return Number >= 0 && size_t(Number) < Arguments.size() ? Arguments[Number].Size
                                                            : SizeFact();
  };
  switch (Of.How) {
  case SizeFact::Unknown:
  case SizeFact::Constant:
    return Of;
  case SizeFact::Product:
    return productOf(argument(Of.First), argument(Of.Second));
  case SizeFact::Text: {
    int Number = Of.From.members()[0];
    if (size_t(Number) >= Arguments.size())
      return SizeFact();
    return sumOf(lengthOf(Arguments[Number].Pointer), constantSize(Of.Number));
  }
  case SizeFact::Parameter:
  case SizeFact::Sum:
    return sumOf(argument(Of.From.members()[0]), constantSize(Of.Number));
  case SizeFact::Computed:
    break;
  }
  SizeFact Fact;
  for (int Number : Of.From.members())
    Fact = computedOf(Fact, argument(Number));
  if (Of.Scaled) {
    Fact.DividedBy = Fact.Scaled ? 0 : Of.DividedBy;
    Fact.Scaled = true;
  }
  Fact.Opaque |= Of.Opaque;
  return Fact;
}

} // namespace allocsite
