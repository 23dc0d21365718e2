//===- Expand.cpp - From a site and a context to names --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Expand.h"
#include "allocsite/SymbolHash.h"

namespace allocsite {

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

// All modules in one piece, so that many of them are not many mappings.
bool Expander::decodeModules() {
  uint64_t Total = 0;
  for (uint32_t M = 0; M < ModuleCount; ++M)
    Total += decodedWords(Modules[M].Tables);
  if (Total > SIZE_MAX / 16 || !Words.resize(Total) ||
      !Tables.resize(ModuleCount))
    return false;
  uint32_t *Next = Words.begin();
  for (uint32_t M = 0; M < ModuleCount; ++M) {
    if (!decode(Modules[M].Tables, Next, Tables[M]))
      Tables[M] = ModuleTables();
    Next += decodedWords(Modules[M].Tables);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Which records are one function
//===----------------------------------------------------------------------===//

bool Expander::load(const LoadedModule *TheModules, uint32_t Count) {
  Modules = TheModules;
  ModuleCount = Count;
  for (uint32_t M = 0; M < Count; ++M)
    if (Modules[M].CallBase && !WithIds.push(M))
      return false;
  return decodeModules() && nameFunctions() && sortTails();
}

Expander::FunctionId Expander::idOf(uint32_t Module, uint32_t Record) const {
  if (Record >= Tables[Module].Counts.FunctionCount)
    return NoFunction;
  return Ids[FirstOfModule[Module] + Record];
}

// Halves the path as it goes: what a file says may be one long path.
Expander::FunctionId Expander::root(FunctionId Id) {
  while (Functions[Id].Parent != Id)
    Id = Functions[Id].Parent = Functions[Functions[Id].Parent].Parent;
  return Id;
}

/// The hash of what `Name` is behind `Prefix`, 0 where it does not begin so.
static uint64_t symbolBehind(TextRef Prefix, TextRef Name) {
  if (Name.Size <= Prefix.Size || Name.Bytes[0] != Prefix.Bytes[0] ||
      memcmp(Name.Bytes, Prefix.Bytes, Prefix.Size) != 0)
    return 0;
  return allocSiteSymbolHash(Name.Bytes + Prefix.Size, Name.Size - Prefix.Size);
}

Expander::FunctionId Expander::findFunction(const PageIndex &BySymbol,
                                            uint32_t Scope,
                                            uint64_t Symbol) const {
  uint32_t At = BySymbol.find(hashWord(Symbol, Scope), [&](uint32_t I) {
    return Functions[I].Scope == Scope && Functions[I].Symbol == Symbol;
  });
  return At == PageIndex::None ? NoFunction : At;
}

// Two records are one function
//   - of different modules: if neither is local and their symbols agree;
//   - of one module: if their symbols agree (foo and its local foo.part.0);
//   - if one is an alias of the other, or what --wrap calls it.
// So every record is interned under (scope, symbol), and what else belongs
// together is joined afterwards.
bool Expander::nameFunctions() {
  PageIndex BySymbol;
  PageArray<uint64_t> OfNames; // of one module's strings, once each
  if (!Functions.resize(1)) // NoFunction, its own parent
    return false;
  auto find = [&](uint32_t Scope, uint64_t Symbol) {
    return findFunction(BySymbol, Scope, Symbol);
  };
  auto join = [&](FunctionId Part, FunctionId Whole) {
    if (Part && Whole)
      Functions[root(Part)].Parent = root(Whole);
  };

  for (uint32_t M = 0; M < ModuleCount; ++M) {
    const ModuleTables &Module = Tables[M];
    uint32_t First = static_cast<uint32_t>(Ids.size());
    uint32_t Count = Module.Counts.FunctionCount;
    if (!FirstOfModule.push(First) || !Ids.resize(First + Count) ||
        !OfNames.resize(0) || !OfNames.resize(Module.Counts.StringCount))
      return false;
    auto symbolOf = [&](const AllocSiteFunction &Record) {
      uint64_t Symbol = uint64_t(Record.SymbolHigh) << 32 | Record.SymbolLow;
      if (Symbol || Record.Name >= Module.Counts.StringCount)
        return Symbol;
      uint64_t &Known = OfNames[Record.Name];
      if (!Known) {
        TextRef Name = Module.text(Record.Name);
        Known = allocSiteSymbolHash(Name.Bytes, Name.Size);
      }
      return Known;
    };
    for (uint32_t R = 1; R < Count; ++R) {
      const AllocSiteFunction &Record = Module.Functions[R];
      uint64_t Symbol = symbolOf(Record);
      uint32_t Scope = Record.Flags & ALLOCSITE_FUNCTION_LOCAL ? M + 1 : 0;
      FunctionId Id = find(Scope, Symbol);
      if (Id == NoFunction) {
        Id = static_cast<FunctionId>(Functions.size());
        if (!Functions.push({Symbol, TextRef(), Scope, Id, 0, 0, 0, NoFunction}) ||
            !BySymbol.insert(hashWord(Symbol, Scope), Id))
          return false;
      }
      // Not every module shows it.
      if (Functions[Id].Name.empty())
        Functions[Id].Name = Module.text(Record.Name);
      Ids[First + R] = Id;
    }
    for (uint32_t R = 1; R < Count; ++R) {
      FunctionId Id = Ids[First + R];
      if (Functions[Id].Scope == 0)
        join(find(M + 1, Functions[Id].Symbol), Id);
      uint32_t Aliasee = Module.Functions[R].Aliasee;
      if (Aliasee < Count)
        join(Id, Ids[First + Aliasee]);
    }
  }

  for (uint32_t M = 0; M < ModuleCount; ++M) {
    const ModuleTables &Module = Tables[M];
    for (uint32_t R = 1; R < Module.Counts.FunctionCount; ++R) {
      FunctionId &Id = Ids[FirstOfModule[M] + R];
      Id = root(Id);
      Functions[Id].Flags |= Module.Functions[R].Flags;
    }
  }

  joinWrapped(BySymbol);
  return true;
}

// With --wrap=f calls of f are such of __wrap_f, and calls of __real_f, which nobody
// defines, are calls of f. What one module was linked with, another may not have been.
void Expander::joinWrapped(const PageIndex &BySymbol) {
  auto findBehind = [&](TextRef Prefix, TextRef Name) {
    uint64_t Symbol = symbolBehind(Prefix, Name);
    return Symbol ? root(findFunction(BySymbol, 0, Symbol)) : NoFunction;
  };
  auto isInstrumented = [&](FunctionId Id) {
    return (Functions[Id].Flags & ALLOCSITE_FUNCTION_INSTRUMENTED) != 0;
  };
  for (FunctionId Id = 1; Id < Functions.size(); ++Id)
    if (FunctionId F = findBehind("__wrap_", Functions[Id].Name);
        F && isInstrumented(root(Id)))
      Functions[F].WrappedBy = root(Id);

  bool Joined = false;
  for (FunctionId Id = 1; Id < Functions.size(); ++Id)
    if (FunctionId F = findBehind("__real_", Functions[Id].Name);
        F && Functions[F].WrappedBy && root(Id) != F && !isInstrumented(root(Id))) {
      Functions[root(Id)].Parent = F;
      Joined = true;
    }
  if (Joined)
    for (size_t I = 0; I < Ids.size(); ++I)
      Ids[I] = root(Ids[I]);
}

bool Expander::sortTails() {
  PageArray<Tail> Found;
  for (uint32_t M = 0; M < ModuleCount; ++M) {
    const ModuleTables &Module = Tables[M];
    for (uint32_t I = 0; I < Module.Counts.TailCallCount; ++I) {
      Tail Each = {idOf(M, Module.TailCalls[I].From),
                   idOf(M, Module.TailCalls[I].To)};
      if (!Found.push(Each))
        return false;
      ++Functions[Each.From].TailCount;
    }
  }
  // Counting sort: stable, so that the same modules give the same answer.
  if (!Tails.resize(Found.size()))
    return false;
  uint32_t Next = 0;
  for (size_t F = 0; F < Functions.size(); ++F) {
    Functions[F].FirstTail = Next;
    Next += Functions[F].TailCount;
    Functions[F].TailCount = 0;
  }
  for (size_t I = 0; I < Found.size(); ++I) {
    Function &From = Functions[Found[I].From];
    Tails[From.FirstTail + From.TailCount++] = Found[I];
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The check of one step
//===----------------------------------------------------------------------===//

// Can a call of Callee have led to Current? Between is set for AcceptedBehind:
// a function without instrumentation that stands between the two, or none where
// it is one of several.
//
// A function that ends in a tail call is absent from the chain, and a call of f
// is one of __wrap_f in what was linked so. Breadth first; the sure answer
// (Current itself) wins over what may have called anything.
Expander::Relation Expander::relate(FunctionId Callee, FunctionId Current,
                                    FunctionId &Between) const {
  constexpr unsigned MostVisited = 256;
  constexpr unsigned MostSteps = 4096;
  unsigned Steps = 0;
  FunctionId Visited[MostVisited];
  unsigned Count = 0;
  bool MayBeAnything = false, MayBeUnseen = false;
  FunctionId Foreign = NoFunction;
  bool SeveralForeign = false;
  auto visit = [&](FunctionId To) {
    uint32_t Flags = Functions[To].Flags;
    if (Flags & ALLOCSITE_FUNCTION_TRANSPARENT) {
      MayBeAnything = true;
    } else if (!(Flags & ALLOCSITE_FUNCTION_INSTRUMENTED)) {
      SeveralForeign |= Foreign != NoFunction && Foreign != To;
      Foreign = To;
    } else {
      bool Known = false;
      for (unsigned I = 0; I < Count && !Known; ++I)
        Known = Visited[I] == To;
      if (!Known && Count < MostVisited)
        Visited[Count++] = To;
    }
  };
  // Returns whether it is Current.
  auto reach = [&](FunctionId To) {
    FunctionId By = Functions[To].WrappedBy;
    if (To == Current || (By && By == Current))
      return true;
    visit(To);
    if (By)
      visit(By);
    return false;
  };

  if (Callee == NoFunction || reach(Callee))
    return Relation::Accepted;
  for (unsigned Next = 0; Next < Count; ++Next) {
    const Function &From = Functions[Visited[Next]];
    for (uint32_t I = 0; I < From.TailCount && Steps < MostSteps;
         ++I, ++Steps) {
      FunctionId To = Tails[From.FirstTail + I].To;
      if (To == NoFunction)
        MayBeUnseen = true;
      else if (reach(To))
        return Relation::Accepted;
    }
  }
  if (MayBeAnything)
    return Relation::Accepted;
  if (MayBeUnseen)
    return Relation::AcceptedUnseen;
  if (Foreign == NoFunction)
    return Relation::Stale;
  // One of several has called back: there is a frame, but which is not known.
  Between = SeveralForeign ? NoFunction : Foreign;
  return Relation::AcceptedBehind;
}

//===----------------------------------------------------------------------===//
// The chain
//===----------------------------------------------------------------------===//

namespace {

/// The frames of one expansion as they are appended. What is beyond the fourth
/// is dropped; a function that calls itself is two frames, however deep it is.
class Chain {
  Expansion &E;
  const TextRef Family; // of the site's allocator
  bool InEntry = false; // the physical function is an entry of it
  bool InOther = false; // an entry of another allocator was passed
  unsigned Count = 0;
  uint32_t Last = 0, LastButOne = 0; // functions of frames; 0: not known

  static constexpr unsigned MostInlined = 1024; // a cycle is no chain

public:
  Chain(Expansion &E, TextRef Family) : E(E), Family(Family) {}

  bool isFull() const { return Count == ALLOCSITE_FRAMES; }

  void append(TextRef Name, uint32_t Function) {
    if (isFull() || Name.empty())
      return;
    if (Function && Function == Last && Function == LastButOne)
      return;
    E.Names[Count] = Name;
    E.Kinds[Count] = Expansion::Named;
    ++Count;
    LastButOne = Last;
    Last = Function;
  }

  /// The function of the last chain was entered by a direct call.
  void enteredDirectly() {
    if (InEntry)
      E.IsInner = true;
  }

  void appendUnknown() {
    if (isFull())
      return;
    E.Names[Count] = TextRef();
    E.Kinds[Count] = Expansion::Missing;
    ++Count;
    Last = LastButOne = 0;
  }

  /// `Ids` are those of the functions of `M`.
  void appendInlineChain(const ModuleTables &M, const uint32_t *Ids,
                         uint32_t Frame) {
    for (unsigned Step = 0; Frame && Step < MostInlined; ++Step) {
      AllocSiteFrame F = M.frame(Frame);
      AllocSiteFunction Function = M.function(F.Function);
      append(M.text(Function.Name),
             F.Function < M.Counts.FunctionCount ? Ids[F.Function] : 0);
      // `alloc` has called a helper that calls `alloc`; an inlined call of it was
      // a site, and a direct one is. But what a pool takes is taken by the pool,
      // though an entry of the same allocator, as operator new, has called that.
      TextRef Its = M.text(Function.Family);
      InOther |= !Its.empty() && Its != Family;
      bool IsEntry = !InOther && !Its.empty();
      if (IsEntry && F.Outer)
        E.IsInner = true;
      InEntry = IsEntry;
      Frame = F.Outer;
    }
  }

  void fill(Expansion::FrameKind Kind) {
    while (!isFull())
      E.Kinds[Count++] = Kind;
  }
};

} // namespace

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

const LoadedModule *Expander::moduleOfSite(uint64_t Site) const {
  uint32_t Low = 0, High = ModuleCount;
  while (Low < High) {
    uint32_t Middle = Low + (High - Low) / 2;
    if (Modules[Middle].SiteBase <= Site)
      Low = Middle + 1;
    else
      High = Middle;
  }
  if (!Low)
    return nullptr;
  const LoadedModule &M = Modules[Low - 1];
  return Site - M.SiteBase < Tables[Low - 1].SiteCount ? &M : nullptr;
}

const LoadedModule *Expander::moduleOfCall(uint64_t Id) const {
  // Not the whole array: modules that got no ids stand in between.
  uint32_t Low = 0, High = static_cast<uint32_t>(WithIds.size());
  while (Low < High) {
    uint32_t Middle = Low + (High - Low) / 2;
    if (Modules[WithIds[Middle]].CallBase <= Id)
      Low = Middle + 1;
    else
      High = Middle;
  }
  if (!Low)
    return nullptr;
  const LoadedModule &M = Modules[WithIds[Low - 1]];
  return Id - M.CallBase < M.Tables.IdCount ? &M : nullptr;
}

/// Which of the calls that share `Id` of module `Number` has led to `Current`?
/// Where there are several, each leads to its callee and to nothing else.
Expander::Relation Expander::callThatLedTo(FunctionId Current, uint32_t Number,
                                           uint64_t Id, AllocSiteCallSite &Call,
                                           FunctionId &Between) const {
  const ModuleTables &M = Tables[Number];
  uint32_t Count = M.Counts.CallSiteCount;
  uint32_t First = 0, High = Count;
  while (First < High) {
    uint32_t Middle = First + (High - First) / 2;
    if (M.CallSites[Middle].Id < Id)
      First = Middle + 1;
    else
      High = Middle;
  }
  uint32_t End = First;
  while (End < Count && M.CallSites[End].Id == Id)
    ++End;
  if (End == First + 1) {
    Call = M.CallSites[First];
    return relate(idOf(Number, Call.Callee), Current, Between);
  }
  for (uint32_t I = First; I < End; ++I)
    if (Current && idOf(Number, M.CallSites[I].Callee) == Current) {
      Call = M.CallSites[I];
      return Relation::Accepted;
    }
  return Relation::Stale;
}

void Expander::expand(uint64_t Site, uint64_t Context,
                      Expansion &Result) const {
  Result = Expansion();
  const LoadedModule *M = moduleOfSite(Site);
  if (!M)
    return; // allocated before its module was registered: all `-`

  uint32_t Number = static_cast<uint32_t>(M - Modules);
  const ModuleTables &Own = Tables[Number];
  AllocSiteSite S = Own.Sites[Site - M->SiteBase];
  Chain Frames(Result, Own.text(S.Family));
  Result.Allocator = Own.text(S.Allocator);
  Result.Type = Own.text(S.Type);
  Result.IsArena = S.Flags & ALLOCSITE_SITE_ARENA;
  Result.Level = ALLOCSITE_SITE_LEVEL_OF(S.Flags);
  Result.SiteFunction = Own.text(Own.function(S.Function).Name);
  Result.SiteOrdinal = S.Ordinal;
  if (S.Frame)
    setSitePlace(Own, S.Frame, Result);
  unsigned Depth = ALLOCSITE_MODULE_DEPTH_OF(M->Tables.Flags);
  if (Depth == 0) {
    Frames.fill(Expansion::Unrecorded);
    return;
  }
  Frames.appendInlineChain(Own, &Ids[FirstOfModule[Number]], S.Frame);

  FunctionId Current = idOf(Number, S.Function);
  for (unsigned I = 0; I < ALLOCSITE_CONTEXT_IDS && I + 1 < Depth; ++I) {
    uint64_t Id = (Context >> (I * ALLOCSITE_ID_BITS)) & ALLOCSITE_ID_MASK;
    if (Id == 0) // the thread began here
      return;
    const LoadedModule *Caller = moduleOfCall(Id);
    // The first id of a module is that of its call sites beyond 2^17.
    if (!Caller || Id == Caller->CallBase)
      return;
    Number = static_cast<uint32_t>(Caller - Modules);
    const ModuleTables &Theirs = Tables[Number];
    AllocSiteCallSite C;
    FunctionId Between = NoFunction;
    Relation R = callThatLedTo(Current, Number, Id - Caller->CallBase, C, Between);
    if (R == Relation::Stale)
      return;
    // By another name than that of the entry it is called by what is no site.
    bool IsOtherName = idOf(Number, C.Callee) == Current &&
                       Theirs.text(Theirs.function(C.Callee).Family).empty();
    if (C.Callee && R == Relation::Accepted && !IsOtherName)
      Frames.enteredDirectly();
    if (R == Relation::AcceptedBehind && Between == NoFunction)
      Frames.appendUnknown();
    else if (R == Relation::AcceptedBehind)
      Frames.append(Functions[Between].Name, Between);
    else if (I == 0 && S.Frame == 0)
      setSitePlace(Theirs, C.Frame, Result);
    Frames.appendInlineChain(Theirs, &Ids[FirstOfModule[Number]], C.Frame);
    Current = idOf(Number, C.Function);
  }
  static constexpr char Main[] = "main";
  if (Functions[Current].Symbol != allocSiteSymbolHash(Main, strlen(Main)))
    Frames.fill(Expansion::Unrecorded);
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
