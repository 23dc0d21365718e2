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

#include "model/Profile.h"
#include "support/BareNames.h"

#include <set>
#include <vector>

namespace allocsite {

class Layers {
public:
  /// Rows may lie below \p Allocators only. \p Of and \p Bare must outlive this; do not ask
  /// for chains that are added to \p Of later.
  Layers(const Profile &Of, const std::set<NameId> &Allocators, BareNames &Bare);

  /// The allocator below which a row of \p Allocator with \p Chain lies, or NoName.
  NameId above(NameId Allocator, ChainId Chain) const;
  /// The same for a chain that is \p Function alone.
  NameId aboveFrame(NameId Allocator, NameId Function);

private:
  NameId entryOf(NameId Function);

  const Profile &Of;
  BareNames &Bare;
  std::vector<NameId> ByBare;    ///< allocators, by the BareId of their names
  std::vector<NameId> EntryOf;   ///< by function, the allocator that it is
  std::vector<ChainId> Entering; ///< by chain, its longest tail that begins with an allocator
};

} // namespace allocsite

#endif
