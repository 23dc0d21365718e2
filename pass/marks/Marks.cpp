//===- Marks.cpp - What the first stage leaves for the last ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Marks.h"
#include "Sizes.h"
#include "frames/Frames.h"
#include "recognise/Allocators.h"
#include "support/Calls.h"
#include "support/Compat.h"
#include "support/ModuleRecords.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace allocsite {

static constexpr char InstrumentedFlag[] = "allocsite";
static constexpr char SitesName[] = "allocsite.sites";
static constexpr char EntriesName[] = "allocsite.entries";
static constexpr char HiddenName[] = "allocsite.hidden";
static constexpr char SymbolsName[] = "allocsite.symbols";
static constexpr char SiteAttribute[] = "allocsite.site";

bool isInstrumented(const Module &M) { return M.getModuleFlag(InstrumentedFlag); }

void setInstrumented(Module &M) {
  if (!isInstrumented(M)) // One of several joined modules may have been.
    M.addModuleFlag(Module::Max, InstrumentedFlag, 1);
}

void writeSites(Module &M, const std::vector<MarkedSite> &Sites) {
  M.getOrInsertNamedMetadata(SitesName);
  for (const MarkedSite &S : Sites)
    addRecord(M, SitesName, S.Id, S.Allocator, S.Ordinal, S.Arena, S.Repeat, S.Location,
              S.Family, S.Type, S.Measure, S.ThroughPointer, S.Aware, S.Level, S.Returned,
              S.Creates, S.Blocks);
}

bool isMarked(const Module &M) { return M.getNamedMetadata(SitesName); }

static std::vector<MarkedSite> takeSitesFrom(Module &M, StringRef Name) {
  std::vector<MarkedSite> Sites;
  takeRecords(M, Name, [&](const MDNode &Record) {
    MarkedSite S;
    S.Id = numberAt(Record, 0);
    S.Allocator = textAt(Record, 1).str();
    S.Ordinal = numberAt(Record, 2);
    S.Arena = numberAt(Record, 3);
    S.Repeat = numberAt(Record, 4);
    S.Location = dyn_cast_or_null<DILocation>(Record.getOperand(5));
    S.Family = textAt(Record, 6).str();
    S.Type = textAt(Record, 7).str();
    S.Measure = textAt(Record, 8).str();
    S.ThroughPointer = numberAt(Record, 9);
    S.Aware = textAt(Record, 10).str();
    S.Level = numberAt(Record, 11);
    S.Returned = numberAt(Record, 12);
    // An object of an earlier version may come to the link, and has not marked any.
    S.Creates = Record.getNumOperands() > 13 && numberAt(Record, 13);
    S.Blocks = Record.getNumOperands() > 14 && numberAt(Record, 14);
    Sites.push_back(std::move(S));
  });
  return Sites;
}

static std::string leftSitesName(StringRef Key) {
  return (Twine(SitesName) + "." + Key).str();
}

void leaveSites(Module &M, StringRef Key) {
  NamedMDNode *List = M.getNamedMetadata(SitesName);
  NamedMDNode *Left = M.getOrInsertNamedMetadata(leftSitesName(Key));
  for (MDNode *Node : List->operands())
    Left->addOperand(Node);
  List->eraseFromParent();
}

std::vector<MarkedSite> takeLeftSites(Module &M, StringRef Key) {
  return takeSitesFrom(M, leftSitesName(Key));
}

void writeEntries(Module &M, const EntryFamilies &Entries) {
  // In the order of the module, which is no table's.
  for (const Function &F : M)
    if (auto Entry = Entries.find(F.getName()); Entry != Entries.end())
      addRecord(M, EntriesName, Entry->first(), Entry->second);
}

static EntryFamilies takeEntries(Module &M) {
  EntryFamilies Entries;
  takeRecords(M, EntriesName, [&](const MDNode &Record) {
    Entries[textAt(Record, 0)] = textAt(Record, 1).str();
  });
  return Entries;
}

