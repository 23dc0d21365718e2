//===- PointerCalls.cpp - Allocators that are called through pointers -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerCalls.h"
#include "rules/Parameters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace allocsite {

/// Members of one class are entries of one allocator.
static std::string ownFamily(StringRef Name, bool IsVirtual) {
  size_t End = IsVirtual ? Name.rfind("::") : Name.rfind('.');
  return Name.take_front(std::min(End, Name.size())).str();
}

static std::string familyOf(const Rule &R, StringRef Name, bool IsVirtual) {
  return R.Family.empty() ? ownFamily(Name, IsVirtual) : R.Family.str();
}

std::string PointerAllocators::familyAround(const PointerCall &Through) const {
  std::string Name;
  const Rule *R = Configured.find(Through.Mark.holder(), Name);
  return R ? familyOf(*R, Name, /*IsVirtual=*/true) : "";
}

std::optional<Allocator> PointerAllocators::match(const CallBase &Call,
                                                  const PointerCall &Through) {
  std::string Name;
  const Rule *R = Configured.find(Through.Mark, Name);
  if (!R || !fits(*R, Name, Through))
    return std::nullopt;
  // All parameters up to these are one argument each.
  const bool IsVirtual = Through.Mark.isVirtual();
  unsigned First = thisArgument(Call) + IsVirtual;
  Allocator Found;
  Found.Name = R->Called.empty() ? Name : R->Called.str();
  Found.Family = familyOf(*R, Name, IsVirtual);
  Found.Arena = !R->Heap;
  Found.How = R->How;
  Found.MayBeNull = R->MayBeNull;
  Found.Extra = R->Extra;
  Found.Size = irArgument(R->Size, First);
  Found.Count = irArgument(R->Count, First);
  Found.Align = irArgument(R->Align, First);
  Found.From = irArgument(R->Arena, First);
  return Found;
}

bool PointerAllocators::fits(const Rule &R, StringRef Name, const PointerCall &Through) {
  StringRef Shape = Through.Mark.Shape;
  bool Fits = true;
  auto fail = [&](const Argument &A, const Twine &Text) {
    Fits = false;
    std::string Problem = (R.placeOf(A.Column) + ": " + Text).str();
    if (Told.insert(Problem).second)
      Problems.push_back(Problem + ", called at " + Through.File + ":" +
                         std::to_string(Through.Mark.Line) + ":" +
                         std::to_string(Through.Mark.Column));
  };
  auto check = [&](const Argument &A, char Wanted) {
    if (A.Number == Argument::This && Through.Mark.isVirtual())
      return;
    if (A.Number == Argument::This)
      return fail(A, "'" + Name + "' has no this: it is a pointer");
    if (A.Number < 0)
      return;
    if (unsigned(A.Number) >= Shape.size())
      return fail(A, "there is no parameter " + Twine(A.Number) + ": '" + Name + "' has " +
                         Twine(Shape.size()) + ", counted from 0");
    if (Wanted && Shape[A.Number] != Wanted)
      return fail(A, "parameter " + Twine(A.Number) + " of '" + Name + "' is no " +
                         (Wanted == 'i' ? "integer" : "pointer"));
    if (Shape.take_front(A.Number).contains('o'))
      fail(A, "where parameter " + Twine(A.Number) + " of '" + Name +
                  "' is passed cannot be told: one before it is a class by value");
  };
  check(R.Size, R.How == Measure::Bytes ? 'i' : 'p');
  check(R.Count, 'i');
  check(R.Align, 'i');
  check(R.Arena, 0);
  check(R.Old, 'p');
  check(R.Result, R.Result.Stored ? 'p' : 0);
  return Fits;
}

//===----------------------------------------------------------------------===//
// The rule that a call lacks
//===----------------------------------------------------------------------===//

PointerCalls takeUnnamed(PointerCalls &Calls, const Config &Configured) {
  PointerCalls Unnamed;
  std::string As;
  for (const auto &[Call, Through] : Calls)
    if (!Configured.find(Through.Mark, As))
      Unnamed[Call] = Through;
  Calls.remove_if([&](const auto &Each) { return Unnamed.count(Each.first) != 0; });
  return Unnamed;
}

/// The letters of PointerMark::Shape as IR tells them; "" where an argument is no integer
/// and no pointer.
static std::string shapeOf(const CallBase &Call) {
  std::string Shape;
  for (const Use &Passed : Call.args())
    if (Passed->getType()->isIntegerTy())
      Shape += 'i';
    else if (Passed->getType()->isPointerTy())
      Shape += 'p';
    else
      return "";
  return Shape;
}

