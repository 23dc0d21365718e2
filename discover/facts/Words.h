//===- Words.h - Evidence from the names of functions -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name is split into words: `apr_pool_clear`, `PoolClear` and `poolClear` contain `pool`
// and `clear`. Names are weak evidence: they only raise or lower scores from bodies.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_FACTS_WORDS_H
#define ALLOCSITE_DISCOVER_FACTS_WORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace allocsite {

/// The words of a name in lower case, in order.
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

/// The meaning of the last word that has one.
NameSays whatNameSays(llvm::StringRef Name);

/// The meaning of the very last word.
NameSays whatLastWordSays(llvm::StringRef Name);

/// True for `malloc` and `arenaAlloc`, but not for `allocated`.
bool namesAllocation(llvm::StringRef Name);

/// True also for names of functions that make an object, such as `node_new` and `takeNode`,
/// but not for `get` or `next`, which may return an existing one.
bool namesTaking(llvm::StringRef Name);

/// True if a parameter's name is typical for a size.
bool namesSize(llvm::StringRef Name);

/// True if a member's name is typical for the object size of a pool: `elem_size`,
/// `m_nodeSize`, `objsize`; but not `size`, which may be that of the pool.
bool namesObjectSize(llvm::StringRef Name);

/// The words that all of the names begin with, joined by `_`; without leading `_`.
std::string commonStem(llvm::ArrayRef<std::string> Names);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_FACTS_WORDS_H
