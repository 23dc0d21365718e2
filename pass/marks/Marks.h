//===- Marks.h - What the first stage leaves for the last -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sites are recognised when the pipeline starts and counted when it ends. In between the
// module holds what has to survive the optimiser:
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
// The id is an attribute, because metadata is lost when a call becomes an invoke.
// The annotation has only id and size: the result or the arena would escape. It costs
// the inliner nothing and is executed exactly once for each allocation, however the
// code around it is transformed.
//
// With the pass option live=1, calls that create, empty or end an arena, and calls that
// allocate from one, get a note with the arena's address. The address escapes, so there are
// no such notes without live=1.
//
//   apr_pool_create_ex(&p, parent, …);       result=*0 arena=1
//     %arena = load ptr, ptr %p
//     note "allocsite.create"(parent, site, %arena)
//   apr_pool_clear(p);                       arena=0
//     note "allocsite.event"(children, Event::Reset, %p), before the call: after it the
//     address may already be in use again
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_MARKS_H
#define ALLOCSITE_PASS_MARKS_MARKS_H

#include "Annotation.h"
#include "frames/Frames.h"
#include "recognise/ArenaCalls.h"
#include "rules/Names.h"
#include "rules/SourceRules.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace allocsite {

struct Allocator; // recognise/Allocators.h

/// A site as it is in the source. Ids count from 1 in each module.
struct MarkedSite {
  unsigned Id = 0;
  std::string Allocator; ///< Qualified name of the called function.
  std::string Family;    ///< Of that function, see Allocators.h.
  std::string Type;      ///< The type that it allocates memory for, or "".
  bool Arena = false;
  bool Creates = false;        ///< Creates an arena: no allocation.
  bool Blocks = false;         ///< Its markers hold the blocks that it makes.
  unsigned Level = 1;          ///< Least SKIP_HEAP_PROFILE that shows it.
  unsigned Ordinal = 0;        ///< k-th allocation of its source function, from 1.
  bool Returned = false;       ///< Its function, which is no frame, returns the memory.
  bool ThroughPointer = false; ///< Counted by a note, even if the call becomes direct.
  unsigned Repeat = 0;         ///< n > 1: the n-th that shares its place with others.
  const llvm::DILocation *Location = nullptr; ///< Of the call in the source.
  std::string Measure;                        ///< The formula of its bytes: see measureText().
  std::string Aware; ///< The function that is passed the site (Marks.h), or "".
};

/// True if this module was instrumented before: in a link step, or in a second run over the
/// same IR.
bool isInstrumented(const llvm::Module &M);
void setInstrumented(llvm::Module &M);

/// Writes the named metadata of the sites. Every module that is marked and not yet
/// instrumented has it, even if it is empty.
void writeSites(llvm::Module &M, const std::vector<MarkedSite> &Sites);
bool isMarked(const llvm::Module &M);

/// The same for a file that is left for the link: under `Key`, so that its sites stay
/// distinct from those of other files (LinkMarks.h).
void leaveSites(llvm::Module &M, llvm::StringRef Key);
std::vector<MarkedSite> takeLeftSites(llvm::Module &M, llvm::StringRef Key);

/// The families of allocators, by symbol; "" for functions that rules might match but that
/// are none. Needed for functions that were inlined and removed: a name alone does not tell.
using EntryFamilies = llvm::StringMap<std::string>;
void writeEntries(llvm::Module &M, const EntryFamilies &Entries);

/// The functions that are frames or not by a rule or the source, contrary to their names.
void writeHidden(llvm::Module &M, const HiddenFunctions &Hidden);

/// Writes the symbols of subprograms without a linkage name: -g1 drops linkage names, and C
/// has none.
void writeSymbols(llvm::Module &M);

/// Records in the first stage that `Call` of `Callee`, which is no frame, allocates memory
/// for `Type`, or for no type (NoType).
inline constexpr llvm::StringLiteral NoType = "-";
void writeCallType(llvm::CallBase &Call, llvm::StringRef Callee, llvm::StringRef Type);

/// Records that `F`, which is no frame, returns all that it allocates.
void setReturnsAll(llvm::Function &F);
bool returnsAll(const llvm::Function &F);

/// The records, as the last stage reads them. Holds pointers to debug information. A wrapper,
/// or a function of the C++ library, allocates for its caller, and the source states the type
/// there:
///
///   Foo *f = xmalloc(n * sizeof(Foo));    !allocsite.types =
///                                           !{!{!DILocation, !"xmalloc", !"Foo"}}
///
/// Memory that such a function keeps for itself has no type. A call is identified by its place
/// and its callee: after inlining only these are left, as the place at which the callee's code
/// was inlined.
class CallTypes {
public:
  /// Removes the records from `M`.
  static CallTypes take(llvm::Module &M);

  /// The recorded type, NoType, or "" if not known. `At` is the location of the call, inlined
  /// or not, and `Callee` the symbol of its callee.
  llvm::StringRef find(const llvm::DILocation &At, llvm::StringRef Callee) const;

