//===- Shadow.h - From the address of a block to its record -----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   address  46 ........ 24 | 23 ............ 5 | 4 … 0      of x86-64: AddressBits
//            Top[2^23] ─────▶ chunk[2^19] of u32   a granule
//
// An entry is the number of the record of the block that begins there, and 0 where none
// does. A chunk is 2 MB for 16 MB of addresses and is made when the first block of it
// comes; pages of it that no block needs are never touched. So memory is an eighth of the
// heap with granules of 32 bytes, and a look is two loads without a lock.
//
// A granule may hold one block's beginning. Where allocators lay blocks closer, granules
// are of 8 bytes, and the chunks four times as large.
//
// One address has one owner at a time, so entries need no order: who frees a block has
// learned of it from who allocated it. Who looks at blocks of others loads entries with acquire,
// and finds the keys of their records (LiveThread::rememberRecord()).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_SHADOW_H
#define ALLOCSITE_RUNTIME_LIVE_SHADOW_H

#include "arch/Machine.h"

#include <stddef.h>
#include <stdint.h>

namespace allocsite {

class Shadow {
public:
  using Entry = uint32_t;
  static constexpr Entry None = 0;
  /// `operator delete` has taken the block and may call `free`, for which it is no foreign
  /// one. Whoever gets the address next finds that it is free.
  static constexpr Entry BeingFreed = ~Entry(0);

  /// Granules of 2^Log2Granule bytes. False where there is no room for the table: some 64
  /// MiB of addresses, no memory.
  bool start(unsigned Log2Granule);

  unsigned log2Granule() const { return Log2Granule; }

  /// Whether a child that is made from now on finds the entries. If not it finds none, and
  /// must not make any.
  void setInherited(bool Is);

  /// The entry of an address, or null where it can have none: no block of its chunk was
  /// ever counted, or it is no address of a program. Any thread.
  Entry *find(const void *Address) const {
    uint64_t Chunk = addressOf(Address) >> Log2Chunk;
    if (__builtin_expect(Chunk >= Chunks, false))
      return nullptr;
    // Acquire costs nothing here; it makes the chunk's zeros seen.
    Entry *Its = __atomic_load_n(&Top[Chunk], __ATOMIC_ACQUIRE);
    return __builtin_expect(!Its, false) ? nullptr : Its + indexOf(Address);
  }

  /// The same, and makes the chunk. Null if memory is short. Any thread.
  Entry *make(const void *Address);

  /// Calls `Use(address of the granule, entry)` for each block, the lowest first, until it
  /// returns false; then returns that. Threads may make and free blocks meanwhile.
  template <typename UseT> bool forEach(UseT &&Use) const {
    const uintptr_t Entries = uintptr_t(1) << (Log2Chunk - Log2Granule);
    for (uintptr_t Chunk = 0; Top && Chunk < Chunks; ++Chunk) {
      const Entry *Its = __atomic_load_n(&Top[Chunk], __ATOMIC_ACQUIRE);
      for (uintptr_t I = 0; Its && I < Entries; ++I) {
        const Entry Each = __atomic_load_n(&Its[I], __ATOMIC_ACQUIRE);
        if (Each != None && Each != BeingFreed &&
            !Use((Chunk << Log2Chunk) + (I << Log2Granule), Each))
          return false;
      }
    }
    return true;
  }

  /// Calls `Use(address of the granule, entry)` for each block that begins from Begin on and
  /// before End.
  template <typename UseT> void forEachIn(uintptr_t Begin, uintptr_t End, UseT &&Use) const {
    for (uintptr_t At = Begin & -(uintptr_t(1) << Log2Granule); At < End;) {
      Entry *Its = find(reinterpret_cast<const void *>(At));
      const uintptr_t Behind = (At | ((uintptr_t(1) << Log2Chunk) - 1)) + 1;
      for (; Its && At < End && At < Behind; At += uintptr_t(1) << Log2Granule, ++Its)
        if (const Entry Each = __atomic_load_n(Its, __ATOMIC_ACQUIRE);
            Each != None && Each != BeingFreed)
          Use(At, *Its);
      if (!Its)
        At = Behind;
    }
  }

private:
  static constexpr unsigned Log2Chunk = 24;
  static constexpr uint64_t Chunks = uint64_t(1) << (AddressBits - Log2Chunk);

  size_t indexOf(const void *Address) const {
    uint64_t Low = addressOf(Address) & ((uint64_t(1) << Log2Chunk) - 1);
    return Low >> Log2Granule;
  }

  Entry **Top;
  unsigned Log2Granule;
};

} // namespace allocsite

#endif
