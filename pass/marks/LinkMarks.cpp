//===- LinkMarks.cpp - Marks that wait for the link -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkMarks.h"
#include "Marks.h"
#include "recognise/Allocators.h"
#include "recognise/Callees.h"
#include "rules/Config.h"
#include "rules/SourceRules.h"
#include "support/Compat.h"
#include "support/Diagnostics.h"
#include "support/ModuleRecords.h"
#include "support/Options.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace allocsite {

static constexpr char FilesName[] = "allocsite.files";
static constexpr char LeftAttribute[] = "allocsite.left";
static constexpr char LeftFlag[] = "allocsite.left";
/// The undefined symbol that a linker reports if it runs without the plugin.
static constexpr char Missing[] =
    "__allocsite_lto_1_needs_lld_with_load_pass_plugin_AllocSite_so";
/// The global of each file that refers to that symbol.
static constexpr StringLiteral NeedingName = "allocsite.needs";

static constexpr const Annotation *Notes[] = {&SiteMarker, &SiteNote, &ContextNote,
                                              &CreateMarker, &EventMarker};

bool isForFullLink(const Module &M) {
  auto *IsThin = mdconst::extract_or_null<ConstantInt>(M.getModuleFlag("ThinLTO"));
  return IsThin && IsThin->isZero() && !M.getModuleFlag("UnifiedLTO");
}

//===----------------------------------------------------------------------===//
// At the end of the compilation
//===----------------------------------------------------------------------===//

static std::string keyOf(const Module &M) {
  SmallString<0> Bitcode;
  raw_svector_ostream Stream(Bitcode);
  WriteBitcodeToFile(M, Stream);
  MD5 Hash;
  Hash.update(Bitcode);
  MD5::MD5Result Result;
  Hash.final(Result);
  return Result.digest().str().str();
}

/// A program that holds such a file, and was linked without the plugin, would count
/// nothing of it.
static void needPlugin(Module &M) {
  PointerType *Pointer = pointerType(M.getContext());
  auto *Needed =
      new GlobalVariable(M, Type::getInt8Ty(M.getContext()),
                         /*isConstant=*/true, GlobalValue::ExternalLinkage, nullptr, Missing);
  auto *Needing =
      new GlobalVariable(M, Pointer, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                         ConstantExpr::getPointerCast(Needed, Pointer), NeedingName);
  exemptFromSanitizers(*Needing);
  appendToUsed(M, {Needing}); // With --gc-sections, too.
}

static void forgetNeed(Module &M) {
  SmallPtrSet<GlobalVariable *, 8> Needing;
  for (GlobalVariable &Each : M.globals())
    if (Each.hasLocalLinkage() && Each.getName().take_front(NeedingName.size()) == NeedingName)
      Needing.insert(&Each);
  removeFromUsed(M, [&](Constant *Used) {
    return Needing.count(dyn_cast<GlobalVariable>(Used->stripPointerCasts()));
  });
  for (GlobalVariable *Each : Needing)
    Each->eraseFromParent();
  if (GlobalVariable *Needed = M.getNamedGlobal(Missing); Needed && Needed->use_empty())
    Needed->eraseFromParent();
}

/// The operands of a file's metadata, in this order.
enum InFile { FileKey, FileOptions, FileName };

void leaveForLink(Module &M, const Options &Opts) {
  const std::string Key = keyOf(M);
  for (const Annotation *Each : Notes)
    Each->keyLabel(M, Key);
  for (Function &F : M) {
    if (!F.isDeclaration())
      F.addFnAttr(LeftAttribute);
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        leaveSite(*Call, Key);
  }
  leaveSites(M, Key);
  addRecord(M, FilesName, Key, Opts.ofBothStages(), M.getSourceFileName());
  addFlagOfAll(M, LeftFlag);
  needPlugin(M);
}

//===----------------------------------------------------------------------===//
// At the link
//===----------------------------------------------------------------------===//

static bool areAllLeft(const Module &M) {
  auto *Least = mdconst::extract_or_null<ConstantInt>(M.getModuleFlag(LeftFlag));
  return Least && Least->isOne();
}

/// A function that was compiled otherwise, or null. Those that are made behind the last
/// stage are of the same file.
static const Function *findOther(const Module &M) {
  if (!areAllLeft(M))
    for (const Function &F : M)
      if (!F.isDeclaration() && !F.hasFnAttribute(LeftAttribute) &&
          F.getName().take_front(10) != "allocsite.")
        return &F;
  return nullptr;
}

static std::vector<std::string>
findOtherwiseCompiled(const Module &M, const NamedMDNode &Files, const Options &Opts) {
  std::vector<std::string> Problems;
  const std::string Here = Opts.ofBothStages();
  for (const MDNode *File : Files.operands())
    if (textAt(*File, FileOptions) != Here)
      Problems.push_back((textAt(*File, FileName) + " was compiled with '" +
                          textAt(*File, FileOptions) + "', and is linked with '" + Here +
                          "': give both the same ALLOCSITE_PASS_OPTIONS")
                             .str());
  if (const Function *Other = findOther(M))
    Problems.push_back(("'" + Other->getName() +
                        "' is of a file that was compiled with -flto and without lto=1: "
                        "compile all files with it, or those without -flto")
                           .str());
  return Problems;
}

