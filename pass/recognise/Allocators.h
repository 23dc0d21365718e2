//===- Allocators.h - Which functions hand out memory ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers for a function "is this an allocator, and which argument is what?"
// from rules (Rules.h) and the `allocsize` attribute, and emits the number of
// bytes that one call asks for.
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

/// An allocator as one function of the module. Argument numbers count IR
/// arguments, `this` included; NoArgument where there is none.
struct Allocator {
  static constexpr int NoArgument = -1;

  std::string Name;         ///< Qualified, without parameters and template arguments.
  std::string Family;       ///< Equal for allocators that are entries of one.
  bool Arena = false;       ///< The program's own, not libc's or C++'s.
  bool Collected = false;   ///< A heap whose blocks go without being freed one by one.
  bool BySizeAlone = false; ///< No rule: the attribute alloc_size makes it one.
  unsigned Level = 1;       ///< Least SKIP_HEAP_PROFILE that shows its sites.
  Measure How = Measure::Bytes;
  bool MayBeNull = false; ///< The measured string: then nothing is made.
  unsigned Extra = 0;     ///< Bytes beyond Size, or as How says.
  int Size = NoArgument, Count = NoArgument;
  int Align = NoArgument, From = NoArgument; ///< From: the arena itself.
  /// Less than 0 is as good as 0: nothing is made of it.
  bool SizeIsSigned = false, CountIsSigned = false;
  /// It returns a number that is 0 where it has made something, as posix_memalign does.
  bool ReturnsStatus = false;
  int Block = NoArgument; ///< Where it stores the memory's address then.
  /// Whether what it hands out may be taken back one by one, and with all that came later:
  /// bits of ALLOCSITE_OBJECT.
  uint64_t FreedBy = 0;
  std::string CurrentArena; ///< The variable that holds the arena, "" for none.
  /// The function that calls go to, told of the site (AwareCalls.h); "" for none.
  std::string Aware;

  /// Is what it hands out taken back by `free` or `operator delete`?
  bool isOfBlocks() const { return !Arena && Family == "malloc"; }
  /// The same, or by a function of its own heap. Of one that has the attribute alone the
  /// runtime sees whether it hands on what `malloc` gave it.
  bool mayBeOfBlocks() const { return Arena ? BySizeAlone : !Collected; }
};

/// Why a call that an allocator's name leads to is not counted: Refusals.inc.
enum class Refusal {
#define REFUSAL(NAME, KEY, TEXT) NAME,
#include "Refusals.inc"
};

/// Remembers its answers. Not thread-safe: one for each module.
class AllocatorTable {
public:
  /// `Entries`: functions that may be gone, with their families, "" for none.
  AllocatorTable(const Config &Configured, NameTable &Names,
                 llvm::StringMap<std::string> Entries = {})
      : Configured(Configured), Names(Names), Entries(std::move(Entries)) {}

  /// Null where `F` is not known to allocate. Valid as long as the table.
  const Allocator *find(const llvm::Function &F);

  /// The allocator that `Call` calls directly, or null.
  const Allocator *find(const llvm::CallBase &Call);

  /// Why find() gives null for `Call`; nothing where no name speaks for it.
  std::optional<Refusal> refusalOf(const llvm::CallBase &Call);

  /// The family that a function of `M` is an entry of, "" for none. The function
  /// may be gone: then its name has to say it.
  std::string familyOf(llvm::StringRef Symbol, const llvm::Module &M);

  /// The family of a function that rules let be called in place of an allocator, ""
  /// for any other.
  std::string familyOfAware(llvm::StringRef Symbol);

  /// The level of what a function itself allocates, see Config.h. Without a subprogram
  /// it is taken for one of the module's main file.
  unsigned levelIn(llvm::StringRef Symbol, const llvm::DISubprogram *Subprogram,
                   const llvm::Module &M) const;

  /// The rules that hold for `F`: what it is, then what it takes back or makes, and
  /// whether its allocations are left out.
  std::vector<const Rule *> rulesFor(const llvm::Function &F) const;

  const FunctionName &nameOf(const llvm::Function &F) const { return Names.get(F.getName()); }
  /// The family of what `R`, a rule for `F`, speaks of.
  std::string familyOf(const Rule &R, const llvm::Function &F) const {
    return ruleFamily(R, nameOf(F));
  }
  /// The IR argument that parameter 0 of `R`, a rule for `F`, is.
  std::optional<unsigned> firstOf(const Rule &R, const llvm::Function &F) const;
  Config::ArenaFamily arenaFamily(llvm::StringRef Family) const {
    return Configured.arenaFamily(Family);
  }
  /// Whether a rule makes `F` something of that family: an allocator, or what takes back.
  bool isEntryOf(llvm::StringRef Family, const llvm::Function &F) const;

  /// The rule that decides on `F` where `R` does not, though it matches its name;
  /// null where `F` has other parameters than `R` speaks of.
  const Rule *ruleInPlaceOf(const Rule &R, const llvm::Function &F) const;

  /// Looks at what rules say of `F` besides its being an allocator.
  void check(const llvm::Function &F);

  /// Rules that do not fit the definitions that were looked at, and annotations that do not
  /// fit their declarations, each with its place.
  const std::vector<std::string> &problems() const { return Problems; }

  /// The same of declarations. They may be somebody's who knows the name alone, as when
  /// configure asks whether there is such a function.
  const std::vector<std::string> &misfits() const { return Misfits; }

  /// False where a rule for `F` names parameters that `F` does not have.
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

/// As which a function's source file is known to rules. Without a subprogram it is
/// taken for one of the module's main file.
std::vector<std::string> pathsOf(const llvm::DISubprogram *Subprogram, const llvm::Module &M);

/// The bytes that `Call` asks for, where they are known now.
std::optional<uint64_t> constantSize(const llvm::CallBase &Call, const Allocator &Callee);

/// The arena that `Call` takes from, a pointer; null where nothing tells it.
llvm::Value *arenaOf(const llvm::CallBase &Call, const Allocator &Callee);

/// What a call asks for, in words: "size", "count * size".
llvm::StringRef measureText(const llvm::CallBase &Call, const Allocator &Callee);

/// What `R` says of a call's bytes, as it is in `M`: a member becomes a number at an offset. A
/// class that `M` does not describe leaves them unknown. Returns what is wrong: an error where
/// the class has no such member (`IsError`), else a hint; "" where nothing is.
std::string setMeasure(Allocator &To, const Rule &R, const llvm::Module &M, bool &IsError);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_ALLOCATORS_H
