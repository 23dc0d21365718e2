//===- RuleText.cpp - A rule for a function, in the grammar of rules --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/propose/RuleText.h"
#include "allocsite/ParsedName.h"
#include "discover/facts/Words.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace allocsite {

/// The grammar takes no more behind `+`.
static constexpr int64_t MostExtra = 4096;

bool canBeNamed(const Function &F) {
  // Remove brackets, except for those that belong to a name.
  const std::string Whole = withoutTags(F.Name.Qualified);
  std::string Name;
  for (size_t At = 0; At < Whole.size();) {
    size_t End = NameParser::operatorEnd(Whole, At);
    if (Whole.compare(At, NameParser::Unnamed.size(), NameParser::Unnamed) == 0)
      End = At + NameParser::Unnamed.size();
    if (End == At)
      Name += Whole[At++];
    else
      At = End;
  }
  return !F.Name.Structor && !F.Name.Library && F.Name.Qualified != "main" &&
         Name.find_first_of("('{[,") == std::string::npos && !Whole.empty();
}

static bool isInteger(int Number, const Function &F) {
  return Number >= 0 && size_t(Number) < F.Fact.Parameters.size() &&
         F.Fact.Parameters[Number].Letter == 'i';
}

static bool isPointer(int Number, const Function &F) {
  return Number >= 0 && size_t(Number) < F.Fact.Parameters.size() &&
         F.Fact.Parameters[Number].Letter == 'p';
}

/// A class by value may be any number of parameters in IR: those behind it cannot be
/// numbered.
static bool canBeNumbered(int Number, const Function &F) {
  for (int Before = 0; Before < Number; ++Before)
    if (F.Fact.Parameters[Before].Letter == '?')
      return false;
  return true;
}

static bool namesCount(StringRef Name) {
  static constexpr StringRef Counts[] = {"n",    "num", "nmemb",   "nelem",
                                         "nobj", "nr",  "elements"};
  return any_of(wordsOf(Name), [](const std::string &Word) {
    return StringRef(Word).find("count") != StringRef::npos || is_contained(Counts, Word);
  });
}

std::optional<std::string> sizeText(const AllocatorRole &Role, const Function &F) {
  const SizeFact &Asked = Role.Asked;
  auto text = [](int Number) { return std::to_string(Number); };
  if (Role.ObjectBytes)
    return "size=bytes(" + text(int(Role.ObjectBytes)) + ")";
  if (Role.SizedBy != Argument::None && canBeNumbered(Role.SizedBy, F)) {
    const ObjectSizeFact &Its = Roles::objectSizeOf(Role.SizedBy, F);
    return std::string("size=") + (Its.Bytes == 4 ? "int(" : "long(") +
           (Role.SizedBy == Argument::This ? "this" : text(Role.SizedBy)) +
           (Its.Offset ? "+" + text(int(Its.Offset)) : "") + ")";
  }
  if (Asked.How == SizeFact::Product) {
    int Count = Asked.First, Size = Asked.Second;
    if (!isInteger(Count, F) || !isInteger(Size, F) ||
        !canBeNumbered(std::max(Count, Size), F))
      return std::nullopt;
    if (namesCount(F.Fact.Parameters[Size].Name) && !namesCount(F.Fact.Parameters[Count].Name))
      std::swap(Count, Size);
    return "size=" + text(Size) + " count=" + text(Count);
  }
  if (Asked.How == SizeFact::Text) {
    int String = Asked.From.members()[0];
    // The measure counts the end of the string; more than that it cannot say.
    if (Asked.Scaled || Asked.Number != 1 || !isPointer(String, F) ||
        !canBeNumbered(String, F))
      return std::nullopt;
    // Nothing tells that its callers never pass null, which it may look for itself.
    return "size=strlen(" + text(String) + "?)";
  }
  int Size = Roles::sizeParameter(Asked, F);
  if (Size < 0 || !canBeNumbered(Size, F))
    return std::nullopt;
  // A header is the allocator's own; what is added without one is handed out.
  bool HandsOutMore = Asked.How == SizeFact::Sum && !Role.Header && Role.Giver >= 0 &&
                      Asked.Number > 0 && Asked.Number <= MostExtra;
  return "size=" + text(Size) + (HandsOutMore ? "+" + std::to_string(Asked.Number) : "");
}

static std::string patternText(const std::string &Name) {
  std::string Text;
  for (char C : Name) {
    if (StringRef("*?\\").contains(C))
      Text += '\\';
    Text += C;
  }
  return Text;
}

std::string ruleText(const Draft &D, const Function &F) {
  if (D.Kind == RuleKind::Wrapper)
    return "wrapper:" + patternText(F.Name.Qualified);
  static const std::pair<RuleKind, const char *> Words[] = {
#define ALLOCSITE_EVENT(Name, Kind, Word) {RuleKind::Kind, Word ":"},
#include "allocsite/Events.inc"
  };
  std::string Text = find_if(Words, [&](const auto &W) { return W.first == D.Kind; })->second +
                     patternText(D.BySignature ? F.Name.Display : F.Name.Qualified);
  if (std::string Shape = F.shape(); !Shape.empty() && !D.BySignature)
    Text += " shape=" + Shape;
  auto add = [&](const char *Word, int Number) {
    if (Number == Argument::This)
      Text += std::string(" ") + Word + "=this";
    else if (Number >= 0 && canBeNumbered(Number, F))
      Text += std::string(" ") + Word + "=" + std::to_string(Number);
  };
  if (D.Gives) {
    Text += " " + sizeText(*D.Gives, F).value_or("size=unknown");
    if (isInteger(D.Gives->Align, F))
      add("align", D.Gives->Align);
    add("arena", D.Gives->Arena);
    if (isPointer(D.Gives->Old, F))
      add("old", D.Gives->Old);
    if (isPointer(D.Gives->StoredIn, F))
      add("result", D.Gives->StoredIn);
  } else if (D.Kind == RuleKind::Create) {
    if (isPointer(D.Takes->Subject, F))
      add("result", D.Takes->Subject);
    add("arena", D.Takes->Arena);
  } else if (D.Kind == RuleKind::Free) {
    add("block", D.Takes->Subject);
    add("arena", D.Takes->Arena);
  } else {
    add("arena", D.Takes->Subject);
  }
  // result=*0: where the parameter points to.
  if (size_t At = Text.find(" result="); At != std::string::npos)
    Text.insert(At + 8, "*");
  return Text;
}

} // namespace allocsite
