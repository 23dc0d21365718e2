//===- Families.h - Which functions are entries of one allocator ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls between functions of a family are not counted again. A function that passes on
// memory from another belongs to its family; so do all that take memory from arenas of one
// type. A family is named after that type, or after the common prefix of its names.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_PROPOSE_FAMILIES_H
#define ALLOCSITE_DISCOVER_PROPOSE_FAMILIES_H

#include "discover/propose/RuleText.h"
#include <map>

namespace allocsite {

/// Whether both names begin with the same word, of three letters at least.
bool shareStem(const std::string &A, const std::string &B);

class Families {
public:
  /// \p Allocators are the drafts of alloc: rules.
  Families(const CodeBase &Code, const std::vector<Draft> &Allocators);

  /// The types of arenas that have an allocator of at least that certainty.
  std::set<std::string> arenas(Certainty Least) const;

  /// The family of one of the allocators, or of a function that frees its memory; "" for none.
  std::string of(const Draft &D) const;

private:
  struct Member {
    int Family; ///< Another member, up to one that is its own.
    std::string Record;
    std::string Name;
    size_t Calls;
  };

  int root(int Number) const;
  void unite(int A, int B);
  void uniteWithGiver(int Taker, int Giver);
  void nameFamilies();
  std::string recordOf(const Draft &D) const;

  const CodeBase &Code;
  std::map<int, Member> Members; ///< By the number of the function.
  std::map<std::string, int> OfRecord;
  std::map<std::string, int> ScoreOf; ///< By record, the best.
  std::map<int, std::string> NameOf;  ///< By root.
  std::vector<std::string> Wrappers;  ///< They are of no family.
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_PROPOSE_FAMILIES_H
