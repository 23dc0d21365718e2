//===- TypeText.h - A type in a line for people -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::pair<const std::basic_string<…>, schema::FieldDef *>
//
// What tells two nodes of containers apart are their arguments: where a line is full, the
// innermost are folded first, and the outermost never.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_TYPETEXT_H
#define ALLOCSITE_REPORT_SHOW_TYPETEXT_H

#include <string>
#include <string_view>

namespace allocsite {

/// The display text \p Type in at most \p Width columns. In the end a type that is a template's
/// loses its middle, another its scopes.
std::string typeText(std::string_view Type, size_t Width);

} // namespace allocsite

#endif
