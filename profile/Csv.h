//===- Csv.h - Counters as rows of text -------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   counter ──▶ expansion ──▶ outline (the texts of a row)
//                                │ with a size
//                                ▼
//                               row, merged with its equals, sorted, written
//
// Outlines and the texts in them are interned, so a row is 24 bytes and rows
// are equal if two integers are.
//
// For the sake of common readers, every name is quoted and `"` doubled; a row with a
// `"` comes first, where readers guess the dialect; invalid UTF-8 becomes U+FFFD; long
// names end in `…`; a missing frame is an unquoted `-`, as an empty cell would be read
// as null; numbers saturate at 2^63 - 1.
//
// Failed calls are rows of their own: `malloc (failed)`, with the bytes requested and 0 in
// total, so that sums and shares leave them out.
//
// Cells of live memory are empty (unknown) in rows whose blocks were not followed.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_CSV_H
#define ALLOCSITE_PROFILE_CSV_H

#include "Expand.h"
#include "Measures.h"

namespace allocsite {

class Changes;
struct Sampling;

struct CsvShape {
  bool Skip;              // write only seven columns, and merge rows that agree in them
  bool ArenaOnly;         // no rows for allocators of libc and C++
  unsigned Level;         // SKIP_HEAP_PROFILE: no rows for sites of a higher one
  uint32_t Modes;         // Mode, or'ed: their columns are appended
  bool HasStacks = false; // keep whole stacks beside the rows: writeStacks()
};

/// What was allocated from a mark on up to the next one; before the first mark there is one without a
/// name. With the option generations=1.
struct BlockGeneration {
  TextRef Mark;
  uint64_t Nanoseconds = 0; // of the mark, since the process began to count
};

/// Has no global state. Not thread-safe. Every bool is false if memory is short.
class CsvTable {
public:
  /// Names must be loaded before the first add, and stay.
  CsvTable(Expander &Names, CsvShape Shape) : Names(Names), Shape(Shape) {}

  /// Size of the key: bytes of one allocation. Its site has ALLOCSITE_SITE_FAILED set if the
  /// calls failed. The same key may be added again.
  bool add(const AllocSiteKey &Key, const Tally &Counted);

  /// Adds live blocks of a key that was added, of a generation: a part of its row. With sample= in
  /// parts (Sampling.h).
  bool addLiveOf(uint32_t Generation, const AllocSiteKey &Key, uint64_t Live);

  /// Adds allocations of the site Of.Site (0: of any sites) whose chains and sizes are not
  /// known. Their pc0 is `(other)` and their size is the mean. If that is not a whole number,
  /// two rows have the mean rounded down and up, so that calls and bytes add up exactly.
  bool addOther(const AllocSiteOther &Of);

  /// Expansion::siteHash() of a site; 0 if memory is short.
  uint64_t siteHash(uint64_t Context, uint64_t Site) {
    Expansion E;
    return Names.expand(Site, Context, E) ? E.siteHash() : 0;
  }

  /// Call after the last add. Sorts by total bytes, largest first, then by the columns from
  /// left to right, names by their bytes.
  bool sort();
  size_t rows() const { return Rows.size(); }
  /// Sums over the rows, without those below another allocator, whose memory is in its rows.
  /// Numbers saturate at UINT64_MAX.
  struct Sums {
    uint64_t Calls, Bytes; // of calls that have not failed
    uint64_t FailedCalls;  // of all rows
    uint64_t NotFollowed;  // of Calls, without allocators whose memory is followed below them
  };
  Sums sums() const;
  struct RowTexts {
    TextRef Innermost, Allocator, Through; ///< Empty: `-`.
    bool IsOfLibrary;                      ///< As in Expansion.
  };
  /// Calls Use(RowTexts, calls) for each row.
  template <typename UseT> void forEachRow(UseT &&Use) const {
    auto text = [&](TextId Id) { return Id == Dash ? TextRef() : Texts[Id]; };
    for (size_t I = 0; I < Rows.size(); ++I) {
      const TextId *Columns = Outlines[Rows[I].Outline].Columns;
      Use(RowTexts{text(Columns[0]), text(Columns[AllocatorColumn]),
                   text(Columns[ThroughColumn]), Layers[Rows[I].Outline].IsOfLibrary},
          Rows[I].Counted.Calls);
    }
  }
  /// Three more columns. Two have the same values in all rows: the next mark and its time, or the
  /// thread that counted the rows. The third is the frame where the whole stack of the row begins,
  /// as in writeStacks() of the log: where the shape has stacks, a row of several has a line for
  /// each, with its part of the measures; else the frame is 0.
  struct EndColumns {
    TextRef Titles; // ",mark,seconds,frame"
    TextRef Name, Number;
    bool HasHeader; // else rows of another stand before them, with their header
  };
  /// Returns 0 or an errno value.
  int write(int Descriptor, const EndColumns *Same = nullptr) const;

  /// Writes, as another CSV, the known places of the calls between functions that are
  /// neighbours in rows: a row only has the place of its site. `To` is empty if there are
  /// none.
  bool writePlaces(PageArray<char> &To);

  /// Writes two more CSVs: the frames of whole stacks, and which of them the rows are of:
  ///
  ///     function,file,line,caller      frame 1 is that of the first line; caller 0: none
  ///     row,frame,call count,…         row 1 is the first of the log. Its numbers are empty
  ///                                    where the row is of one stack, else that stack's
  ///
  /// Call after sort(). Nothing is written if pc0 … pc3 are all there is of every stack. They
  /// return 0 or an errno value.
  bool hasMoreStacks() const; // false: these write nothing
  int writeFrames(int Descriptor);
  int writeStacks(int Descriptor);

