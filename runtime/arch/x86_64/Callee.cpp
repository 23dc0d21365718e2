//===- Callee.cpp - Whom a call has called --------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the code in front of a return address:
//
//     call f             e8 and a distance: f, an entry of the linker's table (PLT), or a
//                        function of the pass that stores the context and jumps
//                        (pass/thread/Thunks.h)
//     call *f@GOT        ff 15 and the distance of the word with the address
//
// What either leads to may jump once more: endbr64, the store, jmp f or jmp *f@GOT.
//
//===----------------------------------------------------------------------===//
#include "arch/Machine.h"

#include <string.h>

namespace allocsite {

namespace {
struct Code {
  const unsigned char *At;

  bool has(const char *Bytes, size_t Count) const { return !memcmp(At, Bytes, Count); }
  void skip(const char *Bytes, size_t Count, size_t More = 0) {
    if (has(Bytes, Count))
      At += Count + More;
  }
  /// The address that a distance of 32 bits at At + Offset leads to, from behind itself.
  uintptr_t target(size_t Offset) const {
    int32_t Distance;
    memcpy(&Distance, At + Offset, sizeof(Distance));
    return reinterpret_cast<uintptr_t>(At) + Offset + sizeof(Distance) +
           static_cast<uintptr_t>(static_cast<intptr_t>(Distance));
  }
};
} // namespace

static uintptr_t wordIn(uintptr_t Slot, bool (*IsLoaded)(const void *)) {
  uintptr_t Word = 0;
  if (IsLoaded(reinterpret_cast<const void *>(Slot)))
    memcpy(&Word, reinterpret_cast<const void *>(Slot), sizeof(Word));
  return Word;
}

uintptr_t calleeOf(uintptr_t Return, bool (*IsLoaded)(const void *)) {
  const Code Call = {reinterpret_cast<const unsigned char *>(Return) - 6};
  if (Call.has("\xff\x15", 2))
    return wordIn(Call.target(2), IsLoaded);
  if (Call.At[1] != 0xe8)
    return 0;
  uintptr_t Callee = Call.target(2);
  for (unsigned Jumps = 0; Jumps < 4; ++Jumps) {
    if (!IsLoaded(reinterpret_cast<const void *>(Callee)))
      return 0;
    Code To = {reinterpret_cast<const unsigned char *>(Callee)};
    To.skip("\xf3\x0f\x1e\xfa", 4);
    To.skip("\x64\x4c\x89\x14\x25", 5, 4); // mov %r10, %fs:context
    To.skip("\x41\xbb", 2, 4);             // mov $number, %r11d (mold)
    To.skip("\xf2", 1);
    if (To.has("\xff\x25", 2))
      return wordIn(To.target(2), IsLoaded);
    if (*To.At != 0xe9)
      break;
    Callee = To.target(1);
  }
  return Callee;
}

} // namespace allocsite
