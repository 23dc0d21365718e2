//===- Photo.h - A photo record and the text it is read from ----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record a line, fields between tabs, tags between commas:
//
//     id  owner  title                width  height  tag,tag,tag
//     17  mira   harbour at dusk      4032   3024    sea,evening
//
// A parsed photo lives on the ObStack with all that hangs from it.
//
//===----------------------------------------------------------------------===//
#ifndef PHOTO_SIZES_PHOTO_H
#define PHOTO_SIZES_PHOTO_H

#include "ObStack.h"

#include <string>
#include <string_view>

struct Text {
  const char *Data;
  size_t Size;

  std::string_view view() const { return {Data, Size}; }
};

struct Tag {
  const Text *Name;
  Tag *Next;
};

struct Photo {
  uint64_t Id;
  Text Owner;
  Text Title;
  uint32_t Width;
  uint32_t Height;
  Tag *Tags;
  Photo *Next;

  uint64_t pixels() const { return uint64_t(Width) * Height; }
};

/// Copies \p From onto \p Arena, with a zero behind it.
Text copyText(ObStack &Arena, std::string_view From);

/// The photos of \p Input in the order they stand there. Lines that are not
/// records are passed over.
Photo *parsePhotos(ObStack &Arena, std::string_view Input);

/// \p Count records, the same ones every time.
std::string generatePhotos(unsigned Count);

void searchPhotos(std::string_view Input, const char *Word);

#endif
