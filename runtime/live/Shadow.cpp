//===- Shadow.cpp - From the address of a block to its record -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Shadow.h"
#include "profile/System.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace allocsite {

bool Shadow::start(unsigned Granule) {
  Log2Granule = Granule;
  Top = static_cast<Entry **>(mapSharedPages(Chunks * sizeof(Entry *)));
  return Top;
}

void Shadow::setInherited(bool Is) {
  KeepErrno Keep;
  // Before Linux 4.14 it has no effect.
  if (Top)
    syscall(SYS_madvise, Top, Chunks * sizeof(Entry *),
            Is ? MADV_KEEPONFORK : MADV_WIPEONFORK);
}

Shadow::Entry *Shadow::make(const void *Address) {
  uint64_t Chunk = addressOf(Address) >> Log2Chunk;
  if (Chunk >= Chunks)
    return nullptr;
  size_t Bytes = sizeof(Entry) << (Log2Chunk - Log2Granule);
  auto *Made = static_cast<Entry *>(mapSharedPages(Bytes));
  if (!Made)
    return nullptr;
  KeepErrno Keep;
  // A core file shall not be larger for it. By system call: see mapSharedPages.
  syscall(SYS_madvise, Made, Bytes, MADV_DONTDUMP);
  // Release: who sees the pointer sees the zeros. Of two threads one is first.
  Entry *Other = nullptr;
  if (!__atomic_compare_exchange_n(&Top[Chunk], &Other, Made, false, __ATOMIC_RELEASE,
                                   __ATOMIC_ACQUIRE)) {
    syscall(SYS_munmap, Made, Bytes);
    Made = Other;
  }
  return Made + indexOf(Address);
}

} // namespace allocsite
