//===- Compat.h - LLVM 14 to 22 behind one spelling -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All differences between the LLVM versions that AllocSite builds for. For clang's classes
// see pass/ast/Compat.h and discover/read/Compat.h. No other file tests LLVM_VERSION_MAJOR.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_COMPAT_H
#define ALLOCSITE_PASS_SUPPORT_COMPAT_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <optional>
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#if LLVM_VERSION_MAJOR >= 16
#include "llvm/Support/ModRef.h"
#include "llvm/TargetParser/Triple.h"
#else
#include "llvm/ADT/Triple.h"
#endif
#include <string>

namespace allocsite {

/// The one pointer type of emitted code: `ptr`, or `i8*` where pointers have
/// pointees (14).
inline llvm::PointerType *pointerType(llvm::LLVMContext &Ctx, unsigned AddressSpace = 0) {
#if LLVM_VERSION_MAJOR >= 17
  return llvm::PointerType::get(Ctx, AddressSpace);
#else
  return llvm::Type::getInt8PtrTy(Ctx, AddressSpace);
#endif
}

/// True if code generation for x86-64 makes tail calls of calls that write their result to
/// the caller's `sret` pointer (arch/Machine.h).
inline constexpr bool JumpsWithStructResults = LLVM_VERSION_MAJOR >= 22;

/// Inserts `New`, which has no parent yet, before `At`.
inline void insertBefore(llvm::Instruction &New, llvm::Instruction &At) {
#if LLVM_VERSION_MAJOR >= 16
  New.insertInto(At.getParent(), At.getIterator());
#else
  New.insertBefore(&At);
#endif
}

/// A pointer to a value of type `Pointee`, which differs from pointerType()
/// where pointers have pointees.
inline llvm::PointerType *pointerTo(llvm::Type *Pointee, unsigned AddressSpace = 0) {
#if LLVM_VERSION_MAJOR >= 17
  return llvm::PointerType::get(Pointee->getContext(), AddressSpace);
#else
  return llvm::PointerType::get(Pointee, AddressSpace);
#endif
}

/// llvm.thread.pointer.
inline llvm::Function *threadPointer(llvm::Module &M) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::Intrinsic::getOrInsertDeclaration(&M, llvm::Intrinsic::thread_pointer,
                                                 {pointerType(M.getContext())});
#elif LLVM_VERSION_MAJOR >= 20
  return llvm::Intrinsic::getOrInsertDeclaration(&M, llvm::Intrinsic::thread_pointer);
#else
  return llvm::Intrinsic::getDeclaration(&M, llvm::Intrinsic::thread_pointer);
#endif
}

/// Of i64 values.
inline llvm::Function *valueAnnotation(llvm::Module &M) {
  llvm::Type *Value = llvm::Type::getInt64Ty(M.getContext());
#if LLVM_VERSION_MAJOR >= 20
  return llvm::Intrinsic::getOrInsertDeclaration(&M, llvm::Intrinsic::annotation,
                                                 {Value, pointerType(M.getContext())});
#elif LLVM_VERSION_MAJOR >= 16
  return llvm::Intrinsic::getDeclaration(&M, llvm::Intrinsic::annotation,
                                         {Value, pointerType(M.getContext())});
#else
  return llvm::Intrinsic::getDeclaration(&M, llvm::Intrinsic::annotation, Value);
#endif
}

inline llvm::Function *varAnnotation(llvm::Module &M) {
  llvm::Type *Pointer = pointerType(M.getContext());
#if LLVM_VERSION_MAJOR >= 20
  return llvm::Intrinsic::getOrInsertDeclaration(&M, llvm::Intrinsic::var_annotation,
                                                 {Pointer, Pointer});
#elif LLVM_VERSION_MAJOR >= 16
  return llvm::Intrinsic::getDeclaration(&M, llvm::Intrinsic::var_annotation,
                                         {Pointer, Pointer});
#else
  (void)Pointer;
  return llvm::Intrinsic::getDeclaration(&M, llvm::Intrinsic::var_annotation);
#endif
}

/// Drops the attributes about the memory that a function or call accesses: they were
/// inferred before counters were added.
template <typename FunctionOrCall> void dropMemoryEffects(FunctionOrCall &F) {
#if LLVM_VERSION_MAJOR >= 16
  F.removeFnAttr(llvm::Attribute::Memory);
#else
  for (llvm::Attribute::AttrKind Kind :
       {llvm::Attribute::ReadNone, llvm::Attribute::ReadOnly, llvm::Attribute::WriteOnly,
        llvm::Attribute::ArgMemOnly, llvm::Attribute::InaccessibleMemOnly,
        llvm::Attribute::InaccessibleMemOrArgMemOnly})
    F.removeFnAttr(Kind);
#endif
  F.removeFnAttr(llvm::Attribute::Speculatable);
}

