//===- Text.h - Text in a buffer of fixed size ------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two words used everywhere: a TextRef points at bytes of someone else, a Text
// fills a buffer of someone else and never writes past it. No allocation, no
// locale, no stdio.
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

/// Mixes one word into a hash (the finaliser of SplitMix64).
inline uint64_t hashWord(uint64_t Hash, uint64_t Word) {
  Hash = (Hash ^ Word) * UINT64_C(0xbf58476d1ce4e5b9);
  Hash ^= Hash >> 31;
  Hash *= UINT64_C(0x94d049bb133111eb);
  return Hash ^ (Hash >> 29);
}

/// By words of eight bytes, and what is left as one.
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

/// Appends to a buffer that it does not own; what does not fit is dropped and
/// remembered in `cut()`. Always terminated. One thread at a time.
class Text {
  char *Buffer;
  size_t Capacity; // bytes, the terminator included
  size_t Used = 0;
  bool WasCut = false;

public:
  Text(char *Buffer, size_t Capacity) : Buffer(Buffer), Capacity(Capacity) { Buffer[0] = 0; }
  /// Goes on behind what is there.
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
    // Not memcpy: see copyWords in System.h. The empty assembly keeps the
    // compiler from making it one.
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

} // namespace allocsite

#endif
