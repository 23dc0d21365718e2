//===- Entries.cpp - In front of malloc, free and their kin ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes into executables as bitcode (pass/embed/Embed.cpp), and into liballocsite.so. An entry
// jumps, so that whoever is called sees the caller's return address.
//
// All definitions are weak, so that a program that has its own keeps it, and of default
// visibility, which the attribute says on each: -fvisibility=hidden would lose what other
// objects call, silently. A static allocator, or a static C library, wins as well: the reference to
// malloc_usable_size has the linker take it out of its archive.
//
//===----------------------------------------------------------------------===//
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Interposers.h"
#include "Next.h"
#include "StaticProgram.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>

#ifdef ALLOCSITE_SHARED
#define ITS_VISIBILITY "default"
#else
#define ITS_VISIBILITY "hidden"
#endif
// What one function does not need, another one does.
#pragma clang diagnostic ignored "-Wunused-parameter"
#define EXPORTED __attribute__((weak, visibility("default"), used))

#ifndef ALLOCSITE_SHARED
__asm__(".globl malloc_usable_size"); // undefined, and no word for the loader to set
#endif

extern "C" {
// In a library of its own where the C library is older, and in no static program.
__attribute__((weak)) void *dlsym(void *Handle, const char *Name) noexcept;
__attribute__((weak)) char *dlerror() noexcept;
// Of a static C library, whose other names ours have taken the place of.
__attribute__((weak)) void *__libc_memalign(size_t, size_t);
__attribute__((visibility("hidden"))) void ALLOCSITE_SYM_START();
extern AllocSiteInterposers ALLOCSITE_SYM_INTERPOSERS
    __attribute__((visibility(ITS_VISIBILITY)));

// Of the C++ library, where a program has one in itself.
__attribute__((weak)) void (*_ZSt15get_new_handlerv())();
__attribute__((weak)) void *__cxa_allocate_exception(size_t);
__attribute__((weak, noreturn)) void __cxa_throw(void *, void *, void (*)(void *));
extern __attribute__((weak)) char _ZTISt9bad_alloc;
__attribute__((weak)) void _ZNSt9bad_allocD1Ev(void *);
extern __attribute__((weak)) char _ZTVSt9bad_alloc;

#define ALLOCSITE_ALLOCATES(Result, Symbol, Shown, Parameters, Arguments, Bytes, Otherwise)   \
  Result Symbol Parameters;
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws) void *Symbol Parameters;
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments) void Symbol Parameters;
#include "Interposers.inc"
}

