//===- Platform.h - The operating system behind one header ------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Locks, signals, clocks and error texts from libc alone. The runtime lives in other people's
// programs: whatever is called here neither allocates from the heap nor lets errno, the signal mask
// or the cancellation state change as the program sees them.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PLATFORM_H
#define ALLOCSITE_RUNTIME_PLATFORM_H

#include "profile/System.h"
#include "profile/Text.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

namespace allocsite {

/// Does an object that the loader has mapped hold that address? Any thread; takes the
/// loader's lock.
bool isInLoadedObject(const void *Address);
/// The path of the one that does, as the loader has it: empty of the program, null where there
/// is none. Good until that is unloaded.
const char *loadedObjectAt(const void *Address);
constexpr size_t MostBuildIdBytes = 64;
/// The build id of the one of that name, as loadedObjectAt() has it: the bytes of its note
/// NT_GNU_BUILD_ID, in its own memory; empty where it has none, or a longer one. Takes the loader's
/// lock.
TextRef buildIdOf(const char *Name);

/// Of CLOCK_MONOTONIC. Any thread.
uint64_t monotonicNanoseconds();

/// The first bytes of a file, as of /proc: how many, at most Size; 0 where it cannot be read. Any
/// thread; may change errno.
size_t readStart(const char *Path, char *To, size_t Size);

/// From raise() to lower() its thread takes no signal and cannot be cancelled. May be
/// nested. Makes no system call but rt_sigprocmask, which sandboxes allow: a miss of a
/// program that has locked itself in comes by here.
class SignalShield {
  uint64_t Before; // the kernel's mask: signal n is bit n - 1
  int CancelState;

public:
  void raise();
  void lower();
};

/// While one exists, in a shield, the SIGPIPE or SIGXFSZ that a write of ours raises is
/// swallowed: unblocked it would kill the program. To be made behind what may fail
/// before anything is written.
class QuietWrites {
  uint64_t Ours; // of those two, what was not pending before, which is the program's

public:
  QuietWrites();
  QuietWrites(const QuietWrites &) = delete;
  ~QuietWrites();
};

/// A mutex that a thread may take again while it holds it. It comes with a
/// shield: a handler on the holding thread would wait for ever. Needs no
/// constructor: zeros are an open lock. Any thread, signal handlers included.
class Lock {
  uint32_t Word;  // 0 open, 1 held, 2 held and waited for (a futex)
  uint32_t Depth; // written by the holder alone
  void *Holder;   // the holder's AllocSiteThread, or null
  SignalShield Shield;

  bool enter(bool MayWait);

public:
  void acquire() { enter(/*MayWait=*/true); }
  /// False where another thread holds it; in a child that was made without fork
  /// handlers it may do so for ever.
  bool tryAcquire() { return enter(/*MayWait=*/false); }
  void release();
};

/// The one lock of the runtime: everything but counting itself.
extern Lock RuntimeLock;

class LockGuard {
public:
  LockGuard() { RuntimeLock.acquire(); }
  LockGuard(const LockGuard &) = delete;
  ~LockGuard() { RuntimeLock.release(); }
};

/// The same descriptor above 2, so that what the program prints cannot land in
/// a file of ours. Negative stays as it is.
int aboveStandard(int Descriptor);

/// Has the process no thread but this one? False where that cannot be told.
bool isOnlyThread();
/// Whether there ever was another thread, as far as libc says. No system call.
bool mayHaveThreads();
/// A full memory barrier on each thread of the process, once for all who write. Does nothing
/// before Linux 4.14, or if a sandbox forbids it. Hold RuntimeLock.
void synchronizeThreads();

/// "No space left on device" and the like, in English whatever the locale;
/// null where there is no text for it.
const char *describeError(int Errno);

} // namespace allocsite

#endif
