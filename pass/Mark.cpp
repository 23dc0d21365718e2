//===- Mark.cpp - First stage: recognise allocations ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Passes.h"
#include "arch/Machine.h"
#include "embed/Embed.h"
#include "frames/Locations.h"
#include "inventory/Inventory.h"
#include "inventory/Refusals.h"
#include "marks/LinkMarks.h"
#include "marks/Marks.h"
#include "marks/NoAlloc.h"
#include "marks/ObstackObjects.h"
#include "marks/OwnNames.h"
#include "prepare/Prepare.h"
#include "recognise/Allocators.h"
#include "recognise/Callees.h"
#include "recognise/LibraryOrigin.h"
#include "recognise/PointerCalls.h"
#include "recognise/SourceAnswers.h"
#include "recognise/Types.h"
#include "rules/Config.h"
#include "support/Compat.h"
#include "support/Diagnostics.h"
#include "support/Options.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include <deque>
#include <map>

using namespace llvm;

namespace allocsite {

namespace {

/// Marks the allocations of one module.
class Marker {
public:
  Marker(Module &M, const Options &Opts, const Config &Configured,
         const PointerCalls &ThroughPointers, const PointerCalls &Unnamed,
         ArrayRef<Function *> NoAlloc)
      : M(M), NoAlloc(NoAlloc), Opts(Opts), Configured(Configured),
        Names(&Configured, Opts.Frames == FrameChoice::Raw), Allocators(Configured, Names),
        ThroughPointers(ThroughPointers), Unnamed(Unnamed), Pointed(Configured),
        Set(M, Allocators, Names), ForLink(Opts.AtLink && isForFullLink(M)),
        Library(Triple(tripleOf(M))), Refused(M, Names, !Opts.Inventory.empty()) {}

  /// Marks nothing, and refuses every allocation with the reason `Why`.
  ArrayRef<RefusedCall> refuseAll(Refusal Why) {
    for (const Function &F : M)
      refuseIn(F, Why);
    return Refused.kept();
  }

  /// The inventory's lines about the rules; "" if no inventory is written.
  std::string tellRules() {
    return Opts.Inventory.empty()
               ? ""
               : ruleLines(M, Configured,
                           usesOfRules(M, Configured, Allocators, ThroughPointers, Names));
  }

  /// Marks the module. Returns the problems; if there are any, nothing is marked.
  std::vector<std::string> run() {
    recogniseCalls();
    std::vector<std::string> Problems = Allocators.problems();
    if (Opts.Strict)
      append_range(Problems, Allocators.misfits());
    else
      for (const std::string &Text : Allocators.misfits())
        warn(M.getContext(), Text);
    append_range(Problems, Pointed.problems());
    if (!Problems.empty())
      return Problems;
    warnOfAllocations(NoAlloc, [this](const CallBase &Call) {
      auto Found = Calls.find(const_cast<CallBase *>(&Call));
      return Found == Calls.end() ? std::string() : Found->second->Name;
    });
    hideLibraries();
    findTransparent();
    readTypes();
    numberCalls();
    makeLocations(M, [this](const CallBase &Call) { return Ordinals.lookup(&Call); });
    writeSymbols(M);
    leaveOwnNames(M);
    writeCallTypes();
    markReturning();
    markCalls();
    if (Opts.Live)
      markArenas();
    writeSites(M, Sites);
    writeEntries(M, Entries);
    Refused.write();
    return {};
  }

private:
  void recogniseCalls();
  const Allocator *allocatorOf(const CallBase &Call);
  bool isOfVirtualEntry(const CallBase &Call, const Allocator &Callee) const;
  void refuse(const CallBase &Call, const Allocator &Callee, Refusal Why);
  void refuseIn(const Function &F, Refusal Why);
  void tellPointer(const CallBase &Call);
  void hideLibraries();
  void findTransparent();
  void readTypes();
  void writeCallTypes();
  void markReturning();
  bool keepsSome(Function &F, const SmallPtrSetImpl<const Function *> &KeepSome) const;
  void numberCalls();
  void markCalls();
  void markArenas();
  bool mayGetBody(const Function &F) const;

