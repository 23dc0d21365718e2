//===- Evidence.h - Sizes and parameters in words ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As the reasons of a proposal name them: "parameter 1 (n) and 1 more bytes".
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_ROLES_EVIDENCE_H
#define ALLOCSITE_DISCOVER_ROLES_EVIDENCE_H

#include "discover/facts/CodeBase.h"

namespace allocsite {

/// The parameter of `F` with its name, or "this".
std::string parameterInWords(int Number, const Function &F);

/// A size of the parameters of `F`.
std::string sizeInWords(const SizeFact &Asked, const Function &F);

/// The first of `Among` that may be an arena, or Argument::None: a number of `Asked` is none,
/// though a place within one may have been computed of it.
int arenaAmong(ParameterSet Among, const SizeFact &Asked, const Function &F);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_ROLES_EVIDENCE_H