  /// Writes, as another CSV, what is live of each row by generation, as far as it was added:
  ///
  ///     row,frame,generation,mark,seconds,live count,live bytes
  ///
  /// Row and frame are as in writeStacks(); frame is 0 where that writes nothing. Generations that
  /// are not among `All` have no mark. Call after sort(). Returns 0 or an errno value.
  int writeGenerations(const BlockGeneration *All, uint32_t Count, int Descriptor);

  /// Writes one more CSV: the blocks of rows that were allocated and freed from one point of a
  /// timeline to another.
  ///
  ///     row,frame,point,allocated,freed   rows and frames are those of writeStacks(); frame 0
  ///                                       where that writes nothing. Point 1 is the first
  ///
  /// Sorted by these three; lines of two zeros are left out. Nothing is written where there is none.
  /// Call after sort(). Returns 0 or an errno value.
  int writeChanges(int Descriptor, const Changes &Of, const Sampling &Sampled);

  /// Writes, as another CSV, the program or library of each function in rows; leaves out
  /// functions with code in more than one. `To` is empty if all modules are in one.
  bool writeModules(PageArray<char> &To);

private:
  friend class ArenaTable; // rows of the same names, with other numbers
  friend class GraphNames; // the names alone

  using TextId = uint32_t;
  static constexpr unsigned TextColumns = ALLOCSITE_FRAMES + 4;
  enum { AllocatorColumn = ALLOCSITE_FRAMES, TypeColumn, SiteColumn, ThroughColumn };
  /// Of the text columns behind the first numbers; ThroughColumn is there if isWhole().
  unsigned columnEnd() const {
    return Shape.Skip ? unsigned(AllocatorColumn) : ThroughColumn + unsigned(Names.isWhole());
  }

  struct Outline {
    TextId Columns[TextColumns];
    uint32_t IsFailed; // 0 or 1
  };
  struct Layer { // of an Outline; not part of its identity
    TextId Family, Above;
    bool IsOfLibrary;
  };
  struct KnownName { // of an Expansion, by address: its bytes do not move
    const char *Bytes;
    size_t Size;
    TextId Id;
  };
  struct Known { // an expansion that was made before
    uint64_t Context, Site;
    uint32_t Outline; // or Left
    uint32_t Stack;   // Expander::wholeStack(); 0: not known
  };
  struct Row {
    uint32_t Outline;
    uint64_t Size;
    Tally Counted;
  };
  struct Part { // of a row: what one stack has
    uint32_t Row, Stack;
    Tally Counted;

    bool isBefore(const Part &Other) const { return Stack < Other.Stack; } // of the same row
  };
  struct LivePart { // of a row: what one stack has of one generation
    uint32_t Row, Stack, Generation;
    uint64_t Live;

    bool isBefore(const LivePart &Other) const {
      return Stack != Other.Stack ? Stack < Other.Stack : Generation < Other.Generation;
    }
  };
  static constexpr uint32_t Left = ~uint32_t(0);   // left out
  static constexpr uint32_t Failed = ~uint32_t(1); // no memory
  static constexpr TextId Dash = 0;

  Expander &Names;
  CsvShape Shape;
  PageArray<TextRef> Texts;
  PageIndex TextsByBytes;
  PageArray<KnownName> KnownNames; // most rows repeat the names of others
  PageIndex NamesByAddress;
  PageArray<Outline> Outlines;
  PageArray<Layer> Layers; // by outline
  PageIndex OutlinesByTexts;
  PageArray<Known> Expansions;
  PageIndex ExpansionsByKey;
  PageArray<Row> Rows;
  PageIndex RowsByKey;
  PageArray<Part> Parts;
  PageIndex PartsByKey;
  PageArray<LivePart> LiveParts;
  PageIndex LivePartsByKey;
  PageArray<uint32_t> Order; // positions of Rows
  TextArena Arena;

  bool intern(TextRef Raw, TextId &Id);
  bool internName(TextRef Name, TextId &Id);
  bool internFailed(TextRef Allocator, TextId &Id);
  bool expansionOf(uint64_t Context, uint64_t Site, Known &Found);
  uint32_t outlineOf(uint64_t Context, uint64_t Site) {
    Known Found;
    return expansionOf(Context, Site, Found) ? Found.Outline : Failed;
  }
  uint32_t makeOutline(const Expansion &E, bool IsFailed);
  bool hasColumn(Measure Of) const;
  uint64_t value(Measure Which, const Row &Of) const;
  uint64_t shown(Measure Which, const Row &Of, size_t Line) const;
  uint64_t notFollowedIn(const Row &Of) const;
  uint32_t findRow(uint32_t Outline, uint64_t Size) const;
  uint32_t findPart(uint32_t Row, uint32_t Stack) const;
  uint32_t placeOf(const AllocSiteKey &Key, bool HasStacks, bool &HasMemory);
  static uint64_t roundingOf(size_t Line);
  bool addRow(uint32_t Outline, uint64_t Size, const Tally &Counted, uint32_t Stack = 0);
  struct PartLines {
    PageArray<uint32_t> Lines;  // by row: its line in the log, from 0
    PageArray<uint32_t> Count;  // by row: how many parts it has
    PageArray<uint32_t> Sorted; // positions of the parts
  };
  template <typename PartT> bool sortParts(const PageArray<PartT> &Of, PartLines &To) const;
  bool addPart(uint32_t Row, uint32_t Stack, const Tally &Counted);
  void bringQuoteForward();
};

} // namespace allocsite

#endif
