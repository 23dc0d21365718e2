//===- FunctionName.cpp - Shorter forms of a demangled function name ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionName.h"

#include "allocsite/ParsedName.h"

#include <algorithm>

using namespace allocsite;

std::string allocsite::foldArguments(std::string_view Text, size_t Depth) {
  const ParsedName Name = NameParser::parse(Text);
  if (!Name.HasParts)
    return std::string(Text);
  std::string Folded;
  size_t Begin = 0;
  for (const NameGroup &Each : Name.Groups) {
    bool HasBrackets = Each.Of != NameGroup::Tag && Each.Of != NameGroup::Module &&
                       Each.Of != NameGroup::Blank;
    if (!HasBrackets || Each.BracketsEnd - Each.Begin == 2 || Each.Begin < Begin)
      continue;
    std::string_view Inside = Text.substr(Each.Begin + 1, Each.BracketsEnd - Each.Begin - 2);
    Folded += Text.substr(Begin, Each.Begin + 1 - Begin);
    Folded += Depth ? foldArguments(Inside, Depth - 1) : "…";
    Begin = Each.BracketsEnd - 1;
  }
  Folded += Text.substr(Begin);
  return Folded;
}

std::string allocsite::dropScope(std::string_view Text) {
  const ParsedName Name = NameParser::parse(Text);
  if (!Name.HasParts)
    return std::string(Text);
  if (Name.Begin && !Name.IsBehindResult) {
    // What stands around the name goes with what stands before it.
    size_t End =
        Text.substr(Name.DeclarationEnd, 1) == ")" ? Name.DeclarationEnd : Text.size();
    return "…" + std::string(Text.substr(Name.Begin, End - Name.Begin));
  }
  return Name.Scopes.empty() ? std::string(Text)
                             : "…" + std::string(Text.substr(Name.Scopes.front()));
}

std::vector<std::string> allocsite::spellingsOf(std::string_view Text) {
  std::vector<std::string> All;
  auto add = [&](std::string Spelling) {
    if (std::find(All.begin(), All.end(), Spelling) == All.end())
      All.push_back(std::move(Spelling));
  };
  add(std::string(Text));
  const ParsedName Name = NameParser::parse(Text);
  if (!Name.HasParts)
    return All;
  auto isTypes = [](const NameGroup &Each) {
    return Each.Of == NameGroup::TemplateArguments || Each.Of == NameGroup::Blank;
  };
  auto addCalled = [&](size_t Begin) {
    add(std::string(Text.substr(Begin, Name.End - Begin)));
    add(withoutGroups(Name, Begin, Name.End, isTypes));
  };
  if (!Name.IsBehindResult) {
    size_t Around =
        Text.substr(Name.DeclarationEnd, 1) == ")" ? Name.DeclarationEnd : Text.size();
    add(std::string(Text.substr(Name.Begin, Around - Name.Begin)));
    addCalled(Name.Begin);
  }
  // Of a function that the name lies in the result stands there still.
  if (Name.InFunction)
    for (size_t Begin : Name.Words)
      addCalled(Begin);
  add(bareFunctionName(Text));
  return All;
}

std::string allocsite::bareFunctionName(std::string_view Text) {
  const ParsedName Name = NameParser::parse(Text);
  if (!Name.HasParts)
    return std::string(Text);
  return withoutGroups(Name, Name.Begin, Name.End, [](const NameGroup &Each) {
    return Each.Of != NameGroup::Type && Each.Of != NameGroup::Expression &&
           Each.Of != NameGroup::Conversion;
  });
}
