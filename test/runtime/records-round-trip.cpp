// What the pass encodes the runtime decodes to the same records. Bytes that were cut
// off or changed decode to something or to nothing, and neither is read or written
// beyond its end: both end at a page that may not be touched.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %t | %FileCheck %s

// CHECK: {{^}}500 modules, {{[1-9][0-9]+}} bytes for {{[1-9][0-9]+}}
// CHECK-NEXT: cut: {{[1-9][0-9]+}}, none decoded
// CHECK-NEXT: changed: {{[1-9][0-9]+}}, {{[1-9][0-9]+}} decoded
#include "../../pass/describe/Encode.cpp"
#include "../../profile/Decode.h"
#include <algorithm>
#include <random>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

using namespace allocsite;

static std::mt19937 Random(1);

static uint32_t below(uint32_t End) { return Random() % End; }

/// Small, large and repeated.
static uint32_t word() {
  static const uint32_t Extremes[] = {0, 1, 127, 128, 0x7fffffff, 0x80000000,
                                      0xffffffff};
  switch (below(4)) {
  case 0:
    return below(4);
  case 1:
    return below(70000);
  case 2:
    return Extremes[below(7)];
  default:
    return 0;
  }
}

static DescriptorTables make() {
  DescriptorTables T;
  static const char *const Starts[] = {"std::vector<int>::", "__wrap_", ""};
  for (uint32_t I = below(9); I; --I) {
    std::string Text = Starts[below(3)];
    if (below(9) == 0)
      Text += std::string(below(700), 'x'); // more than one copy takes
    for (uint32_t Length = below(6); Length; --Length)
      Text += char(1 + below(255));
    T.Strings.push_back(Text);
  }
  uint32_t Strings = uint32_t(T.Strings.size());
  for (uint32_t I = below(9); I; --I)
    T.Functions.push_back({below(2) ? word() : 0, word(), below(Strings),
                           word(), word(), below(Strings)});
  for (uint32_t I = below(9); I; --I)
    T.Frames.push_back(
        {word(), below(Strings), word(), word(), word(), word()});
  for (uint32_t I = below(9); I; --I)
    T.Sites.push_back({word(), word(), below(Strings), below(Strings), word(),
                       word(), below(Strings)});
  for (uint32_t I = below(9); I; --I)
    T.CallSites.push_back({word(), word(), word(), below(Strings)});
  return T;
}

