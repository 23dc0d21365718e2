//===- ObjectCells.h - What an arena holds of a record ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   (arena, record, place) ── Index ──▶ cell ── Count ──▶ objects, of which a reset frees all
//                                         ▲
//   shadow │   │   │ object, cell 7 │  ───┘     where an object begins that may go alone
//
// An entry of a shadow with ObjectBit names the cell of the object that begins there, and where
// in the granule. So who frees an object finds its arena and its record in one look.
//
//   of a block     the object is what `malloc` has returned: the entry is the one that the block has
//                  in the heap's shadow, and the cell keeps what was there. So it takes no memory
//                  more. The block is a chunk that holds this object alone
//   beside         the same with lifetimes=1, where the heap's entries have no bits to spare: they
//                  stay, and the object's are where those inside are
//   inside         of a chunk: a shadow of objects alone has it, four bytes for 16
//   elsewhere      where another object begins in those 16 bytes, in a table of ArenaObjects.cpp; or
//                  in no place at all: the journal has counted it here when it was full
//
//   entry │ 1 │ life, 6 bits │ cell, 20 bits │ where in the granule, 5 bits │
//
// When an arena is emptied or ends, its entries stay, and its cells begin another life, of another Mark;
// the next arena in its place has them. Whoever puts something in the place of an entry that is over
// says so (Gone). A cell that has had all its lives, or long had no object, ends: it is used again once
// all its entries are gone.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_OBJECTCELLS_H
#define ALLOCSITE_RUNTIME_LIVE_OBJECTCELLS_H

#include "Shadow.h"
#include "allocsite/ProfileFormat.h"

namespace allocsite {

struct Arena;

enum class ObjectPlace : uint32_t { OfBlock, Beside, Inside, Elsewhere };

struct ObjectCell {
  Arena *In; ///< Null: it is over.
  uint32_t Record;
  ObjectPlace Place;
  Shadow::Entry Block; ///< Of OfBlock, the block's own entry, or None; of Beside its record.
  Shadow::Entry Mark; ///< Of entries of this life; 0: it is over, or is not where entries are.
  uint32_t Count;     ///< Objects.
  uint32_t Stale;     ///< Entries of lives that are over,
  uint32_t Gone;      ///< and those that others have put something else in the place of.
  uint32_t Idle;      ///< How often its arena was emptied where it had no object.
  uint32_t Next; ///< The number of the arena's next one, or of the next free one; 0: none.
  uint64_t Size; ///< Bytes of an object
  uint64_t ChunkBytes;       ///< and of the block, if there is one.
  AllocSiteThreadRecord *Of; ///< Of who has put it into an ObjectSlot last; or null.
};

/// Is the object's block a chunk of its own?
inline bool isOwnChunk(ObjectPlace Its) { return Its <= ObjectPlace::Beside; }
/// What is in the shadow where the object of the cell is gone.
inline Shadow::Entry entryWithout(const ObjectCell &Its) {
  return Its.Place == ObjectPlace::OfBlock ? Its.Block : Shadow::None;
}

/// The cells; number 0 is none's.
extern ObjectCell *ObjectCells;
/// Of objects inside, and beside.
extern Shadow InsideShadow;

inline constexpr Shadow::Entry ObjectBit = Shadow::Entry(1) << 31;
inline constexpr unsigned ObjectOffsetBits = 5, Log2ObjectCells = 20;
inline constexpr Shadow::Entry ObjectOffsetMask = (1u << ObjectOffsetBits) - 1;
/// The first entry of an object that Heap may have; BeingFreed where there is none, as with
/// lifetimes=1, which needs those bits. Constant when start-up is through.
extern Shadow::Entry FirstObject;

/// Of an entry of Heap.
inline bool isObject(Shadow::Entry Its) {
  return Its - FirstObject < Shadow::BeingFreed - FirstObject;
}
/// Neither is it an object's, nor None or BeingFreed.
inline bool isPlainBlock(Shadow::Entry Its) { return Its - 1 < FirstObject - 1; }
inline uint32_t cellNumber(Shadow::Entry Its) {
  return Its >> ObjectOffsetBits & ((1u << Log2ObjectCells) - 1);
}
inline ObjectCell &objectCell(Shadow::Entry Its) { return ObjectCells[cellNumber(Its)]; }
inline Shadow::Entry objectEntry(const ObjectCell &Of, uintptr_t Address) {
  return Of.Mark | (static_cast<Shadow::Entry>(Address) & ObjectOffsetMask);
}
/// Is the object of the entry, if it is one's, there still?
inline bool isAliveObject(Shadow::Entry Its) {
  return (Its & ~ObjectOffsetMask) == objectCell(Its).Mark;
}
/// The same, and at the address, which is in its granule?
inline bool isObjectAt(Shadow::Entry Its, uintptr_t Address) {
  return Its == objectEntry(objectCell(Its), Address);
}
/// The entry is to be overwritten, or was, by who does not know the object. Any thread.
inline void loseEntry(Shadow::Entry Its) {
  __atomic_fetch_add(&objectCell(Its).Gone, 1, __ATOMIC_RELAXED);
}

/// False if memory is short. `OfBlocks`: Heap may have objects.
bool startObjectCells(bool OfBlocks);

// All of the following: hold an ArenaGuard.

/// The number of the cell, made if there is none; 0 if memory is short. `First`: of the arena's list.
uint32_t findOrMakeCell(Arena &In, uint32_t &First, uint32_t Record, ObjectPlace Place,
                        Shadow::Entry Block);
/// All objects of the cell are gone with the arena's others, which goes on where `GoesOn`. Whether
/// the cell does.
bool endCell(uint32_t Number, bool GoesOn);
/// May arenas that have ended keep theirs, for the next one in their place?
bool areCellsPlenty();

} // namespace allocsite

#endif
