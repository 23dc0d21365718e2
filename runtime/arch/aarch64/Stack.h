//===- Stack.h - Frames of AArch64 ------------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   number  0 … 18                  19 … 28             29             30              31
//           changed by calls        kept by calls       frame pointer  return address  sp
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_ARCH_AARCH64_STACK_H
#define ALLOCSITE_RUNTIME_ARCH_AARCH64_STACK_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace allocsite {

constexpr unsigned RegisterCount = 32;
constexpr unsigned FramePointer = 29, StackPointer = 31;
constexpr uint32_t CapturedRegisters = uint32_t(0x1fff) << 19;

constexpr uintptr_t ReturnBelowCfa = 0;
constexpr uintptr_t RedZoneBytes = 0;

constexpr uintptr_t RecordReturnAt = 8;
constexpr uintptr_t RecordAlignment = 16;

__attribute__((always_inline)) inline uintptr_t captureRegisters(uintptr_t *To) {
  uintptr_t Here, Sp;
  __asm__ volatile("adr %[Here], .\n"
                   "stp x19, x20, [%[To], #152]\n"
                   "stp x21, x22, [%[To], #168]\n"
                   "stp x23, x24, [%[To], #184]\n"
                   "stp x25, x26, [%[To], #200]\n"
                   "stp x27, x28, [%[To], #216]\n"
                   "stp x29, x30, [%[To], #232]\n"
                   "mov %[Sp], sp\n"
                   "str %[Sp], [%[To], #248]\n"
                   : [Here] "=&r"(Here), [Sp] "=&r"(Sp)
                   : [To] "r"(To)
                   : "memory");
  return Here;
}

// Signatures (PAC) are above the bits of addresses.
inline uintptr_t codeAddress(uintptr_t Return) { return Return & ((uintptr_t(1) << 48) - 1); }

constexpr bool KnowsSignalReturns = true;
// Kernels since Linux 5.8 give the code that a handler returns to no unwind tables: unwinders
// know it by its two instructions, mov x8, #__NR_rt_sigreturn and svc #0 (as libgcc's do).
inline bool isSignalReturn(const void *Code) {
  return !memcmp(Code, "\x68\x11\x80\xd2\x01\x00\x00\xd4", 8);
}

inline uintptr_t interruptedRegisters(uintptr_t Sp, uintptr_t *To) {
  // struct rt_sigframe: siginfo (128 bytes), and ucontext, in which sigcontext is at 176: an
  // address, x0 to x30, sp, pc.
  const auto *Registers = reinterpret_cast<const uintptr_t *>(Sp + 128 + 176 + 8);
  memcpy(To, Registers, RegisterCount * sizeof(*To));
  return Registers[RegisterCount];
}

} // namespace allocsite

#endif
