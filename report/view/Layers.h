//===- Layers.h - Allocators that take their memory from another ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   zmalloc ← createObject ← …                  a row of zmalloc
//   malloc ← ztrymalloc ← zmalloc ← …           a row of malloc, below zmalloc: what it
//                                               counts is in the row of zmalloc already
//   malloc ← raxNew ← …                         a row of malloc, below none
//
// A row lies below the innermost frame of its chain that is another allocator of the log.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_LAYERS_H
#define ALLOCSITE_REPORT_VIEW_LAYERS_H

#include "read/AllocationLog.h"
#include "support/BareNames.h"

#include <map>
#include <vector>

namespace allocsite {

class Layers {
public:
  /// \p Allocators are those below which rows may lie. \p Names and \p Bare must outlive this.
  Layers(const std::vector<NameId> &Allocators, const NameTable &Names, BareNames &Bare);

  /// The allocator below which a row of \p Allocator with \p Chain lies, or NoName.
  NameId above(NameId Allocator, const CallChain &Chain) {
    return above(Allocator, Chain.data(), Chain.size());
  }
  NameId above(NameId Allocator, const NameId *Chain, size_t Length);

private:
  const NameTable &Names;
  BareNames &Bare;
  std::map<BareId, NameId> Entries;
};

} // namespace allocsite

#endif
