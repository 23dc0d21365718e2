//===- Encode.h - The records of a module, and their bytes ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// include/allocsite/Encoding.h tells the bytes; profile/Decode.h reads them. No
// LLVM, so that tests of the runtime can make modules.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_DESCRIBE_ENCODE_H
#define ALLOCSITE_PASS_DESCRIBE_ENCODE_H

#include "allocsite/Abi.h"
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
  std::vector<AllocSiteCallSite> CallSites{1}; ///< Ids ascend, without gaps.
  std::vector<AllocSiteTailCall> TailCalls;
  // For the inventory, not encoded:
  std::set<uint32_t> Wrappers;     ///< Of Functions, those that rules call so.
  std::set<uint32_t> WrapperCalls; ///< Ids of calls that these, inlined, make through pointers.
};

/// The hash of `Symbol` in `Function`, unless its name says it.
void setSymbol(AllocSiteFunction &Function, const std::string &Symbol,
               const std::string &Name);

std::string encode(DescriptorTables Tables);

} // namespace allocsite

#endif // ALLOCSITE_PASS_DESCRIBE_ENCODE_H
