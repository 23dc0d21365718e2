//===- Machine.cpp - x86-64 -------------------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "arch/Machine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace allocsite {

namespace {

/// %fs.
constexpr unsigned ThreadPointerAddressSpace = 257;

class X86_64 final : public Machine {
public:
  const char *name() const override { return "x86_64"; }

  bool runs(const Triple &Target) const override {
    return Target.getArch() == Triple::x86_64 && Target.isOSLinux() &&
           Target.isOSBinFormatELF() && !Target.isX32();
  }

  Value *emitThreadWords(IRBuilder<> &Builder, Value *Offset, Type *Words) const override {
    return Builder.CreateIntToPtr(Offset, pointerTo(Words, ThreadPointerAddressSpace));
  }

  /// `unused_vgetcpu_cache` of glibc's tcbhead_t.
  Constant *firstThreadOffset(Module &M) const override {
    return ConstantInt::get(Type::getInt64Ty(M.getContext()), 0x38);
  }

  CallInst *emitAdd(IRBuilder<> &Builder, Value *Address, Value *Times) const override {
    SmallVector<Value *, 2> Arguments = {Address};
    std::string Text = "addq $1, $0", Constraints = "*m,r,";
    if (auto *Constant = dyn_cast<ConstantInt>(Times)) {
      Text = Constant->isOne() ? "incq $0"
                               : "addq $$" + std::to_string(Constant->getZExtValue()) + ", $0";
      Constraints = "*m,";
    } else {
      Arguments.push_back(Times);
    }
    SmallVector<Type *, 2> Types;
    for (const Value *Argument : Arguments)
      Types.push_back(Argument->getType());
    auto *Type = FunctionType::get(Builder.getVoidTy(), Types, /*isVarArg=*/false);
    CallInst *Add =
        Builder.CreateCall(Type,
                           InlineAsm::get(Type, Text, Constraints + "~{memory},~{flags}",
                                          /*hasSideEffects=*/true),
                           Arguments);
    Add->addParamAttr(
        0, Attribute::get(Builder.getContext(), Attribute::ElementType, Builder.getInt64Ty()));
    Add->setDoesNotThrow();
    return Add;
  }

  CallInst *emitSumHere(IRBuilder<> &Builder, Value *Sum, Constant *Further) const override {
    auto *Type = FunctionType::get(Sum->getType(), {Sum->getType(), Further->getType()},
                                   /*isVarArg=*/false);
    auto *Lea = InlineAsm::get(Type, "lea ${2:c}($1), $0", "=r,r,i",
                               /*hasSideEffects=*/true); // Which are not moved.
    CallInst *Here = Builder.CreateCall(Type, Lea, {Sum, Further});
    Here->setDoesNotThrow();
    Here->setDoesNotAccessMemory(); // Callees are loaded behind it.
    Here->addFnAttr(Attribute::WillReturn);
    return Here;
  }

  CallInst *emitJumpToArgument(IRBuilder<> &Builder, unsigned Number) const override {
    static constexpr const char *Jumps[] = {"jmpq *%rdi", "jmpq *%rsi", "jmpq *%rdx",
                                            "jmpq *%rcx", "jmpq *%r8",  "jmpq *%r9"};
    auto *Type = FunctionType::get(Builder.getVoidTy(), false);
    return Builder.CreateCall(Type, InlineAsm::get(Type, Jumps[Number], "", true));
  }

  CallingConv::ID conventionBehindCalls() const override { return CallingConv::X86_RegCall; }
  unsigned integerRegisters() const override { return 6; }
  unsigned floatRegisters() const override { return 8; }
  bool isOnStack(const Type &Argument) const override { return Argument.isX86_FP80Ty(); }
  bool jumpsWithStructResults() const override { return JumpsWithStructResults; }
  bool gatesMakeFrames() const override { return false; }
  uint64_t addressBits() const override { return ~UINT64_C(0); }

  /// Against injection of loaded values: LLVM returns by way of %rax then.
  bool hardensReturns(const Function &F) const override {
    StringRef Features = featuresOf(F);
    return Features.find("+lvi-cfi") != StringRef::npos ||
           Features.find("+seses") != StringRef::npos;
  }
  void returnAsUsual(Function &F) const override {
    StringRef Features = featuresOf(F);
    F.addFnAttr("target-features",
                (Features + (Features.empty() ? "" : ",") + "-lvi-cfi").str());
  }

  bool reservesNest(const Function &) const override { return false; }

  bool callsSomething(StringRef Assembly) const override {
    for (size_t At = 0; (At = Assembly.find("call", At)) != StringRef::npos; ++At)
      if ((At == 0 || !isAlnum(Assembly[At - 1])) && // syscall
          Assembly.drop_front(At + 4).find_first_of(" \tq*") == 0)
        return true;
    return false;
  }

  SyscallEffect effectOfSyscall(uint64_t Number) const override {
    enum : uint64_t { Execve = 59, ExitGroup = 231, Execveat = 322 };
    return Number == ExitGroup                      ? SyscallEffect::Exits
           : Number == Execve || Number == Execveat ? SyscallEffect::Executes
                                                    : SyscallEffect::Other;
  }

private:
  static StringRef featuresOf(const Function &F) {
    return F.getFnAttribute("target-features").getValueAsString();
  }
};

} // namespace

const Machine &x86_64() {
  static const X86_64 It;
  return It;
}

} // namespace allocsite
