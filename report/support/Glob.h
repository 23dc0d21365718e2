//===- Glob.h - Shell-like patterns for names -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `*` is any run of characters, `?` any one byte; all else stands for itself.
// `[` too, since `operator new[]` is a name that people want to write down.
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
