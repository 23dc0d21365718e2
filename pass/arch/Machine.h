//===- Machine.h - All that differs between machines ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each machine has a folder here, with an implementation of this interface (Machine.cpp) and,
// for the build, of Relocations.h. To port the pass, add a folder and name it in
// arch/Machine.cpp. No file outside pass/arch names a machine, which a test checks.
// runtime/arch/Machine.h lists what the runtime needs for the same machine.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_ARCH_MACHINE_H
#define ALLOCSITE_PASS_ARCH_MACHINE_H

#include "support/Compat.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// Executes: another program takes the place of the process's.
enum class SyscallEffect { Other, Exits, Executes };

class Machine {
public:
  /// The name of its folder here, in runtime/arch, and in ALLOCSITE_TARGETS of CMake.
  virtual const char *name() const = 0;
  /// True if code for `Target` and the embedded runtime run on this machine.
  virtual bool runs(const llvm::Triple &Target) const = 0;

  // The thread.

  /// Emits the address of the thread's words, of type `Words`: the thread pointer plus
  /// `Offset` bytes, an i64.
  virtual llvm::Value *emitThreadWords(llvm::IRBuilder<> &Builder, llvm::Value *Offset,
                                       llvm::Type *Words) const = 0;
  /// The offset to use until the module is registered, an i64: it leads to two words that are
  /// zero, that nothing else uses, and of which code writes the first alone. Their null `Slots`
  /// means: do not count. Registration stores the offset of the thread's own words.
  virtual llvm::Constant *firstThreadOffset(llvm::Module &M) const = 0;

  // Instructions.

  /// Adds `Times` to the i64 at `Address` in one instruction, even at -O0.
  virtual llvm::CallInst *emitAdd(llvm::IRBuilder<> &Builder, llvm::Value *Address,
                                  llvm::Value *Times) const = 0;
  /// `Sum` + `Further`, both i64, by an instruction that code generation does not move.
  virtual llvm::CallInst *emitSumHere(llvm::IRBuilder<> &Builder, llvm::Value *Sum,
                                      llvm::Constant *Further) const = 0;
  /// Emits, in a naked function, a jump to the address in argument `Number`, from 0. All
  /// arguments must be integers or pointers.
  virtual llvm::CallInst *emitJumpToArgument(llvm::IRBuilder<> &Builder,
                                             unsigned Number) const = 0;

  // Calling conventions.

  /// That of AllocSiteCountBehindFn.
  virtual llvm::CallingConv::ID conventionBehindCalls() const = 0;
  /// The numbers of arguments passed in registers: integers and pointers; floating-point
  /// numbers and vectors.
  virtual unsigned integerRegisters() const = 0;
  virtual unsigned floatRegisters() const = 0;
  /// True if arguments of this type are always passed on the stack.
  virtual bool isOnStack(const llvm::Type &Argument) const = 0;
  /// True if code generation makes a tail call of a call that writes its result to the
  /// caller's own `sret` pointer.
  virtual bool jumpsWithStructResults() const = 0;
  /// True if gates (lower/Gates.h) make frame records, so that walks by frame pointers do not
  /// leave out the function that calls them.
  virtual bool gatesMakeFrames() const = 0;
  /// True if the code that returns from `F` changes registers which `preserve_most` keeps.
  /// returnAsUsual() prevents that.
  virtual bool hardensReturns(const llvm::Function &F) const = 0;
  virtual void returnAsUsual(llvm::Function &F) const = 0;

  /// The bits of a pointer that are its address: the machine may ignore others.
  virtual uint64_t addressBits() const = 0;

  /// True if `F` must not write the register of `nest` parameters, as code with a shadow call
  /// stack in it.
  virtual bool reservesNest(const llvm::Function &F) const = 0;

  // Inspection of programs.

  /// True if the assembly contains a call.
  virtual bool callsSomething(llvm::StringRef Assembly) const = 0;
  /// What the system call of that number does.
  virtual SyscallEffect effectOfSyscall(uint64_t Number) const = 0;

protected:
  ~Machine() = default;
};

/// The machines.
const Machine &x86_64();
const Machine &aarch64();

/// The machine of the module, whose target must be supported.
const Machine &machineOf(const llvm::Module &M);

/// True if there is a machine for the module's target. Otherwise (GPU, BPF, wasm, 32 bits,
/// DataFlowSanitizer) warns once that the module is not instrumented. A module without a
/// triple counts as one for the host.
bool isSupportedTarget(llvm::Module &M);

/// True if a function of the module reservesNest().
bool reservesNest(const llvm::Module &M);

/// Sets the target processor of the functions that the pass has made (`allocsite.…`) to that
/// of all other functions, if they have a single one. Functions that preserve registers never
/// get hardened returns.
void adoptProcessor(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_ARCH_MACHINE_H
