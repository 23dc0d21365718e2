//===- Types.h - What type a call makes room for --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type that a call allocates: from the source, or else from clang's metadata at the call.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_TYPES_H
#define ALLOCSITE_PASS_RECOGNISE_TYPES_H

#include "llvm/IR/InstrTypes.h"
#include <string>

namespace allocsite {

/// The type that `Call` allocates memory for, or "" if not known. Call before inlining.
/// `Callee` is as in TypeQuery.
std::string typeOf(const llvm::CallBase &Call, llvm::StringRef Callee);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_TYPES_H
