//===- Allocators.cpp - Which functions hand out memory -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators.h"
#include "PlacementNew.h"
#include "allocsite/Abi.h"
#include "rules/Parameters.h"
#include "support/Calls.h"
#include "support/Compat.h"
#include "support/Paths.h"
#include "support/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace allocsite {

namespace {

/// `operator new(unsigned long, Arena&)`.
std::string nameWithParameters(const FunctionName &Name) {
  return Name.Qualified + "(" + withoutModules(join(Name.Parameters, ", ")) + ")";
}

} // namespace

/// The family of the arena class that `Name`, an operator new, allocates from, or "". Members
/// of that class, which it may call, have the same family.
std::string AllocatorTable::familyOfArena(const FunctionName &Name) const {
  std::string Arena = withoutTemplateArguments(arenaOfNew(Name));
  if (Arena.empty())
    return "";
  const Rule *OfMember = Configured.findArena(Arena);
  return OfMember && !OfMember->Family.empty() ? OfMember->Family.str() : Arena;
}

/// Members of one class are entries of one allocator.
std::string AllocatorTable::ownFamily(const FunctionName &Name) const {
  if (std::string Family = familyOfArena(Name); !Family.empty())
    return Family;
  return Name.scope().empty() ? Name.Qualified : Name.scope().str();
}

std::string AllocatorTable::ruleFamily(const Rule &R, const FunctionName &Name) const {
  if (R.Family.empty())
    return R.Kind == RuleKind::Wrapper ? "malloc" : ownFamily(Name);
  // All forms share a rule of the table, and that is of malloc, of which arenas are made.
  std::string Arena = R.OfTable ? familyOfArena(Name) : "";
  return Arena.empty() ? R.Family.str() : Arena;
}

std::optional<Allocator> AllocatorTable::match(const Function &F) {
  std::optional<Allocator> Found = matchRules(F);
  if (Found)
    Found->Aware = findAware(F);
  return Found;
}

/// The function that is called in place of the allocator `F`, if it can be.
std::string AllocatorTable::findAware(const Function &F) {
  StringRef Symbol = withoutCloneSuffix(F.getName());
  const FunctionName &Name = Names.get(F.getName());
  // A pattern may match that function as well.
  if (Configured.thatTells(Symbol))
    return "";
  const Rule *R = Configured.find(Symbol, Name, [&](const Rule &R) {
    return !R.Aware.empty() && firstParameter(R, F, Name).has_value();
  });
  if (!R || R->Aware == Rule::NotAware)
    return "";
  std::string Problem = misfitOfAware(F, Name.Display, R->Aware);
  if (Problem.empty())
    return R->Aware.str();
  Problems.push_back(R->placeOf(R->AwareColumn) + ": " + Problem);
  return "";
}

/// Sets how `To` measures a `Layout`, two arguments of which the first is `Size`: the alignment, which
/// is never 0, and behind it the bytes, or the other way round. rustc before 1.74, which does not
/// name itself in the module, does either: there calls count with 0 bytes.
static void setLayout(Allocator &To, const Function &F) {
  if (!isOfRustc(*F.getParent())) {
    To.How = Measure::Fixed;
    To.Extra = 0;
  } else {
    To.How = Measure::Bytes;
    To.Size += !isNeverZero(F, To.Size + 1);
  }
}

/// The bytes of the object that the result of `F` refers to: where the compiler optimises, an
/// attribute tells; else debug information, which has the arguments of a generic function, of which
/// the first is the object's type. 0 if neither does.
static uint64_t objectSize(const Function &F) {
  if (uint64_t Bytes = F.getAttributes().getRetDereferenceableBytes())
    return Bytes;
  const DISubprogram *Its = F.getSubprogram();
  const DITemplateParameterArray Arguments =
      Its ? Its->getTemplateParams() : DITemplateParameterArray();
  for (const DITemplateParameter *Each : Arguments)
    if (const DIType *Type = Each->getType())
      return Type->getSizeInBits() / 8;
  return 0;
}

