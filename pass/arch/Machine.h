//===- Machine.h - All that differs between machines ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine is a folder here, with a class of this interface (Machine.cpp) and, for the
// build, what Relocations.h asks. To port the pass is to write one, and to name it in
// arch/Machine.cpp; no file outside of pass/arch names a machine, which a test checks.
// runtime/arch/Machine.h lists what the runtime needs of the same machine.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_ARCH_MACHINE_H
#define ALLOCSITE_PASS_ARCH_MACHINE_H

#include "support/Compat.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace allocsite {

class Machine {
public:
  /// As users know it: x86_64-linux.
  virtual const char *name() const = 0;
  /// True where code for that target runs on it, and the embedded runtime does.
  virtual bool runs(const llvm::Triple &Target) const = 0;

  // The thread.

  /// Where the words of the thread lie, of type `Words`: at the thread pointer and `Offset`
  /// bytes, an i64.
  virtual llvm::Value *emitThreadWords(llvm::IRBuilder<> &Builder, llvm::Value *Offset,
                                       llvm::Type *Words) const = 0;
  /// From the thread pointer to two words that are zero in a new thread and that nobody
  /// reads: there a thread may be scribbled on before its module is registered. The null
  /// `Slots` found there means: do not count.
  virtual uint64_t scratchOffset() const = 0;

  // Instructions.

  /// Adds `Times` to the i64 at `Address`, in one instruction, at -O0 as well.
  virtual llvm::CallInst *emitAdd(llvm::IRBuilder<> &Builder, llvm::Value *Address,
                                  llvm::Value *Times) const = 0;
  /// `Sum` and `Further`, two i64, by an instruction that is not moved.
  virtual llvm::CallInst *emitSumHere(llvm::IRBuilder<> &Builder, llvm::Value *Sum,
                                      llvm::Constant *Further) const = 0;
  /// In a naked function: a jump to the address that it was passed as the argument with that
  /// number, from 0, all of which are numbers or pointers.
  virtual llvm::CallInst *emitJumpToArgument(llvm::IRBuilder<> &Builder,
                                             unsigned Number) const = 0;

  // Calling conventions.

  /// That of AllocSiteCountBehindFn.
  virtual llvm::CallingConv::ID conventionBehindCalls() const = 0;
  /// How many arguments travel in registers: numbers and pointers, and floating-point
  /// numbers or vectors.
  virtual unsigned integerRegisters() const = 0;
  virtual unsigned floatRegisters() const = 0;
  /// True for a type of which no argument does.
  virtual bool isOnStack(const llvm::Type &Argument) const = 0;
  /// True where code generation makes jumps also of calls whose result is put where the
  /// caller was told to put its own.
  virtual bool jumpsWithStructResults() const = 0;
  /// True where code generation returns from `F` in a way that changes registers which
  /// `preserve_most` keeps, and what undoes that.
  virtual bool hardensReturns(const llvm::Function &F) const = 0;
  virtual void returnAsUsual(llvm::Function &F) const = 0;

  // What programs say.

  /// True where assembly calls something.
  virtual bool callsSomething(llvm::StringRef Assembly) const = 0;
  /// True for the number of a system call that ends the process or its program.
  virtual bool isExitingSyscall(uint64_t Number) const = 0;

protected:
  ~Machine() = default;
};

/// A machine each.
const Machine &x86_64();

/// The module's, which has a supported target.
const Machine &machineOf(const llvm::Module &M);

/// True where there is a machine for the module's target; elsewhere (GPU, BPF, wasm, 32
/// bits, the sanitizer of data flow) one warning says that it is left alone. A module
/// without a triple is taken for the host's.
bool isSupportedTarget(llvm::Module &M);

/// Has the functions that the pass has made (`allocsite.…`) compiled for the processor
/// that all others are for. Where those are for several, or it is not said, they stay as
/// they are. But what promises to keep registers never hardens its returns.
void adoptProcessor(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_ARCH_MACHINE_H
