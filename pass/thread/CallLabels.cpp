//===- CallLabels.cpp - Calls by the address that they return to ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallLabels.h"
#include "allocsite/Abi.h"
#include "allocsite/SymbolHash.h"
#include "support/Compat.h"
#include "support/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Mangler.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace allocsite {

static constexpr char LabelName[] = "allocsite.label";

/// MurmurHash3's finaliser (Austin Appleby, public domain).
static uint64_t mix(uint64_t Hash) {
  Hash = (Hash ^ Hash >> 33) * UINT64_C(0xFF51AFD7ED558CCD);
  Hash = (Hash ^ Hash >> 33) * UINT64_C(0xC4CEB9FE1A85EC53);
  return Hash ^ Hash >> 33;
}

/// Differs between modules, of one process too: by the name of the file, by what they define, and
/// by the functions that those call.
static uint64_t keyOf(const Module &M) {
  uint64_t Key = 0;
  auto add = [&](StringRef Name) {
    Key = mix(Key ^ allocSiteSymbolHash(Name.data(), Name.size()));
  };
  // Without directories: builds in two of them are the same.
  add(sys::path::filename(M.getSourceFileName()));
  for (const GlobalObject &Each : M.global_objects())
    if (!Each.isDeclaration())
      add(Each.getName());
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (const Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isIntrinsic())
          add(Callee->getName());
  return Key;
}

CallLabels::CallLabels(Module &M) : M(M), Key(keyOf(M)) {}

uint32_t CallLabels::hash(ArrayRef<uint32_t> Ids) const {
  uint64_t Hash = Key;
  for (uint32_t Id : Ids)
    Hash = mix(Hash + Id);
  return uint32_t(Hash & ALLOCSITE_LABEL_HASH) | 1; // Never 0: the call changes something.
}

uint32_t CallLabels::hash(ArrayRef<uint32_t> Ids, uint32_t Newest) const {
  SmallVector<uint32_t, 4> All(Ids.begin(), Ids.end());
  All.push_back(Newest);
  return hash(All);
}

void CallLabels::label(CallBase &Call, uint32_t Record, uint32_t Hash) {
  Type *Int32 = Type::getInt32Ty(M.getContext());
  Call.setMetadata(
      LabelName,
      MDNode::get(M.getContext(), {ConstantAsMetadata::get(ConstantInt::get(Int32, Record)),
                                   ConstantAsMetadata::get(ConstantInt::get(Int32, Hash))}));
}

void CallLabels::push(CallBase &Call, const CallNumber &Its, ArrayRef<uint32_t> Deferred) {
  label(Call, Its.Record,
        hash(Deferred, Its.Id) | (Deferred.empty() ? 0 : ALLOCSITE_LABEL_COVERS_CALLERS));
}

void CallLabels::pass(CallBase &Call) { label(Call, 0, 0); }

/// The name of `F` as a template of inline assembly; "" if it would need quotes, which GNU as does
/// not take there.
static std::string assemblyName(const Function &F) {
  SmallString<64> Name;
  Mangler().getNameWithPrefix(Name, &F, /*CannotUsePrivateLabel=*/false);
  std::string Text;
  for (char C : Name) {
    if (!isAlnum(C) && C != '_' && C != '.' && C != '$')
      return "";
    Text += C;
    if (C == '$')
      Text += '$';
  }
  return Text.empty() || isDigit(Text[0]) ? "" : Text;
}

/// The section goes where the code goes that it speaks of: into its group, and away if the
/// linker drops it (SHF_LINK_ORDER). A label names itself there where the function may get another
/// name at a link. The first label of a function keeps the section by a relocation that changes
/// nothing: with --gc-sections gold and mold do not look at the order.
static std::string textOf(const Function &F, bool IsFirst) {
  const std::string Name = isOptimisedFurther(*F.getParent()) ? "" : assemblyName(F);
  const std::string Label = Name.empty() ? ".Lallocsite.call.${:uid}" : "770";
  const std::string Use = Name.empty() ? Label : Label + "b";
  return Label + ":\n.pushsection " ALLOCSITE_LABELS_SECTION ",\"ao?\",@progbits," +
         (Name.empty() ? Label : Name) + (IsFirst ? "\n771:" : "") + "\n.long " + Use +
         "-.\n.long ${0:c}-.\n.long ${1:c}\n.popsection" +
         (IsFirst ? "\n.reloc " + Use + ", BFD_RELOC_NONE, 771b" : "");
}

