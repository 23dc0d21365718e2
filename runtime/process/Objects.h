//===- Objects.h - What is alive, as a program asks it ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_OBJECTS_H
#define ALLOCSITE_RUNTIME_PROCESS_OBJECTS_H

struct allocsite_object_visitor;
struct allocsite_totals;

namespace allocsite {

/// allocsite_object_counts() and allocsite_object_sizes(). Return 0 or an errno value. Any
/// thread.
long visitObjects(bool BySize, const allocsite_object_visitor &To);

/// allocsite_arena_totals().
long sumArena(const void *Arena, struct allocsite_totals *To);

} // namespace allocsite

#endif
