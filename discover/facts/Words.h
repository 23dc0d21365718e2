//===- Words.h - What the names of functions say ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name is its words: `apr_pool_clear`, `PoolClear` and `poolClear` hold `pool` and
// `clear`. Names are weak evidence: they raise or lower what bodies say.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_FACTS_WORDS_H
#define ALLOCSITE_DISCOVER_FACTS_WORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace allocsite {

/// Lower case, in the order of the name.
std::vector<std::string> wordsOf(llvm::StringRef Name);

enum class NameSays {
  Nothing,
  Allocates, ///< alloc, malloc, dup, …
  Makes,     ///< create, new, init, …
  Frees,     ///< free, release, …
  Resets,    ///< reset, clear, …
  Destroys,  ///< destroy, delete, …
  Reads,     ///< read, next, append, …: moves something that is no arena
};

/// The last word that says anything.
NameSays whatNameSays(llvm::StringRef Name);

/// What the last word alone says.
NameSays whatLastWordSays(llvm::StringRef Name);

/// `malloc`, `arenaAlloc`, but not `allocated`.
bool namesAllocation(llvm::StringRef Name);

/// Likewise what gives an object: `node_new`, `takeNode`, but not `get` or `next`, which may
/// give one that is there.
bool namesTaking(llvm::StringRef Name);

/// Whether a parameter's name is one that sizes have.
bool namesSize(llvm::StringRef Name);

/// Whether a member's name is one that the bytes of each object of a pool have: `elem_size`,
/// `m_nodeSize`, `objsize`; not `size`, which may be those of the pool.
bool namesObjectSize(llvm::StringRef Name);

/// The words that all of the names begin with, joined by `_`; without leading `_`.
std::string commonStem(llvm::ArrayRef<std::string> Names);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_FACTS_WORDS_H
