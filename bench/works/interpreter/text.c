//===- text.c - Interned strings, and how they are put together -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "text.h"

#include <string.h>

enum { FirstBuckets = 256 };

void stringSetInit(StringSet *S, Arena *Memory) {
  S->Memory = Memory;
  S->Count = 0;
  S->BucketCount = FirstBuckets;
  S->Buckets = arenaAlloc(Memory, FirstBuckets * sizeof(String *));
  memset(S->Buckets, 0, FirstBuckets * sizeof(String *));
}

/// Eight bytes a step: long strings are common, and collisions are cheap.
static uint32_t hashBytes(const char *Bytes, uint32_t Length) {
  uint64_t Hash = Length * UINT64_C(0x9e3779b97f4a7c15);
  while (Length >= 8) {
    uint64_t Word;
    memcpy(&Word, Bytes, 8);
    Hash = (Hash ^ Word) * UINT64_C(0xff51afd7ed558ccd);
    Hash ^= Hash >> 32;
    Bytes += 8;
    Length -= 8;
  }
  uint64_t Tail = 0;
  for (uint32_t I = 0; I < Length; ++I)
    Tail = Tail << 8 | (unsigned char)Bytes[I];
  Hash = (Hash ^ Tail) * UINT64_C(0xc4ceb9fe1a85ec53);
  return (uint32_t)(Hash ^ Hash >> 29);
}

static void growSet(StringSet *S) {
  uint32_t NewCount = S->BucketCount * 4;
  String **New = arenaAlloc(S->Memory, NewCount * sizeof(String *));
  memset(New, 0, NewCount * sizeof(String *));
  for (uint32_t I = 0; I < S->BucketCount; ++I)
    for (String *Text = S->Buckets[I]; Text;) {
      String *Next = Text->Next;
      String **Bucket = &New[Text->Hash & (NewCount - 1)];
      Text->Next = *Bucket;
      *Bucket = Text;
      Text = Next;
    }
  S->Buckets = New;
  S->BucketCount = NewCount;
}

static String *makeString(StringSet *S, uint32_t Length, uint32_t Hash) {
  if (S->Count >= S->BucketCount)
    growSet(S);
  String *Text = arenaAlloc(S->Memory, sizeof(String) + Length + 1);
  Text->Hash = Hash;
  Text->Length = Length;
  Text->Bytes[Length] = 0;
  String **Bucket = &S->Buckets[Hash & (S->BucketCount - 1)];
  Text->Next = *Bucket;
  *Bucket = Text;
  ++S->Count;
  return Text;
}

static String *lookUp(const StringSet *S, const char *Bytes, uint32_t Length,
                      uint32_t Hash) {
  String *Text = S->Buckets[Hash & (S->BucketCount - 1)];
  while (Text && !(Text->Hash == Hash && Text->Length == Length &&
                   memcmp(Text->Bytes, Bytes, Length) == 0))
    Text = Text->Next;
  return Text;
}

const String *intern(StringSet *S, const char *Bytes, uint32_t Length) {
  uint32_t Hash = hashBytes(Bytes, Length);
  String *Text = lookUp(S, Bytes, Length, Hash);
  if (!Text) {
    Text = makeString(S, Length, Hash);
    memcpy(Text->Bytes, Bytes, Length);
  }
  return Text;
}

const String *internText(StringSet *S, const char *ZeroEnded) {
  return intern(S, ZeroEnded, (uint32_t)strlen(ZeroEnded));
}

const String *concatenate(StringSet *S, const String *A, const String *B) {
  uint32_t Length = A->Length + B->Length;
  char Short[256];
  if (Length <= sizeof Short) {
    memcpy(Short, A->Bytes, A->Length);
    memcpy(Short + A->Length, B->Bytes, B->Length);
    return intern(S, Short, Length);
  }
  TextBuilder Long = {S->Memory, NULL, 0, 0};
  textAppend(&Long, A->Bytes, A->Length);
  textAppend(&Long, B->Bytes, B->Length);
  return intern(S, Long.Bytes, Length);
}

int compareStrings(const String *A, const String *B) {
  uint32_t Common = A->Length < B->Length ? A->Length : B->Length;
  int Order = memcmp(A->Bytes, B->Bytes, Common);
  if (Order)
    return Order;
  return A->Length < B->Length ? -1 : A->Length > B->Length;
}

int64_t findString(const String *Whole, const String *Part, uint32_t From) {
  if (Part->Length == 0)
    return From <= Whole->Length ? (int64_t)From : -1;
  for (uint32_t I = From; I + Part->Length <= Whole->Length; ++I) {
    const char *At = memchr(Whole->Bytes + I, Part->Bytes[0],
                            Whole->Length - Part->Length - I + 1);
    if (!At)
      return -1;
    I = (uint32_t)(At - Whole->Bytes);
    if (memcmp(At, Part->Bytes, Part->Length) == 0)
      return I;
  }
  return -1;
}

void textAppend(TextBuilder *B, const char *Bytes, uint32_t Length) {
  if (Length > B->Room - B->Length) {
    uint32_t Room = B->Room * 2 + Length + 32;
    B->Bytes = arenaGrow(B->Memory, B->Bytes, B->Room, Room);
    B->Room = Room;
  }
  memcpy(B->Bytes + B->Length, Bytes, Length);
  B->Length += Length;
}

void textAppendValue(TextBuilder *B, Value V) {
  char Number[NumberTextBytes];
  switch (V.Kind) {
  case KindNil:
    textAppend(B, "nil", 3);
    break;
  case KindBoolean:
    textAppend(B, V.Boolean ? "true" : "false", V.Boolean ? 4 : 5);
    break;
  case KindNumber:
    textAppend(B, Number, formatNumber(V.Number, Number));
    break;
  case KindString:
    textAppend(B, V.String->Bytes, V.String->Length);
    break;
  case KindTable:
    textAppend(B, "table", 5);
    break;
  case KindFunction:
    textAppend(B, V.Function->Name->Bytes, V.Function->Name->Length);
    break;
  case KindNative:
    textAppend(B, V.Native->Name, (uint32_t)strlen(V.Native->Name));
    break;
  }
}
