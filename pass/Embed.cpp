//===- Embed.cpp - Brings the runtime into the program ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Embed.h"
#include "Compat.h"
#include "Target.h"
#include "allocsite/Abi.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

// The runtime and the joiner as bitcode of this LLVM, made by the build.
extern "C" {
extern const char AllocSiteRuntimeBitcode[];
extern const char AllocSiteRuntimeBitcodeEnd[];
extern const char AllocSiteJoinBitcode[];
extern const char AllocSiteJoinBitcodeEnd[];
}

namespace allocsite {

/// Reads embedded bitcode and takes from it all that says how it was compiled:
/// it takes on the flags of the program.
static std::unique_ptr<Module> parseEmbedded(Module &Into, const char *Begin,
                                             const char *End) {
  MemoryBufferRef Buffer(StringRef(Begin, End - Begin), "allocsite runtime");
  Expected<std::unique_ptr<Module>> Parsed =
      parseBitcodeFile(Buffer, Into.getContext());
  if (!Parsed) {
    Into.getContext().emitError("allocsite: the embedded runtime is damaged: " +
                                toString(Parsed.takeError()));
    return nullptr;
  }
  Module &M = **Parsed;
  M.setTargetTriple(Into.getTargetTriple());
  M.setDataLayout(Into.getDataLayout());
  for (StringRef Name : {"llvm.module.flags", "llvm.ident"})
    if (NamedMDNode *Node = M.getNamedMetadata(Name))
      Node->eraseFromParent();
  for (Function &F : M) {
    for (StringRef Attribute : {"target-cpu", "target-features", "tune-cpu"})
      F.removeFnAttr(Attribute);
    // TSan would call its runtime for our atomics.
    F.addFnAttr(Attribute::DisableSanitizerInstrumentation);
  }
  for (GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && G.getName().take_front(5) != "llvm.")
      exemptFromSanitizers(G);
  return std::move(*Parsed);
}

static void linkEmbedded(Module &M, std::unique_ptr<Module> Runtime) {
  if (Runtime && Linker::linkModules(M, std::move(Runtime)))
    M.getContext().emitError(
        "allocsite: the runtime cannot be linked into this module");
}

/// Where shared code finds the runtime at load time: one copy for each object
/// file, merged by the linker.
static void embedJoiner(Module &M) {
  std::unique_ptr<Module> Joiner =
      parseEmbedded(M, AllocSiteJoinBitcode, AllocSiteJoinBitcodeEnd);
  if (!Joiner)
    return;
  for (GlobalObject &G : Joiner->global_objects())
    if (!G.isDeclaration() && G.hasExternalLinkage()) {
      G.setLinkage(GlobalValue::LinkOnceODRLinkage);
      G.setVisibility(GlobalValue::HiddenVisibility);
      G.setComdat(Joiner->getOrInsertComdat(G.getName()));
    }
  linkEmbedded(M, std::move(Joiner));
}

void emitRegistration(Module &M, GlobalVariable *Descriptor) {
  LLVMContext &Ctx = M.getContext();
  PointerType *Pointer = pointerType(Ctx);
  auto *RegisterType =
      FunctionType::get(Type::getVoidTy(Ctx), {Pointer}, false);
  StringRef Name = isSharedCode(M)
                       ? ALLOCSITE_NAME(ALLOCSITE_SYM_JOIN)
                       : ALLOCSITE_NAME(ALLOCSITE_SYM_REGISTER);
  auto *Constructor = Function::Create(
      FunctionType::get(Type::getVoidTy(Ctx), false),
      GlobalValue::InternalLinkage, "allocsite.register", &M);
  Constructor->setDoesNotThrow();
  IRBuilder<> Builder(BasicBlock::Create(Ctx, "entry", Constructor));
  FunctionCallee Register = M.getOrInsertFunction(Name, RegisterType);
  if (auto *F = dyn_cast<Function>(Register.getCallee())) {
    F->setVisibility(GlobalValue::HiddenVisibility);
    F->setDSOLocal(true);
  }
  Builder.CreateCall(Register,
                     {ConstantExpr::getPointerCast(Descriptor, Pointer)});
  Builder.CreateRetVoid();
  appendToGlobalCtors(M, Constructor, 1);
  if (isSharedCode(M))
    embedJoiner(M);
}

bool definesMain(const Module &M) {
  const Function *Main = M.getFunction("main");
  return Main && !Main->isDeclarationForLinker() && !Main->hasLocalLinkage();
}

void embedRuntime(Module &M, const Options &Opts) {
  std::unique_ptr<Module> Runtime =
      parseEmbedded(M, AllocSiteRuntimeBitcode, AllocSiteRuntimeBitcodeEnd);
  if (!Runtime)
    return;
  for (GlobalAlias &Alias : make_early_inc_range(Runtime->aliases())) {
    // Of an alias, ThinLTO keeps every copy.
    Alias.replaceAllUsesWith(Alias.getAliasee());
    Alias.eraseFromParent();
  }
  for (GlobalObject &G : Runtime->global_objects())
    if (!G.isDeclaration() && G.hasExternalLinkage()) {
      G.setVisibility(GlobalValue::HiddenVisibility);
      G.setDSOLocal(true);
    }
  // One group: of the runtimes that come with several definitions of main, all
  // weak but one, the linker keeps one, and keeps it whole.
  Comdat *Whole =
      Runtime->getOrInsertComdat(ALLOCSITE_NAME(ALLOCSITE_SYM_RUNTIME));
  for (GlobalObject &G : Runtime->global_objects())
    if (!G.isDeclaration() && !G.hasAppendingLinkage())
      G.setComdat(Whole);
  // Code compiled with -fPIC says nothing about where it will be linked.
  for (GlobalVariable &G : Runtime->globals())
    if (G.isThreadLocal())
      G.setThreadLocalMode(isSharedCode(M) ? GlobalValue::InitialExecTLSModel
                                           : GlobalValue::LocalExecTLSModel);
  GlobalVariable *Level = Runtime->getGlobalVariable(
      ALLOCSITE_NAME(ALLOCSITE_SYM_LEVEL), /*AllowInternal=*/true);
  Level->setInitializer(
      ConstantInt::get(Level->getValueType(), uint64_t(Opts.Level)));
  linkEmbedded(M, std::move(Runtime));
}

} // namespace allocsite
