//===- RuleText.h - A rule for a function, in the grammar of rules ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_PROPOSE_RULETEXT_H
#define ALLOCSITE_DISCOVER_PROPOSE_RULETEXT_H

#include "discover/roles/Releases.h"

namespace allocsite {

/// How sure a proposal is, by its score.
enum class Certainty {
  Certain,  ///< 90 and more: a body or an attribute shows it, every step of it.
  Likely,   ///< 60 to 89: a step was taken on trust, as a pointer that nothing sets.
  Possible, ///< A name or a signature speaks for it, or it is a matter of taste.
};
inline Certainty certaintyOf(int Score) {
  return Score >= 90   ? Certainty::Certain
         : Score >= 60 ? Certainty::Likely
                       : Certainty::Possible;
}

inline const char *certaintyWord(Certainty Of) {
  return Of == Certainty::Certain  ? "certain"
         : Of == Certainty::Likely ? "likely"
                                   : "possible";
}

/// The draft of a rule for one function.
struct Draft {
  int Number;
  RuleKind Kind;
  const AllocatorRole *Gives;       ///< For alloc: and wrapper:; else null.
  std::optional<ReleaseRole> Takes; ///< For the other kinds.
  /// The instances of its template need a rule each: it is named by its whole signature.
  bool BySignature = false;

  int score() const { return Gives ? Gives->Score : Takes->Score; }
  const std::vector<std::string> &reasons() const {
    return Gives ? Gives->Reasons : Takes->Reasons;
  }
};

/// False for functions that no pattern can name: lambdas, members of local classes.
bool canBeNamed(const Function &F);

/// `size=1`, `size=2 count=1` or `size=strlen(0?)`; nothing if the parameters do not give the
/// size.
std::optional<std::string> sizeText(const AllocatorRole &Role, const Function &F);

/// The whole rule, without its family.
std::string ruleText(const Draft &D, const Function &F);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_PROPOSE_RULETEXT_H
