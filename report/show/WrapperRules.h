//===- WrapperRules.h - Wrapper rules for functions that were left out ----===//
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
  size_t Count;     ///< number of rules in it; the rest is comments
};

/// A `wrapper:` rule for each function that was found to be a wrapper or hidden by --hide.
/// Leaves out allocators, which would no longer be counted, and functions that a rule cannot
/// name.
WrapperRules wrapperRules(const LeftOut &Of, const Profile &In);

} // namespace allocsite

#endif
