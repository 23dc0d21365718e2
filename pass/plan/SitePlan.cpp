//===- SitePlan.cpp - Which places are counted, and as what -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SitePlan.h"
#include "Plan.h"
#include "frames/Locations.h"
#include "inventory/Refusals.h"
#include "marks/Marks.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace allocsite {

static bool isSiteMarker(const Instruction &I) {
  return SiteMarker.is(I) || CreateMarker.is(I);
}

SitePlan::SitePlan(Module &M, AllocatorTable &Allocators, FrameTable &Frames,
                   Numbering &Numbers, std::vector<MarkedSite> Sites,
                   const FunctionSet &Untouchable, Refusals &Refused, bool Follows)
    : M(M), Allocators(Allocators), Frames(Frames), Numbers(Numbers), Refused(Refused),
      Follows(Follows), Sites(std::move(Sites)) {
  findLeftSites();
  for (Function &F : M)
    if (Untouchable.count(&F))
      refuseIn(F);
    else if (!F.isDeclaration())
      findIn(F);
}

/// Refuses the marked sites of `F`, which may not be changed. Naked functions have no marks,
/// so `F` is an ifunc resolver, or called by one.
void SitePlan::refuseIn(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    unsigned Id = Call ? siteOf(*Call).value_or(0) : 0;
    if (isSiteMarker(I))
      if (auto *Constant = dyn_cast<ConstantInt>(Annotation::number(I)))
        Id = Constant->getZExtValue();
    if (Id && Told.insert(Id).second)
      Refused.add(marked(Id), F.getName(), Refusal::IfuncResolver);
  }
}

void SitePlan::refuseRemoved() {
  for (const MarkedSite &Site : Sites)
    if (!Told.count(Site.Id) && !Site.Creates)
      Refused.add(Site, Site.Location ? Frames.symbolOf(*Site.Location) : "",
                  Refusal::Removed);
}

void SitePlan::findLeftSites() {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (std::optional<unsigned> Id = siteOf(*Call))
          Left.insert(*Id);
}

void SitePlan::findIn(Function &F) {
  SmallVector<Instruction *, 16> Found;
  for (Instruction &I : instructions(F))
    if (isSiteMarker(I) || isa<CallBase>(I))
      Found.push_back(&I);
  for (Instruction *I : Found)
    if (isSiteMarker(*I))
      addMarker(*I);
    else
      addCall(*cast<CallBase>(I));
  if (!Counts[&F].empty())
    Functions.insert(&F);
}

/// True if the optimiser may have merged `Location` and another location of its function to
/// `Merged`.
static bool mayBeMergedFrom(const DILocation &Merged, const DILocation &Location) {
  return Merged.getScope()->getSubprogram() == Location.getScope()->getSubprogram() &&
         (!Merged.getLine() ||
          (!Merged.getColumn() && Merged.getLine() == Location.getLine()));
}

/// True if the optimiser may turn a call of `Was` into one of `Is`.
static bool mayBecome(StringRef Was, StringRef Is) {
  return Was == Is || (Was == "malloc" && Is == "calloc") ||
         (Was == "realloc" && Is == "malloc") || (Was == "strndup" && Is == "strdup") ||
         (Was == "__rust_alloc" && Is == "__rust_alloc_zeroed");
}

/// The site of a call that replaces merged calls and has lost their location: a site of the
/// same function whose call is gone. If several sites qualify, the first, without its type
/// unless they agree on it. 0 if only calls through pointers qualify, which notes count.
std::optional<unsigned> SitePlan::siteMergedAt(const DILocation &At, const Allocator &Callee) {
  MarkedSite *Found = nullptr;
  bool MayBePointers = false;
  for (MarkedSite &Site : Sites) {
    if (!Site.Location || Site.Creates || Left.count(Site.Id) ||
        !mayBeMergedFrom(At, *Site.Location))
      continue;
    MayBePointers |= Site.ThroughPointer;
    if (Site.ThroughPointer || Site.Family != Callee.Family ||
        !mayBecome(Site.Allocator, Callee.Name))
      continue;
    if (!Found)
      Found = &Site;
    else if (Found->Type != Site.Type)
      Found->Type.clear();
  }
  if (Found)
    return Found->Id;
  return MayBePointers ? std::optional<unsigned>(0) : std::nullopt;
}

