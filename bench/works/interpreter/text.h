//===- text.h - Interned strings, and how they are put together ---*- C -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef INTERPRETER_TEXT_H
#define INTERPRETER_TEXT_H

#include "value.h"

/// All strings of a run, by their bytes.
typedef struct StringSet {
  Arena *Memory;
  String **Buckets;
  uint32_t BucketCount; ///< a power of two
  uint32_t Count;
} StringSet;

/// Bytes that grow at their end.
typedef struct TextBuilder {
  Arena *Memory;
  char *Bytes;
  uint32_t Length, Room;
} TextBuilder;

void stringSetInit(StringSet *S, Arena *Memory);

/// The one string of these bytes; made where there is none yet.
const String *intern(StringSet *S, const char *Bytes, uint32_t Length);

const String *internText(StringSet *S, const char *ZeroEnded);

/// The string of A's bytes and then B's.
const String *concatenate(StringSet *S, const String *A, const String *B);

/// Less than, equal to or greater than 0, as memcmp.
int compareStrings(const String *A, const String *B);

/// Where Part begins in Whole at or after From; -1 where it does not.
int64_t findString(const String *Whole, const String *Part, uint32_t From);

void textAppend(TextBuilder *B, const char *Bytes, uint32_t Length);
void textAppendValue(TextBuilder *B, Value V);

#endif
