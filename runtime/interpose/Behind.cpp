//===- Behind.cpp - Who is next behind the entries ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table that the entries jump through, and what fills it: who is called first, who is next, and
// what does an allocator's work where nobody is.
//
// No allocator is called by its name, which a program may not have: the entries know the address.
//
//===----------------------------------------------------------------------===//
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Interposers.h"
#include "Next.h"
#include "Platform.h"
#include "StaticProgram.h"
#include "arch/Machine.h"

#include <dlfcn.h>
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

// What one function does not need, another one does.
#pragma clang diagnostic ignored "-Wunused-parameter"

extern "C" {
// In a library of its own where the C library is older, and in no static program.
__attribute__((weak)) void *dlsym(void *Handle, const char *Name) noexcept;
__attribute__((weak)) char *dlerror() noexcept;
// Of a static C library, whose other names ours have taken the place of.
__attribute__((weak)) void *__libc_memalign(size_t, size_t);
__attribute__((weak)) int __brk(void *);
__attribute__((weak)) void *__sbrk(intptr_t);
__attribute__((visibility("hidden"))) void ALLOCSITE_SYM_START();

// Of the C++ library, where a program has one in itself.
__attribute__((weak)) void (*_ZSt15get_new_handlerv())();
__attribute__((weak)) void *__cxa_allocate_exception(size_t);
__attribute__((weak, noreturn)) void __cxa_throw(void *, void *, void (*)(void *));
extern __attribute__((weak)) char _ZTISt9bad_alloc;
__attribute__((weak)) void _ZNSt9bad_allocD1Ev(void *);
extern __attribute__((weak)) char _ZTVSt9bad_alloc;
}

