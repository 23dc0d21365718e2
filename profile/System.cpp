//===- System.cpp - Memory and files of the system ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "System.h"
#include "Files.h"

#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef __has_feature
#define __has_feature(Name) 0
#endif

namespace allocsite {

// A program may have functions in front of mmap and its kin, ours among them, that count what is
// mapped: these system calls are nobody's. A sanitizer has to see them.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
static constexpr auto *mapAnew = mmap;
static constexpr auto *mapElsewhere = mremap;
static constexpr auto *unmap = munmap;
#else
static void *asAddress(long Result) { return reinterpret_cast<void *>(Result); }
static void *mapAnew(void *At, size_t Bytes, int Access, int Flags, int File, off_t Offset) {
  return asAddress(syscall(SYS_mmap, At, Bytes, Access, Flags, File, Offset));
}
static void *mapElsewhere(void *Pages, size_t OldBytes, size_t NewBytes, int Flags) {
  return asAddress(syscall(SYS_mremap, Pages, OldBytes, NewBytes, Flags));
}
static int unmap(void *Pages, size_t Bytes) {
  return static_cast<int>(syscall(SYS_munmap, Pages, Bytes));
}
#endif

size_t pageBytes() { return getauxval(AT_PAGESZ); }

void *mapPages(size_t Bytes) {
  KeepErrno Keep;
  void *Pages = mapAnew(nullptr, Bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return Pages == MAP_FAILED ? nullptr : Pages;
}

void *mapSharedPages(size_t Bytes) {
  KeepErrno Keep;
  long Pages = syscall(SYS_mmap, nullptr, Bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return Pages == -1 ? nullptr : reinterpret_cast<void *>(Pages);
}

void *growPages(void *Pages, size_t OldBytes, size_t NewBytes) {
  KeepErrno Keep;
  void *Moved = mapElsewhere(Pages, OldBytes, NewBytes, MREMAP_MAYMOVE);
  return Moved == MAP_FAILED ? nullptr : Moved;
}

void unmapPages(void *Pages, size_t Bytes) {
  KeepErrno Keep;
  if (Pages)
    unmap(Pages, Bytes);
}

// Relaxed stores of single words, so that the compiler does not turn the loop into a call of
// memcpy.
void copyWords(void *To, const void *From, size_t Bytes) {
  uint64_t *Target = static_cast<uint64_t *>(To);
  const char *Source = static_cast<const char *>(From);
  for (size_t I = 0; I < Bytes / sizeof(uint64_t); ++I) {
    uint64_t Word;
    __builtin_memcpy(&Word, Source + I * sizeof(Word), sizeof(Word)); // one load
    __atomic_store_n(&Target[I], Word, __ATOMIC_RELAXED);
  }
}

void clearWords(void *To, size_t Bytes) {
  uint64_t *Target = static_cast<uint64_t *>(To);
  for (size_t I = 0; I < Bytes / sizeof(uint64_t); ++I)
    __atomic_store_n(&Target[I], 0, __ATOMIC_RELAXED);
}

int writeAll(int Descriptor, const char *Bytes, size_t Size) {
  while (Size) {
    ssize_t Written = writeFile(Descriptor, Bytes, Size);
    if (Written < 0) {
      if (errno == EINTR)
        continue;
      return errno;
    }
    if (Written == 0)
      return ENOSPC;
    Bytes += Written;
    Size -= static_cast<size_t>(Written);
  }
  return 0;
}

} // namespace allocsite
