//===- Locations.h - What the formats pprof and OTLP have in common -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   stacks of frames ──▶ locations: a frame, with the functions that were inlined there
//                            │
//                            └──▶ mappings: the program, and libraries
//
// Readers take the first mapping for the program and reject locations without one, so frames of
// which no module is known get a mapping without a name. Each mapping has its own range of addresses
// and each location its own address, as some readers identify locations by it.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_WRITE_LOCATIONS_H
#define ALLOCSITE_REPORT_WRITE_LOCATIONS_H

#include "Samples.h"

#include <map>

namespace allocsite {

/// The name of a measure in heap profiles of other programs, as `alloc_space`.
std::string sampleTypeOf(const Column &Of);
/// "bytes" or "count".
const char *sampleUnitOf(const Column &Of);

class Locations {
public:
  struct Location {
    std::vector<uint32_t> Lines; ///< of Samples::Frames, inlined ones first
    uint64_t Mapping = 0;        ///< index of mappings()
    uint64_t Address = 0;
  };
  struct Mapping {
    uint64_t Start, Limit;
    std::string File, BuildId; ///< empty: not known
  };

  /// Makes the locations of all samples. \p From must outlive this.
  explicit Locations(const Samples &From);

  const std::vector<Location> &all() const { return All; }
  const std::vector<Mapping> &mappings() const { return Mappings; }
  /// The locations of a stack, as indexes of all(), the function that allocates first.
  std::vector<uint32_t> stack(StackId Of) const;

private:
  template <typename FunctionT> void visit(StackId Of, FunctionT At) const;
  uint32_t intern(const std::vector<uint32_t> &Lines);
  TextId programModule() const;
  void addMappings();

  const Samples &From;
  /// Ids of locations of several frames, and of single ones; UINT32_MAX: none.
  std::map<std::vector<uint32_t>, uint32_t> IdOfLines;
  std::vector<uint32_t> IdOfFrame;
  std::vector<Location> All;
  std::vector<Mapping> Mappings;
};

} // namespace allocsite

#endif
