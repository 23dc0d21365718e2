//===- ThroughMappings.cpp - Counts what is mapped ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ThroughMappings.h"
#include "Message.h"
#include "Platform.h"
#include "Thread.h"
#include "Through.h"
#include "arch/Machine.h"
#include "count/ThroughSites.h"
#include "store/Profile.h"

#include <sys/mman.h>

#include "arch/OwnCode.h"

namespace allocsite {

static AllocSiteInterposers *Its; // constant where one of the functions below is called
static const MappingListener *Listener;
static uintptr_t PageMask;

// The loader is asked, and a stack is learnt, before the lock is taken or after: who holds the
// loader's may wait for ours. A child that runs no fork handlers has our lock as it was, and goes by.

namespace {
/// What a call is counted as; nothing where it asks for no bytes, which is never right.
class Counted {
  const void *const Caller;
  const uint64_t *const Starts;
  const unsigned Kind;
  const uint64_t Bytes;

public:
  Counted(unsigned Kind, const void *Caller, uint64_t Bytes)
      : Caller(Caller),
        Starts(Bytes ? throughStarts(reinterpret_cast<uintptr_t>(Caller), learnMappingCaller)
                     : nullptr),
        Kind(Kind), Bytes(Bytes) {}

  /// The call has mapped its bytes at `Made`; MAP_FAILED, which sbrk returns as well: it has not.
  /// Then no range of `Span` bytes from there on is what it was.
  void count(void *Made, uint64_t Span, const void *Old = nullptr) const {
    if (!Starts)
      return;
    KeepErrno Keep;
    const uint64_t Context = ALLOCSITE_SYM_THREAD.Context;
    const bool HasFailed = Made == MAP_FAILED;
    uint64_t Start = HasFailed ? Starts[Kind] ^ ALLOCSITE_SITE_FAILED : Starts[Kind];
    countHere(&Start, Context, Bytes);
    if (Listener && !HasFailed)
      Listener->Mapped({reinterpret_cast<uintptr_t>(Made), Bytes, Span, Start, Context,
                        isOfHeap(Starts), addressOf(Old)},
                       Caller);
  }
};
} // namespace

static uint64_t wholePages(uint64_t Bytes) { return (Bytes + ~PageMask) & PageMask; }

static void tellUnmapped(const void *Begin, uint64_t Bytes, const void *Caller) {
  if (Listener)
    Listener->Unmapped(addressOf(Begin), Bytes, Caller);
}

#define DEFINE_MMAP(Symbol)                                                                   \
  static void *counted_##Symbol(void *At, size_t Bytes, int Access, int Flags, int File,      \
                                off_t Offset) {                                               \
    auto *Next = Its->next(Of_##Symbol, counted_##Symbol);                                    \
    void *Made = Next(At, Bytes, Access, Flags, File, Offset);                                \
    if (isOwnProcess())                                                                       \
      Counted(ALLOCSITE_THROUGH_KIND("mmap"), __builtin_return_address(0), Bytes)             \
          .count(Made, wholePages(Bytes));                                                    \
    return Made;                                                                              \
  }
DEFINE_MMAP(mmap)
DEFINE_MMAP(mmap64)

// While another thread may be given the addresses: the system call and what it means to the
// listener are one, under the lock.

static int followed_munmap(void *Begin, size_t Bytes) {
  auto *Next = Its->next(Of_munmap, followed_munmap);
  if (!isOwnProcess())
    return Next(Begin, Bytes);
  LockGuard Guard;
  const int Result = Next(Begin, Bytes);
  if (Result == 0)
    tellUnmapped(Begin, wholePages(Bytes), __builtin_return_address(0));
  return Result;
}

static void *counted_mremap(void *Old, size_t OldBytes, size_t Bytes, int Flags, void *At) {
#ifndef MREMAP_DONTUNMAP
  constexpr int MREMAP_DONTUNMAP = 4;
#endif
  const void *Caller = __builtin_return_address(0);
  auto *Next = Its->next(Of_mremap, counted_mremap);
  if (!isOwnProcess())
    return Next(Old, OldBytes, Bytes, Flags, At);
  const Counted Call(ALLOCSITE_THROUGH_KIND("mremap"), Caller, Bytes);
  const bool IsOldGone = OldBytes && !(Flags & MREMAP_DONTUNMAP);
  void *Made;
  {
    LockGuard Guard;
    Made = Next(Old, OldBytes, Bytes, Flags, At);
    if (Made != MAP_FAILED && IsOldGone)
      tellUnmapped(Old, wholePages(OldBytes), Caller);
  }
  Call.count(Made, wholePages(Bytes), IsOldGone ? Old : nullptr);
  return Made;
}

static void *counted_sbrk(intptr_t More) {
  const void *Caller = __builtin_return_address(0);
  auto *Next = Its->next(Of_sbrk, counted_sbrk);
  if (More == 0 || !isOwnProcess()) // 0 is a question
    return Next(More);
  const Counted Call(ALLOCSITE_THROUGH_KIND("sbrk"), Caller,
                     More > 0 ? static_cast<uint64_t>(More) : 0);
  void *Before;
  {
    LockGuard Guard;
    Before = Next(More);
    if (More < 0 && Before != MAP_FAILED)
      tellUnmapped(static_cast<char *>(Before) + More, -static_cast<uint64_t>(More), Caller);
  }
  Call.count(Before, static_cast<uint64_t>(More));
  return Before;
}

static int counted_brk(void *At) {
  const void *Caller = __builtin_return_address(0);
  auto *Next = Its->next(Of_brk, counted_brk);
  auto *Ask = Its->next(Of_sbrk, counted_sbrk);
  if (!isOwnProcess())
    return Next(At);
  auto end = [&] { return static_cast<char *>(Ask(0)); };
  char *const Expected = end();
  const Counted Call(ALLOCSITE_THROUGH_KIND("brk"), Caller,
                     At > Expected ? static_cast<uint64_t>(static_cast<char *>(At) - Expected)
                                   : 0);
  int Result;
  {
    LockGuard Guard;
    Result = Next(At);
    // Below where it began brk does nothing.
    if (Result == 0 && end() < Expected)
      tellUnmapped(end(), static_cast<uint64_t>(Expected - end()), Caller);
  }
  Call.count(Result == 0 ? Expected : MAP_FAILED, 1);
  return Result;
}

} // namespace allocsite

