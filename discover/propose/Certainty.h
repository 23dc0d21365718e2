//===- Certainty.h - How sure a proposal is ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_PROPOSE_CERTAINTY_H
#define ALLOCSITE_DISCOVER_PROPOSE_CERTAINTY_H

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

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_PROPOSE_CERTAINTY_H
