//===- PushedWord.cpp - A word with ids pushed on it ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PushedWord.h"
#include "allocsite/Abi.h"

using namespace llvm;

namespace allocsite {

static Value *emitUnlessNewest(IRBuilder<> &Builder, Value *Word, Value *Id,
                               Value *Pushed) {
  Value *Differs = Builder.CreateAnd(Builder.CreateXor(Word, Id),
                                     Builder.getInt64(ALLOCSITE_ID_MASK));
  return Builder.CreateSelect(
      Builder.CreateICmpEQ(Differs, Builder.getInt64(0)), Word, Pushed);
}

/// `Word` with room for `Ids` ids, and of its own those that are kept.
static Value *emitShifted(IRBuilder<> &Builder, const ThreadState &Thread,
                          Value *Word, unsigned Ids) {
  unsigned Kept = Thread.keptIds(), Up = Ids * ALLOCSITE_ID_BITS;
  if (Ids >= Kept)
    return Builder.getInt64(0);
  if (Kept == ALLOCSITE_CONTEXT_IDS)
    return Builder.CreateShl(Word, Up);
  // Two shifts take off what is too old.
  unsigned Surplus = 64 - Kept * ALLOCSITE_ID_BITS;
  return Builder.CreateLShr(Builder.CreateShl(Word, Up + Surplus), Surplus);
}

Value *emitPushedIds(IRBuilder<> &Builder, ThreadState &Thread, Value *Word,
                     ArrayRef<uint64_t> Numbers) {
  return Builder.CreateAdd(
      emitShifted(Builder, Thread, Word, Numbers.size()),
      Thread.emitCallIds(
          Builder, Numbers.take_back(std::min<size_t>(Numbers.size(), Thread.keptIds()))));
}

Value *emitPushedWord(IRBuilder<> &Builder, ThreadState &Thread,
                      Value *Word, Value *Number, bool UnlessNewest) {
  Value *Id = Thread.emitCallId(Builder, Number);
  Value *Pushed = Builder.CreateAdd(emitShifted(Builder, Thread, Word, 1), Id);
  if (!UnlessNewest)
    return Pushed;
  return emitUnlessNewest(Builder, Word, Id, Pushed);
}

} // namespace allocsite
