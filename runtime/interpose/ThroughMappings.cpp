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

#include <sys/auxv.h>
#include <sys/mman.h>

#include "arch/OwnCode.h"

namespace allocsite {

static AllocSiteInterposers *Its; // constant where one of the functions below is called
static const MappingListener *Listener;
static uintptr_t PageMask;

/// One call has mapped so many bytes at `Made`; MAP_FAILED, which sbrk returns as well: it has not.
/// A call for no bytes is never right, and not counted.
static void count(unsigned Kind, const void *Caller, void *Made, uint64_t Bytes,
                  const void *Old = nullptr) {
  KeepErrno Keep;
  const uint64_t *Starts =
      Bytes ? throughStarts(reinterpret_cast<uintptr_t>(Caller), learnMappingCaller) : nullptr;
  if (!Starts)
    return;
  const uint64_t Context = ALLOCSITE_SYM_THREAD.Context;
  const bool HasFailed = Made == MAP_FAILED;
  uint64_t Start = HasFailed ? Starts[Kind] ^ ALLOCSITE_SITE_FAILED : Starts[Kind];
  countHere(&Start, Context, Bytes);
  if (Listener && !HasFailed)
    Listener->Mapped({reinterpret_cast<uintptr_t>(Made), Bytes, Start, Context,
                      isOfHeap(Starts), reinterpret_cast<uintptr_t>(Old)},
                     Caller);
}

static void tellUnmapped(const void *Begin, uint64_t Bytes, const void *Caller) {
  if (Listener)
    Listener->Unmapped(reinterpret_cast<uintptr_t>(Begin), (Bytes + ~PageMask) & PageMask,
                       Caller);
}

#define DEFINE_MMAP(Symbol)                                                                   \
  static void *counted_##Symbol(void *At, size_t Bytes, int Access, int Flags, int File,      \
                                off_t Offset) {                                               \
    auto *Next = Its->next(Of_##Symbol, counted_##Symbol);                                    \
    void *Made = Next(At, Bytes, Access, Flags, File, Offset);                                \
    count(ALLOCSITE_THROUGH_KIND("mmap"), __builtin_return_address(0), Made, Bytes);          \
    return Made;                                                                              \
  }
DEFINE_MMAP(mmap)
DEFINE_MMAP(mmap64)

// While another thread may be given the addresses: the system call and what it means to the
// listener are one, under the lock.

static int followed_munmap(void *Begin, size_t Bytes) {
  LockGuard Guard;
  const int Result = Its->next(Of_munmap, followed_munmap)(Begin, Bytes);
  if (Result == 0)
    tellUnmapped(Begin, Bytes, __builtin_return_address(0));
  return Result;
}

static void *counted_mremap(void *Old, size_t OldBytes, size_t Bytes, int Flags, void *At) {
  const void *Caller = __builtin_return_address(0);
  LockGuard Guard;
  void *Made = Its->next(Of_mremap, counted_mremap)(Old, OldBytes, Bytes, Flags, At);
#ifndef MREMAP_DONTUNMAP
  constexpr int MREMAP_DONTUNMAP = 4;
#endif
  const bool IsOldGone = OldBytes && !(Flags & MREMAP_DONTUNMAP);
  if (Made != MAP_FAILED && IsOldGone)
    tellUnmapped(Old, OldBytes, Caller);
  count(ALLOCSITE_THROUGH_KIND("mremap"), Caller, Made, Bytes, IsOldGone ? Old : nullptr);
  return Made;
}

static void *counted_sbrk(intptr_t More) {
  const void *Caller = __builtin_return_address(0);
  auto *Next = Its->next(Of_sbrk, counted_sbrk);
  if (More == 0) // a question
    return Next(0);
  LockGuard Guard;
  void *Before = Next(More);
  if (More > 0)
    count(ALLOCSITE_THROUGH_KIND("sbrk"), Caller, Before, static_cast<uint64_t>(More));
  else if (Before != MAP_FAILED && Listener)
    Listener->Unmapped(reinterpret_cast<uintptr_t>(Before) + static_cast<uintptr_t>(More),
                       -static_cast<uint64_t>(More), Caller);
  return Before;
}

static int counted_brk(void *At) {
  const void *Caller = __builtin_return_address(0);
  LockGuard Guard;
  const auto Before = reinterpret_cast<uintptr_t>(Its->next(Of_sbrk, counted_sbrk)(0));
  const int Result = Its->next(Of_brk, counted_brk)(At);
  const auto End = reinterpret_cast<uintptr_t>(At);
  if (End > Before)
    count(ALLOCSITE_THROUGH_KIND("brk"), Caller,
          Result == 0 ? reinterpret_cast<void *>(Before) : MAP_FAILED, End - Before);
  else if (Result == 0 && Listener)
    Listener->Unmapped(End, Before - End, Caller);
  return Result;
}

} // namespace allocsite

//===----------------------------------------------------------------------===//
// Start-up
//===----------------------------------------------------------------------===//

#pragma clang section text = ""

namespace allocsite {

void interposeMappings(const MappingListener *To, bool IsStaticProgram) {
  Its = interposers();
  if (!Its || IsStaticProgram || findLoaded("mmap") != Its->Entries->Of[Of_mmap].Entry) {
    Message(Importance::Normal)
        .add("allocsite: warning: mappings=1: calls of mmap are not seen: ")
        .add(IsStaticProgram
                 ? "this program is static"
                 : "nothing of the profiler's stands in front of it; compile main with "
                   "whole=1, or run with LD_PRELOAD=liballocsite.so");
    return;
  }
  Listener = To;
  PageMask = ~(getauxval(AT_PAGESZ) - 1);
  startThroughSites(Its, Its->FindNext(Of_malloc));
#define LEAD(Symbol) Its->lead(Of_##Symbol, reinterpret_cast<void *>(counted_##Symbol));
  LEAD(mmap)
  LEAD(mmap64)
  LEAD(mremap)
  LEAD(brk)
  LEAD(sbrk)
#undef LEAD
  if (To)
    Its->lead(Of_munmap, reinterpret_cast<void *>(followed_munmap));
}

} // namespace allocsite
