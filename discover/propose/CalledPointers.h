//===- CalledPointers.h - Allocators that are called through pointers -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library whose users may supply an allocator calls it through a pointer, in many
// places. Functions that pass on memory from such a call have their own rules; the other
// calls become sites by a rule that names the pointer:
//
//   void *(*hook)(size_t) = malloc;     of a typedef    pointer:hook_fn size=0
//   struct mem standard = {malloc};     a member        field:mem.get size=0
//   void *take(size_t) override;        a function      virtual:arena::take size=0
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_PROPOSE_CALLEDPOINTERS_H
#define ALLOCSITE_DISCOVER_PROPOSE_CALLEDPOINTERS_H

#include "discover/roles/Roles.h"

namespace allocsite {

struct CalledPointer {
  std::string Rule;
  std::string Reason; ///< The functions it is set to, or overridden by.
  /// Known allocators are among what it is set to, the others certain, and nothing that the
  /// rule would name as well is set to anything else.
  bool Certain = false;
  size_t Calls = 0;                ///< In functions that have no rule.
  std::set<std::string> Functions; ///< These, by name.
};

/// The pointers that are set to allocators alone, and what hands on to the same pointer; all
/// of which ask for as many bytes of the same parameters, the one that is called most first.
/// `HasRule` is of each function.
std::vector<CalledPointer> calledPointers(const CodeBase &Code, const Roles &Allocators,
                                          const std::vector<char> &HasRule);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_PROPOSE_CALLEDPOINTERS_H
