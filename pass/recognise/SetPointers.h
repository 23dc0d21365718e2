//===- SetPointers.h - Which allocators a variable is seen to hold ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
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

#ifndef ALLOCSITE_PASS_RECOGNISE_SETPOINTERS_H
#define ALLOCSITE_PASS_RECOGNISE_SETPOINTERS_H

#include "Allocators.h"
#include "PointerCalls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

namespace allocsite {

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

#endif // ALLOCSITE_PASS_RECOGNISE_SETPOINTERS_H