std::optional<Allocator> AllocatorTable::matchRules(const Function &F) {
  Attribute AllocSize = F.getFnAttribute(Attribute::AllocSize);
  if (F.isIntrinsic() || (!AllocSize.isValid() && !Names.kind(F.getName()).MayHaveRules))
    return std::nullopt;
  StringRef Symbol = withoutCloneSuffix(F.getName());
  const FunctionName &Name = Names.get(F.getName());
  if (isPlacementNew(F, Name))
    return std::nullopt;

  Allocator Found;
  Found.Name = Name.Qualified;
  std::optional<unsigned> First;
  const Rule *R = Configured.find(Symbol, Name, [&](const Rule &R) {
    if (R.Kind == RuleKind::Off || R.isTransparent())
      return true;
    if (R.Kind != RuleKind::Alloc && R.Kind != RuleKind::Wrapper)
      return false;
    First = firstParameter(R, F, Name);
    return First.has_value();
  });
  if (R) {
    if (R->Kind == RuleKind::Off || R->isTransparent() || !fits(*R, F, Name, *First))
      return std::nullopt;
    const bool TakesFromArena = !arenaOfNew(Name).empty();
    if (!R->Called.empty())
      Found.Name = R->Called.str();
    else if (TakesFromArena) // Else one sum could have an object's bytes, and its chunk's.
      Found.Name = nameWithParameters(Name);
    Found.Family = ruleFamily(*R, Name);
    Found.Arena = !R->Heap || (R->OfTable && TakesFromArena);
    Found.Collected = R->Collected;
    Found.Level = std::max(R->Level, 1u);
    Found.MayBeNull = R->MayBeNull;
    bool IsError;
    if (std::string Text = setMeasure(Found, *R, *F.getParent(), IsError);
        !Text.empty() && (IsError || !R->OfTable))
      (IsError ? Problems : Misfits).push_back(R->placeOf(R->Size.Column) + ": " + Text);
    Found.Size = irArgument(R->Size, *First);
    if (R->How == Measure::Layout)
      setLayout(Found, F);
    else if (R->How == Measure::Object)
      Found.Extra = static_cast<unsigned>(objectSize(F));
    Found.Count = irArgument(R->Count, *First);
    Found.Align = irArgument(R->Align, *First);
    Found.From = irArgument(R->Arena, *First);
    // The status that a user's function returns may mean the opposite.
    Found.ReturnsStatus = R->OfTable && R->Result.Stored;
    if (Found.ReturnsStatus)
      Found.Block = irArgument(R->Result, *First);
    Found.CurrentArena = R->CurrentArena.str();
    if (Found.From != Allocator::NoArgument || !Found.CurrentArena.empty()) {
      const Config::ArenaFamily Its = Configured.arenaFamily(Found.Family);
      Found.FreedBy = (Its.FreesOne ? ALLOCSITE_OBJECT_FREED_ALONE : 0) |
                      (Its.FreesLater ? ALLOCSITE_OBJECT_FREED_WITH_LATER : 0);
    }
    Found.SizeIsSigned = R->Size.Signed || isSigned(F, Name, *First, Found.Size);
    Found.CountIsSigned = R->Count.Signed || isSigned(F, Name, *First, Found.Count);
    return Found;
  }

  // Functions of the C++ library that only forward may have the attribute, as in libc++'s
  // polymorphic_allocator. They are transparent, not allocators.
  if (!AllocSize.isValid() || Name.Library)
    return std::nullopt;
  auto Arguments = AllocSize.getAllocSizeArgs();
  Found.Family = ownFamily(Name);
  Found.Arena = Found.BySizeAlone = true;
  Found.Size = Arguments.first;
  if (Arguments.second)
    Found.Count = *Arguments.second;
  if (std::optional<unsigned> FirstDeclared = firstParameter(Rule(), F, Name)) {
    Found.SizeIsSigned = isSigned(F, Name, *FirstDeclared, Found.Size);
    Found.CountIsSigned = isSigned(F, Name, *FirstDeclared, Found.Count);
  }
  return Found;
}