  /// True if `F` is no frame: a function of a library, or a wrapper.
  bool isTransparent(const Function &F) {
    const FunctionKind &Kind = Names.kind(F.getName());
    return Kind.Hidden || Kind.Wrapper;
  }
  /// True if `Call` is no site, but calls a transparent function that leads to one.
  bool callsTransparent(CallBase &Call) const {
    return !Calls.count(&Call) && Transparent.count(directCallee(Call));
  }

  Module &M;
  const ArrayRef<Function *> NoAlloc;
  const Options &Opts;
  const Config &Configured;
  NameTable Names;
  AllocatorTable Allocators;
  const PointerCalls &ThroughPointers;
  const PointerCalls &Unnamed; ///< Only for remarks.
  PointerAllocators Pointed;
  SetPointers Set;
  std::deque<Allocator> CalledByPointer; ///< A deque: `Calls` has pointers into it.
  const bool ForLink;                    ///< The last stage sees all files as one.
  const TargetLibraryInfoImpl Library;
  Refusals Refused;
  /// In source order.
  MapVector<CallBase *, const Allocator *> Calls;
  /// The transparent functions of this module that lead to a site through transparent
  /// functions only: a call of one is an allocation of its caller. Includes all wrappers,
  /// which may call an allocator through a pointer, or in another module.
  SmallPtrSet<const Function *, 16> Transparent;
  DenseMap<const CallBase *, std::string> Types; ///< Of calls that are sites.
  /// Of calls of `Transparent` that return a pointer.
  std::vector<std::pair<CallBase *, std::string>> TransparentTypes;
  DenseMap<const CallBase *, unsigned> Ordinals;
  DenseMap<const Function *, unsigned> Levels; ///< Above 1.
  std::vector<MarkedSite> Sites;
  EntryFamilies Entries;
  FunctionSet Allocating; ///< The functions that hold the calls.
};

/// The allocator that `Call` calls, or null. For calls through a pointer in the source, rules
/// for the pointer come first, even if clang knows the function behind it; then the functions
/// that the module stores in the variable.
const Allocator *Marker::allocatorOf(const CallBase &Call) {
  auto Through = ThroughPointers.find(&Call);
  if (Through != ThroughPointers.end())
    if (std::optional<Allocator> Found = Pointed.match(Call, Through->second))
      return &CalledByPointer.emplace_back(std::move(*Found));
  uint64_t Offset;
  if (Call.isIndirectCall())
    if (variableOfCallee(Call, Offset)) {
      std::optional<Allocator> Found;
      if (std::optional<PointerCall> Named = throughVariable(Call, Names);
          Named && Through == ThroughPointers.end())
        Found = Pointed.match(Call, *Named);
      if (!Found)
        Found = Set.match(Call);
      if (Found)
        return &CalledByPointer.emplace_back(std::move(*Found));
    }
  return Allocators.find(Call);
}

/// True if `Call` is made by a virtual function that is an allocator of the same family. Calls
/// of that function are the sites, also those through the virtual table.
bool Marker::isOfVirtualEntry(const CallBase &Call, const Allocator &Callee) const {
  auto Through = ThroughPointers.find(&Call);
  return Through != ThroughPointers.end() &&
         Pointed.familyAround(Through->second) == Callee.Family;
}

void Marker::refuse(const CallBase &Call, const Allocator &Callee, Refusal Why) {
  if (ThroughPointers.count(&Call) || !directCallee(Call))
    Refused.add(Call, Callee.Name, Why);
  else
    Refused.add(Call, Why);
}

void Marker::refuseIn(const Function &F, Refusal Why) {
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (const Allocator *Callee = allocatorOf(*Call))
        refuse(*Call, *Callee, Why);
}

/// Emits a remark if `Call` goes through a pointer that no rule names, and may allocate.
void Marker::tellPointer(const CallBase &Call) {
  if (remarksAreWanted(M))
    if (std::optional<UnnamedPointer> Through = unnamedPointer(Call, Unnamed, Names))
      remarkPointer(Call, *Through, sourceWasRead());
}

/// True if the address of `F` is taken. `__attribute__((used))` does not count.
static bool isCalledIndirectly(const Function &F) {
  return F.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                           /*IgnoreAssumeLikeCalls=*/true,
                           /*IgnoreLLVMUsed=*/true);
}

void Marker::recogniseCalls() {
  for (Function &F : M) {
    if (F.hasFnAttribute(Attribute::Naked)) {
      refuseIn(F, Refusal::NakedFunction);
      continue;
    }
    Allocators.check(F);
    const Allocator *Self = Allocators.find(F);
    if (!F.isDeclaration() && (Self || Names.kind(F.getName()).MayHaveRules))
      Entries[F.getName()] = Self ? Self->Family : "";
    std::string Family = Self ? Self->Family : Allocators.familyOfAware(F.getName());
    unsigned Level =
        F.isDeclaration() ? 1 : Allocators.levelIn(F.getName(), F.getSubprogram(), M);
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      const Allocator *Callee = Call ? allocatorOf(*Call) : nullptr;
      if (Call && !Callee) {
        Refused.consider(*Call, Allocators);
        if (Family.empty() && Level != Config::Never)
          tellPointer(*Call);
      }
      if (!Callee)
        continue;
      // If one entry of an allocator calls another, the outer call is the site; but an
      // indirect call of an entry is none, so an entry whose address is taken keeps its inner
      // sites. A function that is called in place of an allocator would call itself.
      if (Level == Config::Never) {
        setSite(*Call, 0);
        refuse(*Call, *Callee, Refusal::LeftOut);
      } else if (Callee->Aware == F.getName() ||
                 (!Family.empty() && Family == Callee->Family && !isCalledIndirectly(F)) ||
                 isOfVirtualEntry(*Call, *Callee)) {
        setSite(*Call, 0);
        refuse(*Call, *Callee, Refusal::InnerCall);
      } else {
        Calls[Call] = Callee;
        if (Level > 1)
          Levels[&F] = Level;
      }
    }
  }
}

