//===- Releases.h - Which functions take memory back ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is freed by `free`, or by a function that passes it on to `free`. An arena is
// created, reset and destroyed by functions that have its type as a parameter or as their
// result.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_ROLES_RELEASES_H
#define ALLOCSITE_DISCOVER_ROLES_RELEASES_H

#include "discover/roles/Roles.h"

namespace allocsite {

struct ReleaseRole {
  RuleKind Kind;                ///< Free, Reset, Destroy or Create.
  int Subject = Argument::None; ///< The block or the arena; Create: where it is stored.
  std::string Record;           ///< The arena's type, "" for a block.
  int Score = 0;
  std::vector<std::string> Reasons;
  int Arena = Argument::None; ///< Free: the arena that owns the block; Create: the parent.
};

class Releases {
public:
  /// `Certain` and `Likely` are the types of the proposed arenas, as pointees of parameters
  /// and as classes; the likely ones include the certain ones. Functions that create or
  /// destroy arenas are only looked for among the certain ones, others among all.
  Releases(const CodeBase &Code, const KnownRules &Known, const Roles &Allocators,
           std::set<std::string> Certain, std::set<std::string> Likely);

  const ReleaseRole *find(int Number) const {
    return Number >= 0 && Found[Number] ? &*Found[Number] : nullptr;
  }

private:
  std::optional<ReleaseRole> blockRole(int Number) const;
  std::optional<ReleaseRole> arenaRole(int Number) const;
  std::optional<ReleaseRole> makerRole(int Number) const;
  int freesItself(const Function &F, int Parameter) const;
  bool mayKeep(const Function &F, int Parameter) const;
  int empties(const Function &F, int Arena) const;
  std::vector<int> calleesOf(const Function &F, size_t Index) const;
  bool freesPartsOf(const Function &F, int Parameter) const;
  int freedArgument(int Callee) const;
  int scoreOf(int Callee) const;
  int arenaOf(const Function &F, int Block) const;
  ParameterSet reachedBy(int Callee) const;
  void findReached();

  const CodeBase &Code;
  const KnownRules &Rules;
  const Roles &Allocators;
  const std::set<std::string> Arenas, LikelyArenas;
  /// For each function, the parameters from which it reaches what it frees.
  std::vector<ParameterSet> Reached;
  std::vector<std::optional<ReleaseRole>> Found;
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_ROLES_RELEASES_H
