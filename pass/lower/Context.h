//===- Context.h - Keeps the context word of one function -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function loads the word once, on the ways that need it (Places.h), pushes an id
// before each call that may lead to an allocation, and puts the word that it found
// back, but only where no further push can be reached, and then where it returns, so
// that its ways out share the store, or where a way joins one that comes with the word
// that was found:
//
//     entry:  ctx = load             loop:  store (ctx << 21) + id1
//                                           call f
//                                           call g         <- under the same id
//                                           br loop, done
//     done:   store ctx              <- once, not after each call of g
//             ret
//
// A callee that is known to put back what it found leaves the word as it was
// pushed, so that a call under the same id needs no store. Behind any other call
// the word may be anything: code without instrumentation can catch an exception,
// or be the target of a longjmp, that passed instrumented functions by.
//
// A function that takes its context as an argument (ContextArguments.h) does not load
// it, calls of it store nothing, and it puts the thread's word back only where its
// callers cannot.
//
// What callers push nothing for, as `free`, may be defined here. It finds a word that is not
// of its calls, puts that back, and runs under the unknown word itself.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_CONTEXT_H
#define ALLOCSITE_PASS_LOWER_CONTEXT_H

#include "ContextArguments.h"
#include "KeptWord.h"
#include "Places.h"
#include "Sinking.h"
#include "ThreadState.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace allocsite {

class ContextWord {
public:
  /// `HasNoCallers`: they push nothing for `F`.
  ContextWord(ThreadState &Thread, ContextArguments &Arguments,
              llvm::Function &F, bool HasNoCallers)
      : Thread(Thread), Arguments(Arguments), F(F),
        IsArgument(Arguments.takes(&F)), Restores(Arguments.putsBack(F)),
        HasNoCallers(HasNoCallers),
        KeepsWord(Restores && !IsArgument && !HasNoCallers),
        Deferred(Arguments.deferredTo(F, Thread.keptIds())) {}

  struct Push {
    llvm::Value *Word;   ///< What the id is pushed on.
    llvm::Value *Number; ///< The id, without the module's base.
    bool UnlessNewest;   ///< Leave the word where that id is already the newest.

    bool operator==(const Push &Other) const;
  };
  /// How a callee deals with the word.
  struct Callee {
    bool TakesArgument; ///< It is passed the word, and the thread's stays as it is.
    bool PutsBack;      ///< It returns with the thread's word as it was.
    bool PushesForCaller; ///< It is passed what was found, and pushes the call's id itself.
  };

  /// `Call` runs under an id of its own. Calls are to be given in the order of
  /// their instructions.
  void push(llvm::CallBase &Call, const Push &What, Callee Called);

  /// `Call` must find the word that this function found. `IsLast`: this function may
  /// be gone when it returns.
  void pass(llvm::CallBase &Call, Callee Called, bool IsLast);

  /// `At` leaves by unwinding or a jump: what runs next is not known.
  void leave(llvm::Instruction &At);

  /// `Call` ends the process: what runs on its way there is not known to have callers.
  void abort(llvm::CallBase &Call);

  /// `Call` may return a second time, with another's word.
  void returnTwice(llvm::CallBase &Call);

  /// The word that the function runs under, at the top on first use, and where the
  /// thread's lies.
  llvm::Instruction *entryWord();
  llvm::Value *address();

  /// `At` will ask for the entry word, or where the thread's lies.
  void use(llvm::Instruction &At);

  /// The function loads or stores the word.
  bool isUsed() const { return Entry || !AbortsAt.empty(); }

  /// Emits loads, pushes and restores. Splits edges.
  void emit();

  /// Lets the word be where it is used. Call when all that uses it was emitted.
  void finish();

private:
  enum class Kind { Push, Pass, Leave, ReturnTwice };
  struct Event {
    Kind Of;
    llvm::Instruction *At;
    Callee Called = {};
    Push What = {};
    bool IsLast = false;
  };
  using Events = llvm::SmallVector<Event, 2>;

  /// What the word is known to be at one place of the function.
  struct State {
    enum { Unvisited, Found, Pushed, Unknown } Is = Unvisited;
    const Push *What = nullptr; ///< What was pushed.

