//===- PushedWord.h - A word with ids pushed on it ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     (word << 21) + base + number
//
// The newest id of a context word is lowest. What is older than the frames that are kept
// is shifted out.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_PUSHEDWORD_H
#define ALLOCSITE_PASS_LOWER_PUSHEDWORD_H

#include "ThreadState.h"
#include "llvm/IR/IRBuilder.h"

namespace allocsite {

/// `Word` with the id of that number pushed on it. `UnlessNewest`: `Word` where that id
/// is already its newest.
llvm::Value *emitPushedWord(llvm::IRBuilder<> &Builder, ThreadState &Thread,
                            llvm::Value *Word, llvm::Value *Number, bool UnlessNewest);

/// `Word` with the ids of those numbers pushed on it, one after another.
llvm::Value *emitPushedIds(llvm::IRBuilder<> &Builder, ThreadState &Thread,
                           llvm::Value *Word, llvm::ArrayRef<uint64_t> Numbers);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_PUSHEDWORD_H
