//===- Text.h - Text in a buffer of fixed size ------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A TextRef points at bytes that it does not own; a Text fills a buffer that it does
// not own and never writes past its end. No allocation, no locale, no stdio.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_TEXT_H
#define ALLOCSITE_PROFILE_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace allocsite {

/// Bytes that live elsewhere, without a terminator.
struct TextRef {
  const char *Bytes = "";
  size_t Size = 0;

  TextRef() = default;
  TextRef(const char *Bytes, size_t Size) : Bytes(Bytes), Size(Size) {}
  TextRef(const char *CString) : Bytes(CString), Size(strlen(CString)) {}

  bool empty() const { return Size == 0; }
  bool operator==(TextRef Other) const {
    return Size == Other.Size && memcmp(Bytes, Other.Bytes, Size) == 0;
  }
  bool operator!=(TextRef Other) const { return !(*this == Other); }
};

/// The last component of a path.
inline TextRef lastPart(TextRef Path) {
  size_t Begin = Path.Size;
  while (Begin && Path.Bytes[Begin - 1] != '/')
    --Begin;
  return TextRef(Path.Bytes + Begin, Path.Size - Begin);
}

/// Mixes one word into a hash (the finaliser of SplitMix64).
inline uint64_t hashWord(uint64_t Hash, uint64_t Word) {
  Hash = (Hash ^ Word) * UINT64_C(0xbf58476d1ce4e5b9);
  Hash ^= Hash >> 31;
  Hash *= UINT64_C(0x94d049bb133111eb);
  return Hash ^ (Hash >> 29);
}

/// Hashes words of eight bytes, and the rest as one word.
inline uint64_t hashBytes(const void *Bytes, size_t Size) {
  const char *At = static_cast<const char *>(Bytes);
  uint64_t Hash = 0, Word = 0;
  for (; Size >= sizeof(Word); Size -= sizeof(Word), At += sizeof(Word)) {
    memcpy(&Word, At, sizeof(Word));
    Hash = (Hash ^ Word) * UINT64_C(0x9e3779b97f4a7c15);
    Hash ^= Hash >> 32;
  }
  Word = 0;
  for (size_t I = 0; I < Size; ++I)
    Word = Word << 8 | static_cast<unsigned char>(At[I]);
  return hashWord(Hash, Word);
}

/// Appends to a buffer that it does not own. Drops bytes that do not fit; `cut()` is true
/// then. Always terminated. Not thread-safe.
class Text {
  char *Buffer;
  size_t Capacity; // bytes, the terminator included
  size_t Used = 0;
  bool WasCut = false;

public:
  Text(char *Buffer, size_t Capacity) : Buffer(Buffer), Capacity(Capacity) { Buffer[0] = 0; }
  /// Continues after the Used bytes in Buffer.
  Text(char *Buffer, size_t Capacity, size_t Used, bool WasCut)
      : Buffer(Buffer), Capacity(Capacity), Used(Used), WasCut(WasCut) {}

  const char *c_str() const { return Buffer; }
  size_t size() const { return Used; }
  bool cut() const { return WasCut; }
  TextRef ref() const { return TextRef(Buffer, Used); }

  Text &add(TextRef More) {
    size_t Room = Capacity - 1 - Used;
    size_t Take = More.Size;
    if (Take > Room) {
      Take = Room;
      WasCut = true;
    }
    // Not memcpy: see copyWords in System.h. The empty assembly keeps the compiler from
    // turning the loop into a call of it.
    for (size_t I = 0; I < Take; ++I) {
      Buffer[Used + I] = More.Bytes[I];
      __asm__ volatile("");
    }
    Used += Take;
    Buffer[Used] = 0;
    return *this;
  }
  Text &add(char Byte) { return add(TextRef(&Byte, 1)); }
  Text &number(uint64_t Value) {
    char Digits[20];
    size_t At = sizeof(Digits);
    do {
      Digits[--At] = static_cast<char>('0' + Value % 10);
      Value /= 10;
    } while (Value);
    return add(TextRef(Digits + At, sizeof(Digits) - At));
  }
  Text &number(int64_t Value) {
    if (Value >= 0)
      return number(static_cast<uint64_t>(Value));
    return add('-').number(0 - static_cast<uint64_t>(Value));
  }
};

/// Adds nanoseconds as seconds, with so many digits behind the point, up to nine; the others are cut.
inline Text &addSeconds(Text &To, uint64_t Nanoseconds, unsigned Digits = 9) {
  constexpr uint64_t Second = 1000000000;
  To.number(Nanoseconds / Second).add('.');
  for (uint64_t Digit = Second / 10; Digits--; Digit /= 10)
    To.add(static_cast<char>('0' + Nanoseconds % Second / Digit % 10));
  return To;
}

} // namespace allocsite

#endif
