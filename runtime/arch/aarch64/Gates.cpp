//===- Gates.cpp - What calls an allocator and counts ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of `malloc` leads here (pass/lower/Gates.h). A gate makes a frame record, so that
// walks by frame pointers pass through it, and keeps there what is to be counted:
//
//     sp  caller's x29   return address   what tags begin with   Context   Size   Result
//
// It calls the allocator, counts as Hit.cpp does, or by a function of C++ (a live gate), and
// returns what the allocator returned. Where that is null the call has failed, which is another
// key (Abi.h): the tag becomes one that no slot holds, and the miss looks why.
//
// Assembly, because what is passed and returned is the allocator's, whatever its type. What tags
// begin with is read before: behind the call the module may be gone.
//
//===----------------------------------------------------------------------===//
#include "Lookup.h"
#include "arch/Machine.h"

#include <sys/auxv.h>

#include "arch/OwnCode.h"

using namespace allocsite;

static_assert(ALLOCSITE_SITE_FAILED == UINT64_C(1) << 63, "the bit that eor turns");

#define FRAME                                                                                 \
  ".cfi_def_cfa_offset 48\n"                                                                  \
  ".cfi_offset w29, -48\n"                                                                    \
  ".cfi_offset w30, -40\n"
#define RETURN                                                                                \
  "ldp x29, x30, [sp], #48\n"                                                                 \
  ".cfi_def_cfa_offset 0\n"                                                                   \
  ".cfi_restore w29\n"                                                                        \
  ".cfi_restore w30\n"                                                                        \
  "ret\n"

/// Where a gate has found no slot. A null for no bytes is no failure: so `realloc` says that it
/// has freed.
__attribute__((naked)) static void countKept() {
  __asm__(FRAME "str x0, [sp, #40]\n"
                "ldp x3, x1, [sp, #16]\n"
                "ldr x2, [sp, #32]\n"
                "cbnz x0, 1f\n"
                "cbz x2, 1f\n"
                "eor x3, x3, #0x8000000000000000\n"
                "str x3, [sp, #16]\n"
                "1: add x0, sp, #16\n"
                "bl %[Missed]\n"
                "ldr x0, [sp, #40]\n" RETURN
          :
          : [Missed] "i"(countMissed));
}

#define ARGUMENT_1 "x0"
#define ARGUMENT_2 "x1"
#define ARGUMENT_3 "x2"
#define ARGUMENT_4 "x3"
#define ARGUMENT_5 "x4"
#define ARGUMENT_6 "x5"

// The caller's part in front of the allocator's call, the allocator's, and what counts.
#define DEFINE_GATE(Name, Size, Context, TagStart, Allocator, Counts, ...)                    \
  __attribute__((naked)) void allocsite::Name() {                                             \
    __asm__(ALLOCSITE_LANDS "stp x29, x30, [sp, #-48]!\n" FRAME "mov x29, sp\n"               \
                            "ldr x9, [" TagStart "]\n"                                        \
                            "stp x9, " Context ", [sp, #16]\n"                                \
                            "str " Size ", [sp, #32]\n"                                       \
                            "blr " Allocator "\n" Counts                                      \
            :                                                                                 \
            : __VA_ARGS__);                                                                   \
  }
#define LOOK_UP(Hit)                                                                          \
  "ldp x1, x2, [sp, #16]\n"                                                                   \
  "ldr x3, [sp, #32]\n" ALLOCSITE_LOOK_UP("1", "2", "3",                                      \
                                          "cmp x0, #1\n"                                      \
                                          "cinc x4, x4, lo\n",                                \
                                          "4", "5", "6") "b.ne 2f\n" Hit("5", "6", "4")       \
      RETURN ".cfi_remember_state\n" FRAME "2: b %[Missed]\n"                                 \
             ".cfi_restore_state\n" ALLOCSITE_FACTORS
#define CALL_COUNT                                                                            \
  "mov x1, x0\n"                                                                              \
  "add x0, sp, #16\n"                                                                         \
  "bl %[Count]\n" RETURN

#define GATE_AT_ONCE(Size, Of) gateAtOnce_##Size##_of_##Of
#define DECLARE(Size, Of)                                                                     \
  namespace allocsite {                                                                       \
  static void GATE_AT_ONCE(Size, Of)();                                                       \
  }
ALLOCSITE_GATES(DECLARE)
#undef DECLARE

// All gates of a kind.
#define DEFINE_GATES(Size, Of, ...)                                                           \
  DEFINE_GATE(ALLOCSITE_GATE_FUNCTION(Size, Of), ARGUMENT_##Size, __VA_ARGS__,                \
              LOOK_UP(ALLOCSITE_HIT_BY_PAIR),                                                 \
              ALLOCSITE_HIT_OPERANDS, [Missed] "i"(countKept))                                \
  DEFINE_GATE(GATE_AT_ONCE(Size, Of), ARGUMENT_##Size, __VA_ARGS__,                           \
              LOOK_UP(ALLOCSITE_HIT_AT_ONCE),                                                 \
              ALLOCSITE_HIT_OPERANDS, [Missed] "i"(countKept))                                \
  DEFINE_GATE(ALLOCSITE_LIVE_GATE_FUNCTION(Size, Of), ARGUMENT_##Size, __VA_ARGS__,           \
              CALL_COUNT, [Count] "i"(countGate))
#define DEFINE_GATES_OF_1(Size) DEFINE_GATES(Size, 1, ARGUMENT_2, ARGUMENT_3, ARGUMENT_4)
#define DEFINE_GATES_OF_2(Size) DEFINE_GATES(Size, 2, ARGUMENT_3, ARGUMENT_4, ARGUMENT_5)
#define DEFINE_GATES_OF_3(Size) DEFINE_GATES(Size, 3, ARGUMENT_4, ARGUMENT_5, ARGUMENT_6)
#define DEFINE(Size, Of) DEFINE_GATES_OF_##Of(Size)
ALLOCSITE_GATES(DEFINE)
#undef DEFINE

// By x16, from which a jump may end where a call may.
#define JUMP_TO(Register) __asm__(ALLOCSITE_LANDS "mov x16, " Register "\nbr x16")
__attribute__((naked)) void allocsite::goOn1() { JUMP_TO(ARGUMENT_4); }
__attribute__((naked)) void allocsite::goOn2() { JUMP_TO(ARGUMENT_5); }
__attribute__((naked)) void allocsite::goOn3() { JUMP_TO(ARGUMENT_6); }

const CountingFunctions *allocsite::fasterFunctions() {
  static constexpr unsigned long HasAtomics = 1 << 8; // HWCAP_ATOMICS
#define NAME(Size, Of) GATE_AT_ONCE(Size, Of),
  static const CountingFunctions AtOnce = {reinterpret_cast<AllocSiteCountFn>(countHereAtOnce),
                                           countBehindCallAtOnce, ALLOCSITE_GATES(NAME)};
#undef NAME
  return getauxval(AT_HWCAP) & HasAtomics ? &AtOnce : nullptr;
}
