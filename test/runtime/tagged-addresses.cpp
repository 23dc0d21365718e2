// Pointers may have a tag in their highest bits, which the machine ignores, as AArch64 does: a block
// is found by any of them. Here the machine is x86-64 with an untagged() of AArch64's.
//
// REQUIRES: x86_64
// RUN: %clangxx -std=c++17 -O1 -I%source -I%source/runtime -I%include %s %source/profile/System.cpp -o %t
// RUN: %t | %FileCheck %s

// CHECK: {{^}}7 7 none
// CHECK-NEXT: at its address: 7
// CHECK-NEXT: another tag is the same address: 1
#include <stddef.h>
#include <stdint.h>

#define untagged untaggedOfX86
#include "arch/x86_64/Machine.h"
#undef untagged

namespace allocsite {
inline uintptr_t untagged(uintptr_t Address) { return Address & ((uintptr_t(1) << 56) - 1); }
} // namespace allocsite

#include "runtime/live/Shadow.cpp"
#include <stdio.h>

using namespace allocsite;

static const void *tagged(const void *Block, uintptr_t Tag) {
  return reinterpret_cast<const void *>(reinterpret_cast<uintptr_t>(Block) | Tag << 56);
}

int main() {
  static uint64_t Block;
  static Shadow In;
  if (!In.start(4) || !In.make(tagged(&Block, 0xa5)))
    return 1;
  *In.find(tagged(&Block, 0xa5)) = 7;
  const Shadow::Entry *Other = In.find(tagged(&Block, 0x5a));
  printf("%u %u %s\n", *In.find(&Block), Other ? *Other : 0,
         In.find(reinterpret_cast<const void *>(uintptr_t(1) << 55)) ? "some" : "none");
  const auto Address = reinterpret_cast<uintptr_t>(&Block);
  In.forEachIn(Address, Address + 1,
               [](uintptr_t, Shadow::Entry &Its) { printf("at its address: %u\n", Its); });
  printf("another tag is the same address: %d\n",
         addressOf(tagged(&Block, 1)) == addressOf(tagged(&Block, 2)));
}