  bool empty() const { return Types.empty(); }

private:
  /// Line, column, and the callee in the function.
  using Key = std::tuple<const llvm::DISubprogram *, unsigned, unsigned, llvm::StringRef>;
  static Key keyOf(const llvm::DILocation &At, llvm::StringRef Callee);

  std::map<Key, llvm::StringRef> Types; ///< Strings of the LLVMContext; "" if two differ.
};

/// The marks of a module that are not in its functions. The LLVMContext owns locations and
/// texts.
struct Marked {
  std::vector<MarkedSite> Sites; ///< In the order of their ids.
  EntryFamilies Entries;
  CallTypes Types;
  std::vector<SourceRule> Rules; ///< In the order of the source.
  SubprogramSymbols Symbols;
  HiddenFunctions Hidden;
};

/// Reads them and removes them from `M`, which is no longer marked then.
Marked takeMarks(llvm::Module &M);

/// The id of a library call; 0 if it is marked as no site; nothing if the optimiser made the
/// call.
std::optional<unsigned> siteOf(const llvm::CallBase &Call);
void setSite(llvm::CallBase &Call, unsigned Id);
void dropSite(llvm::CallBase &Call);
/// Adds `Key`, the file, to the ids of calls, and later replaces both by ids of the joined
/// module: those of each file begin after its base in `Bases`.
void leaveSite(llvm::CallBase &Call, llvm::StringRef Key);
void joinSite(llvm::CallBase &Call, const llvm::StringMap<unsigned> &Bases);

/// A note after a call with a body. Number: the id of the site. Payload: the requested bytes.
/// With live=1, pointer: the arena; other pointer: the object, as emitObject() makes it, or
/// the block.
inline constexpr Annotation SiteMarker("allocsite.marker");

/// Inserts such a marker after `Call`. May split an edge. `Follows`: the option live=1.
void markBehind(llvm::CallBase &Call, const Allocator &Callee, unsigned Id, bool Follows);
/// The insertion point for such a marker. May split an edge.
llvm::Instruction *placeBehind(llvm::CallBase &Call);

/// Removes all marks from the functions of `M`.
void dropMarks(llvm::Module &M);

/// A note after a call that creates an arena. Number: the id of the site. Payload: the
/// parent's address.
inline constexpr Annotation CreateMarker("allocsite.create");
/// A note of an event of the arena `pointer`; its number is an Event. Before a call that
/// empties or ends it, payload: what happens to its children (AllocSiteChildren). At a call
/// that moves, aliases or reparents it, payload: the other address, or the child. Before a
/// call that frees an object, payload: the object's address; the arena may be null, and the
/// number has the bit TakesLater if all younger objects are freed too.
inline constexpr Annotation EventMarker("allocsite.event");
/// For Move: the arena was copied, and its old address stays valid.
inline constexpr unsigned TakesLater = 1u << 8;

/// Inserts a note after `Call`, which creates an arena. Returns false if the arena is not
/// known. May split an edge.
bool markCreated(llvm::CallBase &Call, const ArenaCall &Does, unsigned Id);
/// Inserts a note before `Call`, or after it if it needs the result.
void markEvent(llvm::CallBase &Call, const ArenaCall &Does);
/// Inserts notes where `F` copies from or to one of `Arenas`, which it passes to calls. Only
/// at run time is it known whether the structure there is an arena.
void markCopies(llvm::Function &F, llvm::ArrayRef<const llvm::Value *> Arenas);

//===----------------------------------------------------------------------===//
// Allocators that are told of their sites
//
// If a rule for `pool_alloc` has `aware=pool_alloc_at`, the first stage calls the latter
// instead, with the same arguments followed by the site and the context:
//
//     %p = call ptr @pool_alloc(ptr %pool, i64 24)
//
//     %site    = call i64 @llvm.annotation.i64(i64 0, @allocsite.aware.site, …, i32 2)
//     %context = call i64 @llvm.annotation.i64(i64 0, @allocsite.aware.context, …)
//     %p = call ptr @pool_alloc_at(ptr %pool, i64 24, i64 %site, i64 %context)
//     call @llvm.var.annotation(…)                                    counts, as ever
//
// The notes cost the inliner nothing, so that a pool_alloc_at with a body is inlined as
// pool_alloc would have been. Their values depend on where the code ends up: the last stage
// replaces them by SiteBase + k and the context, as a counter at that place uses them. Before
// the module is registered the site is 0.
//===----------------------------------------------------------------------===//

/// The placeholders for the site and the context that a call is passed.
inline constexpr Annotation SiteNote("allocsite.aware.site");
inline constexpr Annotation ContextNote("allocsite.aware.context");

/// The reason why this call of an aware allocator cannot be replaced, or "".
llvm::StringRef reasonForUnaware(const llvm::CallBase &Call);

/// Replaces `Call`, which is erased, by a call of `Aware` that is passed the site `Id`.
llvm::CallBase *callAware(llvm::CallBase &Call, llvm::StringRef Aware, unsigned Id);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_MARKS_H