/// Memory whose last byte is the last before a page that may not be touched.
class Guarded {
  static constexpr size_t Size = 1 << 20;
  char *End;

public:
  Guarded() {
    char *Pages = static_cast<char *>(mmap(nullptr, Size + 4096, PROT_NONE,
                                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(Pages, Size, PROT_READ | PROT_WRITE);
    End = Pages + Size;
  }
  char *take(size_t Bytes) {
    if (Bytes > Size)
      abort();
    return End - Bytes;
  }
};

static Guarded Input, Output;

static AllocSiteModule module(const std::string &Bytes, uint32_t SiteCount) {
  char *At = Input.take(Bytes.size());
  memcpy(At, Bytes.data(), Bytes.size());
  AllocSiteModule Module = {};
  Module.SiteCount = SiteCount;
  Module.ByteCount = uint32_t(Bytes.size());
  Module.Bytes = reinterpret_cast<unsigned char *>(At);
  return Module;
}

/// Reads them, whatever they are.
static uint32_t sumOfKeys(const AllocSiteModule &Module) {
  FunctionKeys Keys = functionKeys(Module);
  uint32_t Sum = 0;
  for (uint32_t I = 0; I < Keys.size(); ++I)
    Sum += Keys[I];
  return Sum;
}

static bool decodeGuarded(const std::string &Bytes, uint32_t SiteCount,
                          ModuleTables &Tables) {
  AllocSiteModule Module = module(Bytes, SiteCount);
  static volatile uint32_t Sum;
  Sum = sumOfKeys(Module);
  uint64_t Words = decodedWords(Module);
  if (Words > 200 * Bytes.size() / 4 + 64) {
    printf("%zu bytes ask for %zu words\n", Bytes.size(), size_t(Words));
    exit(1);
  }
  bool Can = decode(Module, nullptr, Tables);
  char *To = Output.take(Words * 4);
  memset(To, 0, Words * 4);
  bool Did = decode(Module, reinterpret_cast<uint32_t *>(To), Tables);
  if (Can != Did) {
    printf("decode() does not know whether it can\n");
    exit(1);
  }
  return Did;
}

static const DescriptorTables *Made;
static const ModuleTables *Decoded;

static bool isSame(const char *What, uint32_t A, uint32_t B) {
  return strcmp(What, "String") ? A == B
                                : Decoded->text(B) ==
                                      TextRef(Made->Strings[A].c_str());
}

/// One for each function that others may find, in order, and for what it wraps.
static bool hasKeys(const DescriptorTables &A, FunctionKeys Keys) {
  std::vector<uint16_t> Expected, Found;
  for (size_t I = 1; I < A.Functions.size(); ++I) {
    const AllocSiteFunction &Each = A.Functions[I];
    const std::string &Name = A.Strings[Each.Name];
    if (Each.Flags & 4 || !(Each.Flags & 1 || Each.Aliasee))
      continue;
    Expected.push_back(uint16_t(Each.SymbolLow || Each.SymbolHigh
                                    ? Each.SymbolLow
                                    : allocSiteSymbolHash(Name.data(), Name.size())));
    if (Name.compare(0, 7, "__wrap_") == 0 && Name.size() > 7)
      Expected.push_back(uint16_t(allocSiteSymbolHash(Name.data() + 7, Name.size() - 7)));
  }
  std::sort(Expected.begin(), Expected.end());
  Expected.erase(std::unique(Expected.begin(), Expected.end()), Expected.end());
  for (uint32_t I = 0; I < Keys.size(); ++I)
    Found.push_back(Keys[I]);
  return Found == Expected;
}

static void compare(FunctionKeys Keys) {
  const DescriptorTables &A = *Made;
  const ModuleTables &B = *Decoded;
  bool Same = B.Counts.FunctionCount == A.Functions.size() &&
              B.Counts.FrameCount == A.Frames.size() &&
              B.SiteCount == A.Sites.size() &&
              B.Counts.CallSiteCount == A.CallSites.size();
  for (size_t I = 0; Same && I < A.Functions.size(); ++I) {
#define ALLOCSITE_FUNCTION(How, What, Name)                                    \
  Same &= isSame(#What, A.Functions[I].Name, B.Functions[I].Name);
#include "allocsite/Descriptors.inc"
  }
  for (size_t I = 0; Same && I < A.Frames.size(); ++I) {
#define ALLOCSITE_FRAME(How, What, Name)                                       \
  Same &= isSame(#What, A.Frames[I].Name, B.Frames[I].Name);
#include "allocsite/Descriptors.inc"
  }
  for (size_t I = 0; Same && I < A.Sites.size(); ++I) {
#define ALLOCSITE_SITE(How, What, Name)                                        \
  Same &= isSame(#What, A.Sites[I].Name, B.Sites[I].Name);
#include "allocsite/Descriptors.inc"
  }
  for (size_t I = 0; Same && I < A.CallSites.size(); ++I) {
#define ALLOCSITE_CALLSITE(How, What, Name)                                    \
  Same &= isSame(#What, A.CallSites[I].Name, B.CallSites[I].Name);
#include "allocsite/Descriptors.inc"
  }
  Same &= hasKeys(A, Keys);
  if (!Same) {
    printf("decoded to something else\n");
    exit(1);
  }
}

int main() {
  size_t Modules = 0, Bytes = 0, Plain = 0, Cut = 0, Changed = 0, Kept = 0;
  for (; Modules < 500; ++Modules) {
    DescriptorTables T = make();
    std::string Encoded = encode(T);
    uint32_t SiteCount = uint32_t(T.Sites.size());
    ModuleTables Tables;
    if (!decodeGuarded(Encoded, SiteCount, Tables)) {
      printf("not decoded\n");
      return 1;
    }
    Made = &T;
    Decoded = &Tables;
    compare(functionKeys(module(Encoded, SiteCount)));
    Bytes += Encoded.size();
    Plain += T.Functions.size() * sizeof(AllocSiteFunction) +
             T.Frames.size() * sizeof(AllocSiteFrame) +
             T.Sites.size() * sizeof(AllocSiteSite) +
             T.CallSites.size() * sizeof(AllocSiteCallSite);

    for (size_t Size = 0; Size < Encoded.size(); ++Size, ++Cut)
      if (decodeGuarded(Encoded.substr(0, Size), SiteCount, Tables)) {
        printf("decoded %zu bytes of %zu\n", Size, Encoded.size());
        return 1;
      }
    if (decodeGuarded(Encoded + '\0', SiteCount, Tables)) {
      printf("decoded a byte too many\n");
      return 1;
    }
    for (int Round = 0; Round < 100; ++Round, ++Changed) {
      std::string Other = Encoded;
      for (uint32_t Times = 1 + below(3); Times; --Times)
        Other[below(uint32_t(Other.size()))] =
            char(below(2) ? below(256) : below(3) ? 0xff : 0x80);
      Kept += decodeGuarded(Other, below(9) ? SiteCount : word(), Tables);
    }
  }
  printf("%zu modules, %zu bytes for %zu\n", Modules, Bytes, Plain);
  printf("cut: %zu, none decoded\n", Cut);
  printf("changed: %zu, %zu decoded\n", Changed, Kept);
}
