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
// Libraries that let their users bring an allocator keep pointers in variables, set to
// those of libc:
//
//   static void *(*take)(size_t) = malloc;          take(n) calls malloc
//   struct hooks hooks = {malloc, free};            hooks.allocate(n), for all that the
//                                                   file shows
//
// A place is a variable and an offset in it. A call through one is a site where all that
// the module stores there is null or known allocators whose parameters mean the same. If
// nobody else can store there, the call is one of that allocator; else it is named by the
// variable, since another file may set it to something that allocates itself.
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
  std::string File; ///< That the mark's place is in.
};

using PointerCalls = llvm::MapVector<const llvm::CallBase *, PointerCall>;

/// The argument of IR that is `this` of a virtual function.
inline unsigned thisArgument(const llvm::CallBase &Call) {
  return Call.hasStructRetAttr() ? 1 : 0;
}

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

/// The variable that the callee of `Call` is read from, with the offset in bytes; null
/// where it is read from none.
const llvm::GlobalVariable *variableOfCallee(const llvm::CallBase &Call, uint64_t &Offset);

/// `Call` as the source would name it, if its callee is read from a variable that is a
/// pointer: IR has the variable, but no member and no type.
std::optional<PointerCall> throughVariable(const llvm::CallBase &Call, NameTable &Names);

/// Not thread-safe: one for each module, which must not change meanwhile.
class SetPointers {
public:
  SetPointers(const llvm::Module &M, AllocatorTable &Allocators, NameTable &Names);

  /// What `Call` calls, or nothing where that is not seen.
  std::optional<Allocator> match(const llvm::CallBase &Call);

private:
  using Place = std::pair<const llvm::GlobalVariable *, uint64_t>;
  struct Held {
    llvm::SmallVector<const llvm::Function *, 2> Functions; ///< Each once.
    bool IsOther = false;                                   ///< Something else, too.
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
