//===- Sizes.h - What becomes of sizes that are computed with ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_FACTS_SIZES_H
#define ALLOCSITE_DISCOVER_FACTS_SIZES_H

#include "discover/facts/Facts.h"

namespace allocsite {

SizeFact constantSize(int64_t Number);
SizeFact sizeOfParameter(int Number);
/// `strlen(parameter)`.
SizeFact lengthOfParameter(int Number);
/// `strlen(String)`: unknown, where that is no parameter.
SizeFact lengthOf(const PointerFact &String);

SizeFact sumOf(const SizeFact &A, const SizeFact &B);
SizeFact productOf(const SizeFact &A, const SizeFact &B);
SizeFact quotientOf(const SizeFact &A, const SizeFact &B);
/// What a shift multiplies by.
SizeFact powerOfTwo(const SizeFact &Exponent);
/// Of both, in a way that is not followed.
SizeFact computedOf(const SizeFact &A, const SizeFact &B);
/// One or the other. A constant besides is what a size of 0 is mended to.
SizeFact either(const SizeFact &A, const SizeFact &B);

/// `Of` in a function that hands it `Arguments`: of the caller's parameters.
SizeFact inCaller(const SizeFact &Of, const std::vector<ArgumentFact> &Arguments);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_FACTS_SIZES_H
