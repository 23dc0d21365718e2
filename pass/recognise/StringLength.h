//===- StringLength.h - How long a string is ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `strdup` takes is measured by the C library's `strlen`. Where the file has
// another function of that name, one that it defines or that takes something else,
// a function of the module counts instead:
//
//     static size_t strlen(const char *Text) { return *Text ? width(Text) : 0; }
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_STRINGLENGTH_H
#define ALLOCSITE_PASS_RECOGNISE_STRINGLENGTH_H

#include "llvm/IR/IRBuilder.h"

namespace allocsite {

/// strlen(Text), as an i64.
llvm::Value *emitLength(llvm::IRBuilder<> &Builder, llvm::Value *Text);

/// strnlen(Text, Bound).
llvm::Value *emitLengthWithin(llvm::IRBuilder<> &Builder, llvm::Value *Text,
                              llvm::Value *Bound);

/// wcslen(Text): in elements of four bytes.
llvm::Value *emitWideLength(llvm::IRBuilder<> &Builder, llvm::Value *Text);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_STRINGLENGTH_H
