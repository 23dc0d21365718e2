//===- CodeBase.h - All sources as one program ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges the facts of all sources. A function is declared in many sources and defined in
// one; a static function is a different one in each file that defines it. Functions are
// referred to by number.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_FACTS_CODEBASE_H
#define ALLOCSITE_DISCOVER_FACTS_CODEBASE_H

#include "discover/facts/Facts.h"
#include "pass/rules/Names.h"
#include <map>
#include <unordered_map>

namespace allocsite {

struct Function {
  FunctionFact Fact; ///< The definition, if any; attributes of all declarations.
  FunctionName Name;
  std::vector<int> Callees; ///< The callee of each of Fact.Calls; -1 if not known.
  size_t Calls = 0;         ///< Number of places that call it by name.
  size_t CallingFiles = 0;  ///< Number of files with such places.
  bool IsPointedTo = false; ///< A pointer is set to it.

  /// The parameters as shape= of a rule; "" if a parameter has no letter.
  std::string shape() const;
};

class CodeBase {
public:
  explicit CodeBase(std::vector<UnitFacts> Units);

  const std::vector<Function> &functions() const { return Functions; }
  /// The functions that the pointer `Hook` is set to directly, in the order of the sources,
  /// followed by those it is set to through parameters.
  const std::vector<int> &targetsOf(const std::string &Hook) const;

private:
  using LocalNumbers = std::unordered_map<std::string, int>;

  int numberOf(const FunctionFact &Fact, LocalNumbers &Local);
  int find(const std::string &Symbol, const LocalNumbers &Local) const;
  bool addTarget(const std::string &Hook, int Number);
  void addAliases(const std::vector<UnitFacts> &Units);
  void addFunctions(std::vector<FunctionFact> &Facts, LocalNumbers &Local);

  std::vector<Function> Functions;
  std::unordered_map<std::string, int> Global; ///< By symbol.
  /// By symbol and file: static functions, and symbols that sources define differently.
  std::map<std::pair<std::string, std::string>, int> Static;
  std::map<std::string, std::vector<int>> Hooks;
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_FACTS_CODEBASE_H
