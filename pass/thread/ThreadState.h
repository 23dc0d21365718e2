//===- ThreadState.h - How emitted code reaches its thread and module -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits accesses to the thread's words: its context and its table of slots.
//
// Code for executables addresses `__allocsite_thread.vN` directly (local-exec):
// the runtime is in the same executable. Code for shared objects adds an offset
// from the thread pointer that registration wrote into the module's state, so it
// needs no TLS of its own and no symbol of the runtime. Until registration the offset
// leads to a scratch place of the thread where `Slots` is null.
//
// The functions that count are called through pointers. In executables these are words of
// the runtime. In shared objects they are fields of the module's state: they lead to
// functions of the module that do nothing, until registration replaces them by those of the
// runtime, as its last step and only if the profiler is on.
//
// A tag begins with the sum of a constant and a base that is known when the module registers.
// To avoid an addition at each site, each sum is a word of the module. It holds the constant
// until registration adds the base.
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

/// The words of one module to which registration adds the same base.
class RegisteredNumbers {
public:
  RegisteredNumbers(llvm::Module &M, llvm::StringRef Name) : M(M), Name(Name) {}

  /// The address of the word `Constant` + base. Equal constants share a word.
  llvm::Constant *address(uint64_t Constant);

  uint32_t count() const { return uint32_t(Words.size()); }

  /// Makes the array of the words, to which all addresses then refer; null if there are none.
  /// Call once, at the end.
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
  llvm::CallBase *Call; ///< Directly after the store.
};

/// A call that counts, and the call before it, mostly of the allocator.
struct CountBehind {
  llvm::CallInst *Count;
  llvm::CallBase *Call;
  uint64_t Number;   ///< The number of the site in its module.
  bool TellsFailure; ///< `Call` is that of the allocator, and its result shows a failure.

  /// Operands of `Count`.
  llvm::Value *tagStart() const { return Count->getArgOperand(1); }
  llvm::Value *context() const { return Count->getArgOperand(2); }
  llvm::Value *size() const { return Count->getArgOperand(3); }
};

/// Emits accesses for one module. All loads and stores are exempt from the
/// sanitizers.
class ThreadState {
public:
  /// `KeepsContext`: calls change the context. `Follows` and `Whole`: the options live=1 and whole=1.
  ThreadState(llvm::Module &M, bool KeepsContext, bool Follows, bool Whole);

  bool keepsContext() const { return KeepsContext; }

  /// True for shared code: `Slots` may be null, and runtime functions are called through the
  /// module's state.
  bool isShared() const { return Shared; }
  /// True if each block is reported to the runtime (live=1).
  bool isFollowed() const { return Follows; }
  /// True if the runtime may stand in front of malloc (whole=1).
  bool isWhole() const { return Whole; }
  llvm::GlobalVariable *moduleState() const { return State; }
  /// The records of the module, whose bytes are not known yet: labels refer to them.
  llvm::GlobalVariable &records();
  /// Puts `Bytes` in their place. False if no label refers to them.
  bool setRecords(llvm::GlobalVariable &Bytes);
  RegisteredNumbers &tagStarts() { return TagStarts; }

  /// Removes the globals that no code uses.
  void dropUnused();

  /// Defines the thread's words, hidden, in the section group of the runtime, and returns
  /// them. For the module that contains the runtime.
  llvm::GlobalVariable &define();

  /// Emits the address of the thread's words. Use once for each function.
  llvm::Value *emitAddress(llvm::IRBuilder<> &Builder) const;
  /// The same for a single access after calls: code generation does not merge it with an
  /// earlier address, which would be kept across the calls.
  llvm::Value *emitAddressAnew(llvm::IRBuilder<> &Builder) const;

  llvm::Instruction *emitLoadContext(llvm::IRBuilder<> &Builder, llvm::Value *Address) const;
  llvm::Instruction *emitStoreContext(llvm::IRBuilder<> &Builder, llvm::Value *Address,
                                      llvm::Value *Context) const;
  /// Stores the context that `Call` runs under. See Thunks.h.
  void emitPush(llvm::IRBuilder<> &Builder, llvm::Value *Address, llvm::Value *Context,
                llvm::CallBase &Call);
  llvm::ArrayRef<PushStore> pushes() const { return Pushes; }
  /// Forgets the pushes of `Calls`, whose stores are removed.
  void forgetPushes(const llvm::DenseSet<const llvm::CallBase *> &Calls);

  /// Stores the unknown context, before code that unwinds or jumps. See Thunks.h.
  void emitLeave(llvm::IRBuilder<> &Builder);
  llvm::ArrayRef<llvm::Instruction *> exits() const { return Exits; }

  llvm::Value *emitLoadSlots(llvm::IRBuilder<> &Builder, llvm::Value *Address) const;

  /// Loads the mask of a table from emitLoadSlots(), which must not be null.
  llvm::Value *emitLoadSlotMask(llvm::IRBuilder<> &Builder, llvm::Value *Slots) const;

  /// The start of the tags of the site `Number`, plus `More`.
  llvm::Value *emitTagStart(llvm::IRBuilder<> &Builder, llvm::Value *Number, uint64_t More);
  llvm::Value *emitLoadSiteBase(llvm::IRBuilder<> &Builder) const;
  /// The number of the module's site `Number` in the process, or 0 before registration.
  llvm::Value *emitSiteNumber(llvm::IRBuilder<> &Builder, llvm::Value *Number) const;

