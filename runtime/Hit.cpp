//===- Hit.cpp - Counts an allocation for sites that call -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hit that pass/Counter.h draws, once for the whole program: a site behind a call
// of an allocator is then three moves and a call, some 20 bytes for 110. The call goes
// through a pointer: where the profiler is off it leads to a function that only returns.
//
// Assembly, because no compiler writes what is wanted:
//
//  * All registers but r11 are the caller's still, so that a site spills nothing. Two
//    more are needed; they are kept below the stack pointer, where signal handlers do
//    not write. So the frame is the same at each instruction, and whoever looks at the
//    stack from a handler (a profiler, a cancellation) needs no more than one line of
//    unwind tables.
//  * The slot gets its count in one instruction: between a load and a store a handler
//    could put another entry into the slot.
//  * The words of the module are read here, not by the site: shared code that calls has
//    seen, by calling, that its module is registered.
//
//===----------------------------------------------------------------------===//
#include "Count.h"
#include <stddef.h>

using namespace allocsite;

// Until start-up has decided, it counts: the first miss has start-up decide.
__attribute__((used)) AllocSiteCountFn __allocsite_count_v5 = countHere;

// TagStart in rdi, Context in rsi, Size in rdx.
__attribute__((naked)) void allocsite::countHere(const uint64_t *, uint64_t,
                                                 uint64_t) {
  __asm__("movq %%rax, -8(%%rsp)\n"
          "movq %%rcx, -16(%%rsp)\n"
          "movabsq %[ContextFactor], %%r11\n"
          "imulq %%rsi, %%r11\n"
          "addq (%%rdi), %%r11\n"
          "movabsq %[SizeFactor], %%rax\n"
          "imulq %%rdx, %%rax\n"
          "addq %%rax, %%r11\n" // the tag
          "movq " ALLOCSITE_NAME(ALLOCSITE_SYM_THREAD) "@GOTTPOFF(%%rip), %%rcx\n"
          "movq %%fs:%c[Slots](%%rcx), %%rcx\n"
          "movq %%r11, %%rax\n"
          "shrq %[Shift], %%rax\n"
          "andq %c[Mask](%%rcx), %%rax\n"
          "cmpq %%r11, %c[Tag](%%rcx,%%rax)\n"
          "jne 1f\n"
          "incq %c[Count](%%rcx,%%rax)\n"
          "movq -8(%%rsp), %%rax\n"
          "movq -16(%%rsp), %%rcx\n"
          "retq\n"
          "1:\n"
          "movq -8(%%rsp), %%rax\n"
          "movq -16(%%rsp), %%rcx\n"
          "jmp %P[Missed]\n"
          :
          : [ContextFactor] "i"(ALLOCSITE_CONTEXT_FACTOR),
            [SizeFactor] "i"(ALLOCSITE_SIZE_FACTOR),
            [Slots] "i"(offsetof(AllocSiteThread, Slots)),
            [Shift] "i"(ALLOCSITE_SLOT_SHIFT),
            [Mask] "i"(ALLOCSITE_SLOT_MASK_OFFSET),
            [Tag] "i"(offsetof(AllocSiteSlot, Tag)),
            [Count] "i"(offsetof(AllocSiteSlot, Count)),
            [Missed] "i"(countMissed));
}

__attribute__((naked)) static void countNothing() { __asm__("retq"); }

void allocsite::countNowhere() {
  // Relaxed: a thread that still counts does so in a table that nobody reads.
  __atomic_store_n(&__allocsite_count_v5,
                   reinterpret_cast<AllocSiteCountFn>(countNothing),
                   __ATOMIC_RELAXED);
}
