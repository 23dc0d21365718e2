//===- Source.h - What the source says beyond IR --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass's side of SourceAnswers.h.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_SOURCE_H
#define ALLOCSITE_PASS_RECOGNISE_SOURCE_H

#include "SourceAnswers.h"

namespace allocsite {

/// Null in programs other than clang, and if the plugin that reads the source was not built.
const SourceAnswers *source();

/// True if the source of the current module was read.
inline bool sourceWasRead() { return source() && source()->WasRead(); }

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_SOURCE_H
