//===- Types.h - What type a call makes room for --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass's side of TypeQuery.h.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_TYPES_H
#define ALLOCSITE_PASS_TYPES_H

#include "llvm/IR/InstrTypes.h"
#include <string>

namespace allocsite {

/// The type that `Call`, a direct call of which nothing was inlined yet, makes
/// room for; "" where it is not known, and in every program but clang.
std::string typeOf(const llvm::CallBase &Call);

} // namespace allocsite

#endif // ALLOCSITE_PASS_TYPES_H
