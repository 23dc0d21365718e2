//===- Counter.h - Counts one allocation ------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emitted for a site, as a call of the runtime (countBehindCall() in runtime/arch/Machine.h)
// directly behind that of an allocator, until that call itself counts (Gates.h):
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
// For calls tags[k] has no size in it. The callee loads the context: in shared code it is
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
// Behind a call the registers that calls may change hold nothing but its result. A
// second call there costs no other value its register, and none at all where it hands
// the result through:
//
//     %p = call ptr @calloc(i64 %n, i64 8)
//     %q = call regcall ptr %count_behind(ptr %p, …)     returns %p
//     store i64 0, ptr %q                                 was: ptr %p
//
// (Most such calls become others: Gates.h.)
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_COUNTER_H
#define ALLOCSITE_PASS_LOWER_COUNTER_H

#include "thread/ThreadState.h"
#include "llvm/IR/Instructions.h"

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
/// adds to it, and where that is `tuning::MostPending` or more then a function flushes it. No
/// more of it is in the loop: compilers do for an innermost loop, and by how long its longest
/// chain of instructions takes, what they else do not.
void emitPending(ThreadState &Thread, const Counted &What, llvm::AllocaInst &Pending);

/// Emits before `Place`, in the loop and seldom reached, that all that is pending be
/// counted: a call of what emitPending() calls. For both a context of null is the thread's
/// context, as it is there.
void emitFlushInside(ThreadState &Thread, const Counted &What, llvm::AllocaInst &Pending,
                     llvm::Instruction *Place);

/// The same behind the loop, where it is done in place; the block is split.
void emitFlushPending(ThreadState &Thread, const Counted &What, llvm::Value *Address,
                      llvm::AllocaInst &Pending, llvm::Instruction *Place);

/// Emits an i1: the call whose result tells it, `Result`, has failed to make `Size` bytes. A
/// null for no bytes is no failure: so `realloc` says that it has freed. Null where `Result`
/// is, or the call does not return when it fails.
llvm::Value *emitHasFailed(llvm::IRBuilder<> &Builder, llvm::CallBase *Result,
                           llvm::Value *Size);

/// Lets the counts behind calls tell the failures: when those that gates count are gone.
void countFailuresBehind(ThreadState &Thread);

/// The call directly before `Place`, in its block or the invoke that leads to it, whose
/// result is nothing, unused, a pointer or an i64. Null where there is none, where
/// registers hold more than the result, and where it is not worth it: in code that is
/// not optimised, or will be again and would not see what `malloc` returned.
llvm::CallBase *callBefore(llvm::Instruction &Place);

/// True where `What` stands before `Place`, in its block, and behind `From`, if that is
/// in it as well. The two must be near, as a place and the call before are: it is walked
/// from one to the other, since to compare them otherwise numbers the whole block, anew
/// after each instruction that was added.
bool standsBetween(const llvm::Instruction &What, const llvm::Instruction &From,
                   const llvm::Instruction &Place);

/// Behind `Count`, which stands where `Call` is the call before, what was the result of
/// `Call` is that of `Count`: uses, and what the debugger shows.
void passThrough(llvm::CallBase &Call, llvm::CallInst &Count);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_COUNTER_H
