//===- ProfileFuzzer.cpp - Feeds recover what it may be fed ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cmake -DALLOCSITE_FUZZERS=ON …
//   allocsite-profile-fuzzer corpus/ test/report/fuzz/profiles/
//
// The first byte chooses options, the rest is the profile; one that begins with
// the magic itself is taken whole.
//
//===----------------------------------------------------------------------===//

#include "ProfileReader.h"

#include <cstring>
#include <fcntl.h>
#include <unistd.h>

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

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
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
  CsvTable Table(Names, {bool(Choice & 2), bool(Choice & 4)});
  auto Modules = Reader->modules();
  if (!Modules ||
      !Names.load((*Modules)->data(), uint32_t((*Modules)->size())) ||
      Reader->addTo(Table) || !Table.sort())
    return 0;
  static int Null = ::open("/dev/null", O_WRONLY);
  Table.write(Null);
  return 0;
}
