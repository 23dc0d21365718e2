//===- Callee.cpp - Whom a call has called --------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the instructions in front of a return address:
//
//     bl f                       f, or a stub that jumps on: an entry of the linker's table
//                                (PLT), its bridge to far code, or a function of the pass that
//                                stores the context (pass/thread/Thunks.h)
//     adrp, ldr, blr             -fno-plt: the word that was loaded
//
// A stub ends in `b f`, or in adrp, ldr or add, and br.
//
//===----------------------------------------------------------------------===//
#include "arch/Machine.h"

#include <string.h>

namespace allocsite {

namespace {
struct Instruction {
  uint32_t Word;

  explicit Instruction(uintptr_t At) {
    memcpy(&Word, reinterpret_cast<const void *>(At), sizeof(Word));
  }
  bool is(uint32_t Mask, uint32_t Value) const { return (Word & Mask) == Value; }
  bool isCall() const { return is(0xfc000000, 0x94000000); }           // bl
  bool isCallByRegister() const { return is(0xfffffc1f, 0xd63f0000); } // blr
  bool isJump() const { return is(0xfc000000, 0x14000000); }           // b
  bool isJumpByRegister() const { return is(0xfffffc1f, 0xd61f0000); } // br
  bool isPageAddress() const { return is(0x9f000000, 0x90000000); }    // adrp
  bool isLoad() const { return is(0xffc00000, 0xf9400000); }           // ldr x, [x, #…]
  bool isAdd() const { return is(0xffc00000, 0x91000000); }            // add x, x, #…
  /// Of a stub, beside these: a hint (bti), and what a function of the pass does to store the
  /// context: mrs of the thread pointer, sbfx, bic, str.
  bool isOfStub() const {
    return isPageAddress() || isLoad() || isAdd() || is(0xfffff01f, 0xd503201f) ||
           is(0xffffffe0, 0xd53bd040) || is(0xffc00000, 0x93400000) ||
           is(0xff200000, 0x8a200000) || is(0xffc00000, 0xf9000000) ||
           is(0xffe00c00, 0xf8000000);
  }

  unsigned to() const { return Word & 31; }
  unsigned from() const { return Word >> 5 & 31; }
  uint32_t immediate() const { return Word >> 10 & 0xfff; }

  /// Where a jump or call at the address At leads.
  uintptr_t target(uintptr_t At) const {
    return At + static_cast<uintptr_t>(static_cast<int32_t>(Word << 6) >> 4);
  }
  uintptr_t page(uintptr_t At) const {
    const int64_t Pages =
        static_cast<int32_t>((Word >> 5 & 0x7ffff) << 13) >> 11 | (Word >> 29 & 3);
    return (At & ~uintptr_t(4095)) + static_cast<uintptr_t>(Pages * 4096);
  }
};
} // namespace

/// The value of the register that the instruction at End jumps or calls by, where the few in
/// front of it, from Begin on, tell; else 0.
static uintptr_t registerAt(uintptr_t Begin, uintptr_t End, bool (*IsLoaded)(const void *)) {
  unsigned Register = Instruction(End).from();
  uint32_t Offset = 0;
  bool IsLoadedWord = false;
  for (uintptr_t At = End - 4; At >= Begin; At -= 4) {
    const Instruction Its(At);
    if (Its.isPageAddress() && Its.to() == Register) {
      const uintptr_t Address = Its.page(At) + Offset;
      if (!IsLoadedWord)
        return Address;
      uintptr_t Word = 0;
      if (IsLoaded(reinterpret_cast<const void *>(Address)))
        memcpy(&Word, reinterpret_cast<const void *>(Address), sizeof(Word));
      return Word;
    }
    if ((Its.isLoad() || Its.isAdd()) && Its.to() == Register && !IsLoadedWord) {
      IsLoadedWord = Its.isLoad();
      Offset += Its.immediate() * (IsLoadedWord ? 8 : 1);
      Register = Its.from();
    } else if (Its.isCall() || Its.isCallByRegister()) {
      return 0;
    }
  }
  return 0;
}

uintptr_t calleeOf(uintptr_t Return, bool (*IsLoaded)(const void *Address)) {
  constexpr uintptr_t MostInstructions = 10;
  const uintptr_t Call = Return - 4;
  if (Instruction(Call).isCallByRegister()) {
    const uintptr_t Begin = Call - MostInstructions * 4;
    return IsLoaded(reinterpret_cast<const void *>(Begin)) ? registerAt(Begin, Call, IsLoaded)
                                                           : 0;
  }
  if (!Instruction(Call).isCall())
    return 0;
  uintptr_t Callee = Instruction(Call).target(Call);
  for (unsigned Jumps = 0; Jumps < 4; ++Jumps) {
    uintptr_t Next = 0;
    for (uintptr_t At = Callee; !Next && At < Callee + MostInstructions * 4; At += 4) {
      if (!IsLoaded(reinterpret_cast<const void *>(At)))
        return 0;
      const Instruction Its(At);
      if (Its.isJump())
        Next = Its.target(At);
      else if (Its.isJumpByRegister())
        return registerAt(Callee, At, IsLoaded);
      else if (!Its.isOfStub())
        break;
    }
    if (!Next)
      break;
    Callee = Next;
  }
  return Callee;
}

} // namespace allocsite
