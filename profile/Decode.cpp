//===- Decode.cpp - Decodes the records of a module -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Decode.h"

namespace allocsite {

namespace {

/// Reads bytes up to their end. Beyond the end, and for numbers of more than 32 bits, it
/// returns 0 and sets Failed.
class Cursor {
  const unsigned char *At, *End;

public:
  bool Failed = false;

  explicit Cursor(const AllocSiteModule &Module)
      : At(Module.Bytes), End(Module.Bytes + Module.ByteCount) {}

  size_t left() const { return static_cast<size_t>(End - At); }

  uint32_t byte() {
    if (At != End)
      return *At++;
    Failed = true;
    return 0;
  }
  uint32_t number() { return At != End && *At < 0x80 ? *At++ : longNumber(); }
  __attribute__((noinline)) uint32_t longNumber() {
    uint32_t Value = 0;
    for (unsigned Shift = 0; Shift < 35; Shift += 7) {
      uint32_t Byte = byte();
      if (Shift == 28 && Byte > 0x0f)
        break;
      Value |= (Byte & 0x7f) << Shift;
      if (Byte < 0x80)
        return Value;
    }
    Failed = true;
    return 0;
  }
  uint32_t difference() {
    uint32_t Value = number();
    return Value >> 1 ^ (0 - (Value & 1));
  }
  uint32_t word() {
    uint32_t Value = 0;
    for (unsigned Shift = 0; Shift < 32; Shift += 8)
      Value |= byte() << Shift;
    return Value;
  }
  /// Null if fewer are left.
  const unsigned char *bytes(uint64_t Size) {
    if (Size > left()) {
      Failed = true;
      return nullptr;
    }
    At += Size;
    return At - Size;
  }
};

/// Hands out parts of Words in order; null if Words is null.
class WordArena {
  uint32_t *Next;

public:
  explicit WordArena(uint32_t *Words) : Next(Words) {}

