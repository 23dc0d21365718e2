//===- Sizes.cpp - What becomes of sizes that are computed with -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/Sizes.h"

namespace allocsite {

SizeFact constantSize(int64_t Number) {
  SizeFact Fact;
  Fact.How = SizeFact::Constant;
  Fact.Number = Number;
  return Fact;
}

SizeFact sizeOfParameter(int Number) {
  SizeFact Fact;
  Fact.How = SizeFact::Parameter;
  Fact.From = ParameterSet::of(Number);
  return Fact;
}

SizeFact lengthOfParameter(int Number) {
  SizeFact Fact = sizeOfParameter(Number);
  Fact.How = SizeFact::Text;
  return Fact;
}

SizeFact lengthOf(const PointerFact &String) {
  std::vector<int> From = String.Parameters.members();
  if (From.size() != 1 || From[0] < 0 || String.Offset || String.Loaded ||
      !String.Calls.empty() || !String.Fields.empty())
    return SizeFact();
  SizeFact Length = lengthOfParameter(From[0]);
  // Another string may stand in for that of the parameter, as for a null.
  return String.Other ? computedOf(Length, SizeFact()) : Length;
}

SizeFact computedOf(const SizeFact &A, const SizeFact &B) {
  SizeFact Fact;
  Fact.From.add(A.From);
  Fact.From.add(B.From);
  Fact.Scaled = A.Scaled || B.Scaled;
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
    Fact.Scaled = !Fact.From.empty();
  }
  return Fact;
}

SizeFact either(const SizeFact &A, const SizeFact &B) {
  if (A == B || B.How == SizeFact::Constant)
    return A.How == SizeFact::Constant && !(A == B) ? SizeFact() : A;
  if (A.How == SizeFact::Constant)
    return B;
  return computedOf(A, B);
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
  Fact.Scaled |= Of.Scaled;
  Fact.Opaque |= Of.Opaque;
  return Fact;
}

} // namespace allocsite
