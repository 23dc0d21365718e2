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
// Where that is null the call has failed, which is another key (Abi.h). The hit finds out
// with one instruction: the carry of `null < 1` makes the tag one that no slot holds, and
// the miss looks why.
//
// Assembly, because what is passed and returned is the allocator's, whatever its type:
// the registers that it takes nothing in are the caller's, and its result stays in rax.
// What tags begin with is read before: behind the call the module may be gone.
//
//===----------------------------------------------------------------------===//
#include "Gates.h"
#include "Count.h"
#include "Lookup.h"

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

#define DEFINE_GATE(Name, Size, Context, TagStart, Allocator)                                 \
  __attribute__((naked)) void allocsite::Name(void) {                                         \
    __asm__(                                                                                  \
        "pushq " Size "\n"                                                                    \
        ".cfi_adjust_cfa_offset 8\n"                                                          \
        "pushq " Context "\n"                                                                 \
        ".cfi_adjust_cfa_offset 8\n"                                                          \
        "pushq (" TagStart ")\n"                                                              \
        ".cfi_adjust_cfa_offset 8\n"                                                          \
        "callq *" Allocator "\n" ALLOCSITE_LOOK_UP(                                           \
            "8(%%rsp)", "cmpq $1, %%rax\n adcq (%%rsp),", "16(%%rsp)", "%%rcx", "%%r8",       \
            "%%rdx") "jne %P[Missed]\n" ALLOCSITE_HIT("%%r8",                                 \
                                                      "%%rdx") "addq $24, %%rsp\n"            \
                                                               ".cfi_adjust_cfa_offset -24\n" \
                                                               "retq\n"                       \
        :                                                                                     \
        : ALLOCSITE_HIT_OPERANDS, [Missed] "i"(countPushed));                                 \
  }
#define DEFINE_GATE_OF_1(Size)                                                                \
  DEFINE_GATE(ALLOCSITE_GATE_FUNCTION(Size, 1), ARGUMENT_##Size, ARGUMENT_2, ARGUMENT_3,      \
              ARGUMENT_4)
#define DEFINE_GATE_OF_2(Size)                                                                \
  DEFINE_GATE(ALLOCSITE_GATE_FUNCTION(Size, 2), ARGUMENT_##Size, ARGUMENT_3, ARGUMENT_4,      \
              ARGUMENT_5)
#define DEFINE_GATE_OF_3(Size)                                                                \
  DEFINE_GATE(ALLOCSITE_GATE_FUNCTION(Size, 3), ARGUMENT_##Size, ARGUMENT_4, ARGUMENT_5,      \
              ARGUMENT_6)
#define DEFINE(Size, Of) DEFINE_GATE_OF_##Of(Size)
ALLOCSITE_GATES(DEFINE)
#undef DEFINE

// Where nobody counts, by how many arguments there are.
__attribute__((naked)) static void goOn1() { __asm__("jmpq *" ARGUMENT_4 ::); }
__attribute__((naked)) static void goOn2() { __asm__("jmpq *" ARGUMENT_5 ::); }
__attribute__((naked)) static void goOn3() { __asm__("jmpq *" ARGUMENT_6 ::); }

// Until start-up has decided, they count: the first miss has start-up decide.
#define DEFINE(Size, Of)                                                                      \
  __attribute__((used)) AllocSiteGateFn ALLOCSITE_SYM_GATE(Size, Of) =                        \
      ALLOCSITE_GATE_FUNCTION(Size, Of);
ALLOCSITE_GATES(DEFINE)
#undef DEFINE

void allocsite::goOnAtGates() {
  // Relaxed: as in countNowhere().
#define SET(Size, Of)                                                                         \
  __atomic_store_n(&ALLOCSITE_SYM_GATE(Size, Of), goOn##Of, __ATOMIC_RELAXED);
  ALLOCSITE_GATES(SET)
#undef SET
}
