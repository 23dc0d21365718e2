//===- Through.h - Counts what code without the pass allocates --*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   the program's code ──gate──▶ libc's malloc                       counted at its site
//           │ push                    ▲
//           └──▶ libstdc++ ──▶ malloc of the executable (Entries.cpp)  counted here
//
// What code without the pass allocates is counted under the context of its thread, which tells
// the call of the program that has led there: at a site for the allocator and the object that calls
// it (count/ThroughSites.h). A call that a gate makes comes by as well, and is the gate's; so is
// one that the call of a site has made (ALLOCSITE_LABEL_ALLOCATES). An allocator that calls
// another one, as operator new calls malloc, is one call, of its first caller.
//
// Where blocks are followed, what is freed is told.
//
// By start-up, unless it says otherwise.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_INTERPOSE_THROUGH_H
#define ALLOCSITE_RUNTIME_INTERPOSE_THROUGH_H

#include "Interposers.h"

namespace allocsite {

/// Who follows blocks: see live/FreedBlocks.h. Any thread. `Caller`: where the function returns to that
/// was called. `Sp`: the stack pointer of its caller, if that is a gate.
struct BlockListener {
  /// Counts as countHere() does, and follows the block.
  void (*Allocated)(void *Block, uint64_t Start, uint64_t Context, uint64_t Size);
  void (*Freed)(const void *Block, bool IsDelete, const void *Caller);
  uint64_t (*Take)(const void *Block);
  void (*Resized)(uint64_t Taken, const void *Old, const void *New, const void *Caller,
                  const void *Sp);
  void (*PutBack)(const void *Block, uint64_t Taken);
  bool WantsCallers; ///< Also of a delete that calls `free`.
};

/// Has `To`, which must stay, told of what is freed, and once allocators count, of what these
/// allocate. Null: nobody. False where nothing stands in front of free.
bool interposeFrees(const BlockListener *To);

/// Why what code without the pass allocates is not counted.
enum class WhyPartial {
  Nothing, ///< It is.
  AsAsked, ///< whole=0, of the run or where main was compiled.
  Static,
  OwnMalloc, ///< In the executable.
  Hidden,    ///< the link hides what is in front
  Behind,    ///< The library with the entries was loaded behind libc.
  Sanitized
};

/// Lets allocators count from now on, if they can.
void interposeAllocators(bool IsStaticProgram);
/// Any thread.
WhyPartial whyPartial();

/// Those that calls of the process lead to; null: none do.
AllocSiteInterposers *interposers();

/// What a call of the function leads to in the loaded objects; null if that is not known. The
/// program would import from libc what the runtime referred to, and seem to call malloc itself
/// (process/Coverage.h).
void *findLoaded(const char *Name);
/// Whether what stands in front is what the program calls by that name. Any thread.
bool isInFront(const char *Name);
/// What findLoaded() finds, past what stands in front of it.
void *findFunction(const char *Name);
template <typename Function> Function *findFunctionOf(const char *Name) {
  return reinterpret_cast<Function *>(findFunction(Name));
}

} // namespace allocsite

#endif
