//===- Stack.h - How a machine's frames lie on the stack --------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that the walk over the stack (count/Walk.h) and the reader of unwind tables
// (count/FrameRules.h) know of a machine. A machine's folder has a Stack.h with
//
//   RegisterCount     registers that are followed: those that DWARF numbers below it
//   StackPointer      DWARF's numbers of these two
//   FramePointer
//   CapturedRegisters which registers captureRegisters() writes: bit n is register n. They
//                     are the ones that calls keep, and the stack pointer
//   ReturnBelowCfa    a call leaves the return address that many bytes below the CFA; 0 if it
//                     leaves it in a register, so that each frame stores it where it likes
//   RedZoneBytes      below the stack pointer that signal handlers leave alone
//   RecordReturnAt    bytes from the caller's frame pointer to the return address in a frame
//                     record, which begins with the former
//   RecordAlignment   of a frame record
//   KnowsSignalReturns   what handlers of signals return to is known by its code, as it may have
//                     no unwind tables
//
// The CFA (canonical frame address) is DWARF's name of the stack pointer's value in the caller,
// as it was before the call.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_ARCH_STACK_H
#define ALLOCSITE_RUNTIME_ARCH_STACK_H

#include <stddef.h>
#include <stdint.h>

namespace allocsite {

/// Writes CapturedRegisters to To[number], and returns an address of code in the function that
/// this is inlined into. All instructions of the capture have one row of the unwind tables:
/// the row of the byte before that address.
inline uintptr_t captureRegisters(uintptr_t *To);

/// The address of code in a return address as a frame stores it: without a signature.
inline uintptr_t codeAddress(uintptr_t Return);

/// True if Code, which no unwind table is about, is what the handler of a signal returns to.
/// At least 8 bytes can be read, if KnowsSignalReturns; else it is not called.
inline bool isSignalReturn(const void *Code);
/// Writes the registers that the signal has interrupted to To[number], from the frame at Sp that
/// such code is of. Returns the address that was interrupted.
inline uintptr_t interruptedRegisters(uintptr_t Sp, uintptr_t *To);

} // namespace allocsite

#if defined(__x86_64__)
#include "x86_64/Stack.h"
#elif defined(__aarch64__)
#include "aarch64/Stack.h"
#else
#error "AllocSite knows x86-64 and AArch64 only"
#endif

#endif
