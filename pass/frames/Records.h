//===- Records.h - The records of a module ----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of a module for the profile. plan/Numbering.h fills the tables and
// describe/Encode.h encodes them. Does not use LLVM, so that tests of the runtime can make
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

/// The records of Descriptors.inc. Strings are in any order, and may be duplicate or
/// unused.
struct DescriptorTables {
  std::vector<std::string> Strings{1}; ///< Without embedded zeros.
  std::vector<AllocSiteFunction> Functions{1};
  std::vector<AllocSiteFrame> Frames{1};
  std::vector<AllocSiteSite> Sites{1};
  std::vector<AllocSiteCallSite> CallSites{1}; ///< Those of places are last.
  // For the inventory, not encoded:
  std::set<uint32_t> Wrappers; ///< Indices of Functions that are wrappers by a rule.
  std::set<uint32_t>
      WrapperCalls; ///< Records of calls that these, inlined, make through pointers.
};

/// Stores the hash of `Symbol` in `Function`, unless the symbol equals its name.
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