/// Asks for the types by the calls' locations, so before makeLocations() adds any.
void Marker::readTypes() {
  for (auto &[Call, Callee] : Calls)
    if (auto Through = ThroughPointers.find(Call); Through != ThroughPointers.end())
      Types[Call] = typeOf(*Call, Through->second.Text);
    else if (const Function *Called = directCallee(*Call))
      Types[Call] = typeOf(*Call, Called->getName());
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && Call->getType()->isPointerTy() && callsTransparent(*Call))
        TransparentTypes.push_back({Call, typeOf(*Call, directCallee(*Call)->getName())});
}

/// Writes the types of calls in `TransparentTypes`. In a transparent function a call without a
/// type gets it from the caller if its result is returned; otherwise it has none.
void Marker::writeCallTypes() {
  for (auto &[Call, Type] : TransparentTypes)
    if (!Type.empty())
      writeCallType(*Call, directCallee(*Call)->getName(), Type);
    else if (isTransparent(*Call->getFunction()) && !isReturned(*Call))
      writeCallType(*Call, directCallee(*Call)->getName(), NoType);
}

/// Marks the transparent functions that return all that they allocate: all but those that
/// keep something, and their callers. Not needed if no call states a type and there are no
/// wrappers, which other modules may call.
void Marker::markReturning() {
  if (none_of(TransparentTypes, [](const auto &Each) { return !Each.second.empty(); }) &&
      none_of(Transparent,
              [&](const Function *F) { return Names.kind(F->getName()).Wrapper; }))
    return;
  SmallPtrSet<const Function *, 16> KeepSome;
  for (bool More = true; More;) {
    More = false;
    for (Function &F : M)
      if (Transparent.count(&F) && !KeepSome.count(&F) && keepsSome(F, KeepSome))
        More = KeepSome.insert(&F).second;
  }
  for (Function &F : M)
    if (Transparent.count(&F) && !KeepSome.count(&F))
      setReturnsAll(F);
}

/// True if `F`, or one of `KeepSome` that it calls, allocates memory that it does not return.
/// A declaration may.
bool Marker::keepsSome(Function &F, const SmallPtrSetImpl<const Function *> &KeepSome) const {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if ((Calls.count(Call) || callsTransparent(*Call)) &&
          (!isReturned(*Call) || KeepSome.count(directCallee(*Call))))
        return true;
  return F.isDeclaration();
}

