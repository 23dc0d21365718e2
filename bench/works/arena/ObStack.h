//===- ObStack.h - An arena that is emptied all at once ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As small as an arena can be: what a profiler adds shows at its worst. With
// -DRIVAL each allocation is told to a rival profiler, see rivals/.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_OBSTACK_H
#define BENCH_OBSTACK_H

#include <cstddef>
#include <cstdlib>

#ifdef RIVAL
extern "C" void recordAllocation(size_t Size);
#endif

/// Not thread safe: one thread, one ObStack.
class ObStack {
public:
  explicit ObStack(size_t Size)
      : Begin(static_cast<char *>(std::malloc(Size))), Cursor(Begin),
        End(Begin + Size) {
    if (!Begin)
      std::abort();
  }
  ~ObStack() { std::free(Begin); }
  ObStack(const ObStack &) = delete;
  ObStack &operator=(const ObStack &) = delete;

  /// Size bytes, a multiple of 8; all that was allocated before goes when the
  /// arena is full.
  void *alloc(size_t Size) {
#ifdef RIVAL
    recordAllocation(Size);
#endif
    if (Size > size_t(End - Cursor))
      reset();
    void *Result = Cursor;
    Cursor += Size;
    return Result;
  }

  void reset() { Cursor = Begin; }

private:
  char *Begin, *Cursor, *End;
};

#endif
