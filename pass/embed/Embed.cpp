//===- Embed.cpp - Brings the runtime into the program ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Embed.h"
#include "Embedded.h"
#include "allocsite/Abi.h"
#include "arch/Machine.h"
#include "support/Compat.h"
#include "support/Compilation.h"
#include "support/Diagnostics.h"
#include "support/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace allocsite {

/// The functions that the headers in include/allocsite call.
static constexpr const char *CalledNames[] = {ALLOCSITE_NAME(ALLOCSITE_SYM_DESCRIBE),
                                              ALLOCSITE_NAME(ALLOCSITE_SYM_CONTROL)};

/// The files for the module's machine, or those behind the last.
static const EmbeddedRuntime &embedded(const Module &M) {
  const EmbeddedRuntime *Its = AllocSiteRuntimes;
  while (Its->Machine && machineOf(M).name() != StringRef(Its->Machine))
    ++Its;
  return *Its;
}

bool hasRuntime(const Module &M) {
  if (embedded(M).Machine)
    return true;
  warn(M.getContext(), Twine("this plugin was built without the runtime for ") +
                           machineOf(M).name() +
                           "-linux (ALLOCSITE_TARGETS); the code is left as it is and not "
                           "counted");
  return false;
}

/// Parses embedded bitcode and removes all flags that say how it was compiled, so that it takes
/// on those of the program. Reports an error and returns null if it is damaged.
static std::unique_ptr<Module> parseEmbedded(Module &M, EmbeddedFile Its, const char *What) {
  Expected<std::unique_ptr<Module>> Parsed = parseBitcodeFile(
      MemoryBufferRef(StringRef(Its.Begin, Its.End - Its.Begin), "allocsite"), M.getContext());
  if (!Parsed) {
    fail(M.getContext(),
         std::string("the embedded ") + What + " is damaged: " + toString(Parsed.takeError()));
    return nullptr;
  }
  (*Parsed)->setTargetTriple(M.getTargetTriple());
  (*Parsed)->setDataLayout(M.getDataLayout());
  return std::move(*Parsed);
}

static void link(Module &M, std::unique_ptr<Module> Part, const char *What) {
  // Otherwise TSan would replace our atomics by calls.
  for (Function &F : *Part)
    F.addFnAttr(Attribute::DisableSanitizerInstrumentation);
  for (GlobalVariable &G : Part->globals())
    if (!G.isDeclaration() && G.getName().take_front(5) != "llvm.")
      exemptFromSanitizers(G);
  if (Linker::linkModules(M, std::move(Part)))
    fail(M.getContext(), std::string("the ") + What + " cannot be linked into this module");
}

/// Emits the code by which a shared object finds the runtime at load time: one copy in each
/// object file, which the linker merges.
void embedJoiner(Module &M) {
  // If the runtime is in this module, it defines these functions itself.
  auto isCalled = [&](const char *Name) { return M.getFunction(Name) && !definesMain(M); };
  bool Joins = M.getFunction(ALLOCSITE_NAME(ALLOCSITE_SYM_JOIN));
  if (!isSharedCode(M) || (!Joins && none_of(CalledNames, isCalled)))
    return;
  std::unique_ptr<Module> Joiner = parseEmbedded(M, embedded(M).Joiner, "joiner");
  if (!Joiner)
    return;
  for (const char *Name : CalledNames)
    if (Function *Its = Joiner->getFunction(Name); Its && !isCalled(Name))
      Its->eraseFromParent();
  for (GlobalObject &G : Joiner->global_objects())
    if (!G.isDeclaration() && G.hasExternalLinkage()) {
      G.setLinkage(GlobalValue::LinkOnceODRLinkage);
      G.setVisibility(GlobalValue::HiddenVisibility);
      G.setComdat(Joiner->getOrInsertComdat(G.getName()));
    }
  link(M, std::move(Joiner), "joiner");
}