void Marker::hideLibraries() {
  const HiddenFunctions Hidden = findHidden(M, Configured, Names, Allocators, Opts);
  Names.setHidden(Hidden);
  writeHidden(M, Hidden);
}

void Marker::findTransparent() {
  SmallVector<const Function *, 16> Work;
  for (auto &[Call, Callee] : Calls)
    if (isTransparent(*Call->getFunction()) && Transparent.insert(Call->getFunction()).second)
      Work.push_back(Call->getFunction());
  for (const Function &F : M)
    if (Names.kind(F.getName()).Wrapper && Transparent.insert(&F).second)
      Work.push_back(&F);
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        if (isTransparent(*Call->getFunction()) &&
            Transparent.insert(Call->getFunction()).second)
          Work.push_back(Call->getFunction());
}

void Marker::numberCalls() {
  for (Function &F : M) {
    unsigned Ordinal = 0;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      // Calls of a wrapper are different sites: do not merge them.
      if (const Function *Callee = directCallee(*Call);
          Callee && Names.kind(Callee->getName()).Wrapper)
        Call->addFnAttr(Attribute::NoMerge);
      if (Calls.count(Call) || callsTransparent(*Call))
        Ordinals[Call] = ++Ordinal;
    }
  }
}

void Marker::markCalls() {
  // Counts the calls at each place: a macro may contain several.
  std::map<std::tuple<const Function *, unsigned, unsigned>, unsigned> AtPlace;
  for (auto &[Call, Callee] : Calls) {
    MarkedSite S;
    S.Id = Sites.size() + 1;
    S.Allocator = Callee->Name;
    S.Family = Callee->Family;
    S.Arena = Callee->Arena;
    S.Blocks = Opts.Live && Callee->mayBeOfBlocks();
    // The block can be marked only after an ordinary call.
    if (S.Blocks && Call->isMustTailCall())
      cast<CallInst>(Call)->setTailCallKind(CallInst::TCK_Tail);
    S.Level = std::max(Callee->Level, Levels.lookup(Call->getFunction()));
    S.Type = Types.lookup(Call);
    S.Returned = isTransparent(*Call->getFunction()) && isReturned(*Call);
    S.Measure = measureText(*Call, *Callee).str();
    S.Ordinal = Ordinals.lookup(Call);
    S.Location = Call->getDebugLoc().get();
    if (S.Location && S.Location->getLine()) {
      unsigned Number =
          ++AtPlace[{Call->getFunction(), S.Location->getLine(), S.Location->getColumn()}];
      S.Repeat = Number > 1 ? Number : 0;
    }
    const Function *Called = ThroughPointers.count(Call) ? nullptr : directCallee(*Call);
    Allocating.insert(Call->getFunction());
    StringRef Unaware = Callee->Aware.empty() ? StringRef() : reasonForUnaware(*Call);
    if (!Unaware.empty())
      remarkUnaware(*Call, Unaware);
    else
      S.Aware = Callee->Aware;
    S.ThroughPointer = !Called;
    Sites.push_back(S);
    if (!S.Aware.empty()) {
      CallBase &Told = *callAware(*Call, S.Aware, S.Id);
      setSite(Told, 0); // The aware function may itself be an allocator.
      markBehind(Told, *Callee, S.Id, Opts.Live);
      continue;
    }
    // A call without a body stays a call, or the optimiser may rightly remove it, like an
    // unused pair of new and delete. A call through a pointer may become direct: to a body,
    // or to a library function, which is then no further site.
    if (Called && Called->isDeclaration() && !(ForLink && mayGetBody(*Called))) {
      setSite(*Call, S.Id);
      continue;
    }
    // The same holds for bodies that may be gone at the end: of extern templates, and at the
    // link of inline functions of which another file's copy is kept.
    if (!Called || ForLink || Called->hasAvailableExternallyLinkage())
      setSite(*Call, 0);
    markBehind(*Call, *Callee, S.Id, Opts.Live);
  }
}

