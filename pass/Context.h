//===- Context.h - Keeps the context word of one function -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function loads the word once, pushes an id before each call that may lead to
// an allocation, and puts the word that it found back, but only where no further
// push can be reached:
//
//     entry:  ctx = load             loop:  store (ctx << 21) + id1
//                                           call f
//                                           br loop, done
//     done:   store ctx              <- once, not after each call of f
//             ret
//
// Every instrumented caller keeps its own word in a register, so what a callee
// leaves behind matters only to callers that do not push: functions without
// instrumentation (`qsort`) and the C++ library.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_CONTEXT_H
#define ALLOCSITE_PASS_CONTEXT_H

#include "ThreadState.h"
#include "llvm/ADT/MapVector.h"

namespace allocsite {

class ContextWord {
public:
  ContextWord(const ThreadState &Thread, llvm::Function &F)
      : Thread(Thread), F(F) {}

  /// `Call` runs under the id of call site `Number` of the module, pushed on
  /// `Word`. `Recursive`: leave the word as it is where that id is already the
  /// newest. Calls are to be given in the order of their instructions.
  void push(llvm::CallBase &Call, llvm::Value *Word, llvm::Value *Number,
            bool Recursive);

  /// `Call` must find the word that this function found.
  void pass(llvm::CallBase &Call);

  /// `At` leaves by unwinding or a jump: what runs next is not known.
  void leave(llvm::Instruction &At);

  /// `Call` may return a second time, with another's word.
  void returnTwice(llvm::CallBase &Call);

  /// No caller of this function can see what it leaves behind.
  void neverRestore() { Restores = false; }

  /// The word at entry and where it lies, loaded at the top on first use.
  llvm::Value *entryWord();
  llvm::Value *address();

  bool isLoaded() const { return Entry; }

  /// Emits loads, pushes and restores. Splits no block.
  void emit();

private:
  enum class Kind { Push, Pass, Leave, ReturnTwice };
  struct Event {
    Kind Of;
    llvm::Instruction *At;
    llvm::Value *Word = nullptr; ///< Of a push, with its number.
    llvm::Value *Number = nullptr;
    bool Recursive = false;

    /// After it, the word is not the one that the function found.
    bool changesWord() const {
      return Of == Kind::Push || Of == Kind::ReturnTwice;
    }
  };
  using Events = llvm::SmallVector<Event, 2>;
  struct Flow {
    bool PushIn = false, PushOut = false;   ///< A push can still be reached.
    bool StoredIn = false, StoredOut = false; ///< The word may be changed.
  };

  void findReachablePushes();
  void findStoredWords();
  bool storedAfter(llvm::BasicBlock &Block, bool Stored);
  const Event *restoredAfter(llvm::BasicBlock &Block);
  void emitBlock(llvm::BasicBlock &Block);
  void emitPush(const Event &E);
  void emitRestore(llvm::Instruction *Before);
  void emitLeave(llvm::Instruction *Before);

  const ThreadState &Thread;
  llvm::Function &F;
  bool Restores = true;
  unsigned Pushes = 0;
  bool Leaves = false;
  llvm::DenseMap<llvm::BasicBlock *, Events> EventsIn;
  llvm::DenseMap<llvm::BasicBlock *, Flow> FlowOf;
  llvm::Value *Address = nullptr, *Entry = nullptr, *Shifted = nullptr;
};

/// (Word << 21) + Base + Number. `UnlessNewest`: `Word` where that id is already
/// its newest.
llvm::Value *emitPushedWord(llvm::IRBuilder<> &Builder, llvm::Value *Word,
                            llvm::Value *Base, llvm::Value *Number,
                            bool UnlessNewest);

} // namespace allocsite

#endif // ALLOCSITE_PASS_CONTEXT_H
