//===- Types.h - What type a call makes room for --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the source says of it, or else the metadata that clang has put on the call.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_TYPES_H
#define ALLOCSITE_PASS_RECOGNISE_TYPES_H

#include "llvm/IR/InstrTypes.h"
#include <string>

namespace allocsite {

/// The type that `Call`, of which nothing was inlined yet, makes room for; "" where it
/// is not known. `Callee` is what TypeQuery says.
std::string typeOf(const llvm::CallBase &Call, llvm::StringRef Callee);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_TYPES_H
