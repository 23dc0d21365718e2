//===- ThreadState.h - How emitted code reaches its thread and module -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for executables addresses `__allocsite_thread.vN` directly (local-exec):
// the runtime is in the same executable. Code for shared objects adds an offset
// from the thread pointer that registration wrote into the module's state, so it
// needs no TLS of its own and no symbol of the runtime; until then the offset
// leads to a scratch place of the thread where `Slots` is null. What counts for a site
// that calls is reached through the state as well, and is a function of the module that
// does nothing until registration, when all else is told, writes that of the runtime,
// which it does only where the profiler is on. Code for executables reaches it through a
// word of the runtime.
//
//     (context << 21) + base + number
//
// The newest id of a context is lowest. What is older than the frames that are kept
// is shifted out.
//
// What code pushes is the module's base and a number, and a tag begins with
// another base and a constant. The bases are known when the module registers. So
// that code need not add them up at each call, each sum that it asks for is a word
// of the module, which holds the constant until the runtime adds the base, to each id
// of those that are pushed at once (CallPlan.h).
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_THREAD_THREADSTATE_H
#define ALLOCSITE_PASS_THREAD_THREADSTATE_H

#include "allocsite/Abi.h"
#include "arch/Machine.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include <map>
#include <string>
#include <vector>

namespace allocsite {

/// The words of one module that one base is added to.
class RegisteredNumbers {
public:
  RegisteredNumbers(llvm::Module &M, llvm::StringRef Name) : M(M), Name(Name) {}

  /// Where the word lies that is `Constant` and the base. Equal constants share one.
  llvm::Constant *address(uint64_t Constant);

  uint32_t count() const { return uint32_t(Words.size()); }

  /// The array of them, or null where there are none. Call once, at the end: from
  /// here on addresses are those of it.
  llvm::GlobalVariable *finish();

private:
  llvm::Module &M;
  std::string Name;
  llvm::GlobalVariable *Unfinished = nullptr;
  std::vector<uint64_t> Words;
  // Not DenseMap: any constant may come, those that mean "no key" as well.
  std::map<uint64_t, unsigned> Known;
};

/// The store of a call's context.
struct PushStore {
  llvm::Instruction *Store;
  llvm::CallBase *Call; ///< Directly behind it.
};

/// A call that counts, and the one before it, mostly of the allocator.
struct CountBehind {
  llvm::CallInst *Count;
  llvm::CallBase *Call;
  uint64_t Number;   ///< Of the site in its module.
  bool TellsFailure; ///< `Call` is the allocator's, and its result does (Counter.h).

  /// Operands of `Count`.
  llvm::Value *tagStart() const { return Count->getArgOperand(1); }
  llvm::Value *context() const { return Count->getArgOperand(2); }
  llvm::Value *size() const { return Count->getArgOperand(3); }
};

/// Emits accesses for one module. All loads and stores are exempt from the
/// sanitizers.
class ThreadState {
public:
  /// A context keeps `Ids` of the last call sites.
  /// `Follows`: the option live=1.
  ThreadState(llvm::Module &M, unsigned Ids, bool Follows);

  unsigned keptIds() const { return Ids; }

  /// True where `Slots` may be null and runtime functions are called through
  /// the module's state.
  bool isShared() const { return Shared; }
  /// True where each block is told, wherever it is made.
  bool isFollowed() const { return Follows; }
  llvm::GlobalVariable *moduleState() const { return State; }
  RegisteredNumbers &callIds() { return CallIds; }
  RegisteredNumbers &tagStarts() { return TagStarts; }

  /// Removes what no code refers to.
  void dropUnused();

  /// Defines the thread's words, hidden, in the section group of the runtime: for the
  /// module that brings it. Returns them.
  llvm::GlobalVariable &define();

