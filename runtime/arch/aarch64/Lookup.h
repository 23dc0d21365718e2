//===- Lookup.h - Assembly that looks for a slot ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one text of it, for the functions that count (Hit.cpp, Gates.cpp), each of which has
// other registers free. It computes the formulas of allocsite/Tag.h; a test holds it
// against them.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_ARCH_AARCH64_LOOKUP_H
#define ALLOCSITE_RUNTIME_ARCH_AARCH64_LOOKUP_H

#include "allocsite/Abi.h"
#include <stddef.h>

/// Where a call or a jump through a register may end (bti c). Older processors do nothing.
#define ALLOCSITE_LANDS "hint #34\n"

/// What the assembly below names.
#define ALLOCSITE_HIT_OPERANDS                                                                \
  [ContextFactor] "i"(ALLOCSITE_CONTEXT_FACTOR), [SizeFactor] "i"(ALLOCSITE_SIZE_FACTOR),     \
      [Slots] "i"(offsetof(AllocSiteThread, Slots)), [Shift] "i"(ALLOCSITE_SLOT_SHIFT),       \
      [Mask] "i"(ALLOCSITE_SLOT_MASK_OFFSET)

static_assert(offsetof(AllocSiteSlot, Tag) == 0 && offsetof(AllocSiteSlot, Count) == 8,
              "the load of the tag leaves the address of the count");

/// Computes the tag of a key, and compares it with its slot: the flags are `ne` if the slot
/// holds another key. All are registers, by their numbers: Start of the tag (Tag.h), Context and
/// Size; Tag, A and B are written. Adjust is an instruction more on Tag, or "". A becomes the
/// address of the slot's count.
#define ALLOCSITE_LOOK_UP(Start, Context, Size, Adjust, Tag, A, B)                            \
  "ldr x" A ", 8f\n"                                                                          \
  "ldr x" B ", 9f\n"                                                                          \
  "madd x" Tag ", x" Context ", x" A ", x" Start "\n"                                         \
  "madd x" Tag ", x" Size ", x" B ", x" Tag "\n" Adjust "adrp x" A                            \
  ", :gottprel:" ALLOCSITE_THREAD_NAME "\n"                                                   \
  "ldr x" A ", [x" A ", :gottprel_lo12:" ALLOCSITE_THREAD_NAME "]\n"                          \
  "mrs x" B ", tpidr_el0\n"                                                                   \
  "add x" A ", x" A ", x" B "\n"                                                              \
  "ldr x" A ", [x" A ", #%c[Slots]]\n"                                                        \
  "ldur x" B ", [x" A ", #%c[Mask]]\n"                                                        \
  "and x" B ", x" B ", x" Tag ", lsr #%c[Shift]\n"                                            \
  "add x" A ", x" A ", x" B "\n"                                                              \
  "ldr x" B ", [x" A "], #8\n"                                                                \
  "cmp x" B ", x" Tag "\n"

/// One more in the slot that was found, in one step: between a load and a store a handler
/// could put another entry into it. A is the address of the count; B and C are written. One text
/// for each processor, and one for those with atomic instructions (LSE).
#define ALLOCSITE_HIT_BY_PAIR(A, B, C)                                                        \
  "1: ldxr x" B ", [x" A "]\n"                                                                \
  "add x" B ", x" B ", #1\n"                                                                  \
  "stxr w" C ", x" B ", [x" A "]\n"                                                           \
  "cbnz w" C ", 1b\n"
#define ALLOCSITE_HIT_AT_ONCE(A, B, C)                                                        \
  "mov x" B ", #1\n"                                                                          \
  ".arch_extension lse\n"                                                                     \
  "stadd x" B ", [x" A "]\n"                                                                  \
  ".arch_extension nolse\n"

namespace allocsite {

// For processors with atomic instructions.
__attribute__((visibility("hidden"))) void countHereAtOnce(const uint64_t *, uint64_t,
                                                           uint64_t);
__attribute__((visibility("hidden"))) void *countBehindCallAtOnce(void *, const uint64_t *,
                                                                  uint64_t, uint64_t);

} // namespace allocsite

/// The constants of the look-up, behind the code.
#define ALLOCSITE_FACTORS                                                                     \
  ".p2align 3\n"                                                                              \
  "8: .quad %c[ContextFactor]\n"                                                              \
  "9: .quad %c[SizeFactor]\n"

#endif
