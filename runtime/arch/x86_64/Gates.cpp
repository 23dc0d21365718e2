//===- Gates.cpp - What calls an allocator and counts ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of `malloc` leads here (pass/lower/Gates.h):
//
//     malloc(n), with context, tag start, malloc      pushes what is to be counted
//                                                     calls malloc
//                                                     counts as Hit.cpp does, and returns
//                                                     what malloc returned
//
// A live gate calls a function of C++ to count: registers that calls may change are free
// there.
//
// Where that is null the call has failed, which is another key (Abi.h). The hit finds out
// with one instruction: the carry of `null < 1` makes the tag one that no slot holds, and
// the miss looks why.
//
// Assembly, because what is passed and returned is the allocator's, whatever its type:
// the registers that it takes nothing in are the caller's, and its result stays in rax.
// What tags begin with is read before: behind the call the module may be gone.
//
//===----------------------------------------------------------------------===//
#include "Lookup.h"
#include "arch/Machine.h"

#include "arch/OwnCode.h"

using namespace allocsite;

// No indirect call leads there.
#ifdef __CET__
#define NO_ENDBR __attribute__((nocf_check))
#else
#define NO_ENDBR
#endif

static_assert(ALLOCSITE_SITE_FAILED == UINT64_C(1) << 63, "the bit that btc turns");

/// Where a gate has found no slot, with Size, Context and what tags begin with on the
/// stack, which is last: from its first byte on. A null for no bytes is no failure: so
/// `realloc` says that it has freed.
NO_ENDBR __attribute__((naked)) static void countPushed() {
  __asm__(".cfi_adjust_cfa_offset 24\n"
          "testq %%rax, %%rax\n"
          "jne 1f\n"
          "cmpq $0, 16(%%rsp)\n"
          "je 1f\n"
          "btcq $63, (%%rsp)\n"
          "1:\n"
          "movq %%rsp, %%rdi\n"
          "movq 8(%%rsp), %%rsi\n"
          "movq 16(%%rsp), %%rdx\n"
          "callq %P[Missed]\n" // keeps rax
          "addq $24, %%rsp\n"
          ".cfi_adjust_cfa_offset -24\n"
          "retq\n"
          :
          : [Missed] "i"(countMissed));
}

#define ARGUMENT_1 "%%rdi"
#define ARGUMENT_2 "%%rsi"
#define ARGUMENT_3 "%%rdx"
#define ARGUMENT_4 "%%rcx"
#define ARGUMENT_5 "%%r8"
#define ARGUMENT_6 "%%r9"

// The caller's part in front of the allocator's call, the allocator's, and what counts.
#define DEFINE_GATE(Name, Size, Context, TagStart, Allocator, Counts, ...)                    \
  __attribute__((naked)) void allocsite::Name() {                                             \
    __asm__("pushq " Size "\n"                                                                \
            ".cfi_adjust_cfa_offset 8\n"                                                      \
            "pushq " Context "\n"                                                             \
            ".cfi_adjust_cfa_offset 8\n"                                                      \
            "pushq (" TagStart ")\n"                                                          \
            ".cfi_adjust_cfa_offset 8\n"                                                      \
            "callq *" Allocator "\n" Counts "addq $24, %%rsp\n"                               \
            ".cfi_adjust_cfa_offset -24\n"                                                    \
            "retq\n"                                                                          \
            :                                                                                 \
            : __VA_ARGS__);                                                                   \
  }
#define LOOK_UP                                                                               \
  ALLOCSITE_LOOK_UP("8(%%rsp)", "cmpq $1, %%rax\n adcq (%%rsp),", "16(%%rsp)", "%%rcx",       \
                    "%%r8", "%%rdx")                                                          \
  "jne %P[Missed]\n" ALLOCSITE_HIT("%%r8", "%%rdx")
#define CALL_COUNT                                                                            \
  "movq %%rsp, %%rdi\n"                                                                       \
  "movq %%rax, %%rsi\n"                                                                       \
  "callq %P[Count]\n"

// Both gates of a kind.
#define DEFINE_GATES(Size, Of, ...)                                                           \
  DEFINE_GATE(ALLOCSITE_GATE_FUNCTION(Size, Of), ARGUMENT_##Size, __VA_ARGS__, LOOK_UP,       \
              ALLOCSITE_HIT_OPERANDS, [Missed] "i"(countPushed))                              \
  DEFINE_GATE(ALLOCSITE_LIVE_GATE_FUNCTION(Size, Of), ARGUMENT_##Size, __VA_ARGS__,           \
              CALL_COUNT, [Count] "i"(countGate))
#define DEFINE_GATES_OF_1(Size) DEFINE_GATES(Size, 1, ARGUMENT_2, ARGUMENT_3, ARGUMENT_4)
#define DEFINE_GATES_OF_2(Size) DEFINE_GATES(Size, 2, ARGUMENT_3, ARGUMENT_4, ARGUMENT_5)
#define DEFINE_GATES_OF_3(Size) DEFINE_GATES(Size, 3, ARGUMENT_4, ARGUMENT_5, ARGUMENT_6)
#define DEFINE(Size, Of) DEFINE_GATES_OF_##Of(Size)
ALLOCSITE_GATES(DEFINE)
#undef DEFINE

__attribute__((naked)) void allocsite::goOn1() { __asm__("jmpq *" ARGUMENT_4 ::); }
__attribute__((naked)) void allocsite::goOn2() { __asm__("jmpq *" ARGUMENT_5 ::); }
__attribute__((naked)) void allocsite::goOn3() { __asm__("jmpq *" ARGUMENT_6 ::); }
