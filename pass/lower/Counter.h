//===- Counter.h - Counts one allocation ------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emitted for a site, as a call of the runtime (countBehindCall() in runtime/arch/Machine.h)
// directly behind that of an allocator (BehindCalls.h), until that call itself counts
// (Gates.h):
//
//     p = malloc(size)
//     p = (*count_behind)(p, &tags[k], context, size)
//
// elsewhere, as one that keeps all registers but r11:
//
//     (*count)(&tags[k], context, size)
//
// or, where it is worth the bytes (InlineHits.h), with the hit inline:
//
//     if (!(slots & 1))                                      else the profiler is off
//       tag  = context * C + tags[k] + size * Z              a constant size is in tags
//       slot = slots + ((tag >> 42) & slots[-1])             the table's mask
//       if (slot->tag == tag) slot->count += 1               all but always
//       else                  miss(tag, context, size, SiteBase + k)
//
// For calls tags[k] has no size in it. The callee loads the word: in shared code it is
// complete for whoever was called (ThreadState.h). Where the profiler is off the pointers
// are of functions that only return.
//
// A call that fails must not count as bytes that nobody got. It counts under a key of its
// own, whose site has ALLOCSITE_SITE_FAILED. Gates look at the result themselves; else the
// count is told by which of two words its tags are to begin with:
//
//     p = calloc(n, 8)
//     p = (*count_behind)(p, p || !size ? &tags[k] : &failed_tags[k], context, size)
//
// Where an allocator was inlined, or its call is a musttail call, there is no result to look
// at. Where the call still stands before its marker (SitePlan::resultAt), there is.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_COUNTER_H
#define ALLOCSITE_PASS_LOWER_COUNTER_H

#include "ThreadState.h"

namespace allocsite {

/// Allocations of one key, all numbers i64.
struct Counted {
  llvm::Instruction *Before; ///< Executed when they have been made.
  llvm::DebugLoc Location;
  llvm::Value *Context;             ///< The function's.
  llvm::Value *Site;                ///< Its number in its module.
  llvm::Value *Size;                ///< Bytes asked for, the same number at each use.
  llvm::CallBase *Result = nullptr; ///< That tells a failure or null.
  unsigned Times = 1;               ///< How many are made together.
  bool OfBlocks = false;         ///< Of a site whose blocks are followed until they are freed:
  llvm::Value *Block = nullptr;  ///< this one, if it is known.
  bool Creates = false;          ///< An arena: nothing is counted.
  llvm::Value *Arena = nullptr;  ///< A pointer, where arenas are followed.
  llvm::Value *Object = nullptr; ///< What was made in it, a pointer; null: not known.
  llvm::Value *Parent = nullptr; ///< Of one that is made: its parent's address, an i64; or 0.

  /// Whoever follows an arena is told of each allocation.
  bool isCountedAlone() const { return Arena || Creates; }
  bool hasSameKey(const Counted &Other) const {
    return !isCountedAlone() && !Other.isCountedAlone() && Context == Other.Context &&
           Site == Other.Site && Size == Other.Size && Result == Other.Result &&
           Block == Other.Block;
  }
};

/// Emits the counting before `What.Before`, whose block is split. `Address` is the
/// function's.
void emitCounter(ThreadState &Thread, const Counted &What, llvm::Value *Address);

/// Emits the counting before `What.Before` as calls of the runtime; the site has to be a
/// constant where the block is not known.
void emitCountCall(ThreadState &Thread, const Counted &What);

/// Emits what isCountedAlone(), before `What.Before`, as a call of the runtime.
void emitInArena(ThreadState &Thread, const Counted &What);

/// Emits the counting in a loop that counts in the variable `Pending`, see PendingCounts.h:
/// adds to it, and where that is `tuning::MostPending` or more then a function settles. No more of
/// it is in the loop: compilers do for an innermost loop, and by how long its longest chain
/// of instructions takes, what they else do not (X86CmovConversion).
void emitPending(ThreadState &Thread, const Counted &What, llvm::AllocaInst &Pending);

/// Emits before `Place`, in the loop and seldom reached, that all that is pending be
/// counted: a call of what emitPending() calls. For both a context of null is the thread's
/// word, as it is there.
void emitSettleInside(ThreadState &Thread, const Counted &What, llvm::AllocaInst &Pending,
                      llvm::Instruction *Place);

/// The same behind the loop, where it is done in place; the block is split.
void emitSettle(ThreadState &Thread, const Counted &What, llvm::Value *Address,
                llvm::AllocaInst &Pending, llvm::Instruction *Place);

/// Emits an i1: the call whose result tells it, `Result`, has failed to make `Size` bytes. A
/// null for no bytes is no failure: so `realloc` says that it has freed. Null where `Result`
/// is, or the call does not return when it fails.
llvm::Value *emitHasFailed(llvm::IRBuilder<> &Builder, llvm::CallBase *Result,
                           llvm::Value *Size);

/// Lets the counts behind calls tell the failures: when those that gates count are gone.
void countFailuresBehind(ThreadState &Thread);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_COUNTER_H