/// The words of a rule for the parameters, or "". Parameters of 32 bits count only if there
/// are two, as in zlib: a single one may mean anything.
static std::string sizesOf(const CallBase &Call, StringRef Name) {
  const std::string Shape = shapeOf(Call);
  auto bits = [&](unsigned Argument) {
    return Call.getArgOperand(Argument)->getType()->getIntegerBitWidth();
  };
  if (Shape == "i" && bits(0) == 64)
    return "size=0";
  if (Shape == "ii" && bits(0) == 64 && bits(1) == 64)
    return "size=1 count=0";
  if (Shape == "pi" && bits(1) == 64)
    return Name.lower().find("realloc") != std::string::npos ? "size=1 old=0" : "size=1";
  if (Shape == "pii" && bits(1) == bits(2) && bits(1) >= 32)
    return "size=2 count=1";
  return "";
}

/// As a pattern of rules: names of operators hold stars.
static std::string patternText(StringRef Name) {
  std::string Text;
  for (char C : Name) {
    if (StringRef("*?\\").contains(C))
      Text += '\\';
    Text += C;
  }
  return Text;
}

/// "field:Class.member" or "pointer:variable", or "".
static std::string nameOf(const CallBase &Call, const PointerCalls &Unnamed,
                          NameTable &Names) {
  auto Marked = Unnamed.find(&Call);
  if (Marked != Unnamed.end())
    return Marked->second.Mark.Names.front();
  std::optional<PointerCall> Through = throughVariable(Call, Names);
  return Through ? Through->Mark.Names.front() : "";
}

std::optional<UnnamedPointer> unnamedPointer(const CallBase &Call, const PointerCalls &Unnamed,
                                             NameTable &Names) {
  if (!Call.isIndirectCall() || !Call.getType()->isPointerTy() || Call.arg_empty())
    return std::nullopt;
  const std::string Name = nameOf(Call, Unnamed, Names);
  const std::string Sizes = sizesOf(Call, Name);
  if (Sizes.empty())
    return std::nullopt;
  UnnamedPointer Found;
  if (!Name.empty()) {
    Found.Name = Name.substr(Name.find(':') + 1);
    Found.Rule = patternText(Name) + " shape=" + shapeOf(Call) + " " + Sizes;
  }
  return Found;
}

/// The variable that `Pointer` points into, with the offset in bytes; or null.
static const GlobalVariable *variableAt(const Value &Pointer, const Module &M,
                                        uint64_t &Offset) {
  const DataLayout &Layout = M.getDataLayout();
  APInt Bytes(Layout.getIndexTypeSizeInBits(Pointer.getType()), 0);
  auto *Variable = dyn_cast<GlobalVariable>(
      Pointer.stripAndAccumulateConstantOffsets(Layout, Bytes, /*AllowNonInbounds=*/true));
  Offset = Bytes.getZExtValue();
  return Variable;
}

const GlobalVariable *variableOfCallee(const CallBase &Call, uint64_t &Offset) {
  auto *Load = dyn_cast<LoadInst>(Call.getCalledOperand()->stripPointerCasts());
  return Load && !Load->isVolatile()
             ? variableAt(*Load->getPointerOperand(), *Call.getModule(), Offset)
             : nullptr;
}

std::optional<PointerCall> throughVariable(const CallBase &Call, NameTable &Names) {
  uint64_t Offset = 0;
  const GlobalVariable *Variable =
      Call.isIndirectCall() ? variableOfCallee(Call, Offset) : nullptr;
  if (!Variable || Offset)
    return std::nullopt;
  PointerCall Through;
  Through.Mark.Names = {"pointer:" + Names.get(Variable->getName()).Qualified};
  for (const Use &Passed : Call.args()) {
    const Type *T = Passed->getType();
    Through.Mark.Shape += T->isIntegerTy()         ? 'i'
                          : T->isPointerTy()       ? 'p'
                          : T->isFloatingPointTy() ? 'f'
                                                   : 'o';
  }
  if (const DILocation *At = Call.getDebugLoc().get()) {
    Through.File = At->getFilename().str();
    Through.Mark.Line = At->getLine();
    Through.Mark.Column = At->getColumn();
  }
  return Through;
}

