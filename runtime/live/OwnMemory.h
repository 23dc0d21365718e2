//===- OwnMemory.h - Reads memory that may go meanwhile ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By the system call process_vm_readv on the process itself: another thread may unmap what is
// read, and an error is no fault.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_OWNMEMORY_H
#define ALLOCSITE_RUNTIME_LIVE_OWNMEMORY_H

#include <stddef.h>
#include <stdint.h>

namespace allocsite {

class OwnMemory {
public:
  /// 0, or the errno value for which this process may not read so.
  static int permitted();

  OwnMemory();
  OwnMemory(const OwnMemory &) = delete;
  ~OwnMemory();

  static constexpr size_t MostBytes = size_t(1) << 18;

  /// Null where there is no memory. Else the `Size` bytes at `From`, at most MostBytes, until
  /// the next call; zeros where nothing is mapped. Reads up to `End` at once: give the end of
  /// what is asked for next.
  const char *at(uintptr_t From, size_t Size, uintptr_t End);

  /// Bytes that were asked for and could not be read.
  uint64_t unreadable() const { return Unreadable; }

private:
  char *Buffer;
  uintptr_t Begin = 0;
  size_t Filled = 0;
  uint64_t Unreadable = 0;
};

} // namespace allocsite

#endif
