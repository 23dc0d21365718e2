//===- CountTogether.h - Counts at once what is made together ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unrolling makes several allocations of one key of a loop's:
//
//     take(32); … take(32); …      ──▶      take(32); … take(32); slot->count += 2
//
// Each addition waits for the one before it, some five cycles, so that it is they
// that a tight loop is waiting for. They are made one where nothing between can call,
// leave or throw: whoever reads the counters when the last was made finds all of them.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_COUNTTOGETHER_H
#define ALLOCSITE_PASS_LOWER_COUNTTOGETHER_H

#include "Counter.h"
#include "llvm/ADT/SmallVector.h"

namespace allocsite {

/// Makes one of those that can be counted together. `All` are a function's, in the
/// order of its instructions.
void countTogether(llvm::SmallVectorImpl<Counted> &All);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_COUNTTOGETHER_H
