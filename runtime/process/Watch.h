//===- Watch.h - What was counted since a program asked ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_WATCH_H
#define ALLOCSITE_RUNTIME_PROCESS_WATCH_H

struct allocsite_watch;

namespace allocsite {

/// As allocsite_watch_begin() and allocsite_watch_end() of allocsite/control.h, which the
/// numbers below belong to: 0 or an errno value. Not under RuntimeLock.
long beginWatch(bool OfThread, allocsite_watch **Made);
long endWatch(allocsite_watch *Its, const void *Visitor);

} // namespace allocsite

#endif