const Allocator *AllocatorTable::find(const Function &F) {
  auto Found = Known.find(&F);
  if (Found == Known.end())
    Found = Known.emplace(&F, match(F)).first;
  return Found->second ? &*Found->second : nullptr;
}

const Allocator *AllocatorTable::find(const CallBase &Call) {
  const Function *Callee = directCallee(Call);
  const Allocator *Found = Callee ? find(*Callee) : nullptr;
  // A call through a cast may pass fewer arguments than the callee has.
  if (!Found || int(Call.arg_size()) <= std::max(Found->Size, Found->Count))
    return nullptr;
  return Found;
}

std::string AllocatorTable::familyOf(StringRef Symbol, const Module &M) {
  std::string Family = familyOfEntry(Symbol, M);
  return Family.empty() ? familyOfAware(Symbol) : Family;
}

std::string AllocatorTable::familyOfAware(StringRef Symbol) {
  const Rule *R = Configured.thatTells(withoutCloneSuffix(Symbol));
  if (!R || !R->Family.empty())
    return R ? R->Family.str() : "";
  // The family of the single allocator that the rule names.
  StringRef Of = R->Of.text();
  StringRef Qualified = Of.take_front(Of.find('('));
  FunctionName Spelt;
  Spelt.Qualified = Qualified.str();
  Spelt.Parameters = splitParameters(Of.drop_front(Qualified.size()));
  if (std::string Family = familyOfArena(Spelt); !Family.empty())
    return Family;
  for (StringRef Text : {Qualified, Of})
    if (std::string Family = familyByName(Text); !Family.empty())
      return Family;
  return ownFamily(Names.get(Qualified));
}

std::string AllocatorTable::familyOfEntry(StringRef Symbol, const Module &M) {
  if (const Function *F = M.getFunction(Symbol)) {
    const Allocator *Found = find(*F);
    if (Found)
      return Found->Family;
    // The optimiser gives local functions other parameters.
    if (!F->hasLocalLinkage())
      return "";
  }
  if (auto Entry = Entries.find(Symbol); Entry != Entries.end())
    return Entry->second;
  return familyByName(Symbol,
                      [&](const Rule &R) { return mayBeOfShape(R, Names.get(Symbol)); });
}

/// Whatever the parameters, unless `Accept` looks at them.
std::string AllocatorTable::familyByName(StringRef Symbol,
                                         function_ref<bool(const Rule &)> Accept) {
  if (!Names.kind(Symbol).MayHaveRules)
    return "";
  const FunctionName &Name = Names.get(Symbol);
  const Rule *R = Configured.find(withoutCloneSuffix(Symbol), Name, [&](const Rule &R) {
    return (R.Kind == RuleKind::Alloc || R.Kind == RuleKind::Wrapper ||
            R.Kind == RuleKind::Off) &&
           Accept(R);
  });
  bool IsEntry = R && R->Kind != RuleKind::Off && !R->isTransparent();
  return IsEntry && !isPlacementNew(Name) ? ruleFamily(*R, Name) : "";
}

std::vector<std::string> pathsOf(const DISubprogram *Subprogram, const Module &M) {
  if (!Subprogram)
    return {M.getSourceFileName()};
  StringRef File = Subprogram->getFilename();
  std::vector<std::string> Paths = {File.str(),
                                    (Subprogram->getDirectory() + "/" + File).str()};
  // As the profile shows them.
  if (File.contains("./"))
    Paths.push_back(pathFrom(Subprogram->getDirectory(), File));
  if (StringRef(Paths[1]).contains("./"))
    Paths.push_back(withoutDots(Paths[1]));
  return Paths;
}

