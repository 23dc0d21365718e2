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
#ifndef ALLOCSITE_RUNTIME_ARCH_X86_64_LOOKUP_H
#define ALLOCSITE_RUNTIME_ARCH_X86_64_LOOKUP_H

#include "allocsite/Abi.h"
#include <stddef.h>

/// What the assembly below names.
#define ALLOCSITE_HIT_OPERANDS                                                                \
  [ContextFactor] "i"(ALLOCSITE_CONTEXT_FACTOR), [SizeFactor] "i"(ALLOCSITE_SIZE_FACTOR),     \
      [Slots] "i"(offsetof(AllocSiteThread, Slots)), [Shift] "i"(ALLOCSITE_SLOT_SHIFT),       \
      [Mask] "i"(ALLOCSITE_SLOT_MASK_OFFSET), [Tag] "i"(offsetof(AllocSiteSlot, Tag)),        \
      [Count] "i"(offsetof(AllocSiteSlot, Count))

/// Computes the tag of a key in the register Tag, and compares it with the slot at Slots +
/// Offset: the flags are `ne` if the slot holds another key. Context and Size are registers or
/// places in memory other than Tag, Slots and Offset. AddStart is an instruction without its
/// last operand, such as "addq (%%rdi),": it adds the start of the tag (Tag.h) to Tag.
#define ALLOCSITE_LOOK_UP(Context, AddStart, Size, Tag, Slots, Offset)                        \
  "movabsq %[ContextFactor], " Tag "\n"                                                       \
  "imulq " Context ", " Tag "\n" AddStart " " Tag "\n"                                        \
  "movabsq %[SizeFactor], " Offset "\n"                                                       \
  "imulq " Size ", " Offset "\n"                                                              \
  "addq " Offset ", " Tag "\n"                                                                \
  "movq " ALLOCSITE_THREAD_NAME "@GOTTPOFF(%%rip), " Slots "\n"                               \
  "movq %%fs:%c[Slots](" Slots "), " Slots "\n"                                               \
  "movq " Tag ", " Offset "\n"                                                                \
  "shrq %[Shift], " Offset "\n"                                                               \
  "andq %c[Mask](" Slots "), " Offset "\n"                                                    \
  "cmpq " Tag ", %c[Tag](" Slots "," Offset ")\n"

/// One more in the slot that was found, in one instruction: between a load and a store a
/// handler could put another entry into it.
#define ALLOCSITE_HIT(Slots, Offset) "incq %c[Count](" Slots "," Offset ")\n"

#endif
