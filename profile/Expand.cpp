//===- Expand.cpp - Turns a site and a context into names -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Expand.h"
#include "allocsite/SymbolHash.h"

namespace allocsite {

using FunctionId = FunctionTable::Id;

bool Expander::load(const LoadedModule *TheModules, uint32_t Count) {
  Modules = TheModules;
  ModuleCount = Count;
  for (uint32_t M = 0; M < Count; ++M)
    if (Modules[M].CallBase && !WithIds.push(M))
      return false;
  return Functions.load(TheModules, Count);
}

bool Expander::hasObjects() const {
  const char *First = nullptr;
  for (uint32_t M = 0; M < ModuleCount; ++M) {
    const char *Its = Modules[M].Object;
    if (Its && First && TextRef(Its) != TextRef(First))
      return true;
    First = Its ? Its : First;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The check of one step
//===----------------------------------------------------------------------===//

namespace {

/// The functions that a call may have led to, breadth first.
class Reached {
  static constexpr unsigned Most = 256;
  FunctionTable &Functions;
  FunctionId Visited[Most]; // instrumented, each once
  unsigned Count = 0;

public:
  bool MayBeAnything = false;
  FunctionId Foreign = FunctionTable::None;
  bool SeveralForeign = false;

  explicit Reached(FunctionTable &Functions) : Functions(Functions) {}

  unsigned size() const { return Count; }
  FunctionId operator[](unsigned I) const { return Visited[I]; }

  void visit(FunctionId Root) {
    uint32_t Flags = Functions[Root].Flags;
    if (Flags & ALLOCSITE_FUNCTION_TRANSPARENT) {
      MayBeAnything = true;
    } else if (!(Flags & ALLOCSITE_FUNCTION_INSTRUMENTED)) {
      SeveralForeign |= Foreign && Functions.root(Foreign) != Root;
      Foreign = Root;
    } else {
      bool Known = false;
      for (unsigned I = 0; I < Count && !Known; ++I)
        Known = Functions.root(Visited[I]) == Root;
      if (!Known && Count < Most)
        Visited[Count++] = Root;
    }
  }

  /// Adds To and its wrapper. Returns true if either is Current.
  bool reach(FunctionId To, FunctionId Current) {
    if (Functions.root(To) == Functions.root(Current))
      return true;
    Functions.seek(To);
    FunctionId By = Functions.root(Functions[To].WrappedBy);
    FunctionId Now = Functions.root(Current);
    if (Functions.root(To) == Now || (By && By == Now))
      return true;
    visit(Functions.root(To));
    if (By)
      visit(By);
    return false;
  }
};

} // namespace

// A function that ends in a tail call is absent from the chain, and in an object linked
// with --wrap=f a call of f reaches __wrap_f. Breadth first; the sure answer (Current
// itself) wins over functions that may have called anything.
Expander::Relation Expander::followTails(FunctionId Callee, FunctionId Current,
                                         FunctionId &Between) {
  constexpr unsigned MostSteps = 4096;
  unsigned Steps = 0;
  bool MayBeUnseen = false;
  Reached All(Functions);
  if (All.reach(Callee, Current))
    return Relation::Accepted;
  for (unsigned Next = 0; Next < All.size(); ++Next) {
    // seek() in reach() may append tail calls to the list.
    FunctionId From = Functions.root(All[Next]);
    for (uint32_t I = Functions[From].FirstTail; I && Steps < MostSteps;
         I = Functions.tail(I).Next, ++Steps) {
      FunctionId To = Functions.tail(I).To;
      if (To == FunctionTable::None)
        MayBeUnseen = true;
      else if (All.reach(To, Current))
        return Relation::Accepted;
    }
  }
  if (All.MayBeAnything)
    return Relation::Accepted;
  if (MayBeUnseen)
    return Relation::AcceptedUnseen;
  if (All.Foreign == FunctionTable::None)
    return Relation::Stale;
  // One of several has called back: there is a frame, but it is unknown which.
  Between = All.SeveralForeign ? FunctionTable::None : All.Foreign;
  return Relation::AcceptedBehind;
}

/// Whether a call of `Callee` can have led to `Current`. `Between` is set for
/// AcceptedBehind: the function without instrumentation between the two, or None if it
/// is one of several. Answers that take a walk are cached, as many contexts need them.
Expander::Relation Expander::relate(FunctionId Callee, FunctionId Current,
                                    FunctionId &Between) {
  if (Callee == FunctionTable::None || isSame(Callee, Current))
    return Relation::Accepted;
  uint64_t Hash = hashWord(Callee, Current);
  uint32_t At = StepsByEnds.find(Hash, [&](uint32_t I) {
    return Steps[I].Callee == Callee && Steps[I].Current == Current;
  });
  Step Known = {Callee, Current, FunctionTable::None, Relation::Stale, 0};
  if (At != PageIndex::None)
    Known = Steps[At];
  // Modules that were read since may change the answer.
  if (At == PageIndex::None || Known.RecordsRead != Functions.recordsRead()) {
    Known.Found = followTails(Callee, Current, Known.Between);
    Known.RecordsRead = Functions.recordsRead();
    remember(Known, Hash, At);
  }
  Between = Known.Between;
  return Known.Found;
}

/// Caches an answer. If memory is short, it will be computed again.
void Expander::remember(const Step &Known, uint64_t Hash, uint32_t At) {
  uint32_t Next = static_cast<uint32_t>(Steps.size());
  if (At != PageIndex::None)
    Steps[At] = Known;
  else if (Steps.push(Known))
    StepsByEnds.insert(Hash, Next);
}

//===----------------------------------------------------------------------===//
// The chain
//===----------------------------------------------------------------------===//

/// Appends the frames of one expansion. Frames after the fourth are dropped; a function
/// that calls itself gets two frames, however deep the recursion.
class Expander::Chain {
  Expansion &E;
  FunctionTable &Functions;
  const TextRef Family; // of the site's allocator
  bool InEntry = false; // the physical function is an entry of that allocator
  bool InOther = false; // a frame was an entry of another allocator
  unsigned Count = 0;
  // Functions of the last two frames; None: not known.
  FunctionId Last = FunctionTable::None, LastButOne = FunctionTable::None;

  static constexpr unsigned MostInlined = 1024; // ends cycles in damaged records

public:
  Chain(Expansion &E, FunctionTable &Functions, TextRef Family)
      : E(E), Functions(Functions), Family(Family) {}

  bool isEmpty() const { return !Count; }
  bool isFull() const { return Count == ALLOCSITE_FRAMES; }

  void append(TextRef Name, FunctionId Function) {
    if (isFull() || Name.empty())
      return;
    FunctionId Root = Functions.root(Function);
    if (Root && Root == Functions.root(Last) && Root == Functions.root(LastButOne))
      return;
    E.Names[Count] = Name;
    E.Kinds[Count] = Expansion::Named;
    ++Count;
    LastButOne = Last;
    Last = Function;
  }

  /// The physical function of the last inline chain was entered by a direct call.
  void enteredDirectly() {
    if (InEntry)
      E.IsInner = true;
  }

  /// A function without instrumentation has called back. If it is an allocator, its call was
  /// a site: the library's `operator new[]` calls the program's `operator new`.
  void appendForeign(TextRef Name, FunctionId Function, TextRef Its) {
    append(Name, Function);
    if (passEntry(Its))
      E.IsInner = true;
  }

  void appendUnknown() {
    if (isFull())
      return;
    E.Names[Count] = TextRef();
    E.Kinds[Count] = Expansion::Missing;
    ++Count;
    Last = LastButOne = FunctionTable::None;
  }

  /// Appends a frame and those that it was inlined into. `M` are the records of module
  /// `Number`, `Holder` is the physical function.
  void appendInlineChain(const ModuleTables &M, uint32_t Number, uint32_t Frame,
                         FunctionId Holder) {
    for (unsigned Step = 0; Frame && Step < MostInlined; ++Step) {
      AllocSiteFrame F = M.frame(Frame);
      AllocSiteFunction Function = M.function(F.Function);
      FunctionId Id = Functions.idOf(Number, F.Function);
      append(M.text(Function.Name), Id);
      // `alloc` has called a helper that calls `alloc`: an inlined call of the outer
      // `alloc` was a site, and a direct call is one. But memory that a pool takes is
      // the pool's, though an entry of the same allocator (operator new) called the pool.
      bool IsEntry = passEntry(M.text(Function.Family));
      // F.Outer is 0 if F was inlined into a function of the C++ library: compare with
      // the physical function.
      if (IsEntry && (F.Outer || Functions.root(Id) != Functions.root(Holder)))
        E.IsInner = true;
      InEntry = IsEntry;
      Frame = F.Outer;
    }
  }

  /// For a site `S` without frames: all its known functions are of libraries. Appends those.
  /// `M` are the records of its module `Number`.
  void appendLibrary(const AllocSiteSite &S, const ModuleTables &M, uint32_t Number,
                     FunctionId Holder) {
    if (S.Flags & ALLOCSITE_SITE_OF_LIBRARY)
      appendInlineChain(M, Number, S.Frame, Holder);
    else
      append(M.text(M.function(S.Function).Name), Holder);
  }

  void fill(Expansion::FrameKind Kind) {
    while (!isFull())
      E.Kinds[Count++] = Kind;
  }

private:
  /// Passes a function of the family `Its`. True for an entry of the site's allocator, unless
  /// the chain has passed an entry of another one before.
  bool passEntry(TextRef Its) {
    if (!InOther && !Its.empty() && Its != Family) {
      InOther = true;
      E.Above = Its;
    }
    return !InOther && !Its.empty();
  }
};

static void setSitePlace(const ModuleTables &M, uint32_t Frame, Expansion &E) {
  AllocSiteFrame F = M.frame(Frame);
  TextRef File = M.text(F.File);
  if (File.empty() && !F.Line)
    return; // nothing better than function and ordinal
  E.SiteFile = File;
  E.SiteFunction = M.text(M.function(F.Function).Name);
  E.SiteLine = F.Line;
  E.SiteColumn = F.Column;
  E.SiteRepeat = F.Repeat;
  E.SiteOrdinal = F.Line;
}

/// Binary search: the first index below `Count` for which `IsBefore` is false, or `Count`.
template <typename IsBeforeT>
static uint32_t partitionPoint(uint32_t Count, IsBeforeT &&IsBefore) {
  uint32_t Low = 0, High = Count;
  while (Low < High) {
    uint32_t Middle = Low + (High - Low) / 2;
    if (IsBefore(Middle))
      Low = Middle + 1;
    else
      High = Middle;
  }
  return Low;
}

const LoadedModule *Expander::moduleOfSite(uint64_t Site) const {
  uint32_t Next = partitionPoint(
      ModuleCount, [&](uint32_t Each) { return Modules[Each].SiteBase <= Site; });
  if (!Next)
    return nullptr;
  const LoadedModule &M = Modules[Next - 1];
  return Site - M.SiteBase < M.Tables.SiteCount ? &M : nullptr;
}

const LoadedModule *Expander::moduleOfCall(uint64_t Id) const {
  // WithIds, as modules without ids have no CallBase to compare.
  uint32_t Next = partitionPoint(static_cast<uint32_t>(WithIds.size()), [&](uint32_t Each) {
    return Modules[WithIds[Each]].CallBase <= Id;
  });
  if (!Next)
    return nullptr;
  const LoadedModule &M = Modules[WithIds[Next - 1]];
  return Id - M.CallBase < M.Tables.IdCount ? &M : nullptr;
}

/// The first call site whose id is at least `Id`. Ids ascend without gaps.
static uint32_t firstCallFrom(const ModuleTables &M, uint64_t Id) {
  return partitionPoint(M.Counts.CallSiteCount,
                        [&](uint32_t Each) { return M.CallSites[Each].Id < Id; });
}

/// Finds which of the calls that share `Id` of module `Number`, whose records are `M`, led
/// to `Current`. If there are several, each leads to its callee and to nothing else.
Expander::Relation Expander::callThatLedTo(FunctionId Current, const ModuleTables &M,
                                           uint32_t Number, uint64_t Id,
                                           AllocSiteCallSite &Call, FunctionId &Between) {
  uint32_t First = firstCallFrom(M, Id), Next = First + 1;
  // Mostly there is one.
  uint32_t End = Next < M.Counts.CallSiteCount && M.CallSites[Next].Id > Id
                     ? Next
                     : firstCallFrom(M, Id + 1);
  if (End == Next) {
    Call = M.CallSites[First];
    return relate(Functions.idOf(Number, Call.Callee), Current, Between);
  }
  uint32_t Found = Calls.find(Functions, Number, First, End, Current);
  if (Found == SharedCalls::None)
    return Relation::Stale;
  Call = M.CallSites[Found];
  return Relation::Accepted;
}

/// Takes the place of the site from the call `C`. The site is in functions that are not shown
/// as frames; `Current` is the innermost, and `C` of module `Number`, whose records are `M`,
/// has called them. The type of `C` applies if they return what they allocate.
void Expander::setSiteOfCall(const AllocSiteSite &S, const ModuleTables &M, uint32_t Number,
                             const AllocSiteCallSite &C, FunctionId Current, Expansion &E) {
  setSitePlace(M, C.Frame, E);
  if (!C.Type || !E.Type.empty() || !(S.Flags & ALLOCSITE_SITE_RETURNED))
    return;
  FunctionId Callee = Functions.idOf(Number, C.Callee);
  Functions.seek(Callee);
  if (isSame(Callee, Current) ||
      Functions[Functions.root(Callee)].Flags & ALLOCSITE_FUNCTION_RETURNS)
    E.Type = M.text(C.Type);
}

bool Expander::isSame(FunctionId A, FunctionId B) {
  return Functions.root(A) == Functions.root(B);
}

bool Expander::expand(uint64_t Site, uint64_t Context, Expansion &Result) {
  expandKnown(Site, Context, Result);
  return !Functions.isIncomplete() && !Calls.isIncomplete();
}

void Expander::expandKnown(uint64_t Site, uint64_t Context, Expansion &Result) {
  Result = Expansion();
  const LoadedModule *M = moduleOfSite(Site);
  if (!M)
    return; // allocated before its module was registered: all `-`

  uint32_t Number = static_cast<uint32_t>(M - Modules);
  const ModuleTables *Own = Functions.records(Number);
  if (!Own)
    return;
  AllocSiteSite S = Own->Sites[Site - M->SiteBase];
  Chain Frames(Result, Functions, Own->text(S.Family));
  Result.Allocator = Own->text(S.Allocator);
  Result.Family = Own->text(S.Family);
  Result.Type = Own->text(S.Type);
  Result.IsArena = S.Flags & ALLOCSITE_SITE_ARENA;
  Result.Level = ALLOCSITE_SITE_LEVEL_OF(S.Flags);
  Result.SiteFunction = Own->text(Own->function(S.Function).Name);
  Result.SiteOrdinal = S.Ordinal;
  if (S.Frame)
    setSitePlace(*Own, S.Frame, Result);
  unsigned Depth = ALLOCSITE_MODULE_DEPTH_OF(M->Tables.Flags);
  if (Depth == 0) {
    Frames.fill(Expansion::Unrecorded);
    return;
  }
  const FunctionId Holder = Functions.idOf(Number, S.Function);
  if (!(S.Flags & ALLOCSITE_SITE_OF_LIBRARY))
    Frames.appendInlineChain(*Own, Number, S.Frame, Holder);
  appendCallers(S, Context, Depth, Number, Holder, Frames, Result);
  if (Frames.isEmpty())
    Frames.appendLibrary(S, *Own, Number, Holder);
}

void Expander::appendCallers(const AllocSiteSite &S, uint64_t Context, unsigned Depth,
                             uint32_t Number, FunctionId Current, Chain &Frames,
                             Expansion &Result) {
  const bool IsInLibrary = !S.Frame || S.Flags & ALLOCSITE_SITE_OF_LIBRARY;
  for (unsigned I = 0; I < ALLOCSITE_CONTEXT_IDS && I + 1 < Depth; ++I) {
    uint64_t Id = (Context >> (I * ALLOCSITE_ID_BITS)) & ALLOCSITE_ID_MASK;
    if (Id == 0) // the thread began here
      return;
    const LoadedModule *Caller = moduleOfCall(Id);
    // The first id of a module stands for all its call sites beyond 2^17.
    if (!Caller || Id == Caller->CallBase)
      return;
    Number = static_cast<uint32_t>(Caller - Modules);
    const ModuleTables *Theirs = Functions.records(Number);
    if (!Theirs)
      return;
    AllocSiteCallSite C;
    FunctionId Between = FunctionTable::None;
    Relation R = callThatLedTo(Current, *Theirs, Number, Id - Caller->CallBase, C, Between);
    if (R == Relation::Stale)
      return;
    // A call of the entry by a name that is not the allocator's is no site.
    bool IsOtherName = isSame(Functions.idOf(Number, C.Callee), Current) &&
                       Theirs->text(Theirs->function(C.Callee).Family).empty();
    if (C.Callee && R == Relation::Accepted && !IsOtherName)
      Frames.enteredDirectly();
    if (R == Relation::AcceptedBehind && Between == FunctionTable::None)
      Frames.appendUnknown();
    else if (R == Relation::AcceptedBehind)
      Frames.appendForeign(Functions[Between].Name, Between, Functions[Between].Family);
    else if (I == 0 && IsInLibrary)
      setSiteOfCall(S, *Theirs, Number, C, Current, Result);
    Current = Functions.idOf(Number, C.Function);
    Frames.appendInlineChain(*Theirs, Number, C.Frame, Current);
  }
  static constexpr char Main[] = "main";
  if (Functions[Functions.root(Current)].Symbol != allocSiteSymbolHash(Main, strlen(Main)))
    Frames.fill(Expansion::Unrecorded);
}

uint64_t Expansion::siteHash() const {
  uint64_t Hash = SiteFile.empty() ? SiteOrdinal : uint64_t(SiteLine) << 32 | SiteColumn;
  Hash = hashWord(Hash, SiteFile.empty() || SiteRepeat < 2 ? 0 : SiteRepeat);
  const TextRef Names[] = {SiteFile.empty() ? SiteFunction : SiteFile, Allocator, Type};
  for (TextRef Each : Names)
    Hash = hashWord(Hash, hashBytes(Each.Bytes, Each.Size));
  return Hash ? Hash : 1;
}

void Expansion::siteText(Text &To) const {
  if (SiteFile.empty()) {
    if (!SiteFunction.empty())
      To.add(SiteFunction).add('#').number(uint64_t(SiteOrdinal));
    return;
  }
  To.add(SiteFile).add(':').number(uint64_t(SiteLine));
  To.add(':').number(uint64_t(SiteColumn));
  if (SiteRepeat > 1)
    To.add('#').number(uint64_t(SiteRepeat));
}

} // namespace allocsite
