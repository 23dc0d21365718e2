//===- Machine.cpp - AArch64 ------------------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "arch/Machine.h"
#include "support/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace allocsite {

namespace {

class AArch64 final : public Machine {
public:
  const char *name() const override { return "aarch64"; }

  bool runs(const Triple &Target) const override {
    return Target.getArch() == Triple::aarch64 && Target.isOSLinux() && !Target.isAndroid() &&
           Target.isOSBinFormatELF() && Target.getEnvironment() != Triple::GNUILP32;
  }

  /// The last bit of the offset is set where it is an address instead.
  Value *emitThreadWords(IRBuilder<> &Builder, Value *Offset, Type *Words) const override {
    Module &M = *Builder.GetInsertBlock()->getModule();
    Value *Pointer =
        Builder.CreatePtrToInt(Builder.CreateCall(threadPointer(M)), Builder.getInt64Ty());
    Value *IsAddress = Builder.CreateAShr(Builder.CreateShl(Offset, 63), 63);
    Value *From = Builder.CreateAnd(Pointer, Builder.CreateNot(IsAddress));
    return Builder.CreateIntToPtr(Builder.CreateAdd(From, Offset), pointerTo(Words));
  }

  /// The address of words that no thread counts with, plus one: the thread pointer leads to no
  /// words that are free.
  Constant *firstThreadOffset(Module &M) const override {
    auto *Int64 = Type::getInt64Ty(M.getContext());
    auto *Words = ArrayType::get(Int64, 3); // two from the second byte on
    auto *Scratch =
        new GlobalVariable(M, Words, /*isConstant=*/false, GlobalValue::InternalLinkage,
                           Constant::getNullValue(Words), "allocsite.scratch");
    exemptFromSanitizers(*Scratch);
    return ConstantExpr::getAdd(ConstantExpr::getPtrToInt(Scratch, Int64),
                                ConstantInt::get(Int64, 1));
  }

  CallInst *emitAdd(IRBuilder<> &Builder, Value *Address, Value *Times) const override {
    const Function &F = *Builder.GetInsertBlock()->getParent();
    Type *Int64 = Builder.getInt64Ty(), *Void = Builder.getVoidTy();
    const bool AtOnce = featuresOf(F).find("+lse") != StringRef::npos;
    auto *Type =
        FunctionType::get(AtOnce ? Void : StructType::get(Int64, Builder.getInt32Ty()),
                          {Address->getType(), Int64}, /*isVarArg=*/false);
    auto *Code = AtOnce ? InlineAsm::get(Type, "stadd $1, $0", "*Q,r,~{memory}", true)
                        : InlineAsm::get(Type,
                                         "1: ldxr $0, $2\n"
                                         "add $0, $0, $3\n"
                                         "stxr ${1:w}, $0, $2\n"
                                         "cbnz ${1:w}, 1b",
                                         "=&r,=&r,*Q,r,~{memory}", true);
    CallInst *Add = Builder.CreateCall(Type, Code, {Address, Times});
    Add->addParamAttr(0, Attribute::get(Builder.getContext(), Attribute::ElementType, Int64));
    Add->setDoesNotThrow();
    return Add;
  }

  CallInst *emitSumHere(IRBuilder<> &Builder, Value *Sum, Constant *Further) const override {
    auto *Type = FunctionType::get(Sum->getType(), {Sum->getType(), Further->getType()},
                                   /*isVarArg=*/false);
    auto *Number = dyn_cast<ConstantInt>(Further);
    const bool Fits = Number && Number->getValue().ult(4096);
    auto *Add = InlineAsm::get(Type, "add $0, $1, $2", Fits ? "=r,r,I" : "=r,r,r",
                               /*hasSideEffects=*/true); // Which are not moved.
    CallInst *Here = Builder.CreateCall(Type, Add, {Sum, Further});
    Here->setDoesNotThrow();
    Here->setDoesNotAccessMemory(); // Callees are loaded behind it.
    Here->addFnAttr(Attribute::WillReturn);
    return Here;
  }

  /// By x16: a jump by it may end where a call may (BTI).
  CallInst *emitJumpToArgument(IRBuilder<> &Builder, unsigned Number) const override {
    auto *Type = FunctionType::get(Builder.getVoidTy(), false);
    return Builder.CreateCall(
        Type,
        InlineAsm::get(Type, "mov x16, x" + std::to_string(Number) + "\nbr x16", "", true));
  }

  CallingConv::ID conventionBehindCalls() const override { return CallingConv::C; }
  unsigned integerRegisters() const override { return 8; }
  unsigned floatRegisters() const override { return 8; }
  bool isOnStack(const Type &) const override { return false; }
  bool jumpsWithStructResults() const override { return true; }
  bool gatesMakeFrames() const override { return true; }
  /// User programs may put tags in the highest byte.
  uint64_t addressBits() const override { return (UINT64_C(1) << 56) - 1; }

  bool hardensReturns(const Function &) const override { return false; }
  void returnAsUsual(Function &) const override {}

  /// -ffixed-x18. From LLVM 20 on code generation may take x15 instead.
  bool reservesNest(const Function &F) const override {
    const StringRef Features = featuresOf(F);
    return Features.find("+reserve-x18") != StringRef::npos ||
           Features.find("+reserve-x15") != StringRef::npos;
  }

  bool callsSomething(StringRef Assembly) const override {
    for (size_t At = 0; (At = Assembly.find("bl", At)) != StringRef::npos; ++At) {
      StringRef Behind = Assembly.drop_front(At + 2);
      if (Behind.consume_front("r")) // blr, blraa, …
        Behind = Behind.drop_while([](char C) { return isAlnum(C); });
      if ((At == 0 || !isAlnum(Assembly[At - 1])) && Behind.find_first_of(" \t") == 0)
        return true;
    }
    return false;
  }

  SyscallEffect effectOfSyscall(uint64_t Number) const override {
    enum : uint64_t { ExitGroup = 94, Execve = 221, Execveat = 281 };
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

const Machine &aarch64() {
  static const AArch64 It;
  return It;
}

} // namespace allocsite
