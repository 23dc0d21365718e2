//===- Stack.h - Frames of x86-64 -------------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   number  0    1    2    3    4    5    6    7    8 … 15    16
//           rax  rdx  rcx  rbx  rsi  rdi  rbp  rsp  r8 … r15  return address
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_ARCH_X86_64_STACK_H
#define ALLOCSITE_RUNTIME_ARCH_X86_64_STACK_H

#include <stddef.h>
#include <stdint.h>

namespace allocsite {

constexpr unsigned RegisterCount = 17;
constexpr unsigned FramePointer = 6, StackPointer = 7;
constexpr uint32_t CapturedRegisters = 1 << 3 | 1 << 6 | 1 << 7 | 0xf << 12;

constexpr uintptr_t ReturnBelowCfa = 8;
constexpr uintptr_t RedZoneBytes = 128;

constexpr uintptr_t RecordReturnAt = 8;
constexpr uintptr_t RecordAlignment = 8;

__attribute__((always_inline)) inline uintptr_t captureRegisters(uintptr_t *To) {
  uintptr_t Here;
  __asm__ volatile("leaq 0(%%rip), %[Here]\n"
                   "movq %%rbx, 24(%[To])\n"
                   "movq %%rbp, 48(%[To])\n"
                   "movq %%rsp, 56(%[To])\n"
                   "movq %%r12, 96(%[To])\n"
                   "movq %%r13, 104(%[To])\n"
                   "movq %%r14, 112(%[To])\n"
                   "movq %%r15, 120(%[To])\n"
                   : [Here] "=&a"(Here)
                   : [To] "d"(To)
                   : "memory");
  return Here;
}

inline uintptr_t codeAddress(uintptr_t Return) { return Return; }

constexpr bool KnowsSignalReturns = false; // The C library has tables of its own.
inline bool isSignalReturn(const void *) { return false; }
inline uintptr_t interruptedRegisters(uintptr_t, uintptr_t *) { return 0; }

} // namespace allocsite

#endif
