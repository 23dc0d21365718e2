// Recovers a log with a reader of version 11, and reads headers of several versions.
#include "profile/ProfileReader.h"

#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <unistd.h>

using namespace allocsite;

struct Bytes : ByteStore {
  std::string All;
  explicit Bytes(const char *Path) {
    std::ifstream File(Path, std::ios::binary);
    All.assign(std::istreambuf_iterator<char>(File), {});
  }
  uint64_t size() override { return All.size(); }
  uint64_t sizeOnDisk() override { return All.size(); }
  bool read(uint64_t At, void *To, size_t Size) override {
    if (At > All.size() || Size > All.size() - At)
      return false;
    std::memcpy(To, All.data() + At, Size);
    return true;
  }
};

int main(int, char **Arguments) {
  Bytes File(Arguments[1]);
  auto Reader = ProfileReader::open(File, false);
  if (!Reader) {
    std::printf("%s\n", Reader.error().What.c_str());
    return 1;
  }
  Expander Names;
  CsvTable Table(Names, {false, false, ~0u, ModeAlways});
  if (Reader->addTo(Table, Names) || !Table.sort())
    return 1;
  int Log = open(Arguments[2], O_CREAT | O_TRUNC | O_WRONLY, 0600);
  if (Log < 0 || Table.write(Log) != 0)
    return 1;

  // A header as large as the runtime makes it.
  const uint32_t HeaderBytes = ALLOCSITE_PROFILE_HEADER_BYTES;
  File.All.insert(Reader->header().HeaderBytes, HeaderBytes, 0);
  std::memcpy(&File.All[offsetof(AllocSiteProfileHeader, HeaderBytes)], &HeaderBytes,
              sizeof(HeaderBytes));
  // Behind the fields of version 10 a file of it may hold anything.
  const uint64_t Field = 4711;
  std::memcpy(&File.All[offsetof(AllocSiteProfileHeader, OfVersion11)], &Field, sizeof(Field));
  for (uint32_t Version = 7; Version <= 12; ++Version) {
    std::memcpy(&File.All[offsetof(AllocSiteProfileHeader, Version)], &Version,
                sizeof(Version));
    if (auto Read = ProfileReader::open(File, false))
      std::printf("%u: field %llu\n", Version,
                  (unsigned long long)Read->header().OfVersion11);
    else
      std::printf("%u: %s\n", Version, Read.error().What.c_str());
  }
}
