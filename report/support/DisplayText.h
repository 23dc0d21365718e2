//===- DisplayText.h - Makes names printable ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Logs are not trusted: a name may contain escape sequences for the terminal,
// bidirectional overrides, line ends, or bytes that are not UTF-8. Everything
// that is printed goes through displayText() first; the other functions expect
// its result. Widths are columns of a terminal.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_DISPLAYTEXT_H
#define ALLOCSITE_REPORT_SUPPORT_DISPLAYTEXT_H

#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

bool isValidUtf8(std::string_view Text);

/// Escapes control characters as `\n`, `\x1b` or `\u{202e}`, and replaces invalid UTF-8
/// by U+FFFD.
std::string displayText(std::string_view Text);

size_t displayWidth(std::string_view Text);

/// At most \p Width columns, with `…` for what is left out.
std::string shortenMiddle(std::string_view Text, size_t Width);
/// Likewise, but keeps the end: for paths.
std::string shortenStart(std::string_view Text, size_t Width);

/// Wraps \p Text into lines of at most \p Width columns, each with its line end. Never cuts a
/// word: a wider one has a line to itself. The first line keeps the leading spaces of \p Text;
/// further lines begin with \p Indent spaces.
std::string wrapText(std::string_view Text, size_t Width, size_t Indent = 0);

/// The lines of \p Text, without their ends.
std::vector<std::string> linesOf(std::string_view Text);

} // namespace allocsite

#endif
