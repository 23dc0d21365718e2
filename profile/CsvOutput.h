//===- CsvOutput.h - Writes rows of text to a file --------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_CSVOUTPUT_H
#define ALLOCSITE_PROFILE_CSVOUTPUT_H

#include "Pages.h"
#include "Text.h"

#include <errno.h>
#include <string.h>

namespace allocsite {

/// Buffers bytes for a descriptor, so that all writes but the last have one size.
class CsvOutput {
  static constexpr size_t Capacity = size_t(1) << 18;
  int Descriptor;
  int Failure = 0;
  char *Buffer = static_cast<char *>(mapPages(Capacity));
  size_t Used = 0;

public:
  explicit CsvOutput(int Descriptor) : Descriptor(Descriptor) {
    if (!Buffer)
      Failure = ENOMEM;
  }
  CsvOutput(const CsvOutput &) = delete;
  ~CsvOutput() { unmapPages(Buffer, Capacity); }

  int flush() {
    if (!Failure)
      Failure = writeAll(Descriptor, Buffer, Used);
    Used = 0;
    return Failure;
  }
  CsvOutput &add(char Byte) {
    if (!Failure && (Used < Capacity || !flush()))
      Buffer[Used++] = Byte;
    return *this;
  }
  void add(TextRef More) {
    while (!Failure && More.Size) {
      if (Used == Capacity && flush())
        return;
      size_t Room = Capacity - Used;
      size_t Take = More.Size < Room ? More.Size : Room;
      memcpy(Buffer + Used, More.Bytes, Take);
      Used += Take;
      More = TextRef(More.Bytes + Take, More.Size - Take);
    }
  }
  void number(uint64_t Value) {
    char Digits[20];
    char *At = Digits + sizeof(Digits);
    do
      *--At = static_cast<char>('0' + Value % 10);
    while (Value /= 10);
    add(TextRef(At, static_cast<size_t>(Digits + sizeof(Digits) - At)));
  }
  void quoted(TextRef Name) {
    add('"');
    while (const void *Quote = memchr(Name.Bytes, '"', Name.Size)) {
      size_t Before = static_cast<const char *>(Quote) - Name.Bytes + 1;
      add(TextRef(Name.Bytes, Before));
      add('"');
      Name = TextRef(Name.Bytes + Before, Name.Size - Before);
    }
    add(Name);
    add('"');
  }
};

} // namespace allocsite

#endif
