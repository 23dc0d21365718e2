//===- Pages.h - Growing arrays and look-up in pages of their own -*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The containers that writing a CSV needs, without malloc: a growing array, an
// index from hashes to array positions, and an arena of text. They return false
// or null if memory is short. Not thread-safe.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_PAGES_H
#define ALLOCSITE_PROFILE_PAGES_H

#include "System.h"
#include "Text.h"

namespace allocsite {

/// The bytes of a PageArray. The first few are stored inline, so that a short run needs no
/// pages at its end.
class PageBytes {
public:
  PageBytes() = default;
  PageBytes(const PageBytes &) = delete;
  ~PageBytes();

  char *begin() { return Data; }
  const char *begin() const { return Data; }
  size_t capacity() const { return Capacity; }

  /// Makes room for at least Wanted bytes; keeps the first Used.
  bool grow(size_t Wanted, size_t Used);
  /// Changes the number of bytes in use from Was to Is; bytes beyond the smaller are zeroed.
  bool resize(size_t Was, size_t Is);
  /// Takes the bytes of Other, which is empty afterwards.
  void moveFrom(PageBytes &Other);

private:
  alignas(16) char First[256];
  char *Data = First;
  size_t Capacity = sizeof(First);

  bool isMapped() const { return Data != First; }
};

/// For types that may be moved as bytes. Growing changes addresses.
template <typename T> class PageArray {
  PageBytes Bytes;
  size_t Count = 0;

public:
  size_t size() const { return Count; }
  T *begin() { return reinterpret_cast<T *>(Bytes.begin()); }
  const T *begin() const { return reinterpret_cast<const T *>(Bytes.begin()); }
  T &operator[](size_t I) { return begin()[I]; }
  const T &operator[](size_t I) const { return begin()[I]; }

  bool reserve(size_t Wanted) {
    return Wanted * sizeof(T) <= Bytes.capacity() ||
           Bytes.grow(Wanted * sizeof(T), Count * sizeof(T));
  }
  /// Takes the elements of Other, which is empty afterwards.
  void moveFrom(PageArray &Other) {
    Bytes.moveFrom(Other.Bytes);
    Count = Other.Count;
    Other.Count = 0;
  }
  /// New elements are zeros.
  bool resize(size_t Wanted) {
    if (!Bytes.resize(Count * sizeof(T), Wanted * sizeof(T)))
      return false;
    Count = Wanted;
    return true;
  }
  bool push(const T &Value) {
    if (!reserve(Count + 1))
      return false;
    begin()[Count++] = Value;
    return true;
  }
};

/// A hash table with open addressing: maps a hash to a position in an array of the caller.
class PageIndex {
  struct Bucket {
    uint32_t Hash;
    uint32_t Position; // plus 1; 0 is free
  };
  PageArray<Bucket> Buckets;
  size_t Used = 0;

  /// The first size fits inline in the array, the next fills half of its first pages.
  size_t nextSize() const {
    size_t Now = Buckets.size();
    return Now == 0 ? 32 : Now == 32 ? 1024 : Now * 2;
  }

  void place(Bucket Entry) {
    size_t Mask = Buckets.size() - 1;
    size_t At = Entry.Hash & Mask;
    while (Buckets[At].Position)
      At = (At + 1) & Mask;
    Buckets[At] = Entry;
  }

public:
  static constexpr uint32_t None = ~uint32_t(0);

  /// A position with this hash for which IsSame(position) is true, or None.
  template <typename Predicate> uint32_t find(uint64_t Hash, Predicate IsSame) const {
    if (!Buckets.size())
      return None;
    uint32_t Short = static_cast<uint32_t>(Hash ^ (Hash >> 32));
    size_t Mask = Buckets.size() - 1;
    for (size_t At = Short & Mask; Buckets[At].Position; At = (At + 1) & Mask)
      if (Buckets[At].Hash == Short && IsSame(Buckets[At].Position - 1))
        return Buckets[At].Position - 1;
    return None;
  }

  bool insert(uint64_t Hash, uint32_t Position) {
    if (Used * 2 >= Buckets.size()) {
      PageIndex Larger;
      if (!Larger.Buckets.resize(nextSize()))
        return false;
      for (size_t I = 0; I < Buckets.size(); ++I)
        if (Buckets[I].Position)
          Larger.place(Buckets[I]);
      Buckets.moveFrom(Larger.Buckets);
    }
    ++Used;
    place({static_cast<uint32_t>(Hash ^ (Hash >> 32)), Position + 1});
    return true;
  }
};

/// Memory that stays in place until the arena is destroyed.
class TextArena {
  struct Block {
    Block *Next;
    size_t Bytes;
  };
  Block *Blocks = nullptr;
  size_t Used = 0;

public:
  TextArena() = default;
  TextArena(const TextArena &) = delete;
  ~TextArena() {
    while (Block *Each = Blocks) {
      Blocks = Each->Next;
      unmapPages(Each, Each->Bytes);
    }
  }

  /// Room for Size bytes, or null.
  char *take(size_t Size) {
    if (!Blocks || Blocks->Bytes - Used < Size) {
      size_t Bytes = (Size + sizeof(Block) + 65535) & ~size_t(65535);
      Block *New = static_cast<Block *>(mapPages(Bytes));
      if (!New)
        return nullptr;
      New->Next = Blocks;
      New->Bytes = Bytes;
      Blocks = New;
      Used = sizeof(Block);
    }
    char *Room = reinterpret_cast<char *>(Blocks) + Used;
    Used += Size;
    return Room;
  }
};

/// Sorts positions by Less, keeping the order of equals; Scratch has the same
/// size. Bottom-up merges of the Knuth kind, O(n log n) whatever the input.
template <typename Ordering>
void mergeSort(uint32_t *Items, uint32_t *Scratch, size_t Count, Ordering Less) {
  for (size_t Width = 1; Width < Count; Width *= 2) {
    for (size_t Low = 0; Low < Count; Low += 2 * Width) {
      size_t Middle = Low + Width < Count ? Low + Width : Count;
      size_t High = Low + 2 * Width < Count ? Low + 2 * Width : Count;
      size_t A = Low, B = Middle;
      for (size_t To = Low; To < High; ++To) {
        bool FromB = A >= Middle || (B < High && Less(Items[B], Items[A]));
        Scratch[To] = FromB ? Items[B++] : Items[A++];
      }
    }
    memcpy(Items, Scratch, Count * sizeof(*Items));
  }
}

} // namespace allocsite

#endif
