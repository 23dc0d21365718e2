//===- Proposals.h - Rules for what was found -------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that hands out memory becomes a rule of one of two kinds:
//
//   wrapper:  what it gives is one direct call's, as large as it was asked for: the
//             call inside is counted, and its caller is the wrapper's
//   alloc:    it has an arena, a header, sizes of its own, or calls through a pointer:
//             its own calls are counted
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_PROPOSE_PROPOSALS_H
#define ALLOCSITE_DISCOVER_PROPOSE_PROPOSALS_H

#include "discover/propose/CalledPointers.h"
#include "discover/propose/Certainty.h"
#include "discover/roles/Releases.h"

#include <optional>

namespace allocsite {

struct Proposal {
  std::string Rule;   ///< As in a file, without its family.
  std::string Family; ///< "" for none.
  int Score = 0;
  std::vector<std::string> Reasons;
  std::vector<Place> Defined;    ///< Of each function that the rule names; sorted.
  std::optional<Place> Namesake; ///< One that it would name, too, and that does otherwise.
  size_t Calls = 0, CallingFiles = 0;
};

struct Proposals {
  std::vector<Proposal> All;           ///< By family, those of a family by score.
  std::vector<CalledPointer> Pointers; ///< What no rule of All can name.
  std::vector<std::string> Known;      ///< Functions defined here that rules speak of.
  std::vector<std::string> Helpers;    ///< Allocators that these alone call.
};

Proposals propose(const CodeBase &Code, const KnownRules &Known);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_PROPOSE_PROPOSALS_H
