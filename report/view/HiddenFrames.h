//===- HiddenFrames.h - Frames that a person does not want to see ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   xmalloc ← parse ← run ← main   xmalloc.c:9      without xmalloc:
//   parse ← run ← main             parse            parse is what allocates
//
// The place of the call of xmalloc stands for that of the allocator where it is known
// (model/CallPlaces.h), else the function that holds it. A chain of four that ends elsewhere than in `main` may
// have been longer, and ends in `…`.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_HIDDENFRAMES_H
#define ALLOCSITE_REPORT_VIEW_HIDDENFRAMES_H

#include "NameFilter.h"
#include "model/CallPlaces.h"
#include "read/AllocationLog.h"

#include <set>
#include <string>

namespace allocsite {

class HiddenFrames {
public:
  /// \p Names must be the table of the rows, and outlive this.
  HiddenFrames(NameTable &Names, std::vector<std::string> Globs, CallPlaces Places);

  /// \p Row without the frames that match. One of which all do stays as it is: something
  /// has to stand for its memory.
  LogRow remove(LogRow Row);

  /// \p Chain and \p Site without the first \p Count frames, one that is known being left.
  void removeFirst(size_t Count, CallChain &Chain, NameId &Site) const;

  /// The bare names of what matched, in order.
  std::set<std::string> functions() const;

private:
  NameId siteOf(NameId Callee, NameId Caller) const;
  void endChain(CallChain &Chain, CallChain::iterator End, NameId Last) const;

  const NameTable &Names;
  NameFilter Hidden;
  const CallPlaces Places;
  NameId Ellipsis, Main;
};

} // namespace allocsite

#endif