void writeHidden(Module &M, const HiddenFunctions &Hidden) {
  for (const auto &[Symbol, IsHidden] : Hidden)
    addRecord(M, HiddenName, Symbol, IsHidden);
}

static HiddenFunctions takeHidden(Module &M) {
  HiddenFunctions Hidden;
  takeRecords(M, HiddenName, [&](const MDNode &Record) {
    Hidden.push_back({textAt(Record, 0).str(), numberAt(Record, 1) != 0});
  });
  return Hidden;
}

void writeSymbols(Module &M) {
  for (Function &F : M)
    if (DISubprogram *Subprogram = F.getSubprogram();
        Subprogram && Subprogram->getLinkageName() != F.getName())
      addRecord(M, SymbolsName, Subprogram, F.getName());
}

static SubprogramSymbols takeSymbols(Module &M) {
  SubprogramSymbols Symbols;
  takeRecords(M, SymbolsName, [&](const MDNode &Record) {
    if (auto *Subprogram = dyn_cast_or_null<DISubprogram>(Record.getOperand(0)))
      Symbols[Subprogram] = textAt(Record, 1).str();
  });
  return Symbols;
}

Marked takeMarks(Module &M) {
  Marked Taken;
  Taken.Sites = takeSitesFrom(M, SitesName);
  Taken.Entries = takeEntries(M);
  Taken.Types = CallTypes::take(M);
  Taken.Rules = takeSourceRules(M);
  Taken.Symbols = takeSymbols(M);
  Taken.Hidden = takeHidden(M);
  return Taken;
}

static StringRef siteText(const CallBase &Call) {
  Attribute Site = Call.getFnAttr(SiteAttribute);
  return Site.isValid() ? Site.getValueAsString() : StringRef();
}

static void setSiteText(CallBase &Call, const Twine &Text) {
  Call.addFnAttr(Attribute::get(Call.getContext(), SiteAttribute, Text.str()));
}

std::optional<unsigned> siteOf(const CallBase &Call) {
  unsigned Id;
  if (siteText(Call).getAsInteger(10, Id))
    return std::nullopt;
  return Id;
}

void setSite(CallBase &Call, unsigned Id) {
  setSiteText(Call, Twine(Id));
  // SimplifyCFG would make one call of two in the arms of a branch.
  if (Id)
    Call.addFnAttr(Attribute::NoMerge);
}

void leaveSite(CallBase &Call, StringRef Key) {
  if (StringRef Text = siteText(Call); !Text.empty() && Text != "0")
    setSiteText(Call, Text + "@" + Key);
}

void joinSite(CallBase &Call, const StringMap<unsigned> &Bases) {
  auto [Text, Key] = siteText(Call).split('@');
  unsigned Id;
  if (!Key.empty() && !Text.getAsInteger(10, Id))
    setSiteText(Call, Twine(Id + Bases.lookup(Key)));
}

void dropSite(CallBase &Call) {
  Call.setAttributes(Call.getAttributes().removeFnAttribute(Call.getContext(), SiteAttribute));
}

void dropMarks(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (SiteMarker.is(I) || CreateMarker.is(I) || EventMarker.is(I))
        I.eraseFromParent();
      else if (auto *Call = dyn_cast<CallBase>(&I))
        dropSite(*Call);
  SiteMarker.dropLabel(M);
  CreateMarker.dropLabel(M);
  EventMarker.dropLabel(M);
  dropUnusedAnnotations(M);
}

Instruction *placeBehind(CallBase &Call) {
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    BasicBlock *Normal = Invoke->getNormalDest();
    if (!Normal->getUniquePredecessor())
      Normal = SplitEdge(Invoke->getParent(), Normal);
    return &*Normal->getFirstInsertionPt();
  }
  // Nothing may stand between a musttail call and its return.
  return Call.isMustTailCall() ? &Call : Call.getNextNode();
}