SetPointers::SetPointers(const Module &M, AllocatorTable &Allocators, NameTable &Names)
    : M(M), Allocators(Allocators), Names(Names) {
  // Few variables are called through, and only these matter.
  SmallPtrSet<const GlobalVariable *, 8> Called;
  uint64_t At;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isIndirectCall())
        if (const GlobalVariable *Variable = variableOfCallee(*Call, At))
          Called.insert(Variable);
  if (Called.empty())
    return;
  for (const GlobalVariable *Variable : Called)
    if (Variable->hasInitializer())
      readInitializer(*Variable, 0, *Variable->getInitializer());
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Store = dyn_cast<StoreInst>(&I))
        if (const GlobalVariable *To = variableAt(*Store->getPointerOperand(), M, At);
            Called.count(To))
          store(*To, At, *Store->getValueOperand());
}

/// Offsets of the pointers in a constant.
void SetPointers::readInitializer(const GlobalVariable &Of, uint64_t At,
                                  const Constant &Value) {
  const DataLayout &Layout = M.getDataLayout();
  if (auto *Struct = dyn_cast<ConstantStruct>(&Value)) {
    const StructLayout *Fields = Layout.getStructLayout(Struct->getType());
    for (unsigned I = 0; I < Struct->getNumOperands(); ++I)
      readInitializer(Of, At + uint64_t(Fields->getElementOffset(I)), *Struct->getOperand(I));
  } else if (auto *Array = dyn_cast<ConstantArray>(&Value)) {
    uint64_t Size = Layout.getTypeAllocSize(Array->getType()->getElementType());
    for (unsigned I = 0; I < Array->getNumOperands(); ++I)
      readInitializer(Of, At + I * Size, *Array->getOperand(I));
  } else if (Value.getType()->isPointerTy()) {
    store(Of, At, Value);
  }
}

void SetPointers::store(const GlobalVariable &To, uint64_t At, const Value &Value) {
  const class Value *Bare = Value.stripPointerCasts();
  if (isa<ConstantPointerNull>(Bare))
    return;
  Held &Its = Places[{&To, At}];
  auto *F = dyn_cast<Function>(Bare);
  if (!F || !Allocators.find(*F))
    Its.IsOther = true;
  else if (!is_contained(Its.Functions, F))
    Its.Functions.push_back(F);
}

/// Does all that is done with `Pointer` read or write a pointer at a known offset?
static bool isReadOrSetAlone(const Value &Pointer, const Module &M) {
  return all_of(Pointer.users(), [&](const User *U) {
    if (isa<LoadInst>(U))
      return true;
    if (auto *Store = dyn_cast<StoreInst>(U))
      return Store->getPointerOperand() == &Pointer;
    auto *Inside = dyn_cast<GEPOperator>(U);
    return (Inside ? Inside->hasAllConstantIndices()
                   : Operator::getOpcode(U) == Instruction::BitCast) &&
           isReadOrSetAlone(*U, M);
  });
}

/// Is all that is ever stored in the variable stored by this module, where it shows?
bool SetPointers::isHeldAlone(const GlobalVariable &Of) {
  auto [Known, New] = HeldAlone.try_emplace(&Of, false);
  if (New)
    Known->second = Of.hasLocalLinkage() && isReadOrSetAlone(Of, M);
  return Known->second;
}

/// Do the parameters of both mean the same?
static bool isAlike(const Allocator &A, const Allocator &B) {
  return A.How == B.How && A.Size == B.Size && A.Count == B.Count && A.Extra == B.Extra &&
         A.Align == B.Align && A.MayBeNull == B.MayBeNull;
}

std::optional<Allocator> SetPointers::match(const CallBase &Call) {
  uint64_t At = 0;
  const GlobalVariable *Variable = Places.empty() ? nullptr : variableOfCallee(Call, At);
  auto Found = Variable ? Places.find({Variable, At}) : Places.end();
  if (Found == Places.end() || Found->second.IsOther || Found->second.Functions.empty())
    return std::nullopt;
  ArrayRef<const Function *> Functions = Found->second.Functions;
  const Allocator &First = *Allocators.find(*Functions.front());
  // A call through a cast may pass fewer arguments than the callee has.
  if (int(Call.arg_size()) <= std::max(First.Size, First.Count) ||
      any_of(Functions,
             [&](const Function *F) { return !isAlike(First, *Allocators.find(*F)); }))
    return std::nullopt;
  Allocator Its = First;
  Its.Aware.clear(); // told by another name, which a pointer is not
  if (Functions.size() > 1 || !isHeldAlone(*Variable))
    Its.Name = Its.Family = Names.get(Variable->getName()).Qualified;
  return Its;
}

} // namespace allocsite
