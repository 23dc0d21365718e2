//===- Records.h - The records of a module ----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the profile is told of a module, as lists. plan/Numbering.h fills them and
// describe/Encode.h makes bytes of them. No LLVM, so that tests of the runtime can make
// modules.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_FRAMES_RECORDS_H
#define ALLOCSITE_PASS_FRAMES_RECORDS_H

#include "allocsite/Abi.h"
#include "allocsite/SymbolHash.h"
#include <set>
#include <string>
#include <vector>

namespace allocsite {

/// The records of Descriptors.inc. Strings are in any order, and may be there
/// more than once or for nothing.
struct DescriptorTables {
  std::vector<std::string> Strings{1}; ///< Without zeros in them.
  std::vector<AllocSiteFunction> Functions{1};
  std::vector<AllocSiteFrame> Frames{1};
  std::vector<AllocSiteSite> Sites{1};
  std::vector<AllocSiteCallSite> CallSites{1}; ///< Ids without gaps.
  std::vector<AllocSiteTailCall> TailCalls;
  // For the inventory, not encoded:
  std::set<uint32_t> Wrappers; ///< Of Functions, those that rules call so.
  std::set<uint32_t>
      WrapperCalls; ///< Ids of calls that these, inlined, make through pointers.
};

/// The hash of `Symbol` in `Function`, unless its name says it.
inline void setSymbol(AllocSiteFunction &Function, const std::string &Symbol,
                      const std::string &Name) {
  if (Symbol.substr(0, allocSiteSymbolSize(Symbol.data(), Symbol.size())) == Name)
    return;
  uint64_t Hash = allocSiteSymbolHash(Symbol.data(), Symbol.size());
  Function.SymbolLow = uint32_t(Hash);
  Function.SymbolHigh = uint32_t(Hash >> 32);
}

} // namespace allocsite

#endif // ALLOCSITE_PASS_FRAMES_RECORDS_H
