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
// which makes the output a function of the input.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_NUMBERING_H
#define ALLOCSITE_PASS_PLAN_NUMBERING_H

#include "frames/Frames.h"
#include "frames/Locations.h"
#include "frames/Records.h"
#include "marks/CallTypes.h"
#include "marks/Marks.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>
#include <tuple>

namespace allocsite {

/// Of one module.
class Numbering {
public:
  Numbering(const llvm::Module &M, NameTable &Names, AllocatorTable &Allocators,
            FrameTable &Frames, CallTypes Types)
      : M(M), Names(Names), Allocators(Allocators), Frames(Frames), Types(std::move(Types)) {}

  uint32_t function(const llvm::Function &F);

  /// The number of a site at `Location` of the physical function `F`, `End` as for
  /// FrameTable::functionsAt(): it lies in the function of that copy. Where all are
  /// transparent it has the frames of libraries, but that of C++. A site without place
  /// gets its ordinal for one, and a number where several of a function share one. Its
  /// type is what the source says at the call of the allocator, or else at one of what
  /// leads to that and is no frame. `OfBlocks`: it is counted with the blocks that it makes.
  uint32_t site(const llvm::DILocation *Location, const llvm::Function &F,
                const MarkedSite &Site, bool OfBlocks, const llvm::DILocation *End = nullptr);

  /// The id of a call at `Location` of `F`, without the module's base. `Callee`
  /// is null where the call is indirect. Calls that share ids have one for each
  /// function, as long as their callees differ. Returns 0 (unknown) past
  /// ALLOCSITE_FIRST_ID ids in one module.
  uint32_t callSite(const llvm::DILocation *Location, const llvm::Function &F,
                    const llvm::Function *Callee, bool Shares,
                    const llvm::DILocation *End = nullptr);
  /// The call at `Place` of the function that it lies in. `Shares` if that is `F`, and
  /// not what was inlined into it.
  uint32_t recursiveCallSite(const llvm::DILocation &Place, const llvm::Function &F,
                             bool Shares, const llvm::DILocation *End);
  void tailCall(const llvm::Function &From, const llvm::Function *To);

  /// Says that `F` is defined in this module and keeps the context.
  void setInstrumented(const llvm::Function &F);
  /// Says which function of this module an alias stands for.
  void addAlias(const llvm::GlobalAlias &Alias);

  /// Adds where functions are called that may allocate for their callers, as call sites
  /// whose id nothing pushes. Callers share ids whatever their lines (Expand.h), so what is
  /// told is the first place and how many there are: enough for a report that leaves the
  /// callee out. Without -g there is none. True where there are some; call it last.
  bool addPlacesOfCalls();

  /// What was interned so far.
  const DescriptorTables &tables() const { return Tables; }
  bool empty() const { return Tables.Sites.size() == 1 && Tables.CallSites.size() == 1; }
  /// How many ids were given to call sites, 0 included.
  uint32_t idCount() const { return Ids; }

private:
  struct FramePlace {
    SourcePlace At;
    uint32_t Repeat = 0;
  };
  using PlaceOfInnermost = llvm::function_ref<FramePlace(const SourcePlace &At, bool IsOwn)>;

  uint32_t string(llvm::StringRef Text);
  uint32_t functionNamed(llvm::StringRef Symbol);
  uint32_t holder(const llvm::Function &F, const llvm::DILocation *End);
  uint32_t frame(llvm::StringRef Symbol, const FramePlace &Place, uint32_t Outer);
  uint32_t chain(llvm::ArrayRef<SourceFunction> Visible, PlaceOfInnermost PlaceOf);
  uint32_t siteChain(const llvm::DILocation *Location, const llvm::Function &F,
                     const MarkedSite &Site, const llvm::DILocation *End);
  bool isOfLibrary(uint32_t Frame) const;
  llvm::StringRef typeBehind(llvm::StringRef Callee, const llvm::DILocation *Location,
                             const llvm::Function &F, const llvm::DILocation *End);
  uint32_t callId(const AllocSiteCallSite &Call, bool Shares);
  void notePlaces(const llvm::DILocation *Location, const llvm::Function &F,
                  llvm::StringRef Callee, const llvm::DILocation *End);
  bool mayAllocateForCaller(llvm::StringRef Symbol, const llvm::DISubprogram *Its);

  const llvm::Module &M;
  NameTable &Names;
  AllocatorTable &Allocators;
  FrameTable &Frames;
  const CallTypes Types;
  NamesOfFiles Files;

  DescriptorTables Tables;
  llvm::StringMap<uint32_t> StringIndex;
  llvm::StringMap<uint32_t> FunctionIndex;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>, uint32_t>
      FrameIndex, SiteIndex;
  uint32_t Ids = 1; ///< Given to call sites, 0 included.
  /// By record, and whether it shares its id.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, bool>, uint32_t> CallSiteIndex;
  /// By function and callee: how many chains lead there under shared ids.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> ChainsTo;
  /// By function and how many such chains came before.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> SharedIds;
  std::map<std::pair<uint32_t, uint32_t>, bool> TailCallIndex;
  /// By callee and caller: lines and columns, and the file of the first that was met.
  struct PlacesOfCalls {
    std::string File;
    std::set<std::pair<unsigned, unsigned>> At;
  };
  std::map<std::pair<uint32_t, uint32_t>, PlacesOfCalls> PlacesByEnds;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_NUMBERING_H