/// The keys, each once: an object may be linked twice.
static SmallVector<std::string, 8> keysOf(const NamedMDNode &Files) {
  SmallVector<std::string, 8> Keys;
  StringSet<> Known;
  for (const MDNode *File : Files.operands())
    if (Known.insert(textAt(*File, FileKey)).second)
      Keys.push_back(textAt(*File, FileKey).str());
  return Keys;
}

/// `Id` + `Base`. If the optimiser merged notes, an id consists of phis and selects. The
/// program may use the same ones for its own numbers, so they are copied. `Copies` holds the
/// copies made so far.
static Value *withBase(Value *Id, unsigned Base, DenseMap<Value *, Value *> &Copies) {
  if (auto *Constant = dyn_cast<ConstantInt>(Id))
    return ConstantInt::get(Constant->getType(), Constant->getZExtValue() + Base);
  auto *Merge = dyn_cast<Instruction>(Id);
  if (!Merge)
    return Id;
  Value *&Known = Copies[Id];
  if (Known)
    return Known;
  Instruction *Copy = IRBuilder<>(Merge).Insert(Merge->clone());
  Known = Copy;
  for (Use &Operand : Copy->operands())
    if (Operand->getType() == Id->getType())
      Operand.set(withBase(Operand, Base, Copies));
  return Copy;
}

/// The sites of all files, with ids one after another, and where those of each begin.
static std::vector<MarkedSite> joinSites(Module &M, ArrayRef<std::string> Keys,
                                         StringMap<unsigned> &Bases) {
  std::vector<MarkedSite> Sites;
  for (const std::string &Key : Keys) {
    unsigned Base = Bases[Key] = Sites.size();
    for (MarkedSite &Site : takeLeftSites(M, Key)) {
      Site.Id += Base;
      Sites.push_back(std::move(Site));
    }
  }
  return Sites;
}

static void joinNotes(Module &M, const StringMap<unsigned> &Bases) {
  DenseMap<Value *, Value *> Copies; // Several notes may have one phi.
  for (GlobalVariable &Label : make_early_inc_range(M.globals()))
    for (const Annotation *Kind : Notes) {
      StringRef Key = Kind->keyOf(Label);
      if (Key.empty())
        continue;
      if (Kind == &SiteMarker || Kind == &SiteNote || Kind == &CreateMarker)
        for (Instruction *Note : Annotation::labelled(Label)) {
          Use &Id = Annotation::numberOperand(*Note);
          Id.set(withBase(Id, Bases.lookup(Key), Copies));
        }
      Kind->joinLabel(Label);
      break;
    }
}

/// Returns the problems; if there are any, nothing is joined.
static std::vector<std::string> joinMarks(Module &M, const Options &Opts) {
  NamedMDNode *Files = M.getNamedMetadata(FilesName);
  if (!Files)
    return {};
  std::vector<std::string> Problems = findOtherwiseCompiled(M, *Files, Opts);
  if (!Problems.empty())
    return Problems;
  SmallVector<std::string, 8> Keys = keysOf(*Files);
  Files->eraseFromParent();
  StringMap<unsigned> Bases;
  const std::vector<MarkedSite> Sites = joinSites(M, Keys, Bases);
  joinNotes(M, Bases);
  for (Function &F : M) {
    F.removeFnAttr(LeftAttribute);
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        joinSite(*Call, Bases);
  }
  writeSites(M, Sites);
  forgetNeed(M);
  dropModuleFlag(M, LeftFlag);
  return {};
}

/// The calls that were marked as library calls and whose callee has a body now.
static SmallVector<CallBase *, 8> callsWithBody(Module &M) {
  SmallVector<CallBase *, 8> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && siteOf(*Call).value_or(0))
        if (const Function *Callee = directCallee(*Call); Callee && !Callee->isDeclaration())
          Found.push_back(Call);
  return Found;
}

static void markThoseWithBody(Module &M, const Options &Opts) {
  const std::vector<SourceRule> InSource = takeSourceRules(M);
  writeSourceRules(M, InSource); // The last stage reads them, too.
  const Config Configured(Opts, InSource);
  NameTable Names(&Configured);
  AllocatorTable Allocators(Configured, Names);
  for (CallBase *Call : callsWithBody(M))
    if (const Allocator *Callee = Allocators.find(*Call)) {
      const unsigned Id = *siteOf(*Call);
      setSite(*Call, 0);
      markBehind(*Call, *Callee, Id, Opts.Live);
    }
}

PreservedAnalyses JoinPass::run(Module &M, ModuleAnalysisManager &) {
  const Options Opts = Options::read();
  std::vector<std::string> Problems = joinMarks(M, Opts);
  fail(M.getContext(), Problems);
  if (!Problems.empty() || !isMarked(M))
    return PreservedAnalyses::all();
  markThoseWithBody(M, Opts);
  return PreservedAnalyses::none();
}

} // namespace allocsite
