//===- Words.cpp - What the names of functions say --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/facts/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace allocsite {

std::vector<std::string> wordsOf(StringRef Name) {
  std::vector<std::string> Words;
  std::string Word;
  auto end = [&] {
    if (!Word.empty())
      Words.push_back(Word);
    Word.clear();
  };
  for (size_t At = 0; At < Name.size(); ++At) {
    char C = Name[At];
    bool Upper = C >= 'A' && C <= 'Z';
    if (!isAlnum(C)) {
      end();
      continue;
    }
    // A capital begins a word behind a small letter, and before one: `DBMalloc`.
    bool BehindSmall = At && Name[At - 1] >= 'a' && Name[At - 1] <= 'z';
    bool BeforeSmall = At + 1 < Name.size() && Name[At + 1] >= 'a' && Name[At + 1] <= 'z';
    if (Upper && (BehindSmall || BeforeSmall))
      end();
    Word += toLower(C);
  }
  end();
  return Words;
}

/// `xmalloc0` and `pcalloc` are words in which one is hidden.
static bool hides(StringRef Word, StringRef Hidden) {
  return Word.find(Hidden) != StringRef::npos;
}

static NameSays meaningOf(StringRef Word) {
  struct Meaning {
    StringRef Word;
    NameSays Says;
  };
  static constexpr Meaning Meanings[] = {
      {"dup", NameSays::Allocates},    {"new", NameSays::Makes},
      {"create", NameSays::Makes},     {"make", NameSays::Makes},
      {"init", NameSays::Makes},       {"open", NameSays::Makes},
      {"release", NameSays::Frees},    {"dispose", NameSays::Destroys},
      {"deallocate", NameSays::Frees}, {"dealloc", NameSays::Frees},
      {"reset", NameSays::Resets},     {"clear", NameSays::Resets},
      {"rewind", NameSays::Resets},    {"recycle", NameSays::Resets},
      {"destroy", NameSays::Destroys}, {"delete", NameSays::Destroys},
      {"discard", NameSays::Destroys}, {"term", NameSays::Destroys},
      {"fini", NameSays::Destroys},    {"deinit", NameSays::Destroys},
      {"close", NameSays::Destroys},   {"read", NameSays::Reads},
      {"next", NameSays::Reads},       {"consume", NameSays::Reads},
      {"skip", NameSays::Reads},       {"peek", NameSays::Reads},
      {"parse", NameSays::Reads},      {"advance", NameSays::Reads},
      {"seek", NameSays::Reads},       {"append", NameSays::Reads},
      {"put", NameSays::Reads},        {"write", NameSays::Reads},
      {"decode", NameSays::Reads},     {"unpack", NameSays::Reads},
      {"inflate", NameSays::Reads},    {"encode", NameSays::Reads},
      {"token", NameSays::Reads},      {"shift", NameSays::Reads},
      {"pull", NameSays::Reads},
  };
  for (const Meaning &Each : Meanings)
    if (Each.Word == Word)
      return Each.Says;
  if (hides(Word, "dealloc"))
    return NameSays::Frees;
  if (hides(Word, "alloc") && !hides(Word, "allocated") && !hides(Word, "allocator"))
    return NameSays::Allocates;
  if (hides(Word, "memalign"))
    return NameSays::Allocates;
  if (hides(Word, "dup") && Word.size() <= 11) // strdup, pstrmemdup
    return NameSays::Allocates;
  if (hides(Word, "free") && Word.size() <= 7) // xfree
    return NameSays::Frees;
  return NameSays::Nothing;
}

NameSays whatNameSays(StringRef Name) {
  NameSays Says = NameSays::Nothing;
  if (Name.find('~') != StringRef::npos)
    return NameSays::Destroys;
  for (const std::string &Word : wordsOf(Name))
    if (NameSays Its = meaningOf(Word); Its != NameSays::Nothing)
      Says = Its;
  return Says;
}

NameSays whatLastWordSays(StringRef Name) {
  std::vector<std::string> Words = wordsOf(Name);
  return Words.empty() ? NameSays::Nothing : meaningOf(Words.back());
}

bool namesAllocation(StringRef Name) {
  for (const std::string &Word : wordsOf(Name))
    if (meaningOf(Word) == NameSays::Allocates)
      return true;
  return false;
}

bool namesTaking(StringRef Name) {
  static constexpr StringRef Words[] = {"new",     "make",   "create", "take",
                                        "acquire", "obtain", "grab"};
  return namesAllocation(Name) || any_of(wordsOf(Name), [](const std::string &Word) {
           return is_contained(Words, Word);
         });
}

bool namesSize(StringRef Name) {
  for (const std::string &Word : wordsOf(Name))
    for (StringRef Known : {"size", "len", "length", "bytes", "nbytes", "byte", "sz", "n",
                            "nb", "amount", "req", "siz", "nbyte"})
      if (Word == Known)
        return true;
  return false;
}

bool namesObjectSize(StringRef Name) {
  std::string Letters;
  for (const std::string &Word : wordsOf(Name))
    Letters += Letters.empty() && Word == "m" ? "" : Word;
  StringRef Rest = Letters;
  bool Sized = false;
  for (StringRef End : {"size", "sz", "bytes"})
    Sized = Sized || Rest.consume_back(End);
  Sized = Sized || Rest.consume_front("sizeof");
  static constexpr StringRef Objects[] = {"elem",   "element", "elt",   "item", "obj",
                                          "object", "node",    "entry", "slot", "cell",
                                          "unit",   "block",   "record"};
  return Sized && is_contained(Objects, Rest);
}

std::string commonStem(ArrayRef<std::string> Names) {
  if (Names.empty())
    return "";
  StringRef Stem = Names.front();
  Stem = Stem.ltrim('_');
  size_t Length = Stem.size();
  for (const std::string &Each : Names) {
    StringRef Other = StringRef(Each).ltrim('_');
    size_t Same = 0;
    while (Same < std::min(Length, Other.size()) && Stem[Same] == Other[Same])
      ++Same;
    // Not in the middle of a word.
    auto endsWord = [&](StringRef Text) {
      return Same == Text.size() || !isAlnum(Text[Same]) ||
             (Text[Same] >= 'A' && Text[Same] <= 'Z');
    };
    while (Same && !(endsWord(Stem) && endsWord(Other)))
      --Same;
    Length = Same;
  }
  return Stem.take_front(Length).rtrim('_').str();
}

} // namespace allocsite