  /// Emits a call of the runtime for a miss of one allocation. All operands are i64.
  void emitMiss(llvm::IRBuilder<> &Builder, llvm::Value *Tag, llvm::Value *Context,
                llvm::Value *Size, llvm::Value *Site) const;
  /// Emits a call of the runtime that learns the calls that `Context` stands for: its names may
  /// be asked for later.
  void emitNote(llvm::IRBuilder<> &Builder, llvm::Value *Context) const;
  /// Emits a call of the runtime that counts one allocation at the site `Number`, or a failed
  /// call if the i1 `Failed`, which may be null, is true. Preserves all registers but one.
  void emitCount(llvm::IRBuilder<> &Builder, uint64_t Number, llvm::Value *Context,
                 llvm::Value *Size, llvm::Value *Failed);
  /// The same directly after the call `Before`, where only its result is live in caller-saved
  /// registers. The emitted call returns that result: a pointer or an i64, unless it is not
  /// used. `TellsFailure`: see CountBehind; countFailuresBehind() uses it.
  llvm::CallInst *emitCountBehind(llvm::IRBuilder<> &Builder, uint64_t Number,
                                  llvm::Value *Context, llvm::Value *Size,
                                  llvm::CallBase &Before, bool TellsFailure);
  /// The same at any place, with the allocated block, or null.
  void emitCountOfBlock(llvm::IRBuilder<> &Builder, llvm::Value *Number, llvm::Value *Context,
                        llvm::Value *Size, llvm::Value &Block, llvm::Value *Failed);
  llvm::ArrayRef<CountBehind> countsBehind() const { return CountsBehind; }
  /// Forgets the counts after `Calls`, which are removed.
  void forgetCountsBehind(const llvm::DenseSet<const llvm::CallBase *> &Calls);
  /// The address of the start of a site's tags, or of its failed calls' tags if the i1
  /// `Failed`, which may be null, is true.
  llvm::Value *emitTagStartAddress(llvm::IRBuilder<> &Builder, uint64_t Number,
                                   llvm::Value *Failed);
  /// The gate (Gates.h), as a function of `Type`, for allocators with `Of` arguments, of which
  /// the `Size`th, from 1, is the size.
  llvm::Value *emitLoadGate(llvm::IRBuilder<> &Builder, llvm::FunctionType *Type,
                            unsigned Size, unsigned Of);
  /// Emits a call of the runtime for one allocation in `Arena`, a pointer, at the site whose
  /// tags begin with `Start`. Preserves registers as emitCount() does.
  void emitCountInArena(llvm::IRBuilder<> &Builder, llvm::Value *Start, llvm::Value *Context,
                        llvm::Value *Size, llvm::Value &Arena, llvm::Value *Object);
  /// Emits a call of the runtime's AllocSiteEventFn. Numbers are i64. Preserves registers as
  /// emitCount() does.
  void emitEvent(llvm::IRBuilder<> &Builder, llvm::Value *Does, llvm::Value &Arena,
                 llvm::Value *More, llvm::Value *Start, llvm::Value *Context);
  /// Emits a call of the runtime that writes the profile, because the process is about to end:
  /// How is of AllocSiteRunEnd, and Status, an integer, that of the process; null: none.
  void emitFlush(llvm::IRBuilder<> &Builder, unsigned How, llvm::Value *Status) const;

private:
  void declare();
  llvm::Value *emitLoadCount(llvm::IRBuilder<> &Builder, llvm::FunctionType *Type,
                             bool Behind);
  llvm::Function *defineUncounted(bool Behind);
  llvm::Function *defineGoOn(unsigned Of);
  llvm::Function *defineStub(llvm::FunctionType *Type, const llvm::Twine &Name,
                             llvm::CallingConv::ID Convention);
  void emitArenaCall(llvm::IRBuilder<> &Builder, unsigned Field, llvm::StringRef Name,
                     llvm::ArrayRef<llvm::Value *> Arguments);
  llvm::Value *emitLoadFunction(llvm::IRBuilder<> &Builder, llvm::FunctionType *Type,
                                unsigned Field, llvm::StringRef Name,
                                llvm::function_ref<llvm::Function *()> Make);
  /// Sets the initial value of a field of the state to the function that `Make` returns.
  void initialise(unsigned Field, llvm::function_ref<llvm::Function *()> Make);
  llvm::Constant *tagStart(uint64_t Number, uint64_t More = 0);
  llvm::Value *emitLoadState(llvm::IRBuilder<> &Builder, unsigned Field) const;
  llvm::Value *emitLoadOnce(llvm::IRBuilder<> &Builder, llvm::Type *Type,
                            llvm::Value *Address) const;

  llvm::Module &M;
  const Machine &For;
  const bool KeepsContext;
  const bool Follows, Whole;
  bool Shared;
  llvm::StructType *ThreadType, *StateType;
  llvm::GlobalVariable *State;
  llvm::GlobalVariable *Records = nullptr; ///< A declaration.
  llvm::GlobalVariable *Thread = nullptr;  ///< Null in shared code without main.
  RegisteredNumbers TagStarts;
  std::vector<PushStore> Pushes;
  std::vector<CountBehind> CountsBehind;
  llvm::SmallVector<llvm::Instruction *, 8> Exits; ///< Stores.
};

/// Marks a call that counts its function's allocations: of the runtime, of a gate, or of a
/// function that does it for others.
void markCount(llvm::CallBase &Call);
bool isCount(const llvm::CallBase &Call);
void unmarkCount(llvm::CallBase &Call);

/// Marks a call of an allocator that its site counts, by code behind it or before.
void markCounted(llvm::CallBase &Call);
bool isCounted(const llvm::CallBase &Call);
void unmarkCounted(llvm::CallBase &Call);

/// Marks `Access` so that sanitizers do not instrument it; returns it.
llvm::Instruction *exempt(llvm::Instruction *Access);
bool isExempt(const llvm::Instruction &Access);

} // namespace allocsite

#endif // ALLOCSITE_PASS_THREAD_THREADSTATE_H
