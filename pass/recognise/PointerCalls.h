//===- PointerCalls.h - Allocators that are called through pointers -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The marks of PointerMark.h as the first stage finds them, and what rules make of the calls.
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

#ifndef ALLOCSITE_PASS_RECOGNISE_POINTERCALLS_H
#define ALLOCSITE_PASS_RECOGNISE_POINTERCALLS_H

#include "Allocators.h"
#include "rules/Names.h"
#include "rules/PointerMark.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include <optional>
#include <string>

namespace allocsite {

struct PointerCall {
  PointerMark Mark;
  std::string Text; ///< The mark, as it was written.
  std::string File; ///< That the mark's place is in.
};

using PointerCalls = llvm::MapVector<const llvm::CallBase *, PointerCall>;

/// Takes the marks out of the module, which is then as if there had been none. In
/// the order of the module.
PointerCalls takePointerCalls(llvm::Module &M);

/// Not thread-safe: one for each module.
class PointerAllocators {
public:
  explicit PointerAllocators(const Config &Configured) : Configured(Configured) {}

  /// What `Call` calls, or nothing where no rule holds for it, or it does not fit
  /// the rule.
  std::optional<Allocator> match(const llvm::CallBase &Call, const PointerCall &Through);

  /// The family of the virtual function that `Through` stands in, where rules make that an
  /// allocator, or "".
  std::string familyAround(const PointerCall &Through) const;

  /// Rules that do not fit calls, with the places of both. Each is told once.
  const std::vector<std::string> &problems() const { return Problems; }

private:
  bool fits(const Rule &R, llvm::StringRef Name, const PointerCall &Through);

  const Config &Configured;
  std::vector<std::string> Problems;
  llvm::StringSet<> Told;
};

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
                                             const PointerCalls &Unnamed, NameTable &Names);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_POINTERCALLS_H