  /// Where the thread's words lie: a value to compute once for each function.
  llvm::Value *emitAddress(llvm::IRBuilder<> &Builder) const;
  /// The same for one access behind calls: code generation does not take it for the one
  /// that was computed before.
  llvm::Value *emitAddressAnew(llvm::IRBuilder<> &Builder) const;

  llvm::Instruction *emitLoadContext(llvm::IRBuilder<> &Builder, llvm::Value *Address) const;
  llvm::Instruction *emitStoreContext(llvm::IRBuilder<> &Builder, llvm::Value *Address,
                                      llvm::Value *Context) const;
  /// Stores the context that `Call` runs under. See Thunks.h.
  void emitPush(llvm::IRBuilder<> &Builder, llvm::Value *Address, llvm::Value *Context,
                llvm::CallBase &Call);
  llvm::ArrayRef<PushStore> pushes() const { return Pushes; }
  /// Forgets those of `Calls`, whose stores are gone.
  void forgetPushes(const llvm::DenseSet<const llvm::CallBase *> &Calls);

  /// Stores the unknown context: what follows unwinds or jumps. See Thunks.h.
  void emitLeave(llvm::IRBuilder<> &Builder);
  llvm::ArrayRef<llvm::Instruction *> exits() const { return Exits; }

  llvm::Value *emitLoadSlots(llvm::IRBuilder<> &Builder, llvm::Value *Address) const;

  /// Of a table that `emitLoadSlots` gave, which is not null.
  llvm::Value *emitLoadSlotMask(llvm::IRBuilder<> &Builder, llvm::Value *Slots) const;

  /// What the call site with that number pushes.
  llvm::Value *emitCallId(llvm::IRBuilder<> &Builder, llvm::Value *Number);
  /// What the call sites with those numbers push one after another, at most as many as a
  /// context keeps.
  llvm::Value *emitCallIds(llvm::IRBuilder<> &Builder, llvm::ArrayRef<uint64_t> Numbers);
  /// What the tags of the site with that number begin with, and `More`.
  llvm::Value *emitTagStart(llvm::IRBuilder<> &Builder, llvm::Value *Number, uint64_t More);
  llvm::Value *emitLoadSiteBase(llvm::IRBuilder<> &Builder) const;
  /// The process's number of the site with that number, 0 before registration.
  llvm::Value *emitSiteNumber(llvm::IRBuilder<> &Builder, llvm::Value *Number) const;

