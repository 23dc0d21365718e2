//===- Fork.h - What a fork does to the counters ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_FORK_H
#define ALLOCSITE_RUNTIME_PROCESS_FORK_H

namespace allocsite {

/// From now on each fork() comes by here. Once, by start-up.
void watchForks();

} // namespace allocsite

#endif
