//===- Entries.cpp - In front of malloc and its kin -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// liballocsite-uncounted.so, preloaded, defines the allocators of SystemAllocators.h: each
// call of the process comes by, is counted, and goes on to whoever is next.
//
//     a plug-in ──operator new──▶ here ──▶ libstdc++ ──malloc──▶ here ──▶ libc
//                                 notes the plug-in              counts a call of the plug-in
//
// An allocator that calls another, as operator new does, counts once, by its first caller: it
// notes the caller, and the next malloc of the thread takes the note. One that calls none
// counts when it returns. There is no depth to be put back where operator new throws.
//
// Nothing of this is in the runtime that programs carry: without the library, malloc costs
// what it costs. free() and its kin are in Frees.cpp.
//
//===----------------------------------------------------------------------===//
#include "Next.h"
#include "allocsite/Interposed.h"

#include <errno.h>
#include <stddef.h>

using namespace allocsite;

extern "C" __attribute__((visibility("default"))) AllocSiteInterposed ALLOCSITE_SYM_INTERPOSED;
AllocSiteInterposed ALLOCSITE_SYM_INTERPOSED;

/// Counts a call that returns to `Place` in a table by return address (Interposed.h). Any
/// thread, also in a signal handler. Which object an address belongs to is asked when the
/// program ends: the loader's list of objects has a lock, and this runs in every call.
static void countCall(void *Place) {
  // Relaxed throughout: a count orders nothing, and is read when the program has ended.
  AllocSiteInterposed &To = ALLOCSITE_SYM_INTERPOSED;
  const uintptr_t Address = reinterpret_cast<uintptr_t>(Place);
  constexpr unsigned Most = ALLOCSITE_INTERPOSED_CALLERS;
  unsigned At = static_cast<unsigned>(Address * UINT64_C(0x9e3779b97f4a7c15) >> 50);
  static_assert(Most == 1u << (64 - 50), "the hash has as many values");
  for (unsigned Tried = 0; Tried < 64; ++Tried, At = (At + 1) % Most) {
    AllocSiteCaller &Slot = To.Callers[At];
    uintptr_t Found = __atomic_load_n(&Slot.Address, __ATOMIC_RELAXED);
    if (!Found && __atomic_compare_exchange_n(&Slot.Address, &Found, Address, false,
                                              __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      Found = Address;
    if (Found == Address) {
      __atomic_fetch_add(&Slot.Calls, 1, __ATOMIC_RELAXED);
      return;
    }
  }
  __atomic_fetch_add(&To.Others, 1, __ATOMIC_RELAXED);
}

/// The caller of an allocator that is about to call another; of this thread.
static __thread void *Noted __attribute__((tls_model("initial-exec")));

static void countFor(void *Caller) {
  void *First = Noted;
  Noted = nullptr;
  countCall(First ? First : Caller);
}

// Symbol: of a function that returns Failed where there is no next. Parameters and Arguments
// are in parentheses. Before and After the call.
#define FORWARD(Result, Symbol, Parameters, Arguments, Failed, Before, After)                 \
  extern "C" __attribute__((visibility("default"))) Result Symbol Parameters;                 \
  Result Symbol Parameters {                                                                  \
    static void *Known;                                                                       \
    auto *Next = reinterpret_cast<Result(*) Parameters>(findNext(&Known, #Symbol));           \
    if (!Next)                                                                                \
      return Failed;                                                                          \
    Before;                                                                                   \
    Result Its = Next Arguments;                                                              \
    After;                                                                                    \
    return Its;                                                                               \
  }

/// Calls no other that is defined here.
#define LEAF(Result, Symbol, Parameters, Arguments, Failed)                                   \
  FORWARD(Result, Symbol, Parameters, Arguments, Failed,                                      \
          countFor(__builtin_return_address(0)), (void)0)

/// May call one.
#define OUTER(Result, Symbol, Parameters, Arguments)                                          \
  FORWARD(Result, Symbol, Parameters, Arguments, nullptr,                                     \
          void *Caller = __builtin_return_address(0);                                         \
          bool IsFirst = !Noted;                                                              \
          if (IsFirst) Noted = Caller, if (IsFirst && Noted == Caller) countFor(Caller))

LEAF(void *, malloc, (size_t Size), (Size), nullptr)
LEAF(void *, calloc, (size_t Count, size_t Size), (Count, Size), nullptr)
LEAF(void *, realloc, (void *Old, size_t Size), (Old, Size), nullptr)
LEAF(void *, aligned_alloc, (size_t Alignment, size_t Size), (Alignment, Size), nullptr)
LEAF(void *, memalign, (size_t Alignment, size_t Size), (Alignment, Size), nullptr)
LEAF(int, posix_memalign, (void **To, size_t Alignment, size_t Size), (To, Alignment, Size),
     ENOMEM)
LEAF(void *, valloc, (size_t Size), (Size), nullptr)
LEAF(void *, pvalloc, (size_t Size), (Size), nullptr)

OUTER(void *, reallocarray, (void *Old, size_t Count, size_t Size), (Old, Count, Size))
OUTER(char *, strdup, (const char *Text), (Text))
OUTER(char *, strndup, (const char *Text, size_t Size), (Text, Size))
OUTER(wchar_t *, wcsdup, (const wchar_t *Text), (Text))

// operator new and operator new[]: of a size; with std::nothrow; aligned; both.
OUTER(void *, _Znwm, (size_t Size), (Size))
OUTER(void *, _Znam, (size_t Size), (Size))
OUTER(void *, _ZnwmRKSt9nothrow_t, (size_t Size, const void *Tag), (Size, Tag))
OUTER(void *, _ZnamRKSt9nothrow_t, (size_t Size, const void *Tag), (Size, Tag))
OUTER(void *, _ZnwmSt11align_val_t, (size_t Size, size_t Alignment), (Size, Alignment))
OUTER(void *, _ZnamSt11align_val_t, (size_t Size, size_t Alignment), (Size, Alignment))
OUTER(void *, _ZnwmSt11align_val_tRKSt9nothrow_t,
      (size_t Size, size_t Alignment, const void *Tag), (Size, Alignment, Tag))
OUTER(void *, _ZnamSt11align_val_tRKSt9nothrow_t,
      (size_t Size, size_t Alignment, const void *Tag), (Size, Alignment, Tag))
