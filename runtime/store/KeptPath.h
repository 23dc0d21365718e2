//===- KeptPath.h - Paths of programs and libraries -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_STORE_KEPTPATH_H
#define ALLOCSITE_RUNTIME_STORE_KEPTPATH_H

#include "profile/Text.h"

namespace allocsite {

/// Path, a zero and the build id, as long as the process lives: those of a module that has equal ones,
/// or a copy. Null if memory is short. Hold RuntimeLock.
const char *keptPath(const char *Path, TextRef BuildId = {});

} // namespace allocsite

#endif
