//===- table.c - Lists and maps in one ------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "table.h"

#include <string.h>

Table *makeTable(Arena *A, uint32_t Room) {
  Table *T = arenaAlloc(A, sizeof(Table));
  memset(T, 0, sizeof *T);
  if (Room) {
    T->Items = arenaAlloc(A, Room * sizeof(Value));
    T->Room = Room;
  }
  return T;
}

static uint32_t hashValue(Value V) {
  if (V.Kind == KindString)
    return V.String->Hash;
  uint64_t Word = V.Kind == KindNumber && V.Number == 0 ? 0 : V.Word;
  Word = (Word ^ V.Kind) * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)(Word >> 32);
}

/// The entry of Key, or the free one where it would go.
static Entry *findEntry(const Table *T, Value Key) {
  uint32_t At = hashValue(Key) & T->Mask;
  while (T->Entries[At].Key.Kind != KindNil &&
         !areEqual(T->Entries[At].Key, Key))
    At = (At + 1) & T->Mask;
  return &T->Entries[At];
}

Value tableGet(const Table *T, Value Key) {
  int64_t Index = indexOf(Key);
  if (Index >= 0 && Index < T->Count)
    return T->Items[Index];
  return T->Entries ? findEntry(T, Key)->Value : nilValue();
}

Value tableGetString(const Table *T, const String *Key) {
  if (!T->Entries)
    return nilValue();
  uint32_t At = Key->Hash & T->Mask;
  for (;; At = (At + 1) & T->Mask) {
    const Entry *E = &T->Entries[At];
    if (E->Key.Kind == KindString && E->Key.String == Key)
      return E->Value;
    if (E->Key.Kind == KindNil)
      return nilValue();
  }
}

static void rehash(Arena *A, Table *T) {
  Entry *Old = T->Entries;
  uint32_t OldCount = Old ? T->Mask + 1 : 0;
  uint32_t Live = 0;
  for (uint32_t I = 0; I < OldCount; ++I)
    Live += Old[I].Value.Kind != KindNil;
  uint32_t NewCount = 8;
  while (NewCount < Live * 2 + 2)
    NewCount *= 2;
  T->Entries = arenaAlloc(A, NewCount * sizeof(Entry));
  memset(T->Entries, 0, NewCount * sizeof(Entry));
  T->Mask = NewCount - 1;
  T->Used = Live;
  for (uint32_t I = 0; I < OldCount; ++I)
    if (Old[I].Value.Kind != KindNil)
      *findEntry(T, Old[I].Key) = Old[I];
}

void tableAppend(Arena *A, Table *T, Value New) {
  if (T->Count == T->Room) {
    uint32_t Room = T->Room ? T->Room * 2 : 4;
    T->Items = arenaGrow(A, T->Items, T->Room * sizeof(Value),
                         Room * sizeof(Value));
    T->Room = Room;
  }
  T->Items[T->Count++] = New;
}

/// Items that were set out of order and have now become the next ones.
static void takeOverEntries(Arena *A, Table *T) {
  while (T->Entries) {
    Entry *E = findEntry(T, numberValue(T->Count));
    if (E->Key.Kind == KindNil || E->Value.Kind == KindNil)
      return;
    Value Item = E->Value;
    E->Value = nilValue();
    tableAppend(A, T, Item);
  }
}

void tableSet(Arena *A, Table *T, Value Key, Value New) {
  int64_t Index = indexOf(Key);
  if (Index >= 0 && Index < T->Count) {
    T->Items[Index] = New;
    return;
  }
  if (Index == T->Count && New.Kind != KindNil) {
    if (T->Entries) {
      Entry *E = findEntry(T, Key);
      E->Value = nilValue();
    }
    tableAppend(A, T, New);
    takeOverEntries(A, T);
    return;
  }
  if (!T->Entries) {
    if (New.Kind == KindNil)
      return;
    rehash(A, T);
  }
  Entry *E = findEntry(T, Key);
  if (E->Key.Kind == KindNil) {
    if (New.Kind == KindNil)
      return;
    if ((T->Used + 1) * 4 > (T->Mask + 1) * 3) {
      rehash(A, T);
      E = findEntry(T, Key);
    }
    ++T->Used;
    E->Key = Key;
  }
  E->Value = New;
}

bool tableNext(const Table *T, uint32_t *At, Value *Key, Value *Item) {
  if (*At < T->Count) {
    *Key = numberValue(*At);
    *Item = T->Items[*At];
    ++*At;
    return true;
  }
  uint32_t Entries = T->Entries ? T->Mask + 1 : 0;
  for (uint32_t I = *At - T->Count; I < Entries; ++I)
    if (T->Entries[I].Value.Kind != KindNil) {
      *Key = T->Entries[I].Key;
      *Item = T->Entries[I].Value;
      *At = T->Count + I + 1;
      return true;
    }
  return false;
}
