//===- Locations.h - Debug locations where the program has none -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inline chains are read from debug locations. A function without any (no -g) gets a
// subprogram of a compile unit that emits nothing, and each of its calls a location
// with an ordinal in place of a line. They are removed at the end, so that no debug
// section appears.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_FRAMES_LOCATIONS_H
#define ALLOCSITE_PASS_FRAMES_LOCATIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <functional>
#include <string>

namespace allocsite {

/// Gives locations to the calls of every function that has no subprogram.
/// `OrdinalOf` returns the ordinal of a call among the allocations of its function, from 1,
/// or 0 for other calls.
void makeLocations(llvm::Module &M,
                   const std::function<unsigned(const llvm::CallBase &)> &OrdinalOf);

/// Removes what makeLocations() has added.
void dropMadeLocations(llvm::Module &M);

/// A location in the source. One from makeLocations() has no file; its line is the ordinal of
/// the allocation, or 0 for another call, whose ordinal is then the column.
struct SourcePlace {
  std::string File;
  unsigned Line = 0, Column = 0;
};
/// A cache of the names of files.
using NamesOfFiles = llvm::DenseMap<const llvm::DIFile *, std::string>;
/// The place of `Location`. Uses the cache `Known` unless it is null.
SourcePlace placeOf(const llvm::DILocation &Location, NamesOfFiles *Known = nullptr);

} // namespace allocsite

#endif // ALLOCSITE_PASS_FRAMES_LOCATIONS_H