void markBehind(CallBase &Call, const Allocator &Callee, unsigned Id, bool Follows) {
  IRBuilder<> Builder(placeBehind(Call));
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *Arena = Follows ? arenaOf(Call, Callee) : nullptr;
  Value *Made = nullptr;
  if (Arena)
    Made = emitObject(Builder, Call, Callee);
  else if (Follows && Callee.mayBeOfBlocks())
    Made = emitBlock(Builder, Call, Callee);
  SiteMarker.emit(Builder, emitSize(Builder, Call, Callee), Id, Arena, Made);
}

/// An address that the call is passed, or that stands where it is passed, or its result.
static Value *emitAddress(IRBuilder<> &Builder, CallBase &Call, int Argument,
                          bool IsStored = false) {
  if (Argument == Allocator::NoArgument)
    return &Call;
  Value *Its = Call.getArgOperand(Argument);
  if (!IsStored)
    return Its;
  PointerType *Pointer = pointerType(Call.getContext());
  return Builder.CreateLoad(Pointer, Builder.CreatePointerCast(Its, pointerTo(Pointer)));
}

bool markCreated(CallBase &Call, const ArenaCall &Does, unsigned Id) {
  if (Call.isMustTailCall())
    return false;
  IRBuilder<> Builder(placeBehind(Call));
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *Parent = Builder.getInt64(0);
  if (Does.Parent != Allocator::NoArgument)
    Parent = Builder.CreatePtrToInt(Call.getArgOperand(Does.Parent), Builder.getInt64Ty());
  CreateMarker.emit(Builder, Parent, Id, emitAddress(Builder, Call, Does.Arena, Does.Stored));
  return true;
}

void markEvent(CallBase &Call, const ArenaCall &Does) {
  const bool IsOfTwo = Does.Does == Event::Move || Does.Does == Event::Alias;
  IRBuilder<> Builder(IsOfTwo && Does.To < 0 ? placeBehind(Call) : &Call);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  auto number = [&](Value *Address) {
    return Builder.CreatePtrToInt(Address, Builder.getInt64Ty());
  };
  if (IsOfTwo || Does.Does == Event::Reparent) {
    EventMarker.emit(Builder,
                     number(IsOfTwo ? emitAddress(Builder, Call, Does.To)
                                    : emitAddress(Builder, Call, Does.Block, Does.Stored)),
                     unsigned(Does.Does), Call.getArgOperand(Does.Arena));
    return;
  }
  if (Does.Block == Allocator::NoArgument) {
    EventMarker.emit(Builder, Builder.getInt64(unsigned(Does.Children)), unsigned(Does.Does),
                     emitAddress(Builder, Call, Does.Arena, Does.Stored));
    return;
  }
  EventMarker.emit(Builder, number(Call.getArgOperand(Does.Block)),
                   unsigned(Does.Does) | (Does.TakesLater ? TakesLater : 0),
                   Does.Arena == Allocator::NoArgument ? nullptr
                                                       : Call.getArgOperand(Does.Arena));
}

/// Without casts. What is left of a structure's first member is one of the member alone.
static const Value *withoutCasts(const Value *Pointer) {
  while (auto *Cast = dyn_cast<BitCastOperator>(Pointer))
    Pointer = Cast->getOperand(0);
  return Pointer;
}

/// The object that `Pointer` points to, in code as clang emits it: a variable, or (true) the
/// object that a variable points to.
static std::pair<const Value *, bool> pointeeOf(const Value *Pointer) {
  auto *Load = dyn_cast<LoadInst>(Pointer);
  const Value *From = Load ? Load->getPointerOperand()->stripPointerCasts() : nullptr;
  return From && isa<AllocaInst>(From) ? std::pair(From, true) : std::pair(Pointer, false);
}

