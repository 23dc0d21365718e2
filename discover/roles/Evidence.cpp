//===- Evidence.cpp - Sizes and parameters in words -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/roles/Evidence.h"
#include "pass/rules/Rules.h"

using namespace llvm;

namespace allocsite {

std::string parameterInWords(int Number, const Function &F) {
  if (Number == Argument::This)
    return "this";
  std::string Text = "parameter " + std::to_string(Number);
  if (size_t(Number) < F.Fact.Parameters.size() && !F.Fact.Parameters[Number].Name.empty())
    Text += " (" + F.Fact.Parameters[Number].Name + ")";
  return Text;
}

std::string sizeInWords(const SizeFact &Asked, const Function &F) {
  auto name = [&](int Number) { return parameterInWords(Number, F); };
  switch (Asked.How) {
  case SizeFact::Unknown:
    return "a size that no parameter says";
  case SizeFact::Constant:
    return std::to_string(Asked.Number) + " bytes";
  case SizeFact::Parameter:
    return name(Asked.From.members()[0]) + " bytes";
  case SizeFact::Sum:
    return name(Asked.From.members()[0]) + " and " + std::to_string(Asked.Number) +
           " more bytes";
  case SizeFact::Product:
    return name(Asked.First) + " times " + name(Asked.Second) + " bytes";
  case SizeFact::Text:
    return "the length of the string in " + name(Asked.From.members()[0]);
  case SizeFact::Computed:
    break;
  }
  std::string Text = Asked.Scaled ? "a multiple of" : "a size computed of";
  for (int Number : Asked.From.members())
    Text += (Text.back() == ')' ? " and " : " ") + name(Number);
  return Text;
}

int arenaAmong(ParameterSet Among, const SizeFact &Asked, const Function &F) {
  for (int Number : Among.members())
    if (Number < 0 || F.Fact.Parameters[Number].Letter != 'i' || !Asked.From.has(Number))
      return Number;
  return Argument::None;
}

} // namespace allocsite
