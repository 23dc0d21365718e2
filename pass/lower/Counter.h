//===- Counter.h - Counts one allocation ------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the code that counts the allocations of a site. Directly after a call of an
// allocator this is a call of the runtime (countBehindCall() in runtime/arch/Machine.h);
// Gates.h then merges most such pairs of calls:
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
// For calls, tags[k] does not include a size. While the profiler is off, the function
// pointers lead to functions that only return.
//
// A call that fails must not count bytes that were not allocated. It counts under a key of
// its own, whose site has ALLOCSITE_SITE_FAILED. Gates test the result themselves; other
// counts are passed one of two tag starts:
//
//     p = calloc(n, 8)
//     p = (*count_behind)(p, p || !size ? &tags[k] : &failed_tags[k], context, size)
//
// If an allocator was inlined, or its call is a musttail call, there is no result to test. If
// the call is still there before its marker (SitePlan::resultAt), there is.
//
// After a call the caller-saved registers hold nothing but its result. A second call there
// spills no other value, and not even the result if it returns that:
//
//     %p = call ptr @calloc(i64 %n, i64 8)
//     %q = call regcall ptr %count_behind(ptr %p, …)     returns %p
//     store i64 0, ptr %q                                 was: ptr %p
//
// (Gates replace most of these calls: Gates.h.)
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_COUNTER_H
#define ALLOCSITE_PASS_LOWER_COUNTER_H

#include "thread/ThreadState.h"
#include "llvm/IR/Instructions.h"

namespace allocsite {

/// Allocations of one key. All numbers are i64.
struct Counted {
  llvm::Instruction *Before; ///< Executed after the allocations.
  llvm::DebugLoc Location;
  llvm::Value *Context;             ///< The function's context.
  llvm::Value *Site;                ///< The number of the site in its module.
  llvm::Value *Size;                ///< The requested bytes; never undef (frozen).
  llvm::CallBase *Result = nullptr; ///< The call whose result shows a failure, or null.
  unsigned Times = 1;               ///< The number of allocations.
  bool OfBlocks = false;            ///< The site's blocks are followed until they are freed.
  llvm::Value *Block = nullptr;     ///< The block, if known.
  bool Creates = false;             ///< Creates an arena: nothing is counted.
  llvm::Value *Arena = nullptr;     ///< The arena, a pointer, if arenas are followed.
  llvm::Value *Object = nullptr;    ///< The object made in it, a pointer; null: not known.
  llvm::Value *Parent = nullptr;    ///< With `Creates`: the parent's address, an i64, or 0.

  /// True if each allocation is reported by itself, because arenas are followed.
  bool isCountedAlone() const { return Arena || Creates; }
  bool hasSameKey(const Counted &Other) const {
    return !isCountedAlone() && !Other.isCountedAlone() && Context == Other.Context &&
           Site == Other.Site && Size == Other.Size && Result == Other.Result &&
           Block == Other.Block;
  }
};

/// Emits an inline hit before `What.Before`, whose block is split. `Address` is the address of
/// the thread's words in the function.
void emitCounter(ThreadState &Thread, const Counted &What, llvm::Value *Address);

/// Emits the counting before `What.Before` as calls of the runtime. If the block is not
/// known, the site must be a constant.
void emitCountCall(ThreadState &Thread, const Counted &What);

/// Emits a call of the runtime before `What.Before`, for `What` that isCountedAlone().
void emitInArena(ThreadState &Thread, const Counted &What);

/// Emits the counting in a loop that counts in the variable `Pending` (PendingCounts.h): adds
/// to it, and at `tuning::MostPending` calls a function that flushes it. The flush is not
/// inline: compilers optimise innermost loops, and short ones, better.
void emitPending(ThreadState &Thread, const Counted &What, llvm::AllocaInst &Pending);

/// Emits a call of that function before `Place`, inside the loop on an unlikely path. For
/// both, a null `What.Context` means the thread's context at that place.
void emitFlushInside(ThreadState &Thread, const Counted &What, llvm::AllocaInst &Pending,
                     llvm::Instruction *Place);

/// Emits the flush inline, after the loop. The block is split.
void emitFlushPending(ThreadState &Thread, const Counted &What, llvm::Value *Address,
                      llvm::AllocaInst &Pending, llvm::Instruction *Place);

/// Emits an i1: true if the result of `Result` shows that it failed to allocate `Size` bytes.
/// A null pointer for zero bytes is no failure: `realloc` returns it after a free. Returns
/// null if `Result` is null, or if the call never returns a failure.
llvm::Value *emitHasFailed(llvm::IRBuilder<> &Builder, llvm::CallBase *Result,
                           llvm::Value *Size);

/// Lets the counts after calls count failures as such. Call after useGates(), which removes
/// the counts that gates take over.
void countFailuresBehind(ThreadState &Thread);

/// The call directly before `Place`, in its block or the invoke that leads to it, whose
/// result is void, unused, a pointer or an i64. Null if there is none, or other values are
/// live in caller-saved registers, or it is not worth it: code is not optimised, or will be
/// optimised again and would no longer see what `malloc` returned.
llvm::CallBase *callBefore(llvm::Instruction &Place);

/// True if `What` lies before `Place`, in its block, and after `From`, if that is in the same
/// block. Walks from `Place` to `From`, so both should be near. Instruction::comesBefore()
/// would renumber the whole block after each insertion.
bool standsBetween(const llvm::Instruction &What, const llvm::Instruction &From,
                   const llvm::Instruction &Place);

/// Replaces the result of `Call`, after `Count`, by that of `Count`, in uses and in debug
/// information. `Call` must be callBefore() of `Count`.
void passThrough(llvm::CallBase &Call, llvm::CallInst &Count);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_COUNTER_H
