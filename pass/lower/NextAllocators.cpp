//===- NextAllocators.cpp - Past what stands in front of malloc -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NextAllocators.h"
#include "allocsite/Abi.h"
#include "support/Calls.h"
#include "support/Compat.h"
#include "support/Compilation.h"
#include "support/Target.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace allocsite {

/// The runtime's word for an allocator of that symbol; "" if there is none.
static StringRef nameOfWord(StringRef Symbol) {
#define NEXT(Its) .Case(#Its, ALLOCSITE_NAME(ALLOCSITE_SYM_NEXT(Its)))
  return StringSwitch<StringRef>(Symbol) ALLOCSITE_NEXT_OF(NEXT).Default("");
#undef NEXT
}

/// The word, declared; null if there is none. The link may still remove allocations where it sees
/// what is called.
static GlobalVariable *wordOf(const ThreadState &Thread, const Function &Callee, Module &M) {
  const bool HasWords = Thread.isWhole() && !isSharedCode(M) && !isOptimisedFurther(M);
  const StringRef Name = HasWords ? nameOfWord(Callee.getName()) : "";
  if (Name.empty())
    return nullptr;
  if (GlobalVariable *Known = M.getNamedGlobal(Name))
    return Known;
  auto *Word = new GlobalVariable(M, pointerType(M.getContext()), /*isConstant=*/false,
                                  GlobalValue::ExternalLinkage, nullptr, Name);
  Word->setVisibility(GlobalValue::HiddenVisibility);
  Word->setDSOLocal(true);
  // No code may be left that refers to a function of a static library, which has to be linked.
  // Beside main, the entries define it.
  if (Callee.getName().front() == '_' && !definesMain(M))
    M.appendModuleInlineAsm((".globl " + Callee.getName()).str());
  return Word;
}

/// Whether the C or C++ library's function calls another allocator, which is not counted either;
/// or where blocks are followed the word leads to the entry, which tells of the old block.
static bool mayCallAnother(StringRef Symbol) {
  return Symbol.front() == '_' || Symbol.find("realloc") == 0 ||
         Symbol.find("dup") != Symbol.npos;
}

Value *emitAddressOfNext(const ThreadState &Thread, IRBuilder<> &Builder, Function &Callee) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  PointerType *Pointer = pointerType(M.getContext());
  if (GlobalVariable *Word = wordOf(Thread, Callee, M))
    return exempt(Builder.CreateLoad(Pointer, Word));
  return ConstantExpr::getPointerCast(&Callee, Pointer);
}

void callNextAllocators(const ThreadState &Thread, Module &M) {
  if (isSanitized(M))
    return;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      Function *Callee = Call && isCounted(*Call) ? Call->getCalledFunction() : nullptr;
      if (!Callee || !Callee->isDeclaration() || !wordOf(Thread, *Callee, M))
        continue;
      IRBuilder<> Builder(Call);
      Value *Address = emitAddressOfNext(Thread, Builder, *Callee);
      Call->setCalledOperand(Builder.CreateBitCast(Address, Callee->getType()));
      if (!mayCallAnother(Callee->getName()))
        unmarkCounted(*Call);
    }
}

} // namespace allocsite
