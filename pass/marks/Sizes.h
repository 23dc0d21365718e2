//===- Sizes.h - Measures what a call asks for ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are arithmetic of the arguments, or what stands in memory. What `strdup`
// takes is measured by the C library's `strlen`. Where the file has another function of
// that name, one that it defines or that takes something else, a function of the module
// counts instead:
//
//     static size_t strlen(const char *Text) { return *Text ? width(Text) : 0; }
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_SIZES_H
#define ALLOCSITE_PASS_MARKS_SIZES_H

#include "recognise/Allocators.h"
#include "llvm/IR/IRBuilder.h"

namespace allocsite {

/// Emits the bytes that `Call` asks for, as an i64, before the insertion point;
/// the measured arguments must be alive there.
llvm::Value *emitSize(llvm::IRBuilder<> &Builder, const llvm::CallBase &Call,
                      const Allocator &Callee);

/// The block that a call has made, a pointer that is null where the call has failed; null where
/// it is not known. Emitted behind the call.
llvm::Value *emitBlock(llvm::IRBuilder<> &Builder, const llvm::CallBase &Call,
                       const Allocator &Callee);

/// The object that a call has made in an arena, a pointer that is null where the call has
/// failed, with the bits of Allocator::FreedBy; null where it is not known. Emitted behind
/// the call.
llvm::Value *emitObject(llvm::IRBuilder<> &Builder, const llvm::CallBase &Call,
                        const Allocator &Callee);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_SIZES_H
