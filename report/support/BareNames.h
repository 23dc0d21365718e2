//===- BareNames.h - Numbers functions by their bare names ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule names all overloads, and all instances of a template, as one function: by their bare
// name. The searches for wrappers and layers compare these often, so each has a number.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_BARENAMES_H
#define ALLOCSITE_REPORT_SUPPORT_BARENAMES_H

#include "FunctionName.h"
#include "NameTable.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace allocsite {

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

} // namespace allocsite

#endif
