//===- Entries.cpp - In front of malloc, free and their kin ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes into executables as bitcode (pass/embed/Embed.cpp), and into liballocsite.so. An entry
// jumps, so that whoever is called sees the caller's return address. Each unit with main compiles
// this: all else is in Behind.cpp, which is compiled before.
//
// All definitions are weak, so that a program that has its own keeps it, and of default
// visibility, which the attribute says on each: -fvisibility=hidden would lose what other
// objects call, silently. A static allocator, or a static C library, wins as well: the reference to
// malloc_usable_size has the linker take it out of its archive. Of a static operator new the one to
// _ZdlPv does, which each unit has that uses operator new (pass/embed/Embed.cpp): executables have
// entries of operator delete with the pass's option live=1 alone.
//
//===----------------------------------------------------------------------===//
#include "Interposers.h"
#include "Next.h"

#ifndef ALLOCSITE_SHARED
__asm__(".globl malloc_usable_size"); // undefined, and no word for the loader to set
#endif

// By a name of its own, so that it can be told from a definition of the program's that has taken its
// place.
#define ALLOCSITE_SYM_ENTRY(Symbol) ALLOCSITE_SYMBOL(entry_##Symbol)
#define ENTRY(Result, Symbol, Parameters, Arguments, ...)                                     \
  extern "C" __attribute__((weak, visibility("hidden") __VA_ARGS__)) Result                   \
  ALLOCSITE_SYM_ENTRY(Symbol) Parameters {                                                    \
    void *Called =                                                                            \
        __atomic_load_n(&ALLOCSITE_SYM_INTERPOSERS.Of[Of_##Symbol].Called, __ATOMIC_ACQUIRE); \
    [[clang::musttail]] return reinterpret_cast<Result(*) Parameters>(Called) Arguments;      \
  }                                                                                           \
  extern "C"                                                                                  \
      __attribute__((weak, visibility("default") __VA_ARGS__)) Result Symbol Parameters       \
      __attribute__((alias(ALLOCSITE_NAME(ALLOCSITE_SYM_ENTRY(Symbol)))));
#define ALLOCSITE_ALLOCATES(Result, Symbol, Shown, Parameters, Arguments, Bytes, Otherwise)   \
  ENTRY(Result, Symbol, Parameters, Arguments, , used)
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws)                           \
  ENTRY(void *, Symbol, Parameters, Arguments, , used)
// Not `used`: the pass takes operator delete out.
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments)                                        \
  ENTRY(void, Symbol, Parameters, Arguments)
#define ALLOCSITE_MAPS(Result, Symbol, Parameters, Arguments, Otherwise)                      \
  ENTRY(Result, Symbol, Parameters, Arguments, , used)
#include "Interposers.inc"

extern "C" {
#define NEXT(Symbol)                                                                          \
  __attribute__((weak, used)) const void *ALLOCSITE_SYM_NEXT(Symbol) =                        \
      reinterpret_cast<const void *>(Symbol);
ALLOCSITE_NEXT_OF(NEXT)
#undef NEXT

#define LINKED(Symbol)                                                                        \
  {reinterpret_cast<const void *>(ALLOCSITE_SYM_ENTRY(Symbol)),                               \
   reinterpret_cast<const void *>(Symbol)},
#define ALLOCSITE_ALLOCATES(Result, Symbol, Shown, Parameters, Arguments, Bytes, Otherwise)   \
  LINKED(Symbol)
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws) LINKED(Symbol)
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments) LINKED(Symbol)
#define ALLOCSITE_MAPS(Result, Symbol, Parameters, Arguments, Otherwise) LINKED(Symbol)
static AllocSiteCalling *calling() {
  static __thread AllocSiteCalling Its __attribute__((tls_model("initial-exec")));
  return &Its;
}

// Weak: several objects may define main.
__attribute__((used)) const AllocSiteEntries ALLOCSITE_SYM_ENTRIES = {calling,
                                                                      {
#include "Interposers.inc"
                                                                      }};
}
