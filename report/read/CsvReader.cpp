//===- CsvReader.cpp - Records of an RFC 4180 CSV file --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CsvReader.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

using namespace allocsite;

static constexpr size_t FirstBufferBytes = 256 * 1024;

CsvReader::CsvReader(ByteSource &Source) : Source(Source), Buffer(FirstBufferBytes) {}

/// Discards the records already read, then reads more bytes into the buffer.
MaybeError CsvReader::refill() {
  if (Next > 0) {
    std::memmove(Buffer.data(), Buffer.data() + Next, Filled - Next);
    Filled -= Next;
    Next = 0;
  }
  if (Filled == Buffer.size()) {
    if (Filled >= MaxRecordBytes)
      return Error{fmt::format("a line of more than {} MiB (is a quote not closed?)",
                               MaxRecordBytes >> 20)};
    Buffer.resize(std::min(Filled * 2, MaxRecordBytes));
  }
  auto Got = Source.read(Buffer.data() + Filled, Buffer.size() - Filled);
  if (!Got)
    return Got.error();
  AtEnd = *Got == 0;
  Filled += *Got;
  return {};
}

/// Sets Begin, End and Next around the next record. A record ends at the first
/// line end that has an even number of quotes before it.
Expected<bool> CsvReader::findRecord() {
  Line = NextLine;
  size_t Scanned = 0; // from Next, which refill() moves
  bool Quoted = false;
  for (;;) {
    const char *From = Buffer.data() + Next + Scanned;
    size_t Left = Filled - Next - Scanned;
    auto *LineEnd = static_cast<const char *>(std::memchr(From, '\n', Left));
    const char *To = LineEnd ? LineEnd : From + Left;
    Quoted ^= std::count(From, To, '"') & 1;
    Scanned += To - From;
    if (LineEnd) {
      ++NextLine;
      if (!Quoted)
        break;
      ++Scanned;
      continue;
    }
    if (AtEnd)
      break;
    if (auto Failure = refill())
      return *Failure;
  }
  Begin = Next;
  End = Begin + Scanned;
  Unterminated = End == Filled;
  Next = Unterminated ? End : End + 1;
  if (Unterminated && Begin == End)
    return false;
  if (!Unterminated && End > Begin && Buffer[End - 1] == '\r')
    --End;
  return true;
}

Expected<bool> CsvReader::next() {
  do {
    auto Found = findRecord();
    if (!Found || !*Found)
      return Found;
    if (Line == 1 && End - Begin >= 3 &&
        std::memcmp(Buffer.data() + Begin, "\xEF\xBB\xBF", 3) == 0)
      Begin += 3;
  } while (Begin == End);
  if (auto Failure = split(Buffer.data() + Begin, Buffer.data() + End))
    return *Failure;
  return true;
}

/// Cuts the record [Begin, End) into Cells. A doubled quote is undoubled in
/// place, which only ever shortens.
MaybeError CsvReader::split(char *Begin, char *End) {
  Cells.clear();
  for (char *At = Begin;;) {
    if (At != End && *At == '"') {
      char *Start = ++At, *To = Start;
      for (;;) {
        auto *Quote = static_cast<char *>(std::memchr(At, '"', End - At));
        if (!Quote)
          return Error{fmt::format("column {}: the quote is never closed "
                                   "(is the file cut off?)",
                                   Cells.size() + 1)};
        if (To != At)
          std::memmove(To, At, Quote - At);
        To += Quote - At;
        At = Quote + 1;
        if (At == End || *At != '"')
          break;
        *To++ = '"';
        ++At;
      }
      Cells.emplace_back(Start, To - Start);
      if (At != End && *At != ',')
        return Error{fmt::format("column {}: after the closing quote a comma or "
                                 "the line's end must follow (a quote inside a "
                                 "name is doubled)",
                                 Cells.size())};
    } else {
      auto *Comma = static_cast<char *>(std::memchr(At, ',', End - At));
      char *To = Comma ? Comma : End;
      if (std::memchr(At, '"', To - At))
        return Error{
            fmt::format("column {}: a quote inside an unquoted cell", Cells.size() + 1)};
      Cells.emplace_back(At, To - At);
      At = To;
    }
    if (At == End)
      return {};
    ++At; // past the comma; at End, one more, empty, cell follows
  }
}
