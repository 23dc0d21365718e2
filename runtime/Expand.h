//===- Expand.h - From a site and a context to names ------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each id of a context word claims "the function that we are in was called from
// here". The claim is checked: the call site's direct callee must be, or lead
// by tail calls or by code that is not instrumented to, the function we are in.
// A stale word (an exception caught in foreign code, a longjmp) is thereby cut
// with `-`, and never prints a wrong name.
//
//   site in leaf, context [ call of compare? no: of qsort, in sorter | … ]
//   qsort is not instrumented and called back:   compare, qsort, sorter, …
//
// No state of the process: input are modules with their bases, as they stand in
// this process or in a recorded profile. One thread at a time.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_EXPAND_H
#define ALLOCSITE_RUNTIME_EXPAND_H

#include "Decode.h"
#include "Modules.h"
#include "Pages.h"

namespace allocsite {

/// Texts live as long as the Expander.
struct Expansion {
  enum FrameKind { Missing /* - */, Unrecorded /* … */, Named };
  FrameKind Kinds[ALLOCSITE_FRAMES];
  TextRef Names[ALLOCSITE_FRAMES];
  TextRef Allocator; // empty: not known
  TextRef Type;      // empty: not known
  bool IsArena;
  unsigned Level; // least SKIP_HEAP_PROFILE that shows it; 0 where no site is known
  bool IsInner; // made inside another entry of its allocator: not a site

  // The place: "file:line:column#repeat", or "function#ordinal" where SiteFile
  // is empty. SiteText() spells it.
  TextRef SiteFile, SiteFunction;
  uint32_t SiteLine, SiteColumn, SiteRepeat, SiteOrdinal;

  /// Appends the place, or nothing where the site belongs to no module.
  void siteText(Text &To) const;
  /// An upper bound for the bytes that siteText appends.
  size_t siteTextBytes() const {
    return SiteFile.Size + SiteFunction.Size + 48;
  }
};

class Expander {
public:
  /// Modules must stay until the last expansion was used; ascending in SiteBase
  /// and CallBase, as Modules.h has them. One whose bytes are damaged has no
  /// records. False where there was no memory.
  bool load(const LoadedModule *Modules, uint32_t Count);

  void expand(uint64_t Site, uint64_t Context, Expansion &Result) const;

private:
  /// Index into Functions: one for all records of one function in all modules.
  using FunctionId = uint32_t;
  static constexpr FunctionId NoFunction = 0;

  struct Function {
    uint64_t Symbol;   // allocSiteSymbolHash
    TextRef Name;      // what a frame shows
    uint32_t Scope;    // 0: its symbol means it everywhere, else in one module
    FunctionId Parent; // of a union-find forest; itself where it stands alone
    uint32_t Flags;    // of all its records; so is what follows
    uint32_t FirstTail, TailCount;
    FunctionId WrappedBy; // __wrap_f of f, or NoFunction
  };
  struct Tail {
    FunctionId From, To; // To NoFunction: indirect
  };

  /// AcceptedUnseen: by a call that may have led to any function, and that was no site.
  enum class Relation { Stale, Accepted, AcceptedUnseen, AcceptedBehind };

  const LoadedModule *Modules = nullptr;
  uint32_t ModuleCount = 0;
  PageArray<uint32_t> Words;      // what Tables point into
  PageArray<ModuleTables> Tables; // of each module
  PageArray<Function> Functions;
  PageArray<Tail> Tails; // ascending in From
  PageArray<uint32_t> FirstOfModule; // where a module's records are in Ids
  PageArray<FunctionId> Ids;         // of every function record

  PageArray<uint32_t> WithIds;       // modules that have a CallBase

  const LoadedModule *moduleOfSite(uint64_t Site) const;
  const LoadedModule *moduleOfCall(uint64_t Id) const;
  FunctionId idOf(uint32_t Module, uint32_t Record) const;
  Relation relate(FunctionId Callee, FunctionId Current,
                  FunctionId &Between) const;
  Relation callThatLedTo(FunctionId Current, uint32_t Module, uint64_t Id,
                         AllocSiteCallSite &Call, FunctionId &Between) const;
  /// The function of this symbol in a module's scope, or in that of all (0).
  FunctionId findFunction(const PageIndex &BySymbol, uint32_t Scope,
                          uint64_t Symbol) const;
  FunctionId root(FunctionId Id);
  bool decodeModules();
  bool nameFunctions();
  void joinWrapped(const PageIndex &BySymbol);
  bool sortTails();
};

} // namespace allocsite

#endif
