//===- PprofFuzzer.cpp - Feeds hostile profiles of pprof to their reader --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   fuzzers pprof corpus/ test/report/fuzz/pprof/
//
// What is read has to hold together: a row has a chain and names that there are. The bytes are
// read as they are and as what gzip has packed.
//
//===----------------------------------------------------------------------===//

#include "Fuzzers.h"
#include "read/PprofReader.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace allocsite;

namespace {

class Bytes : public ByteSource {
public:
  explicit Bytes(std::string_view Left) : Left(Left) {}

  Expected<size_t> read(char *To, size_t Size) override {
    const size_t Count = std::min(Size, Left.size());
    std::memcpy(To, Left.data(), Count);
    Left.remove_prefix(Count);
    return Count;
  }

private:
  std::string_view Left;
};

void read(ByteSource &From) {
  Profile Read;
  Run Of;
  auto Shape = readPprof(From, "fuzz.pb.gz", Read, Of);
  if (!Shape) {
    if (!isValidUtf8(Shape.error().What))
      std::abort();
    return;
  }
  for (RowId Row = 0; Row != Read.rowCount(); ++Row)
    for (ChainId Chain = Read.row(Row).Chain; Chain != NoChain;
         Chain = Read.link(Chain).Caller)
      if (Read.frame(Read.link(Chain).At).Function >= Read.Names.size())
        std::abort();
}

} // namespace

static int run(const uint8_t *Data, size_t Size) {
  const std::string_view Whole(reinterpret_cast<const char *>(Data), Size);
  Bytes Plain(Whole), Packed(Whole);
  read(Plain);
  GunzipSource Unpacked(Packed);
  read(Unpacked);
  return 0;
}

const Fuzzer allocsite::PprofFuzzer = {"pprof", run, nullptr};