/// Marks the calls that create, empty, end or move arenas. The creation is a site, but no
/// allocation.
void Marker::markArenas() {
  std::vector<std::pair<CallBase *, ArenaCall>> Found;
  MapVector<Function *, SmallVector<const Value *, 8>> Arenas; // Passed to calls.
  for (auto &[Call, Callee] : Calls)
    if (Value *Its = Callee->CurrentArena.empty() ? arenaOf(*Call, *Callee) : nullptr)
      Arenas[Call->getFunction()].push_back(Its);
  for (Function &F : M)
    if (!F.hasFnAttribute(Attribute::Naked))
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          for (ArenaCall &Does : arenaCallsOf(*Call, Allocators))
            Found.push_back({Call, std::move(Does)});
  for (auto &[Call, Does] : Found)
    if (Does.Arena >= 0 && !Does.Stored)
      Arenas[Call->getFunction()].push_back(Call->getArgOperand(Does.Arena));
  for (auto &[F, Passed] : Arenas)
    markCopies(*F, Passed);
  for (auto &[Call, Does] : Found) {
    if (Does.Does != Event::Create) {
      markEvent(*Call, Does);
      continue;
    }
    MarkedSite S;
    S.Id = Sites.size() + 1;
    S.Allocator = Does.Name;
    S.Family = Does.Family;
    S.Arena = S.Creates = true;
    S.Location = Call->getDebugLoc().get();
    if (markCreated(*Call, Does, S.Id)) {
      Sites.push_back(S);
      Allocating.insert(Call->getFunction());
    }
  }
}

/// True if `F`, a declaration, is no library function: at the link it may get a body and be
/// inlined.
bool Marker::mayGetBody(const Function &F) const {
  LibFunc Known;
  return !Library.getLibFunc(F, Known);
}

} // namespace

PreservedAnalyses MarkPass::run(Module &M, ModuleAnalysisManager &) {
  if (isInstrumented(M) || isMarked(M) || isRustShim(M))
    return PreservedAnalyses::all();
  const Options Opts = Options::read();
  // First, as this turns some calls into invokes: later steps keep pointers to calls.
  const SmallVector<Function *, 8> NoAlloc = noAllocFunctions(M);
  const bool IsSupported = isSupportedTarget(M) && hasRuntime(M);
  if (IsSupported)
    tellNoAlloc(NoAlloc);
  const std::vector<SourceRule> InSource = takeFromSource(M);
  PointerCalls ThroughPointers = takePointerCalls(M);
  const Config Configured(Opts, InSource);
  std::vector<std::string> Problems = Opts.Problems;
  const LeafList Leaves(M, Opts.Leaves);
  for (const std::vector<std::string> *More : {&Configured.problems(), &Leaves.problems()})
    Problems.insert(Problems.end(), More->begin(), More->end());
  const PointerCalls Unnamed = takeUnnamed(ThroughPointers, Configured);
  Marker Marks(M, Opts, Configured, ThroughPointers, Unnamed, NoAlloc);
  if (!IsSupported) {
    RuleLines Rules;
    Rules.Own = Marks.tellRules();
    writeInventory(M, Opts.Inventory, Rules, "", DescriptorTables(), SiteSizes(), {},
                   Marks.refuseAll(Refusal::Target));
    return PreservedAnalyses::all();
  }
  callObstackFinish(M, Opts.Live);
  if (Problems.empty()) {
    leaveRuleLines(M, Marks.tellRules());
    Problems = Marks.run();
  }
  if (!Problems.empty()) {
    // Without marks the last stage does nothing.
    fail(M.getContext(), Problems);
    return PreservedAnalyses::none();
  }
  if (const Rule *R = Configured.firstOfPointers();
      R && ThroughPointers.empty() && !sourceWasRead())
    warn(M.getContext(),
         R->place() + ": rules of field:, pointer: and virtual: have no effect here: which "
                      "calls they name stands in the source, which was not read; compile it "
                      "by clang with -fplugin=AllocSite.so");
  writeSourceRules(M, InSource);
  return PreservedAnalyses::none();
}

} // namespace allocsite
