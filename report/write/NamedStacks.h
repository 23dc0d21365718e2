//===- NamedStacks.h - Stacks of names alone ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   main ← parseList ← parsePhoto ← (allocator)     19200000
//
// For formats that know of no allocators: the allocator is the leaf of the stack, as it would
// be in a profile of calls. What differs only in lines, types or sizes is one stack.
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

  /// By stack, in the order of the first sample; one number for each of From.measures().
  struct Sum {
    uint32_t Stack;
    std::vector<uint64_t> Values;
    std::vector<uint64_t> Before; ///< of the first of two sides that are compared, or none
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
