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

/// The type and the trait of a method in Rust, `<app::Disc as app::Shape>::area`; the trait may
/// be "", and so may both: then it is another function.
struct SelfType {
  std::string_view Type, Trait;

  explicit SelfType(const ParsedName &Name) {
    if (Name.Groups.empty() || Name.Groups[0].Of != NameGroup::Type || Name.Groups[0].Begin)
      return;
    Type = Name.Text.substr(1, Name.Groups[0].BracketsEnd - 2);
    constexpr std::string_view As = " as ";
    for (size_t At = 0, Depth = 0; At < Type.size(); ++At) {
      if (std::string_view("<([").find(Type[At]) != Type.npos)
        ++Depth;
      else if (std::string_view(">)]").find(Type[At]) != Type.npos && Type[At - !!At] != '-')
        --Depth;
      else if (!Depth && Type.substr(At, As.size()) == As) {
        Trait = Type.substr(At + As.size());
        Type = Type.substr(0, At);
      }
    }
  }

  /// False for types such as `[u8]` and `&str`.
  bool isPath() const { return Type.find("::") < Type.find_first_of("&*<([ "); }

  /// What stands before `::` without the trait: a path needs no brackets.
  std::string withoutTrait() const {
    return isPath() ? std::string(Type) : '<' + std::string(Type) + '>';
  }
};

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
    if (Each.Of == NameGroup::Type && Each.Begin > Begin + 2 && !Depth) {
      Folded += Text.substr(Begin, Each.Begin - 2 - Begin);
      Begin = Each.BracketsEnd;
      continue;
    }
    Folded += Text.substr(Begin, Each.Begin + 1 - Begin);
    if (Each.Of == NameGroup::Type && !Each.Begin) {
      const SelfType Its(Name);
      Folded += foldArguments(Its.Type, Depth);
      Folded += Its.Trait.empty() ? "" : " as " + foldArguments(Its.Trait, Depth);
    } else {
      Folded += Depth ? foldArguments(Inside, Depth - 1) : "…";
    }
    Begin = Each.BracketsEnd - 1;
  }
  Folded += Text.substr(Begin);
  return Folded;
}

std::string allocsite::dropScope(std::string_view Text) {
  const ParsedName Name = NameParser::parse(Text);
  if (!Name.HasParts)
    return std::string(Text);
  const SelfType Its(Name);
  if (const std::string Self = Its.withoutTrait();
      !Its.Type.empty() && Self.size() < Name.Groups[0].BracketsEnd)
    return Self + std::string(Text.substr(Name.Groups[0].BracketsEnd));
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
  if (const SelfType Its(Name); !Its.Type.empty()) {
    std::string Method = Its.withoutTrait() + std::string(Text.substr(Name.Groups[0].End));
    add(bareFunctionName(Method));
    add(std::move(Method));
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
  std::string Bare;
  size_t Begin = Name.Begin;
  if (const SelfType Its(Name); !Its.Type.empty()) {
    Bare = '<' + (Its.isPath() ? bareFunctionName(Its.Type) : std::string(Its.Type));
    Bare += Its.Trait.empty() ? ">" : " as " + bareFunctionName(Its.Trait) + '>';
    Begin = Name.Groups[0].End;
  }
  for (const NameGroup &Each : Name.Groups) {
    // `::` stands before generic arguments of a function in Rust.
    const size_t Start = Each.Begin - (Each.Of == NameGroup::Type && Each.Begin ? 2 : 0);
    if (Start < Begin || Each.End > Name.End || Each.Of == NameGroup::Expression ||
        Each.Of == NameGroup::Conversion)
      continue;
    Bare += Text.substr(Begin, Start - Begin);
    Begin = Each.End;
  }
  return Bare += Text.substr(Begin, Name.End - Begin);
}
