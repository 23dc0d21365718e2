//===- Through.cpp - Counts what code without the pass allocates ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Through.h"
#include "Thread.h"
#include "arch/Machine.h"
#include "count/Labels.h"
#include "count/ThroughSites.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "arch/OwnCode.h"

extern "C" {
// In a library of its own where the C library is older, and in no static program.
__attribute__((weak)) void *dlsym(void *Handle, const char *Name) noexcept;
}

namespace allocsite {

/// Those that calls of the process lead to, once it is known.
static AllocSiteInterposers *Its;
static const BlockListener *Listener; // null: blocks are not followed

//===----------------------------------------------------------------------===//
// A block comes
//===----------------------------------------------------------------------===//

/// What tags of the caller's calls begin with; null: a gate has called, or the call of a site, and
/// counts.
__attribute__((always_inline)) static inline const uint64_t *startsOf(const void *Caller) {
  const auto Return = reinterpret_cast<uintptr_t>(Caller);
  return isOfRuntime(Return) ? nullptr : throughStarts(Return, learnThroughCaller);
}

__attribute__((noinline)) static void count(uint64_t Start, size_t Size, void *Block) {
  if (__builtin_expect(!Block, false) && Size)
    Start ^= ALLOCSITE_SITE_FAILED;
  const uint64_t Context = ALLOCSITE_SYM_THREAD.Context;
  if (Listener)
    Listener->Allocated(Block, Start, Context, Size);
  else
    countHere(&Start, Context, Size);
}

/// Whether an allocator that is counted itself has made this call: the note is taken then.
static inline bool isInner() {
  void **Noted = Its->Noted();
  if (__builtin_expect(!*Noted, true))
    return false;
  *Noted = nullptr;
  return true;
}

/// While an allocator calls the next one, which may call another that is interposed, and may
/// leave by unwinding: then the note is taken already.
class Noting {
  void **Noted = Its->Noted();
  const bool IsFirst = !*Noted;

public:
  explicit Noting(void *Caller) {
    if (IsFirst)
      *Noted = Caller;
  }
  /// When the next one has returned. Whether the call is to be counted.
  bool end() {
    if (IsFirst)
      *Noted = nullptr;
    return IsFirst;
  }
};

#define UNPACK(...) __VA_ARGS__
/// One that calls no other. What is counted elsewhere goes on by a jump.
#define DEFINE_INNER(Result, Symbol, Shown, Parameters, Arguments, Bytes, Failed, BlockOf)    \
  __attribute__((noinline)) static Result through_##Symbol(const uint64_t *Starts,            \
                                                           UNPACK Parameters) {               \
    auto *Next = Its->next<Result Parameters>(Of_##Symbol, nullptr);                          \
    if (!Next)                                                                                \
      return Failed;                                                                          \
    if (!Starts || isInner())                                                                 \
      return Next Arguments;                                                                  \
    Result Made = Next Arguments;                                                             \
    count(Starts[ALLOCSITE_THROUGH_KIND(Shown)], Bytes, BlockOf);                             \
    return Made;                                                                              \
  }                                                                                           \
  static Result counted_##Symbol Parameters {                                                 \
    const uint64_t *Starts = startsOf(__builtin_return_address(0));                           \
    void *Next = __atomic_load_n(&Its->Of[Of_##Symbol].Next, __ATOMIC_RELAXED);               \
    if (!Starts && Next) [[clang::musttail]]                                                  \
      return reinterpret_cast<Result(*) Parameters>(Next) Arguments;                          \
    return through_##Symbol(Starts, UNPACK Arguments);                                        \
  }
DEFINE_INNER(void *, malloc, "malloc", (size_t A), (A), A, nullptr, Made)
DEFINE_INNER(void *, calloc, "calloc", (size_t A, size_t B), (A, B), product(A, B), nullptr,
             Made)
DEFINE_INNER(void *, aligned_alloc, "aligned_alloc", (size_t A, size_t B), (A, B), B, nullptr,
             Made)
DEFINE_INNER(void *, memalign, "memalign", (size_t A, size_t B), (A, B), B, nullptr, Made)
DEFINE_INNER(int, posix_memalign, "posix_memalign", (void **To, size_t A, size_t B),
             (To, A, B), B, ENOMEM, Made ? nullptr : *To)
DEFINE_INNER(void *, valloc, "valloc", (size_t A), (A), A, nullptr, Made)
DEFINE_INNER(void *, pvalloc, "pvalloc", (size_t A), (A), A, nullptr, Made)

/// One that may call another.
#define DEFINE_OUTER(Result, Symbol, Shown, Parameters, Arguments, Bytes)                     \
  static Result counted_##Symbol Parameters {                                                 \
    void *Caller = __builtin_return_address(0);                                               \
    auto *Next = Its->next(Of_##Symbol, counted_##Symbol);                                    \
    if (!Next)                                                                                \
      return nullptr;                                                                         \
    Noting While(Caller);                                                                     \
    Result Made = Next Arguments;                                                             \
    if (While.end())                                                                          \
      if (const uint64_t *Starts = startsOf(Caller))                                          \
        count(Starts[ALLOCSITE_THROUGH_KIND(Shown)], Bytes, Made);                            \
    return Made;                                                                              \
  }
DEFINE_OUTER(char *, strdup, "strdup", (const char *A), (A), lengthOf(A, ~size_t(0)) + 1)
DEFINE_OUTER(char *, strndup, "strndup", (const char *A, size_t B), (A, B), lengthOf(A, B) + 1)
DEFINE_OUTER(wchar_t *, wcsdup, "wcsdup", (const wchar_t *A), (A),
             (lengthOf(A, ~size_t(0)) + 1) * sizeof(wchar_t))
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws)                           \
  DEFINE_OUTER(void *, Symbol, Shown, Parameters, Arguments, A)
#define ALLOCSITE_PLAIN_NEW(Symbol, Shown)
#include "Interposers.inc"

/// The two forms that are called most: instead of the C++ library's, malloc is called. What that
/// cannot give, the library's tries again, and throws.
#define ALLOCSITE_PLAIN_NEW(Symbol, Shown)                                                    \
  DEFINE_OUTER(void *, Symbol, Shown, (size_t A), (A), A)                                     \
  static void *direct_##Symbol(size_t A) {                                                    \
    auto *Next = Its->next(Of_malloc, counted_malloc);                                        \
    void *Made = Next ? Next(A ? A : 1) : nullptr;                                            \
    if (__builtin_expect(!Made, false)) [[clang::musttail]]                                   \
      return counted_##Symbol(A);                                                             \
    const uint64_t *Starts = startsOf(__builtin_return_address(0));                           \
    if (Starts && !isInner())                                                                 \
      count(Starts[ALLOCSITE_THROUGH_KIND(Shown)], A, Made);                                  \
    return Made;                                                                              \
  }                                                                                           \
  static void *chosen_##Symbol(size_t A) {                                                    \
    auto *Counted = Its->HasCxxLibrarys() ? direct_##Symbol : counted_##Symbol;               \
    Its->lead(Of_##Symbol, reinterpret_cast<void *>(Counted));                                \
    [[clang::musttail]] return Counted(A);                                                    \
  }
