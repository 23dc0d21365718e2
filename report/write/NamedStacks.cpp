//===- NamedStacks.cpp - Stacks of names alone ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedStacks.h"

#include <algorithm>

using namespace allocsite;

NamedStacks::NamedStacks(const Samples &From) {
  Stacks.intern({UINT32_MAX, 0});                   // no name has this id
  std::vector<uint32_t> StackOf(From.stackCount()); // without the allocator
  for (StackId Id = 1; Id < From.stackCount(); ++Id) {
    const StackFrame &Frame = From.Frames[From.link(Id).Frame];
    StackOf[Id] = Stacks.intern(
        {Names.intern({Frame.Function, Frame.File}), StackOf[From.link(Id).Caller]});
  }
  std::vector<uint32_t> SumOf; // by stack; 0: none yet
  for (const Sample &Each : From.All) {
    uint32_t Stack = StackOf[Each.Stack];
    if (Each.Allocator != NoName)
      Stack = Stacks.intern({Names.intern({Each.Allocator, NoName}), Stack});
    if (SumOf.size() < Stacks.size())
      SumOf.resize(Stacks.size());
    if (!SumOf[Stack]) {
      const size_t Count = From.measures().size();
      Sums.push_back({Stack, std::vector<uint64_t>(Count),
                      std::vector<uint64_t>(From.isCompared() ? Count : 0)});
      SumOf[Stack] = uint32_t(Sums.size());
    }
    Sum &To = Sums[SumOf[Stack] - 1];
    for (size_t I = 0; I != To.Values.size(); ++I) {
      const ColumnId Measure = From.measures()[I];
      To.Values[I] = merged(MeasureMerge::Sum, To.Values[I], From.value(Each, Measure));
      if (From.isCompared())
        To.Before[I] =
            merged(MeasureMerge::Sum, To.Before[I], From.valueBefore(Each, Measure));
    }
  }
}

std::vector<uint32_t> NamedStacks::names(uint32_t Stack) const {
  std::vector<uint32_t> Ids;
  for (; Stack; Stack = Stacks[Stack].Caller)
    Ids.push_back(Stacks[Stack].Name);
  std::reverse(Ids.begin(), Ids.end());
  return Ids;
}
