//===- CodeBase.h - All sources as one program ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function is declared in many sources and defined in one; a static one is another
// function in each file that defines it. The number of a function stands for it.
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
  FunctionFact Fact; ///< The definition, if there is one; attributes of all.
  FunctionName Name;
  std::vector<int> Callees; ///< Of each of Fact.Calls; -1 where it is not known.
  size_t Calls = 0;         ///< Places that call it by name.
  size_t CallingFiles = 0;  ///< Files that these are in.
  bool IsPointedTo = false; ///< A pointer is set to it.

  /// As shape= of a rule; "" where a parameter has no letter.
  std::string shape() const;
};

class CodeBase {
public:
  explicit CodeBase(std::vector<UnitFacts> Units);

  const std::vector<Function> &functions() const { return Functions; }
  /// What the pointer `Hook` is set to anywhere, in the order of the sources; behind
  /// that, what it is set to by way of parameters.
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
  /// And by file; also those of a symbol that other sources define otherwise.
  std::map<std::pair<std::string, std::string>, int> Static;
  std::map<std::string, std::vector<int>> Hooks;
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_FACTS_CODEBASE_H
