//===- Pages.h - Growing arrays and look-up in pages of their own -*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What writing a CSV needs of containers, without malloc: an array that grows
// where it is, an index from hashes to array positions, and an arena of text.
// All fail softly (`false`, null) where there is no memory. One thread at a
// time.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PAGES_H
#define ALLOCSITE_RUNTIME_PAGES_H

#include "Platform.h"
#include "Text.h"

namespace allocsite {

/// Of types that may be moved as bytes. Addresses change when it grows.
template <typename T> class PageArray {
  T *Data = nullptr;
  size_t Count = 0;
  size_t Bytes = 0;

public:
  PageArray() = default;
  PageArray(const PageArray &) = delete;
  ~PageArray() { unmapPages(Data, Bytes); }

  size_t size() const { return Count; }
  T *begin() { return Data; }
  const T *begin() const { return Data; }
  T &operator[](size_t I) { return Data[I]; }
  const T &operator[](size_t I) const { return Data[I]; }

  bool reserve(size_t Wanted) {
    if (Wanted * sizeof(T) <= Bytes)
      return true;
    size_t New = Bytes ? Bytes * 2 : 16384;
    while (New < Wanted * sizeof(T))
      New *= 2;
    void *Moved = Data ? growPages(Data, Bytes, New) : mapPages(New);
    if (!Moved)
      return false;
    Data = static_cast<T *>(Moved);
    Bytes = New;
    return true;
  }
  void swap(PageArray &Other) {
    T *TheirData = Other.Data;
    size_t TheirCount = Other.Count, TheirBytes = Other.Bytes;
    Other.Data = Data, Other.Count = Count, Other.Bytes = Bytes;
    Data = TheirData, Count = TheirCount, Bytes = TheirBytes;
  }
  /// New elements are zeros.
  bool resize(size_t Wanted) {
    if (!reserve(Wanted))
      return false;
    if (Wanted < Count)
      memset(static_cast<void *>(Data + Wanted), 0,
             (Count - Wanted) * sizeof(T));
    Count = Wanted;
    return true;
  }
  bool push(const T &Value) {
    if (!reserve(Count + 1))
      return false;
    Data[Count++] = Value;
    return true;
  }
};

/// Open addressing: hash to position in an array that somebody else owns.
class PageIndex {
  struct Bucket {
    uint32_t Hash;
    uint32_t Position; // and one; 0 is free
  };
  PageArray<Bucket> Buckets;
  size_t Used = 0;

  void place(Bucket Entry) {
    size_t Mask = Buckets.size() - 1;
    size_t At = Entry.Hash & Mask;
    while (Buckets[At].Position)
      At = (At + 1) & Mask;
    Buckets[At] = Entry;
  }

public:
  static constexpr uint32_t None = ~uint32_t(0);

  /// A position with this hash for which IsSame(position) holds, or None.
  template <typename Predicate>
  uint32_t find(uint64_t Hash, Predicate IsSame) const {
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
      if (!Larger.Buckets.resize(Buckets.size() ? Buckets.size() * 2 : 1024))
        return false;
      for (size_t I = 0; I < Buckets.size(); ++I)
        if (Buckets[I].Position)
          Larger.place(Buckets[I]);
      Buckets.swap(Larger.Buckets);
    }
    ++Used;
    place({static_cast<uint32_t>(Hash ^ (Hash >> 32)), Position + 1});
    return true;
  }
};

/// Text that stays where it is until the arena goes.
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
void mergeSort(uint32_t *Items, uint32_t *Scratch, size_t Count,
               Ordering Less) {
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
