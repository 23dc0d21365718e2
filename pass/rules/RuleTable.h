//===- RuleTable.h - Finds the rules for a function -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up rules by the last component of a name, or by the symbol: there are hundreds of
// rules and thousands of functions. Only patterns without such a key are compared with every
// function. Later rules win.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_RULETABLE_H
#define ALLOCSITE_PASS_RULES_RULETABLE_H

#include "Rules.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace allocsite {

/// A table of rules, numbered in ascending precedence. Not thread-safe: finding a rule may
/// parse it.
class RuleTable {
public:
  virtual ~RuleTable() = default;

  /// False only if it is certain that find() returns null for `Symbol` and its name.
  bool mayFind(llvm::StringRef Symbol) const;

  /// The last rule whose pattern matches and that `Accept` accepts, or null.
  const Rule *find(llvm::StringRef Symbol, const FunctionName &Name,
                   llvm::function_ref<bool(const Rule &)> Accept) const;

  /// The last rule for an allocator that is a member of `Class` (see Pattern), or null. Rules
  /// for operator new do not count: it allocates the objects of the class.
  const Rule *findArena(llvm::StringRef Class) const;

  /// The rules for calls through pointers.
  virtual std::vector<const Rule *> ofPointers() const = 0;
  /// Calls `Do` for the rules of a family, in ascending precedence.
  void forEachOf(llvm::StringRef Family, llvm::function_ref<void(const Rule &)> Do) const {
    for (int I = 0; I < count(); ++I)
      if (mayBeOf(I, Family) && get(I).Family == Family)
        Do(get(I));
  }

protected:
  static constexpr int None = -1;

  virtual int count() const = 0;
  virtual const Rule &get(int Number) const = 0;
  /// The last rule with the key `Key` (Pattern::key()), or None; and the rule before `Number`
  /// with the same key. "" is no key.
  virtual int lastOf(llvm::StringRef Key) const = 0;
  virtual int before(int Number) const = 0;
  /// False only if it is certain that the rule belongs to another family.
  virtual bool mayBeOf(int, llvm::StringRef) const { return true; }
  /// The last rule that has to be compared with every function.
  virtual int lastOfAnyName() const { return None; }
  /// True if isSpelledOut() holds for all keys (Pattern.h).
  virtual bool areSpelledOut() const { return true; }
};

/// Rules that are parsed already: those of the source and of files.
class ReadRules final : public RuleTable {
public:
  /// `Read` must be in ascending precedence.
  explicit ReadRules(std::vector<Rule> Read);

  const std::vector<Rule> &all() const { return Rules; }
  std::vector<const Rule *> ofPointers() const override;

private:
  int count() const override { return Rules.size(); }
  const Rule &get(int Number) const override { return Rules[Number]; }
  int lastOf(llvm::StringRef Key) const override;
  int before(int Number) const override { return Before[Number]; }
  int lastOfAnyName() const override { return LastOfAnyName; }
  bool areSpelledOut() const override { return AreSpelledOut; }

  const std::vector<Rule> Rules;
  // Chains through Before, latest first.
  llvm::DenseMap<llvm::StringRef, int> LastOf;
  int LastOfAnyName = None;
  bool AreSpelledOut = true;
  std::vector<int> Before;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_RULETABLE_H
