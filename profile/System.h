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

/// Restores errno at the end of its scope.
class KeepErrno {
  int Saved = errno;

public:
  KeepErrno() = default;
  KeepErrno(const KeepErrno &) = delete;
  ~KeepErrno() { errno = Saved; }
};

/// Like memcpy and memset to zero, of whole words, for memory that threads share. A race
/// detector would see calls of memcpy and memset but not our lock. To is aligned to 8;
/// From (tables of 32-bit words in an object file) need not be.
void copyWords(void *To, const void *From, size_t Bytes);
void clearWords(void *To, size_t Bytes);

/// Of the kernel's pages. No system call: any thread, also before libc's constructors.
size_t pageBytes();

/// Zeroed private pages, or null; the kernel rounds up. Any thread.
void *mapPages(size_t Bytes);
/// Like mapPages, but by system call, for memory that threads share: a race detector takes
/// an mmap that it sees for a write by the calling thread.
void *mapSharedPages(size_t Bytes);
/// Grows pages from mapPages, perhaps moving them. Null on failure: the old pages are as
/// before. Any thread.
void *growPages(void *Pages, size_t OldBytes, size_t NewBytes);
void unmapPages(void *Pages, size_t Bytes);

/// An object in pages of its own: the thread that calls exit may have a small stack. False if
/// memory is short.
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

/// Writes all bytes, retrying after interruptions. Returns 0 or an errno value.
int writeAll(int Descriptor, const char *Bytes, size_t Size);

} // namespace allocsite

#endif
