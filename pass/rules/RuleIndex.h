//===- RuleIndex.h - An index of the table of allocators ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every compilation uses the table of allocators, and most find only a rule or two. So the
// build makes an index of its text (embed/IndexRules.cpp), and a rule is parsed only when a
// function has its name:
//
//   "malloc" ──hash──▶ IndexedKey ──Last──▶ IndexedRule ──Line──▶ alloc:malloc size=0
//                                            └──Before──▶ the previous one of that name
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_RULEINDEX_H
#define ALLOCSITE_PASS_RULES_RULEINDEX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/DJB.h"
#include <cstdint>

namespace allocsite {

/// All offsets are bytes from the beginning of the text.
struct IndexedRule {
  uint32_t Section;    ///< The start of its section's line.
  uint32_t Line;       ///< The start of its own line.
  uint32_t LineNumber; ///< From 1.
  int32_t Before;      ///< The rule before this one that has the same key, or -1.
};

struct IndexedKey {
  uint32_t Begin, Length; ///< In the text. Length is 0 in an empty slot.
  int32_t Last;           ///< The last of its rules, or -1.
};

/// The slot of a key. Keys are a hash table with linear probing; their number is a power of
/// two, and some are empty.
inline size_t slotOf(llvm::StringRef Key, llvm::StringRef Text,
                     llvm::ArrayRef<IndexedKey> Keys) {
  size_t Slot = llvm::djbHash(Key);
  for (;; ++Slot) {
    const IndexedKey &Is = Keys[Slot &= Keys.size() - 1];
    if (!Is.Length || Text.substr(Is.Begin, Is.Length) == Key)
      return Slot;
  }
}

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_RULEINDEX_H
