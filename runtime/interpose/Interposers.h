//===- Interposers.h - Where malloc and its kin lead to ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   malloc(n) of any code ─▶ Entries.cpp, in the executable ──jump──▶ libc's malloc
//                            or in liballocsite.so             │
//                                                              └ or Through.cpp, where the
//                                                                runtime wants to count
//
// Libraries call the allocators and `free` of the first object that has them, which is the
// executable, or a library that is preloaded. An entry there is one jump through a word of this
// table. Until the first call the word leads to a function that starts the runtime and looks for
// whoever is next; a runtime that counts leads it to functions of its own.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_INTERPOSE_INTERPOSERS_H
#define ALLOCSITE_RUNTIME_INTERPOSE_INTERPOSERS_H

#include "allocsite/Abi.h"

#include <stddef.h>

/// One function. All threads read Called and Next; the others never change.
struct AllocSiteInterposed {
  void *Called;     ///< What a call leads to.
  void *Next;       ///< The next object's function of that name; null: not looked for yet.
  void *Otherwise;  ///< What does its work where there is no next.
  const char *Name; ///< The symbol.
  const void *
      *Direct;  ///< What code of the executable calls (Next.h): set when Next is. Or null.
  void *Seeker; ///< For Direct, until then: looks for the next one, and goes on there.
  const void *Entry; ///< What stands in front, unless the program has a function of that name.
  const void *Linked; ///< What the program calls by that name: Entry, or its own.
};

struct AllocSiteInterposers {
  /// What a call of the function leads to behind this object: another object's, or Otherwise.
  /// Null while the thread asks the loader, which may allocate or free: it does without. Sets
  /// Direct, where the entry is in front. Any thread.
  void *(*FindNext)(AllocSiteInterposed *Of);
  /// Whether the entries are in front of malloc, free and all forms of operator new and delete, and
  /// of these all that are next are the C++ library's, which call malloc and free. Any thread, but
  /// not while it asks the loader.
  bool (*HasCxxLibrarys)();
  /// Of the calling thread: an allocator that is about to call another one notes its caller
  /// there, so that both are one call.
  void **(*Noted)();

#define ALLOCSITE_ALLOCATES(Result, Symbol, Shown, Parameters, Arguments, Bytes, Otherwise)   \
  AllocSiteInterposed Of_##Symbol;
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws)                           \
  AllocSiteInterposed Of_##Symbol;
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments) AllocSiteInterposed Of_##Symbol;
#include "Interposers.inc"
};

#endif
