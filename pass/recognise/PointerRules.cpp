//===- PointerRules.cpp - The rule that a call through a pointer lacks ----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerRules.h"
#include "SetPointers.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace allocsite {

PointerCalls takeUnnamed(PointerCalls &Calls, const Config &Configured) {
  PointerCalls Unnamed;
  std::string As;
  for (const auto &[Call, Through] : Calls)
    if (!Configured.find(Through.Mark, As))
      Unnamed[Call] = Through;
  Calls.remove_if([&](const auto &Each) { return Unnamed.count(Each.first) != 0; });
  return Unnamed;
}

/// The letters of PointerMark::Shape as IR tells them; "" where an argument is no integer
/// and no pointer.
static std::string shapeOf(const CallBase &Call) {
  std::string Shape;
  for (const Use &Passed : Call.args())
    if (Passed->getType()->isIntegerTy())
      Shape += 'i';
    else if (Passed->getType()->isPointerTy())
      Shape += 'p';
    else
      return "";
  return Shape;
}

/// What a rule says of the parameters, or "". Of numbers of 32 bits there have to be two,
/// as zlib has them: one may be anything.
static std::string sizesOf(const CallBase &Call, StringRef Name) {
  const std::string Shape = shapeOf(Call);
  auto bits = [&](unsigned Argument) {
    return Call.getArgOperand(Argument)->getType()->getIntegerBitWidth();
  };
  if (Shape == "i" && bits(0) == 64)
    return "size=0";
  if (Shape == "ii" && bits(0) == 64 && bits(1) == 64)
    return "size=1 count=0";
  if (Shape == "pi" && bits(1) == 64)
    return Name.lower().find("realloc") != std::string::npos ? "size=1 old=0" : "size=1";
  if (Shape == "pii" && bits(1) == bits(2) && bits(1) >= 32)
    return "size=2 count=1";
  return "";
}

/// As a pattern of rules: names of operators hold stars.
static std::string patternText(StringRef Name) {
  std::string Text;
  for (char C : Name) {
    if (StringRef("*?\\").contains(C))
      Text += '\\';
    Text += C;
  }
  return Text;
}

/// "field:Class.member" or "pointer:variable", or "".
static std::string nameOf(const CallBase &Call, const PointerCalls &Unnamed,
                          NameTable &Names) {
  auto Marked = Unnamed.find(&Call);
  if (Marked != Unnamed.end())
    return Marked->second.Mark.Names.front();
  std::optional<PointerCall> Through = throughVariable(Call, Names);
  return Through ? Through->Mark.Names.front() : "";
}

std::optional<UnnamedPointer> unnamedPointer(const CallBase &Call,
                                             const PointerCalls &Unnamed,
                                             NameTable &Names) {
  if (!Call.isIndirectCall() || !Call.getType()->isPointerTy() || Call.arg_empty())
    return std::nullopt;
  const std::string Name = nameOf(Call, Unnamed, Names);
  const std::string Sizes = sizesOf(Call, Name);
  if (Sizes.empty())
    return std::nullopt;
  UnnamedPointer Found;
  if (!Name.empty()) {
    Found.Name = Name.substr(Name.find(':') + 1);
    Found.Rule = patternText(Name) + " shape=" + shapeOf(Call) + " " + Sizes;
  }
  return Found;
}

} // namespace allocsite
