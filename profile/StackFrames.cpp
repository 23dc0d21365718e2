//===- StackFrames.cpp - Whole stacks as a tree of frames ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the calls of a stack (StackNodes.h) into the functions that the source has, from the
// outermost to the innermost, as a tree in which equal callers are shared. What is the same for
// all stacks below a call is done once for the call.
//
// Recursion is folded, so that stacks stay as short as people read them: a function that calls
// itself is one frame, and of functions that call each other in turn (a, b, a, b, …) two rounds
// are kept. A stack that is still longer than MostFrames keeps its outermost frames, `…`, and
// those of its site.
//
//===----------------------------------------------------------------------===//
#include "Expand.h"

namespace allocsite {

using FunctionId = FunctionTable::Id;

static constexpr uint32_t MostFrames = 512;
static constexpr unsigned MostPeriod = 8;   // functions in a round of recursion
static constexpr unsigned MostInlined = 64; // frames of one call
static constexpr unsigned MostCalls = 1 << 20;
static constexpr char LeftOut[] = "\u2026";

/// A frame of `Root` above `Caller` that stands for a new one, which would begin a third round of
/// the same functions; 0 if there is none.
uint32_t Expander::roundBefore(uint32_t Caller, FunctionId Root) const {
  FunctionId Roots[2 * MostPeriod + 1] = {Root}; // of the new frame and those above
  uint32_t Frames[2 * MostPeriod + 1] = {0};
  unsigned Count = 1;
  auto has = [&](unsigned Wanted) {
    for (; Caller && Count <= Wanted; Caller = WholeFrames[Caller].Caller) {
      Roots[Count] = WholeFrames[Caller].Root;
      Frames[Count++] = Caller;
    }
    return Count > Wanted;
  };
  for (unsigned Period = 2; Period <= MostPeriod && has(Period); ++Period) {
    if (Roots[Period] != Root || !has(2 * Period))
      continue;
    unsigned Equal = 0;
    while (Equal <= Period && Roots[Equal] && Roots[Equal] == Roots[Equal + Period])
      ++Equal;
    if (Equal > Period)
      return Frames[Period];
  }
  return 0;
}

/// The frame of `New` in `Caller`. 0 if memory is short.
uint32_t Expander::pushFrame(uint32_t Caller, WholeFrame New, bool IsOfSite, bool IsLast) {
  if (!WholeFrames.size() && !WholeFrames.resize(1))
    return IsShort = true, 0;
  if (New.Function.empty())
    return Caller;
  if (Caller && New.Root && WholeFrames[Caller].Root == New.Root &&
      WholeFrames[Caller].Function == New.Function)
    return Caller;
  const uint64_t Bit = uint64_t(New.Root != FunctionTable::None) << (New.Root & 63);
  // The four frames of the row are those at the inner end, so the last one stays.
  const bool MayBeAgain = Caller && !IsLast && (WholeFrames[Caller].Roots & Bit);
  if (const uint32_t Same = MayBeAgain ? roundBefore(Caller, New.Root) : 0)
    return Same;
  New.Roots = (Caller ? WholeFrames[Caller].Roots : 0) | Bit;
  New.Depth = Caller ? WholeFrames[Caller].Depth + 1 : 1;
  New.Caller = Caller;
  if (New.Depth >= MostFrames && !IsOfSite) {
    if (WholeFrames[Caller].Depth >= MostFrames)
      return Caller;
    New.Function = TextRef(LeftOut);
    New.File = TextRef();
    New.Line = 0;
    New.Root = FunctionTable::None;
  }
  uint64_t Hash = hashWord(Caller, reinterpret_cast<uintptr_t>(New.Function.Bytes));
  Hash = hashWord(Hash, hashWord(New.Line, reinterpret_cast<uintptr_t>(New.File.Bytes)));
  uint32_t At = FramesByCaller.find(Hash, [&](uint32_t I) {
    const WholeFrame &Each = WholeFrames[I];
    return Each.Caller == Caller && Each.Line == New.Line && Each.Function == New.Function &&
           Each.File == New.File;
  });
  if (At != PageIndex::None)
    return At;
  At = static_cast<uint32_t>(WholeFrames.size());
  if (WholeFrames.push(New) && FramesByCaller.insert(Hash, At))
    return At;
  IsShort = true;
  return 0;
}

/// `Caller` with a frame of module `Number` and those that it was inlined into, of which `Holder`
/// is the physical function.
uint32_t Expander::pushChain(uint32_t Caller, uint32_t Number, uint32_t Frame,
                             FunctionId Holder, bool IsOfSite) {
  const ModuleTables &M = *Functions.records(Number);
  const bool HasLines = Modules[Number].Tables.Flags & ALLOCSITE_MODULE_LINES;
  uint32_t Chain[MostInlined];
  unsigned Count = 0;
  for (; Frame && Count < MostInlined; Frame = M.frame(Frame).Outer)
    Chain[Count++] = Frame;
  while (Count) {
    const AllocSiteFrame F = M.frame(Chain[--Count]);
    const FunctionId Id = Functions.idOf(Number, F.Function);
    if (M.function(F.Function).Flags & ALLOCSITE_FUNCTION_RECORDED &&
        !Functions.isInlined(F, Id, Holder))
      continue; // Its call tells whether it is a frame: see between().
    WholeFrame New = {};
    New.Function = M.text(M.function(F.Function).Name);
    New.Root = Functions.root(Id);
    if (HasLines && (Count || !IsOfSite)) { // The site itself has a column of the log.
      New.File = M.text(F.File);
      New.Line = New.File.empty() ? 0 : F.Line;
    }
    Caller = pushFrame(Caller, New, IsOfSite, IsOfSite && !Count);
  }
  return Caller;
}

/// The call of a node, and the number of its module. False if it is not known.
bool Expander::callOf(uint32_t Node, uint32_t &Number, AllocSiteCallSite &Call) {
  const AllocSiteStackNode *Its = Stacks->at(Node);
  const LoadedModule *M = Its ? moduleOfCall(Its->What) : nullptr;
  const ModuleTables *Known =
      M ? Functions.records(static_cast<uint32_t>(M - Modules)) : nullptr;
  if (!Known || Its->What - M->CallBase >= Known->Counts.CallSiteCount)
    return false;
  Number = static_cast<uint32_t>(M - Modules);
  Call = Known->CallSites[Its->What - M->CallBase];
  return true;
}

/// The innermost frame of the calls from `Node` on, which led to `Current`.
uint32_t Expander::stackOf(uint32_t Node, FunctionId Current) {
  Path.resize(0);
  uint32_t Found = 0;
  AllocSiteCallSite Call;
  uint32_t Number;
  for (uint32_t Each = Node; callOf(Each, Number, Call);) {
    if (Each < StacksOfNodes.size() && StacksOfNodes[Each].Current &&
        StacksOfNodes[Each].Current == Functions.root(Current)) {
      Found = StacksOfNodes[Each].Frame;
      break;
    }
    if (Path.size() >= MostCalls || !Path.push({Each, Current})) {
      IsShort |= Path.size() < MostCalls;
      break;
    }
    Current = Functions.idOf(Number, Call.Function);
    Each = Stacks->at(Each)->Caller;
  }
  while (Path.size()) {
    const Step Its = Path[Path.size() - 1];
    Path.resize(Path.size() - 1);
    callOf(Its.Node, Number, Call);
    Found = pushChain(Found, Number, Call.Frame, Functions.idOf(Number, Call.Function),
                      /*IsOfSite=*/false);
    const FunctionId Callee = Functions.idOf(Number, Call.Callee);
    if (between(Callee, Its.Current) != Between::Nothing) {
      WholeFrame New = {};
      New.Root = Functions.root(Callee); // f of __real_f
      New.Function = Functions[New.Root].Name;
      Found = pushFrame(Found, New, /*IsOfSite=*/false, /*IsLast=*/false);
    }
    if (Its.Node < StacksOfNodes.size() || StacksOfNodes.resize(Its.Node + Its.Node / 2 + 64))
      StacksOfNodes[Its.Node] = {Functions.root(Its.Current), Found};
  }
  return Found;
}

uint32_t Expander::wholeStack(uint64_t Site, uint64_t Context) {
  const LoadedModule *M = moduleOfSite(Site);
  if (!M)
    return 0;
  const uint32_t Number = static_cast<uint32_t>(M - Modules);
  const ModuleTables *Own = Functions.records(Number);
  if (!Own)
    return 0;
  if (ALLOCSITE_MODULE_DEPTH_OF(M->Tables.Flags) < ALLOCSITE_FRAMES)
    return 0; // the log shows as many frames as was asked for, and no more
  const AllocSiteSite S = Own->Sites[Site - M->SiteBase];
  const FunctionId Holder = Functions.idOf(Number, S.Function);
  const uint32_t Node = Stacks->findSite(Context, Site);
  const uint32_t Callers = Node ? stackOf(Stacks->at(Node)->Caller, Holder) : 0;
  const bool IsOfLibrary = S.Flags & ALLOCSITE_SITE_OF_LIBRARY;
  if (S.Frame && (!IsOfLibrary || !Callers))
    return pushChain(Callers, Number, S.Frame, Holder, /*IsOfSite=*/true);
  if (Callers || M->Tables.Flags & ALLOCSITE_MODULE_THROUGH)
    return Callers;
  WholeFrame New = {};
  New.Function = Own->text(Own->function(S.Function).Name);
  New.Root = Functions.root(Holder);
  return pushFrame(0, New, /*IsOfSite=*/true, /*IsLast=*/true);
}

} // namespace allocsite
