//===- RuleTable.h - The rules that speak of a function ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hundreds of rules, thousands of functions: rules are found by the last component
// of the name, or by the symbol. Only patterns without one are compared with every
// function. Later rules win.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_RULETABLE_H
#define ALLOCSITE_PASS_RULES_RULETABLE_H

#include "Rules.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace allocsite {

/// Rules have numbers, in the order of their weight. Not thread-safe: what finds a rule
/// may read it.
class RuleTable {
public:
  virtual ~RuleTable() = default;

  /// False only where it is certain that find() gives null for `Symbol` and its name.
  bool mayFind(llvm::StringRef Symbol) const;

  /// The last rule whose pattern matches and that `Accept` says yes to, or null.
  const Rule *find(llvm::StringRef Symbol, const FunctionName &Name,
                   llvm::function_ref<bool(const Rule &)> Accept) const;

  /// The last rule of an allocator that is a member of `Class`, as Pattern spells one, or
  /// null. An operator new is none of them: it makes the objects, and not what they hold.
  const Rule *findArena(llvm::StringRef Class) const;

  /// Those of calls through pointers.
  virtual std::vector<const Rule *> ofPointers() const = 0;
  /// Those of a family, in the order of their weight.
  void forEachOf(llvm::StringRef Family, llvm::function_ref<void(const Rule &)> Do) const {
    for (int I = 0; I < count(); ++I)
      if (mayBeOf(I, Family) && get(I).Family == Family)
        Do(get(I));
  }

protected:
  static constexpr int None = -1;

  virtual int count() const = 0;
  virtual const Rule &get(int Number) const = 0;
  /// The last rule that is found by `Key`, see Pattern::key(), or None; and the one that
  /// is found as `Number` is and comes before it. None is found by "".
  virtual int lastOf(llvm::StringRef Key) const = 0;
  virtual int before(int Number) const = 0;
  /// False only where it is certain that the rule is of another family.
  virtual bool mayBeOf(int, llvm::StringRef) const { return true; }
  /// The last rule that has to be compared with every function.
  virtual int lastOfAnyName() const { return None; }
  /// Whether all keys are spelled out, see Pattern.h.
  virtual bool areSpelledOut() const { return true; }
};

/// Rules that were read, as those of the source and of files that users name.
class ReadRules final : public RuleTable {
public:
  /// In the order of their weight.
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
