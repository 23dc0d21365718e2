//===- ProfileFuzzer.cpp - Feeds recover what it may be fed ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   fuzzers profiles corpus/ test/report/fuzz/profiles/
//
// The first byte chooses options, the rest is the profile; one that begins with
// the magic itself is taken whole. Every other mutation is of a word that says how
// the rest is read: most of a profile are counters, whose values do not matter.
//
//===----------------------------------------------------------------------===//

#include "Fuzzers.h"
#include "profile/ProfileReader.h"
#include "profile/Sampling.h"

#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <unistd.h>
#include <vector>

using namespace allocsite;

namespace {
class Bytes : public ByteStore {
  const uint8_t *Data;
  size_t Size;

public:
  Bytes(const uint8_t *Data, size_t Size) : Data(Data), Size(Size) {}
  uint64_t size() override { return Size; }
  uint64_t sizeOnDisk() override { return Size; }
  bool read(uint64_t At, void *To, size_t Wanted) override {
    if (At > Size || Wanted > Size - At)
      return false;
    if (Wanted)
      std::memcpy(To, Data + At, Wanted);
    return true;
  }
};
} // namespace

static int run(const uint8_t *Data, size_t Size) {
  uint64_t Magic = 0;
  if (Size < 8)
    return 0;
  std::memcpy(&Magic, Data, 8);
  uint8_t Choice = Data[0];
  if (Magic != ALLOCSITE_PROFILE_MAGIC)
    ++Data, --Size, Choice ^= 0xFF;
  Bytes Store(Data, Size);
  auto Reader = ProfileReader::open(Store, Choice & 1);
  if (!Reader)
    return 0;
  Expander Names;
  CsvShape Shape = {bool(Choice & 2), bool(Choice & 4), ~0u, ModeAlways};
  Shape.HasStacks = !(Choice & 8);
  CsvTable Table(Names, Shape);
  if (Reader->addTo(Table, Names) || !Table.sort())
    return 0;
  static int Null = ::open("/dev/null", O_WRONLY);
  Table.write(Null);
  Table.writeFrames(Null);
  Table.writeStacks(Null);
  auto Timeline = Reader->timeline();
  Changes Of;
  if (Timeline && !Reader->addChanges(Of, *Timeline))
    Table.writeChanges(Null, Of, samplingOf(Reader->header().Sampling));
  return 0;
}

static size_t mutate(uint8_t *Data, size_t Size, size_t MaxSize, unsigned Seed) {
  std::minstd_rand Random(Seed);
  if (Size < sizeof(AllocSiteProfileHeader) || Random() % 2)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  // The header up to the name, and what each chunk begins with; of tables up to
  // SlotMask.
  std::vector<size_t> Words;
  auto add = [&](size_t From, size_t Count) {
    for (size_t I = 0; I < Count && From + 8 * I + 8 <= Size; ++I)
      Words.push_back(From + 8 * I);
  };
  add(8, 9);
  uint32_t HeaderBytes;
  std::memcpy(&HeaderBytes, Data + 12, sizeof(HeaderBytes));
  AllocSiteProfileChunk Head;
  for (uint64_t At = HeaderBytes;
       At < Size && Size - At >= sizeof(Head) && Words.size() < 1000;) {
    std::memcpy(&Head, Data + At, sizeof(Head));
    add(At, Head.Kind == ALLOCSITE_CHUNK_MODULES  ? 60
            : Head.Kind == ALLOCSITE_CHUNK_TABLES ? 24
                                                  : 12);
    if (Head.Size < sizeof(Head) || Head.Size > Size - At)
      break;
    At += Head.Size;
  }
  size_t At = Words[Random() % Words.size()];
  uint64_t Word;
  std::memcpy(&Word, Data + At, 8);
  switch (Random() % 4) {
  case 0:
    Word = uint64_t(1) << Random() % 64;
    break;
  case 1:
    Word += Random() % 17 - 8u;
    break;
  case 2:
    Word = Random() % Size;
    break;
  default:
    LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(&Word), 8, 8);
  }
  std::memcpy(Data + At, &Word, 8);
  return Size;
}

const Fuzzer allocsite::ProfileFuzzer = {"profiles", run, mutate};
