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
// From the count to the end of the hook the thread counts by itself, as where nobody listens.
// So what the hook allocates is counted and not told, and no hook is called inside another
// one of its thread.
//
// The probes are those of SystemTap's <sys/sdt.h>: a nop, and a note that says where it is and
// in which registers its arguments are.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_HOOKS_H
#define ALLOCSITE_RUNTIME_COUNT_HOOKS_H

#include "Pause.h"
#include "allocsite/control.h"

namespace allocsite {

/// The hooks of the program from now on; null: none. `Probes`: tells the probes, whoever else
/// listens. Returns 0 or an errno value. Hold RuntimeLock.
int setHooks(const struct allocsite_hooks *Hooks, void *User);
void startProbes();

/// Whether hooks or probes are told of frees and resets. Any thread.
bool hasListeners();

/// While it exists, a thread that was hooked counts by itself.
class Telling {
  ThreadTable *Table; // null: it was not hooked

public:
  Telling();
  Telling(const Telling &) = delete;
  ~Telling();

  explicit operator bool() const { return Table; }
};

/// To be called while Telling says so. Block is null where it is not known.
void tellAllocated(const void *Block, uint64_t Size, uint64_t Site, uint64_t Context);
void tellFreed(const void *Block, uint64_t Size, uint64_t Site, uint64_t Context);
void tellReset(const void *Arena, uint64_t Size, uint64_t Site, uint64_t Context);

/// Called for what is allocated below a function that must not allocate; null: by nobody.
extern void (*AllocatedInNoAlloc)(uint64_t Size, uint64_t Site, uint64_t Context);

/// Without the lock.
void tellMark(const char *Name);

} // namespace allocsite

#endif