    bool isPushed(const Push &Other) const;
    bool operator==(const State &Other) const;
    void meet(const State &Other);
  };
  /// A block that can be reached.
  struct Node {
    llvm::BasicBlock *Block;
    llvm::ArrayRef<unsigned> From; ///< The numbers of those before it.
    llvm::ArrayRef<Event> InBlock = {};
    bool Changes = false; ///< From its top, what changes the word can be reached;
    bool Looks = false;   ///< what looks at it can be.
    bool RestoresAtTop = false;
    State In = {}, Out = {};
  };

  /// Some of the edges into a block.
  struct EdgesInto {
    llvm::BasicBlock *Into;
    llvm::SmallVector<llvm::BasicBlock *, 4> From;
  };

  bool isNeeded() const;
  bool changesWord(const Event &E) const;
  void findNodes();
  const Node *nodeOf(const llvm::BasicBlock &Block) const;
  void findReaching(bool Node::*Reaches,
                    llvm::function_ref<bool(const Node &)> Has);
  void findStates();
  State stateAtTop(const Node &Here) const;
  State walk(const Node &At, State Here, bool Decides);
  bool restoresAtTop(const Node &At, const State &In) const;
  bool endsUnknown(const Node &At) const;
  const Event *restoredAfter(const Node &At) const;
  Places whereNeeded() const;
  void completeEntry();
  void sinkEntryWord();
  void sinkFurther();
  void avoidSlots();
  bool isLastWay(const Event &E) const;
  const Push *onlyReturning() const;
  void emitPushes();
  void emitPushesApart(const Push &Only);
  void emitSums();
  void emitWordOf(const Event &E, llvm::Value *Word, llvm::IRBuilder<> &Builder);
  llvm::Value *keptEntry(llvm::IRBuilder<> &Builder);
  llvm::Value *keptFound(llvm::IRBuilder<> &Builder);
  llvm::Value *keep(KeptWord &As, llvm::Value &Word, llvm::IRBuilder<> &Builder);
  llvm::Value *emitPushed(const Push &What, llvm::IRBuilder<> &Builder,
                          bool FromSlot = false);
  bool isRareInLoop(const Push &What, const llvm::BasicBlock &Block, Frequencies &Often);
  llvm::Value *emitEarly(const Push &What);
  void restoreAtTop(const Node &At);
  llvm::Value *wordToRestore(llvm::IRBuilder<> &Builder);
  void emitLeave(llvm::Instruction *Before);

  ThreadState &Thread;
  ContextArguments &Arguments;
  llvm::Function &F;
  const bool IsArgument; ///< The entry word is, and not the thread's word.
  const bool Restores;   ///< The thread's word, as it was found.
  const bool HasNoCallers; ///< What is found is not the entry word, which is unknown.
  const bool KeepsWord;  ///< The thread's word is the entry word, but around pushes.
  llvm::DenseMap<llvm::BasicBlock *, Events> EventsIn;
  std::optional<FlowGraph> Graph;
  std::vector<Node> Nodes; ///< Of `Graph`.
  llvm::SmallVector<const Event *, 8> Pushes, Passes; ///< That need code.
  llvm::SmallVector<llvm::Instruction *, 4> RestoresBefore, LeavesAt, AbortsAt;
  llvm::SmallVector<EdgesInto, 4> RestoresOn;
  llvm::Value *Address = nullptr;
  /// The ids that are to be pushed on what was found, by number, oldest first.
  const llvm::SmallVector<uint64_t, 2> Deferred;
  llvm::Instruction *Found = nullptr; ///< What the function finds, or is passed.
  llvm::Instruction *Entry = nullptr; ///< That, with `Deferred`, or the unknown word.
  Sinking Further;     ///< To several places.
  bool IsSunk = false; ///< Some paths do not load it.
  llvm::SmallVector<llvm::Instruction *, 8> Users; ///< Of either.
  llvm::Instruction *ThreadFound = nullptr; ///< The thread's word, where that is another.
  KeptWord KeptFound, KeptEntry, KeptEarly, KeptThread;
};

/// (Word << 21) + base + Number, and of it the ids that are kept. `UnlessNewest`:
/// `Word` where that id is already its newest.
llvm::Value *emitPushedWord(llvm::IRBuilder<> &Builder,
                            ThreadState &Thread, llvm::Value *Word,
                            llvm::Value *Number, bool UnlessNewest);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_CONTEXT_H
