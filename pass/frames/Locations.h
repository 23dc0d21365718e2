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

#include "Records.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
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

//===----------------------------------------------------------------------===//
// A site in the words of the CSV
//
// The text of sites for remarks and the inventory. It must equal the text that the runtime
// writes (Expand.h), so that sites can be matched with those that ran.
//===----------------------------------------------------------------------===//

/// "file:line:column", followed by "#n" for the n-th site of this place, n > 1.
std::string placeText(llvm::StringRef File, unsigned Line, unsigned Column, unsigned Repeat);
/// "function#k": the k-th allocation of a function without line numbers.
std::string ordinalText(llvm::StringRef Function, unsigned Ordinal);

/// The text of a record in the CSV.
struct SiteText {
  std::string Place;    ///< Column `site`; empty if the record has no place.
  std::string Function; ///< Column `pc0`.
  /// The site is in the C++ library: the row shows the place and function of the call into
  /// it, if known.
  bool InLibrary = false;
};
SiteText textOfSite(const DescriptorTables &Tables, const AllocSiteSite &Site);

/// The text of a call, which has a place only if the callee is in the C++ library.
SiteText textOfCall(const DescriptorTables &Tables, const AllocSiteCallSite &Call);

} // namespace allocsite

#endif // ALLOCSITE_PASS_FRAMES_LOCATIONS_H
