//===- Companion.cpp - The one file beside a log --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Companion.h"
#include "Files.h"

#include <errno.h>

namespace allocsite {

/// Reads the first bytes of a regular file; no symbolic link is followed. Returns their number,
/// or a negative number if there is no such file.
static ssize_t readFirst(const char *Path, void *To, size_t Size) {
  struct stat Status;
  if (statusOf(Path, &Status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(Status.st_mode))
    return -1;
  const int File = openFile(Path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (File < 0)
    return -1;
  const ssize_t Got = readFile(File, To, Size);
  closeFile(File);
  return Got;
}

bool isCompanionHeader(const AllocSiteProfileHeader &First, size_t Size) {
  // Later versions keep Content at the same offset.
  return Size >= sizeof(First) && First.Magic == ALLOCSITE_PROFILE_MAGIC &&
         First.Version >= 8 && First.Content == ALLOCSITE_CONTENT_LOG_TABLES;
}

/// True if Path is a companion: a regular file, no link. To is its header then.
static bool readCompanion(const char *Path, AllocSiteProfileHeader &To) {
  const ssize_t Got = readFirst(Path, &To, sizeof(To));
  return Got > 0 && isCompanionHeader(To, static_cast<size_t>(Got));
}

bool isOldTable(const char *Path, const LogTableKind &Kind) {
  char First[1024]; // the longest header has 400 bytes
  const ssize_t Got = readFirst(Path, First, sizeof(First));
  if (Got <= 0)
    return Got == 0;
  const size_t Size = static_cast<size_t>(Got);
  const char *LineEnd = static_cast<const char *>(memchr(First, '\n', Size));
  const TextRef Line(First, LineEnd ? static_cast<size_t>(LineEnd + 1 - First) : Size);
  const TextRef Begin(Kind.OldBegin), End(Kind.OldEnd);
  return Line.Size >= Begin.Size && Line.Size >= End.Size &&
         TextRef(Line.Bytes, Begin.Size) == Begin &&
         TextRef(Line.Bytes + Line.Size - End.Size, End.Size) == End;
}

bool besideLog(Text &To, TextRef Log, TextRef Ending) {
  const TextRef Csv(".csv");
  const bool IsCsv =
      Log.Size > Csv.Size && TextRef(Log.Bytes + Log.Size - Csv.Size, Csv.Size) == Csv;
  To.add(TextRef(Log.Bytes, IsCsv ? Log.Size - Csv.Size : Log.Size)).add(Ending);
  return !To.cut();
}

static char Path[4096]; // off small stacks; callers hold the lock

bool readCompanionHeader(const char *Log, AllocSiteProfileHeader &To) {
  Text Companion(Path, sizeof(Path));
  return besideLog(Companion, Log, CompanionEnding) && readCompanion(Path, To);
}

void removeBesideLog(const char *Log) {
  static AllocSiteProfileHeader Header;
  if (readCompanionHeader(Log, Header))
    unlinkFile(Path);
  for (const LogTableKind &Each : LogTableKinds) {
    Text Old(Path, sizeof(Path));
    if (Each.OldEnding && besideLog(Old, Log, Each.OldEnding) && isOldTable(Path, Each))
      unlinkFile(Path);
  }
}

static int writeAt(int File, const void *Bytes, size_t Size, uint64_t At) {
  const ssize_t Written = writeFileAt(File, Bytes, Size, static_cast<off_t>(At));
  return Written == static_cast<ssize_t>(Size) ? 0 : Written < 0 ? errno : ENOSPC;
}

int CompanionWriter::begin(int To, AllocSiteProfileHeader &Header) {
  Header.Magic = ALLOCSITE_PROFILE_MAGIC;
  Header.Version = ALLOCSITE_PROFILE_VERSION;
  Header.HeaderBytes = ALLOCSITE_PROFILE_HEADER_BYTES;
  Header.Content = ALLOCSITE_CONTENT_LOG_TABLES;
  File = To;
  End = ALLOCSITE_PROFILE_HEADER_BYTES;
  if (resizeFile(File, static_cast<off_t>(End)) != 0)
    return errno;
  return writeAt(File, &Header, sizeof(Header), 0);
}

int CompanionWriter::add(const char *Name, int (*Write)(void *Closure, int Descriptor),
                         void *Closure) {
  AllocSiteProfileLogTable Head = {};
  static_assert(sizeof(Head) == ALLOCSITE_PROFILE_CHUNK_BYTES, "it is the chunk's header");
  const off_t Begin = static_cast<off_t>(End + sizeof(Head));
  int Failed = seekFile(File, Begin, SEEK_SET) < 0 ? errno : Write(Closure, File);
  const off_t Stop = seekFile(File, 0, SEEK_CUR);
  if (!Failed && Stop > Begin) {
    Head.Chunk.Kind = ALLOCSITE_CHUNK_LOG_TABLE;
    Head.Chunk.State = ALLOCSITE_CHUNK_LIVE;
    Head.Chunk.Used = static_cast<uint64_t>(Stop) - End;
    Head.Chunk.Size = (Head.Chunk.Used + 63) & ~uint64_t(63);
    Text(Head.Name, sizeof(Head.Name)).add(Name);
    if (resizeFile(File, static_cast<off_t>(End + Head.Chunk.Size)) != 0)
      Failed = errno;
    else
      Failed = writeAt(File, &Head, sizeof(Head), End);
    if (!Failed) {
      End += Head.Chunk.Size;
      return 0;
    }
  }
  resizeFile(File, static_cast<off_t>(End));
  return Failed;
}

} // namespace allocsite