namespace allocsite {

bool isCxxLibrary(const char *Path) {
  const char *Name = Path ? strrchr(Path, '/') : nullptr;
  Name = Name ? Name + 1 : Path;
  return Name && (strncmp(Name, "libstdc++.so", 12) == 0 || strncmp(Name, "libc++", 6) == 0);
}

namespace {

AllocSiteInterposers &Table = ALLOCSITE_SYM_INTERPOSERS;

/// What the program calls by a name.
#define LINKED(Function, Symbol)                                                              \
  reinterpret_cast<Function *>(const_cast<void *>(Table.Entries->Of[Of_##Symbol].Called))

AllocSiteCalling &calling() { return *Table.Entries->Calling(); }

/// What the loader allocates when it is asked is nobody's.
void **noted() {
  static void *OfLoader;
  AllocSiteCalling &Thread = calling();
  if (!Thread.IsLooking)
    return &Thread.Noted;
  OfLoader = &OfLoader;
  return &OfLoader;
}

/// Other allocators have their own operator new, which need not call malloc.
bool isOfCxxLibrary(AllocSiteInFront F) {
  const AllocSiteInterposed &Of = Table.Of[F];
  return Of.Next == Of.Otherwise || isCxxLibrary(loadedObjectAt(Of.Next));
}

bool hasCxxLibrarys();

bool isOfCxx(AllocSiteInFront F) { return Table.Of[F].Name[0] == '_'; }

/// What goes the shortest way to where the next one leads: past the C++ library's operator new,
/// which only calls malloc, and its operator delete.
void *shortestWay(AllocSiteInFront F);

__attribute__((noinline, cold)) void *findNext(AllocSiteInFront F) {
  AllocSiteInterposed &Of = Table.Of[F];
  // Relaxed: whoever finds nothing finds the same out.
  if (void *Known = __atomic_load_n(&Of.Next, __ATOMIC_RELAXED))
    return Known;
  AllocSiteCalling &Thread = calling();
  if (Thread.IsLooking)
    return nullptr;
  void *Next = nullptr;
  if (&dlsym && !isStaticProgram()) {
    Thread.IsLooking = true;
    const int Saved = errno;
    Next = dlsym(RTLD_NEXT, Of.Name);
    if (!Next && &dlerror) // The program's next call of that must not tell of this.
      dlerror();
    errno = Saved;
    Thread.IsLooking = false;
  }
  if (!Next)
    Next = Of.Otherwise;
  __atomic_store_n(&Of.Next, Next, __ATOMIC_RELAXED);
  if (Of.Direct && Table.isInFront(F))
    __atomic_store_n(Of.Direct, shortestWay(F), __ATOMIC_RELAXED);
  return Next;
}

/// What the first call of a function leads to. A runtime that counts has changed Called meanwhile.
__attribute__((noinline, cold)) void *prepare(AllocSiteInFront F, void *First) {
  AllocSiteInterposed &Of = Table.Of[F];
  // An allocator that maps its first memory, under a lock of its own, must not be called then.
  if (F < Of_mmap)
    ALLOCSITE_SYM_START();
  void *Called = __atomic_load_n(&Of.Called, __ATOMIC_ACQUIRE);
  if (Called != First)
    return Called;
  if (!findNext(F))
    return Of.Otherwise;
  void *Way = shortestWay(F);
  // Release: a way of ours has a next one (short_…).
  __atomic_compare_exchange_n(&Of.Called, &Called, Way, false, __ATOMIC_RELEASE,
                              __ATOMIC_RELAXED);
  return Way;
}

//===----------------------------------------------------------------------===//
// Where there is no next
//===----------------------------------------------------------------------===//

using Malloc = void *(size_t);
using Realloc = void *(void *, size_t);
using PosixMemalign = int(void **, size_t, size_t);
using AlignedNew = void *(size_t, size_t);
using Free = void(void *);
using AlignedDelete = void(void *, size_t);

void *noMemory() {
  errno = ENOMEM;
  return nullptr;
}

/// `Length` characters and a zero.
template <typename T> T *copied(const T *Text, size_t Length, size_t Each) {
  T *To = static_cast<T *>(LINKED(Malloc, malloc)((Length + 1) * Each));
  for (size_t I = 0; To && I < Length; ++I)
    To[I] = Text[I];
  if (To)
    To[Length] = 0;
  return To;
}

void *reallocated(void *Old, size_t Bytes) {
  return Bytes == ~size_t(0) ? noMemory() : LINKED(Realloc, realloc)(Old, Bytes);
}

void *aligned(size_t Alignment, size_t Bytes) {
  return &__libc_memalign ? __libc_memalign(Alignment, Bytes) : noMemory();
}

int alignedTo(void **To, size_t Alignment, size_t Bytes) {
  if (Alignment % sizeof(void *) || !Alignment || Alignment & (Alignment - 1))
    return EINVAL;
  const int Saved = errno;
  void *Block = aligned(Alignment, Bytes);
  errno = Saved;
  if (!Block)
    return ENOMEM;
  *To = Block;
  return 0;
}

void *asAddress(long Result) { return reinterpret_cast<void *>(Result); }
int failed() {
  errno = ENOMEM;
  return -1;
}

void *zeroed(size_t Bytes) {
  void *Block = Bytes == ~size_t(0) ? noMemory() : LINKED(Malloc, malloc)(Bytes);
  return Block ? memset(Block, 0, Bytes) : nullptr;
}

/// operator new of a program that has the C++ library in itself, whose own ours has taken the
/// place of. Alignment: 0 or a power of two.
void *allocateNew(size_t Bytes, size_t Alignment, bool Throws) {
  for (;;) {
    void *Block = nullptr;
    if (!Alignment)
      Block = LINKED(Malloc, malloc)(Bytes ? Bytes : 1);
    else if (LINKED(PosixMemalign, posix_memalign)(
                 &Block, Alignment < sizeof(void *) ? sizeof(void *) : Alignment,
                 Bytes ? Bytes : 1) != 0)
      Block = nullptr;
    if (Block)
      return Block;
    void (*Handler)() = &_ZSt15get_new_handlerv ? _ZSt15get_new_handlerv() : nullptr;
    if (Handler) {
      Handler();
      continue;
    }
    if (!Throws)
      return nullptr;
    if (!&__cxa_allocate_exception || !&__cxa_throw || !&_ZTVSt9bad_alloc)
      __builtin_trap();
    // An object of a class without members: the word of its virtual functions.
    auto *Thrown = static_cast<void **>(__cxa_allocate_exception(sizeof(void *)));
    *Thrown = &_ZTVSt9bad_alloc + 2 * sizeof(void *);
    __cxa_throw(Thrown, &_ZTISt9bad_alloc, _ZNSt9bad_allocD1Ev);
  }
}

/// The alignment among what follows the size: it is small, and a tag of std::nothrow is an
/// address.
size_t alignmentIn() { return 0; }
template <typename... More> size_t alignmentIn(size_t Alignment, More...) { return Alignment; }
template <typename... More> size_t alignmentIn(const void *, More...) { return 0; }
template <typename... More> size_t alignmentOf(size_t, More... Others) {
  return alignmentIn(Others...);
}

/// Of a mangled operator delete.
constexpr bool hasAlignment(const char *Symbol) {
  for (; *Symbol; ++Symbol)
    if (Symbol[0] == 'S' && Symbol[1] == 't' && Symbol[2] == '1' && Symbol[3] == '1')
      return true;
  return false;
}

} // namespace

//===----------------------------------------------------------------------===//
// The functions that the table names
//===----------------------------------------------------------------------===//

/// The first call, and calls past the entry.
#define FIRST(Result, Symbol, Parameters, Arguments)                                          \
  static Result first_##Symbol Parameters {                                                   \
    void *Called = prepare(Of_##Symbol, reinterpret_cast<void *>(first_##Symbol));            \
    [[clang::musttail]] return reinterpret_cast<Result(*) Parameters>(Called) Arguments;      \
  }
#define SEEKER(Result, Symbol, Parameters, Arguments)                                         \
  static Result seek_##Symbol Parameters {                                                    \
    void *Next =                                                                              \
        findNext(Of_##Symbol) ? shortestWay(Of_##Symbol) : Table.Of[Of_##Symbol].Otherwise;   \
    [[clang::musttail]] return reinterpret_cast<Result(*) Parameters>(Next) Arguments;        \
  }
#define ALLOCSITE_ALLOCATES(Result, Symbol, Shown, Parameters, Arguments, Bytes, Otherwise)   \
  static Result otherwise_##Symbol Parameters { return Otherwise; }                           \
  FIRST(Result, Symbol, Parameters, Arguments)                                                \
  SEEKER(Result, Symbol, Parameters, Arguments)
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws)                           \
  static void *otherwise_##Symbol Parameters {                                                \
    const size_t Alignment = alignmentOf Arguments;                                           \
    if (!Alignment && !Table.isInFront(Of__Znwm))                                             \
      return LINKED(Malloc, _Znwm)(A);                                                        \
    if (Alignment && !Table.isInFront(Of__ZnwmSt11align_val_t))                               \
      return LINKED(AlignedNew, _ZnwmSt11align_val_t)(A, Alignment);                          \
    return allocateNew(A, Alignment, Throws);                                                 \
  }                                                                                           \
  FIRST(void *, Symbol, Parameters, Arguments)                                                \
  SEEKER(void *, Symbol, Parameters, Arguments)
// As in the C++ library, all forms of operator delete call the one that the program may have
// replaced. Of `free` there is always a next one, but while the loader is asked.
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments)                                        \
  static void otherwise_##Symbol Parameters {                                                 \
    constexpr bool IsAligned = hasAlignment(#Symbol);                                         \
    if (#Symbol[0] != '_' || calling().IsLooking)                                             \
      return;                                                                                 \
    if (IsAligned && !Table.isInFront(Of__ZdlPvSt11align_val_t))                              \
      LINKED(AlignedDelete, _ZdlPvSt11align_val_t)(Block, 1);                                 \
    else if (!IsAligned && !Table.isInFront(Of__ZdlPv))                                       \
      LINKED(Free, _ZdlPv)(Block);                                                            \
    else                                                                                      \
      LINKED(Free, free)(Block);                                                              \
  }                                                                                           \
  FIRST(void, Symbol, Parameters, Arguments)
#define ALLOCSITE_MAPS(Result, Symbol, Parameters, Arguments, Otherwise)                      \
  static Result otherwise_##Symbol Parameters { return Otherwise; }                           \
  FIRST(Result, Symbol, Parameters, Arguments)
#include "Interposers.inc"

/// Found before a short form is led to. Code of the executable is led by a word that it loads
/// without an order: it may have seen that word, and see no next one yet.
static inline Malloc *nextForShort(AllocSiteInFront F) {
  void *Next = __atomic_load_n(&Table.Of[F].Next, __ATOMIC_RELAXED);
  if (!LoadsAreOrdered && __builtin_expect(!Next, false) && !(Next = findNext(F)))
    Next = Table.Of[F].Otherwise;
  return reinterpret_cast<Malloc *>(Next);
}

/// operator new without the C++ library: what malloc cannot give, that tries again, and throws.
#define ALLOCSITE_PLAIN_NEW(Symbol, Shown)                                                    \
  static void *short_##Symbol(size_t A) {                                                     \
    if (void *Block = nextForShort(Of_malloc)(A ? A : 1))                                     \
      return Block;                                                                           \
    [[clang::musttail]] return nextForShort(Of_##Symbol)(A);                                  \
  }
#include "Interposers.inc"

namespace {
bool findCxxLibrarys() {
  if (!Table.isInFront(Of_malloc) || !Table.isInFront(Of_free))
    return false;
  for (unsigned I = 0; I < ALLOCSITE_IN_FRONT; ++I) {
    const auto F = static_cast<AllocSiteInFront>(I);
    if (isOfCxx(F) && Table.Entries->Of[F].Entry &&
        !(Table.isInFront(F) && findNext(F) && isOfCxxLibrary(F)))
      return false;
  }
  return true;
}

bool hasCxxLibrarys() {
  enum : int { NotKnown, No, Yes };
  static int Known;
  // Relaxed: whoever finds nothing finds the same out. The search finds next functions, whose
  // shortest ways it decides about.
  int Is = __atomic_load_n(&Known, __ATOMIC_RELAXED);
  if (Is == NotKnown) {
    AllocSiteCalling &Thread = calling();
    if (Thread.IsAsking)
      return false;
    Thread.IsAsking = true;
    Is = findCxxLibrarys() ? Yes : No;
    Thread.IsAsking = false;
    __atomic_store_n(&Known, Is, __ATOMIC_RELAXED);
  }
  return Is == Yes;
}

void *shortestWay(AllocSiteInFront F) {
  if (!isOfCxx(F) || !hasCxxLibrarys())
    return Table.Of[F].Next;
#define ALLOCSITE_PLAIN_NEW(Symbol, Shown)                                                    \
  if (F == Of_##Symbol && findNext(Of_malloc))                                                \
    return reinterpret_cast<void *>(short_##Symbol);
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments)                                        \
  if (F == Of_##Symbol)                                                                       \
    if (void *Free = findNext(Of_free))                                                       \
      return Free;
#include "Interposers.inc"
  return Table.Of[F].Next;
}
} // namespace
} // namespace allocsite

using namespace allocsite;

#define ITS(Symbol, Direct, Seeker)                                                           \
  {reinterpret_cast<void *>(first_##Symbol),                                                  \
   nullptr,                                                                                   \
   reinterpret_cast<void *>(otherwise_##Symbol),                                              \
   #Symbol,                                                                                   \
   Direct,                                                                                    \
   Seeker},
#define ALLOCSITE_ALLOCATES(Result, Symbol, Shown, Parameters, Arguments, Bytes, Otherwise)   \
  ITS(Symbol, &ALLOCSITE_SYM_NEXT(Symbol), reinterpret_cast<void *>(seek_##Symbol))
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws)                           \
  ITS(Symbol, &ALLOCSITE_SYM_NEXT(Symbol), reinterpret_cast<void *>(seek_##Symbol))
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments) ITS(Symbol, nullptr, nullptr)
#define ALLOCSITE_MAPS(Result, Symbol, Parameters, Arguments, Otherwise)                      \
  ITS(Symbol, nullptr, nullptr)
AllocSiteInterposers ALLOCSITE_SYM_INTERPOSERS = {findNext,
                                                  hasCxxLibrarys,
                                                  noted,
                                                  &ALLOCSITE_SYM_ENTRIES,
                                                  {
#include "Interposers.inc"
                                                  }};