#include "Interposers.inc"

//===----------------------------------------------------------------------===//
// A block is resized
//===----------------------------------------------------------------------===//

using ReallocFunction = void *(void *, size_t);

/// `Starts`: null where the call is counted elsewhere.
__attribute__((noinline)) static void *resize(unsigned Kind, const uint64_t *Starts, void *Old,
                                              size_t Size, const void *Caller,
                                              const void *Sp) {
  auto *Next = Its->next<ReallocFunction>(Of_realloc, nullptr);
  if (!Next) {
    errno = ENOMEM;
    return nullptr;
  }
  if (Starts && isInner())
    Starts = nullptr;
  const BlockListener *To = Old ? Listener : nullptr;
  const uint64_t Taken = To ? To->Take(Old) : 0;
  void *New = Next(Old, Size);
  if (To && !New && Size)
    To->PutBack(Old, Taken);
  else if (To)
    To->Resized(Taken, Old, New, Caller, Sp);
  if (Starts)
    count(Starts[Kind], Size, New);
  return New;
}

static void *counted_realloc(void *Old, size_t Size) {
  const uint64_t *Starts = startsOf(__builtin_return_address(0));
  // Of nothing, and counted elsewhere, as allocators call that have this one function.
  if (auto *Next = Old || Starts ? nullptr : Its->next<ReallocFunction>(Of_realloc, nullptr))
      [[clang::musttail]]
    return Next(Old, Size);
  return resize(ALLOCSITE_THROUGH_KIND("realloc"), Starts, Old, Size,
                __builtin_return_address(0), ALLOCSITE_STACK_OF_GATE());
}
static void *counted_reallocarray(void *Old, size_t Count, size_t Size) {
  const uint64_t *Starts = startsOf(__builtin_return_address(0));
  const size_t Bytes = product(Count, Size);
  if (Bytes != ~size_t(0))
    return resize(ALLOCSITE_THROUGH_KIND("reallocarray"), Starts, Old, Bytes,
                  __builtin_return_address(0), ALLOCSITE_STACK_OF_GATE());
  errno = ENOMEM;
  if (Starts && !isInner())
    count(Starts[ALLOCSITE_THROUGH_KIND("reallocarray")], Bytes, nullptr);
  return nullptr;
}
/// Where frees are told and nothing is counted.
static void *followed_realloc(void *Old, size_t Size) {
  return resize(0, nullptr, Old, Size, __builtin_return_address(0), ALLOCSITE_STACK_OF_GATE());
}
static void *followed_reallocarray(void *Old, size_t Count, size_t Size) {
  const size_t Bytes = product(Count, Size);
  if (Bytes != ~size_t(0))
    return resize(0, nullptr, Old, Bytes, __builtin_return_address(0),
                  ALLOCSITE_STACK_OF_GATE());
  errno = ENOMEM;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// A block goes
//===----------------------------------------------------------------------===//

static void followed_free(void *Block) {
  if (Listener && Block)
    Listener->Freed(Block, false, __builtin_return_address(0));
  if (auto *Next = Its->next(Of_free, followed_free))
    Next(Block);
}

/// Before the next form of delete. A block that is told of here is not told of again where that
/// calls free. All forms tell, since allocators have their own that do not call it.
__attribute__((noinline)) static void tellDeleted(AllocSiteInFront F, void *Told,
                                                  const void *Block, const void *Caller) {
  const BlockListener *To = Listener;
  if (To && !To->WantsCallers && Its->HasCxxLibrarys()) {
    void *Expected = Told;
    AllocSiteInterposed &Of = Its->Of[F];
    __atomic_compare_exchange_n(&Of.Called, &Expected, Of.Next, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
  } else if (To && Block) {
    To->Freed(Block, true, Caller);
  }
}

#define ALLOCSITE_FREES(Symbol, Parameters, Arguments)                                        \
  static void deleted_##Symbol Parameters {                                                   \
    if (auto *Next = Its->next(Of_##Symbol, deleted_##Symbol)) {                              \
      tellDeleted(Of_##Symbol, reinterpret_cast<void *>(deleted_##Symbol), Block,             \
                  __builtin_return_address(0));                                               \
      Next Arguments;                                                                         \
    }                                                                                         \
  }
#include "Interposers.inc"

} // namespace allocsite

//===----------------------------------------------------------------------===//
// Start-up
//===----------------------------------------------------------------------===//

#pragma clang section text = ""

namespace allocsite {

static AllocSiteInterposers *findInterposers() {
  if (ALLOCSITE_SYM_INTERPOSERS.Entries)
    return &ALLOCSITE_SYM_INTERPOSERS;
#ifdef ALLOCSITE_SHARED
  return nullptr;
#else
  static constexpr char Name[] = ALLOCSITE_NAME(ALLOCSITE_SYM_INTERPOSERS);
  return &dlsym ? static_cast<AllocSiteInterposers *>(dlsym(RTLD_DEFAULT, Name)) : nullptr;
#endif
}

AllocSiteInterposers *interposers() {
  static bool IsKnown;
  if (!IsKnown)
    Its = findInterposers();
  IsKnown = true;
  return Its;
}

void *findLoaded(const char *Name) { return &dlsym ? dlsym(RTLD_DEFAULT, Name) : nullptr; }

/// ALLOCSITE_IN_FRONT where nothing stands in front of it.
static AllocSiteInFront functionOf(const char *Name) {
  unsigned I = 0;
  while (I < ALLOCSITE_IN_FRONT && !(interposers() && !strcmp(Name, Its->Of[I].Name) &&
                                     Its->isInFront(static_cast<AllocSiteInFront>(I))))
    ++I;
  return static_cast<AllocSiteInFront>(I);
}

bool isInFront(const char *Name) { return functionOf(Name) != ALLOCSITE_IN_FRONT; }

void *findFunction(const char *Name) {
  const AllocSiteInFront F = functionOf(Name);
  return F == ALLOCSITE_IN_FRONT ? findLoaded(Name) : Its->FindNext(F);
}

bool interposeFrees(const BlockListener *To) {
  if (!interposers())
    return false;
  Listener = To;
  if (!To)
    return false;
#define SET(Symbol, To) Its->lead(Of_##Symbol, reinterpret_cast<void *>(To))
#define ALLOCSITE_FREES(Symbol, Parameters, Arguments) SET(Symbol, deleted_##Symbol);
#include "Interposers.inc"
  SET(free, followed_free);
  // Code of the executable must not go past what is freed there.
  Its->Of[Of_realloc].Direct = Its->Of[Of_reallocarray].Direct = nullptr;
  SET(realloc, followed_realloc);
  SET(reallocarray, followed_reallocarray);
#undef SET
  return true;
}

static WhyPartial Why = WhyPartial::AsAsked;
WhyPartial whyPartial() { return Why; }

static WhyPartial whyNotInterposed(bool IsStaticProgram) {
  if (!interposers())
    return WhyPartial::Sanitized;
  if (IsStaticProgram)
    return WhyPartial::Static;
  const void *Called = findLoaded("malloc");
  if (Called == Its->Entries->Of[Of_malloc].Entry)
    return WhyPartial::Nothing;
#ifdef ALLOCSITE_SHARED
  if (Called == Its->FindNext(Of_malloc))
    return WhyPartial::Behind;
#endif
  return Its->isInFront(Of_malloc) ? WhyPartial::Hidden : WhyPartial::OwnMalloc;
}

void interposeAllocators(bool IsStaticProgram) {
  Why = whyNotInterposed(IsStaticProgram);
  if (Why != WhyPartial::Nothing)
    return;
  startThroughSites(Its, Its->FindNext(Of_malloc));
  for (unsigned I = 0; I < ALLOCSITE_IN_FRONT; ++I)
    if (const AllocSiteInterposed &Of = Its->Of[I];
        Of.Direct && !Of.Next && Its->isInFront(static_cast<AllocSiteInFront>(I)))
      __atomic_store_n(Of.Direct, Of.Seeker, __ATOMIC_RELAXED);
#define LEAD(Symbol) Its->lead(Of_##Symbol, reinterpret_cast<void *>(counted_##Symbol));
#define ALLOCSITE_ALLOCATES(Result, Symbol, Shown, Parameters, Arguments, Bytes, Otherwise)   \
  LEAD(Symbol)
#define ALLOCSITE_NEW(Symbol, Shown, Parameters, Arguments, Throws) LEAD(Symbol)
#include "Interposers.inc"
#define ALLOCSITE_PLAIN_NEW(Symbol, Shown)                                                    \
  Its->lead(Of_##Symbol, reinterpret_cast<void *>(chosen_##Symbol));
#include "Interposers.inc"
}

} // namespace allocsite
