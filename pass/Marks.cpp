//===- Marks.cpp - What the first stage leaves for the last ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Marks.h"
#include "Compat.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace allocsite {

static constexpr char InstrumentedFlag[] = "allocsite";
static constexpr char SitesName[] = "allocsite.sites";
static constexpr char SymbolsName[] = "allocsite.symbols";
static constexpr char SiteAttribute[] = "allocsite.site";
static constexpr char MarkerName[] = "allocsite.marker";

bool isInstrumented(const Module &M) {
  return M.getModuleFlag(InstrumentedFlag);
}

void setInstrumented(Module &M) {
  M.addModuleFlag(Module::Max, InstrumentedFlag, 1);
}

static Metadata *number(LLVMContext &Ctx, unsigned Value) {
  return ConstantAsMetadata::get(
      ConstantInt::get(Type::getInt32Ty(Ctx), Value));
}

static unsigned numberAt(const MDNode &Node, unsigned Operand) {
  return mdconst::extract<ConstantInt>(Node.getOperand(Operand))
      ->getZExtValue();
}

void writeSites(Module &M, const std::vector<MarkedSite> &Sites) {
  LLVMContext &Ctx = M.getContext();
  NamedMDNode *List = M.getOrInsertNamedMetadata(SitesName);
  for (const MarkedSite &S : Sites)
    List->addOperand(MDNode::get(
        Ctx, {number(Ctx, S.Id), MDString::get(Ctx, S.Allocator),
              number(Ctx, S.Ordinal), number(Ctx, S.Arena), number(Ctx, S.Repeat),
              const_cast<DILocation *>(S.Location),
              MDString::get(Ctx, S.Family)}));
}

bool isMarked(const Module &M) { return M.getNamedMetadata(SitesName); }

std::vector<MarkedSite> takeSites(Module &M) {
  std::vector<MarkedSite> Sites;
  NamedMDNode *List = M.getNamedMetadata(SitesName);
  if (!List)
    return Sites;
  for (const MDNode *Node : List->operands()) {
    MarkedSite S;
    S.Id = numberAt(*Node, 0);
    S.Allocator = cast<MDString>(Node->getOperand(1))->getString().str();
    S.Ordinal = numberAt(*Node, 2);
    S.Arena = numberAt(*Node, 3);
    S.Repeat = numberAt(*Node, 4);
    S.Location = dyn_cast_or_null<DILocation>(Node->getOperand(5));
    S.Family = cast<MDString>(Node->getOperand(6))->getString().str();
    Sites.push_back(std::move(S));
  }
  List->eraseFromParent();
  return Sites;
}

void writeSymbols(Module &M) {
  LLVMContext &Ctx = M.getContext();
  NamedMDNode *List = nullptr;
  for (Function &F : M) {
    DISubprogram *Subprogram = F.getSubprogram();
    if (!Subprogram || Subprogram->getLinkageName() == F.getName())
      continue;
    if (!List)
      List = M.getOrInsertNamedMetadata(SymbolsName);
    List->addOperand(
        MDNode::get(Ctx, {Subprogram, MDString::get(Ctx, F.getName())}));
  }
}

SubprogramSymbols takeSymbols(Module &M) {
  SubprogramSymbols Symbols;
  NamedMDNode *List = M.getNamedMetadata(SymbolsName);
  if (!List)
    return Symbols;
  for (const MDNode *Node : List->operands())
    if (auto *Subprogram = dyn_cast_or_null<DISubprogram>(Node->getOperand(0)))
      Symbols[Subprogram] =
          cast<MDString>(Node->getOperand(1))->getString().str();
  List->eraseFromParent();
  return Symbols;
}

std::optional<unsigned> siteOf(const CallBase &Call) {
  Attribute Site = Call.getFnAttr(SiteAttribute);
  unsigned Id;
  if (!Site.isValid() || Site.getValueAsString().getAsInteger(10, Id))
    return std::nullopt;
  return Id;
}

void setSite(CallBase &Call, unsigned Id) {
  Call.addFnAttr(
      Attribute::get(Call.getContext(), SiteAttribute, std::to_string(Id)));
  // SimplifyCFG would make one call of two in the arms of a branch.
  if (Id)
    Call.addFnAttr(Attribute::NoMerge);
}

void dropSite(CallBase &Call) {
  Call.setAttributes(Call.getAttributes().removeFnAttribute(Call.getContext(),
                                                            SiteAttribute));
}

void emitMarker(IRBuilder<> &Builder, unsigned Id, Value *Size) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  LLVMContext &Ctx = M.getContext();
  GlobalVariable *Global = M.getNamedGlobal(MarkerName);
  if (!Global) {
    Type *Byte = Type::getInt8Ty(Ctx);
    Global = new GlobalVariable(M, Byte, /*isConstant=*/true,
                                GlobalValue::InternalLinkage,
                                ConstantInt::get(Byte, 0), MarkerName);
    exemptFromSanitizers(*Global);
  }
  PointerType *Pointer = pointerType(Ctx);
  CallInst *Marker = Builder.CreateCall(
      varAnnotation(M),
      {Builder.CreateIntToPtr(Size, Pointer), Global, Global,
       Builder.getInt32(Id), ConstantPointerNull::get(Pointer)});
  Marker->addFnAttr(Attribute::NoMerge);
}

bool isMarker(const Instruction &I) {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  if (!Intrinsic || Intrinsic->getIntrinsicID() != Intrinsic::var_annotation)
    return false;
  const Value *Label = Intrinsic->getArgOperand(1)->stripPointerCasts();
  return isa<GlobalVariable>(Label) &&
         Label == I.getModule()->getNamedGlobal(MarkerName);
}

Value *markerId(const Instruction &Marker) {
  return cast<CallBase>(Marker).getArgOperand(3);
}

Value *markerSize(IRBuilder<> &Builder, const Instruction &Marker) {
  Value *Size = cast<CallBase>(Marker).getArgOperand(0);
  if (isa<ConstantPointerNull>(Size))
    return Builder.getInt64(0);
  // A constant stays one, for the tag to be folded.
  if (Operator::getOpcode(Size) == Instruction::IntToPtr) {
    Value *Bytes = cast<Operator>(Size)->getOperand(0);
    if (Bytes->getType() == Builder.getInt64Ty())
      return Bytes;
  }
  return Builder.CreatePtrToInt(Size, Builder.getInt64Ty());
}

void dropMarkerGlobal(Module &M) {
  GlobalVariable *Global = M.getNamedGlobal(MarkerName);
  if (!Global)
    return;
  assert(Global->use_empty() && "a marker was left behind");
  Global->eraseFromParent();
}

} // namespace allocsite
