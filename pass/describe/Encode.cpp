//===- Encode.cpp - The records of a module as bytes ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encode.h"
#include "allocsite/Encoding.h"
#include "allocsite/SymbolHash.h"
#include <algorithm>
#include <cassert>
#include <cstring>
#include <map>
#include <set>

namespace allocsite {

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static uint64_t symbolOf(const AllocSiteFunction &Function, const std::string &Name) {
  uint64_t Symbol = uint64_t(Function.SymbolHigh) << 32 | Function.SymbolLow;
  return Symbol ? Symbol : allocSiteSymbolHash(Name.data(), Name.size());
}

/// The keys of the functions that other modules may look up here, sorted, without duplicates.
static std::set<uint16_t> keysOf(const DescriptorTables &Tables) {
  std::set<uint16_t> Keys;
  for (size_t I = 1; I < Tables.Functions.size(); ++I) {
    const AllocSiteFunction &Each = Tables.Functions[I];
    bool IsDefined = Each.Flags & ALLOCSITE_FUNCTION_INSTRUMENTED || Each.Aliasee;
    if (!IsDefined || Each.Flags & ALLOCSITE_FUNCTION_LOCAL)
      continue;
    const std::string &Name = Tables.Strings[Each.Name];
    Keys.insert(ALLOCSITE_KEY_OF(symbolOf(Each, Name)));
    if (uint64_t Wrapped =
            allocSiteSymbolHashBehind(ALLOCSITE_WRAP_PREFIX, Name.data(), Name.size()))
      Keys.insert(ALLOCSITE_KEY_OF(Wrapped));
  }
  return Keys;
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

namespace {

/// Calls Do(word) for every field of all records that is a String.
template <typename Callback> void forEachString(DescriptorTables &Tables, Callback Do) {
  auto String = [&](uint32_t &Word) { Do(Word); };
  auto Function = [](uint32_t &) {}, Frame = Function, Number = Function;
  for (AllocSiteFunction &Each : Tables.Functions) {
#define ALLOCSITE_FUNCTION(How, What, Name) What(Each.Name);
#include "allocsite/Descriptors.inc"
  }
  for (AllocSiteFrame &Each : Tables.Frames) {
#define ALLOCSITE_FRAME(How, What, Name) What(Each.Name);
#include "allocsite/Descriptors.inc"
  }
  for (AllocSiteSite &Each : Tables.Sites) {
#define ALLOCSITE_SITE(How, What, Name) What(Each.Name);
#include "allocsite/Descriptors.inc"
  }
  for (AllocSiteCallSite &Each : Tables.CallSites) {
#define ALLOCSITE_CALLSITE(How, What, Name) What(Each.Name);
#include "allocsite/Descriptors.inc"
  }
}

/// Leaves the strings that records speak of, sorted, each once.
void sortStrings(DescriptorTables &Tables) {
  std::map<std::string, uint32_t> Sorted{{"", 0}};
  forEachString(Tables, [&](uint32_t &Word) { Sorted[Tables.Strings[Word]] = 0; });
  uint32_t Next = 0;
  for (auto &Each : Sorted)
    Each.second = Next++;
  forEachString(Tables, [&](uint32_t &Word) { Word = Sorted[Tables.Strings[Word]]; });
  Tables.Strings.clear();
  for (auto &Each : Sorted)
    Tables.Strings.push_back(Each.first);
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

class Bytes {
public:
  void number(uint32_t Value) {
    for (; Value >= 0x80; Value >>= 7)
      Text += char(Value | 0x80);
    Text += char(Value);
  }
  void difference(uint32_t From, uint32_t To) {
    uint32_t D = To - From;
    number(D << 1 ^ (D >> 31 ? ~uint32_t(0) : 0));
  }
  void key(uint16_t Key) {
    Text += char(Key);
    Text += char(Key >> 8);
  }
  void text(const std::string &Plain);

  /// Records from number First on.
  template <typename Record, size_t Count>
  void table(const std::vector<Record> &Records, size_t First,
             const unsigned char (&Columns)[Count]) {
    static_assert(sizeof(Record) == Count * sizeof(uint32_t) &&
                      Count <= ALLOCSITE_MOST_COLUMNS,
                  "a struct of few words");
    uint32_t Before[Count] = {};
    for (size_t I = First; I < Records.size(); ++I) {
      const auto *Words = reinterpret_cast<const uint32_t *>(&Records[I]);
      size_t BitsAt = Text.size();
      Text += '\0';
      for (size_t C = 0; C < Count; ++C)
        if (field(Columns[C], Before[C], Words[C], uint32_t(I)))
          Text[BitsAt] |= char(1 << C);
    }
  }

  std::string Text;

private:
  void plain(const std::string &From, size_t Begin, size_t End) {
    while (Begin < End) {
      size_t Size = std::min<size_t>(End - Begin, ALLOCSITE_MOST_PLAIN);
      Text += char(Size - 1);
      Text.append(From, Begin, Size);
      Begin += Size;
    }
  }

  /// False where bit 0 says it all.
  bool field(unsigned char Column, uint32_t &Before, uint32_t Value, uint32_t Record) {
    if (Column == ALLOCSITE_COLUMN_Same ? Value == Before : Value == 0)
      return false;
    switch (Column) {
    case ALLOCSITE_COLUMN_Same:
    case ALLOCSITE_COLUMN_Rare:
      difference(Before, Value);
      break;
    case ALLOCSITE_COLUMN_Back:
      number(Record - Value);
      break;
    case ALLOCSITE_COLUMN_Fixed:
      for (unsigned Shift = 0; Shift < 32; Shift += 8)
        Text += char(Value >> Shift);
      break;
    }
    Before = Value;
    return true;
  }
};

/// Finds the best earlier copy of the bytes at a position of a text. Only positions passed to
/// add() are searched.
class Repeats {
  static constexpr size_t Least = ALLOCSITE_LEAST_COPY;
  static constexpr unsigned MostTried = 32; // The nearest ones.
  enum : uint32_t { None = ~uint32_t(0) };
  const std::string &Text;
  std::vector<uint32_t> Newest = std::vector<uint32_t>(1 << 14, uint32_t(None));
  std::vector<uint32_t> Before;

  uint32_t &newest(size_t At) {
    uint32_t Word;
    memcpy(&Word, &Text[At], sizeof(Word));
    return Newest[Word * 0x9E3779B1u >> 18];
  }

public:
  explicit Repeats(const std::string &Text) : Text(Text), Before(Text.size()) {}

  struct Copy {
    size_t Size = 0, Distance = 0;
    /// Bytes that it saves.
    int gain() const {
      int Cost = 2;
      for (size_t Left = Distance >> 7; Left; Left >>= 7)
        ++Cost;
      return int(Size) - Cost;
    }
  };

  /// The best for what stands at At; looks at what was added.
  Copy find(size_t At) {
    Copy Best;
    if (Text.size() - At < Least)
      return Best;
    size_t Most = std::min<size_t>(Text.size() - At, ALLOCSITE_MOST_COPY);
    uint32_t From = newest(At);
    for (unsigned I = 0; I < MostTried && From != None && Best.Size < Most; ++I) {
      // A match farther away has to be longer.
      size_t Size = 0;
      if (Text[From + Best.Size] == Text[At + Best.Size])
        while (Size < Most && Text[From + Size] == Text[At + Size])
          ++Size;
      Copy Found{Size, At - From};
      if (Size >= Least && Found.gain() > Best.gain())
        Best = Found;
      From = Before[From];
    }
    return Best;
  }
  void add(size_t At) {
    if (Text.size() - At < Least)
      return;
    uint32_t &Head = newest(At);
    Before[At] = Head;
    Head = uint32_t(At);
  }
};

/// Greedy, but for a better copy that begins one byte later.
void Bytes::text(const std::string &Plain) {
  Repeats Known(Plain);
  Repeats::Copy Now;
  size_t Begin = 0; // of what is not written
  for (size_t At = 0; At < Plain.size();) {
    Known.add(At);
    Repeats::Copy Next = Known.find(At + 1);
    if (Now.gain() < 1 || Next.gain() > Now.gain()) {
      Now = Next;
      ++At;
      continue;
    }
    plain(Plain, Begin, At);
    Text += char(0x80 + Now.Size - ALLOCSITE_LEAST_COPY);
    number(uint32_t(Now.Distance));
    for (size_t I = 1; I < Now.Size; ++I)
      Known.add(At + I);
    At += Now.Size;
    Begin = At;
    Now = Known.find(At);
  }
  plain(Plain, Begin, Plain.size());
}

} // namespace

std::string encode(DescriptorTables Tables) {
  std::set<uint16_t> Keys = keysOf(Tables);
  sortStrings(Tables);
  AllocSiteCounts Counts;
  Counts.KeyCount = uint32_t(Keys.size());
  Counts.StringCount = uint32_t(Tables.Strings.size());
  std::string Text;
  for (size_t I = 1; I < Tables.Strings.size(); ++I)
    Text.append(Tables.Strings[I]) += '\0';
  Counts.TextBytes = uint32_t(Text.size());
  Counts.FunctionCount = uint32_t(Tables.Functions.size());
  Counts.FrameCount = uint32_t(Tables.Frames.size());
  Counts.CallSiteCount = uint32_t(Tables.CallSites.size());

  Bytes To;
#define ALLOCSITE_COUNT(Name) To.number(Counts.Name);
#include "allocsite/Descriptors.inc"
  for (uint16_t Key : Keys)
    To.key(Key);
  To.text(Text);
  To.table(Tables.Functions, 1, AllocSiteFunctionColumns);
  To.table(Tables.Frames, 1, AllocSiteFrameColumns);
  To.table(Tables.Sites, 1, AllocSiteSiteColumns);
  To.table(Tables.CallSites, 1, AllocSiteCallSiteColumns);
  return To.Text;
}

} // namespace allocsite
