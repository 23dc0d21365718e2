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

bool Expander::load(const LoadedModule *TheModules, uint32_t Count,
                    const StackNodes &TheStacks) {
  Modules = TheModules;
  ModuleCount = Count;
  Stacks = &TheStacks;
  return Functions.load(TheModules, Count);
}

bool Expander::isWhole() const {
  for (uint32_t M = 0; M < ModuleCount; ++M)
    if (Modules[M].Tables.Flags & ALLOCSITE_MODULE_THROUGH)
      return true;
  return false;
}

bool Expander::hasObjects() const {
  const char *First = nullptr;
  for (uint32_t M = 0; M < ModuleCount; ++M) {
    if (Modules[M].Tables.Flags & ALLOCSITE_MODULE_THROUGH)
      continue;
    const char *Its = Modules[M].Object;
    if (Its && First && TextRef(Its) != TextRef(First))
      return true;
    First = Its ? Its : First;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The chain
//===----------------------------------------------------------------------===//

/// Appends the frames of one expansion. Frames after the fourth are dropped; a function
/// that calls itself is one frame, however deep the recursion.
class Expander::Chain {
  Expansion &E;
  FunctionTable &Functions;
  const TextRef Family; // of the site's allocator
  bool InEntry = false; // the physical function is an entry of that allocator
  bool InOther = false; // a frame was an entry of another allocator, or called by the system
  unsigned Count = 0;
  FunctionId Last = FunctionTable::None; // the function of the last frame, if known

public:
  static constexpr unsigned MostInlined = 1024; // ends cycles in damaged records

  Chain(Expansion &E, FunctionTable &Functions, TextRef Family)
      : E(E), Functions(Functions), Family(Family) {}

  bool isEmpty() const { return !Count; }
  bool isFull() const { return Count == ALLOCSITE_FRAMES; }

  void append(TextRef Name, FunctionId Function) {
    if (isFull() || Name.empty())
      return;
    // Parts of a function that the compiler has outlined have its root, and names of their own.
    FunctionId Root = Functions.root(Function);
    if (Root && Root == Functions.root(Last) && E.Names[Count - 1] == Name)
      return;
    E.Names[Count] = Name;
    E.Kinds[Count] = Expansion::Named;
    ++Count;
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

  /// Appends a frame and those that it was inlined into. `M` are the records of module
  /// `Number`, `Holder` is the physical function.
  void appendInlineChain(const ModuleTables &M, uint32_t Number, uint32_t Frame,
                         FunctionId Holder) {
    for (unsigned Step = 0; Frame && Step < MostInlined; ++Step) {
      AllocSiteFrame F = M.frame(Frame);
      AllocSiteFunction Function = M.function(F.Function);
      FunctionId Id = Functions.idOf(Number, F.Function);
      const bool IsInlined = Functions.isInlined(F, Id, Holder);
      if (Function.Flags & ALLOCSITE_FUNCTION_RECORDED && !IsInlined)
        return; // Its call tells whether it is a frame: see between().
      append(M.text(Function.Name), Id);
      // `alloc` has called a helper that calls `alloc`: an inlined call of the outer
      // `alloc` was a site, and a direct call is one. But memory that a pool takes is
      // the pool's, though an entry of the same allocator (operator new) called the pool.
      bool IsEntry = passEntry(M.text(Function.Family));
      if (IsEntry && IsInlined)
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

  /// A signal's handler was called: what it has interrupted has not called it.
  void enteredBySignal() {
    InOther = true;
    InEntry = false;
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

const LoadedModule *Expander::moduleOfCall(uint64_t Call) const {
  uint32_t Next = partitionPoint(
      ModuleCount, [&](uint32_t Each) { return Modules[Each].CallBase <= Call; });
  if (!Next)
    return nullptr;
  const LoadedModule &M = Modules[Next - 1];
  return Call - M.CallBase < M.Tables.CallCount ? &M : nullptr;
}

/// Takes the place of the site from the call `C`. The site is in functions that are not shown
/// as frames; `Current` is the innermost, and `C` of module `Number`, whose records are `M`,
/// has called them. The type of `C` applies if they return what they allocate.
void Expander::setSiteOfCall(const AllocSiteSite &S, const ModuleTables &M, uint32_t Number,
                             const AllocSiteCallSite &C, FunctionId Current, Expansion &E) {
  setSitePlace(M, C.Frame, E);
  if (!C.Type || !E.Type.empty())
    return;
  FunctionId Callee = Functions.idOf(Number, C.Callee);
  Functions.seek(Callee);
  // What a library's own function allocates is what that says.
  if (!E.Through.empty() &&
      !(Functions[Functions.root(Callee)].Flags & ALLOCSITE_FUNCTION_INSTRUMENTED))
    E.Type = M.text(C.Type);
  if (!(S.Flags & ALLOCSITE_SITE_RETURNED))
    return;
  if (isSame(Callee, Current) ||
      Functions[Functions.root(Callee)].Flags & ALLOCSITE_FUNCTION_RETURNS)
    E.Type = M.text(C.Type);
}

bool Expander::isSame(FunctionId A, FunctionId B) {
  return Functions.root(A) == Functions.root(B);
}

bool Expander::expand(uint64_t Site, uint64_t Context, Expansion &Result) {
  expandKnown(Site, Context, Result);
  return !Functions.isIncomplete();
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
  if (M->Tables.Flags & ALLOCSITE_MODULE_THROUGH) {
    Result.Through = TextRef(M->Object ? M->Object : "");
    Result.SiteOrdinal = 0;
  }
  const FunctionId Holder = Functions.idOf(Number, S.Function);
  if (!(S.Flags & ALLOCSITE_SITE_OF_LIBRARY))
    Frames.appendInlineChain(*Own, Number, S.Frame, Holder);
  if (const uint32_t Node = Stacks->findSite(Context, Site)) {
    const bool IsInner = Result.IsInner;
    appendCallers(S, Node, Depth, Holder, Frames, Result);
    // What is not sure to have been on the stack leaves no row out.
    if (Stacks->at(Node)->SameAs & ALLOCSITE_STACK_STALE)
      Result.IsInner = IsInner;
    // The site of an allocator counts it.
    if (Stacks->at(Node)->SameAs & ALLOCSITE_STACK_COUNTED)
      Result.IsInner = true;
  }
  static constexpr char Main[] = "main";
  if (Depth == 1 && !Frames.isEmpty() &&
      Functions[Functions.root(Holder)].Symbol != allocSiteSymbolHash(Main, strlen(Main)))
    Frames.fill(Expansion::Unrecorded);
  if (Frames.isEmpty() && Result.Through.empty())
    Frames.appendLibrary(S, *Own, Number, Holder);
}

/// What a call of `Callee` that went on in `Current` went through.
Expander::Between Expander::between(FunctionId Callee, FunctionId Current) {
  // Below a library's allocation nothing is known to be between.
  if (Callee == FunctionTable::None || Current == FunctionTable::None)
    return Between::Nothing;
  if (!isSame(Callee, Current))
    Functions.seek(Callee);
  const uint32_t Flags = Functions[Functions.root(Callee)].Flags;
  if (isSame(Callee, Current))
    return Flags & ALLOCSITE_FUNCTION_RECORDED ? Between::CallBack : Between::Nothing;
  if (Flags & ALLOCSITE_FUNCTION_JUMPS)
    return Between::Jump;
  constexpr uint32_t IsNoFrame =
      ALLOCSITE_FUNCTION_INSTRUMENTED | ALLOCSITE_FUNCTION_TRANSPARENT;
  return Functions[Callee].WrappedBy || Flags & IsNoFrame ? Between::Nothing
                                                          : Between::CallBack;
}

/// Whether the call of `Node`, or a function that it was inlined into, is of an allocator's
/// entry.
bool Expander::isEntry(uint32_t Node) {
  uint32_t Number;
  AllocSiteCallSite C;
  if (!callOf(Node, Number, C))
    return false;
  const ModuleTables *Known = Functions.recordsReadOf(Number);
  if (Known->function(C.Callee).Family)
    return true;
  uint32_t Frame = C.Frame;
  for (unsigned Step = 0; Frame && Step < Chain::MostInlined; ++Step) {
    const AllocSiteFrame F = Known->frame(Frame);
    if (Known->function(F.Function).Family)
      return true;
    Frame = F.Outer;
  }
  return false;
}

/// Whether a signal came between the call of `Node`, or its site, and its caller.
bool Expander::wasInterrupted(uint32_t Node) const {
  const AllocSiteStackNode *Its = Stacks->at(Node);
  return Its && Its->SameAs & ALLOCSITE_STACK_INTERRUPTED;
}

/// Whether isEntry() of `Node` or of one that led to it. Each node is looked at once.
bool Expander::isBelowEntry(uint32_t Node) {
  constexpr unsigned MostCalls = 1 << 20; // ends cycles in damaged nodes
  auto state = [&](uint32_t Of) {
    return Of < BelowEntries.size() ? BelowEntries[Of] : NotKnown;
  };
  auto caller = [&](uint32_t Of) {
    const AllocSiteStackNode *Its = Stacks->at(Of);
    return Its ? Its->Caller : 0;
  };
  char Found = BelowNone;
  uint32_t End = Node, Steps = 0;
  for (; End && Steps < MostCalls; End = caller(End), ++Steps) {
    if (state(End) != NotKnown) {
      Found = state(End);
      break;
    }
    if (isEntry(End)) {
      Found = BelowSome;
      End = caller(End); // and that one's callers are not known
      ++Steps;
      break;
    }
    if (wasInterrupted(End)) {
      ++Steps;
      break;
    }
  }
  for (uint32_t Each = Node; Steps--; Each = caller(Each))
    if (Each < BelowEntries.size() || BelowEntries.resize(Each + Each / 2 + 64))
      BelowEntries[Each] = Found;
  return Found == BelowSome;
}

void Expander::appendCallers(const AllocSiteSite &S, uint32_t Node, unsigned Depth,
                             FunctionId Current, Chain &Frames, Expansion &Result) {
  const bool IsInLibrary = !S.Frame || S.Flags & ALLOCSITE_SITE_OF_LIBRARY;
  constexpr unsigned MostCalls = 512; // recursion may be deeper than anybody reads
  bool IsInHandler = false;
  for (unsigned I = 0; I < MostCalls; ++I) {
    if (wasInterrupted(Node)) {
      IsInHandler = true;
      Frames.enteredBySignal();
    }
    Node = Stacks->at(Node)->Caller;
    const AllocSiteStackNode *Each = Node ? Stacks->at(Node) : nullptr;
    const LoadedModule *Caller = Each ? moduleOfCall(Each->What) : nullptr;
    if (!Caller) // the thread began here
      return;
    if (I + 1 >= Depth && Depth < ALLOCSITE_FRAMES)
      return Frames.fill(Expansion::Unrecorded);
    // Further callers are not shown. But the call may be one within an allocator.
    if (Frames.isFull() && (IsInHandler || !isBelowEntry(Node)))
      return;
    const uint32_t Number = static_cast<uint32_t>(Caller - Modules);
    const uint64_t Record = Each->What - Caller->CallBase;
    const ModuleTables *Theirs = Functions.records(Number);
    if (!Theirs || Record >= Theirs->Counts.CallSiteCount)
      return;
    const AllocSiteCallSite C = Theirs->CallSites[Record];
    const FunctionId Callee = Functions.idOf(Number, C.Callee);
    const Between Way = between(Callee, Current);
    const FunctionId Root = Functions.root(Callee); // f of __real_f
    if (Way == Between::CallBack) {
      Frames.appendForeign(Functions[Root].Name, Root, Functions[Root].Family);
    } else {
      // A call of the entry by a name that is not the allocator's is no site; nor is a jump to it
      // at the end of the function that was called. A transparent function has called it at a site.
      const bool IsTransparent =
          Functions[Functions.root(Callee)].Flags & ALLOCSITE_FUNCTION_TRANSPARENT;
      const bool IsCall = isSame(Callee, Current)
                              ? !Theirs->text(Theirs->function(C.Callee).Family).empty()
                              : Functions[Callee].WrappedBy || IsTransparent;
      if (C.Callee && IsCall)
        Frames.enteredDirectly();
      if (I == 0 && IsInLibrary)
        setSiteOfCall(S, *Theirs, Number, C, Current, Result);
      if (I == 0)
        Result.IsOfLibrary = IsTransparent;
      if (Way == Between::Jump)
        Frames.append(Functions[Root].Name, Root);
    }
    Current = Functions.idOf(Number, C.Function);
    Frames.appendInlineChain(*Theirs, Number, C.Frame, Current);
  }
}

uint64_t Expansion::siteHash() const {
  uint64_t Hash = SiteFile.empty() ? SiteOrdinal : uint64_t(SiteLine) << 32 | SiteColumn;
  Hash = hashWord(Hash, SiteFile.empty() || SiteRepeat < 2 ? 0 : SiteRepeat);
  const TextRef Names[] = {SiteFile.empty() ? SiteFunction : SiteFile, Allocator, Type,
                           Through};
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
