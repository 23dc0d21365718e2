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
#include "support/FunctionName.h"
#include "support/NameTable.h"

#include <set>
#include <unordered_map>
#include <vector>

namespace allocsite {

// A rule names all overloads, and all instances of a template, as one function: by their bare
// name. The searches for wrappers and layers compare these often, so each has a number.

using BareId = uint32_t;

class BareNames {
public:
  /// \p Names must outlive this.
  explicit BareNames(const NameTable &Names) : Names(Names) {}

  BareId of(NameId Function) {
    if (Function >= Of.size())
      Of.resize(Names.size(), NotAsked);
    if (Of[Function] == NotAsked)
      Of[Function] = of(bareFunctionName(Names[Function]));
    return Of[Function];
  }
  BareId of(const std::string &Bare) {
    auto [Known, IsNew] = Ids.try_emplace(Bare, BareId(Texts.size()));
    if (IsNew)
      Texts.push_back(&Known->first);
    return Known->second;
  }
  const std::string &text(BareId Id) const { return *Texts[Id]; }
  /// One more than the largest id.
  size_t size() const { return Texts.size(); }

private:
  const NameTable &Names;
  static constexpr BareId NotAsked = UINT32_MAX;
  std::vector<BareId> Of; ///< by NameId
  std::unordered_map<std::string, BareId> Ids;
  std::vector<const std::string *> Texts; ///< of Ids, whose keys stay where they are
};

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
