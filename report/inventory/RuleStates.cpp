//===- RuleStates.cpp - What rules did in a whole build -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleStates.h"

#include "allocsite/SymbolHash.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <tuple>

using namespace allocsite;

const char *allocsite::stateWord(RuleState State) {
  static constexpr const char *Words[] = {"holds", "nothing", "misshapen", "shadowed",
                                          "ineffective"};
  static_assert(std::size(Words) == unsigned(RuleState::Ineffective) + 1);
  return Words[unsigned(State)];
}

RuleState ListedRule::state() const {
  if (Of.Functions || Of.Calls)
    return RuleState::Holds;
  if (Of.Ineffective)
    return RuleState::Ineffective;
  if (Of.Shadowed)
    return RuleState::Shadowed;
  return Of.Misshapen ? RuleState::Misshapen : RuleState::Nothing;
}

/// Adds \p More, the same rule in another module.
static void add(ListedRule &To, const InventoryRule &More) {
  ++To.Modules;
  To.Holding += More.Functions || More.Calls;
  To.Of.Functions += More.Functions;
  To.Of.Calls += More.Calls;
  To.Of.Shadowed += More.Shadowed;
  To.Of.Misshapen += More.Misshapen;
  To.Of.Ineffective |= More.Ineffective;
  if (More.By != NoName)
    To.Of.By = More.By;
  if (More.Nearest != NoName && (To.Of.Nearest == NoName || More.Distance < To.Of.Distance)) {
    To.Of.Nearest = More.Nearest;
    To.Of.Distance = More.Distance;
  }
}

std::vector<ListedRule> allocsite::rulesOf(const Inventory &Known, const NameTable &Names) {
  using Key = std::tuple<int, std::string_view, uint64_t, uint64_t, NameId>;
  std::map<Key, ListedRule> Rules;
  for (const InventoryModule &Module : Known.modules())
    for (const InventoryRule &Each : Module.Rules) {
      InventoryRule Blank = Each;
      Blank.Functions = Blank.Calls = Blank.Shadowed = Blank.Misshapen = 0;
      Blank.By = Blank.Nearest = NoName;
      ListedRule &To = Rules
                           .try_emplace({-int(Each.From), Names[Each.Path], Each.Line,
                                         Each.Column, Each.Rule},
                                        ListedRule{Blank})
                           .first->second;
      add(To, Each);
    }
  std::vector<ListedRule> Listed;
  for (const auto &[Place, Rule] : Rules)
    Listed.push_back(Rule);
  return Listed;
}

/// The hash of a file's text; "" if it cannot be read. The path comes from the inventory,
/// which is not trusted: it may name a device, or a file without end.
static std::string hashOfFile(std::string_view Path) {
  constexpr uintmax_t MaxBytes = 1 << 26;
  std::error_code Failure;
  if (!std::filesystem::is_regular_file(Path, Failure) ||
      std::filesystem::file_size(Path, Failure) > MaxBytes)
    return "";
  std::ifstream File{std::string(Path), std::ios::binary};
  std::string Text{std::istreambuf_iterator<char>(File), {}};
  return File.bad() || !File.is_open()
             ? ""
             : fmt::format("{:X}", allocSiteTextHash(Text.data(), Text.size()));
}

std::vector<ListedConfiguration> allocsite::configurationsOf(const Inventory &Known,
                                                             const NameTable &Names) {
  std::vector<ListedConfiguration> Listed;
  std::map<NameId, size_t> Index; // by path
  for (const InventoryModule &Module : Known.modules())
    for (const InventoryConfiguration &Each : Module.Configurations)
      if (Index.try_emplace(Each.Path, Listed.size()).second)
        Listed.push_back({Each});
  for (ListedConfiguration &File : Listed) {
    std::string Hash = hashOfFile(Names[File.Of.Path]);
    if (Hash.empty())
      Hash = Names[File.Of.Hash];
    for (const InventoryModule &Module : Known.modules()) {
      auto Given = std::find_if(
          Module.Configurations.begin(), Module.Configurations.end(),
          [&](const InventoryConfiguration &C) { return C.Path == File.Of.Path; });
      if (Given == Module.Configurations.end()) {
        if (!File.Without)
          File.Without = &Module;
        continue;
      }
      ++File.Modules;
      if (!File.Changed && Names[Given->Hash] != Hash)
        File.Changed = &Module;
    }
  }
  return Listed;
}
