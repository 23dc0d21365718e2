//===- NamedStacks.h - Stacks of names alone ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   main ← parseList ← parsePhoto ← (allocator)     19200000
//
// For formats without allocators: the allocator becomes the leaf of the stack, as in a CPU
// profile. Samples that differ only in lines, types or sizes share a stack.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_WRITE_NAMEDSTACKS_H
#define ALLOCSITE_REPORT_WRITE_NAMEDSTACKS_H

#include "Samples.h"

namespace allocsite {

class NamedStacks {
public:
  explicit NamedStacks(const Samples &From);

  struct Name {
    TextId Function;
    TextId File; ///< NoName: not known
  };
  KeySet<Name> Names;

  /// The sums of one stack: one number for each of From.measures(). In the order of first
  /// samples.
  struct Sum {
    uint32_t Stack;
    std::vector<uint64_t> Values;
    std::vector<uint64_t> Before; ///< the first of two compared sides; else empty
  };
  std::vector<Sum> Sums;

  /// Ids of Names, the root first.
  std::vector<uint32_t> names(uint32_t Stack) const;

private:
  struct Link {
    uint32_t Name, Caller;
  };
  KeySet<Link> Stacks; ///< the first one is the stack without names
};

} // namespace allocsite

#endif
