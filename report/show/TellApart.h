//===- TellApart.h - Keeps shortened names distinct -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   yaml_parser_fetch_plain_scalar   yaml_parse…ain_scalar   …fetch_plain_scalar
//   yaml_parser_scan_plain_scalar    yaml_parse…ain_scalar   …_scan_plain_scalar
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_TELLAPART_H
#define ALLOCSITE_REPORT_SHOW_TELLAPART_H

#include <string>
#include <vector>

namespace allocsite {

/// \p Shown are the display texts \p Whole, each shortened to \p Width columns. If two
/// different names were shortened to the same text, both are shortened again around the place
/// where they begin to differ; if even that does not fit, they stay as they are.
void tellApart(std::vector<std::string> &Shown, const std::vector<std::string> &Whole,
               size_t Width);

} // namespace allocsite

#endif
