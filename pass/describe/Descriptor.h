//===- Descriptor.h - Builds the module descriptor --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interns strings, functions, frames, sites and call sites as Descriptors.inc
// lists them, and turns them into one constant of the module (Encode.h):
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

#ifndef ALLOCSITE_PASS_DESCRIBE_DESCRIPTOR_H
#define ALLOCSITE_PASS_DESCRIBE_DESCRIPTOR_H

#include "Encode.h"
#include "allocsite/Abi.h"
#include "lower/ThreadState.h"
#include "mark/CallTypes.h"
#include "mark/Locations.h"
#include "mark/Marks.h"
#include "recognise/Allocators.h"
#include "rules/Names.h"
#include "llvm/IR/GlobalVariable.h"
#include <map>
#include <tuple>

namespace allocsite {

class DescriptorBuilder {
public:
  DescriptorBuilder(llvm::Module &M, NameTable &Names,
                    AllocatorTable &Allocators, SubprogramSymbols Symbols, CallTypes Types);

  /// The frames of the inline chain of a site that ends in physical function `F`:
  /// innermost frame. Where all are transparent, those of libraries, which site() says of them,
  /// but that of C++; 0 where there are none. `Location` may be null; a
  /// site without place gets its ordinal for one, and a number where several of a
  /// function share one. Where `End` is given, the chain ends at the inlined copy
  /// of a function that `End` lies in (see RecursionMarks.h).
  uint32_t siteChain(const llvm::DILocation *Location, const llvm::Function &F,
                     const MarkedSite &Site,
                     const llvm::DILocation *End = nullptr);

  uint32_t function(const llvm::Function &F);
  /// `Location` and `End` as for the chain, which `Frame` begins: the site lies in the
  /// function of that copy. Its type is what the source says at the call of the allocator,
  /// or else at one of what leads to that and is no frame.
  uint32_t site(uint32_t Frame, const llvm::DILocation *Location, const llvm::Function &F,
                const MarkedSite &Site, const llvm::DILocation *End = nullptr);

  /// The id of a call at `Location` of `F`, without the module's base. `Callee`
  /// is null where the call is indirect. Calls that share ids have one for each
  /// function, as long as their callees differ. Returns 0 (unknown) past
  /// ALLOCSITE_FIRST_ID ids in one module.
  uint32_t callSite(const llvm::DILocation *Location, const llvm::Function &F,
                    const llvm::Function *Callee, bool Shares,
                    const llvm::DILocation *End = nullptr);
  /// The call at `Place` of the function that it lies in. `Shares` if that is `F`, and not
  /// what was inlined into it.
  uint32_t recursiveCallSite(const llvm::DILocation &Place, const llvm::Function &F,
                             bool Shares, const llvm::DILocation *End);
  void tailCall(const llvm::Function &From, const llvm::Function *To);

  /// Says that `F` is defined in this module and keeps the context.
  void setInstrumented(const llvm::Function &F);
  /// Says which function of this module an alias stands for.
  void addAlias(const llvm::GlobalAlias &Alias);

  /// The symbol of the source function that `Location` lies in.
  llvm::StringRef symbolOf(const llvm::DILocation &Location) const;
  /// True for functions that are no frames.
  bool isTransparent(llvm::StringRef Symbol);
  /// True for those among them of libraries other than that of C++.
  bool isOfOtherLibrary(llvm::StringRef Symbol);
  /// True where one of the functions that `Call` lies in, inlined or not, is a frame.
  bool hasFrame(const llvm::CallBase &Call);
  bool isAllocator(llvm::StringRef Symbol) const;

  /// True for two symbols of one function of the source: the complete, base and
  /// deleting variants of a constructor or destructor.
  bool areVariants(llvm::StringRef A, llvm::StringRef B);

  /// What was interned so far.
  const DescriptorTables &tables() const { return Tables; }
  bool empty() const { return Tables.Sites.size() == 1 && Tables.CallSites.size() == 1; }

  /// Emits the descriptor, which tells what of `Thread` registration writes to.
  llvm::GlobalVariable *emit(ThreadState &Thread, uint32_t Flags);

private:
  llvm::StringRef typeBehind(llvm::StringRef Callee, const llvm::DILocation *Location,
                             const llvm::Function &F, const llvm::DILocation *End);

  struct FramePlace {
    SourcePlace At;
    uint32_t Repeat = 0;
  };
  using PlaceOfInnermost =
      llvm::function_ref<FramePlace(const SourcePlace &At, bool IsOwn)>;

  uint32_t string(llvm::StringRef Text);
  void dropUnshownNames();
  uint32_t functionNamed(llvm::StringRef Symbol);
  uint32_t holder(const llvm::Function &F, const llvm::DILocation *End);
  uint32_t chain(const llvm::DILocation *Location, const llvm::Function &F,
                 llvm::StringRef Called, const PlaceOfInnermost &PlaceOf,
                 const llvm::DILocation *End, bool OfLibraries = false);
  bool isOfLibrary(uint32_t Frame) const;
  uint32_t callId(const AllocSiteCallSite &Call, bool Shares);
  uint32_t frame(llvm::StringRef Symbol, const FramePlace &Place,
                 uint32_t Outer);

  llvm::Module &M;
  NameTable &Names;
  AllocatorTable &Allocators;
  SubprogramSymbols Symbols;
  CallTypes Types;
  NamesOfFiles Files;

  DescriptorTables Tables;
  llvm::StringMap<uint32_t> StringIndex;
  llvm::StringMap<uint32_t> FunctionIndex;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t,
                      uint32_t>,
           uint32_t>
      FrameIndex, SiteIndex;
  uint32_t Ids = 1; ///< Given to call sites, 0 included.
  /// By record, and whether it shares its id.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, bool>, uint32_t>
      CallSiteIndex;
  /// By function and callee: how many chains lead there under shared ids.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> ChainsTo;
  /// By function and how many such chains came before.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> SharedIds;
  std::map<std::pair<uint32_t, uint32_t>, bool> TailCallIndex;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_DESCRIBE_DESCRIPTOR_H