  /// Calls the runtime: a miss of one allocation, all operands i64.
  void emitMiss(llvm::IRBuilder<> &Builder, llvm::Value *Tag, llvm::Value *Context,
                llvm::Value *Size, llvm::Value *Site) const;
  /// Calls the runtime: one allocation at the site with that number, or where the i1
  /// `Failed` is true, which may be null, a call that has failed. All registers but one are
  /// kept.
  void emitCount(llvm::IRBuilder<> &Builder, uint64_t Number, llvm::Value *Context,
                 llvm::Value *Size, llvm::Value *Failed);
  /// The same where only what a call may not change, and what `Before` returned, is needed
  /// behind: that, a pointer or an i64, or nothing that is used, is what the call that it
  /// emits returns. What `TellsFailure` says is for countFailuresBehind().
  llvm::CallInst *emitCountBehind(llvm::IRBuilder<> &Builder, uint64_t Number,
                                  llvm::Value *Context, llvm::Value *Size,
                                  llvm::CallBase &Before, bool TellsFailure);
  /// The same anywhere, with the block that was allocated, or null.
  void emitCountOfBlock(llvm::IRBuilder<> &Builder, llvm::Value *Number, llvm::Value *Context,
                        llvm::Value *Size, llvm::Value &Block, llvm::Value *Failed);
  llvm::ArrayRef<CountBehind> countsBehind() const { return CountsBehind; }
  /// Forgets the counts behind `Calls`, which are gone.
  void forgetCountsBehind(const llvm::DenseSet<const llvm::CallBase *> &Calls);
  /// What the tags of a site begin with lies there; if the i1 `Failed` is true, what those
  /// of its calls that have failed do.
  llvm::Value *emitTagStartAddress(llvm::IRBuilder<> &Builder, uint64_t Number,
                                   llvm::Value *Failed);
  /// The gate (Gates.h) for what takes `Of` arguments, of which the `Size`th, from 1, is
  /// the bytes, as a function of `Type`.
  llvm::Value *emitLoadGate(llvm::IRBuilder<> &Builder, llvm::FunctionType *Type,
                            unsigned Size, unsigned Of);
  /// Calls the runtime: one allocation in `Arena`, a pointer, at the site whose tags begin
  /// with `Start`. Keeps registers as emitCount() does.
  void emitCountInArena(llvm::IRBuilder<> &Builder, llvm::Value *Start, llvm::Value *Context,
                        llvm::Value *Size, llvm::Value &Arena, llvm::Value *Object);
  /// Calls the runtime: an AllocSiteEventFn. Numbers are i64; keeps the same registers.
  void emitEvent(llvm::IRBuilder<> &Builder, llvm::Value *Does, llvm::Value &Arena,
                 llvm::Value *More, llvm::Value *Start, llvm::Value *Context);
  /// Calls the runtime: write the profile, the process is about to end.
  void emitFlush(llvm::IRBuilder<> &Builder) const;

private:
  void declare();
  llvm::Value *emitLoadCount(llvm::IRBuilder<> &Builder, llvm::FunctionType *Type,
                             bool Behind);
  llvm::Function *defineUncounted(bool Behind);
  llvm::Function *defineGoOn(unsigned Of);
  llvm::Function *defineUnfollowed(llvm::StringRef Name, llvm::FunctionType *Type);
  void emitArenaCall(llvm::IRBuilder<> &Builder, unsigned Field, llvm::StringRef Name,
                     llvm::ArrayRef<llvm::Value *> Arguments);
  llvm::Value *emitLoadFunction(llvm::IRBuilder<> &Builder, llvm::FunctionType *Type,
                                llvm::Value *From) const;
  /// A field of the state, before registration.
  void initialise(unsigned Field, llvm::function_ref<llvm::Function *()> Make);
  llvm::Constant *tagStart(uint64_t Number, uint64_t More = 0);
  llvm::Value *emitLoadState(llvm::IRBuilder<> &Builder, unsigned Field) const;
  llvm::Value *emitLoadOnce(llvm::IRBuilder<> &Builder, llvm::Type *Type,
                            llvm::Value *Address) const;

  llvm::Module &M;
  const Machine &For;
  const unsigned Ids;
  const bool Follows;
  bool Shared;
  llvm::StructType *ThreadType, *StateType;
  llvm::GlobalVariable *State;
  llvm::GlobalVariable *Thread = nullptr; ///< Null in shared code without main.
  RegisteredNumbers CallIds, TagStarts;
  std::vector<PushStore> Pushes;
  std::vector<CountBehind> CountsBehind;
  llvm::SmallVector<llvm::Instruction *, 8> Exits; ///< Stores.
};

/// Marks an access of ours so that sanitizers leave it alone; returns it.
llvm::Instruction *exempt(llvm::Instruction *Access);
bool isExempt(const llvm::Instruction &Access);

/// `Context` with the id of that number pushed on it. `UnlessNewest`: `Context` where that id
/// is already its newest.
llvm::Value *emitPushedContext(llvm::IRBuilder<> &Builder, ThreadState &Thread,
                               llvm::Value *Context, llvm::Value *Number, bool UnlessNewest);

/// `Context` with the ids of those numbers pushed on it, one after another.
llvm::Value *emitPushedIds(llvm::IRBuilder<> &Builder, ThreadState &Thread,
                           llvm::Value *Context, llvm::ArrayRef<uint64_t> Numbers);

} // namespace allocsite

#endif // ALLOCSITE_PASS_THREAD_THREADSTATE_H