unsigned AllocatorTable::levelIn(StringRef Symbol, const DISubprogram *Subprogram,
                                 const Module &M) const {
  unsigned Level = Names.kind(Symbol).MayHaveRules
                       ? Configured.levelIn(withoutCloneSuffix(Symbol), Names.get(Symbol))
                       : 1;
  for (const std::string &Path : pathsOf(Subprogram, M))
    Level = std::max(Level, Configured.levelInFile(Path));
  return Level;
}

bool AllocatorTable::fits(const Rule &R, const Function &F, const FunctionName &Name,
                          unsigned First) {
  std::vector<std::string> Texts = allocsite::misfits(R, F, Name, First);
  // An annotation, which has no column, stands at the very declaration that it is about.
  auto &To = F.isDeclaration() && R.Column ? Misfits : Problems;
  To.insert(To.end(), Texts.begin(), Texts.end());
  return Texts.empty();
}

bool AllocatorTable::ruleFits(const Rule &R, const Function &F) const {
  const FunctionName &Name = Names.get(F.getName());
  std::optional<unsigned> First = firstParameter(R, F, Name);
  return !First || allocsite::misfits(R, F, Name, *First).empty();
}

/// The rule names this very function: by no pattern, which may match functions that are
/// not meant, and by no name that overloads share.
static bool isMeantBy(const Rule &R, const FunctionName &Name) {
  return R.Of.isSymbol() || R.Of.text() == Name.Display;
}

/// Rules of which at most one holds for a function.
static constexpr RuleKind WhatItIs[] = {RuleKind::Alloc, RuleKind::Wrapper, RuleKind::Off};
/// Each of these, and so each event: a function may take back and make.
static constexpr RuleKind WhatElse[] = {RuleKind::Aware,
#define ALLOCSITE_EVENT(Name, Kind, Word) RuleKind::Kind,
#include "allocsite/Events.inc"
                                        RuleKind::Fun};

const Rule *AllocatorTable::ruleOf(ArrayRef<RuleKind> Kinds, const Function &F) const {
  const FunctionName &Name = Names.get(F.getName());
  return Configured.find(withoutCloneSuffix(F.getName()), Name, [&](const Rule &R) {
    return is_contained(Kinds, R.Kind) && firstParameter(R, F, Name).has_value();
  });
}

std::optional<unsigned> AllocatorTable::firstOf(const Rule &R, const Function &F) const {
  return firstParameter(R, F, nameOf(F));
}

bool AllocatorTable::isEntryOf(StringRef Family, const Function &F) const {
  return any_of(rulesFor(F), [&](const Rule *R) {
    return R->event() && R->Kind != RuleKind::Off && familyOf(*R, F) == Family;
  });
}

std::vector<const Rule *> AllocatorTable::rulesFor(const Function &F) const {
  std::vector<const Rule *> Found;
  if (!Names.kind(F.getName()).MayHaveRules)
    return Found;
  if (const Rule *R = ruleOf(WhatItIs, F))
    Found.push_back(R);
  for (RuleKind Kind : WhatElse)
    if (!is_contained(WhatItIs, Kind))
      if (const Rule *R = ruleOf(Kind, F))
        Found.push_back(R);
  return Found;
}

const Rule *AllocatorTable::ruleInPlaceOf(const Rule &R, const Function &F) const {
  if (!firstParameter(R, F, Names.get(F.getName())))
    return nullptr;
  return is_contained(WhatItIs, R.Kind) ? ruleOf(WhatItIs, F) : ruleOf(R.Kind, F);
}

