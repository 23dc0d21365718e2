//===- MappedRanges.cpp - Which addresses are mapped, and by whom ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MappedRanges.h"
#include "profile/System.h"

namespace allocsite {

bool MappedRanges::start() {
  Nodes = static_cast<Node *>(mapSharedPages((Most + 1) * sizeof(Node)));
  Random = 1;
  return Nodes;
}

/// `Below` gets what begins before `At`, `Above` the rest.
void MappedRanges::split(uint32_t Of, uintptr_t At, uint32_t &Below, uint32_t &Above) {
  if (!Of) {
    Below = Above = 0;
  } else if (Nodes[Of].Range.Begin < At) {
    Below = Of;
    split(Nodes[Of].Right, At, Nodes[Of].Right, Above);
  } else {
    Above = Of;
    split(Nodes[Of].Left, At, Below, Nodes[Of].Left);
  }
}

uint32_t MappedRanges::join(uint32_t Below, uint32_t Above) {
  if (!Below || !Above)
    return Below ? Below : Above;
  if (Nodes[Below].Priority > Nodes[Above].Priority) {
    Nodes[Below].Right = join(Nodes[Below].Right, Above);
    return Below;
  }
  Nodes[Above].Left = join(Below, Nodes[Above].Left);
  return Above;
}

bool MappedRanges::add(const MappedRange &New) {
  uint32_t Its = Free;
  if (Its)
    Free = Nodes[Its].Left;
  else if (Count < Most)
    Its = ++Count;
  else
    return false;
  Random ^= Random << 13; // xorshift32
  Random ^= Random >> 17;
  Random ^= Random << 5;
  Nodes[Its] = {New, 0, 0, Random};
  uint32_t Below, Above;
  split(Root, New.Begin, Below, Above);
  Root = join(join(Below, Its), Above);
  return true;
}

bool MappedRanges::take(uintptr_t Begin, uintptr_t End, MappedRange &To) {
  // The lowest that ends behind Begin: the order of their ends is that of their beginnings.
  uint32_t Found = 0;
  for (uint32_t At = Root; At;) {
    const bool IsBehind = Nodes[At].Range.End > Begin;
    if (IsBehind)
      Found = At;
    At = IsBehind ? Nodes[At].Left : Nodes[At].Right;
  }
  if (!Found || Nodes[Found].Range.Begin >= End)
    return false;
  To = Nodes[Found].Range;
  uint32_t Below, Its, Above;
  split(Root, To.Begin, Below, Above);
  split(Above, To.Begin + 1, Its, Above);
  Root = join(Below, Above);
  Nodes[Its].Left = Free;
  Free = Its;
  return true;
}

} // namespace allocsite
