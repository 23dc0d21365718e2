//===- TypeText.h - Shortens the name of a type -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::pair<const std::basic_string<…>, schema::FieldDef *>
//
// Template arguments tell two container nodes apart. If a line is full, the innermost
// arguments are folded first, and the outermost never.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_TYPETEXT_H
#define ALLOCSITE_REPORT_SHOW_TYPETEXT_H

#include <string>
#include <string_view>

namespace allocsite {

/// The display text \p Type in at most \p Width columns. If folding arguments does not
/// suffice, a template's name loses its middle, any other name its scopes.
std::string typeText(std::string_view Type, size_t Width);

} // namespace allocsite

#endif