/// Makes a function of `Type`, whose first parameters are those of `F`, and moves the place,
/// name and body of `F` to it. `F` keeps its uses.
inline llvm::Function &replaceFunction(llvm::Function &F, llvm::FunctionType &Type) {
  llvm::Function *New = llvm::Function::Create(&Type, F.getLinkage(), F.getAddressSpace());
  F.getParent()->getFunctionList().insert(F.getIterator(), New);
  New->copyAttributesFrom(&F);
  New->setComdat(F.getComdat());
  New->copyMetadata(&F, /*Offset=*/0);
  F.clearMetadata();
  New->takeName(&F);
#if LLVM_VERSION_MAJOR >= 18 && LLVM_VERSION_MAJOR <= 20
  New->setIsNewDbgInfoFormat(F.IsNewDbgInfoFormat);
#endif
#if LLVM_VERSION_MAJOR >= 16
  New->splice(New->begin(), &F);
#else
  New->getBasicBlockList().splice(New->begin(), F.getBasicBlockList());
#endif
  for (llvm::Argument &Old : F.args()) {
    llvm::Argument *Same = New->getArg(Old.getArgNo());
    Old.replaceAllUsesWith(Same);
    Same->takeName(&Old);
  }
  return *New;
}

/// Makes unwind tables for `F` that are right at every instruction.
inline void addUnwindTable(llvm::Function &F) {
#if LLVM_VERSION_MAJOR >= 15
  if (F.getUWTableKind() == llvm::UWTableKind::None)
    F.setUWTableKind(llvm::UWTableKind::Async);
#else
  F.addFnAttr(llvm::Attribute::UWTable);
#endif
}

/// Keeps the sanitizers from adding red zones to a global of ours.
inline void exemptFromSanitizers(llvm::GlobalVariable &G) {
#if LLVM_VERSION_MAJOR >= 15
  llvm::GlobalValue::SanitizerMetadata Exempt;
  Exempt.NoAddress = true;
  Exempt.NoHWAddress = true;
  G.setSanitizerMetadata(Exempt);
#else
  // {global, source location, name, dynamically initialised, excluded}
  llvm::LLVMContext &Ctx = G.getContext();
  llvm::Metadata *Fields[] = {llvm::ConstantAsMetadata::get(&G), nullptr, nullptr,
                              llvm::ConstantAsMetadata::get(llvm::ConstantInt::getFalse(Ctx)),
                              llvm::ConstantAsMetadata::get(llvm::ConstantInt::getTrue(Ctx))};
  G.getParent()
      ->getOrInsertNamedMetadata("llvm.asan.globals")
      ->addOperand(llvm::MDNode::get(Ctx, Fields));
#endif
}

inline llvm::DICompileUnit *createCompileUnit(llvm::DIBuilder &Builder, llvm::DIFile *File,
                                              llvm::StringRef Producer) {
#if LLVM_VERSION_MAJOR >= 22
  llvm::DISourceLanguageName Language(llvm::dwarf::DW_LANG_C_plus_plus);
#else
  unsigned Language = llvm::dwarf::DW_LANG_C_plus_plus;
#endif
  return Builder.createCompileUnit(Language, File, Producer, /*isOptimized=*/false,
                                   /*Flags=*/"",
                                   /*RV=*/0, /*SplitName=*/"", llvm::DICompileUnit::NoDebug);
}

inline bool isOfCPlusPlus(const llvm::DICompileUnit &Unit) {
#if LLVM_VERSION_MAJOR >= 22
  llvm::DISourceLanguageName Language = Unit.getSourceLanguage();
  if (Language.hasVersionedName())
    return Language.getName() == llvm::dwarf::DW_LNAME_C_plus_plus;
  return llvm::dwarf::isCPlusPlus(llvm::dwarf::SourceLanguage(Language.getName()));
#else
  return llvm::dwarf::isCPlusPlus(llvm::dwarf::SourceLanguage(Unit.getSourceLanguage()));
#endif
}

