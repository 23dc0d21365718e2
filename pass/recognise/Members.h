//===- Members.h - Where a member stands that a rule names ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   size=0->pool_head.size  ──▶  int(0+8), as debug information describes pool_head
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_MEMBERS_H
#define ALLOCSITE_PASS_RECOGNISE_MEMBERS_H

#include "Allocators.h"

namespace allocsite {

/// What `R` says of a call's bytes, as it is in `M`: a member becomes a number at an offset. A
/// class that `M` does not describe leaves them unknown. Returns what is wrong: an error where
/// the class has no such member (`IsError`), else a hint; "" where nothing is.
std::string setMeasure(Allocator &To, const Rule &R, const llvm::Module &M, bool &IsError);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_MEMBERS_H