/// Takes the entries of operator delete out, with what refers to them.
static void dropDelete(Module &Entries) {
  auto drop = [](GlobalValue &Its) {
    Its.replaceAllUsesWith(ConstantPointerNull::get(Its.getType()));
    Its.eraseFromParent();
  };
  SmallVector<GlobalAlias *, 16> Found;
  for (GlobalAlias &Each : Entries.aliases())
    if (Each.getName().take_front(3) == "_Zd")
      Found.push_back(&Each);
  for (GlobalAlias *Each : Found) {
    auto *Entry = cast<Function>(Each->getAliasee()->stripPointerCasts());
    drop(*Each);
    drop(*Entry);
  }
}

void lookForOperatorNew(Module &M) {
  if (const GlobalValue *Own = M.getNamedValue("_ZdlPv"); Own && !Own->isDeclaration())
    return;
  // The reference of the call is satisfied by the entry. Who defines operator new in an archive
  // defines this with it.
  if (any_of(M, [](const Function &F) {
        return F.isDeclaration() && !F.use_empty() &&
               (F.getName().take_front(4) == "_Znw" || F.getName().take_front(4) == "_Zna");
      }))
    M.appendModuleInlineAsm(".globl _ZdlPv");
}

void embedEntries(Module &M, bool OfDelete) {
  std::unique_ptr<Module> Entries =
      parseEmbedded(M, embedded(M).Entries, "interposer of malloc");
  if (!Entries)
    return;
  if (!OfDelete)
    dropDelete(*Entries);
  std::vector<std::string> Names;
  for (const GlobalAlias &Alias : Entries->aliases())
    Names.push_back(Alias.getName().str());
  for (Function &F : *Entries)
    if (!F.isDeclaration()) {
      // A load and a jump: each pass that does not look at them makes compiling cheaper.
      F.addFnAttr(Attribute::OptimizeNone);
      F.addFnAttr(Attribute::NoInline);
    }
  link(M, std::move(Entries), "interposer of malloc");
  if (!isRustc())
    return;
  // Full link-time optimisation by rustc makes all local but Rust's own symbols, and these.
  SmallVector<GlobalValue *, 32> Called;
  for (const std::string &Name : Names)
    if (GlobalValue *Its = M.getNamedAlias(Name))
      Called.push_back(Its);
  appendToUsed(M, Called);
}

void emitNextWords(Module &M) {
  PointerType *Pointer = pointerType(M.getContext());
  auto emit = [&](const char *Symbol, const char *Name) {
    GlobalValue *Its = M.getNamedValue(Symbol);
    if (!Its) // nobody else in this module calls it: it need not be there
      Its = Function::Create(FunctionType::get(Type::getVoidTy(M.getContext()), false),
                             GlobalValue::ExternalWeakLinkage, Symbol, &M);
    GlobalVariable *Word = M.getNamedGlobal(Name);
    if (!Word)
      Word = new GlobalVariable(M, Pointer, /*isConstant=*/false, GlobalValue::ExternalLinkage,
                                nullptr, Name);
    Word->setLinkage(GlobalValue::WeakAnyLinkage); // several objects may define main
    Word->setInitializer(ConstantExpr::getPointerCast(Its, Pointer));
    Word->setVisibility(GlobalValue::HiddenVisibility);
    Word->setDSOLocal(true);
    exemptFromSanitizers(*Word);
    // The assembly refers to it, which link-time optimisation does not see.
    appendToCompilerUsed(M, {Word});
  };
#define NEXT(Symbol) emit(#Symbol, ALLOCSITE_NAME(ALLOCSITE_SYM_NEXT(Symbol)));
  ALLOCSITE_NEXT_OF(NEXT)
#undef NEXT
}