/// Removes the debug records attached to `I` for whose location `Drop` is true, or `I` itself
/// if records are instructions. Returns true if `I` was erased.
template <typename Predicate> bool dropDebugRecords(llvm::Instruction &I, Predicate Drop) {
#if LLVM_VERSION_MAJOR >= 19
  for (llvm::DbgRecord &Record : llvm::make_early_inc_range(I.getDbgRecordRange()))
    if (Drop(Record.getDebugLoc().get()))
      Record.eraseFromParent();
#endif
  if (!llvm::isa<llvm::DbgInfoIntrinsic>(I) || !Drop(I.getDebugLoc().get()))
    return false;
  I.eraseFromParent();
  return true;
}

/// True if the integer argument `Number` of `F` is declared never to be 0, as far as LLVM can tell.
inline bool isNeverZero(const llvm::Function &F, unsigned Number) {
#if LLVM_VERSION_MAJOR >= 19
  llvm::Attribute Range = F.getParamAttribute(Number, llvm::Attribute::Range);
  return Range.isValid() &&
         !Range.getRange().contains(llvm::APInt(Range.getRange().getBitWidth(), 0));
#else
  (void)F, (void)Number;
  return false;
#endif
}

inline std::string tripleOf(const llvm::Module &M) {
#if LLVM_VERSION_MAJOR >= 21
  return M.getTargetTriple().str();
#else
  return M.getTargetTriple();
#endif
}

inline void dropModuleFlag(llvm::Module &M, llvm::StringRef Name) {
  llvm::NamedMDNode *Flags = M.getModuleFlagsMetadata();
  if (!Flags)
    return;
  llvm::SmallVector<llvm::MDNode *, 8> Kept;
  for (llvm::MDNode *Flag : Flags->operands())
    if (llvm::cast<llvm::MDString>(Flag->getOperand(1))->getString() != Name)
      Kept.push_back(Flag);
  Flags->clearOperands();
  for (llvm::MDNode *Flag : Kept)
    Flags->addOperand(Flag);
}

/// False if a plugin cannot run at the end of full link-time optimisation.
inline constexpr bool HasLinkEnd = LLVM_VERSION_MAJOR >= 16;

/// Adds a module flag 1, which becomes 0 at the link if another module lacks it.
inline void addFlagOfAll(llvm::Module &M, llvm::StringRef Name) {
#if LLVM_VERSION_MAJOR >= 16
  M.addModuleFlag(llvm::Module::Min, Name, 1);
#else
  (void)M, (void)Name; // HasLinkEnd
#endif
}

/// Removes the constants for which `Is` is true from llvm.used and llvm.compiler.used.
inline void removeFromUsed(llvm::Module &M, llvm::function_ref<bool(llvm::Constant *)> Is) {
#if LLVM_VERSION_MAJOR >= 16
  llvm::removeFromUsedLists(M, Is);
#else
  (void)M, (void)Is; // HasLinkEnd
#endif
}

/// Registers callbacks that add passes at both ends of every pipeline, and of the linker's
/// pipeline for full link-time optimisation. `Last` is also passed
/// whether a link optimises further, if the pipeline tells.
template <typename AddFirst, typename AddLast, typename AddFirstAtLink, typename AddLastAtLink>
void registerPipelineEnds(llvm::PassBuilder &Builder, AddFirst First, AddLast Last,
                          [[maybe_unused]] AddFirstAtLink FirstAtLink,
                          [[maybe_unused]] AddLastAtLink LastAtLink) {
#if LLVM_VERSION_MAJOR >= 15
  Builder.registerFullLinkTimeOptimizationEarlyEPCallback(
      [FirstAtLink](llvm::ModulePassManager &Passes, llvm::OptimizationLevel) {
        FirstAtLink(Passes);
      });
  Builder.registerFullLinkTimeOptimizationLastEPCallback(
      [LastAtLink](llvm::ModulePassManager &Passes, llvm::OptimizationLevel) {
        LastAtLink(Passes);
      });
#endif
  Builder.registerPipelineStartEPCallback(
      [First](llvm::ModulePassManager &Passes, llvm::OptimizationLevel) { First(Passes); });
#if LLVM_VERSION_MAJOR >= 20
  Builder.registerOptimizerLastEPCallback([Last](llvm::ModulePassManager &Passes,
                                                 llvm::OptimizationLevel,
                                                 llvm::ThinOrFullLTOPhase Phase) {
    Last(Passes, Phase == llvm::ThinOrFullLTOPhase::ThinLTOPreLink ||
                     Phase == llvm::ThinOrFullLTOPhase::FullLTOPreLink);
  });
#else
  Builder.registerOptimizerLastEPCallback(
      [Last](llvm::ModulePassManager &Passes, llvm::OptimizationLevel) {
        Last(Passes, std::nullopt);
      });
#endif
}

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_COMPAT_H
