//===- PointerCalls.h - Allocators that are called through pointers -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds calls of allocators through pointers, by the marks of PointerMark.h and rules.
//
// A call through a pointer that no rule names may call an allocator if it has the parameters
// of one. Only a reader of the source can know, so it is a remark, with the rule to write:
//
//   p = hooks->allocate(n)    field:hooks.allocate shape=i size=0
//
// The names are those of the source, if that was read, or else of the variable.
//
// Libraries that let users replace the allocator keep pointers in variables, set to the
// functions of libc:
//
//   static void *(*take)(size_t) = malloc;          take(n) calls malloc
//   struct hooks hooks = {malloc, free};            hooks.allocate(n), for all that the
//                                                   file shows
//
// A place is a variable and an offset in it. A call through it is a site if the module stores
// there only null or known allocators whose parameters have the same meaning. If no other
// file can store there, the call is one of that allocator. Otherwise the site is named after
// the variable, since another file may set it to another allocator.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_POINTERCALLS_H
#define ALLOCSITE_PASS_RECOGNISE_POINTERCALLS_H

#include "Allocators.h"
#include "rules/Names.h"
#include "rules/PointerMark.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include <optional>
#include <string>

namespace allocsite {

struct PointerCall {
  PointerMark Mark;
  std::string Text; ///< The mark, as it was written.
  std::string File; ///< The file of the marked call.
};

using PointerCalls = llvm::MapVector<const llvm::CallBase *, PointerCall>;

/// The IR argument that is `this` of a virtual function.
inline unsigned thisArgument(const llvm::CallBase &Call) {
  return Call.hasStructRetAttr() ? 1 : 0;
}

/// The rules for pointers, applied to the calls of one module. Not thread-safe.
class PointerAllocators {
public:
  explicit PointerAllocators(const Config &Configured) : Configured(Configured) {}

  /// The allocator that `Call` calls, or nothing if no rule applies or `Call` does not fit the
  /// rule.
  std::optional<Allocator> match(const llvm::CallBase &Call, const PointerCall &Through);

  /// The family of the virtual function that contains `Through`, if rules make that an
  /// allocator; or "".
  std::string familyAround(const PointerCall &Through) const;

  /// Rules that do not fit calls, with the places of both. Each is reported once.
  const std::vector<std::string> &problems() const { return Problems; }

private:
  bool fits(const Rule &R, llvm::StringRef Name, const PointerCall &Through);

  const Config &Configured;
  std::vector<std::string> Problems;
  llvm::StringSet<> Told;
};

/// A call through a pointer that no rule names.
struct UnnamedPointer {
  std::string Name; ///< The variable or member that holds the pointer, or "".
  std::string Rule; ///< The rule to write, or "" without a name.
};

/// Moves the calls that no rule names out of `Calls`: they are only for remarks.
PointerCalls takeUnnamed(PointerCalls &Calls, const Config &Configured);

/// Nothing if `Call` is not through a pointer, or has not the parameters of malloc, calloc or
/// realloc, possibly after a pool. `Unnamed` is the result of takeUnnamed().
std::optional<UnnamedPointer> unnamedPointer(const llvm::CallBase &Call,
                                             const PointerCalls &Unnamed, NameTable &Names);

/// The variable from which the callee of `Call` is loaded, and the offset in bytes; or null.
const llvm::GlobalVariable *variableOfCallee(const llvm::CallBase &Call, uint64_t &Offset);

/// `Call` as the source names it, if its callee is loaded from a variable that is a pointer:
/// IR has the variable, but no members or types.
std::optional<PointerCall> throughVariable(const llvm::CallBase &Call, NameTable &Names);

/// The function pointers that one module stores in its variables. The module must not change
/// meanwhile. Not thread-safe.
class SetPointers {
public:
  SetPointers(const llvm::Module &M, AllocatorTable &Allocators, NameTable &Names);

  /// The allocator that `Call` calls, or nothing if not known.
  std::optional<Allocator> match(const llvm::CallBase &Call);

private:
  using Place = std::pair<const llvm::GlobalVariable *, uint64_t>;
  struct Held {
    llvm::SmallVector<const llvm::Function *, 2> Functions; ///< Each once.
    bool IsOther = false;                                   ///< Other values are stored too.
  };

  void readInitializer(const llvm::GlobalVariable &Of, uint64_t At,
                       const llvm::Constant &Value);
  void store(const llvm::GlobalVariable &To, uint64_t At, const llvm::Value &Value);
  bool isHeldAlone(const llvm::GlobalVariable &Of);

  const llvm::Module &M;
  AllocatorTable &Allocators;
  NameTable &Names;
  llvm::DenseMap<Place, Held> Places;
  llvm::DenseMap<const llvm::GlobalVariable *, bool> HeldAlone;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_POINTERCALLS_H
