//===- HiddenFrames.cpp - Frames that a person does not want to see -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HiddenFrames.h"

#include "support/FunctionName.h"

#include <algorithm>
#include <utility>

using namespace allocsite;

HiddenFrames::HiddenFrames(NameTable &Names, std::vector<std::string> Globs, CallPlaces Places)
    : Names(Names), Hidden(Names, std::move(Globs), true), Places(std::move(Places)),
      Ellipsis(Names.intern("…").value()), Main(Names.intern("main").value()) {}

/// What stands for a site where \p Callee, which was left out, was called.
NameId HiddenFrames::siteOf(NameId Callee, NameId Caller) const {
  NameId Place = Places.find(Callee, Caller);
  return Place == NoName ? Caller : Place;
}

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
  bool IsKnown = std::any_of(Chain.begin(), End,
                             [this](NameId Frame) { return isKnownFrame(Frame, Names); });
  if (End == Chain.end() || !IsKnown) {
    Chain = Whole;
    return Row;
  }
  endChain(Chain, End, Whole.back());
  if (Chain.front() != Whole.front() && Row.Site != NoName)
    Row.Site = siteOf(*std::prev(std::find(Whole.begin(), Whole.end(), Chain.front())),
                      Chain.front());
  return Row;
}

void HiddenFrames::removeFirst(size_t Count, CallChain &Chain, NameId &Site) const {
  if (Count == 0)
    return;
  NameId Last = Chain.back(), Callee = Chain[Count - 1];
  endChain(Chain, std::move(Chain.begin() + Count, Chain.end(), Chain.begin()), Last);
  if (Site != NoName)
    Site = siteOf(Callee, Chain.front());
}

std::set<std::string> HiddenFrames::functions() const {
  std::set<std::string> Functions;
  for (NameId Function : Hidden.matched())
    Functions.insert(bareFunctionName(Names[Function]));
  return Functions;
}
