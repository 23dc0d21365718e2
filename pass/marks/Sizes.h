//===- Sizes.h - Measures what a call asks for ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the bytes that a call requests. They are computed from the arguments, or loaded from
// memory. For `strdup` the C library's `strlen` measures the string. If the file has another
// function of that name (its own, or with another type), a function of the module does:
//
//     static size_t strlen(const char *Text) { return *Text ? width(Text) : 0; }
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_SIZES_H
#define ALLOCSITE_PASS_MARKS_SIZES_H

#include "recognise/Allocators.h"
#include "llvm/IR/IRBuilder.h"

namespace allocsite {

/// Emits the bytes that `Call` requests, as an i64, at the insertion point. The measured
/// arguments must be valid there.
llvm::Value *emitSize(llvm::IRBuilder<> &Builder, const llvm::CallBase &Call,
                      const Allocator &Callee);

/// Emits, after the call, the block that it allocated: a pointer whose value is null if the
/// call failed. Returns nullptr if the block is not known.
llvm::Value *emitBlock(llvm::IRBuilder<> &Builder, const llvm::CallBase &Call,
                       const Allocator &Callee);

/// Emits, after the call, the object that it allocated in an arena: a pointer with the bits of
/// Allocator::FreedBy, whose value is null if the call failed. Returns nullptr if not known.
llvm::Value *emitObject(llvm::IRBuilder<> &Builder, const llvm::CallBase &Call,
                        const Allocator &Callee);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_SIZES_H
