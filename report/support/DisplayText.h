//===- DisplayText.h - Names made fit to be seen --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A log is not to be trusted: a name may hold escape sequences for the
// terminal, bidirectional overrides, line ends or bytes that are no UTF-8.
// Everything that is printed goes through displayText() first; the other
// functions expect its result. Widths are columns of a terminal.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_DISPLAYTEXT_H
#define ALLOCSITE_REPORT_SUPPORT_DISPLAYTEXT_H

#include <string>
#include <string_view>

namespace allocsite {

bool isValidUtf8(std::string_view Text);

/// Control characters become `\n`, `\x1b` or `\u{202e}`, what is not UTF-8
/// becomes U+FFFD.
std::string displayText(std::string_view Text);

size_t displayWidth(std::string_view Text);

/// At most \p Width columns, with `…` for what is left out.
std::string shortenMiddle(std::string_view Text, size_t Width);
/// Likewise, but keeps the end: for paths.
std::string shortenStart(std::string_view Text, size_t Width);

/// The words of \p Text in lines of at most \p Width columns, each with its end. A word is
/// never cut: one that is wider has a line to itself. The first line begins with the spaces
/// of \p Text, those after it with \p Indent.
std::string wrapText(std::string_view Text, size_t Width, size_t Indent = 0);

} // namespace allocsite

#endif
