//===- Glob.h - Shell-like patterns for names -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `*` matches any run of characters and `?` any one byte; all else matches itself.
// So does `[`, as people want to write `operator new[]`.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_GLOB_H
#define ALLOCSITE_REPORT_SUPPORT_GLOB_H

#include <string_view>

namespace allocsite {

/// Whether \p Pattern matches the whole of \p Text, in at most
/// |Pattern| × |Text| steps.
bool matchesGlob(std::string_view Pattern, std::string_view Text);

} // namespace allocsite

#endif
