//===- CallLines.h - At which line a caller calls ---------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   grow ← makeList ← main    makeList calls grow at lp.c:41, main calls makeList in lp.c
//
// A frame of a whole stack has its line if the pass was asked for lines. Of others the calls
// are known by the functions' names (CallPlaces): the line, if there is one place; the file,
// if all places of calls in the caller are in one. The pass tells direct calls. A function
// that ends in a call is in no stack below it, so main may stand above grow without calling it
// there: if main also calls one that calls grow, the line is not known.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_CALLLINES_H
#define ALLOCSITE_REPORT_VIEW_CALLLINES_H

#include "model/Profile.h"

namespace allocsite {

struct CallLine {
  NameId File = NoName; ///< NoName: not known
  uint32_t Line = 0;    ///< from 1; 0: not known
};

class CallLines {
public:
  /// Adds the names of files to \p Of, which must outlive this.
  explicit CallLines(Profile &Of);

  /// Where the innermost frame of \p Chain is called, in the frame of its caller. Chains must not
  /// lack frames that a view has left out.
  CallLine of(ChainId Chain) const;

private:
  const Profile &Of;
  std::map<std::pair<NameId, NameId>, CallLine> At; ///< by callee and caller
};

/// Gives the frames of callers their lines, in the chains of all rows. To be called before a view
/// leaves out frames.
void addCallLines(Profile &To);

} // namespace allocsite

#endif