/// Where the label of `Call` goes: code generation folds the load of a callee into the call only
/// if nothing is between.
static Instruction *placeBefore(CallBase &Call) {
  Instruction *Place = &Call;
  while (Instruction *Before = Place->getPrevNode()) {
    if (!isa<LoadInst>(Before) && !isa<CastInst>(Before) && !isa<GetElementPtrInst>(Before))
      break;
    Place = Before;
  }
  return Place;
}

static constexpr char HelperName[] = "allocsite.helper";

void CallLabels::markHelper(Function &F) { F.addFnAttr(HelperName); }

void CallLabels::emitIn(Function &F, ThreadState &Thread) {
  struct Label {
    CallBase *Call;
    uint32_t Record, Hash;
  };
  SmallVector<Label, 16> Labels;
  const bool IsHelper = F.hasFnAttribute(HelperName);
  bool IsNeeded = IsHelper; // Elsewhere calls alone would mean the same.
  bool HasCounted = false;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    const MDNode *Words = Call ? Call->getMetadata(LabelName) : nullptr;
    if (!Call || (!Words && !isCount(*Call) && !isCounted(*Call)))
      continue;
    auto word = [&](unsigned Which) {
      auto *Word = Words ? mdconst::extract<ConstantInt>(Words->getOperand(Which)) : nullptr;
      return Word ? uint32_t(Word->getZExtValue()) : 0;
    };
    Labels.push_back({Call, word(0), word(1)});
    if (isCount(*Call))
      Labels.back().Hash |= IsHelper ? ALLOCSITE_LABEL_HELPS : ALLOCSITE_LABEL_COUNTS;
    if (isCounted(*Call))
      Labels.back().Hash |= ALLOCSITE_LABEL_ALLOCATES;
    HasCounted |= isCounted(*Call);
    IsNeeded |= Labels.back().Record != 0;
    Call->setMetadata(LabelName, nullptr);
    unmarkCounted(*Call);
    unmarkCount(*Call);
  }
  F.removeFnAttr(HelperName);
  // A call that is not its allocator's must not be taken for one that a site counts.
  if (!IsNeeded && HasCounted)
    erase_if(Labels, [](const Label &Each) { return Each.Hash == ALLOCSITE_LABEL_COUNTS; });
  else if (!IsNeeded)
    return;
  const bool IsOptimisedFurther = isOptimisedFurther(M);
  const std::string First = textOf(F, true), Others = textOf(F, false);
  for (const auto &Label : Labels) {
    const auto &[Call, Number, Hash] = Label;
    IRBuilder<> Builder(placeBefore(*Call));
    Constant *Record =
        ConstantExpr::getGetElementPtr(Builder.getInt8Ty(), &Thread.records(),
                                       ArrayRef<Constant *>(Builder.getInt32(Number)));
    auto *Type = FunctionType::get(Builder.getVoidTy(),
                                   {Record->getType(), Builder.getInt32Ty()}, false);
    CallInst *Made =
        Builder.CreateCall(InlineAsm::get(Type, &Label == &Labels.front() ? First : Others,
                                          "s,i", /*hasSideEffects=*/true),
                           {Record, Builder.getInt32(Hash)});
    // Nothing is said of memory: at -O0 code generation drops what does not write.
    Made->setDoesNotThrow();
    Made->addFnAttr(Attribute::NoMerge);
    // Code generation must not let two calls with different labels become one.
    Call->addFnAttr(Attribute::NoMerge);
    // The stack is read by the frame pointer where assembly moves the stack pointer unseen.
    if (Call->isInlineAsm() && !F.hasFnAttribute(Attribute::Naked))
      F.addFnAttr("frame-pointer", "all");
    // Nor may the link inline it: its frame would be on no stack.
    if (Number && IsOptimisedFurther)
      Call->addFnAttr(Attribute::NoInline);
  }
}

void CallLabels::emit(ThreadState &Thread) {
  for (Function &F : M)
    if (!F.isDeclarationForLinker()) {
      emitIn(F, Thread);
      // Some flags leave them out; without, no stack is read beyond the function.
      addUnwindTable(F);
    }
}

} // namespace allocsite
