//===- PointerRules.h - The rule that a call through a pointer lacks ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call through a pointer that no rule names and that has the parameters of an allocator
// may be one. Whether it is only the reader of its source knows, so that it is a remark, with
// the rule to write:
//
//   p = hooks->allocate(n)    field:hooks.allocate shape=i size=0
//
// The names are those of the source, where that was read, or of the variable.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_POINTERRULES_H
#define ALLOCSITE_PASS_RECOGNISE_POINTERRULES_H

#include "PointerCalls.h"
#include "rules/Names.h"
#include <optional>
#include <string>

namespace allocsite {

/// A call that no rule names.
struct UnnamedPointer {
  std::string Name; ///< What holds the pointer, or ""
  std::string Rule; ///< for which there is none.
};

/// Takes out of `Calls` those that no rule names: they are there for remarks.
PointerCalls takeUnnamed(PointerCalls &Calls, const Config &Configured);

/// Nothing where `Call` is not through a pointer, or its parameters are not those of malloc,
/// calloc or realloc, or of these with a pool in front. `Unnamed` are those of takeUnnamed().
std::optional<UnnamedPointer> unnamedPointer(const llvm::CallBase &Call,
                                             const PointerCalls &Unnamed,
                                             NameTable &Names);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_POINTERRULES_H
