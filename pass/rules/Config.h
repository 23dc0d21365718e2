//===- Config.h - The rules of a compilation ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of a compilation, in ascending precedence: the plugin's table of well-known
// allocators, the annotations in the source, and the files that options name.
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

/// The rules for one module in one stage. Not thread-safe.
class Config final : public RoleRules {
public:
  Config(const Options &Opts, const std::vector<SourceRule> &InSource);

  /// The problems in the source and the files, each with its place.
  const std::vector<std::string> &problems() const { return Problems; }

  /// The rule of highest precedence that matches and that `Accept` accepts, or null.
  const Rule *find(llvm::StringRef Symbol, const FunctionName &Name,
                   llvm::function_ref<bool(const Rule &)> Accept) const;

  /// The rule of highest precedence for an allocator that is a member of `Class`, or null.
  const Rule *findArena(llvm::StringRef Class) const;

  /// Properties of a family, by its rules: whether they name arenas from which it allocates,
  /// and whether some of its functions free single objects, or an object with all younger ones.
  struct ArenaFamily {
    bool HasArenas = false, FreesOne = false, FreesLater = false;
  };
  ArenaFamily arenaFamily(llvm::StringRef Family) const;

  /// The rules of the source and of the files, in ascending precedence.
  const std::vector<Rule> &given() const { return Given.all(); }
  /// A file, by the path in the option, and its text.
  struct ConfigFile {
    llvm::StringRef Path, Text;
  };
  std::vector<ConfigFile> files() const;
  /// True if there is any rule for calls through pointers or of virtual functions. Otherwise
  /// find() below returns null for all calls.
  bool namesPointers() const;
  /// The rule of highest precedence for a call through a pointer, or null. Sets `As` to the
  /// name by which it was found: the rule's own spelling, if that is a single name.
  const Rule *find(const PointerMark &Mark, std::string &As) const;
  /// The first given() rule for calls through pointers, or null.
  const Rule *firstOfPointers() const;
  /// The last rule that redirects calls to the function `Symbol` (aware=), or null.
  const Rule *thatTells(llvm::StringRef Symbol) const;

  /// The rules for frames, by name and by directory.
  const LibraryRules &ofFrames() const { return OfFrames; }

  Role roleOf(llvm::StringRef Symbol, const FunctionName &Name) const override;
  std::optional<bool> isFrame(llvm::StringRef Symbol,
                              llvm::function_ref<const FunctionName &()> Name) const override;
  bool mayFind(llvm::StringRef Symbol) const override;

  /// The least SKIP_HEAP_PROFILE that shows the own allocations of this function, or of the
  /// functions in this file: 1 unless rules set it.
  static constexpr unsigned Never = ~0u;
  unsigned levelIn(llvm::StringRef Symbol, const FunctionName &Name) const;
  unsigned levelInFile(llvm::StringRef Path) const;

private:
  std::vector<Rule> readGiven(const Options &Opts, const std::vector<SourceRule> &InSource);

  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Texts; ///< Rules point into them.
  std::vector<std::string> Problems;
  const RuleTable &WellKnown; ///< Shared by all modules that a thread compiles.
  const ReadRules Given;
  const LibraryRules OfFrames;
  llvm::StringMap<const Rule *> Told; ///< Rules with aware=, by its function.
  /// A cache, used only with live=1.
  mutable llvm::StringMap<ArenaFamily> ArenaFamilies;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_CONFIG_H
