//===- Profile.h - The model that every command reads ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   sources (read/) ──▶ Profile ──▶ writers (show/, write/)
//
//   names    "main"  "leaf()"  "malloc" …              NameTable
//   frames   (function, file, line)                    interned
//   chains   (frame, chain of the caller)              interned: callers are shared
//   rows     (chain, allocator, type, site, through, size, process, thread)  interned: equal rows
//                                                      are one; parts that a view does not need
//                                                      are dropped
//   columns  a number for each row and side: calls, bytes, …
//
//   leaf ← main          chain 2 = (leaf, chain 1), chain 1 = (main, chain 0)
//   other ← main         chain 3 = (other, chain 1)
//
// A chain has any number of frames. A profile has one side, on which all input is summed; two,
// which are compared; or more, a series of logs. No source is trusted: names are kept as they
// were read, and must be made printable by the code that prints them (displayText). Not
// thread-safe.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_MODEL_PROFILE_H
#define ALLOCSITE_REPORT_MODEL_PROFILE_H

#include "Known.h"
#include "profile/Expected.h"
#include "support/KeySet.h"
#include "support/NameTable.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace allocsite {

///   grow  makeList  lp.c:41:9  3     makeList calls grow in three places
///
/// Rows do not have these places: a row's site is the call of the allocator. When a function is
/// left out of chains, the place where it is called becomes the site.
struct CallPlace {
  NameId First;         ///< "lp.c:41:9"
  uint64_t Count;       ///< number of places, not 0
  NameId Shown;         ///< as a column of sites shows it, "lp.c:41:9 +2"
  bool Differs = false; ///< two sources tell different places

  bool isSole() const { return Count == 1 && !Differs; }
  bool isAs(const CallPlace &Other) const {
    return First == Other.First && Count == Other.Count && Differs == Other.Differs;
  }
};

class CallPlaces {
public:
  /// By callee and caller.
  using Map = std::map<std::pair<NameId, NameId>, CallPlace>;

  /// If a place is known already, keeps one of the two, whichever order they come in.
  void add(NameId Callee, NameId Caller, const CallPlace &Of, const NameTable &Names) {
    auto [At, IsNew] = Known.try_emplace({Callee, Caller}, Of);
    auto rank = [&Names](const CallPlace &Place) {
      return std::pair(Names[Place.First], UINT64_MAX - Place.Count);
    };
    if (IsNew || Of.isAs(At->second))
      return;
    if (rank(Of) < rank(At->second))
      At->second = Of;
    At->second.Differs = true;
  }

  /// Adds the places in \p Of of calls that are not known yet.
  void addMissing(const CallPlaces &Of) {
    for (const auto &[Ends, Place] : Of.Known)
      if (auto [At, IsNew] = Known.try_emplace(Ends, Place); !Place.isAs(At->second))
        At->second.Differs = true;
  }

  /// The CallPlace::Shown of that call; NoName if not known.
  NameId find(NameId Callee, NameId Caller) const {
    auto At = Known.find({Callee, Caller});
    return At == Known.end() ? NoName : At->second.Shown;
  }
  const Map &all() const { return Known; }

private:
  Map Known;
};

using FrameId = uint32_t;
using ChainId = uint32_t;
using RowId = uint32_t;

/// The chain without frames.
constexpr ChainId NoChain = 0;

struct Frame {
  NameId Function;
  NameId File = NoName;   ///< NoName: not known
  uint32_t Line = 0;      ///< from 1; 0: not known
  NameId Module = NoName; ///< the program or library that it is in; NoName: not known
  uint32_t IsInlined = 0; ///< 1: inlined into its caller's frame; 0: not inlined, or not known
};

/// A frame and the chain of its caller.
struct ChainLink {
  FrameId At;
  ChainId Caller;
};

/// Identifies a row: allocations with equal keys are counted together.
struct RowKey {
  ChainId Chain = NoChain;
  NameId Allocator = NoName;
  NameId Type = NoName;
  NameId Site = NoName;
  NameId Through = NoName; ///< the library that called the allocator; NoName: the program
  NameId Process = NoName; ///< "app [4711]", or the file if that does not tell its process
  NameId Thread = NoName;  ///< "loader [4712]"; NoName: not known
  uint32_t SizeLow = 0, SizeHigh = 0; ///< bytes of one allocation
  uint32_t IsFailed = 0;              ///< 1: the calls failed; the size is the requested one
  uint32_t HadType = 0; ///< 1: the row has a type, which the profile does not keep

  uint64_t size() const { return uint64_t(SizeHigh) << 32 | SizeLow; }
  void setSize(uint64_t Bytes) {
    SizeLow = uint32_t(Bytes);
    SizeHigh = uint32_t(Bytes >> 32);
  }
};

