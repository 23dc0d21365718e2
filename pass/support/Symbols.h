//===- Symbols.h - Symbols as the linker knows them ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_SYMBOLS_H
#define ALLOCSITE_PASS_SUPPORT_SYMBOLS_H

#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace allocsite {

/// The name of `V` in the object. (A label of the source, `asm("malloc")`, has a mark in
/// front.)
inline llvm::StringRef symbolOf(const llvm::GlobalValue &V) {
  return llvm::GlobalValue::dropLLVMManglingEscape(V.getName());
}

/// What assembly beside the functions of `M` defines for other files.
std::vector<std::string> asmSymbols(const llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_SYMBOLS_H
