//===- Proposals.h - Rules for what was found -------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that hands out memory becomes a rule of one of two kinds:
//
//   wrapper:  it passes on memory of one direct call, with the size requested: the call
//             inside is counted and attributed to the wrapper's caller
//   alloc:    it has an arena, a header, its own sizes, or calls through a pointer:
//             calls of it are counted
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_PROPOSE_PROPOSALS_H
#define ALLOCSITE_DISCOVER_PROPOSE_PROPOSALS_H

#include "discover/propose/CalledPointers.h"
#include "discover/propose/RuleText.h"
#include "discover/roles/Releases.h"

#include <optional>

namespace allocsite {

struct Proposal {
  std::string Rule;   ///< As in a file, without its family.
  std::string Family; ///< "" for none.
  int Score = 0;
  std::vector<std::string> Reasons;
  std::vector<Place> Defined;    ///< The places of the functions that the rule names; sorted.
  std::optional<Place> Namesake; ///< A function of the same name with another role.
  size_t Calls = 0, CallingFiles = 0;
};

struct Proposals {
  std::vector<Proposal> All;           ///< By family, those of a family by score.
  std::vector<CalledPointer> Pointers; ///< Pointers to allocators whose calls need own rules.
  std::vector<std::string> Known;      ///< Functions defined here that have rules already.
  std::vector<std::string> Helpers;    ///< Allocators that only those call.
};

Proposals propose(const CodeBase &Code, const KnownRules &Known);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_PROPOSE_PROPOSALS_H
