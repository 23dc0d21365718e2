//===- Texts.h - Texts that clang has put into a module -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Annotations refer to such constants.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_TEXTS_H
#define ALLOCSITE_PASS_RULES_TEXTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Value.h"

namespace allocsite {

/// The C string that `Operand` points to; "" if it does not point to one.
llvm::StringRef textOf(const llvm::Value *Operand);

/// Removes the text that `Operand` points to if it has no other uses.
void dropUnusedText(llvm::Value *Operand);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_TEXTS_H
