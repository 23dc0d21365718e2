//===- Machine.h - x86-64, inline -------------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_ARCH_X86_64_MACHINE_H
#define ALLOCSITE_RUNTIME_ARCH_X86_64_MACHINE_H

#define ALLOCSITE_BEHIND_CALLS __attribute__((regcall))
#define ALLOCSITE_STACK_OF_GATE() __builtin_dwarf_cfa()
#define ALLOCSITE_PRESERVES_ALL __attribute__((preserve_all))
// The registers of a call's arguments.
#define ALLOCSITE_ARGUMENT_1 "rdi"
#define ALLOCSITE_ARGUMENT_2 "rsi"
#define ALLOCSITE_ARGUMENT_3 "rdx"
#define ALLOCSITE_REALIGNS __attribute__((force_align_arg_pointer))

namespace allocsite {

constexpr unsigned AddressBits = 47;
constexpr size_t MostPageBytes = 4096;
constexpr size_t MostGateBytes = 64;
constexpr bool LoadsAreOrdered = true;

inline char *threadPointer() {
  char *Pointer;
  __asm__("mov %%fs:0, %0" : "=r"(Pointer));
  return Pointer;
}

inline uintptr_t untagged(uintptr_t Address) { return Address; }

// Above what it has pushed (PushedKey).
inline const void *callerOfGate(const void *Sp) {
  return static_cast<const void *const *>(Sp)[3];
}

inline void addOne(uint64_t &To) { __asm__("incq %0" : "+m"(To) : : "cc"); }
inline void addTo(uint32_t &To, uint32_t More) {
  __asm__("addl %1, %0" : "+m"(To) : "er"(More) : "cc");
}
inline void addTo(uint64_t &To, uint64_t More) {
  __asm__("addq %1, %0" : "+m"(To) : "er"(More) : "cc");
}
inline void addTo(int64_t &To, int64_t More) {
  __asm__("addq %1, %0" : "+m"(To) : "er"(More) : "cc");
}
inline uint32_t fetchAdd(uint32_t &To, uint32_t More) {
  __asm__("xaddl %0, %1" : "+r"(More), "+m"(To) : : "cc");
  return More;
}
inline uint64_t fetchAdd(uint64_t &To, uint64_t More) {
  __asm__("xaddq %0, %1" : "+r"(More), "+m"(To) : : "cc");
  return More;
}

} // namespace allocsite

#endif