namespace {

__thread void *TheNoted __attribute__((tls_model("initial-exec")));

/// Is the loader being asked by this thread?
__thread bool IsLooking __attribute__((tls_model("initial-exec")));

/// What the loader allocates then is nobody's.
void **noted() {
  static void *OfLoader;
  if (!IsLooking)
    return &TheNoted;
  OfLoader = &OfLoader;
  return &OfLoader;
}

bool startsWith(const char *Text, const char *Start) {
  while (*Start && *Text == *Start)
    ++Text, ++Start;
  return !*Start;
}

/// The name of the object that an address is in; null if it is in none. dladdr() would look at all
/// symbols of the object.
const char *objectOf(const void *Address) {
  struct Search {
    ElfW(Addr) Address;
    const char *Name;
  } Its = {reinterpret_cast<ElfW(Addr)>(Address), nullptr};
  dl_iterate_phdr(
      [](struct dl_phdr_info *Object, size_t, void *To) {
        auto &Its = *static_cast<Search *>(To);
        for (unsigned I = 0; I < Object->dlpi_phnum; ++I)
          if (const ElfW(Phdr) &Segment = Object->dlpi_phdr[I];
              Segment.p_type == PT_LOAD &&
              Its.Address - Object->dlpi_addr - Segment.p_vaddr < Segment.p_memsz) {
            Its.Name = Object->dlpi_name;
            return 1;
          }
        return 0;
      },
      &Its);
  return Its.Name;
}

bool isInFront(const AllocSiteInterposed &Of) { return Of.Linked == Of.Entry; }

/// Other allocators have their own operator new, which need not call malloc.
bool isOfCxxLibrary(const AllocSiteInterposed &Of) {
  if (Of.Next == Of.Otherwise)
    return true;
  const char *Name = objectOf(Of.Next);
  for (const char *At = Name; At && *At; ++At)
    if (*At == '/')
      Name = At + 1;
  return Name && (startsWith(Name, "libstdc++.so") || startsWith(Name, "libc++"));
}

bool hasCxxLibrarys();

/// What goes the shortest way to where the next one leads: past the C++ library's operator new,
/// which only calls malloc, and its operator delete.
void *shortestWay(const AllocSiteInterposed &Of);

__attribute__((noinline, cold)) void *findNext(AllocSiteInterposed *Of) {
  // Relaxed: whoever finds nothing finds the same out.
  if (void *Known = __atomic_load_n(&Of->Next, __ATOMIC_RELAXED))
    return Known;
  if (IsLooking)
    return nullptr;
  void *Next = nullptr;
  if (&dlsym && !allocsite::isStaticProgram()) {
    IsLooking = true;
    const int Saved = errno;
    Next = dlsym(RTLD_NEXT, Of->Name);
    if (!Next && &dlerror) // The program's next call of that must not tell of this.
      dlerror();
    errno = Saved;
    IsLooking = false;
  }
  if (!Next)
    Next = Of->Otherwise;
  __atomic_store_n(&Of->Next, Next, __ATOMIC_RELAXED);
  if (Of->Direct && isInFront(*Of))
    __atomic_store_n(Of->Direct, shortestWay(*Of), __ATOMIC_RELAXED);
  return Next;
}

/// What the first call of a function leads to. A runtime that counts has changed Called meanwhile.
__attribute__((noinline, cold)) void *prepare(AllocSiteInterposed *Of, void *First) {
  ALLOCSITE_SYM_START();
  void *Called = __atomic_load_n(&Of->Called, __ATOMIC_RELAXED);
  if (Called != First)
    return Called;
  if (!findNext(Of))
    return Of->Otherwise;
  void *Way = shortestWay(*Of);
  __atomic_compare_exchange_n(&Of->Called, &Called, Way, false, __ATOMIC_RELAXED,
                              __ATOMIC_RELAXED);
  return Way;
}

//===----------------------------------------------------------------------===//
// Where there is no next
//===----------------------------------------------------------------------===//

void *noMemory() {
  errno = ENOMEM;
  return nullptr;
}

size_t product(size_t A, size_t B) {
  size_t Bytes;
  return __builtin_mul_overflow(A, B, &Bytes) ? ~size_t(0) : Bytes;
}

template <typename T> size_t lengthOf(const T *Text, size_t Most) {
  size_t Length = 0;
  while (Length < Most && Text[Length])
    ++Length;
  return Length;
}

/// `Length` characters and a zero.
template <typename T> T *copied(const T *Text, size_t Length, size_t Each) {
  T *To = static_cast<T *>(malloc((Length + 1) * Each));
  for (size_t I = 0; To && I < Length; ++I)
    To[I] = Text[I];
  if (To)
    To[Length] = 0;
  return To;
}

void *reallocated(void *Old, size_t Bytes) {
  return Bytes == ~size_t(0) ? noMemory() : realloc(Old, Bytes);
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

constexpr size_t PageBytes = 4096;

void *zeroed(size_t Bytes) {
  char *Block = static_cast<char *>(Bytes == ~size_t(0) ? noMemory() : malloc(Bytes));
  for (size_t I = 0; Block && I < Bytes; ++I)
    static_cast<volatile char *>(Block)[I] = 0;
  return Block;
}

/// operator new of a program that has the C++ library in itself, whose own ours has taken the
/// place of. Alignment: 0 or a power of two.
void *allocateNew(size_t Bytes, size_t Alignment, bool Throws) {
  for (;;) {
    void *Block = nullptr;
    if (!Alignment)
      Block = malloc(Bytes ? Bytes : 1);
    else if (posix_memalign(&Block, Alignment < sizeof(void *) ? sizeof(void *) : Alignment,
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
// The entries
//===----------------------------------------------------------------------===//

// By a name of its own, so that it can be told from a definition of the program's that has taken its
// place.
#define ALLOCSITE_SYM_ENTRY(Symbol) ALLOCSITE_SYMBOL(entry_##Symbol)
#define ENTRY(Result, Symbol, Parameters, Arguments)                                          \
  static Result first_##Symbol Parameters {                                                   \
    void *Called = prepare(&ALLOCSITE_SYM_INTERPOSERS.Of_##Symbol,                            \
                           reinterpret_cast<void *>(first_##Symbol));                         \
    [[clang::musttail]] return reinterpret_cast<Result(*) Parameters>(Called) Arguments;      \
  }                                                                                           \
  extern "C" __attribute__((weak, used, visibility("hidden"))) Result ALLOCSITE_SYM_ENTRY(    \
      Symbol) Parameters {                                                                    \
    void *Called =                                                                            \
        __atomic_load_n(&ALLOCSITE_SYM_INTERPOSERS.Of_##Symbol.Called, __ATOMIC_RELAXED);     \
    [[clang::musttail]] return reinterpret_cast<Result(*) Parameters>(Called) Arguments;      \
  }                                                                                           \
  extern "C" EXPORTED Result Symbol Parameters                                                \
      __attribute__((alias(ALLOCSITE_NAME(ALLOCSITE_SYM_ENTRY(Symbol)))));
#define ALLOCSITE_ALLOCATES(Result, Symbol, Shown, Parameters, Arguments, Bytes, Otherwise)   \
  static Result otherwise_##Symbol Parameters { return Otherwise; }                           \
  ENTRY(Result, Symbol, Parameters, Arguments)
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws)                           \
  static void *otherwise_##Symbol Parameters {                                                \
    const size_t Alignment = alignmentOf Arguments;                                           \
    if (!Alignment && !isInFront(ALLOCSITE_SYM_INTERPOSERS.Of__Znwm))                         \
      return _Znwm(A);                                                                        \
    if (Alignment && !isInFront(ALLOCSITE_SYM_INTERPOSERS.Of__ZnwmSt11align_val_t))           \
      return _ZnwmSt11align_val_t(A, Alignment);                                              \
    return allocateNew(A, Alignment, Throws);                                                 \
  }                                                                                           \
  ENTRY(void *, Symbol, Parameters, Arguments)
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments)                                        \
  static void otherwise_##Symbol Parameters;                                                  \
  ENTRY(void, Symbol, Parameters, Arguments)
#include "Interposers.inc"

// What operator delete does where ours has taken the place of the C++ library's: as there, all forms
// call the one that the program may have replaced. Of `free` there is always a next one, but while
// the loader is asked.
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments)                                        \
  static void otherwise_##Symbol Parameters {                                                 \
    constexpr bool IsAligned = hasAlignment(#Symbol);                                         \
    if (#Symbol[0] != '_' || IsLooking)                                                       \
      return;                                                                                 \
    if (IsAligned && !isInFront(ALLOCSITE_SYM_INTERPOSERS.Of__ZdlPvSt11align_val_t))          \
      _ZdlPvSt11align_val_t(Block, 1);                                                        \
    else if (!IsAligned && !isInFront(ALLOCSITE_SYM_INTERPOSERS.Of__ZdlPv))                   \
      _ZdlPv(Block);                                                                          \
    else                                                                                      \
      free(Block);                                                                            \
  }
#include "Interposers.inc"

#define SEEKER(Result, Symbol, Parameters, Arguments)                                         \
  static Result seek_##Symbol Parameters {                                                    \
    AllocSiteInterposed *Of = &ALLOCSITE_SYM_INTERPOSERS.Of_##Symbol;                         \
    void *Next = findNext(Of) ? shortestWay(*Of) : Of->Otherwise;                             \
    [[clang::musttail]] return reinterpret_cast<Result(*) Parameters>(Next) Arguments;        \
  }
#define ALLOCSITE_ALLOCATES(Result, Symbol, Shown, Parameters, Arguments, Bytes, Otherwise)   \
  SEEKER(Result, Symbol, Parameters, Arguments)
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws)                           \
  SEEKER(void *, Symbol, Parameters, Arguments)
#include "Interposers.inc"

#define NEXT(Symbol)                                                                          \
  extern "C" __attribute__((weak, used)) const void *ALLOCSITE_SYM_NEXT(Symbol) =             \
      reinterpret_cast<const void *>(Symbol);
ALLOCSITE_NEXT_OF(NEXT)
#undef NEXT

#define ITS(Symbol, Direct, Seeker)                                                           \
  {reinterpret_cast<void *>(first_##Symbol),                                                  \
   nullptr,                                                                                   \
   reinterpret_cast<void *>(otherwise_##Symbol),                                              \
   #Symbol,                                                                                   \
   Direct,                                                                                    \
   Seeker,                                                                                    \
   reinterpret_cast<void *>(ALLOCSITE_SYM_ENTRY(Symbol)),                                     \
   reinterpret_cast<void *>(Symbol)},
#define ALLOCSITE_ALLOCATES(Result, Symbol, Shown, Parameters, Arguments, Bytes, Otherwise)   \
  ITS(Symbol, &ALLOCSITE_SYM_NEXT(Symbol), reinterpret_cast<void *>(seek_##Symbol))
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws)                           \
  ITS(Symbol, &ALLOCSITE_SYM_NEXT(Symbol), reinterpret_cast<void *>(seek_##Symbol))
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments) ITS(Symbol, nullptr, nullptr)
// Weak, as the runtime refers to it: in assembly of the same object.
__attribute__((weak, used)) AllocSiteInterposers ALLOCSITE_SYM_INTERPOSERS = {
    findNext,
    hasCxxLibrarys,
    noted,
#include "Interposers.inc"
};

/// operator new without the C++ library: what malloc cannot give, that tries again, and throws.
#define ALLOCSITE_PLAIN_NEW(Symbol, Shown)                                                    \
  static void *short_##Symbol(size_t A) {                                                     \
    AllocSiteInterposed &Malloc = ALLOCSITE_SYM_INTERPOSERS.Of_malloc;                        \
    void *Next = __atomic_load_n(&Malloc.Next, __ATOMIC_RELAXED);                             \
    if (void *Block = reinterpret_cast<void *(*)(size_t)>(Next)(A ? A : 1))                   \
      return Block;                                                                           \
    [[clang::musttail]] return reinterpret_cast<void *(*)(size_t)>(                           \
        ALLOCSITE_SYM_INTERPOSERS.Of_##Symbol.Next)(A);                                       \
  }
#include "Interposers.inc"

namespace {
bool findCxxLibrarys() {
  AllocSiteInterposers &Its = ALLOCSITE_SYM_INTERPOSERS;
  if (!isInFront(Its.Of_malloc) || !isInFront(Its.Of_free))
    return false;
  bool AreAll = true;
  auto look = [&](AllocSiteInterposed &Of) {
    if (AreAll && Of.Name[0] == '_')
      AreAll = isInFront(Of) && findNext(&Of) && isOfCxxLibrary(Of);
  };
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws) look(Its.Of_##Symbol);
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments) look(Its.Of_##Symbol);
#include "Interposers.inc"
  return AreAll;
}

bool hasCxxLibrarys() {
  enum : int { NotKnown, No, Yes, IsAsking };
  static int Known;
  // Relaxed: whoever finds nothing finds the same out. The search finds next functions, whose
  // shortest ways it decides about.
  int Is = __atomic_load_n(&Known, __ATOMIC_RELAXED);
  if (Is == NotKnown) {
    static __thread bool IsAsked __attribute__((tls_model("initial-exec")));
    if (IsAsked)
      return false;
    IsAsked = true;
    Is = findCxxLibrarys() ? Yes : No;
    IsAsked = false;
    __atomic_store_n(&Known, Is, __ATOMIC_RELAXED);
  }
  return Is == Yes;
}

void *shortestWay(const AllocSiteInterposed &Of) {
  if (Of.Name[0] != '_' || !hasCxxLibrarys())
    return Of.Next;
  AllocSiteInterposers &Its = ALLOCSITE_SYM_INTERPOSERS;
#define ALLOCSITE_PLAIN_NEW(Symbol, Shown)                                                    \
  if (&Of == &Its.Of_##Symbol && findNext(&Its.Of_malloc))                                    \
    return reinterpret_cast<void *>(short_##Symbol);
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments)                                        \
  if (&Of == &Its.Of_##Symbol)                                                                \
    if (void *Free = findNext(&Its.Of_free))                                                  \
      return Free;
#include "Interposers.inc"
  return Of.Next;
}
} // namespace
