//===- RunFacts.cpp - What is known of the run ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RunFacts.h"
#include "OutputFile.h"
#include "Platform.h"
#include "State.h"

#include <limits.h>
#include <time.h>
#include <unistd.h>

namespace allocsite {

// Bytes of the texts, at most. They fit behind the header.
static constexpr size_t MostPath = 2048, MostCommand = 4096, MostOptions = 2048;
static constexpr size_t MostHost = HOST_NAME_MAX + 1, MostService = 256;
static constexpr size_t MostBuildId = 2 * MostBuildIdBytes + 1;
static constexpr size_t MostTexts =
    2 * MostPath + MostCommand + MostOptions + MostHost + MostService + MostBuildId;
static_assert(ALLOCSITE_PROFILE_HEADER_BYTES + ALLOCSITE_PROFILE_CHUNK_BYTES +
                      sizeof(AllocSiteProfileRun) + MostTexts <=
                  ALLOCSITE_PROFILE_START_BYTES,
              "the chunk of the run has room for all of it");

// All under RuntimeLock.
static AllocSiteProfileRun Its;
static char Texts[MostTexts];
static size_t TextBytes;            // of them
static AllocSiteProfileRun *InFile; // null: there is no profile yet

static void startClock() {
  struct timespec Now = {0, 0};
  clock_gettime(CLOCK_REALTIME, &Now);
  Its.Began = static_cast<uint64_t>(Now.tv_sec);
  Its.Clock = monotonicNanoseconds();
}

/// The arguments, each ended by a zero; only the first one where others are not wanted.
static uint32_t readCommand(char *To) {
  size_t Size = readStart("/proc/self/cmdline", To, MostCommand);
  // The kernel ends the last one with a zero; it is there where nothing is cut.
  Its.IsCut = Size == MostCommand && To[Size - 1];
  if (options().CommandLine)
    return static_cast<uint32_t>(Size);
  size_t First = 0;
  while (First < Size && To[First])
    ++First;
  Its.IsCut = First == MostCommand;
  return static_cast<uint32_t>(First < Size ? First + 1 : First);
}

/// The path of the program: where it was given as a relative one, from the directory of the start.
static uint32_t addProgram(char *To) {
  Text Path(To, MostPath);
  TextRef Given = programPath();
  if (Given.Bytes[0] != '/' && *startDirectory()) {
    Path.add(startDirectory()).add('/');
    if (Given.Size > 2 && Given.Bytes[0] == '.' && Given.Bytes[1] == '/')
      Given = TextRef(Given.Bytes + 2, Given.Size - 2);
  }
  Path.add(Given);
  return Path.cut() ? 0 : static_cast<uint32_t>(Path.size());
}

static uint32_t addText(char *To, size_t Most, TextRef Of) {
  Text Its(To, Most);
  Its.add(Of);
  if (!Its.cut())
    return static_cast<uint32_t>(Its.size());
  *To = 0;
  return 0;
}

static uint32_t addHost(char *To) {
  char Name[MostHost] = {};
  gethostname(Name, sizeof(Name) - 1);
  return addText(To, MostHost, Name);
}

static uint32_t addBuildId(char *To) {
  static const char Digits[] = "0123456789abcdef";
  Text Its(To, MostBuildId);
  const TextRef Id = buildIdOf("");
  for (size_t I = 0; I < Id.Size; ++I) {
    const auto Byte = static_cast<unsigned char>(Id.Bytes[I]);
    Its.add(Digits[Byte >> 4]).add(Digits[Byte & 15]);
  }
  return static_cast<uint32_t>(Its.size());
}

void rememberRun() {
  KeepErrno Keep;
  startClock();
  char *At = Texts;
  At += Its.ProgramBytes = addProgram(At);
  At += Its.DirectoryBytes = addText(At, MostPath, startDirectory());
  At += Its.CommandBytes = readCommand(At);
  At += Its.OptionsBytes = addText(At, MostOptions, options().Given);
  At += addHost(At) + 1; // and a zero
  At += addText(At, MostService, options().Service) + 1;
  At += addBuildId(At) + 1;
  TextBytes = static_cast<size_t>(At - Texts);
}

void beginRunAnew() {
  InFile = nullptr;
  startClock();
  Its.Threads = 0;
  Its.Ended = Its.PeakResident = 0;
  Its.How = ALLOCSITE_END_NONE;
  Its.HasStatus = 0;
  Its.Status = 0;
}

void resumeRun() {
  Its.How = ALLOCSITE_END_NONE;
  if (InFile)
    InFile->How = ALLOCSITE_END_NONE;
}

void noteThreadOfRun() {
  ++Its.Threads;
  if (InFile)
    __atomic_store_n(&InFile->Threads, Its.Threads, __ATOMIC_RELAXED);
}

void placeRun(AllocSiteProfileHeader *Of, size_t StartBytes) {
  char *Start = reinterpret_cast<char *>(Of) + ALLOCSITE_PROFILE_HEADER_BYTES;
  auto *Chunk = reinterpret_cast<AllocSiteProfileChunk *>(Start);
  InFile = reinterpret_cast<AllocSiteProfileRun *>(Start + ALLOCSITE_PROFILE_CHUNK_BYTES);
  *InFile = Its;
  // Not by memcpy: see copyWords in profile/System.h.
  Text(reinterpret_cast<char *>(InFile + 1), TextBytes + 1).add(TextRef(Texts, TextBytes));
  // Before the header has its magic: nobody reads the chunk yet.
  *Chunk = {ALLOCSITE_CHUNK_RUN, ALLOCSITE_CHUNK_LIVE,
            StartBytes - ALLOCSITE_PROFILE_HEADER_BYTES,
            ALLOCSITE_PROFILE_CHUNK_BYTES + sizeof(*InFile) + TextBytes};
}

/// The most that the process had in memory at once. Not getrusage's, which of a program that was
/// just started is that of the process which has forked, and which a sandbox may kill for: VmHWM of
/// /proc/self/status. 0 where that cannot be read.
static uint64_t peakResident() {
  static char Status[4096];
  const TextRef Title = "VmHWM:";
  const size_t Size = readStart("/proc/self/status", Status, sizeof(Status));
  for (size_t At = 0; At + Title.Size < Size; ++At) {
    if (TextRef(Status + At, Title.Size) != Title) {
      while (At < Size && Status[At] != '\n')
        ++At;
      continue;
    }
    uint64_t Kibibytes = 0;
    for (At += Title.Size; At < Size && Status[At] != '\n'; ++At)
      if (Status[At] >= '0' && Status[At] <= '9')
        Kibibytes = Kibibytes * 10 + static_cast<uint64_t>(Status[At] - '0');
    return Kibibytes << 10;
  }
  return 0;
}

RunFacts endRun(const RunEnd &By) {
  KeepErrno Keep;
  RunFacts Now = {};
  Now.Its = Its;
  Now.Its.Ended = monotonicNanoseconds() - Its.Clock;
  Now.Its.PeakResident = peakResident();
  Now.Its.How = By.How;
  Now.Its.HasStatus = By.HasStatus;
  Now.Its.Status = By.Status;
  Now.Process = static_cast<uint64_t>(ownerProcess());
  Now.setTexts(Texts, TextBytes);
  if (By.How != ALLOCSITE_END_DUMP) {
    Its = Now.Its;
    if (InFile) {
      // Last, and release: who is killed in between has not ended yet.
      AllocSiteProfileRun Running = Its;
      Running.How = ALLOCSITE_END_NONE;
      *InFile = Running;
      __atomic_store_n(&InFile->How, Its.How, __ATOMIC_RELEASE);
    }
  }
  return Now;
}

} // namespace allocsite
