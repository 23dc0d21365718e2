//===- OwnMemory.cpp - Reads memory that may go meanwhile -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OwnMemory.h"
#include "profile/System.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace allocsite {

static constexpr size_t PageBytes = 4096; // the smallest there are

/// How many of the bytes, from the first on; -1 sets errno.
static ssize_t readOwn(uintptr_t From, void *To, size_t Size) {
  struct iovec Local = {To, Size};
  struct iovec Remote = {reinterpret_cast<void *>(From), Size};
  return syscall(SYS_process_vm_readv, syscall(SYS_getpid), &Local, 1UL, &Remote, 1UL, 0UL);
}

int OwnMemory::permitted() {
  KeepErrno Keep;
  uint64_t Word = 1, Read = 0;
  if (readOwn(reinterpret_cast<uintptr_t>(&Word), &Read, sizeof(Word)) < 0)
    return errno;
  return 0;
}

OwnMemory::OwnMemory() : Buffer(static_cast<char *>(mapPages(MostBytes))) {}
OwnMemory::~OwnMemory() { unmapPages(Buffer, MostBytes); }

const char *OwnMemory::at(uintptr_t From, size_t Size, uintptr_t End) {
  if (From >= Begin && From - Begin <= Filled && Filled - (From - Begin) >= Size)
    return Buffer + (From - Begin);
  if (!Buffer)
    return nullptr;
  KeepErrno Keep;
  size_t Wanted = End - From < MostBytes ? End - From : MostBytes;
  if (Wanted < Size)
    Wanted = Size;
  Begin = From;
  for (Filled = 0; Filled < Wanted;) {
    const ssize_t Got = readOwn(From + Filled, Buffer + Filled, Wanted - Filled);
    if (Got > 0) {
      Filled += static_cast<size_t>(Got);
      continue;
    }
    // Nothing there: on with the next page.
    size_t Skipped = PageBytes - (From + Filled) % PageBytes;
    if (Skipped > Wanted - Filled)
      Skipped = Wanted - Filled;
    memset(Buffer + Filled, 0, Skipped);
    Filled += Skipped;
    Unreadable += Skipped;
  }
  return Buffer;
}

} // namespace allocsite
