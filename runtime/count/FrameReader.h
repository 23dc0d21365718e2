//===- FrameReader.h - Reads the bytes of unwind tables ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For FrameRules.cpp and FrameSteps.cpp alone. The format is that of DWARF 3 to 5, with the pointers
// of the Linux Standard Base.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_FRAMEREADER_H
#define ALLOCSITE_RUNTIME_COUNT_FRAMEREADER_H

#include <stddef.h>
#include <stdint.h>

namespace allocsite {

/// Reads values one after another. Behind the end it reads zeros, and is bad from then on.
class FrameReader {
  const uint8_t *At, *End;
  bool Good = true;

public:
  FrameReader(const uint8_t *At, const uint8_t *End) : At(At), End(End) {}

  const uint8_t *at() const { return At; }
  bool isGood() const { return Good; }
  bool isAtEnd() const { return At >= End; }
  size_t left() const { return static_cast<size_t>(End - At); }

  template <typename T> T read() {
    T Value = 0;
    if (left() < sizeof(T)) {
      fail();
      return Value;
    }
    __builtin_memcpy(&Value, At, sizeof(T));
    At += sizeof(T);
    return Value;
  }
  void fail() {
    Good = false;
    At = End;
  }
  void skip(uint64_t Bytes) {
    if (Bytes > left())
      fail();
    else
      At += Bytes;
  }
  /// Goes to another place, forward or backward, but not in front of First.
  void move(int64_t Bytes, const uint8_t *First) {
    if (Bytes > static_cast<int64_t>(left()) || Bytes < First - At)
      fail();
    else
      At += Bytes;
  }
  /// What comes next, as a reader of its own.
  FrameReader part(uint64_t Bytes) {
    const uint8_t *Begin = At;
    skip(Bytes);
    return FrameReader(Begin, At);
  }

  __attribute__((noinline)) uint64_t unsignedLeb() {
    uint64_t Value = 0;
    for (unsigned Shift = 0;; Shift += 7) {
      const uint8_t Byte = read<uint8_t>();
      if (Shift < 64)
        Value |= static_cast<uint64_t>(Byte & 0x7f) << Shift;
      if (!(Byte & 0x80))
        return Value;
    }
  }
  __attribute__((noinline)) int64_t signedLeb() {
    uint64_t Value = 0;
    for (unsigned Shift = 0;;) {
      const uint8_t Byte = read<uint8_t>();
      if (Shift < 64)
        Value |= static_cast<uint64_t>(Byte & 0x7f) << Shift;
      Shift += 7;
      if (Byte & 0x80)
        continue;
      if (Shift < 64 && (Byte & 0x40))
        Value |= ~UINT64_C(0) << Shift;
      return static_cast<int64_t>(Value);
    }
  }

  /// A pointer. The low half of its encoding is a format, the high half says what it counts
  /// from. What the loader would have to be asked for, or memory, is none.
  __attribute__((noinline)) uintptr_t pointer(uint8_t Encoding, const uint8_t *Header) {
    const uintptr_t Here = reinterpret_cast<uintptr_t>(At);
    uintptr_t Value = 0;
    switch (Encoding & 0x0f) {
    case 0x00: // absptr
      Value = read<uintptr_t>();
      break;
    case 0x01:
      Value = static_cast<uintptr_t>(unsignedLeb());
      break;
    case 0x02:
      Value = read<uint16_t>();
      break;
    case 0x03:
      Value = read<uint32_t>();
      break;
    case 0x09:
      Value = static_cast<uintptr_t>(signedLeb());
      break;
    case 0x0a:
      Value = static_cast<uintptr_t>(static_cast<intptr_t>(read<int16_t>()));
      break;
    case 0x0b:
      Value = static_cast<uintptr_t>(static_cast<intptr_t>(read<int32_t>()));
      break;
    case 0x04:
    case 0x0c:
      Value = static_cast<uintptr_t>(read<uint64_t>());
      break;
    default:
      fail();
      return 0;
    }
    switch (Encoding & 0xf0) {
    case 0x00:
      return Value;
    case 0x10: // pcrel
      return Value + Here;
    case 0x30: // datarel
      return Value + reinterpret_cast<uintptr_t>(Header);
    default:
      fail();
      return 0;
    }
  }
};

} // namespace allocsite

#endif
