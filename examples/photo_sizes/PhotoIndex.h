//===- PhotoIndex.h - Photos in order of size, and by owner -----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two search trees over the same photos, all of it on one ObStack:
//
//     BySize  ordered by pixels, photos of one size behind each other
//     ByOwner ordered by name, with the album of the owner in each node
//
//===----------------------------------------------------------------------===//
#ifndef PHOTO_SIZES_PHOTOINDEX_H
#define PHOTO_SIZES_PHOTOINDEX_H

#include "Photo.h"

struct Entry {
  const Photo *Shown;
  Entry *Next;
};

struct SizeNode {
  uint64_t Pixels;
  Entry *Photos;
  SizeNode *Smaller;
  SizeNode *Larger;
};

struct Album {
  Entry *Photos;
  uint64_t Count;
  uint64_t Pixels;
};

struct OwnerNode {
  Text Owner;
  Album *Photos;
  OwnerNode *Before;
  OwnerNode *After;
};

struct PhotoIndex {
  SizeNode *BySize = nullptr;
  OwnerNode *ByOwner = nullptr;
};

PhotoIndex indexPhotos(ObStack &Arena, const Photo *First);

/// One line for each size, largest first, with a photo of that size.
/// \returns the number of characters.
uint64_t captionPhotos(ObStack &Arena, const PhotoIndex &Index);

/// How often each tag is used, and how the sizes are spread.
/// \returns a checksum of both.
uint64_t summarizePhotos(ObStack &Arena, const PhotoIndex &Index);

#endif
