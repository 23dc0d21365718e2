//===- KeptPath.h - Paths of programs and libraries -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_STORE_KEPTPATH_H
#define ALLOCSITE_RUNTIME_STORE_KEPTPATH_H

namespace allocsite {

/// Path, as long as the process lives: the one of a module that has an equal one, or a copy. Null
/// if memory is short. Hold RuntimeLock.
const char *keptPath(const char *Path);

} // namespace allocsite

#endif
