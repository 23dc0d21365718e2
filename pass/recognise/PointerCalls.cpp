//===- PointerCalls.cpp - Allocators that are called through pointers -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerCalls.h"
#include "SetPointers.h"
#include "rules/Parameters.h"
#include "rules/Texts.h"
#include "support/Compat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace allocsite {

namespace {

bool readMark(const IntrinsicInst &Note, PointerCall &To) {
  To.Text = textOf(Note.getArgOperand(1)).str();
  To.File = textOf(Note.getArgOperand(2)).str();
  return To.Mark.parse(To.Text);
}

/// The IR argument that is `this` of a virtual function.
unsigned thisOf(const CallBase &Call) { return Call.hasStructRetAttr() ? 1 : 0; }

/// Whether `Call` is the one that the mark of `Pointer` speaks of.
bool isMarked(const CallBase &Call, const Value &Pointer, const PointerMark &Mark) {
  if (!Mark.isVirtual())
    return Call.getCalledOperand() == &Pointer;
  return !isa<IntrinsicInst>(Call) && Call.arg_size() > thisOf(Call) &&
         Call.getArgOperand(thisOf(Call)) == &Pointer;
}

bool isIntrinsic(const Value &V, Intrinsic::ID Which) {
  auto *Call = dyn_cast<IntrinsicInst>(&V);
  return Call && Call->getIntrinsicID() == Which;
}

/// The calls through `Pointer`. Where pointers have pointees one may cast it once more.
void addCallsThrough(const Value &Pointer, const PointerCall &Mark, PointerCalls &To) {
  for (const User *U : Pointer.users())
    if (isa<BitCastInst>(U))
      addCallsThrough(*U, Mark, To);
    else if (auto *Call = dyn_cast<CallBase>(U); Call && isMarked(*Call, Pointer, Mark.Mark))
      To[Call] = Mark;
}

void putInPlaceOf(Instruction &Marked, Value &Pointer) {
  Value *Same = &Pointer;
  if (Pointer.getType() != Marked.getType()) {
    auto *Cast = CastInst::CreatePointerBitCastOrAddrSpaceCast(&Pointer, Marked.getType());
    insertBefore(*Cast, Marked);
    Same = Cast;
  }
  Marked.replaceAllUsesWith(Same);
  Marked.eraseFromParent();
}

/// `Pointer` as it was before clang made a number of it: with -fstrict-vtable-pointers it
/// takes off what it knows of the object's class, as numbers know no class.
Value &beforeStrip(Value &Pointer) {
  Value *Bare = Pointer.stripPointerCasts();
  return isIntrinsic(*Bare, Intrinsic::strip_invariant_group)
             ? *cast<CallBase>(Bare)->getArgOperand(0)
             : Pointer;
}

/// Puts `Pointer` in the place of what -fstrict-vtable-pointers makes of `Marked`, which was a
/// number: a pointer to an object of any class.
void takeLaunders(Instruction &Marked, Value &Pointer, const PointerCall &Mark,
                  PointerCalls &To) {
  for (User *U : make_early_inc_range(Marked.users()))
    if (auto *Cast = dyn_cast<BitCastInst>(U)) {
      takeLaunders(*Cast, Pointer, Mark, To);
    } else if (isIntrinsic(*U, Intrinsic::launder_invariant_group)) {
      addCallsThrough(*U, Mark, To);
      putInPlaceOf(*cast<Instruction>(U), Pointer);
    }
}

/// Puts the pointer that `Note` was handed back in its place.
void takeMark(IntrinsicInst &Note, const PointerCall &Mark, PointerCalls &To) {
  Value *Number = Note.getArgOperand(0);
  if (Operator::getOpcode(Number) == Instruction::PtrToInt) {
    Value &Pointer = beforeStrip(*cast<Operator>(Number)->getOperand(0));
    for (User *U : make_early_inc_range(Note.users()))
      if (auto *Marked = dyn_cast<IntToPtrInst>(U)) {
        addCallsThrough(*Marked, Mark, To);
        takeLaunders(*Marked, Pointer, Mark, To);
        putInPlaceOf(*Marked, Pointer);
      }
  }
  Note.replaceAllUsesWith(Number);
  Value *Texts[] = {Note.getArgOperand(1), Note.getArgOperand(2)};
  Note.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Number);
  for (Value *Text : Texts)
    dropUnusedText(Text);
}

} // namespace

PointerCalls takePointerCalls(Module &M) {
  PointerCalls Calls;
  SmallVector<std::pair<IntrinsicInst *, PointerCall>, 0> Notes;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Note = dyn_cast<IntrinsicInst>(&I);
          Note && Note->getIntrinsicID() == Intrinsic::annotation)
        if (PointerCall Mark; readMark(*Note, Mark))
          Notes.push_back({Note, Mark});
  for (auto &[Note, Mark] : Notes) {
    Function *Intrinsic = Note->getCalledFunction();
    takeMark(*Note, Mark, Calls);
    if (Intrinsic->use_empty())
      Intrinsic->eraseFromParent();
  }
  return Calls;
}

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
  unsigned First = thisOf(Call) + IsVirtual;
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

/// What a rule says of the parameters, or "". Of numbers of 32 bits there have to be two,
/// as zlib has them: one may be anything.
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

} // namespace allocsite
