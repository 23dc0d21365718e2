//===- CsvBeside.cpp - Tables beside the rows of a log --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   the log     "grow","makeList",…
//   `places`    "grow","makeList","lp.c:41:9",3   where one calls the other
//   `modules`   "grow","/usr/lib/liblist.so"      the library of a function
//   `frames`    "parse","",0,1                    a frame of whole stacks, and its caller
//   `stacks`    1,7,,,                            the frame that a row begins with
//
//===----------------------------------------------------------------------===//
#include "Csv.h"
#include "CsvOutput.h"
#include "Sampling.h"

#include <errno.h>

namespace allocsite {

namespace {
/// Collects the lines of a file in memory, before any is written.
struct WholeLines {
  PageArray<char> &To;
  bool IsWhole = true;

  WholeLines &add(TextRef More) {
    for (size_t I = 0; I < More.Size; ++I)
      IsWhole &= To.push(More.Bytes[I]);
    return *this;
  }
  /// Adds a name with each `"` doubled.
  WholeLines &inQuotes(TextRef Name) {
    for (size_t I = 0; I < Name.Size; ++I)
      add(Name.Bytes[I] == '"' ? TextRef("\"\"") : TextRef(Name.Bytes + I, 1));
    return *this;
  }
  WholeLines &quoted(TextRef Name) { return add("\"").inQuotes(Name).add("\""); }
  WholeLines &number(uint64_t Value) {
    char Digits[24];
    Text Its(Digits, sizeof(Digits));
    return add(Its.number(Value).ref());
  }
};
} // namespace

bool CsvTable::writePlaces(PageArray<char> &To) {
  struct Place {
    TextId Callee, Caller;
    TextRef File;
    uint32_t Line, Column, Calls;
  };
  PageArray<Place> Places; // Calls is 0 while no place is known
  PageIndex ByEnds;
  auto find = [&](TextId Callee, TextId Caller) {
    return ByEnds.find(hashWord(hashWord(2, Callee), Caller), [&](uint32_t I) {
      return Places[I].Callee == Callee && Places[I].Caller == Caller;
    });
  };
  auto want = [&](TextId Callee, TextId Caller) {
    if (Callee == Dash || Caller == Dash || find(Callee, Caller) != PageIndex::None)
      return true;
    uint32_t At = static_cast<uint32_t>(Places.size());
    return Places.push({Callee, Caller, TextRef(), 0, 0, 0}) &&
           ByEnds.insert(hashWord(hashWord(2, Callee), Caller), At);
  };
  for (size_t I = 0; I < Outlines.size(); ++I)
    for (unsigned C = 0; C + 1 < ALLOCSITE_FRAMES; ++C)
      if (!want(Outlines[I].Columns[C], Outlines[I].Columns[C + 1]))
        return false;
  const uint32_t FrameCount = hasMoreStacks() ? Names.frameCount() : 0;
  for (uint32_t I = 1; I <= FrameCount; ++I)
    if (const WholeFrame &Its = Names.frame(I); Its.Caller) {
      TextId Callee, Caller;
      if (!internName(Its.Function, Callee) ||
          !internName(Names.frame(Its.Caller).Function, Caller) || !want(Callee, Caller))
        return false;
    }
  bool IsWhole = Names.placesOfCalls([&](const PlaceOfCall &Of) {
    TextId Callee, Caller, File;
    if (!internName(Of.Callee, Callee) || !internName(Of.Caller, Caller) ||
        !intern(Of.File, File))
      return false;
    uint32_t At = find(Callee, Caller);
    if (At == PageIndex::None)
      return true;
    Place &Its = Places[At];
    // The same call in another file's copy of an inline function: do not count it twice.
    if (Its.Calls && Its.File == Texts[File] && Its.Line == Of.Line && Its.Column == Of.Column)
      Its.Calls = Its.Calls < Of.Calls ? Of.Calls : Its.Calls;
    else if (Its.Calls)
      Its.Calls += Of.Calls;
    else
      Its = {Callee, Caller, Texts[File], Of.Line, Of.Column, Of.Calls};
    return true;
  });
  WholeLines Lines{To, IsWhole};
  for (size_t I = 0; I < Places.size(); ++I) {
    const Place &Its = Places[I];
    if (!Its.Calls)
      continue;
    if (!To.size())
      Lines.add("callee,caller,first place,places\n");
    Lines.quoted(Texts[Its.Callee]).add(",").quoted(Texts[Its.Caller]).add(",\"");
    Lines.inQuotes(Its.File).add(":").number(Its.Line).add(":").number(Its.Column);
    Lines.add("\",").number(Its.Calls).add("\n");
  }
  return Lines.IsWhole;
}

bool CsvTable::hasMoreStacks() const {
  if (!Names.hasWholeStacks()) // the log itself needs none
    return false;
  for (size_t I = 0; I < Parts.size(); ++I)
    if (Parts[I].Stack && Names.frame(Parts[I].Stack).Depth > ALLOCSITE_FRAMES)
      return true;
  for (uint32_t I = 1; I <= Names.frameCount(); ++I)
    if (Names.frame(I).Line)
      return true;
  return false;
}

int CsvTable::writeFrames(int Descriptor) {
  if (!hasMoreStacks())
    return 0;
  CsvOutput To(Descriptor);
  To.add("function,file,line,caller\n");
  for (uint32_t I = 1; I <= Names.frameCount(); ++I) {
    const WholeFrame &Its = Names.frame(I);
    TextId Function, File;
    if (!internName(Its.Function, Function) || !internName(Its.File, File))
      return ENOMEM;
    To.quoted(Texts[Function]);
    To.add(',');
    if (File != Dash)
      To.quoted(Texts[File]);
    To.add(',');
    To.number(Its.Line);
    To.add(',');
    To.number(Its.Caller);
    To.add('\n');
  }
  return To.flush();
}

/// Sorts parts by the lines of the log, so that a reader needs one row after the other.
template <typename PartT>
bool CsvTable::sortParts(const PageArray<PartT> &Of, PartLines &To) const {
  PageArray<uint32_t> Scratch;
  if (!To.Lines.resize(Rows.size()) || !To.Count.resize(Rows.size()) ||
      !To.Sorted.resize(Of.size()) || !Scratch.resize(Of.size()))
    return false;
  for (size_t I = 0; I < Rows.size(); ++I)
    To.Lines[Order[I]] = static_cast<uint32_t>(I);
  for (size_t I = 0; I < Of.size(); ++I) {
    ++To.Count[Of[I].Row];
    To.Sorted[I] = static_cast<uint32_t>(I);
  }
  mergeSort(To.Sorted.begin(), Scratch.begin(), Of.size(), [&](uint32_t A, uint32_t B) {
    const PartT &One = Of[A], &Other = Of[B];
    return One.Row != Other.Row ? To.Lines[One.Row] < To.Lines[Other.Row]
                                : One.isBefore(Other);
  });
  return true;
}
template bool CsvTable::sortParts(const PageArray<Part> &, PartLines &) const;

int CsvTable::writeStacks(int Descriptor) {
  if (!hasMoreStacks())
    return 0;
  PartLines Its;
  if (!sortParts(Parts, Its))
    return ENOMEM;
  Measure Columns[MeasureCount];
  unsigned ColumnCount = 0;
  for (unsigned Always = 2; Always--;)
    for (unsigned I = 0; I < MeasureCount; ++I)
      if (auto Which = static_cast<Measure>(I);
          MeasureColumns[I].isAlways() == (Always == 1) && hasColumn(Which))
        Columns[ColumnCount++] = Which;
  CsvOutput To(Descriptor);
  To.add("row,frame");
  for (unsigned I = 0; I < ColumnCount; ++I)
    To.add(',').add(columnOf(Columns[I]).Title);
  To.add('\n');
  for (size_t I = 0; I < Parts.size(); ++I) {
    const Part &Each = Parts[Its.Sorted[I]];
    const Row Of = {Rows[Each.Row].Outline, Rows[Each.Row].Size, Each.Counted};
    To.number(Its.Lines[Each.Row] + 1);
    To.add(',');
    To.number(Each.Stack);
    for (unsigned C = 0; C < ColumnCount; ++C) {
      To.add(',');
      if (Its.Count[Each.Row] > 1)
        To.number(shown(Columns[C], Of, Its.Sorted[I]));
    }
    To.add('\n');
  }
  return To.flush();
}

int CsvTable::writeGenerations(const BlockGeneration *All, uint32_t Count, int Descriptor) {
  if (!LiveParts.size())
    return 0;
  const bool HasFrames = hasMoreStacks();
  for (size_t I = 0; I < LiveParts.size() && !HasFrames; ++I)
    LiveParts[I].Stack = 0;
  PartLines Parted;
  if (!sortParts(LiveParts, Parted))
    return ENOMEM;
  const PageArray<uint32_t> &Sorted = Parted.Sorted;
  const bool IsSampled = Shape.Modes & ModeSampled;
  RoundedSum RowLive, RowBytes; // as shown() has them of the row
  CsvOutput To(Descriptor);
  To.add("row,frame,generation,mark,seconds,live count,live bytes\n");
  for (size_t I = 0, End; I < LiveParts.size(); I = End) {
    const LivePart &Its = LiveParts[Sorted[I]];
    Row Sum = {Rows[Its.Row].Outline, Rows[Its.Row].Size, {}};
    for (End = I; End < LiveParts.size(); ++End) {
      const LivePart &Each = LiveParts[Sorted[End]];
      if (Each.Row != Its.Row || Each.Stack != Its.Stack || Each.Generation != Its.Generation)
        break;
      Sum.Counted.Live += Each.Live;
    }
    if (I && LiveParts[Sorted[I - 1]].Row != Its.Row)
      RowLive = RowBytes = RoundedSum();
    const size_t Line = Parted.Lines[Its.Row];
    uint64_t Live = value(Measure::Live, Sum), Bytes = value(Measure::LiveBytes, Sum);
    if (IsSampled) {
      Live = RowLive.add(Live, roundingOf(Line));
      Bytes = RowBytes.add(Bytes, UINT64_C(1) << (Sampling::PartBits - 1));
    }
    if (!Live && !Bytes)
      continue;
    const BlockGeneration Of =
        Its.Generation < Count ? All[Its.Generation] : BlockGeneration();
    TextId Mark;
    if (!intern(Of.Mark, Mark))
      return ENOMEM;
    char Digits[32];
    Text Seconds(Digits, sizeof(Digits));
    addSeconds(Seconds, Of.Nanoseconds);
    To.number(Line + 1);
    To.add(',').number(Its.Stack);
    To.add(',').number(Its.Generation);
    To.add(',').quoted(Of.Mark.empty() ? TextRef() : Texts[Mark]);
    To.add(',').add(Seconds.ref());
    To.add(',').number(Live);
    To.add(',').number(Bytes);
    To.add('\n');
  }
  return To.flush();
}

bool CsvTable::writeModules(PageArray<char> &To) {
  if (!Names.hasObjects())
    return true;
  struct Owned {
    TextId Function;
    TextRef By; // empty: none found yet
    bool IsShared;
  };
  PageArray<Owned> Functions;
  PageIndex ByName;
  auto find = [&](TextId Function) {
    return ByName.find(hashWord(3, Function),
                       [&](uint32_t I) { return Functions[I].Function == Function; });
  };
  for (size_t I = 0; I < Outlines.size(); ++I)
    for (unsigned C = 0; C < ALLOCSITE_FRAMES; ++C) {
      const TextId Function = Outlines[I].Columns[C];
      if (Function != Dash && find(Function) == PageIndex::None &&
          (!Functions.push({Function, TextRef(), false}) ||
           !ByName.insert(hashWord(3, Function), static_cast<uint32_t>(Functions.size() - 1))))
        return false;
    }
  bool IsWhole = Names.objectsOfFunctions([&](TextRef Name, TextRef Object) {
    TextId Function;
    if (!internName(Name, Function))
      return false;
    const uint32_t At = find(Function);
    if (At == PageIndex::None)
      return true;
    Owned &Its = Functions[At];
    Its.IsShared |= !Its.By.empty() && Its.By != Object;
    Its.By = Object;
    return true;
  });
  WholeLines Lines{To, IsWhole};
  for (size_t I = 0; I < Functions.size(); ++I) {
    if (Functions[I].By.empty() || Functions[I].IsShared)
      continue;
    if (!To.size())
      Lines.add("function,module\n");
    Lines.quoted(Texts[Functions[I].Function]).add(",").quoted(Functions[I].By).add("\n");
  }
  return Lines.IsWhole;
}

} // namespace allocsite