  template <typename T> T *take(uint64_t Count) {
    if (!Next)
      return nullptr;
    T *Taken = reinterpret_cast<T *>(Next);
    Next += (Count * sizeof(T) + sizeof(*Next) - 1) / sizeof(*Next);
    return Taken;
  }
};

} // namespace

static AllocSiteCounts readCounts(Cursor &From) {
  AllocSiteCounts Counts;
#define ALLOCSITE_COUNT(Name) Counts.Name = From.number();
#include "allocsite/Descriptors.inc"
  return Counts;
}

/// Null if there are fewer keys than Counts says.
static const unsigned char *readKeys(Cursor &From, const AllocSiteCounts &Counts) {
  return From.bytes(uint64_t(Counts.KeyCount) * ALLOCSITE_KEY_BYTES);
}

FunctionKeys functionKeys(const AllocSiteModule &Module) {
  Cursor From(Module);
  AllocSiteCounts Counts = readCounts(From);
  const unsigned char *Keys = readKeys(From, Counts);
  return {Keys, From.Failed ? 0 : Counts.KeyCount};
}

uint64_t decodedWords(const AllocSiteModule &Module) {
  Cursor From(Module);
  AllocSiteCounts Counts = readCounts(From);
  readKeys(From, Counts);
  if (From.Failed || !Counts.StringCount || !Counts.FunctionCount || !Counts.FrameCount ||
      !Module.SiteCount || !Counts.CallSiteCount)
    return 0;
  // A record takes at least one byte. A string has at least one, and a zero after it. A
  // copy of text takes at least two.
  uint64_t Left = From.left();
  uint64_t Records = uint64_t(Counts.FunctionCount) + Counts.FrameCount + Module.SiteCount +
                     Counts.CallSiteCount - 4;
  if (Records > Left || Counts.StringCount - 1 > Counts.TextBytes / 2 ||
      Counts.TextBytes > (Left - Records) * ALLOCSITE_MOST_COPY / 2)
    return 0;
  uint64_t Bytes = Counts.StringCount * uint64_t(sizeof(uint32_t)) +
                   Counts.FunctionCount * sizeof(AllocSiteFunction) +
                   Counts.FrameCount * sizeof(AllocSiteFrame) +
                   Module.SiteCount * sizeof(AllocSiteSite) +
                   Counts.CallSiteCount * sizeof(AllocSiteCallSite) + Counts.TextBytes + 1;
  return (Bytes + sizeof(uint32_t) - 1) / sizeof(uint32_t);
}

/// Copies `Size` bytes from `Distance` bytes before `To`; source and copy may overlap.
static void copyText(char *To, uint32_t Distance, uint32_t Size) {
  if (Distance >= sizeof(uint32_t))
    for (uint32_t Word; Size >= sizeof(Word); Size -= sizeof(Word), To += sizeof(Word)) {
      memcpy(&Word, To - Distance, sizeof(Word));
      memcpy(To, &Word, sizeof(Word));
    }
  for (; Size; --Size, ++To)
    *To = To[-static_cast<ptrdiff_t>(Distance)];
}

/// Decodes the strings; only checks them if Text is null.
static void decodeText(Cursor &From, uint32_t TextBytes, char *Text) {
  for (uint32_t Used = 0; Used < TextBytes && !From.Failed;) {
    uint32_t Step = From.byte();
    if (Step < ALLOCSITE_MOST_PLAIN) {
      uint32_t Size = Step + 1;
      const unsigned char *Bytes = From.bytes(Size);
      if (!Bytes || Size > TextBytes - Used) {
        From.Failed = true;
        return;
      }
      if (Text)
        memcpy(Text + Used, Bytes, Size);
      Used += Size;
      continue;
    }
    uint32_t Size = Step - ALLOCSITE_MOST_PLAIN + ALLOCSITE_LEAST_COPY;
    uint32_t Distance = From.number();
    if (!Distance || Distance > Used || Size > TextBytes - Used) {
      From.Failed = true;
      return;
    }
    if (Text)
      copyText(Text + Used, Distance, Size);
    Used += Size;
  }
}

/// Sets the start of each string. Strings beyond the end of the text are empty.
static void findStrings(const AllocSiteCounts &Counts, const char *Text, uint32_t *Starts) {
  uint32_t At = 0;
  for (uint32_t I = 1; I < Counts.StringCount; ++I) {
    Starts[I] = At;
    At += static_cast<uint32_t>(strlen(Text + At));
    At += At < Counts.TextBytes;
  }
}

/// Reads one field. `Said` is its bit, `Before` the last value of its column; `I` is the
/// number of the record.
template <AllocSiteColumn How>
static uint32_t readField(Cursor &From, bool Said, uint32_t I, uint32_t &Before) {
  switch (How) {
  case ALLOCSITE_COLUMN_Same:
    return Said ? Before += From.difference() : Before;
  case ALLOCSITE_COLUMN_Rare:
    return Said ? Before += From.difference() : 0;
  case ALLOCSITE_COLUMN_Back:
    return Said ? I - From.number() : 0;
  case ALLOCSITE_COLUMN_Fixed:
    return Said ? From.word() : 0;
  }
}

/// Reads the fields from column `C` on. A template, not a loop, so that the way to read each
/// column is known at compile time.
template <const auto &Columns, size_t C = 0, size_t ColumnCount>
static void readFields(Cursor &From, uint32_t Bits, uint32_t I,
                       uint32_t (&Before)[ColumnCount], uint32_t (&Values)[ColumnCount]) {
  if constexpr (C < ColumnCount) {
    constexpr auto How = static_cast<AllocSiteColumn>(Columns[C]);
    Values[C] = readField<How>(From, Bits >> C & 1, I, Before[C]);
    readFields<Columns, C + 1>(From, Bits, I, Before, Values);
  }
}

/// Decodes the records First … End - 1 of a table; only checks them if Records is null.
template <const auto &Columns, typename Record>
static void decodeTable(Cursor &From, uint32_t First, uint32_t End, Record *Records) {
  constexpr size_t ColumnCount = sizeof(Columns);
  static_assert(sizeof(Record) == ColumnCount * sizeof(uint32_t) &&
                    ColumnCount <= ALLOCSITE_MOST_COLUMNS,
                "a struct of few words");
  uint32_t Before[ColumnCount] = {}, Values[ColumnCount];
  for (uint32_t I = First; I < End && !From.Failed; ++I) {
    uint32_t Bits = From.byte();
    if (Bits >> ColumnCount)
      From.Failed = true;
    readFields<Columns>(From, Bits, I, Before, Values);
    if (Records)
      memcpy(static_cast<void *>(&Records[I]), Values, sizeof(Values));
  }
}

bool decode(const AllocSiteModule &Module, uint32_t *Words, ModuleTables &Tables) {
  Tables = ModuleTables();
  if (!decodedWords(Module))
    return false;
  Cursor From(Module);
  AllocSiteCounts Counts = readCounts(From);
  readKeys(From, Counts);
  WordArena Arena(Words);
  uint32_t *Starts = Arena.take<uint32_t>(Counts.StringCount);
  auto *Functions = Arena.take<AllocSiteFunction>(Counts.FunctionCount);
  auto *Frames = Arena.take<AllocSiteFrame>(Counts.FrameCount);
  auto *Sites = Arena.take<AllocSiteSite>(Module.SiteCount);
  auto *CallSites = Arena.take<AllocSiteCallSite>(Counts.CallSiteCount);
  char *Text = Arena.take<char>(uint64_t(Counts.TextBytes) + 1);

  decodeText(From, Counts.TextBytes, Text);
  decodeTable<AllocSiteFunctionColumns>(From, 1, Counts.FunctionCount, Functions);
  decodeTable<AllocSiteFrameColumns>(From, 1, Counts.FrameCount, Frames);
  decodeTable<AllocSiteSiteColumns>(From, 1, Module.SiteCount, Sites);
  decodeTable<AllocSiteCallSiteColumns>(From, 1, Counts.CallSiteCount, CallSites);
  if (From.Failed || From.left())
    return false;
  if (Text)
    findStrings(Counts, Text, Starts);
  Tables = {Counts, Module.SiteCount, Text, Starts, Functions, Frames, Sites, CallSites};
  return true;
}

} // namespace allocsite