void emitRegistration(Module &M, GlobalVariable *Descriptor) {
  LLVMContext &Ctx = M.getContext();
  PointerType *Pointer = pointerType(Ctx);
  auto *RegisterType = FunctionType::get(Type::getVoidTy(Ctx), {Pointer}, false);
  StringRef Name = isSharedCode(M) ? ALLOCSITE_NAME(ALLOCSITE_SYM_JOIN)
                                   : ALLOCSITE_NAME(ALLOCSITE_SYM_REGISTER);
  auto *Constructor = Function::Create(FunctionType::get(Type::getVoidTy(Ctx), false),
                                       GlobalValue::InternalLinkage, "allocsite.register", &M);
  placeApart(*Constructor);
  Constructor->setDoesNotThrow();
  IRBuilder<> Builder(BasicBlock::Create(Ctx, "entry", Constructor));
  FunctionCallee Register = M.getOrInsertFunction(Name, RegisterType);
  if (auto *F = dyn_cast<Function>(Register.getCallee())) {
    F->setVisibility(GlobalValue::HiddenVisibility);
    F->setDSOLocal(true);
  }
  Builder.CreateCall(Register, {ConstantExpr::getPointerCast(Descriptor, Pointer)});
  Builder.CreateRetVoid();
  appendToGlobalCtors(M, Constructor, 1);
}

static bool hasWord(StringRef Text, StringRef Word) {
  auto isPart = [](char C) { return isAlnum(C) || C == '_' || C == '.' || C == '$'; };
  for (size_t At = 0; (At = Text.find(Word, At)) != StringRef::npos; At += Word.size()) {
    size_t End = At + Word.size();
    if ((!At || !isPart(Text[At - 1])) && (End == Text.size() || !isPart(Text[End])))
      return true;
  }
  return false;
}

/// True if assembly in the module names `Its`, or may name it unseen.
static bool isForAssembly(Module &M, GlobalValue *Its) {
  SmallVector<GlobalValue *, 8> Used;
  for (bool IsCompilerUsed : {false, true})
    collectUsedGlobalVariables(M, Used, IsCompilerUsed);
  if (is_contained(Used, Its) || hasWord(M.getModuleInlineAsm(), Its->getName()))
    return true;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
          if (hasWord(Asm->getAsmString(), Its->getName()))
            return true;
  return false;
}

/// True if the module's object file will contain the runtime: the module defines main, or is
/// part of a full LTO link, which compiles all files, main's among them, to one object.
static bool sharesObject(const Module &M) {
  auto *Thin = mdconst::extract_or_null<ConstantInt>(M.getModuleFlag("ThinLTO"));
  return definesMain(M) || (Thin && Thin->isZero() && !isSharedCode(M));
}

void keepApart(Module &M) {
  const EmbeddedFile Its = embedded(M).Names;
  StringRef Names(Its.Begin, Its.End - Its.Begin);
  while (!Names.empty()) {
    auto [Name, Others] = Names.split('\n');
    Names = Others;
    GlobalValue *Its = M.getNamedValue(Name);
    if (!Its || !Its->hasLocalLinkage())
      continue;
    if (!isForAssembly(M, Its))
      Its->setName(Name + ".static");
    else if (sharesObject(M))
      fail(M.getContext(), "'" + Name.str() +
                               "' is static here and may be named in assembly, and the "
                               "runtime calls the C library's: rename it");
  }
}

void embedRuntime(GlobalVariable &Thread, const Options &Opts, bool EmulatedTls) {
  const bool IsWhole = Opts.Whole;
  Module &M = *Thread.getParent();
  // The assembly refers to it, which link-time optimisation does not see.
  appendToCompilerUsed(M, {&Thread});
  // If the level is set, the runtime is there already: link-time optimisation may make one
  // object of two units that define main. The code that follows keeps its section.
  const char *Emulated = EmulatedTls ? ".set .Lallocsite.emulated_tls,1\n" : "";
  M.appendModuleInlineAsm((Twine(".ifndef .Lallocsite.level\n"
                                 ".set .Lallocsite.level,") +
                           Twine(Opts.Level | (IsWhole ? ALLOCSITE_LEVEL_WHOLE : 0)) + "\n" +
                           Emulated + ".pushsection .text\n")
                              .str());
  const EmbeddedFile Text = embedded(M).Text;
  M.appendModuleInlineAsm(StringRef(Text.Begin, Text.End - Text.Begin));
  M.appendModuleInlineAsm(".popsection\n.endif\n");
}

} // namespace allocsite
