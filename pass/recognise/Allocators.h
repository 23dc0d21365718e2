//===- Allocators.h - Which functions hand out memory ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out whether a function is an allocator, and what its arguments mean, from rules
// (Rules.h) and the `allocsize` attribute; and determines the bytes that a call requests.
//
//
//   size=0->pool_head.size  ──▶  int(0+8), as debug information describes pool_head
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_ALLOCATORS_H
#define ALLOCSITE_PASS_RECOGNISE_ALLOCATORS_H

#include "rules/Config.h"
#include "rules/Names.h"
#include "support/Calls.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <string>
#include <unordered_map>

namespace allocsite {

/// An allocator, as one function of the module. Argument numbers count IR arguments,
/// including `this`; NoArgument if there is none.
struct Allocator {
  static constexpr int NoArgument = -1;

  std::string Name;         ///< Qualified, without parameters and template arguments.
  std::string Family;       ///< Equal for functions of one allocator.
  bool Arena = false;       ///< The program's own, not that of libc or C++.
  bool Collected = false;   ///< Its blocks are garbage-collected, not freed one by one.
  bool BySizeAlone = false; ///< Has no rule, only the attribute alloc_size.
  unsigned Level = 1;       ///< Least SKIP_HEAP_PROFILE that shows its sites.
  Measure How = Measure::Bytes;
  bool MayBeNull = false; ///< The measured string may be null: nothing is allocated then.
  unsigned Extra = 0;     ///< Bytes beyond Size, or as How says.
  int Size = NoArgument, Count = NoArgument;
  int Align = NoArgument, From = NoArgument; ///< From: the arena itself.
  /// A negative number counts as 0: nothing is allocated.
  bool SizeIsSigned = false, CountIsSigned = false;
  /// It returns a number that is 0 on success, as posix_memalign does.
  bool ReturnsStatus = false;
  int Block = NoArgument; ///< The argument through which it then stores the block's address.
  /// Whether its objects may be freed one by one, and together with all younger ones: bits of
  /// ALLOCSITE_OBJECT.
  uint64_t FreedBy = 0;
  std::string CurrentArena; ///< The variable that holds the arena, or "".
  /// The function that is called instead and is passed the site (Marks.h), or "".
  std::string Aware;

  /// True if `free` or `operator delete` frees its blocks.
  bool isOfBlocks() const { return !Arena && Family == "malloc"; }
  /// The same, or true if a function of its own heap frees them. With the attribute alone,
  /// the runtime sees whether the block comes from `malloc`.
  bool mayBeOfBlocks() const { return Arena ? BySizeAlone : !Collected; }
};

/// The reasons why a call of a function with an allocator's name is not counted.
enum class Refusal {
#define REFUSAL(NAME, KEY, TEXT) NAME,
#include "Refusals.inc"
};

/// The allocators among the functions of one module; caches its answers. Not thread-safe.
class AllocatorTable {
public:
  /// `Entries`: functions that may have been removed, with their families or "".
  AllocatorTable(const Config &Configured, NameTable &Names,
                 llvm::StringMap<std::string> Entries = {})
      : Configured(Configured), Names(Names), Entries(std::move(Entries)) {}

  /// The allocator `F`, or null if `F` is not known to allocate. Valid as long as the table.
  const Allocator *find(const llvm::Function &F);

  /// The allocator that `Call` calls directly, or null.
  const Allocator *find(const llvm::CallBase &Call);

  /// The reason why find() returns null for `Call`; nothing if its name is no allocator's.
  std::optional<Refusal> refusalOf(const llvm::CallBase &Call);

  /// The family of a function of `M` that is part of an allocator, or "". If the function has
  /// been removed, its name decides.
  std::string familyOf(llvm::StringRef Symbol, const llvm::Module &M);

  /// The family of a function that, by a rule aware=, is called in place of an allocator,
  /// or "".
  std::string familyOfAware(llvm::StringRef Symbol);

  /// The level (Config.h) of the allocations that a function itself makes. Without a
  /// subprogram it counts as a function of the module's main file.
  unsigned levelIn(llvm::StringRef Symbol, const llvm::DISubprogram *Subprogram,
                   const llvm::Module &M) const;