void AllocatorTable::check(const Function &F) {
  bool IsOff = false;
  for (const Rule *R : rulesFor(F)) {
    const FunctionName &Name = Names.get(F.getName());
    IsOff |= R->Kind == RuleKind::Off;
    // A rule for other parameters may make it one where it is declared otherwise.
    if (R->Kind == RuleKind::Aware && R->Aware != Rule::NotAware && isMeantBy(*R, Name) &&
        !IsOff && !find(F) && familyByName(F.getName()).empty())
      Problems.push_back(R->place() + ": '" + Name.Display +
                         "' would be told of its sites, and nothing says that it "
                         "is an allocator");
    // Allocators are checked at their calls.
    if (!is_contained(WhatItIs, R->Kind) && R->event())
      fits(*R, F, Name, *firstParameter(*R, F, Name));
  }
}

std::optional<Refusal> AllocatorTable::refusalOf(const CallBase &Call) {
  const Function *Callee = directCallee(Call);
  if (!Callee || Callee->isIntrinsic() || find(Call))
    return std::nullopt;
  if (find(*Callee))
    return Refusal::FewerArguments;
  if (isPlacementNew(*Callee, Names.get(Callee->getName())))
    return Refusal::PlacementNew;
  if (!familyByName(Callee->getName()).empty())
    return Refusal::Parameters;
  return std::nullopt;
}

std::optional<uint64_t> constantSize(const CallBase &Call, const Allocator &Callee) {
  if (Callee.How != Measure::Bytes && Callee.How != Measure::Fixed)
    return std::nullopt;
  auto Wide = [&](int Argument, bool IsSigned) -> std::optional<uint64_t> {
    auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(Argument));
    if (!Constant)
      return std::nullopt;
    if (!IsSigned)
      return Constant->getValue().zextOrTrunc(64).getZExtValue();
    return std::max<int64_t>(Constant->getValue().sextOrTrunc(64).getSExtValue(), 0);
  };
  const bool IsFixed = Callee.How == Measure::Fixed;
  std::optional<uint64_t> Size =
      IsFixed ? Callee.Extra : Wide(Callee.Size, Callee.SizeIsSigned);
  if (!Size)
    return std::nullopt;
  if (Callee.Count == Allocator::NoArgument)
    return IsFixed ? *Size : *Size + Callee.Extra;
  std::optional<uint64_t> Count = Wide(Callee.Count, Callee.CountIsSigned);
  return Count ? std::optional(SaturatingMultiply(*Count, *Size)) : std::nullopt;
}

/// The variable, which a program need not have where it has allocators of that name.
static Value *currentArena(const CallBase &Call, StringRef Name) {
  auto &M = const_cast<Module &>(*Call.getModule());
  if (GlobalValue *Its = M.getNamedValue(Name))
    return isa<GlobalVariable>(Its) && !Its->isThreadLocal() ? Its : nullptr;
  return new GlobalVariable(M, pointerType(M.getContext()), /*isConstant=*/false,
                            GlobalValue::ExternalWeakLinkage, nullptr, Name);
}

Value *arenaOf(const CallBase &Call, const Allocator &Callee) {
  if (Callee.Arena && !Callee.CurrentArena.empty() && !Call.isMustTailCall() &&
      Call.getType()->isPointerTy())
    return currentArena(Call, Callee.CurrentArena);
  if (!Callee.Arena || Callee.From < 0 || unsigned(Callee.From) >= Call.arg_size())
    return nullptr;
  Value *Arena = Call.getArgOperand(Callee.From);
  const bool IsAddress =
      Arena->getType()->isPointerTy() && Arena->getType()->getPointerAddressSpace() == 0;
  return IsAddress && !isa<ConstantPointerNull>(Arena) ? Arena : nullptr;
}

StringRef measureText(const CallBase &Call, const Allocator &Callee) {
  switch (Callee.How) {
  case Measure::Bytes:
    if (!Call.getArgOperand(Callee.Size)->getType()->isIntegerTy())
      return "no integer: 0";
    return Callee.Count == Allocator::NoArgument ? "size" : "count * size";
  case Measure::String:
    return "length + 1";
  case Measure::BoundedString:
    return "length within the bound + 1";
  case Measure::WideString:
    return "(length + 1) * 4";
  case Measure::Word32:
  case Measure::Word64:
    return Callee.Count == Allocator::NoArgument ? "what the arena says"
                                                 : "count * what the arena says";
  case Measure::Fixed:
    if (!Callee.Extra)
      return "unknown: 0";
    return Callee.Count == Allocator::NoArgument ? "fixed" : "count * fixed";
  case Measure::Member:
  case Measure::Layout:
  case Measure::Object:
    break;
  }
  llvm_unreachable(
      "a member has become a number at an offset, and the others an argument or a constant");
}

