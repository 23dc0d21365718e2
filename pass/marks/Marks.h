//===- Marks.h - What the first stage leaves for the last -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sites are recognised when the pipeline starts and counted when it ends. What
// has to survive the optimiser in between is written into the module:
//
//   void *p = malloc(n);     a library call, which may be removed:
//     %p = call @malloc(%n) nomerge "allocsite.site"="1"
//
//   arena.alloc(24);         a call with a body, which will be inlined:
//     call @alloc(%arena, 24)
//     call @llvm.var.annotation(inttoptr 24, @allocsite.marker, …, i32 2, …)
//
//   !allocsite.sites = !{!{i32 1, !"malloc", i32 1, i32 0, i32 0, !DILocation, !"malloc",
//                          !"Foo", !"size", i32 0, !"", i32 1, i32 0, i32 0}}
//
// An attribute, because metadata is lost where a call becomes an invoke.
// The annotation gets id and size only: with the result or the arena it would
// make them escape. It costs the inliner nothing and is executed exactly once
// for each allocation, whatever is done to the code around it.
//
// With the pass option live=1 a call that makes, empties or ends an arena gets a note, which
// holds the arena's address; so do those of allocators. The address escapes, which
// is why nobody else has them.
//
//   apr_pool_create_ex(&p, parent, …);       result=*0 arena=1
//     %arena = load ptr, ptr %p
//     note "allocsite.create"(parent, site, %arena)
//   apr_pool_clear(p);                       arena=0
//     note "allocsite.event"(children, Event::Reset, %p), before the call: behind it the
//     address may be somebody else's
//
// A function that calls itself may be a loop when it is optimised. Annotations keep
// where it began, and where it called itself:
//
//     define void @f()
//       enter f                     at the top
//       …
//       recurse f                   before each call of itself
//       call void @f()
//
// Where the call has become a branch, a `recurse` is followed by an `enter`.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_MARKS_H
#define ALLOCSITE_PASS_MARKS_MARKS_H

#include "Annotation.h"
#include "CallTypes.h"
#include "frames/Frames.h"
#include "recognise/ArenaCalls.h"
#include "rules/Names.h"
#include "rules/SourceRules.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <optional>
#include <string>
#include <vector>

