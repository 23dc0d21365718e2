//===- Releases.h - Which functions take memory back ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block goes back to `free`, or to what hands it on to `free`. An arena is made,
// emptied and ended by functions that have its type as a parameter, or as what they
// return.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_ROLES_RELEASES_H
#define ALLOCSITE_DISCOVER_ROLES_RELEASES_H

#include "discover/roles/Roles.h"

namespace allocsite {

struct ReleaseRole {
  RuleKind Kind;                ///< Free, Reset, Destroy or Create.
  int Subject = Argument::None; ///< The block or the arena; of Create, where it is stored.
  std::string Record;           ///< The arena's type, "" for a block.
  int Score = 0;
  std::vector<std::string> Reasons;
  int Arena = Argument::None; ///< Of Free, whose block it is; of Create, the parent.
};

class Releases {
public:
  /// `Certain` and `Likely`: the types of the arenas that are to be proposed, as
  /// pointees of parameters and as classes. Those that are certain have ends and
  /// makers; blocks are of the others, too.
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
  /// Of each function the parameters from which it reaches what it frees.
  std::vector<ParameterSet> Reached;
  std::vector<std::optional<ReleaseRole>> Found;
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_ROLES_RELEASES_H
