//===- System.h - Memory and files of the system ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operating system services for both the profiled process and the command: pages and complete
// writes. Nothing here allocates from the heap or changes errno in a process.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_SYSTEM_H
#define ALLOCSITE_PROFILE_SYSTEM_H

#include <errno.h>
#include <new>
#include <stddef.h>
#include <stdint.h>

namespace allocsite {

/// Gives the program back the errno that it had.
class KeepErrno {
  int Saved = errno;

public:
  KeepErrno() = default;
  KeepErrno(const KeepErrno &) = delete;
  ~KeepErrno() { errno = Saved; }
};

/// As memcpy and memset to zero, of whole words. Where threads meet, those two
/// are not called: the race detector of a program that has one sees their calls,
/// and does not see our lock. To is aligned to 8; From, tables of 32-bit words in
/// an object file, need not be.
void copyWords(void *To, const void *From, size_t Bytes);
void clearWords(void *To, size_t Bytes);

/// Zeroed private pages, or null. Any thread.
void *mapPages(size_t Bytes);
/// The same, without libc: for what threads share. A race detector takes an
/// mmap that it sees for a write by the thread that made it.
void *mapSharedPages(size_t Bytes);
/// Moves and grows what mapPages returned; null leaves the old pages as they
/// are. Any thread.
void *growPages(void *Pages, size_t OldBytes, size_t NewBytes);
void unmapPages(void *Pages, size_t Bytes);

/// An object in pages of its own: who calls exit may have a small stack. None where there is
/// no memory.
template <typename T> class InPages {
  T *Its = nullptr;

public:
  template <typename... Arguments> explicit InPages(Arguments &&...Of) {
    if (void *Room = mapPages(sizeof(T)))
      Its = new (Room) T(static_cast<Arguments &&>(Of)...);
  }
  InPages(const InPages &) = delete;
  ~InPages() {
    if (Its)
      Its->~T();
    unmapPages(Its, sizeof(T));
  }

  explicit operator bool() const { return Its; }
  T &operator*() { return *Its; }
  T *operator->() { return Its; }
};

/// Writes all bytes, whatever the interruptions. Returns 0 or an errno value.
int writeAll(int Descriptor, const char *Bytes, size_t Size);

} // namespace allocsite

#endif
