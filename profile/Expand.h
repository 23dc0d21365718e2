//===- Expand.h - Turns a site and a context into names ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nodes of a stack tell the calls that led to a site, as they were on the stack
// (StackNodes.h). Code that is not instrumented has no calls there; but it is known what was
// called, and where the program went on:
//
//   site in compare, call of qsort in sorter: qsort is not instrumented and called back
//   compare, qsort, sorter, …
//
// No state of the process: the input is modules with their bases, of this process or of
// a recorded profile. Not thread-safe.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_EXPAND_H
#define ALLOCSITE_PROFILE_EXPAND_H

#include "Functions.h"
#include "StackNodes.h"

namespace allocsite {

/// Texts live as long as the Expander.
struct Expansion {
  enum FrameKind { Missing /* - */, Unrecorded /* … */, Named };
  FrameKind Kinds[ALLOCSITE_FRAMES];
  TextRef Names[ALLOCSITE_FRAMES];
  TextRef Allocator; // empty: not known
  TextRef Type;      // empty: not known
  TextRef Through;   // path of the code without the pass that made the call; empty: a site's
  bool IsArena;
  unsigned Level;        // least SKIP_HEAP_PROFILE that shows it; 0 if no site is known
  TextRef Family, Above; // of the allocator, and of the allocator that called it; or empty
  bool IsInner;          // made inside another entry of its allocator: not a site
  bool IsOfLibrary;      // Through: the program called a library's function there

  // The place: "file:line:column#repeat", or "function#ordinal" if SiteFile is
  // empty. siteText() writes it.
  TextRef SiteFile, SiteFunction;
  uint32_t SiteLine, SiteColumn, SiteRepeat, SiteOrdinal;

  /// Appends the place; nothing if the site belongs to no module.
  void siteText(Text &To) const;
  /// A hash of allocator, type and place: equal for all rows of one site. Never 0.
  uint64_t siteHash() const;
  /// An upper bound for the bytes that siteText appends.
  size_t siteTextBytes() const { return SiteFile.Size + SiteFunction.Size + 48; }
};

/// Where `Caller` calls `Callee`, which may allocate: the number of places, and the first.
struct PlaceOfCall {
  TextRef Callee, Caller, File;
  uint32_t Line, Column, Calls;
};

/// A frame of a whole stack, and those that led there.
struct WholeFrame {
  TextRef Function;
  TextRef File;    // of the call; empty: not known
  uint32_t Line;   // 0: not known
  uint32_t Caller; // number of a frame; 0: there is none
  uint32_t Depth;  // from 1
  FunctionTable::Id Root;
  uint64_t Roots; // of it and its callers: a bit each, which others may share
};

class Expander {
public:
  /// Modules must live until the last expansion was used, and ascend in SiteBase and
  /// CallBase, as in Decode.h; so must `Stacks`. A module with damaged bytes has no records. False if
  /// memory is short.
  bool load(const LoadedModule *Modules, uint32_t Count, const StackNodes &Stacks);

  /// False if memory was short, in this expansion or an earlier one.
  bool expand(uint64_t Site, uint64_t Context, Expansion &Result);

  /// The number of the innermost frame of the whole stack; 0 if no frame is known. Folded as
  /// StackFrames.cpp says.
  uint32_t wholeStack(uint64_t Site, uint64_t Context);
  /// False if memory was short for one of them.
  bool hasWholeStacks() const { return !IsShort; }
  /// Frame `Number` of those that wholeStack() has made so far, which have numbers from 1 to
  /// frameCount().
  const WholeFrame &frame(uint32_t Number) const { return WholeFrames[Number]; }
  uint32_t frameCount() const {
    return WholeFrames.size() ? static_cast<uint32_t>(WholeFrames.size() - 1) : 0;
  }

  /// Calls `Use` with each known PlaceOfCall of the modules that expansions have read, until
  /// it returns false. Returns whether it never did.
  template <typename UseT> bool placesOfCalls(UseT &&Use) const {
    for (uint32_t Number = 0; Number < ModuleCount; ++Number) {
      const AllocSiteModule &Of = Modules[Number].Tables;
      const ModuleTables *M = Functions.recordsReadOf(Number);
      if (!M || !(Of.Flags & ALLOCSITE_MODULE_PLACES))
        continue;
      for (uint32_t I = M->Counts.CallSiteCount; I > 1 && I > Of.CallCount; --I) {
        const AllocSiteCallSite &C = M->CallSites[I - 1];
        AllocSiteFrame At = M->frame(C.Frame);
        if (!Use(PlaceOfCall{M->text(M->function(C.Callee).Name),
                             M->text(M->function(C.Function).Name), M->text(At.File), At.Line,
                             At.Column, At.Repeat ? At.Repeat : 1}))
          return false;
      }
    }
    return true;
  }

