//===- System.cpp - Memory and files of the system ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "System.h"
#include "Files.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace allocsite {

void *mapPages(size_t Bytes) {
  KeepErrno Keep;
  void *Pages = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
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
  void *Moved = mremap(Pages, OldBytes, NewBytes, MREMAP_MAYMOVE);
  return Moved == MAP_FAILED ? nullptr : Moved;
}

void unmapPages(void *Pages, size_t Bytes) {
  KeepErrno Keep;
  if (Pages)
    munmap(Pages, Bytes);
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
