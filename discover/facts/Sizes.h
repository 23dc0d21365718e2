//===- Sizes.h - Arithmetic on SizeFacts ------------------------------------===//
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
/// `strlen(String)`: unknown if that is no parameter.
SizeFact lengthOf(const PointerFact &String);

SizeFact sumOf(const SizeFact &A, const SizeFact &B);
SizeFact productOf(const SizeFact &A, const SizeFact &B);
SizeFact quotientOf(const SizeFact &A, const SizeFact &B);
/// 2 to the power of \p Exponent: the factor of a shift.
SizeFact powerOfTwo(const SizeFact &Exponent);
/// Computed from both in an unknown manner.
SizeFact computedOf(const SizeFact &A, const SizeFact &B);
/// One or the other. A constant is ignored: it usually replaces a size of 0.
SizeFact either(const SizeFact &A, const SizeFact &B);

/// `Of`, a callee's size, in terms of its caller's parameters, given the call's `Arguments`.
SizeFact inCaller(const SizeFact &Of, const std::vector<ArgumentFact> &Arguments);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_FACTS_SIZES_H
