//===- Numbering.h - Numbers for sites and call sites -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interns strings, functions, frames, sites and call sites, as Records.h lists them:
//
//   DILocation  leaf.cpp:4:9 in leaf, inlined at app.cpp:12:3 in main
//   Frames      1: main app.cpp:12:3, outer 0
//               2: leaf leaf.cpp:4:9, outer 1        <- what a site refers to
//
// Equal records are one record, so that copies of a call that unrolling or jump
// threading made have one id. Everything is numbered in order of first use,
// which makes the output deterministic.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_NUMBERING_H
#define ALLOCSITE_PASS_PLAN_NUMBERING_H

#include "frames/Frames.h"
#include "frames/Locations.h"
#include "frames/Records.h"
#include "marks/Marks.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>
#include <tuple>

namespace allocsite {

/// A call that runs under a context of its own.
struct CallNumber {
  uint32_t Record = 0; ///< Its record, with its frames.
  uint32_t Id = 0;     ///< What it pushes; calls that their callees tell apart share it.
};

/// The numbers of one module. `HasLines`: calls at different lines differ, and their frames have
/// the lines.
class Numbering {
public:
  Numbering(const llvm::Module &M, NameTable &Names, AllocatorTable &Allocators,
            FrameTable &Frames, CallTypes Types, bool HasLines)
      : M(M), Names(Names), Allocators(Allocators), Frames(Frames), Types(std::move(Types)),
        HasLines(HasLines) {}

  uint32_t function(const llvm::Function &F);

  /// The number of a site at `Location` of the physical function `F`. If all
  /// functions of the chain are transparent, the site has their frames, except those of the
  /// C++ library. A site without a source line has its ordinal as line; sites of
  /// a function that share a place are told apart by a number. The type is the one stated at
  /// the call of the allocator, or else at the call of a transparent function that leads
  /// there. `OfBlocks`: the blocks that the site makes are followed until they are freed.
  uint32_t site(const llvm::DILocation *Location, const llvm::Function &F,
                const MarkedSite &Site, bool OfBlocks);

  /// The numbers of a call at `Location` of `F`. `Callee` is null if the call is indirect.
  /// `Shares`: calls of different callees from one function have one id. `IsOfLibrary`: the callee
  /// is a library's, and what it allocates has the place of the call.
  CallNumber callSite(const llvm::DILocation *Location, const llvm::Function &F,
                      const llvm::Function *Callee, bool Shares, bool IsOfLibrary);

  /// Records that `F` is defined in this module and keeps the context.
  void setInstrumented(const llvm::Function &F);
  /// `F` has tail calls that CallEffects::isToldByCallers() is true of.
  void setJumps(const llvm::Function &F);
  /// Records which function of this module an alias stands for.
  void addAlias(const llvm::GlobalAlias &Alias);

  /// Adds the places that call functions which may allocate for their callers, as call sites
  /// whose id nothing pushes. Calls share ids whatever their lines (but with `lines=1`), so a record
  /// has the first place and the number of places: enough for a report that hides the callee.
  /// Without -g there are none. Returns true if there are any. Call last.
  bool addPlacesOfCalls();

  /// The records interned so far.
  const DescriptorTables &tables() const { return Tables; }
  bool empty() const { return Tables.Sites.size() == 1 && Tables.CallSites.size() == 1; }
  /// The number of records of calls, with the 0th. Those of places follow them.
  uint32_t callCount() const { return Calls ? Calls : uint32_t(Tables.CallSites.size()); }

private:
  struct FramePlace {
    SourcePlace At;
    uint32_t Repeat = 0;
  };
  /// The place without its column: calls in one line need not be told apart.
  static FramePlace lineOf(const SourcePlace &At) {
    return At.File.empty() ? FramePlace() : FramePlace{{At.File, At.Line, 0}, 0};
  }
  using PlaceOfInnermost = llvm::function_ref<FramePlace(const SourcePlace &At, bool IsOwn)>;

  uint32_t string(llvm::StringRef Text);
  uint32_t functionNamed(llvm::StringRef Symbol);
  uint32_t frame(llvm::StringRef Symbol, const FramePlace &Place, uint32_t Outer);
  uint32_t chain(llvm::ArrayRef<SourceFunction> Visible, PlaceOfInnermost PlaceOf);
  uint32_t siteChain(const llvm::DILocation *Location, const llvm::Function &F,
                     const MarkedSite &Site);
  bool isOfLibrary(uint32_t Frame) const;
  llvm::StringRef typeBehind(llvm::StringRef Callee, const llvm::DILocation *Location,
                             const llvm::Function &F);
  CallNumber numberOf(const AllocSiteCallSite &Call, bool Shares);
  void notePlaces(const llvm::DILocation *Location, const llvm::Function &F,
                  llvm::StringRef Callee);
  bool isCallOfFrame(llvm::StringRef Symbol);

  const llvm::Module &M;
  NameTable &Names;
  AllocatorTable &Allocators;
  FrameTable &Frames;
  const CallTypes Types;
  const bool HasLines;
  NamesOfFiles Files;

  DescriptorTables Tables;
  llvm::StringMap<uint32_t> StringIndex;
  llvm::StringMap<uint32_t> FunctionIndex;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>, uint32_t>
      FrameIndex, SiteIndex;
  uint32_t Ids = 1;   ///< The number of ids given to calls, including 0.
  uint32_t Calls = 0; ///< callCount(), once there are records of places.
  /// By record, and whether it shares its id.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, bool>, CallNumber> CallSiteIndex;
  /// By function and callee: the number of chains that share ids.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> ChainsTo;
  /// The id, by function and the number of earlier chains to the same callee.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> SharedIds;
  /// The places of calls: the file of the first place, and the lines and columns in it.
  struct PlacesOfCalls {
    std::string File;
    std::set<std::pair<unsigned, unsigned>> At;
  };
  std::map<std::pair<uint32_t, uint32_t>, PlacesOfCalls> PlacesByEnds; ///< Callee, caller.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_NUMBERING_H
