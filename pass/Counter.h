//===- Counter.h - Counts one allocation ------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emitted for a site, with the hit inline:
//
//     tag  = context * C + tags[k] + size * Z                a constant size is in tags
//     slot = slots + ((tag >> 42) & slots[-1])               the table's mask
//     if (slot->tag == tag) slot->count += 1                 all but always
//     else                  miss(tag, context, size, SiteBase + k)
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_COUNTER_H
#define ALLOCSITE_PASS_COUNTER_H

#include "ThreadState.h"

namespace allocsite {

/// Allocations of one key, all numbers i64.
struct Counted {
  llvm::Instruction *Before; ///< Executed when they have been made.
  llvm::DebugLoc Location;
  llvm::Value *Context; ///< The function's.
  llvm::Value *Site;    ///< Its number in its module.
  llvm::Value *Size;    ///< Bytes asked for, the same number at each use.
  unsigned Times = 1;   ///< How many are made together.

  bool hasSameKey(const Counted &Other) const {
    return Context == Other.Context && Site == Other.Site && Size == Other.Size;
  }
};

/// The tag of its key.
llvm::Value *emitTag(ThreadState &Thread, llvm::IRBuilder<> &Builder,
                     const Counted &What);

/// Where a loop keeps what it has found out about a key, see LoopSlots.h.
struct KeptSlot {
  llvm::Value *Tag;
  llvm::AllocaInst *Slot; ///< An address; to be set anew behind a miss.
};

/// Emits the counting before `What.Before`, whose block is split. `Address` is the
/// function's. `Kept` is null where the slot is to be found.
void emitCounter(ThreadState &Thread, const Counted &What,
                 llvm::Value *Address, const KeptSlot *Kept);

/// Emits `Kept.Slot` anew.
void emitKeptSlot(ThreadState &Thread, llvm::IRBuilder<> &Builder,
                  llvm::Value *Address, const KeptSlot &Kept);

} // namespace allocsite

#endif // ALLOCSITE_PASS_COUNTER_H
