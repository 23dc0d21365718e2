//===- HiddenFrames.cpp - Frames that a person does not want to see -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HiddenFrames.h"

#include <algorithm>
#include <utility>

using namespace allocsite;

HiddenFrames::HiddenFrames(NameTable &Names, std::vector<std::string> Globs)
    : Names(Names), Hidden(Names, std::move(Globs), true),
      Ellipsis(Names.intern("…").value()), Main(Names.intern("main").value()) {}

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
  std::fill(End, Chain.end(), NoName);
  if (isKnownFrame(Whole.back(), Names) && Whole.back() != Main)
    *End = Ellipsis;
  if (Chain.front() != Whole.front() && Row.Site != NoName)
    Row.Site = Chain.front();
  return Row;
}
