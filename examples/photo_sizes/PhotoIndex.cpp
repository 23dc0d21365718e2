//===- PhotoIndex.cpp - Builds the two trees ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One tree is grown by recursion, the other by a loop: the profile shows the
// first with its own caller twice, however deep the tree.
//
//===----------------------------------------------------------------------===//
#include "PhotoIndex.h"

#include <new>

static Entry *addEntry(ObStack &Arena, const Photo *Shown, Entry *Next) {
  return new (Arena.alloc(sizeof(Entry))) Entry{Shown, Next};
}

static SizeNode *insertBySize(ObStack &Arena, SizeNode *Node, const Photo *P) {
  if (!Node)
    return new (Arena.alloc(sizeof(SizeNode)))
        SizeNode{P->pixels(), addEntry(Arena, P, nullptr), nullptr, nullptr};
  if (P->pixels() == Node->Pixels) {
    Node->Photos = addEntry(Arena, P, Node->Photos);
    return Node;
  }
  SizeNode *&Side = P->pixels() < Node->Pixels ? Node->Smaller : Node->Larger;
  Side = insertBySize(Arena, Side, P);
  return Node;
}

/// The album of \p Owner, an empty one where there was none.
static Album *albumOf(ObStack &Arena, OwnerNode *&Root, const Text &Owner) {
  OwnerNode **Place = &Root;
  while (*Place) {
    int Order = Owner.view().compare((*Place)->Owner.view());
    if (Order == 0)
      return (*Place)->Photos;
    Place = Order < 0 ? &(*Place)->Before : &(*Place)->After;
  }
  Album *New = static_cast<Album *>(Arena.calloc(sizeof(Album)));
  *Place = new (Arena.alloc(sizeof(OwnerNode)))
      OwnerNode{Owner, New, nullptr, nullptr};
  return New;
}

static void addToAlbum(ObStack &Arena, Album *To, const Photo *P) {
  To->Photos = addEntry(Arena, P, To->Photos);
  To->Count += 1;
  To->Pixels += P->pixels();
}

PhotoIndex indexPhotos(ObStack &Arena, const Photo *First) {
  PhotoIndex Index;
  for (const Photo *P = First; P; P = P->Next) {
    Index.BySize = insertBySize(Arena, Index.BySize, P);
    addToAlbum(Arena, albumOf(Arena, Index.ByOwner, P->Owner), P);
  }
  return Index;
}
