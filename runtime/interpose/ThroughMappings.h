//===- ThroughMappings.h - Counts what is mapped ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mmap, mremap, brk and sbrk are counted as the allocators of Through.h are: under the context of
// the thread, at a site for the function and the object that calls it. Code with the pass pushes
// before it calls them, so a call of it has its own place, and goes through no object.
//
// What libc maps for itself, and the loader, comes by no symbol and is not seen. The runtime's own
// calls are system calls (profile/System.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_INTERPOSE_THROUGHMAPPINGS_H
#define ALLOCSITE_RUNTIME_INTERPOSE_THROUGHMAPPINGS_H

#include <stdint.h>

namespace allocsite {

struct NewMapping {
  uintptr_t Begin;
  uint64_t Bytes;          ///< As asked for: the last page may reach further.
  uint64_t Span;           ///< Bytes from Begin on in which nothing else is mapped any more.
  uint64_t Start, Context; ///< As countHere() has them.
  bool IsOfHeap;           ///< The object that has malloc maps it.
  uintptr_t Old;           ///< Where it was, of a mapping that is resized; else 0.
};

/// Who follows mappings: live/LiveMappings.h. Any thread. `Caller`: where the function returns to
/// that was called.
struct MappingListener {
  void (*Mapped)(const NewMapping &New, const void *Caller);
  /// Whatever is mapped there is so no more.
  void (*Unmapped)(uintptr_t Begin, uint64_t Bytes, const void *Caller);
};

/// Counts mappings from now on, and tells whom `Follow` returns, which must stay, of them; null:
/// nobody. A message says so where it cannot be. By start-up, after interposeAllocators().
void interposeMappings(const MappingListener *(*Follow)(), bool IsStaticProgram);

} // namespace allocsite

#endif