/// The site of a call that the optimiser has made (`calloc` from `malloc` and `memset`,
/// `malloc` from `realloc(0, n)`), found by its location. 0 if it is an inner call of an
/// allocator, or a note counts it already. If no site has the location, the source called
/// through a pointer there, and the call gets a new site.
unsigned SitePlan::siteMadeFrom(const CallBase &Call, const Allocator &Callee) {
  const DILocation *At = Call.getDebugLoc().get();
  unsigned Level = 1;
  if (At) {
    Level = Allocators.levelIn(Frames.symbolOf(*At), At->getScope()->getSubprogram(), M);
    if (Level == Config::Never)
      return 0;
    bool MayBePointers = false;
    for (const MarkedSite &Site : Sites)
      if (Site.Location && !Site.Creates && Site.Location->getScope() == At->getScope() &&
          Site.Location->getLine() == At->getLine() &&
          Site.Location->getColumn() == At->getColumn()) {
        if (!Site.ThroughPointer)
          return Site.Id;
        MayBePointers = true;
      }
    if (MayBePointers)
      return 0;
    if (std::optional<unsigned> Merged = siteMergedAt(*At, Callee))
      return *Merged;
  }
  StringRef Symbol = At ? Frames.symbolOf(*At) : Call.getFunction()->getName();
  if (Allocators.familyOf(Symbol, M) == Callee.Family) {
    Refused.add(Call, Refusal::InnerCall);
    return 0;
  }
  MarkedSite New;
  New.Id = Sites.size() + 1;
  New.Allocator = Callee.Name;
  New.Family = Callee.Family;
  New.Arena = Callee.Arena;
  New.Level = std::max(Level, Callee.Level);
  New.Measure = measureText(Call, Callee).str();
  Sites.push_back(New);
  return New.Id;
}

/// True if the result of `Call`, of an allocator, shows whether it failed: a pointer, or a
/// status number if `ReturnsStatus`.
static bool tellsFailure(const CallBase &Call, bool ReturnsStatus) {
  const Type *Result = Call.getType();
  if (ReturnsStatus)
    return Result->isIntegerTy() && Result->getIntegerBitWidth() >= 32;
  return Result->isPointerTy() && Result->getPointerAddressSpace() == 0;
}

/// The call that `Marker` was inserted after, if it still exists and its result shows a
/// failure; or null. The call is of an allocator that was not inlined, goes through a pointer,
/// or is of an aware allocator. Only that call has the marker's location.
CallBase *SitePlan::resultAt(Instruction &Marker) {
  Instruction *At = Marker.getPrevNode();
  while (At && !isa<InvokeInst>(At) && !SiteMarker.is(*At) &&
         (!isa<CallBase>(At) || isa<IntrinsicInst>(At)))
    At = At->getPrevNode();
  if (!At)
    if (BasicBlock *Before = Marker.getParent()->getSinglePredecessor())
      At = Before->getTerminator();
  auto *Call = dyn_cast_or_null<CallBase>(At);
  if (!Call || SiteMarker.is(*Call) || Call->isMustTailCall() || !Marker.getDebugLoc() ||
      Call->getDebugLoc() != Marker.getDebugLoc())
    return nullptr;
  const Allocator *Callee = Allocators.find(*Call);
  const bool IsNoSite = siteOf(*Call) == 0u;
  if (!IsNoSite && !Callee)
    return nullptr;
  return tellsFailure(*Call, Callee && Callee->ReturnsStatus) ? Call : nullptr;
}

void SitePlan::addCall(CallBase &Call) {
  const Allocator *Callee = Allocators.find(Call);
  if (!Callee || !directCallee(Call)->isDeclaration())
    return;
  std::optional<unsigned> Marked = siteOf(Call);
  unsigned Id = Marked ? *Marked : siteMadeFrom(Call, *Callee);
  if (!Id)
    return;
  CountDecision Count{&Call, Call.getDebugLoc()};
  Count.Call = &Call;
  Count.Callee = Callee;
  Count.Arena = Follows ? arenaOf(Call, *Callee) : nullptr;
  Count.OfBlocks = Follows ? Callee->mayBeOfBlocks() : Callee->isOfBlocks();
  Count.OfArena = Callee->Arena;
  Count.Bytes = constantSize(Call, *Callee);
  Count.Sites.push_back({Id, {}});
  if (!Call.isMustTailCall() && tellsFailure(Call, Callee->ReturnsStatus))
    Count.Result = &Call;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    // A call that throws allocated nothing: count on the normal edge (Prepare.h).
    Count.Before = &*Invoke->getNormalDest()->getFirstInsertionPt();
  } else if (!Call.isMustTailCall()) {
    Count.Before = Call.getNextNode();
  }
  Counts[Call.getFunction()].push_back(std::move(Count));
}