//===----------------------------------------------------------------------===//
// Start-up
//===----------------------------------------------------------------------===//

#pragma clang section text = ""

namespace allocsite {

void interposeMappings(const MappingListener *(*Follow)(), bool IsStaticProgram) {
  Its = interposers();
  const AllocSiteInFront All[] = {Of_mmap, Of_mmap64, Of_munmap, Of_mremap, Of_brk, Of_sbrk};
  const char *Why = IsStaticProgram ? "this program is static"
                    : !Its ? "nothing stands in front of it; compile main with whole=1, or "
                             "run with LD_PRELOAD=liballocsite.so"
                           : nullptr;
  for (AllocSiteInFront Each : All)
    if (!Why && findLoaded(Its->Of[Each].Name) != Its->Entries->Of[Each].Entry)
      Why = "the program, or a library that is loaded before, has a function of its own of "
            "the name "
            "of one of them";
  if (Why) {
    Message(Importance::Normal)
        .add("allocsite: warning: mappings=1: calls of mmap, munmap and their kin are not "
             "seen: ")
        .add(Why);
    return;
  }
  for (AllocSiteInFront Each : All)
    Its->FindNext(Each);
  Listener = Follow();
  PageMask = ~(pageBytes() - 1);
  startThroughSites(Its, Its->FindNext(Of_malloc));
#define LEAD(Symbol) Its->lead(Of_##Symbol, reinterpret_cast<void *>(counted_##Symbol));
  LEAD(mmap)
  LEAD(mmap64)
  LEAD(mremap)
  LEAD(brk)
  LEAD(sbrk)
#undef LEAD
  if (Listener)
    Its->lead(Of_munmap, reinterpret_cast<void *>(followed_munmap));
}

} // namespace allocsite
