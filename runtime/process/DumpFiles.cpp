//===- DumpFiles.cpp - The files of dump= and signal-dump= ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app-7.csv app-8.csv     of a process that has ended     ┐ the last dump-most= stay
//   app-9.csv app-10.csv    of this one, which began anew   ┘
//   app-11.csv              of another one that runs        its own
//
// A file replaces none: numbers go on behind the highest one that is there. At its first dump a
// process takes over the files of those that have ended whose names differ in %n, %t and %p alone,
// so that a program that starts again and again fills no disk. It takes only what the
// companion tells to be such a dump, and leaves the files of processes that run, and those of
// another boot or container, of which that cannot be told, until they are a day old.
//
//===----------------------------------------------------------------------===//
#include "Dump.h"
#include "Message.h"
#include "Platform.h"
#include "State.h"
#include "profile/Companion.h"
#include "profile/Files.h"
#include "profile/Pages.h"
#include "store/OutputFile.h"
#include "store/ProfileFile.h"

#include <dirent.h>
#include <time.h>

namespace allocsite {

namespace {
/// What stands in the name of a dump for %n, %t and %p.
struct DumpName {
  uint64_t Number = 0, Seconds = 0, Process = 0;
};

/// In place of what differs in names.
enum Marker : char { NumberMark = 1, SecondsMark, ProcessMark };

/// A dump of a process that has ended.
struct EarlierDump {
  DumpName Its;
  uint64_t Written; // nanoseconds after 1970
};
} // namespace

constexpr size_t PathBytes = 4096;
constexpr uint64_t Second = 1000000000, Day = 86400 * Second;

// All under RuntimeLock.
static uint64_t LastNumber;
static bool HasLooked; // for the files of earlier processes
static DumpName *Kept; // a ring of dump-most=
static uint64_t KeptCount, KeptEver;

static uint64_t nanosecondsOf(const struct timespec &Of) {
  return static_cast<uint64_t>(Of.tv_sec) * Second + static_cast<uint64_t>(Of.tv_nsec);
}

static uint64_t now() {
  struct timespec Now = {0, 0};
  clock_gettime(CLOCK_REALTIME, &Now);
  return nanosecondsOf(Now);
}

/// What dump-path= or output= say, of which %e and %% are left to others. Put gets the rest.
template <typename PutT> static bool expandDump(Text &To, PutT Put) {
  static char Template[PathBytes];
  Text Wanted(Template, sizeof(Template));
  TextRef Stem = *options().DumpPath ? TextRef(options().DumpPath) : TextRef(options().Output);
  bool IsCsv = Stem.Size > 4 && TextRef(Stem.Bytes + Stem.Size - 4, 4) == TextRef(".csv");
  if (Stem.empty())
    Wanted.add(options().TemporaryDirectory).add("/skip-alloc-log-%e-%p");
  else
    Wanted.add(IsCsv ? TextRef(Stem.Bytes, Stem.Size - 4) : Stem);
  if (isForkedChild() && !strstr(Template, "%p"))
    Wanted.add("-%p");
  if (!*options().DumpPath)
    Wanted.add("-%n");
  if (IsCsv || Stem.empty() || !*options().DumpPath)
    Wanted.add(".csv");
  for (const char *At = Template; *At; ++At) {
    if (*At != '%' || !At[1])
      To.add(*At);
    else if (*++At == 'n' || *At == 't' || *At == 'p')
      Put(*At == 'n' ? NumberMark : *At == 't' ? SecondsMark : ProcessMark);
    else
      To.add('%').add(*At);
  }
  return !To.cut() && !Wanted.cut();
}

/// The template of one file. False where it does not fit.
static bool nameDump(const DumpName &Its, char *Name, size_t Capacity) {
  Text To(Name, Capacity);
  return expandDump(To, [&](Marker Which) {
    To.number(Which == NumberMark    ? Its.Number
              : Which == SecondsMark ? Its.Seconds
                                     : Its.Process);
  });
}

/// Where `Name` leads; null where that does not fit.
static const char *pathOfDump(const char *Name) {
  static char Path[PathBytes];
  PathWish Wish;
  Wish.Template = Name;
  return expandPath(Wish, Path, sizeof(Path)) ? Path : nullptr;
}

static const char *pathOfDump(const DumpName &Its) {
  static char Name[PathBytes];
  return nameDump(Its, Name, sizeof(Name)) ? pathOfDump(Name) : nullptr;
}

//===----------------------------------------------------------------------===//
// The files of earlier processes
//===----------------------------------------------------------------------===//

/// Written: when the file was.
static bool mayTakeOver(const AllocSiteProfileHeader &Its, uint64_t Written) {
  switch (stateOfProcess(Its)) {
  case ProcessState::Runs:
    return false;
  case ProcessState::Ended:
  case ProcessState::This:
    return true;
  case ProcessState::Unknown:
    break;
  }
  return Written + Day < now();
}

static bool isPassingDump(const char *Path, AllocSiteProfileHeader &Its) {
  return readCompanionHeader(Path, Its) && Its.Control.Request;
}

/// Whether Name is Pattern with numbers for its markers, which To gets.
static bool matchDump(TextRef Pattern, const char *Name, DumpName &To) {
  for (size_t I = 0; I < Pattern.Size; ++I) {
    const char Wanted = Pattern.Bytes[I];
    if (Wanted > ProcessMark || Wanted < NumberMark) {
      if (*Name++ != Wanted)
        return false;
      continue;
    }
    uint64_t Value = 0;
    if (*Name < '0' || *Name > '9')
      return false;
    for (; *Name >= '0' && *Name <= '9'; ++Name)
      if (__builtin_mul_overflow(Value, 10, &Value) ||
          __builtin_add_overflow(Value, *Name - '0', &Value))
        return false;
    (Wanted == NumberMark    ? To.Number
     : Wanted == SecondsMark ? To.Seconds
                             : To.Process) = Value;
  }
  return !*Name;
}

/// Calls Use(name) for what is in the directory.
template <typename UseT> static void forEachName(const char *Directory, UseT Use) {
  struct Entry { // linux_dirent64
    uint64_t File, Offset;
    uint16_t Size;
    unsigned char Type;
    char Name[];
  };
  alignas(8) static char Entries[16384];
  const int File = aboveStandard(openFile(Directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (File < 0)
    return;
  for (long Got; (Got = syscall(SYS_getdents64, File, Entries, sizeof(Entries))) > 0;)
    for (long At = 0; At < Got;) {
      const auto *Each = reinterpret_cast<const Entry *>(Entries + At);
      Use(Each->Name);
      At += Each->Size;
    }
  closeFile(File);
}

/// Fills the ring with the last of them, removes the others, and finds the last number.
static void takeOver(uint64_t Most) {
  static char Template[PathBytes], Pattern[PathBytes];
  Text To(Template, sizeof(Template));
  PathWish Wish;
  Wish.Template = Template;
  if (!expandDump(To, [&](Marker Which) { To.add(Which); }) ||
      !expandPath(Wish, Pattern, sizeof(Pattern)))
    return;
  char *Slash = strrchr(Pattern, '/');
  *Slash = 0;
  for (const char *At = Pattern; *At; ++At)
    if (*At <= ProcessMark && *At >= NumberMark)
      return; // a directory for each process or time
  const auto Process = static_cast<uint64_t>(ownerProcess());
  PageArray<EarlierDump> Found;
  forEachName(Pattern, [&](const char *Name) {
    EarlierDump Each = {{0, 0, Process}, 0};
    if (!matchDump(Slash + 1, Name, Each.Its))
      return;
    if (Each.Its.Process == Process && Each.Its.Number > LastNumber)
      LastNumber = Each.Its.Number;
    static AllocSiteProfileHeader Header;
    struct stat Status;
    const char *Path = pathOfDump(Each.Its);
    // Numbers that are spelt in another way lead elsewhere.
    if (!Path || lastPart(Path) != TextRef(Name) || !isPassingDump(Path, Header) ||
        statusOf(Path, &Status, AT_SYMLINK_NOFOLLOW) != 0)
      return;
    Each.Written = nanosecondsOf(Status.st_mtim);
    if (mayTakeOver(Header, Each.Written))
      Found.push(Each);
  });
  PageArray<uint32_t> Order, Scratch;
  if (!Order.resize(Found.size()) || !Scratch.resize(Found.size()))
    return;
  for (size_t I = 0; I < Found.size(); ++I)
    Order[I] = static_cast<uint32_t>(I);
  mergeSort(Order.begin(), Scratch.begin(), Found.size(), [&](uint32_t A, uint32_t B) {
    const EarlierDump &First = Found[A], &Then = Found[B];
    return First.Written != Then.Written ? First.Written < Then.Written
                                         : First.Its.Number < Then.Its.Number;
  });
  for (size_t I = 0; I < Found.size(); ++I)
    if (Found.size() - I > Most) {
      const char *Path = pathOfDump(Found[Order[I]].Its);
      unlinkFile(Path);
      removeBesideLog(Path);
    } else {
      Kept[KeptEver++ % Most] = Found[Order[I]].Its;
    }
  KeptCount = KeptEver;
}

//===----------------------------------------------------------------------===//
// Those of this one
//===----------------------------------------------------------------------===//

/// Of a name that somebody else has used since, the file stays.
static void removeDump(const DumpName &Its) {
  static AllocSiteProfileHeader Header;
  const char *Path = pathOfDump(Its);
  struct stat Status;
  if (!Path || statusOf(Path, &Status, AT_SYMLINK_NOFOLLOW) != 0)
    return;
  const bool IsOurs = Its.Process == static_cast<uint64_t>(ownerProcess());
  if (!readCompanionHeader(Path, Header) ? !IsOurs // the disk was full
                                         : !mayTakeOver(Header, nanosecondsOf(Status.st_mtim)))
    return;
  unlinkFile(Path);
  removeBesideLog(Path);
}

/// The newest is Its. Several of a name with %t alone may be one file.
static void keepDump(const DumpName &Its, bool HasNumber, uint64_t Most) {
  DumpName &Newest = Kept[KeptEver % Most];
  if (!HasNumber && KeptEver && Kept[(KeptEver - 1) % Most].Seconds == Its.Seconds)
    return;
  if (KeptCount == Most)
    removeDump(Newest);
  else
    ++KeptCount;
  Newest = Its;
  ++KeptEver;
}

void dumpNumbered() {
  KeepErrno Keep;
  static char Name[PathBytes];
  LockGuard Guard;
  const uint64_t Most = options().DumpMost;
  if (!Kept)
    Kept = static_cast<DumpName *>(mapPages(Most * sizeof(DumpName)));
  if (Kept && !HasLooked)
    takeOver(Most);
  HasLooked = true;
  bool HasNumber = false, HasTime = false;
  Text Unused(Name, sizeof(Name));
  expandDump(Unused, [&](Marker Which) {
    HasNumber |= Which == NumberMark;
    HasTime |= Which == SecondsMark;
  });
  DumpName Its = {0, now() / Second, static_cast<uint64_t>(ownerProcess())};
  int Failed = Kept ? EEXIST : ENOMEM;
  // Others may write files of that name, too.
  for (unsigned Tries = 0; Failed == EEXIST && Tries < 1000; ++Tries) {
    Its.Number = ++LastNumber;
    struct stat Status;
    const char *Path = pathOfDump(Its);
    if (!Path || !nameDump(Its, Name, sizeof(Name)))
      Failed = ENAMETOOLONG;
    else if (!HasNumber)
      Failed = dumpTo(Name, DumpFile::Passing);
    else if (statusOf(Path, &Status, AT_SYMLINK_NOFOLLOW) != 0)
      Failed = dumpTo(Name, DumpFile::Numbered);
  }
  if (!Failed && (HasNumber || HasTime))
    keepDump(Its, HasNumber, Most);
  // What stays wrong is said once.
  static int LastFailed;
  const bool IsSaid = Failed && Failed == LastFailed;
  LastFailed = Failed;
  if (IsSaid)
    return;
  const char *Path = Failed == ENAMETOOLONG ? nullptr : pathOfDump(Name);
  Message Line(Failed ? Importance::Error : Importance::Normal);
  if (!Failed) {
    Line.add("allocsite: wrote what was counted so far to ").add(Path ? Path : Name);
    return;
  }
  Line.add(Path ? Path : Name).add(": cannot write the allocation log: ");
  Line.error(Failed);
}

void forgetNumberedDumps() {
  LastNumber = KeptCount = KeptEver = 0;
  HasLooked = false;
}

} // namespace allocsite
