//===- LiveGates.cpp - Gates that pass on what was allocated --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As those of count/Gates.cpp, which tell why they are assembly. What they do behind the
// call is a function of C++: registers that calls may change are free there.
//
//===----------------------------------------------------------------------===//
#include "LiveGates.h"
#include "count/Gates.h"

using namespace allocsite;

#define ARGUMENT_1 "%%rdi"
#define ARGUMENT_2 "%%rsi"
#define ARGUMENT_3 "%%rdx"
#define ARGUMENT_4 "%%rcx"
#define ARGUMENT_5 "%%r8"
#define ARGUMENT_6 "%%r9"

#define DEFINE_GATE(Name, Size, Context, TagStart, Allocator)                                 \
  __attribute__((naked)) static void Name(void) {                                             \
    __asm__("pushq " Size "\n"                                                                \
            ".cfi_adjust_cfa_offset 8\n"                                                      \
            "pushq " Context "\n"                                                             \
            ".cfi_adjust_cfa_offset 8\n"                                                      \
            "pushq (" TagStart ")\n"                                                          \
            ".cfi_adjust_cfa_offset 8\n"                                                      \
            "callq *" Allocator "\n"                                                          \
            "movq %%rsp, %%rdi\n"                                                             \
            "movq %%rax, %%rsi\n"                                                             \
            "callq %P[Count]\n"                                                               \
            "addq $24, %%rsp\n"                                                               \
            ".cfi_adjust_cfa_offset -24\n"                                                    \
            "retq\n"                                                                          \
            :                                                                                 \
            : [Count] "i"(countGate));                                                        \
  }
#define LIVE_GATE(Size, Of) liveGate_##Size##_of_##Of
#define DEFINE_GATE_OF_1(Size)                                                                \
  DEFINE_GATE(LIVE_GATE(Size, 1), ARGUMENT_##Size, ARGUMENT_2, ARGUMENT_3, ARGUMENT_4)
#define DEFINE_GATE_OF_2(Size)                                                                \
  DEFINE_GATE(LIVE_GATE(Size, 2), ARGUMENT_##Size, ARGUMENT_3, ARGUMENT_4, ARGUMENT_5)
#define DEFINE_GATE_OF_3(Size)                                                                \
  DEFINE_GATE(LIVE_GATE(Size, 3), ARGUMENT_##Size, ARGUMENT_4, ARGUMENT_5, ARGUMENT_6)
#define DEFINE(Size, Of) DEFINE_GATE_OF_##Of(Size)
ALLOCSITE_GATES(DEFINE)
#undef DEFINE

void allocsite::followAtGates() {
  // Relaxed: as in countNowhere().
#define SET(Size, Of)                                                                         \
  __atomic_store_n(&ALLOCSITE_SYM_GATE(Size, Of), LIVE_GATE(Size, Of), __ATOMIC_RELAXED);
  ALLOCSITE_GATES(SET)
#undef SET
}

bool allocsite::isInGate(const void *Address) {
  constexpr uintptr_t MostBytes = 64;
#define IS_IN(Size, Of)                                                                       \
  if (reinterpret_cast<uintptr_t>(Address) -                                                  \
          reinterpret_cast<uintptr_t>(LIVE_GATE(Size, Of)) <                                  \
      MostBytes)                                                                              \
    return true;
  ALLOCSITE_GATES(IS_IN)
#undef IS_IN
  return false;
}
