//===- Pages.cpp - How arrays in pages grow -------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Pages.h"

namespace allocsite {

PageBytes::~PageBytes() {
  if (isMapped())
    unmapPages(Data, Capacity);
}

bool PageBytes::grow(size_t Wanted, size_t Used) {
  size_t New = isMapped() ? Capacity * 2 : 16384;
  while (New < Wanted)
    New *= 2;
  void *Moved = isMapped() ? growPages(Data, Capacity, New) : mapPages(New);
  if (!Moved)
    return false;
  if (!isMapped())
    memcpy(Moved, First, Used);
  Data = static_cast<char *>(Moved);
  Capacity = New;
  return true;
}

bool PageBytes::resize(size_t Was, size_t Is) {
  if (Is > Capacity && !grow(Is, Was))
    return false;
  if (Is < Was)
    memset(Data + Is, 0, Was - Is);
  else if (!isMapped()) // Unused bytes of pages are zeros already.
    memset(Data + Was, 0, Is - Was);
  return true;
}

void PageBytes::moveFrom(PageBytes &Other) {
  if (isMapped())
    unmapPages(Data, Capacity);
  memcpy(First, Other.First, sizeof(First));
  Data = Other.isMapped() ? Other.Data : First;
  Capacity = Other.Capacity;
  Other.Data = Other.First;
  Other.Capacity = sizeof(First);
}

} // namespace allocsite
