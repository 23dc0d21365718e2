//===- ChainText.h - A call chain on one line -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_SHOW_CHAINTEXT_H
#define ALLOCSITE_REPORT_SHOW_CHAINTEXT_H

#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

/// "leaf ← caller ← main" from display texts, in at most \p Width columns if possible.
/// Shortens in this order: folds template arguments and parameters, longest name first;
/// drops outer scopes, widest name first; cuts the middle out of names still too long.
std::string chainText(std::vector<std::string> Frames, size_t Width);

/// \p Place, the chain and \p More on one line if they fit into \p Width columns; otherwise
/// the place stands on a line of its own. A chain of more than four frames goes on on further lines.
std::string placedChain(const std::string &Place, const std::vector<std::string> &Frames,
                        const std::string &More, size_t Width);

///   std::pair<const std::basic_string<…>, schema::FieldDef *>
///
/// Template arguments tell two container nodes apart. If a line is full, the innermost
/// arguments are folded first, and the outermost never.
///
/// The display text \p Type in at most \p Width columns. If folding arguments does not
/// suffice, a template's name loses its middle, any other name its scopes.
std::string typeText(std::string_view Type, size_t Width);

} // namespace allocsite

#endif
