//===- Fnv.h - A hash that other programs can compute ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FNV-1a of 64 bits (draft-eastlake-fnv): ids that are kept in files, and that any language
// computes in three lines. Not for input that wants to collide.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_FNV_H
#define ALLOCSITE_REPORT_SUPPORT_FNV_H

#include <cstdint>
#include <string_view>

namespace allocsite {

class Fnv {
public:
  Fnv() = default;
  /// Goes on where another one has ended.
  explicit Fnv(uint64_t Value) : Value(Value) {}

  /// Adds the bytes of a text, and a zero.
  Fnv &add(std::string_view Text) {
    for (char C : Text)
      addByte(static_cast<unsigned char>(C));
    return addByte(0);
  }
  /// Adds eight bytes, the lowest first.
  Fnv &add(uint64_t Word) {
    for (unsigned Bit = 0; Bit != 64; Bit += 8)
      addByte(static_cast<unsigned char>(Word >> Bit));
    return *this;
  }
  uint64_t value() const { return Value; }

private:
  Fnv &addByte(unsigned char Byte) {
    Value = (Value ^ Byte) * UINT64_C(0x100000001B3);
    return *this;
  }

  uint64_t Value = UINT64_C(0xCBF29CE484222325);
};

} // namespace allocsite

#endif
