//===- Gates.h - What calls an allocator and counts -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_GATES_H
#define ALLOCSITE_RUNTIME_COUNT_GATES_H

#include "allocsite/Abi.h"

#define ALLOCSITE_GATE_FUNCTION(Size, Of) gate_##Size##_of_##Of

extern "C" {
/// What code of this executable calls: those below, until goOnAtGates() was called.
#define DECLARE(Size, Of) extern AllocSiteGateFn ALLOCSITE_SYM_GATE(Size, Of);
ALLOCSITE_GATES(DECLARE)
#undef DECLARE
}

namespace allocsite {

/// Each an AllocSiteGateFn that counts.
#define DECLARE(Size, Of)                                                                     \
  __attribute__((used, visibility("hidden"))) void ALLOCSITE_GATE_FUNCTION(Size, Of)(void);
ALLOCSITE_GATES(DECLARE)
#undef DECLARE

/// From now on the executable's calls through gates go on to the allocators: see
/// countNowhere().
__attribute__((visibility("hidden"))) void goOnAtGates();

} // namespace allocsite

#endif
