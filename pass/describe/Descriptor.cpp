//===- Descriptor.cpp - Emits the module descriptor -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptor.h"
#include "Encode.h"
#include "allocsite/Abi.h"
#include "allocsite/SystemAllocators.h"
#include "marks/Marks.h"
#include "recognise/Allocators.h"
#include "recognise/Callees.h"
#include "support/Compat.h"
#include "support/Target.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace allocsite {

/// A constant of the module that nobody but the descriptor refers to.
static GlobalVariable *constant(Module &M, Constant *Value, StringRef Name, bool HasPointers) {
  auto *Global = new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                                    GlobalValue::PrivateLinkage, Value, Name);
  exemptFromSanitizers(*Global);
  placeApart(*Global, HasPointers);
  return Global;
}

/// A function of the library is no frame. Its name is shown where it holds a site
/// of which nothing better is known, and such names are long.
static void dropUnshownNames(DescriptorTables &Tables) {
  std::vector<bool> HoldsSite(Tables.Functions.size());
  for (const AllocSiteSite &Site : Tables.Sites) {
    HoldsSite[Site.Function] = true;
    for (uint32_t At = Site.Frame; At; At = Tables.Frames[At].Outer)
      HoldsSite[Tables.Frames[At].Function] = true;
  }
  for (size_t I = 1; I < Tables.Functions.size(); ++I) {
    AllocSiteFunction &Function = Tables.Functions[I];
    bool HasSymbol = Function.SymbolLow || Function.SymbolHigh;
    if (HasSymbol && !HoldsSite[I] && Function.Flags & ALLOCSITE_FUNCTION_TRANSPARENT)
      Function.Name = 0;
  }
}

/// The distance from word `Number` of `From` to `To`, as an expression that LLVM knows to need no
/// relocation when the program starts.
static Constant *distance(GlobalVariable &From, unsigned Number, GlobalVariable &To) {
  LLVMContext &Ctx = From.getContext();
  Type *Int64 = Type::getInt64Ty(Ctx), *Int32 = Type::getInt32Ty(Ctx);
  Constant *Indices[] = {ConstantInt::get(Int32, 0), ConstantInt::get(Int32, Number)};
  Constant *At = ConstantExpr::getInBoundsGetElementPtr(From.getValueType(), &From, Indices);
  return ConstantExpr::getTrunc(ConstantExpr::getSub(ConstantExpr::getPtrToInt(&To, Int64),
                                                     ConstantExpr::getPtrToInt(At, Int64)),
                                Int32);
}

static StructType *typeOfLabel(LLVMContext &Ctx) {
  Type *Int32 = Type::getInt32Ty(Ctx);
  return StructType::get(Ctx, {Int32, Int32, Int32});
}

/// Makes the label by which the others are found, in the place of `Expected`. It goes with the
/// descriptor `Module`, and stands behind it: assemblers want to have seen what it goes with.
static void makeLabel(GlobalVariable &Expected, GlobalVariable &Module,
                      GlobalVariable &Records) {
  LLVMContext &Ctx = Module.getContext();
  auto &Label = *new GlobalVariable(*Module.getParent(), typeOfLabel(Ctx), /*isConstant=*/true,
                                    GlobalValue::PrivateLinkage, nullptr, "allocsite.label");
  exemptFromSanitizers(Label);
  Label.setSection(ALLOCSITE_LABELS_SECTION);
  Label.setAlignment(Align(1));
  Constant *Words[] = {distance(Label, 0, Module), distance(Label, 1, Records),
                       ConstantInt::get(Type::getInt32Ty(Ctx), 0)};
  Label.setInitializer(ConstantStruct::get(typeOfLabel(Ctx), Words));
  Label.setMetadata(LLVMContext::MD_associated,
                    MDNode::get(Ctx, ConstantAsMetadata::get(&Module)));
  Expected.replaceAllUsesWith(&Label);
  Expected.eraseFromParent();
}

GlobalVariable *emitDescriptor(Module &M, DescriptorTables Tables, uint32_t CallCount,
                               ThreadState &Thread, uint32_t Flags) {
  LLVMContext &Ctx = M.getContext();
  PointerType *PointerTy = pointerType(Ctx);
  auto Int32 = [&](uint32_t Value) -> Constant * {
    return ConstantInt::get(Type::getInt32Ty(Ctx), Value);
  };
  auto Pointer = [&](GlobalVariable *Global) -> Constant * {
    return Global ? ConstantExpr::getPointerCast(Global, PointerTy)
                  : Constant::getNullValue(PointerTy);
  };
  dropUnshownNames(Tables);
  std::string Bytes = encode(Tables);
  GlobalVariable *Records =
      constant(M, ConstantDataArray::getString(Ctx, Bytes, false), "allocsite.records",
               /*HasPointers=*/false);
  GlobalVariable *Label = Thread.setRecords(*Records)
                              ? new GlobalVariable(M, typeOfLabel(Ctx), /*isConstant=*/true,
                                                   GlobalValue::ExternalLinkage, nullptr, "")
                              : nullptr;
  struct {
    uint32_t Version, Flags, SiteCount, CallCount, ByteCount;
    GlobalVariable *Bytes, *State;
    uint32_t TagStartCount;
    GlobalVariable *TagStarts, *Labels;
  } Values{ALLOCSITE_ABI_VERSION,         Flags,
           uint32_t(Tables.Sites.size()), CallCount,
           uint32_t(Bytes.size()),        Records,
           Thread.moduleState(),          Thread.tagStarts().count(),
           Thread.tagStarts().finish(),   Label};
  // One initialiser for each field, in the order of the one list.
  Constant *Fields[] = {
#define ALLOCSITE_MODULE(CType, IRType, Name) IRType(Values.Name),
#include "allocsite/Descriptors.inc"
  };
  GlobalVariable *Described = constant(M, ConstantStruct::getAnon(Ctx, Fields),
                                       "allocsite.module", /*HasPointers=*/true);
  if (Label)
    makeLabel(*Label, *Described, *Records);
  return Described;
}

//===----------------------------------------------------------------------===//
// Allocations that the profile may lack
//===----------------------------------------------------------------------===//

uint32_t findUnseen(const Module &M) {
  uint32_t Allocators = 0;
  for (const Function &F : M) {
    if (!F.isDeclaration() || F.use_empty())
      continue;
    Allocators |= allocsiteSystemAllocator(F.getName().str().c_str());
    // Rust's library, which lies in the same object, calls these for the module.
    if (F.getName().find("__rust_alloc") != StringRef::npos)
      for (const char *Symbol : {"malloc", "calloc", "realloc", "posix_memalign"})
        Allocators |= allocsiteSystemAllocator(Symbol);
  }
  return ALLOCSITE_MODULE_REFERS |
         (definesRustAllocator(M) ? ALLOCSITE_MODULE_RUST_ALLOCATOR : 0) |
         ALLOCSITE_MODULE_ALLOCATORS(Allocators);
}

} // namespace allocsite
