//===- WrapperRules.h - Functions that were left out, as rules ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_SHOW_WRAPPERRULES_H
#define ALLOCSITE_REPORT_SHOW_WRAPPERRULES_H

#include "view/View.h"

#include <string>

namespace allocsite {

struct WrapperRules {
  std::string Text; ///< a configuration of the pass
  size_t Count;     ///< rules in it; the rest is comment
};

/// A `wrapper:` rule for each function that was left out by itself or by --hide, but for
/// allocators, which would be counted no more, and for what a rule cannot name.
WrapperRules wrapperRules(const LeftOut &Of, const Profile &In);

} // namespace allocsite

#endif
