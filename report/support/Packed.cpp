//===- Packed.cpp - Bytes made fewer, or fit for text ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Packed.h"

#include <algorithm>
#include <climits>
#include <new>
#include <zlib.h>

using namespace allocsite;

std::string allocsite::gzip(std::string_view Bytes) {
  z_stream Stream = {};
  constexpr int AsGzip = 16;
  constexpr int Level = 3; // 6 takes twice the time for a file that is hardly smaller
  if (deflateInit2(&Stream, Level, Z_DEFLATED, MAX_WBITS + AsGzip, 9, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    throw std::bad_alloc();
  std::string Packed;
  char Part[1 << 16];
  do {
    // Lengths are 32 bits to zlib.
    const size_t Next = std::min<size_t>(Bytes.size(), INT_MAX);
    Stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Bytes.data()));
    Stream.avail_in = uInt(Next);
    Bytes.remove_prefix(Next);
    do {
      Stream.next_out = reinterpret_cast<Bytef *>(Part);
      Stream.avail_out = sizeof(Part);
      deflate(&Stream, Bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
      Packed.append(Part, sizeof(Part) - Stream.avail_out);
    } while (Stream.avail_out == 0);
  } while (!Bytes.empty());
  deflateEnd(&Stream);
  return Packed;
}

std::string allocsite::base64(std::string_view Bytes) {
  static constexpr char Digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string Text;
  Text.reserve((Bytes.size() + 2) / 3 * 4);
  for (; !Bytes.empty(); Bytes.remove_prefix(std::min<size_t>(3, Bytes.size()))) {
    uint32_t Word = 0;
    for (size_t I = 0; I != 3; ++I)
      Word = Word << 8 | (I < Bytes.size() ? uint8_t(Bytes[I]) : 0);
    for (size_t I = 0; I != 4; ++I)
      Text += I <= Bytes.size() ? Digits[Word >> (18 - 6 * I) & 63] : '=';
  }
  return Text;
}
