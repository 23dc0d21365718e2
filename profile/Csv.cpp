//===- Csv.cpp - Counters as rows of text ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Csv.h"
#include "CsvOutput.h"
#include "Sampling.h"
#include "allocsite/CsvText.h"

namespace allocsite {

static const char Ellipsis[] = ALLOCSITE_ELLIPSIS;
static const char Replacement[] = ALLOCSITE_REPLACEMENT;
constexpr size_t MostBytes = ALLOCSITE_NAME_BYTES;

static uint64_t saturate(uint64_t Value) {
  return Value > uint64_t(INT64_MAX) ? uint64_t(INT64_MAX) : Value;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// True if the eight bytes are ASCII, as nearly all are.
static bool areAscii(const unsigned char *At) {
  uint64_t Word;
  __builtin_memcpy(&Word, At, sizeof(Word));
  return !(Word & UINT64_C(0x8080808080808080));
}

static bool isPlain(TextRef Raw) {
  if (Raw.Size > MostBytes)
    return false;
  const unsigned char *At = reinterpret_cast<const unsigned char *>(Raw.Bytes);
  for (size_t I = 0; I < Raw.Size;) {
    if (Raw.Size - I >= 8 && areAscii(At + I)) {
      I += 8;
      continue;
    }
    size_t Length = allocSiteSequenceLength(At + I, Raw.Size - I);
    if (!Length)
      return false;
    I += Length;
  }
  return true;
}

/// Makes a name that every reader accepts: valid UTF-8, not too long.
static bool makePlain(TextRef Raw, TextArena &Arena, TextRef &Plain) {
  if (isPlain(Raw)) {
    Plain = Raw;
    return true;
  }
  // Each byte becomes up to three; then the ellipsis, and the terminator of Text.
  size_t Room = (Raw.Size < MostBytes ? Raw.Size : MostBytes) * 3 + 8;
  char *Buffer = Arena.take(Room);
  if (!Buffer)
    return false;
  Text To(Buffer, Room);
  const unsigned char *At = reinterpret_cast<const unsigned char *>(Raw.Bytes);
  for (size_t I = 0; I < Raw.Size;) {
    size_t Length = allocSiteSequenceLength(At + I, Raw.Size - I);
    if (To.size() + (Length ? Length : 3) > MostBytes) {
      To.add(Ellipsis);
      break;
    }
    if (Length)
      To.add(TextRef(Raw.Bytes + I, Length));
    else
      To.add(Replacement);
    I += Length ? Length : 1;
  }
  Plain = To.ref();
  return true;
}

// Texts[0] is the dash of a missing frame. It is never looked up, as a function may have that
// name.
bool CsvTable::intern(TextRef Raw, TextId &Id) {
  if (!Texts.size() && !Texts.push(TextRef("-")))
    return false;
  Id = Dash;
  if (Raw.empty())
    return true;
  TextRef Plain;
  if (!makePlain(Raw, Arena, Plain))
    return false;
  uint64_t Hash = hashWord(hashBytes(Plain.Bytes, Plain.Size), Plain.Size);
  Id = TextsByBytes.find(Hash, [&](uint32_t I) { return Texts[I] == Plain; });
  if (Id != PageIndex::None)
    return true;
  Id = static_cast<TextId>(Texts.size());
  return Texts.push(Plain) && TextsByBytes.insert(Hash, Id);
}

/// Like intern(), for names that live as long as the Expander: looks up the address first.
bool CsvTable::internName(TextRef Name, TextId &Id) {
  uint64_t Hash = hashWord(0, reinterpret_cast<uintptr_t>(Name.Bytes));
  uint32_t At = NamesByAddress.find(Hash, [&](uint32_t I) {
    return KnownNames[I].Bytes == Name.Bytes && KnownNames[I].Size == Name.Size;
  });
  if (At != PageIndex::None) {
    Id = KnownNames[At].Id;
    return true;
  }
  At = static_cast<uint32_t>(KnownNames.size());
  return intern(Name, Id) && KnownNames.push({Name.Bytes, Name.Size, Id}) &&
         NamesByAddress.insert(Hash, At);
}

/// Interns the allocator's name with the mark of failed calls, `malloc (failed)`.
bool CsvTable::internFailed(TextRef Allocator, TextId &Id) {
  static const char Mark[] = "(failed)";
  size_t Room = Allocator.Size + sizeof(Mark) + 2;
  char *Buffer = Arena.take(Room);
  if (!Buffer)
    return false;
  Text To(Buffer, Room);
  if (!Allocator.empty())
    To.add(Allocator).add(' ');
  return intern(To.add(Mark).ref(), Id);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static bool isFailed(uint64_t Site) { return Site & ALLOCSITE_SITE_FAILED; }

uint32_t CsvTable::makeOutline(const Expansion &E, bool IsFailed) {
  if (E.IsInner || E.Level > Shape.Level || (Shape.ArenaOnly && !E.IsArena))
    return Left;
  Outline New = {};
  New.IsFailed = IsFailed;
  for (unsigned I = 0; I < ALLOCSITE_FRAMES; ++I) {
    TextRef Name;
    if (E.Kinds[I] == Expansion::Named)
      Name = E.Names[I];
    else if (E.Kinds[I] == Expansion::Unrecorded)
      Name = Ellipsis;
    if (!internName(Name, New.Columns[I]))
      return Failed;
  }
  if (!Shape.Skip) {
    size_t Room = E.siteTextBytes();
    char *Buffer = Arena.take(Room);
    if (!Buffer)
      return Failed;
    Text Place(Buffer, Room);
    E.siteText(Place);
    TextId &Allocator = New.Columns[AllocatorColumn];
    if (!(IsFailed ? internFailed(E.Allocator, Allocator)
                   : internName(E.Allocator, Allocator)) ||
        !internName(E.Type, New.Columns[TypeColumn]) ||
        !intern(Place.ref(), New.Columns[SiteColumn]) ||
        !internName(lastPart(E.Through), New.Columns[ThroughColumn]))
      return Failed;
  }
  uint64_t Hash = hashWord(hashBytes(&New, sizeof(New)), 0);
  uint32_t At = OutlinesByTexts.find(
      Hash, [&](uint32_t I) { return memcmp(&Outlines[I], &New, sizeof(New)) == 0; });
  if (At != PageIndex::None)
    return At;
  At = static_cast<uint32_t>(Outlines.size());
  Layer Its = {};
  Its.IsOfLibrary = E.IsOfLibrary;
  if (!internName(E.Family, Its.Family) || !internName(E.Above, Its.Above))
    return Failed;
  return Outlines.push(New) && Layers.push(Its) && OutlinesByTexts.insert(Hash, At) ? At
                                                                                    : Failed;
}

/// False if memory is short.
bool CsvTable::expansionOf(uint64_t Context, uint64_t Site, Known &Found) {
  uint64_t Hash = hashWord(hashWord(0, Context), Site);
  uint32_t At = ExpansionsByKey.find(Hash, [&](uint32_t I) {
    return Expansions[I].Context == Context && Expansions[I].Site == Site;
  });
  if (At != PageIndex::None) {
    Found = Expansions[At];
    return true;
  }
  Expansion E;
  const uint64_t Its = Site & ~ALLOCSITE_SITE_FAILED;
  Found = {Context, Site, Failed, 0};
  if (!Names.expand(Its, Context, E))
    return false;
  Found.Outline = makeOutline(E, isFailed(Site));
  if (Shape.HasStacks && Found.Outline != Left)
    Found.Stack = Names.wholeStack(Its, Context);
  At = static_cast<uint32_t>(Expansions.size());
  return Found.Outline != Failed && Expansions.push(Found) && ExpansionsByKey.insert(Hash, At);
}

bool CsvTable::add(const AllocSiteKey &Key, const Tally &Counted) {
  Known Its;
  if (!expansionOf(Key.Context, Key.Site, Its))
    return false;
  return Its.Outline == Left || addRow(Its.Outline, Key.Size, Counted, Its.Stack);
}

bool CsvTable::addOther(const AllocSiteOther &Of) {
  const Tally Counted = tallyOf(Of);
  const uint64_t Site = Of.Site, Bytes = Of.Bytes;
  const uint64_t Calls = Counted.Calls;
  if (!Calls)
    return true;
  Expansion E;
  if (!Names.expand(Site & ~ALLOCSITE_SITE_FAILED, 0, E))
    return false;
  for (unsigned I = 0; I < ALLOCSITE_FRAMES; ++I)
    E.Kinds[I] = Expansion::Missing;
  E.Kinds[0] = Expansion::Named;
  E.Names[0] = TextRef("(other)");
  if (!(Site & ~ALLOCSITE_SITE_FAILED))
    E.IsArena = true; // it may count some for arenas: keep the row if ArenaOnly
  uint32_t Made = makeOutline(E, isFailed(Site));
  if (Made == Left || Made == Failed)
    return Made == Left;
  Tally Larger, Rest = Counted; // the row of the larger size has no counts but calls
  Larger.Calls = Bytes % Calls;
  Rest.Calls -= Larger.Calls;
  return (!Larger.Calls || addRow(Made, Bytes / Calls + 1, Larger)) &&
         addRow(Made, Bytes / Calls, Rest);
}

static uint64_t hashOfPart(uint32_t Row, uint32_t Stack) {
  return hashWord(hashWord(4, Row), Stack);
}

uint32_t CsvTable::findPart(uint32_t Row, uint32_t Stack) const {
  return PartsByKey.find(hashOfPart(Row, Stack), [&](uint32_t I) {
    return Parts[I].Row == Row && Parts[I].Stack == Stack;
  });
}

bool CsvTable::addPart(uint32_t Row, uint32_t Stack, const Tally &Counted) {
  uint32_t At = findPart(Row, Stack);
  if (At != PageIndex::None) {
    Parts[At].Counted.merge(Counted);
    return true;
  }
  At = static_cast<uint32_t>(Parts.size());
  return Parts.push({Row, Stack, Counted}) && PartsByKey.insert(hashOfPart(Row, Stack), At);
}

static uint64_t hashOfRow(uint32_t Made, uint64_t Size) {
  return hashWord(hashWord(1, Made), Size);
}

/// Or PageIndex::None.
uint32_t CsvTable::findRow(uint32_t Made, uint64_t Size) const {
  Size = saturate(Size);
  return RowsByKey.find(hashOfRow(Made, Size), [&](uint32_t I) {
    return Rows[I].Outline == Made && Rows[I].Size == Size;
  });
}

bool CsvTable::addLiveOf(uint32_t Generation, const AllocSiteKey &Key, uint64_t Live) {
  Known Its;
  if (!Live)
    return true;
  if (!expansionOf(Key.Context, Key.Site, Its))
    return false;
  const uint32_t Row = Its.Outline == Left ? PageIndex::None : findRow(Its.Outline, Key.Size);
  if (Row == PageIndex::None)
    return true;
  const uint64_t Hash = hashWord(hashWord(hashWord(5, Row), Its.Stack), Generation);
  uint32_t At = LivePartsByKey.find(Hash, [&](uint32_t I) {
    const LivePart &Each = LiveParts[I];
    return Each.Row == Row && Each.Stack == Its.Stack && Each.Generation == Generation;
  });
  if (At != PageIndex::None) {
    LiveParts[At].Live += Live;
    return true;
  }
  At = static_cast<uint32_t>(LiveParts.size());
  return LiveParts.push({Row, Its.Stack, Generation, Live}) && LivePartsByKey.insert(Hash, At);
}

bool CsvTable::addRow(uint32_t Made, uint64_t Size, const Tally &Counted, uint32_t Stack) {
  Size = saturate(Size);
  uint32_t At = findRow(Made, Size);
  if (At != PageIndex::None) {
    Rows[At].Counted.merge(Counted);
  } else {
    At = static_cast<uint32_t>(Rows.size());
    if (!Rows.push({Made, Size, Counted}) || !RowsByKey.insert(hashOfRow(Made, Size), At))
      return false;
  }
  return !Shape.HasStacks || addPart(At, Stack, Counted);
}

bool CsvTable::hasColumn(Measure Of) const {
  const uint32_t Needed = columnOf(Of).Modes;
  return (Shape.Modes & Needed) == Needed;
}

uint64_t CsvTable::value(Measure Which, const Row &Of) const {
  return measure(Which, Of.Counted, Of.Size, Outlines[Of.Outline].IsFailed);
}

/// What is added to parts of a block, before they become whole ones, in that line. Multiples of the
/// golden ratio are spread evenly over a whole.
uint64_t CsvTable::roundingOf(size_t Line) {
  constexpr uint64_t Whole = UINT64_C(1) << Sampling::PartBits;
  return Line * (UINT64_C(0x9e3779b97f4a7c15) >> (64 - Sampling::PartBits)) % Whole;
}

/// Like value(), but rounds estimates to whole numbers: bytes to the nearest; counts up in
/// some lines and down in others, so that their sum stays right. All counts of a line are
/// rounded in the same way.
uint64_t CsvTable::shown(Measure Which, const Row &Of, size_t Line) const {
  const uint64_t Its = value(Which, Of);
  const MeasureColumn &Column = columnOf(Which);
  if (!(Shape.Modes & ModeSampled) || Column.Modes != ModeLive)
    return Its;
  constexpr uint64_t Whole = UINT64_C(1) << Sampling::PartBits;
  const uint64_t More = Column.Unit == MeasureUnit::Bytes ? Whole / 2 : roundingOf(Line);
  return (Its + More) >> Sampling::PartBits;
}

uint64_t CsvTable::notFollowedIn(const Row &Of) const {
  const TextRef Allocator = Texts[Outlines[Of.Outline].Columns[AllocatorColumn]];
  return makesNoBlock(Allocator.Bytes, Allocator.Size, Of.Size)
             ? 0
             : value(Measure::NotFollowed, Of);
}

CsvTable::Sums CsvTable::sums() const {
  Sums All = {};
  PageArray<char> IsOver; // by text: a family whose memory is followed below it
  const bool IsKnown = IsOver.resize(Texts.size());
  for (size_t I = 0; IsKnown && I < Rows.size(); ++I)
    if (const TextId Above = Layers[Rows[I].Outline].Above;
        Above != Dash && notFollowedIn(Rows[I]) < Rows[I].Counted.Calls)
      IsOver[Above] = true;
  for (size_t I = 0; I < Rows.size(); ++I) {
    const Row &Each = Rows[I];
    const Layer Its = Layers[Each.Outline];
    if (Outlines[Each.Outline].IsFailed) {
      All.FailedCalls = mergeSum(All.FailedCalls, Each.Counted.Calls);
    } else if (Its.Above == Dash) {
      All.Calls = mergeSum(All.Calls, Each.Counted.Calls);
      All.Bytes = mergeSum(All.Bytes, value(Measure::Bytes, Each));
      if (IsKnown && !IsOver[Its.Family])
        All.NotFollowed = mergeSum(All.NotFollowed, notFollowedIn(Each));
    }
  }
  return All;
}

static int compareBytes(TextRef A, TextRef B) {
  size_t Both = A.Size < B.Size ? A.Size : B.Size;
  if (int Order = memcmp(A.Bytes, B.Bytes, Both))
    return Order;
  return A.Size < B.Size ? -1 : A.Size > B.Size;
}

bool CsvTable::sort() {
  // Texts are ranked once; a row is then compared by integers.
  PageArray<uint32_t> Sorted, Scratch, Rank;
  size_t TextCount = Texts.size();
  if (!Sorted.resize(TextCount) || !Scratch.resize(TextCount) || !Rank.resize(TextCount))
    return false;
  for (size_t I = 0; I < TextCount; ++I)
    Sorted[I] = static_cast<uint32_t>(I);
  mergeSort(Sorted.begin(), Scratch.begin(), TextCount,
            [&](uint32_t A, uint32_t B) { return compareBytes(Texts[A], Texts[B]) < 0; });
  for (size_t I = 0; I < TextCount; ++I)
    Rank[Sorted[I]] = static_cast<uint32_t>(I);

  if (!Order.resize(Rows.size()) || !Scratch.resize(Rows.size()))
    return false;
  for (size_t I = 0; I < Rows.size(); ++I)
    Order[I] = static_cast<uint32_t>(I);
  mergeSort(Order.begin(), Scratch.begin(), Rows.size(), [&](uint32_t I, uint32_t J) {
    const Row &A = Rows[I], &B = Rows[J];
    uint64_t TotalA = value(Measure::Bytes, A), TotalB = value(Measure::Bytes, B);
    if (TotalA != TotalB)
      return TotalA > TotalB;
    const TextId *TextsA = Outlines[A.Outline].Columns;
    const TextId *TextsB = Outlines[B.Outline].Columns;
    unsigned Column = 0;
    for (; Column < ALLOCSITE_FRAMES; ++Column)
      if (TextsA[Column] != TextsB[Column])
        return Rank[TextsA[Column]] < Rank[TextsB[Column]];
    if (A.Size != B.Size)
      return A.Size < B.Size;
    if (A.Counted.Calls != B.Counted.Calls)
      return A.Counted.Calls < B.Counted.Calls;
    for (; Column < TextColumns; ++Column)
      if (TextsA[Column] != TextsB[Column])
        return Rank[TextsA[Column]] < Rank[TextsB[Column]];
    return false;
  });
  bringQuoteForward();
  return true;
}

/// The first row with a `"` in a name goes before all others.
void CsvTable::bringQuoteForward() {
  for (size_t I = 0; I < Rows.size(); ++I) {
    uint32_t Found = Order[I];
    for (TextId Id : Outlines[Rows[Found].Outline].Columns) {
      if (!memchr(Texts[Id].Bytes, '"', Texts[Id].Size))
        continue;
      memmove(&Order[1], &Order[0], I * sizeof(Order[0]));
      Order[0] = Found;
      return;
    }
  }
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

int CsvTable::write(int Descriptor, const EndColumns *Same) const {
  TextArena Plain;
  TextRef Name;
  if (Same && !makePlain(Same->Name, Plain, Name))
    return ENOMEM;
  CsvOutput To(Descriptor);
  const unsigned End = columnEnd();
  // Calls Use with each column that is always there, or with each that a mode adds.
  auto forEachMeasure = [&](bool Always, auto Use) {
    for (unsigned I = 0; I < MeasureCount; ++I)
      if (auto Which = static_cast<Measure>(I);
          MeasureColumns[I].isAlways() == Always && hasColumn(Which))
        Use(Which);
  };
  auto title = [&](Measure Which) { To.add(',').add(columnOf(Which).Title); };
  if (!Same || Same->HasHeader) {
    To.add("pc0,pc1,pc2,pc3");
    forEachMeasure(true, title);
    static const char *const Titles[] = {",allocator", ",type", ",site", ",through"};
    for (unsigned C = ALLOCSITE_FRAMES; C < End; ++C)
      To.add(Titles[C - ALLOCSITE_FRAMES]);
    forEachMeasure(false, title);
    if (Same)
      To.add(Same->Titles);
    To.add('\n');
  }
  auto name = [&](TextId Id) {
    if (Id == Dash)
      To.add('-');
    else
      To.quoted(Texts[Id]);
  };
  auto end = [&](uint32_t Frame) {
    if (!Same)
      return;
    To.add(',');
    To.quoted(Name);
    To.add(',');
    To.add(Same->Number);
    To.add(',').number(Frame);
  };
  // A mark up to which nothing was counted has one row of zeros, so that it is seen.
  if (Same && !Rows.size()) {
    To.add("-,-,-,-");
    forEachMeasure(true, [&](Measure) { To.add(",0"); });
    for (unsigned C = ALLOCSITE_FRAMES; C < End; ++C)
      To.add(",-");
    forEachMeasure(false, [&](Measure) { To.add(",0"); });
    end(0);
    To.add('\n');
  }
  auto line = [&](const Row &R, size_t I, uint32_t Frame) {
    const TextId *Columns = Outlines[R.Outline].Columns;
    for (unsigned C = 0; C < ALLOCSITE_FRAMES; ++C) {
      if (C)
        To.add(',');
      name(Columns[C]);
    }
    const uint64_t Lacks = Shape.Modes ? notFollowedIn(R) : 0;
    const bool IsNotKnown = Lacks && Lacks == R.Counted.Calls;
    auto number = [&](Measure Which) {
      To.add(',');
      if (!IsNotKnown || !columnOf(Which).isOfBlocks())
        To.number(shown(Which, R, I));
    };
    forEachMeasure(true, number);
    for (unsigned C = ALLOCSITE_FRAMES; C < End; ++C) {
      To.add(',');
      name(Columns[C]);
    }
    forEachMeasure(false, number);
    end(Frame);
    To.add('\n');
  };
  if (!Same || !Shape.HasStacks) {
    for (size_t I = 0; I < Rows.size(); ++I)
      line(Rows[Order[I]], I, 0);
    return To.flush();
  }
  PartLines Sorted;
  if (!sortParts(Parts, Sorted))
    return ENOMEM;
  for (size_t I = 0; I < Parts.size(); ++I) {
    const Part &Its = Parts[Sorted.Sorted[I]];
    line({Rows[Its.Row].Outline, Rows[Its.Row].Size, Its.Counted}, I, Its.Stack);
  }
  return To.flush();
}

} // namespace allocsite