namespace allocsite {

struct Allocator; // recognise/Allocators.h

/// A site as it stood in the source. Ids count from 1 in each module.
struct MarkedSite {
  unsigned Id = 0;
  std::string Allocator; ///< Qualified name of the called function.
  std::string Family;    ///< Of that function, see Allocators.h.
  std::string Type;      ///< What it makes room for, "" where not known.
  bool Arena = false;
  bool Creates = false;        ///< No allocation: makes an arena.
  bool Blocks = false;         ///< Its markers hold the blocks that it makes.
  unsigned Level = 1;          ///< Least SKIP_HEAP_PROFILE that shows it.
  unsigned Ordinal = 0;        ///< k-th allocation of its source function, from 1.
  bool Returned = false;       ///< By its function, which is no frame: ReturnedCalls.h.
  bool ThroughPointer = false; ///< Counted by a note, whatever the call turns out to be.
  unsigned Repeat = 0;         ///< n > 1: the n-th that shares its place with others.
  const llvm::DILocation *Location = nullptr; ///< Of the call, as written.
  std::string Measure; ///< What its bytes are, in words: see measureText().
  std::string Aware;   ///< The function that is told of it (AwareCalls.h), "" for none.
};

/// True where this module was instrumented before: a link step, or a second
/// run over the same IR.
bool isInstrumented(const llvm::Module &M);
void setInstrumented(llvm::Module &M);

/// The named metadata of the sites. It is present, if empty, in every module
/// that was marked and not yet instrumented.
void writeSites(llvm::Module &M, const std::vector<MarkedSite> &Sites);
bool isMarked(const llvm::Module &M);

/// The same for a file that is left for the link: under `Key`, and so that no site is
/// taken for one of another file (LinkMarks.h).
void leaveSites(llvm::Module &M, llvm::StringRef Key);
std::vector<MarkedSite> takeLeftSites(llvm::Module &M, llvm::StringRef Key);

/// The families of the functions that are allocators, by symbol, and "" of those that rules
/// might take for one: where they are inlined everywhere, and gone, their names alone do not
/// tell.
using EntryFamilies = llvm::StringMap<std::string>;
void writeEntries(llvm::Module &M, const EntryFamilies &Entries);

/// The functions of which rules and the source say whether they are frames, where their
/// names would say the contrary.
void writeHidden(llvm::Module &M, const HiddenFunctions &Hidden);

/// The symbol of every subprogram whose linkage name does not say it: -g1 drops
/// linkage names, and C has none.
void writeSymbols(llvm::Module &M);

/// What a marked module holds besides the marks that stand in its functions. Locations and
/// texts are the LLVMContext's.
struct Marked {
  std::vector<MarkedSite> Sites; ///< In the order of their ids.
  EntryFamilies Entries;
  CallTypes Types;
  std::vector<SourceRule> Rules; ///< In the order of the source.
  SubprogramSymbols Symbols;
  HiddenFunctions Hidden;
};

/// Takes it out of `M`, which is marked no longer.
Marked takeMarks(llvm::Module &M);

/// The id that was put on a library call; 0 where it was found to be no site;
/// nothing where the optimiser made the call.
std::optional<unsigned> siteOf(const llvm::CallBase &Call);
void setSite(llvm::CallBase &Call, unsigned Id);
void dropSite(llvm::CallBase &Call);
/// Says by `Key` of which file the id is, until it is joined with those of others, whose
/// ids begin behind their `Bases`.
void leaveSite(llvm::CallBase &Call, llvm::StringRef Key);
void joinSite(llvm::CallBase &Call, const llvm::StringMap<unsigned> &Bases);

/// Stands behind a call with a body: number is the id of the site, payload the
/// bytes asked for, and the pointer the arena, where those are followed; the other one is the
/// object, as emitObject() makes it, or the block, where those are followed.
inline constexpr Annotation SiteMarker("allocsite.marker");

/// Puts such a marker behind `Call`, where its bytes are known. May split an edge. `Follows`:
/// the option live=1.
void markBehind(llvm::CallBase &Call, const Allocator &Callee, unsigned Id, bool Follows);
/// Where such a marker stands. May split an edge.
llvm::Instruction *placeBehind(llvm::CallBase &Call);

/// Takes every mark out of the functions of `M`.
void dropMarks(llvm::Module &M);

/// Behind a call that makes one: number is the id of the site, payload the parent's address.
inline constexpr Annotation CreateMarker("allocsite.create");
/// Before one that empties or ends it: number is an Event, payload what is with its children
/// (AllocSiteChildren). Or at one that moves, names or hangs it: payload is the other address,
/// or what is hung on the pointer. Or before one that takes an object back: payload is the object's
/// address, the pointer the arena or null, and the number has the bit TakesLater where all
/// younger ones go too.
inline constexpr Annotation EventMarker("allocsite.event");
/// Of Move: the arena was copied, and the old address names it too.
inline constexpr unsigned TakesLater = 1u << 8;

/// Puts a note behind `Call`, or nothing where the arena is not known. May split an edge.
/// False where there is none.
bool markCreated(llvm::CallBase &Call, const ArenaCall &Does, unsigned Id);
/// Puts a note before `Call`, or behind it where the result is needed.
void markEvent(llvm::CallBase &Call, const ArenaCall &Does);
/// Puts notes where `F` copies from or to one of `Arenas`, which calls of it are passed: whether
/// a structure that lives there is an arena is known when it runs.
void markCopies(llvm::Function &F, llvm::ArrayRef<const llvm::Value *> Arenas);

/// `enter` and `recurse`, by their number.
inline constexpr Annotation RecursionMarker("allocsite.recursion");

/// Annotates `F`, whose calls of itself are `Calls`.
void markRecursion(llvm::Function &F, llvm::ArrayRef<llvm::CallBase *> Calls);

/// What an annotation says; nothing where a merge has blurred it.
bool saysEnter(const llvm::Instruction &Marker);
bool saysRecurse(const llvm::Instruction &Marker);

/// True where `F`, or what was inlined into it, was annotated.
bool hasRecursion(const llvm::Function &F);

/// True of a `recurse` that nothing but the top of the same copy follows.
bool becameBranch(const llvm::Instruction &Recurse);

/// True where a call that it, or what was inlined into it, made of itself is a branch now.
bool becameLoop(const llvm::Function &F);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_MARKS_H