  /// True if the allocations of code without the pass were counted too.
  bool isWhole() const;
  /// True if the modules belong to more than one program or library.
  bool hasObjects() const;

  /// Calls `Use(function, path)` with each function that has code in the modules that
  /// expansions have read, and the path of its object, until it returns false. A pair may be
  /// repeated. Returns whether `Use` never returned false.
  template <typename UseT> bool objectsOfFunctions(UseT &&Use) const {
    for (uint32_t Number = 0; Number < ModuleCount; ++Number) {
      const ModuleTables *M = Functions.recordsReadOf(Number);
      if (!M || !Modules[Number].Object)
        continue;
      const TextRef Path(Modules[Number].Object);
      auto tell = [&](uint32_t Function) {
        return Use(M->text(M->function(Function).Name), Path);
      };
      for (uint32_t I = 1; I < M->Counts.FrameCount; ++I) // inlined ones
        if (M->Frames[I].Outer && !tell(M->Frames[I].Function))
          return false;
      for (uint32_t I = 1; I < M->Counts.FunctionCount; ++I)
        if ((M->Functions[I].Flags & ALLOCSITE_FUNCTION_INSTRUMENTED) && !tell(I))
          return false;
    }
    return true;
  }

private:
  using FunctionId = FunctionTable::Id;
  class Chain;

  const LoadedModule *Modules = nullptr;
  const StackNodes *Stacks = nullptr;
  uint32_t ModuleCount = 0;
  FunctionTable Functions;
  enum EntryState : char { NotKnown, BelowNone, BelowSome };
  PageArray<char> BelowEntries; // by node: whether it or a caller is of an entry

  // StackFrames.cpp
  struct KnownStack {
    FunctionId Current; // that the call led to; None: not known
    uint32_t Frame;
  };
  struct Step {
    uint32_t Node;
    FunctionId Current;
  };
  PageArray<WholeFrame> WholeFrames;
  PageIndex FramesByCaller;
  PageArray<KnownStack> StacksOfNodes;
  PageArray<Step> Path;
  bool IsShort = false; // of memory for whole stacks

  const LoadedModule *moduleOfSite(uint64_t Site) const;
  const LoadedModule *moduleOfCall(uint64_t Call) const;
  bool isSame(FunctionId A, FunctionId B);
  void setSiteOfCall(const AllocSiteSite &S, const ModuleTables &M, uint32_t Number,
                     const AllocSiteCallSite &C, FunctionId Current, Expansion &E);
  /// Nothing: it was a call of `Current`, or of a function that is no frame. Jump: the callee
  /// is a frame, and has jumped on. CallBack: it is not instrumented, and has called back; or it is
  /// `Current`, an allocator that is a frame where a site has called it, and not other code.
  enum class Between { Nothing, Jump, CallBack };
  Between between(FunctionId Callee, FunctionId Current);
  uint32_t roundBefore(uint32_t Caller, FunctionId Root) const;
  uint32_t pushFrame(uint32_t Caller, WholeFrame New, bool IsOfSite, bool IsLast);
  uint32_t pushChain(uint32_t Caller, uint32_t Number, uint32_t Frame, FunctionId Holder,
                     bool IsOfSite);
  uint32_t stackOf(uint32_t Node, FunctionId Current);
  bool callOf(uint32_t Node, uint32_t &Number, AllocSiteCallSite &Call);
  bool isEntry(uint32_t Node);
  bool wasInterrupted(uint32_t Node) const;
  bool isBelowEntry(uint32_t Node);
  void appendCallers(const AllocSiteSite &S, uint32_t Node, unsigned Depth, FunctionId Current,
                     Chain &Frames, Expansion &Result);
  void expandKnown(uint64_t Site, uint64_t Context, Expansion &Result);
};

} // namespace allocsite

#endif
