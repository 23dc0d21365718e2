//===- Interposers.h - Where malloc and its kin lead to ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   malloc(n) of any code ─▶ Entries.cpp, in the executable ──jump──▶ libc's malloc
//                            or in liballocsite.so             │      (Behind.cpp finds it)
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
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#include <wchar.h>

/// The functions, in the order of the list.
enum AllocSiteInFront : unsigned {
#define ALLOCSITE_ALLOCATES(Result, Symbol, Shown, Parameters, Arguments, Bytes, Otherwise)   \
  Of_##Symbol,
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws) Of_##Symbol,
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments) Of_##Symbol,
#define ALLOCSITE_MAPS(Result, Symbol, Parameters, Arguments, Otherwise) Of_##Symbol,
#include "Interposers.inc"
  ALLOCSITE_IN_FRONT
};

/// What the linker has decided about one function.
struct AllocSiteLinked {
  /// What stands in front, unless the program has a function of that name. Null: nothing does, of
  /// operator delete.
  const void *Entry;
  const void *Called; ///< What the program calls by that name: Entry, or its own.
};

/// What a thread that is in one of the functions remembers.
struct AllocSiteCalling {
  /// An allocator that is about to call another one notes its caller here, so that both are one
  /// call.
  void *Noted;
  bool IsLooking; ///< Asks the loader who is next.
  bool IsAsking;  ///< Asks whether the next are the C++ library's.
};

/// The entries of an object. Never changes.
struct AllocSiteEntries {
  AllocSiteCalling *(*Calling)(); ///< The calling thread's, which assembly cannot define.
  AllocSiteLinked Of[ALLOCSITE_IN_FRONT];
};

/// One function. All threads read Called and Next; the others never change.
struct AllocSiteInterposed {
  /// What a call leads to. Loaded with acquire: a function of the runtime's needs what start-up
  /// has written.
  void *Called;
  /// The next object's function of that name; null: not looked for yet. Relaxed: its object was
  /// loaded before its address was found.
  void *Next;
  void *Otherwise;  ///< What does its work where there is no next.
  const char *Name; ///< The symbol.
  const void *
      *Direct;  ///< What code of the executable calls (Next.h): set when Next is. Or null.
  void *Seeker; ///< For Direct, until then: looks for the next one, and goes on there.
};

struct AllocSiteInterposers {
  /// What a call of the function leads to behind this object: another object's, or Otherwise.
  /// Null while the thread asks the loader, which may allocate or free: it does without. Sets
  /// Direct, where the entry is in front. Any thread.
  void *(*FindNext)(AllocSiteInFront F);
  /// Whether the entries are in front of malloc, free and all forms of operator new, and of delete
  /// where there are such entries, and of these all that are next are the C++ library's, which call
  /// malloc and free. Any thread, but not while it asks the loader.
  bool (*HasCxxLibrarys)();
  /// Of the calling thread, AllocSiteCalling::Noted.
  void **(*Noted)();
  /// Null: the object has no entries, and nothing else here is of use.
  const AllocSiteEntries *Entries;
  AllocSiteInterposed Of[ALLOCSITE_IN_FRONT];

  /// Whether what the program calls by that name is the entry, and not a function of its own.
  bool isInFront(AllocSiteInFront F) const {
    return Entries->Of[F].Entry && Entries->Of[F].Called == Entries->Of[F].Entry;
  }
  /// Calls of the function lead to `To` from now on. Any thread.
  void lead(AllocSiteInFront F, void *To) {
    // Release, with the acquire of the entry. Who still calls the next one is not counted.
    __atomic_store_n(&Of[F].Called, To, __ATOMIC_RELEASE);
  }
  /// What a function leads to behind the entries; of the type of `Like`. Null while the thread asks
  /// the loader, but of a function that maps.
  template <typename Function> Function *next(AllocSiteInFront F, Function *) {
    void *Known = __atomic_load_n(&Of[F].Next, __ATOMIC_RELAXED);
    if (__builtin_expect(!Known, false))
      Known = FindNext(F);
    return reinterpret_cast<Function *>(Known || F < Of_mmap ? Known : Of[F].Otherwise);
  }
};

#ifdef ALLOCSITE_SHARED
#define ALLOCSITE_INTERPOSERS_VISIBILITY "default"
#else
#define ALLOCSITE_INTERPOSERS_VISIBILITY "hidden"
#endif

extern "C" {
/// Behind.cpp.
extern AllocSiteInterposers ALLOCSITE_SYM_INTERPOSERS
    __attribute__((visibility(ALLOCSITE_INTERPOSERS_VISIBILITY)));
/// Entries.cpp, which an executable with whole=0 is without, and what is built with a sanitizer.
extern const AllocSiteEntries ALLOCSITE_SYM_ENTRIES
    __attribute__((weak, visibility("hidden")));
}

namespace allocsite {
/// Whether a path, or null, is that of a C++ library, whose operator new calls malloc, and whose
/// operator delete calls free. Any thread.
bool isCxxLibrary(const char *Path);

// What some of the functions allocate, in bytes and characters.

inline size_t product(size_t A, size_t B) {
  size_t Bytes;
  return __builtin_mul_overflow(A, B, &Bytes) ? ~size_t(0) : Bytes;
}
inline size_t lengthOf(const char *Text, size_t Most) { return strnlen(Text, Most); }
inline size_t lengthOf(const wchar_t *Text, size_t) { return wcslen(Text); }
} // namespace allocsite

#endif
