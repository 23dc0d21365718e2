//===- fuzz.h - What a made-up program stands on ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fuzz_program.py writes programs that say, at each call and each allocation,
// what a profile has to show for it:
//
//     Sum += CALL("f2(int, unsigned int)", f5(Depth - 1, X));
//     keep(ALLOC("malloc", "f2(int, unsigned int)", 3, 24, malloc(24)));
//
// Ordinarily the macros are the expression and nothing else. With -DTRUTH they
// keep a stack of the calls under way and count allocations beside it, so that
// the program itself writes the profile that is expected of it. Nothing here
// knows of the pass.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_TEST_FUZZ_H
#define ALLOCSITE_TEST_FUZZ_H

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

#ifdef TRUTH
#include "fuzz_truth.h"
// One of these an expression: the frame lasts to the end of the statement.
// ORDINAL: the n-th allocation of CALLER, calls into the C++ library that
// allocate among them. LIBRARY: what operator new is asked for during this
// expression is CALLER's.
#define CALL(CALLER, ...) (truth::Frame(CALLER), __VA_ARGS__)
#define ALLOC(ALLOCATOR, CALLER, ORDINAL, SIZE, ...)                           \
  (truth::count(ALLOCATOR, {CALLER, __FILE__, __LINE__, ORDINAL}, SIZE),       \
   truth::Frame(CALLER), __VA_ARGS__)
#define LIBRARY(CALLER, ORDINAL, ...)                                          \
  (truth::Library({CALLER, __FILE__, __LINE__, ORDINAL}), __VA_ARGS__)
#define GUARD(CALLER) Guard TheGuard{CALLER}
#define FINISH() truth::finish()
#else
#define CALL(CALLER, ...) (__VA_ARGS__)
#define ALLOC(ALLOCATOR, CALLER, ORDINAL, SIZE, ...) (__VA_ARGS__)
#define LIBRARY(CALLER, ORDINAL, ...) (__VA_ARGS__)
#define GUARD(CALLER) Guard TheGuard
#define FINISH() ((void)0)
#endif

#define NOINLINE __attribute__((noinline))
#ifndef ALWAYS_INLINE // a build without inlining has it `inline`
#define ALWAYS_INLINE inline __attribute__((always_inline))
#endif

/// The optimiser must believe that memory is used, and keeps its allocation.
inline void *keep(void *Memory) {
  asm volatile("" : "+r"(Memory) : : "memory");
  return Memory;
}

/// Work after a call, so that it is not a tail call.
extern volatile unsigned Sink;

/// Ends a run that would take too long. The same steps are taken in each build.
extern int Fuel;

/// Hands out a small buffer over and over, and calls malloc now and then. What
/// is asked of it is never written to.
class ObStack {
public:
  void *alloc(size_t Size) {
    if (Size > Room)
      CALL("ObStack::alloc(unsigned long)", refill(Size));
    Room -= Size;
    return Buffer;
  }
  void *calloc(size_t Size) {
    void *Memory = CALL("ObStack::calloc(unsigned long)", alloc(Size));
    ++Sink;
    return Memory;
  }
  NOINLINE void *allocPinned(size_t Size) {
    void *Memory = CALL("ObStack::allocPinned(unsigned long)", alloc(Size));
    ++Sink;
    return Memory;
  }

private:
  void refill(size_t Size) {
    Size += 100;
    // clang-format off: allocation and macro are on one line
    free(ALLOC("malloc", "ObStack::refill(unsigned long)", 1, Size, keep(malloc(Size))));
    // clang-format on
    Room = Size + 5000;
  }

  char Buffer[8] = {};
  size_t Room = 0;
};

extern ObStack Arena;

/// Its destructor allocates, on the way out and when unwinding alike.
struct Guard {
#ifdef TRUTH
  const char *Caller;
#endif
  ~Guard() {
#ifdef TRUTH
    truth::Frame InScope(Caller);
#endif
    keep(ALLOC("ObStack::alloc", "Guard::~Guard()", 1, 72, Arena.alloc(72)));
    ++Sink;
  }
};

#endif
