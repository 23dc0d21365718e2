//===- Locations.h - Debug locations where the program has none -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inline chains are read from debug locations. Where a function has none (no
// -g), it gets a subprogram of a compile unit that emits nothing, and each of
// its calls a location that holds an ordinal in place of a line. They are taken
// off again at the end, so that no debug section appears.
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
/// `OrdinalOf` says which allocation of its function a call is, from 1, or 0.
void makeLocations(llvm::Module &M,
                   const std::function<unsigned(const llvm::CallBase &)> &OrdinalOf);

/// Takes off what makeLocations() put on.
void dropMadeLocations(llvm::Module &M);

/// Where a location stands in the source. A made one has no file; its line is the
/// ordinal of the allocation, or 0, and then its column that of the call.
struct SourcePlace {
  std::string File;
  unsigned Line = 0, Column = 0;
};
/// How files are named, as far as it was asked for.
using NamesOfFiles = llvm::DenseMap<const llvm::DIFile *, std::string>;
/// `Known` is looked into, and added to, where it is given.
SourcePlace placeOf(const llvm::DILocation &Location, NamesOfFiles *Known = nullptr);

} // namespace allocsite

#endif // ALLOCSITE_PASS_FRAMES_LOCATIONS_H
