//===- ChainReport.cpp - Counters as a table for people -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ChainReport.h"
#include "CsvOutput.h"

#include <errno.h>

namespace allocsite {

bool ChainReport::add(const AllocSiteKey &Key, const Tally &Counted) {
  if (Key.Site & ALLOCSITE_SITE_FAILED)
    return true;
  Expansion E;
  return Names.expand(Key.Site, Key.Context, E) &&
         addRow(E, false, Counted.Calls, bytesOf(Key.Size, Counted.Calls));
}

bool ChainReport::addOther(const AllocSiteOther &Of) {
  if (Of.Site & ALLOCSITE_SITE_FAILED)
    return true;
  Expansion E;
  return Names.expand(Of.Site, 0, E) && addRow(E, true, Of.Calls, Of.Bytes);
}

bool ChainReport::addRow(const Expansion &E, bool IsOther, uint64_t Calls, uint64_t Bytes) {
  if (!Calls || E.IsInner || E.Level > Level)
    return true;
  Row New = {E.Allocator.empty() ? TextRef("-") : E.Allocator, {}, Calls, Bytes};
  for (unsigned I = 0; I < ALLOCSITE_FRAMES; ++I) {
    New.Frames[I] = "-";
    if (IsOther)
      New.Frames[I] = I ? "-" : "(other)";
    else if (I < Depth && E.Kinds[I] == Expansion::Named)
      New.Frames[I] = E.Names[I];
    else if (I < Depth && E.Kinds[I] == Expansion::Unrecorded)
      New.Frames[I] = "\u2026";
  }
  uint64_t Hash = hashBytes(New.Allocator.Bytes, New.Allocator.Size);
  for (TextRef Each : New.Frames)
    Hash = hashWord(Hash, hashBytes(Each.Bytes, Each.Size));
  uint32_t At = RowsByTexts.find(Hash, [&](uint32_t I) {
    bool IsSame = Rows[I].Allocator == New.Allocator;
    for (unsigned F = 0; F < ALLOCSITE_FRAMES; ++F)
      IsSame = IsSame && Rows[I].Frames[F] == New.Frames[F];
    return IsSame;
  });
  if (At == PageIndex::None)
    return Rows.push(New) && RowsByTexts.insert(Hash, static_cast<uint32_t>(Rows.size() - 1));
  Rows[At].Calls = mergeSum(Rows[At].Calls, Calls);
  Rows[At].Bytes = mergeSum(Rows[At].Bytes, Bytes);
  return true;
}

/// Compares bytes; returns less than 0, 0 or more.
static int compare(TextRef A, TextRef B) {
  int First = memcmp(A.Bytes, B.Bytes, A.Size < B.Size ? A.Size : B.Size);
  return First ? First : A.Size < B.Size ? -1 : A.Size > B.Size;
}

bool ChainReport::isBefore(const Row &A, const Row &B) const {
  if (A.Bytes != B.Bytes)
    return A.Bytes > B.Bytes;
  if (A.Calls != B.Calls)
    return A.Calls > B.Calls;
  for (unsigned I = 0; I < ALLOCSITE_FRAMES; ++I)
    if (int Result = compare(A.Frames[I], B.Frames[I]))
      return Result < 0;
  return compare(A.Allocator, B.Allocator) < 0;
}

/// Adds a number in groups of three: 19,200,000.
static void addGrouped(CsvOutput &To, uint64_t Number) {
  char Digits[24];
  TextRef All = Text(Digits, sizeof(Digits)).number(Number).ref();
  for (size_t I = 0; I < All.Size; ++I) {
    if (I && (All.Size - I) % 3 == 0)
      To.add(',');
    To.add(All.Bytes[I]);
  }
}

/// Adds a number right-aligned in a column of Width characters.
static void addRight(CsvOutput &To, uint64_t Number, size_t Width) {
  char Digits[24];
  TextRef All = Text(Digits, sizeof(Digits)).number(Number).ref();
  for (size_t I = All.Size; I < Width; ++I)
    To.add(' ');
  To.add(All);
}

static bool isControl(char C) { return static_cast<unsigned char>(C) < 0x20 || C == 0x7f; }

static void addMarkdown(CsvOutput &To, TextRef Name) {
  for (size_t I = 0; I < Name.Size; ++I) {
    const char C = Name.Bytes[I];
    if (C == '<')
      To.add("&lt;");
    else if (C == '>')
      To.add("&gt;");
    else if (C == '&')
      To.add("&amp;");
    else {
      if (strchr("|*_`\\[]", C) && C)
        To.add('\\');
      To.add(isControl(C) ? '?' : C);
    }
  }
}

static void addPlain(CsvOutput &To, TextRef Name) {
  for (size_t I = 0; I < Name.Size; ++I)
    To.add(isControl(Name.Bytes[I]) ? '?' : Name.Bytes[I]);
}

void ChainReport::writeRow(CsvOutput &To, const Row &Of, ReportStyle Style) const {
  auto forEachFrame = [&](auto Use) {
    for (unsigned I = 0; I < ALLOCSITE_FRAMES && Of.Frames[I] != TextRef("-"); ++I)
      Use(I, Of.Frames[I]);
  };
  switch (Style) {
  case ReportStyle::Table:
    addRight(To, Of.Bytes, 15);
    addRight(To, Of.Calls, 13);
    To.add("  ");
    addPlain(To, Of.Allocator);
    forEachFrame([&](unsigned I, TextRef Name) {
      To.add(I ? " \u2190 " : ": ");
      addPlain(To, Name);
    });
    break;
  case ReportStyle::Markdown:
    To.add("| ");
    addGrouped(To, Of.Calls);
    To.add(" | ");
    addGrouped(To, Of.Bytes);
    To.add(" | ");
    addMarkdown(To, Of.Allocator);
    forEachFrame([&](unsigned, TextRef Name) {
      To.add("<br>");
      addMarkdown(To, Name);
    });
    To.add(" |");
    break;
  case ReportStyle::Tsv:
    To.number(Of.Calls);
    To.add('\t');
    To.number(Of.Bytes);
    To.add('\t');
    addPlain(To, Of.Allocator);
    forEachFrame([&](unsigned, TextRef Name) {
      To.add('\t');
      addPlain(To, Name);
    });
    break;
  }
  To.add('\n');
}

int ChainReport::write(ReportStyle Style, uint64_t MinBytes, int Descriptor) {
  PageArray<uint32_t> Scratch;
  Order.resize(0);
  for (uint32_t I = 0; I < Rows.size(); ++I)
    if (Rows[I].Bytes >= MinBytes && !Order.push(I))
      return ENOMEM;
  if (!Scratch.resize(Order.size()))
    return ENOMEM;
  mergeSort(Order.begin(), Scratch.begin(), Order.size(),
            [this](uint32_t A, uint32_t B) { return isBefore(Rows[A], Rows[B]); });
  CsvOutput To(Descriptor);
  switch (Style) {
  case ReportStyle::Table:
    To.add("          bytes        calls  chain\n");
    break;
  case ReportStyle::Markdown:
    To.add("| calls | bytes | frames |\n| ---: | ---: | --- |\n");
    break;
  case ReportStyle::Tsv:
    To.number(Order.size());
    To.add('\n');
    break;
  }
  for (size_t I = 0; I < Order.size(); ++I)
    writeRow(To, Rows[Order[I]], Style);
  return To.flush();
}

} // namespace allocsite
