//===- Callers.h - How often each place has called --------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table by return address (Interposed.h). Which object an address belongs to is asked when
// the program ends: the loader's list of objects has a lock, and this runs in every call.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_INTERPOSE_CALLERS_H
#define ALLOCSITE_RUNTIME_INTERPOSE_CALLERS_H

namespace allocsite {

/// Counts a call that returns to \p Place. Any thread, also in a signal handler.
void countCall(void *Place);

} // namespace allocsite

#endif
