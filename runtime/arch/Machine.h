//===- Machine.h - All that differs between machines ------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine is a folder here. To port the runtime is to write one; no source outside of
// runtime/arch names a machine, which a test checks, and ALLOCSITE_MACHINE of CMake chooses it.
// A folder has
//
//   Machine.h      the constants, attributes and inline functions of the first two parts
//   Machine.cmake  MACHINE_SOURCES; MACHINE_FLAGS to compile the runtime with, and
//                  MACHINE_TEXT_FLAGS on top of them for the embedded one
//   sources        the functions that emitted code calls, of the last part: assembly
//
// pass/arch/Machine.h lists what the pass has to know of the same machine.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_ARCH_MACHINE_H
#define ALLOCSITE_RUNTIME_ARCH_MACHINE_H

#include "allocsite/Abi.h"
#include <stddef.h>

//===----------------------------------------------------------------------===//
// Constants and attributes
//===----------------------------------------------------------------------===//
//
//   AddressBits             addresses of programs are below 2^AddressBits
//   MostPageBytes           of any kernel's pages: what is mapped from a file begins at a
//                           multiple of it. Those of the kernel that runs: pageBytes() of
//                           profile/System.h
//   MostGateBytes           of the code of a gate
//   LoadsAreOrdered         whether a thread's plain loads, as emitted code has them, see the
//                           stores of another thread in their order
//   ALLOCSITE_BEHIND_CALLS  attribute: the calling convention of AllocSiteCountBehindFn
//   ALLOCSITE_STACK_OF_GATE()  the stack pointer of the gate that has called the function that this
//                           is in; if its caller is no gate, anything
//   ALLOCSITE_PRESERVES_ALL attribute: a calling convention that keeps what the functions keep
//                           which emitted code calls, and as many more as there are
//   ALLOCSITE_REALIGNS      attribute: a function that assembly of ours may call on a stack
//                           that is not aligned, and which calls the program

//===----------------------------------------------------------------------===//
// Inline functions
//===----------------------------------------------------------------------===//

namespace allocsite {

/// The thread pointer that State.ThreadOffset counts from.
inline char *threadPointer();

/// Where the gate returns to of which this is the stack pointer.
inline const void *callerOfGate(const void *Sp);

/// Adds in one instruction, so that neither a handler nor a reader sees it half done. One
/// thread at a time adds.
inline void addOne(uint64_t &To);
inline void addTo(uint32_t &To, uint32_t More);
inline void addTo(uint64_t &To, uint64_t More);
inline void addTo(int64_t &To, int64_t More);
/// The same, and returns what it was before.
inline uint32_t fetchAdd(uint32_t &To, uint32_t More);
inline uint64_t fetchAdd(uint64_t &To, uint64_t More);

/// An address without what a pointer of the program may have in its highest bits, which the machine
/// ignores: those of malloc may, under a checker of memory. All that is looked up by an address is
/// looked up without.
inline uintptr_t untagged(uintptr_t Address);

} // namespace allocsite

#if defined(__x86_64__)
#include "x86_64/Machine.h"
#elif defined(__aarch64__)
#include "aarch64/Machine.h"
#else
#error "AllocSite knows x86-64 and AArch64 only"
#endif

namespace allocsite {

inline uintptr_t addressOf(const void *Pointer) {
  return untagged(reinterpret_cast<uintptr_t>(Pointer));
}
inline const void *untagged(const void *Pointer) {
  return reinterpret_cast<const void *>(addressOf(Pointer));
}

} // namespace allocsite

//===----------------------------------------------------------------------===//
// What reads the program's code
//===----------------------------------------------------------------------===//

namespace allocsite {

/// The function that the call which returns to Return has called, past jumps of the linker's and of
/// the pass's; 0 if the code does not tell. IsLoaded: whether an address is in a loaded object.
uintptr_t calleeOf(uintptr_t Return, bool (*IsLoaded)(const void *Address));

} // namespace allocsite

//===----------------------------------------------------------------------===//
// What emitted code calls
//===----------------------------------------------------------------------===//

#define ALLOCSITE_GATE_FUNCTION(Size, Of) gate_##Size##_of_##Of
#define ALLOCSITE_LIVE_GATE_FUNCTION(Size, Of) liveGate_##Size##_of_##Of

#define ALLOCSITE_CALLED __attribute__((used, visibility("hidden")))

namespace allocsite {

/// An AllocSiteCountFn. Without the convention's name: it is assembly that keeps it.
ALLOCSITE_CALLED void countHere(const uint64_t *TagStart, uint64_t Context, uint64_t Size);

/// An AllocSiteCountBehindFn; the same of its convention's name.
ALLOCSITE_CALLED void *countBehindCall(void *Result, const uint64_t *TagStart,
                                       uint64_t Context, uint64_t Size);

/// Either of them, where the profiler is off: it only returns.
ALLOCSITE_CALLED void returnAtOnce();

/// Each an AllocSiteGateFn. The first counts as countHere() does, the second hands what was
/// allocated to countGate().
#define DECLARE(Size, Of)                                                                     \
  ALLOCSITE_CALLED void ALLOCSITE_GATE_FUNCTION(Size, Of)();                                  \
  ALLOCSITE_CALLED void ALLOCSITE_LIVE_GATE_FUNCTION(Size, Of)();
ALLOCSITE_GATES(DECLARE)
#undef DECLARE

/// Those for where nobody counts, by how many arguments there are: they jump to the
/// allocator.
ALLOCSITE_CALLED void goOn1();
ALLOCSITE_CALLED void goOn2();
ALLOCSITE_CALLED void goOn3();

/// Those of the above that count in a slot, for a kind of processor.
struct CountingFunctions {
  AllocSiteCountFn Count;
  AllocSiteCountBehindFn CountBehind;
#define DECLARE(Size, Of) AllocSiteGateFn Gate_##Size##_of_##Of;
  ALLOCSITE_GATES(DECLARE)
#undef DECLARE
};

/// Faster ones than the above that this processor can run, or null if there are none.
const CountingFunctions *fasterFunctions();

//===----------------------------------------------------------------------===//
// What these call: count/Count.cpp and live/AllocatedBlocks.cpp define it
//===----------------------------------------------------------------------===//

/// The miss of the functions above. Keeps all registers that `preserve_most` does.
__attribute__((preserve_most, noinline, visibility("hidden"))) void
countMissed(const uint64_t *TagStart, uint64_t Context, uint64_t Size);

/// What a gate has pushed: TagStart is the word, not where it lies.
struct PushedKey {
  uint64_t TagStart, Context, Size;
};

/// Counts what a live gate's allocator has returned, and returns it.
ALLOCSITE_CALLED void *countGate(const PushedKey *Of, void *Block);

} // namespace allocsite

#endif