namespace {

struct MemberPlace {
  uint64_t Bits, Width;
};

/// Without typedef, const and the like.
const DIType *bare(const DIType *Type) {
  constexpr unsigned Transparent[] = {dwarf::DW_TAG_typedef, dwarf::DW_TAG_const_type,
                                      dwarf::DW_TAG_volatile_type, dwarf::DW_TAG_atomic_type};
  while (auto *Its = dyn_cast_or_null<DIDerivedType>(Type)) {
    if (!is_contained(Transparent, Its->getTag()))
      break;
    Type = Its->getBaseType();
  }
  return Type;
}

/// Also of a base class, or of a part that has no name. `Names`: those that there are.
std::optional<MemberPlace> findMember(const DICompositeType &In, StringRef Name,
                                      SmallVectorImpl<StringRef> &Names) {
  for (const DINode *Each : In.getElements()) {
    auto *Its = dyn_cast_or_null<DIDerivedType>(Each);
    if (!Its || Its->isStaticMember() || Its->isBitField())
      continue;
    const DIType *Type = bare(Its->getBaseType());
    auto *Inner = dyn_cast_or_null<DICompositeType>(Type);
    if (Its->getTag() == dwarf::DW_TAG_member && !Its->getName().empty()) {
      Names.push_back(Its->getName());
      if (Its->getName() == Name)
        return MemberPlace{Its->getOffsetInBits(),
                           isa_and_nonnull<DIBasicType>(Type) ? Type->getSizeInBits() : 0};
    } else if (Inner) {
      if (std::optional<MemberPlace> Deep = findMember(*Inner, Name, Names))
        return MemberPlace{Its->getOffsetInBits() + Deep->Bits, Deep->Width};
    }
  }
  return std::nullopt;
}

/// The first class of that name, or typedef of one, that is described; or null.
const DICompositeType *findClass(const Module &M, StringRef Name) {
  DebugInfoFinder Types;
  Types.processModule(M);
  for (const DIType *Each : Types.types())
    if (Each->getName() == Name)
      if (auto *Its = dyn_cast_or_null<DICompositeType>(bare(Each));
          Its && !Its->isForwardDecl())
        return Its;
  return nullptr;
}

} // namespace

std::string setMeasure(Allocator &To, const Rule &R, const Module &M, bool &IsError) {
  To.How = R.How;
  To.Extra = R.Extra;
  IsError = false;
  if (R.How == Measure::Object)
    To.How = Measure::Fixed;
  if (R.How != Measure::Member)
    return "";
  To.How = Measure::Fixed; // unknown
  const auto [Class, Name] = R.Member.rsplit('.');
  const DICompositeType *Its = findClass(M, Class);
  if (!Its)
    return ("nothing describes '" + Class + "' here, which -g does: calls count with 0 bytes")
        .str();
  IsError = true;
  SmallVector<StringRef, 16> Names;
  const std::optional<MemberPlace> At = findMember(*Its, Name, Names);
  if (!At)
    return ("'" + Class + "' has no member '" + Name + "'" + nearestWord(Name, Names)).str();
  if (At->Width != 32 && At->Width != 64)
    return ("'" + R.Member + "' is no number of 32 or 64 bits").str();
  To.How = At->Width == 32 ? Measure::Word32 : Measure::Word64;
  To.Extra = static_cast<unsigned>(At->Bits / 8);
  return "";
}

} // namespace allocsite
