//===- PhotoReport.cpp - What is made of the trees ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the trees; captions are ropes, so each joint is an allocation.
//
//===----------------------------------------------------------------------===//
#include "PhotoIndex.h"

#include <algorithm>
#include <charconv>
#include <new>

namespace {
/// Text in pieces: either a leaf, or two ropes behind each other.
struct Rope {
  Text Leaf;
  const Rope *Left;
  const Rope *Right;
  uint64_t Length;
};

struct TagCount {
  Text Name;
  uint64_t Count;
  TagCount *Next;
};
} // namespace

static const Rope *join(ObStack &Arena, const Rope *Left, const Rope *Right) {
  if (!Left)
    return Right;
  return new (Arena.alloc(sizeof(Rope)))
      Rope{{}, Left, Right, Left->Length + Right->Length};
}

static Text numberText(ObStack &Arena, uint64_t Number) {
  char Digits[20];
  char *End = std::to_chars(Digits, Digits + sizeof(Digits), Number).ptr;
  return copyText(Arena, {Digits, size_t(End - Digits)});
}

static const Rope *caption(ObStack &Arena, const Photo *P) {
  Text Id = numberText(Arena, P->Id);
  Rope *Number = new (Arena.alloc(sizeof(Rope)))
      Rope{Id, nullptr, nullptr, Id.Size};
  Rope *Title = new (Arena.alloc(sizeof(Rope)))
      Rope{P->Title, nullptr, nullptr, P->Title.Size};
  return join(Arena, Number, Title);
}

/// \p Before, then the captions of \p Node and of all below it.
static const Rope *captionTree(ObStack &Arena, const SizeNode *Node,
                               const Rope *Before) {
  if (!Node)
    return Before;
  const Rope *Line = captionTree(Arena, Node->Larger, Before);
  // One photo stands for all of its size.
  Line = join(Arena, Line, caption(Arena, Node->Photos->Shown));
  return captionTree(Arena, Node->Smaller, Line);
}

uint64_t captionPhotos(ObStack &Arena, const PhotoIndex &Index) {
  const Rope *Captions = captionTree(Arena, Index.BySize, nullptr);
  return Captions ? Captions->Length : 0;
}

static void countTag(ObStack &Arena, TagCount *&First, const Text &Name) {
  for (TagCount *T = First; T; T = T->Next)
    if (T->Name.view() == Name.view()) {
      ++T->Count;
      return;
    }
  First = new (Arena.alloc(sizeof(TagCount))) TagCount{Name, 1, First};
}

static void countTags(ObStack &Arena, TagCount *&First, const OwnerNode *Node) {
  if (!Node)
    return;
  countTags(Arena, First, Node->Before);
  for (const Entry *E = Node->Photos->Photos; E; E = E->Next)
    for (const Tag *T = E->Shown->Tags; T; T = T->Next)
      countTag(Arena, First, *T->Name);
  countTags(Arena, First, Node->After);
}

static constexpr unsigned Megapixels = 32;

static void spread(uint64_t *Histogram, const SizeNode *Node) {
  for (; Node; Node = Node->Larger) {
    ++Histogram[std::min<uint64_t>(Node->Pixels / 1000000, Megapixels - 1)];
    spread(Histogram, Node->Smaller);
  }
}

uint64_t summarizePhotos(ObStack &Arena, const PhotoIndex &Index) {
  TagCount *Tags = nullptr;
  countTags(Arena, Tags, Index.ByOwner);
  // A cache line is 64 bytes.
  auto *Histogram = static_cast<uint64_t *>(
      Arena.allocate(Megapixels * sizeof(uint64_t), 64));
  std::fill_n(Histogram, Megapixels, 0);
  spread(Histogram, Index.BySize);

  uint64_t Sum = 0;
  for (const TagCount *T = Tags; T; T = T->Next)
    Sum = Sum * 31 + T->Count;
  for (unsigned I = 0; I < Megapixels; ++I)
    Sum = Sum * 31 + Histogram[I];
  return Sum;
}