  /// The rules that apply to `F`: whether it allocates; whether it frees objects or creates
  /// arenas; and whether its own allocations are left out.
  std::vector<const Rule *> rulesFor(const llvm::Function &F) const;

  const FunctionName &nameOf(const llvm::Function &F) const { return Names.get(F.getName()); }
  /// The family that `R`, a rule for `F`, names.
  std::string familyOf(const Rule &R, const llvm::Function &F) const {
    return ruleFamily(R, nameOf(F));
  }
  /// The IR argument for parameter 0 of `R`, a rule for `F`.
  std::optional<unsigned> firstOf(const Rule &R, const llvm::Function &F) const;
  Config::ArenaFamily arenaFamily(llvm::StringRef Family) const {
    return Configured.arenaFamily(Family);
  }
  /// True if a rule makes `F` part of that family: an allocator, or a function that frees.
  bool isEntryOf(llvm::StringRef Family, const llvm::Function &F) const;

  /// The rule that applies to `F` instead of `R`, which matches its name; null if `R` does not
  /// apply because `F` has other parameters.
  const Rule *ruleInPlaceOf(const Rule &R, const llvm::Function &F) const;

  /// Checks the other rules for `F`, and adds to problems() and misfits().
  void check(const llvm::Function &F);

  /// Rules that do not fit the definitions checked, and annotations that do not fit their
  /// declarations, each with its place.
  const std::vector<std::string> &problems() const { return Problems; }

  /// Rules that do not fit declarations. A declaration may be wrong on purpose, as when
  /// configure tests whether a function exists.
  const std::vector<std::string> &misfits() const { return Misfits; }

  /// False if a rule for `F` names parameters that `F` does not have.
  bool ruleFits(const Rule &R, const llvm::Function &F) const;

private:
  std::string familyOfArena(const FunctionName &Name) const;
  std::string ownFamily(const FunctionName &Name) const;
  std::string ruleFamily(const Rule &R, const FunctionName &Name) const;
  std::string familyByName(
      llvm::StringRef Symbol,
      llvm::function_ref<bool(const Rule &)> Accept = [](const Rule &) { return true; });
  std::optional<Allocator> match(const llvm::Function &F);
  std::optional<Allocator> matchRules(const llvm::Function &F);
  std::string findAware(const llvm::Function &F);
  std::string familyOfEntry(llvm::StringRef Symbol, const llvm::Module &M);
  bool fits(const Rule &R, const llvm::Function &F, const FunctionName &Name, unsigned First);
  const Rule *ruleOf(llvm::ArrayRef<RuleKind> Kinds, const llvm::Function &F) const;

  const Config &Configured;
  NameTable &Names;
  const llvm::StringMap<std::string> Entries;
  std::vector<std::string> Problems, Misfits;
  // Node-based: find() hands out pointers into it.
  std::unordered_map<const llvm::Function *, std::optional<Allocator>> Known;
};

/// The paths by which rules may name the source file of a function. Without a subprogram it
/// counts as a function of the module's main file.
std::vector<std::string> pathsOf(const llvm::DISubprogram *Subprogram, const llvm::Module &M);

/// The bytes that `Call` requests, if constant.
std::optional<uint64_t> constantSize(const llvm::CallBase &Call, const Allocator &Callee);

/// The arena that `Call` allocates from, a pointer; null if not known.
llvm::Value *arenaOf(const llvm::CallBase &Call, const Allocator &Callee);

/// The requested bytes as a formula: "size", "count * size".
llvm::StringRef measureText(const llvm::CallBase &Call, const Allocator &Callee);

/// Sets how `To` measures a call's bytes, as `R` states for `M`: a member becomes an integer
/// at an offset. If `M` does not describe the class, the bytes are unknown. Returns a message
/// or "": an error (`IsError`) if the class has no such member, otherwise a hint.
std::string setMeasure(Allocator &To, const Rule &R, const llvm::Module &M, bool &IsError);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_ALLOCATORS_H
