//===- Config.h - Where the rules of a compilation come from ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each wins over those before it: the table of well-known allocators that the plugin
// carries, what stands in the source, and the files that the options name.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_CONFIG_H
#define ALLOCSITE_PASS_RULES_CONFIG_H

#include "RuleTable.h"
#include "SourceRules.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace allocsite {

struct Options;
struct PointerMark;

/// One for each module and stage. Not thread-safe.
class Config final : public RoleRules {
public:
  Config(const Options &Opts, const std::vector<SourceRule> &InSource);

  /// What is wrong with the source and the files, each with its place.
  const std::vector<std::string> &problems() const { return Problems; }

  /// The rule of most weight that matches and that `Accept` says yes to, or null.
  const Rule *find(llvm::StringRef Symbol, const FunctionName &Name,
                   llvm::function_ref<bool(const Rule &)> Accept) const;

  /// The rule of most weight for an allocator that is a member of `Class`, or null.
  const Rule *findArena(llvm::StringRef Class) const;

  /// What rules say of a family: whether it hands out objects of arenas that they name, and
  /// whether some of its functions take these back one by one, or one and all later ones.
  struct ArenaFamily {
    bool HasArenas = false, FreesOne = false, FreesLater = false;
  };
  ArenaFamily arenaFamily(llvm::StringRef Family) const;

  /// The rules of the source and of the files, in the order of their weight.
  const std::vector<Rule> &given() const { return Given.all(); }
  /// As an option names it, and its text.
  struct ConfigFile {
    llvm::StringRef Path, Text;
  };
  std::vector<ConfigFile> files() const;
  /// True where a rule, of the table or of those that were given, is of calls through
  /// pointers or of virtual functions: else no call need be looked at for find() below.
  bool namesPointers() const;
  /// The rule of most weight for a call through a pointer, or null. `As` becomes the
  /// name that it was found by: as the rule says it, where that is one name alone.
  const Rule *find(const PointerMark &Mark, std::string &As) const;
  /// The first of the rules that were given for calls through pointers, or null.
  const Rule *firstOfPointers() const;
  /// The last rule that says that calls go to the function `Symbol`, or null.
  const Rule *thatTells(llvm::StringRef Symbol) const;

  /// Those of frames, by name and by directory.
  const LibraryRules &ofFrames() const { return OfFrames; }

  Role roleOf(llvm::StringRef Symbol, const FunctionName &Name) const override;
  std::optional<bool> isFrame(llvm::StringRef Symbol,
                              llvm::function_ref<const FunctionName &()> Name) const override;
  bool mayFind(llvm::StringRef Symbol) const override;

  /// The least SKIP_HEAP_PROFILE that shows what this function itself allocates, or
  /// what the functions of this file do: 1, or what rules say.
  static constexpr unsigned Never = ~0u;
  unsigned levelIn(llvm::StringRef Symbol, const FunctionName &Name) const;
  unsigned levelInFile(llvm::StringRef Path) const;

private:
  std::vector<Rule> readGiven(const Options &Opts, const std::vector<SourceRule> &InSource);

  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Texts; ///< Rules refer to them.
  std::vector<std::string> Problems;
  const RuleTable &WellKnown; ///< One for all modules that a thread compiles.
  const ReadRules Given;
  const LibraryRules OfFrames;
  llvm::StringMap<const Rule *> Told; ///< By the function that is told.
  /// Those that were asked for: only live memory asks.
  mutable llvm::StringMap<ArenaFamily> ArenaFamilies;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_CONFIG_H
