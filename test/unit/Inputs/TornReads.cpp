// Reads a profile as that of a running process, once for each head and key in it. The first copy of
// one has of its words only the one that is written last.
#include "profile/ProfileReader.h"

#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <unistd.h>

using namespace allocsite;

struct Region {
  uint64_t At, Size;
  bool operator<(const Region &Other) const {
    return At != Other.At ? At < Other.At : Size < Other.Size;
  }
};

struct Bytes : ByteStore {
  std::string All;
  std::set<Region> Read;
  Region Torn = {0, 0};
  std::function<void(void *)> Tear;

  uint64_t size() override { return All.size(); }
  uint64_t sizeOnDisk() override { return All.size(); }
  bool read(uint64_t At, void *To, size_t Size) override {
    if (At > All.size() || Size > All.size() - At)
      return false;
    std::memcpy(To, All.data() + At, Size);
    if (Read.insert({At, Size}).second && At == Torn.At && Size == Torn.Size)
      Tear(To);
    return true;
  }
};

/// All that is read, as a text. Empty where it cannot be.
static std::string readAll(Bytes &From, const std::string &Csv) {
  From.Read.clear();
  auto Reader = ProfileReader::open(From, /*Live=*/true);
  if (!Reader)
    return {};
  Expander Names;
  CsvTable Table(Names, {false, false, ~0u, Reader->modes()});
  if (Reader->addTo(Table, Names) || !Table.sort())
    return {};
  const int Log = open(Csv.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
  if (Log < 0 || Table.write(Log) != 0)
    return {};
  close(Log);
  std::ifstream File(Csv, std::ios::binary);
  std::string Text{std::istreambuf_iterator<char>(File), {}};
  auto Marks = Reader->marks();
  for (size_t I = 0; Marks && I < Marks->size(); ++I) {
    const std::vector<uint64_t> &Words = (*Marks)[I];
    Text.append(reinterpret_cast<const char *>(Words.data()), Words.size() * sizeof(uint64_t));
  }
  std::string Texts;
  if (auto Run = Reader->run(Texts); Run && *Run)
    Text += std::to_string((*Run)->Its.Ended) + ' ' + std::to_string((*Run)->Its.How) + Texts;
  return Text;
}

/// Leaves the first word alone.
template <typename T> static void tearHead(void *Of) {
  std::memset(static_cast<char *>(Of) + sizeof(uint64_t), 0, sizeof(T) - sizeof(uint64_t));
}

static uint32_t kindAt(const std::string &File, uint64_t At) {
  AllocSiteProfileHeader Header;
  std::memcpy(&Header, File.data(), sizeof(Header));
  AllocSiteProfileChunk Head = {};
  for (uint64_t Chunk = Header.HeaderBytes; Chunk <= At && Chunk + sizeof(Head) <= File.size();
       Chunk += Head.Size) {
    std::memcpy(&Head, File.data() + Chunk, sizeof(Head));
    if (At - Chunk < Head.Size)
      return At == Chunk ? uint32_t(ALLOCSITE_CHUNK_NONE) : Head.Kind;
  }
  return ALLOCSITE_CHUNK_KINDS;
}

int main(int, char **Arguments) {
  Bytes File;
  std::ifstream Stream(Arguments[1], std::ios::binary);
  File.All.assign(std::istreambuf_iterator<char>(Stream), {});
  const std::string Csv = std::string(Arguments[2]) + "/read.csv";
  const std::string Whole = readAll(File, Csv);
  if (Whole.empty())
    return 1;
  const std::set<Region> All = File.Read;

  // Kind: of the chunk that it is in; NONE: it is the head of one.
  auto tear = [&](const char *What, AllocSiteChunkKind Kind, size_t Size,
                  std::function<void(void *)> How) {
    unsigned Torn = 0, Wrong = 0;
    for (const Region &Each : All) {
      uint64_t First = 0;
      std::memcpy(&First, File.All.data() + Each.At, sizeof(First));
      if (Each.Size != Size || !First || kindAt(File.All, Each.At) != Kind)
        continue;
      ++Torn;
      File.Torn = Each;
      File.Tear = How;
      Wrong += readAll(File, Csv) != Whole;
    }
    std::printf("%s: %u torn, %u read otherwise\n", What, Torn, Wrong);
  };
  tear("chunks", ALLOCSITE_CHUNK_NONE, sizeof(AllocSiteProfileChunk),
       [](void *Of) { static_cast<AllocSiteProfileChunk *>(Of)->Kind = 0; });
  tear("marks", ALLOCSITE_CHUNK_MARKS, sizeof(AllocSiteProfileMark),
       tearHead<AllocSiteProfileMark>);
  tear("stacks", ALLOCSITE_CHUNK_STACKS, sizeof(AllocSiteStacks), tearHead<AllocSiteStacks>);
  tear("live records", ALLOCSITE_CHUNK_LIVE_RECORDS, sizeof(AllocSiteLiveRecords),
       [](void *Of) {
         for (AllocSiteLiveRecord &Each : static_cast<AllocSiteLiveRecords *>(Of)->Records)
           Each.Context = Each.Size = 0;
       });
  tear("own peaks", ALLOCSITE_CHUNK_SITE_PEAKS, sizeof(AllocSiteSitePeaks), [](void *Of) {
    for (AllocSiteSitePeak &Each : static_cast<AllocSiteSitePeaks *>(Of)->Peaks)
      Each.Peak = 0;
  });
  tear("the run", ALLOCSITE_CHUNK_RUN, sizeof(AllocSiteProfileRun),
       [](void *Of) { static_cast<AllocSiteProfileRun *>(Of)->Ended = 0; });
}
