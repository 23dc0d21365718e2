//===- HiddenFrames.cpp - Frames that a person does not want to see -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HiddenFrames.h"

#include "FunctionName.h"

#include <algorithm>
#include <utility>

using namespace allocsite;

HiddenFrames::HiddenFrames(NameTable &Names, std::vector<std::string> Globs)
    : Names(Names), Hidden(Names, std::move(Globs), true),
      Ellipsis(Names.intern("…").value()), Main(Names.intern("main").value()) {}

/// Of a chain whose last frame was \p Last before some were left out.
void HiddenFrames::endChain(CallChain &Chain, CallChain::iterator End, NameId Last) const {
  std::fill(End, Chain.end(), NoName);
  if (isKnownFrame(Last, Names) && Last != Main)
    *End = Ellipsis;
}

LogRow HiddenFrames::remove(LogRow Row) {
  if (Hidden.isEmpty())
    return Row;
  CallChain &Chain = Row.Chain;
  CallChain Whole = Chain;
  auto End = std::remove_if(Chain.begin(), Chain.end(), [this](NameId Frame) {
    return isKnownFrame(Frame, Names) && Hidden.matches(Frame);
  });
  bool IsKnown = std::any_of(Chain.begin(), End, [this](NameId Frame) {
    return isKnownFrame(Frame, Names);
  });
  if (End == Chain.end() || !IsKnown) {
    Chain = Whole;
    return Row;
  }
  endChain(Chain, End, Whole.back());
  if (Chain.front() != Whole.front() && Row.Site != NoName)
    Row.Site = Chain.front();
  return Row;
}

void HiddenFrames::removeFirst(size_t Count, CallChain &Chain, NameId &Site) const {
  if (Count == 0)
    return;
  NameId Last = Chain.back();
  endChain(Chain, std::move(Chain.begin() + Count, Chain.end(), Chain.begin()), Last);
  if (Site != NoName)
    Site = Chain.front();
}

std::set<std::string> HiddenFrames::functions() const {
  std::set<std::string> Functions;
  for (NameId Function : Hidden.matched())
    Functions.insert(bareFunctionName(Names[Function]));
  return Functions;
}
