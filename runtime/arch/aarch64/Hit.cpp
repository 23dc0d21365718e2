//===- Hit.cpp - Counts an allocation for sites that call -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hit that pass/lower/Counter.h draws, once for the whole program.
//
// Assembly, so that it needs no frame and no more registers than the caller has free:
// `preserve_most` leaves x0 to x8, x16 and x17, and the ordinary convention behind a call x1 to
// x17, as x0 has the call's result, which is passed and returned.
//
//===----------------------------------------------------------------------===//
#include "Lookup.h"
#include "arch/Machine.h"

#include "arch/OwnCode.h"

using namespace allocsite;

// TagStart in x0, Context in x1, Size in x2.
#define DEFINE_COUNT(Name, Hit)                                                               \
  __attribute__((naked)) void allocsite::Name(const uint64_t *, uint64_t, uint64_t) {         \
    __asm__(ALLOCSITE_LANDS "ldr x3, [x0]\n" ALLOCSITE_LOOK_UP(                               \
                "3", "1", "2", "", "4", "5",                                                  \
                "6") "b.ne 2f\n" Hit("5", "6", "4") "ret\n"                                   \
                                                    "2: b %[Missed]\n" ALLOCSITE_FACTORS      \
            :                                                                                 \
            : ALLOCSITE_HIT_OPERANDS, [Missed] "i"(countMissed));                             \
  }
DEFINE_COUNT(countHere, ALLOCSITE_HIT_BY_PAIR)
DEFINE_COUNT(countHereAtOnce, ALLOCSITE_HIT_AT_ONCE)

// Result in x0, TagStart in x1, Context in x2, Size in x3.
__attribute__((naked)) static void countBehindMissed() {
  __asm__("stp x29, x30, [sp, #-32]!\n"
          ".cfi_def_cfa_offset 32\n"
          ".cfi_offset w29, -32\n"
          ".cfi_offset w30, -24\n"
          "mov x29, sp\n"
          "str x0, [sp, #16]\n"
          "mov x0, x1\n"
          "mov x1, x2\n"
          "mov x2, x3\n"
          "bl %[Missed]\n"
          "ldr x0, [sp, #16]\n"
          "ldp x29, x30, [sp], #32\n"
          ".cfi_def_cfa_offset 0\n"
          ".cfi_restore w29\n"
          ".cfi_restore w30\n"
          "ret\n"
          :
          : [Missed] "i"(countMissed));
}

#define DEFINE_COUNT_BEHIND(Name, Hit)                                                        \
  __attribute__((naked)) void *allocsite::Name(void *, const uint64_t *, uint64_t,            \
                                               uint64_t) {                                    \
    __asm__(ALLOCSITE_LANDS "ldr x4, [x1]\n" ALLOCSITE_LOOK_UP(                               \
                "4", "2", "3", "", "5", "6",                                                  \
                "7") "b.ne 2f\n" Hit("6", "7", "5") "ret\n"                                   \
                                                    "2: b %[Missed]\n" ALLOCSITE_FACTORS      \
            :                                                                                 \
            : ALLOCSITE_HIT_OPERANDS, [Missed] "i"(countBehindMissed));                       \
  }
DEFINE_COUNT_BEHIND(countBehindCall, ALLOCSITE_HIT_BY_PAIR)
DEFINE_COUNT_BEHIND(countBehindCallAtOnce, ALLOCSITE_HIT_AT_ONCE)

// Of either convention: what is returned is in x0 already.
__attribute__((naked)) void allocsite::returnAtOnce() { __asm__(ALLOCSITE_LANDS "ret"); }
