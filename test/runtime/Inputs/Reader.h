//===- Reader.h - Who reads what a test prints ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_TEST_READER_H
#define ALLOCSITE_TEST_READER_H

#include <poll.h>
#include <sys/stat.h>

/// Returns when nobody reads the pipe any more; at once if Descriptor is none.
static inline void waitUntilNobodyReads(int Descriptor) {
  struct stat Status;
  struct pollfd Pipe = {Descriptor, 0, 0};
  if (fstat(Descriptor, &Status) == 0 && S_ISFIFO(Status.st_mode))
    while (poll(&Pipe, 1, -1) != 1 || !(Pipe.revents & POLLERR)) {
    }
}

#endif // ALLOCSITE_TEST_READER_H
