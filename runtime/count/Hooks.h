//===- Hooks.h - Tells the program of each allocation -----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   allocation ──▶ miss (the thread is hooked: Pause.h) ──▶ counted as always
//                                                       ──▶ the probe, and on_alloc()
//
// From the count to the end of the hook the thread counts inline, as without hooks. So the
// hook's own allocations are counted but not reported, and hooks do not nest on a thread.
//
// The probes are those of SystemTap's <sys/sdt.h>: a nop, and a note with its address and the
// registers of its arguments.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_HOOKS_H
#define ALLOCSITE_RUNTIME_COUNT_HOOKS_H

#include "Pause.h"
#include "allocsite/control.h"

namespace allocsite {

/// Sets the hooks of the program; null: none. Returns 0 or an errno value. Hold RuntimeLock.
int setHooks(const struct allocsite_hooks *Hooks, void *User);
/// Fires the probes from now on. Hold RuntimeLock.
void startProbes();

/// The probes of OpenTelemetry's contract, otel_memory:alloc and free. Their arguments are in the
/// registers of a call. Any thread; who decides what passes them is in live/PassedBlocks.h.
void probeOtelAllocated(const void *Block, uint64_t Size, uint64_t Weighted);
void probeOtelFreed(const void *Block);

/// True if frees and resets are reported to hooks or probes. Any thread.
bool hasListeners();

/// While it exists, a hooked thread counts inline.
class Telling {
  ThreadTable *Table; // null: it was not hooked

public:
  Telling();
  Telling(const Telling &) = delete;
  ~Telling();

  explicit operator bool() const { return Table; }
};

/// Call only while Telling permits it. Block is null if not known.
void tellAllocated(const void *Block, uint64_t Size, uint64_t Site, uint64_t Context);
void tellFreed(const void *Block, uint64_t Size, uint64_t Site, uint64_t Context);
void tellReset(const void *Arena, uint64_t Size, uint64_t Site, uint64_t Context);

/// Called for each allocation below a function that must not allocate, unless it is null.
extern void (*AllocatedInNoAlloc)(uint64_t Size, uint64_t Site, uint64_t Context);

/// Calls on_mark(). Do not hold RuntimeLock.
void tellMark(const char *Name);

} // namespace allocsite

#endif