/// The ids that `Mark`, of a marker or a note, may have. Where the optimiser merged markers,
/// a phi or a select chooses among several.
static SmallVector<SiteChoice, 1> choicesOf(Value *Mark) {
  SmallVector<SiteChoice, 1> Found;
  SetVector<Value *> Seen;
  SetVector<uint64_t> Ids;
  Seen.insert(Mark);
  for (size_t I = 0; I < Seen.size(); ++I)
    if (auto *Constant = dyn_cast<ConstantInt>(Seen[I]))
      Ids.insert(Constant->getZExtValue());
    else if (auto *Merge = dyn_cast<Instruction>(Seen[I]))
      for (Value *Operand : Merge->operands())
        if (Operand->getType() == Mark->getType())
          Seen.insert(Operand);
  assert(!Ids.empty() && "a marker's id comes from constants");
  for (uint64_t Id : Ids)
    Found.push_back({Id, {}});
  return Found;
}

void SitePlan::addMarker(Instruction &Marker) {
  CountDecision Count{&Marker, Marker.getDebugLoc(), &Marker};
  Count.Arena = Annotation::pointer(Marker);
  Count.Object = Annotation::otherPointer(Marker);
  if (CreateMarker.is(Marker)) {
    Count.Does = Event::Create;
  } else {
    Count.Result = resultAt(Marker);
    Count.Bytes = Annotation::constantPayload(Marker);
  }
  Count.Sites = choicesOf(Annotation::number(Marker));
  Count.OfArena =
      any_of(Count.Sites, [&](const SiteChoice &Each) { return marked(Each.Mark).Arena; });
  Count.OfBlocks =
      !Count.Arena && Count.Object &&
      all_of(Count.Sites, [&](const SiteChoice &Each) { return marked(Each.Mark).Blocks; });
  Counts[Marker.getFunction()].push_back(std::move(Count));
}

void SitePlan::number(const Function &F, const DILocation *Location,
                      MutableArrayRef<SiteChoice> Sites, bool OfBlocks,
                      function_ref<void(const MarkedSite &, uint32_t)> Interned) {
  for (auto &[Mark, Its] : Sites) {
    const MarkedSite &Site = marked(Mark);
    Its = Numbers.site(Location, F, Site, OfBlocks);
    Interned(Site, Its);
  }
}

void SitePlan::plan(FunctionPlan &To) {
  To.Counts = std::move(Counts[To.F]);
  for (CountDecision &Each : To.Counts) {
    number(*To.F, Each.Location.get(), Each.Sites, Each.OfBlocks,
           [&](const MarkedSite &Site, uint32_t Record) {
             if (Site.Creates)
               return;
             keepSize(Each, Site, Record);
             tell(Each, Site, Record);
           });
  }
  planNotes(To);
}

/// Plans the notes of `To`, except those whose value is not used.
void SitePlan::planNotes(FunctionPlan &To) {
  if (!SiteNote.isIn(M))
    return;
  std::vector<NoteDecision> OfContext;
  for (Instruction &I : instructions(*To.F)) {
    if (I.use_empty() || !(SiteNote.is(I) || ContextNote.is(I)))
      continue;
    NoteDecision New{&I, {}};
    if (ContextNote.is(I)) {
      OfContext.push_back(std::move(New));
      continue;
    }
    New.Sites = choicesOf(Annotation::number(I));
    number(*To.F, I.getDebugLoc().get(), New.Sites, /*OfBlocks=*/false,
           [](const MarkedSite &, uint32_t) {});
    To.Notes.push_back(std::move(New));
  }
  To.Notes.insert(To.Notes.end(), OfContext.begin(), OfContext.end());
}

void SitePlan::keepSize(const CountDecision &Count, const MarkedSite &Site, uint32_t Record) {
  Holders[Count.Before->getFunction()->getName().str()].insert(Record);
  auto [Kept, New] =
      Sizes.try_emplace(Record, SiteSize{Count.Bytes, Site.Measure, Site.Aware});
  if (!New && Kept->second.Bytes != Count.Bytes)
    Kept->second.Bytes = std::nullopt;
}

/// Notes that `Site` is counted, and emits its remark.
void SitePlan::tell(const CountDecision &Count, const MarkedSite &Site, uint32_t Record) {
  Told.insert(Site.Id);
  if (!remarksAreWanted(M))
    return;
  // The location that the CSV shows: outside the C++ library, if that was inlined.
  const DILocation *At = Count.Location.get();
  while (At && At->getInlinedAt() && Frames.isTransparent(Frames.symbolOf(*At)))
    At = At->getInlinedAt();
  remarkSite(*Count.Before->getFunction(), At, Site.Allocator,
             textOfSite(Numbers.tables(), Numbers.tables().Sites[Record]),
             (Count.Bytes ? std::to_string(*Count.Bytes) : Site.Measure) + " bytes",
             Site.Aware);
}

} // namespace allocsite