void markCopies(Function &F, ArrayRef<const Value *> Arenas) {
  DenseSet<std::pair<const Value *, unsigned>> Known;
  for (const Value *Each : Arenas)
    Known.insert(pointeeOf(Each->stripPointerCasts()));
  for (Instruction &I : instructions(F)) {
    auto *Copy = dyn_cast<MemCpyInst>(&I);
    if (!Copy || (!Known.count(pointeeOf(withoutCasts(Copy->getRawSource()))) &&
                  !Known.count(pointeeOf(withoutCasts(Copy->getRawDest())))))
      continue;
    IRBuilder<> Builder(Copy);
    EventMarker.emit(Builder, Builder.CreatePtrToInt(Copy->getRawDest(), Builder.getInt64Ty()),
                     unsigned(Event::Move) | TakesLater, Copy->getRawSource());
  }
}

static constexpr char TypesName[] = "allocsite.types";
static constexpr char ReturnsAttribute[] = "allocsite.returns";

void writeCallType(CallBase &Call, StringRef Callee, StringRef Type) {
  addRecord(*Call.getModule(), TypesName, Call.getDebugLoc().get(), Callee, Type);
}

void setReturnsAll(Function &F) { F.addFnAttr(ReturnsAttribute); }
bool returnsAll(const Function &F) { return F.hasFnAttribute(ReturnsAttribute); }

CallTypes::Key CallTypes::keyOf(const DILocation &At, StringRef Callee) {
  return {At.getScope()->getSubprogram(), At.getLine(), At.getColumn(), Callee};
}

CallTypes CallTypes::take(Module &M) {
  CallTypes Read;
  takeRecords(M, TypesName, [&](const MDNode &Record) {
    auto *At = dyn_cast_or_null<DILocation>(Record.getOperand(0));
    if (!At)
      return;
    StringRef Type = textAt(Record, 2);
    auto [Known, New] = Read.Types.try_emplace(keyOf(*At, textAt(Record, 1)), Type);
    if (!New && Known->second != Type)
      Known->second = "";
  });
  return Read;
}

StringRef CallTypes::find(const DILocation &At, StringRef Callee) const {
  auto Known = Types.find(keyOf(At, Callee));
  return Known == Types.end() ? StringRef() : Known->second;
}

StringRef reasonForUnaware(const CallBase &Call) {
  if (Call.isMustTailCall())
    return "the callee of a musttail call has to take what the caller takes";
  if (isa<CallBrInst>(Call) || Call.getFunctionType() != directCallee(Call)->getFunctionType())
    return "the call has another type than the function";
  return "";
}

/// As its module has it, or declared as `F` is.
static Value *functionThatIsTold(Function &F, StringRef Name, FunctionType *Type) {
  Module &M = *F.getParent();
  if (GlobalValue *Known = M.getNamedValue(Name))
    return ConstantExpr::getPointerCast(Known, pointerTo(Type, Known->getAddressSpace()));
  Function *Declared =
      Function::Create(Type, GlobalValue::ExternalLinkage, F.getAddressSpace(), Name, &M);
  Declared->setCallingConv(F.getCallingConv());
  Declared->setAttributes(F.getAttributes());
  // Memory attributes apply to the allocator, not to the aware function.
  dropMemoryEffects(*Declared);
  return Declared;
}

CallBase *callAware(CallBase &Call, StringRef Aware, unsigned Id) {
  Function &F = *directCallee(Call);
  FunctionType *Type = awareType(*F.getFunctionType());
  IRBuilder<> Builder(&Call);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *Site = SiteNote.emitValue(Builder, Id);
  Value *Context = ContextNote.emitValue(Builder, Id);
  CallBase *Told =
      callWithMore(Call, {Type, functionThatIsTold(F, Aware, Type)}, {Site, Context});
  dropMemoryEffects(*Told);
  Told->removeFnAttr(Attribute::Builtin);
  return Told;
}

} // namespace allocsite