/// The optional parts of a key that a profile keeps. Rows that differ only in a dropped part
/// become one, which makes a large log several times smaller.
struct KeptKeys {
  bool Type = true, Size = true;
  bool Process = false, Thread = false;
  /// If several threads share a row of a log, their parts of its live memory are not known.
  /// True: their rows say so by `not-followed`, and sums of them are lower bounds. False: sums
  /// over all threads are those of the log, and a thread's part is 0.
  bool MarksShared = true;
  bool Origins = false; ///< which rows of logs each row was made of (Profile::origins())
};

/// That a row was made of a row of a log, or of the part of it that one stack has.
struct RowOrigin {
  uint64_t Number; ///< of the row in its log, from 1
  uint64_t Frame;  ///< of the stack, in the table `frames` of the log; 0: none
  unsigned Side;
  uint32_t Row; ///< a RowId
};

/// Bytes of one allocation, in one or several rows.
struct SizeRange {
  uint64_t Smallest = INT64_MAX, Largest = 0;

  void add(const SizeRange &Other) {
    Smallest = std::min(Smallest, Other.Smallest);
    Largest = std::max(Largest, Other.Largest);
  }
};

/// Frames of a row of a log: pc0 … pc3.
constexpr size_t LogFrames = 4;

/// A program or library of a run that has sites.
struct RunModule {
  std::string Path;    ///< as in StackFrame::Module: as it was loaded
  std::string BuildId; ///< in hexadecimal; empty: it has none, or the file does not tell
};

/// A file that was read, and the process that it was recorded from.
struct Run {
  unsigned Side = 0;
  std::string File;               ///< as the user named it
  std::string Program;            ///< empty: the file does not tell
  uint64_t Process = 0;           ///< its id; 0: not known
  uint64_t Began = 0;             ///< seconds after 1970; 0: not known
  std::string Host;               ///< the machine's name; empty: not known
  std::string Service;            ///< OTEL_SERVICE_NAME; empty: not set, or not known
  std::vector<RunModule> Modules; ///< the program first; empty: not known
  std::vector<std::string> Lacks; ///< sentences that say what the file does not record
  bool HasAllocators = false, HasTypes = false, HasSites = false;
  bool HasThrough = false; ///< allocations of libraries are in rows of their own
  bool IsPart = false;     ///< what was counted between two marks
  bool HasThreads = false; ///< rows tell their threads; read only if the profile keeps them
  bool HasStacks = false;  ///< whole ones; else chains have LogFrames frames at most
};

/// "app [4711]", or the file if that does not tell its process.
std::string processName(const Run &Of);

class Profile {
public:
  /// \p Sides is 1 or more.
  explicit Profile(unsigned Sides = 1, KeptKeys Kept = {});

  NameTable Names;
  std::vector<Run> Runs;
  CallPlaces Places; ///< of all sides; if two differ, that of the later one
  /// The modules of functions, from sources that list them apart from the frames; NoName: two
  /// sources disagree.
  std::map<NameId, NameId> Modules;

  unsigned sides() const { return Sides; }
  const KeptKeys &kept() const { return Kept; }

  /// The column of a measure; adds it, with 0 in all rows, if it is new.
  ColumnId internColumn(Measure Of);
  /// The column `not-followed`. A new one is filled with all calls so far, as these come from
  /// sources without live memory.
  ColumnId internNotFollowed();
  /// A log of \p Side has these measures: of a side that has told, other columns are not known.
  void tellMeasures(unsigned Side, const MeasureSet &Of);
  std::optional<ColumnId> column(Measure Of) const { return ColumnOf[unsigned(Of)]; }
  const std::vector<Column> &columns() const { return Columns; }

  FrameId internFrame(const Frame &Of) { return Frames.intern(Of); }
  const Frame &frame(FrameId Id) const { return Frames[Id]; }
  size_t frameCount() const { return Frames.size(); }
  /// The program or library that a frame is in; NoName if not known.
  NameId moduleOf(const Frame &Of) const {
    auto Told = Of.Module == NoName ? Modules.find(Of.Function) : Modules.end();
    return Told == Modules.end() ? Of.Module : Told->second;
  }

  /// The chain that \p Frame makes with its caller's chain \p Caller.
  ChainId internChain(FrameId Frame, ChainId Caller) { return Chains.intern({Frame, Caller}); }
  /// Prefetches the memory that internChain() reads first.
  void prefetchChain(FrameId Frame, ChainId Caller) const { Chains.prefetch({Frame, Caller}); }
  const ChainLink &link(ChainId Id) const { return Chains[Id]; }
  /// The number of chains, including NoChain.
  size_t chainCount() const { return Chains.size(); }

