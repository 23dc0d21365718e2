//===- ChainText.h - A call chain on one line -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_SHOW_CHAINTEXT_H
#define ALLOCSITE_REPORT_SHOW_CHAINTEXT_H

#include <string>
#include <vector>

namespace allocsite {

/// "leaf ← caller ← main" of display texts, in at most \p Width columns where
/// that can be: first template arguments and parameters are folded, longest
/// name first, then names lose outer scopes, widest first, and those that are still
/// long their middle.
std::string chainText(std::vector<std::string> Frames, size_t Width);

/// \p Place, the chain and \p More in one line of at most \p Width columns where that can be, or
/// else the place on a line of its own.
std::string placedChain(const std::string &Place, const std::vector<std::string> &Frames,
                        const std::string &More, size_t Width);

} // namespace allocsite

#endif
