//===- Machine.h - AArch64, inline ------------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_ARCH_AARCH64_MACHINE_H
#define ALLOCSITE_RUNTIME_ARCH_AARCH64_MACHINE_H

// The ordinary convention: the result of the call before is the first argument.
#define ALLOCSITE_BEHIND_CALLS
// Where its frame record is, which that of this function begins with.
#define ALLOCSITE_STACK_OF_GATE() (*static_cast<void *const *>(__builtin_frame_address(0)))
// Not preserve_all: LLVM 22 stores the registers of a large frame outside of it. Vector registers
// are the caller's, as emitted code has it.
#define ALLOCSITE_PRESERVES_ALL __attribute__((preserve_most))
// The registers of a call's arguments.
#define ALLOCSITE_ARGUMENT_1 "x0"
#define ALLOCSITE_ARGUMENT_2 "x1"
#define ALLOCSITE_ARGUMENT_3 "x2"
// Who calls keeps the stack aligned: the processor checks it.
#define ALLOCSITE_REALIGNS

namespace allocsite {

constexpr unsigned AddressBits = 48;
constexpr size_t MostPageBytes = 65536;
constexpr size_t MostGateBytes = 64;
constexpr bool LoadsAreOrdered = false;

// The processor ignores the uppermost byte of an address, where tags are (TBI, MTE, HWASan).
inline uintptr_t untagged(uintptr_t Address) { return Address & ~uintptr_t(0) >> 8; }

inline char *threadPointer() { return static_cast<char *>(__builtin_thread_pointer()); }

// It begins with a frame record.
inline const void *callerOfGate(const void *Sp) {
  return static_cast<const void *const *>(Sp)[1];
}

// Exclusive pairs: the kernel clears the monitor where it returns to the program, so that the
// store fails after a signal, and all is done once more.
template <typename Number> inline Number addInOneStep(Number &To, Number More) {
  Number Before, After;
  uint32_t Failed;
  if constexpr (sizeof(Number) == 8)
    __asm__(
        "1: ldxr %[Before], %[To]\n"
        "add %[After], %[Before], %[More]\n"
        "stxr %w[Failed], %[After], %[To]\n"
        "cbnz %w[Failed], 1b\n"
        : [Before] "=&r"(Before), [After] "=&r"(After), [Failed] "=&r"(Failed), [To] "+Q"(To)
        : [More] "r"(More));
  else
    __asm__(
        "1: ldxr %w[Before], %[To]\n"
        "add %w[After], %w[Before], %w[More]\n"
        "stxr %w[Failed], %w[After], %[To]\n"
        "cbnz %w[Failed], 1b\n"
        : [Before] "=&r"(Before), [After] "=&r"(After), [Failed] "=&r"(Failed), [To] "+Q"(To)
        : [More] "r"(More));
  return Before;
}

inline void addOne(uint64_t &To) { addInOneStep<uint64_t>(To, 1); }
inline void addTo(uint32_t &To, uint32_t More) { addInOneStep(To, More); }
inline void addTo(uint64_t &To, uint64_t More) { addInOneStep(To, More); }
inline void addTo(int64_t &To, int64_t More) { addInOneStep(To, More); }
inline uint32_t fetchAdd(uint32_t &To, uint32_t More) { return addInOneStep(To, More); }
inline uint64_t fetchAdd(uint64_t &To, uint64_t More) { return addInOneStep(To, More); }

} // namespace allocsite

#endif
