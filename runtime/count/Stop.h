//===- Stop.h - All threads stop counting, or go on -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_STOP_H
#define ALLOCSITE_RUNTIME_COUNT_STOP_H

#include "Pause.h"

namespace allocsite {

/// Sets or clears a detour for all threads; see Pause.h. Hold RuntimeLock.
void setDetour(Detour Which, bool IsThere);

} // namespace allocsite

#endif
