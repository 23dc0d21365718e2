//===- Counter.h - Counts one allocation ------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emitted for a site, with the hit inline:
//
//     tag  = context * C + TagBase + (k * S + size * Z)      constants folded
//     slot = slots + ((tag >> 42) & slots[-1])               the table's mask
//     if (slot->tag == tag) slot->count += 1                 all but always
//     else                  miss(tag, context, size, SiteBase + k)
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_COUNTER_H
#define ALLOCSITE_PASS_COUNTER_H

#include "ThreadState.h"

namespace allocsite {

/// Emits the counting of one allocation before `Before`, whose block is split.
/// `Address` and `Context` are the function's; `Site` is the number of the site
/// in its module and `Size` the bytes asked for, both i64.
void emitCounter(const ThreadState &Thread, llvm::Instruction *Before,
                 llvm::DebugLoc Location, llvm::Value *Address,
                 llvm::Value *Context, llvm::Value *Site, llvm::Value *Size);

} // namespace allocsite

#endif // ALLOCSITE_PASS_COUNTER_H
