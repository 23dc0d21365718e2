//===- value.h - What a variable can hold -------------------------*- C -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strings are interned: two of the same bytes are one object, so that values are
// equal exactly when their kind and their word are.
//
//===----------------------------------------------------------------------===//
#ifndef INTERPRETER_VALUE_H
#define INTERPRETER_VALUE_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Machine Machine;
typedef struct Table Table;
typedef struct Code Code;
typedef struct Value Value;

typedef enum Kind {
  KindNil,
  KindBoolean,
  KindNumber,
  KindString,
  KindTable,
  KindFunction,
  KindNative,
} Kind;

typedef struct String {
  struct String *Next; ///< in its bucket of the set of all strings
  uint32_t Hash;
  uint32_t Length;
  char Bytes[]; ///< and a zero
} String;

/// A function of the program: its code and how it is called.
typedef struct Function {
  const String *Name;
  uint32_t Parameters;
  uint32_t Slots; ///< of the stack: parameters, variables and temporaries
  Code *Code;
} Function;

/// A function of the interpreter. Its arguments stand in Arguments[0 … Count-1];
/// the result goes to *Result, which is nil before.
typedef void (*NativeBody)(Machine *M, uint32_t Count, const Value *Arguments,
                           Value *Result);

typedef struct Native {
  const char *Name;
  uint32_t Least, Most; ///< arguments
  NativeBody Body;
} Native;

struct Value {
  Kind Kind;
  union {
    bool Boolean;
    double Number;
    const String *String;
    Table *Table;
    const Function *Function;
    const Native *Native;
    uint64_t Word;
  };
};

static inline Value nilValue(void) { return (Value){KindNil, {.Word = 0}}; }
static inline Value booleanValue(bool B) {
  return (Value){KindBoolean, {.Word = B}};
}
static inline Value numberValue(double N) {
  return (Value){KindNumber, {.Number = N}};
}
static inline Value stringValue(const String *S) {
  return (Value){KindString, {.String = S}};
}
static inline Value tableValue(Table *T) {
  return (Value){KindTable, {.Table = T}};
}
static inline Value functionValue(const Function *F) {
  return (Value){KindFunction, {.Function = F}};
}
static inline Value nativeValue(const Native *N) {
  return (Value){KindNative, {.Native = N}};
}

static inline bool isTrue(Value V) {
  return V.Kind != KindNil && !(V.Kind == KindBoolean && !V.Boolean);
}

static inline bool areEqual(Value A, Value B) {
  if (A.Kind != B.Kind)
    return false;
  return A.Kind == KindNumber ? A.Number == B.Number : A.Word == B.Word;
}

const char *kindName(Kind K);

enum { NumberTextBytes = 32 };

/// What `str` makes of a value: the number of bytes written to Text, no zero.
uint32_t formatNumber(double N, char Text[NumberTextBytes]);

#endif
