//===- Endings.h - What a symbol's name can end in --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules are found by the last component of a name, and to demangle a name takes many
// times as long as to see that it can end in no such component. A mangled name has it
// letter by letter, behind its length; where in the name needs not be known:
//
//   _ZN4Pool5allocERKSt6vectorIiSaIiEE    Pool, alloc or vector, but not calloc
//   _ZN4PoolD2Ev                          Pool or ~Pool
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_ENDINGS_H
#define ALLOCSITE_PASS_RULES_ENDINGS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace allocsite {

/// True where the mangled name of whatever ends in `Component` says so in a way that
/// mayEndIn() knows.
bool isSpelledOut(llvm::StringRef Component);

/// False only where it is certain that the name of `Symbol`, which has no clone's
/// suffix, ends in no component that is spelled out and that `IsSought` says yes to. The
/// operators new and delete are taken to be sought.
bool mayEndIn(llvm::StringRef Symbol,
              llvm::function_ref<bool(llvm::StringRef Component)> IsSought);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_ENDINGS_H
