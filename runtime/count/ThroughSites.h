//===- ThroughSites.h - Sites of code without the pass ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   return address ─▶ cache ─▶ words that the tags of its object's sites begin with
//                      │ not there, or other code is there now
//                      ▼
//                      label of a site? ─▶ none: the site counts
//                      object (loader)  ─▶ its module, made when it allocates first
//
// A module of the runtime's own (ALLOCSITE_MODULE_THROUGH) has one site for each allocator of
// SystemAllocators.h. All have the same bytes, and each has the path of another object. So
// logs, profiles and marks have them as they have all modules.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_THROUGHSITES_H
#define ALLOCSITE_RUNTIME_COUNT_THROUGHSITES_H

#include "FrameRules.h"
#include "allocsite/Abi.h"
#include "allocsite/SystemAllocators.h"

namespace allocsite {

/// The names of SystemAllocators.h, in its order, and of what maps memory.
constexpr const char *ThroughNames[] = {
#define ALLOCATOR(Symbol, Its) Its,
    ALLOCSITE_SYSTEM_ALLOCATORS(ALLOCATOR)
#undef ALLOCATOR
        "mmap",
    "mremap", "brk", "sbrk"};
constexpr unsigned ThroughKinds = sizeof(ThroughNames) / sizeof(*ThroughNames);

/// The place of an allocator in ThroughNames, from 0.
constexpr unsigned throughKind(const char *Shown) {
  unsigned Found = 0;
  for (const char *Each : ThroughNames) {
    unsigned I = 0;
    while (Each[I] && Each[I] == Shown[I])
      ++I;
    if (Each[I] == Shown[I])
      return Found;
    ++Found;
  }
  return ~0u; // no constant expression uses it
}

/// The same as a constant: the names must not be searched at each call.
template <unsigned Kind> constexpr unsigned ConstantKind = Kind;
#define ALLOCSITE_THROUGH_KIND(Shown) ConstantKind<throughKind(Shown)>

/// What is known of a return address. Threads and signal handlers may write the same one at once:
/// it is believed if the first word is made of the address and of the second, and the third is
/// the code before the address, as it is now (as in count/Walk.h).
struct ThroughCaller {
  uint64_t Check, Starts, Code;

  static constexpr unsigned Log2Count = 13;
  static uint64_t checkOf(uintptr_t Return, uint64_t Starts) {
    return Return ^ Starts * UINT64_C(0x9e3779b97f4a7c15);
  }

  /// False if it is not of that address, or of other code.
  __attribute__((always_inline)) bool read(uintptr_t Return, uint64_t &ItsStarts) const {
    // Acquire: with this code the rest is no older than it, and with this check what Starts leads
    // to is there. Each is released below.
    const uint64_t ItsCode = __atomic_load_n(&Code, __ATOMIC_ACQUIRE);
    const uint64_t ItsCheck = __atomic_load_n(&Check, __ATOMIC_ACQUIRE);
    ItsStarts = __atomic_load_n(&Starts, __ATOMIC_RELAXED);
    return __builtin_expect(ItsCheck == checkOf(Return, ItsStarts) &&
                                ItsCode == wordAt(Return - sizeof(uint64_t)),
                            true);
  }
  void write(uintptr_t Return, uint64_t NewStarts) {
    __atomic_store_n(&Check, uint64_t(0), __ATOMIC_RELAXED);
    __atomic_store_n(&Starts, NewStarts, __ATOMIC_RELAXED);
    __atomic_store_n(&Code, wordAt(Return - sizeof(uint64_t)), __ATOMIC_RELEASE);
    __atomic_store_n(&Check, checkOf(Return, NewStarts), __ATOMIC_RELEASE);
  }
};
extern ThroughCaller ThroughCallers[size_t(1) << ThroughCaller::Log2Count];

/// The words that tags begin with, by throughKind(). Null: calls that return there are counted by
/// a site.
const uint64_t *learnThroughCaller(uintptr_t Return);
/// The same of what maps memory, which sites do not count: code with the pass that calls it goes
/// through no object.
const uint64_t *learnMappingCaller(uintptr_t Return);

/// Whether these are of the object that has malloc.
inline bool isOfHeap(const uint64_t *Starts) { return Starts[ThroughKinds]; }

/// The same, from the cache, or by one of the two. Any thread, signal handlers included.
inline const uint64_t *throughStarts(uintptr_t Return, const uint64_t *(*Learn)(uintptr_t)) {
  const ThroughCaller &Its =
      ThroughCallers[Return * UINT64_C(0x9e3779b97f4a7c15) >> (64 - ThroughCaller::Log2Count)];
  uint64_t Starts;
  return Its.read(Return, Starts) ? reinterpret_cast<const uint64_t *>(Starts) : Learn(Return);
}

/// Makes the module of the program itself, so that a profile tells that such calls were
/// counted. `Entries` is in the object that allocators are called in first (interpose/), and
/// `Malloc` what has malloc behind it, or null. By start-up, once or again.
void startThroughSites(const void *Entries, const void *Malloc);

/// Whether a site is one of these, of an allocator. Any thread.
bool isThroughSite(uint64_t Site);

} // namespace allocsite

#endif
