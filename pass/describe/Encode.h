//===- Encode.h - The records of a module as bytes --------------------------===//
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

#include "../frames/Records.h"
#include <string>

namespace allocsite {

/// The bytes of `Tables` (allocsite/Encoding.h).
std::string encode(DescriptorTables Tables);

} // namespace allocsite

#endif // ALLOCSITE_PASS_DESCRIBE_ENCODE_H