  /// In the order of the logs; empty unless KeptKeys asks for them. A row of a log has several if
  /// its threads are told apart.
  const std::vector<RowOrigin> &origins() const { return Origins; }
  void addOrigin(const RowOrigin &Of) {
    if (Kept.Origins)
      Origins.push_back(Of);
  }

  /// The row of that key; adds it if it is new. An error if there would be more than MaxRows.
  Expected<RowId> internRow(const RowKey &Of);
  /// Prefetches the memory that internRow() and add() read. For a batch of rows, call
  /// prefetchRow() for all of them, then prefetchValues() for all.
  void prefetchRow(const RowKey &Of) const { Rows.prefetch(kept(Of)); }
  void prefetchValues(const RowKey &Of, unsigned Side) const;
  const RowKey &row(RowId Id) const { return Rows[Id]; }
  size_t rowCount() const { return Rows.size(); }
  SizeRange sizes(RowId Row) const {
    return Kept.Size ? SizeRange{Rows[Row].size(), Rows[Row].size()} : Sizes[Row];
  }
  bool hasType(RowId Row) const { return Rows[Row].Type != NoName || Rows[Row].HadType; }

  /// Adds to a row as the column's Merge says; sums stop at INT64_MAX.
  void add(RowId Row, ColumnId Of, unsigned Side, uint64_t Value) {
    uint64_t &To = Values[Of * Sides + Side][Row];
    To = merged(Columns[Of].Merge, To, Value);
  }
  /// Sets the value to 0 on all sides.
  void clear(RowId Row, ColumnId Of);
  uint64_t value(RowId Row, ColumnId Of, unsigned Side) const { return values(Of, Side)[Row]; }
  /// 0 if the profile has no such column.
  uint64_t value(RowId Row, std::optional<ColumnId> Of, unsigned Side) const {
    return Of ? value(Row, *Of, Side) : 0;
  }
  uint64_t value(RowId Row, Measure Of, unsigned Side) const {
    return value(Row, column(Of), Side);
  }
  /// By row.
  const LargeVector<uint64_t> &values(ColumnId Of, unsigned Side) const {
    return Values[Of * Sides + Side];
  }

  /// Replaces the key of each row by \p KeyOf's answer, or removes the row if there is none.
  /// Rows with equal new keys are merged. Row ids change.
  void rewriteRows(const std::function<std::optional<RowKey>(RowId)> &KeyOf);

  /// Drops the process and the thread, unless \p Left has it. Row ids change.
  void dropKeys(const KeptKeys &Left);
  /// Drops the process, and the thread, if no two rows differ in it. Row ids change.
  void dropCommonKeys();

  /// Of two sides leaves the second, minus the first in the columns that \p Grows names, and
  /// drops rows that are 0 then. A number that has shrunk is negative, in two's complement, if
  /// \p IsSigned; else it was counted anew, and stays as it is. Row ids change.
  void subtractFirstSide(const std::function<bool(const Column &)> &Grows, bool IsSigned);

  /// The values of all rows, merged as the column's Merge says.
  uint64_t total(ColumnId Of, unsigned Side) const;
  Quantity quantity(ColumnId Of, unsigned Side) const {
    return KnownOfColumns(Columns).quantity(
        Of, [&](ColumnId Each) { return total(Each, Side); }, Side);
  }

  /// The limit on rows: about 8 GB of memory.
  static constexpr size_t MaxRows = 100'000'000;

private:
  /// \p Of without the parts that are not kept.
  RowKey kept(RowKey Of) const {
    if (!Kept.Type && Of.Type != NoName) {
      Of.Type = NoName;
      Of.HadType = 1;
    }
    if (!Kept.Size)
      Of.setSize(0);
    if (!Kept.Process)
      Of.Process = NoName;
    if (!Kept.Thread)
      Of.Thread = NoName;
    return Of;
  }

  unsigned Sides;
  KeptKeys Kept;
  bool isLacking(const Column &Of, unsigned Side) const;
  void markLacking(Column &Of) const;

  std::vector<Column> Columns;
  std::vector<MeasureSet> Told; ///< by side; none: not told
  std::array<std::optional<ColumnId>, MeasureCount> ColumnOf;
  KeySet<Frame> Frames;
  KeySet<ChainLink> Chains;
  KeySet<RowKey> Rows;
  std::vector<LargeVector<uint64_t>> Values; ///< of column and side
  LargeVector<SizeRange> Sizes;              ///< by row; empty if keys have sizes
  std::vector<RowOrigin> Origins;
};

} // namespace allocsite

#endif
