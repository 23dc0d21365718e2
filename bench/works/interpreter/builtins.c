//===- builtins.c - The functions that every program has ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "machine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double numberArgument(Machine *M, const Value *Arguments, uint32_t I) {
  if (Arguments[I].Kind != KindNumber)
    runtimeError(M, "argument %u is a %s, not a number", I + 1,
                 kindName(Arguments[I].Kind));
  return Arguments[I].Number;
}

static const String *stringArgument(Machine *M, const Value *Arguments,
                                    uint32_t I) {
  if (Arguments[I].Kind != KindString)
    runtimeError(M, "argument %u is a %s, not a string", I + 1,
                 kindName(Arguments[I].Kind));
  return Arguments[I].String;
}

static Table *tableArgument(Machine *M, const Value *Arguments, uint32_t I) {
  if (Arguments[I].Kind != KindTable)
    runtimeError(M, "argument %u is a %s, not a table", I + 1,
                 kindName(Arguments[I].Kind));
  return Arguments[I].Table;
}

/// An index that is put between 0 and Most.
static uint32_t positionArgument(Machine *M, const Value *Arguments, uint32_t I,
                                 uint32_t Most) {
  double N = numberArgument(M, Arguments, I);
  return N <= 0 ? 0 : N >= Most ? Most : (uint32_t)N;
}

// print(v, …): a line of all of them.
static void builtinPrint(Machine *M, uint32_t Count, const Value *Arguments,
                         Value *Result) {
  (void)Result;
  TextBuilder Line = {&M->Memory, NULL, 0, 0};
  for (uint32_t I = 0; I < Count; ++I) {
    if (I)
      textAppend(&Line, " ", 1);
    textAppendValue(&Line, Arguments[I]);
  }
  textAppend(&Line, "\n", 1);
  fwrite(Line.Bytes, 1, Line.Length, M->Out);
}

// len(t): the bytes of a string, the items of a table.
static void builtinLen(Machine *M, uint32_t Count, const Value *Arguments,
                       Value *Result) {
  (void)Count;
  if (Arguments[0].Kind == KindString)
    *Result = numberValue(Arguments[0].String->Length);
  else
    *Result = numberValue(tableArgument(M, Arguments, 0)->Count);
}

// push(t, v) adds an item at the end.
static void builtinPush(Machine *M, uint32_t Count, const Value *Arguments,
                        Value *Result) {
  (void)Count;
  (void)Result;
  tableAppend(&M->Memory, tableArgument(M, Arguments, 0), Arguments[1]);
}

// pop(t) takes the last item away.
static void builtinPop(Machine *M, uint32_t Count, const Value *Arguments,
                       Value *Result) {
  (void)Count;
  Table *T = tableArgument(M, Arguments, 0);
  if (T->Count)
    *Result = T->Items[--T->Count];
}

static void builtinStr(Machine *M, uint32_t Count, const Value *Arguments,
                       Value *Result) {
  (void)Count;
  TextBuilder Text = {&M->Memory, NULL, 0, 0};
  textAppendValue(&Text, Arguments[0]);
  *Result = stringValue(intern(&M->Strings, Text.Bytes, Text.Length));
}

// num(s): nil where s is no number.
static void builtinNum(Machine *M, uint32_t Count, const Value *Arguments,
                       Value *Result) {
  (void)Count;
  const String *Text = stringArgument(M, Arguments, 0);
  char *End;
  double Number = strtod(Text->Bytes, &End);
  if (Text->Length && End == Text->Bytes + Text->Length)
    *Result = numberValue(Number);
}

static void builtinType(Machine *M, uint32_t Count, const Value *Arguments,
                        Value *Result) {
  (void)Count;
  *Result = stringValue(internText(&M->Strings, kindName(Arguments[0].Kind)));
}

static void builtinFloor(Machine *M, uint32_t Count, const Value *Arguments,
                         Value *Result) {
  (void)Count;
  *Result = numberValue(floor(numberArgument(M, Arguments, 0)));
}

static void builtinSqrt(Machine *M, uint32_t Count, const Value *Arguments,
                        Value *Result) {
  (void)Count;
  *Result = numberValue(sqrt(numberArgument(M, Arguments, 0)));
}

// random(n): a whole number below n, the same ones in every run.
static void builtinRandom(Machine *M, uint32_t Count, const Value *Arguments,
                          Value *Result) {
  (void)Count;
  M->Random = M->Random * UINT64_C(6364136223846793005) + 1442695040888963407;
  double Unit = (double)(M->Random >> 11) * 0x1p-53;
  *Result = numberValue(floor(Unit * numberArgument(M, Arguments, 0)));
}

// slice(s, from[, to]): bytes of a string or items of a table.
static void builtinSlice(Machine *M, uint32_t Count, const Value *Arguments,
                         Value *Result) {
  bool IsText = Arguments[0].Kind == KindString;
  uint32_t Length = IsText ? Arguments[0].String->Length
                           : tableArgument(M, Arguments, 0)->Count;
  uint32_t From = positionArgument(M, Arguments, 1, Length);
  uint32_t To = Count > 2 ? positionArgument(M, Arguments, 2, Length) : Length;
  if (To < From)
    To = From;
  if (IsText) {
    *Result = stringValue(
        intern(&M->Strings, Arguments[0].String->Bytes + From, To - From));
    return;
  }
  Table *New = makeTable(&M->Memory, To - From);
  for (uint32_t I = From; I < To; ++I)
    tableAppend(&M->Memory, New, Arguments[0].Table->Items[I]);
  *Result = tableValue(New);
}

// code(s, i): the byte at i, or nil.
static void builtinCode(Machine *M, uint32_t Count, const Value *Arguments,
                        Value *Result) {
  (void)Count;
  const String *Text = stringArgument(M, Arguments, 0);
  int64_t Index = indexOf(Arguments[1]);
  if (Index >= 0 && Index < Text->Length)
    *Result = numberValue((unsigned char)Text->Bytes[Index]);
}

static void builtinChar(Machine *M, uint32_t Count, const Value *Arguments,
                        Value *Result) {
  (void)Count;
  char Byte = (char)positionArgument(M, Arguments, 0, 255);
  *Result = stringValue(intern(&M->Strings, &Byte, 1));
}

// find(s, part[, from]): where part begins, or nil.
static void builtinFind(Machine *M, uint32_t Count, const Value *Arguments,
                        Value *Result) {
  const String *Whole = stringArgument(M, Arguments, 0);
  uint32_t From =
      Count > 2 ? positionArgument(M, Arguments, 2, Whole->Length) : 0;
  int64_t At = findString(Whole, stringArgument(M, Arguments, 1), From);
  if (At >= 0)
    *Result = numberValue((double)At);
}

// split(s, separator): a table of strings.
static void builtinSplit(Machine *M, uint32_t Count, const Value *Arguments,
                         Value *Result) {
  (void)Count;
  const String *Whole = stringArgument(M, Arguments, 0);
  const String *Separator = stringArgument(M, Arguments, 1);
  if (!Separator->Length)
    runtimeError(M, "the separator is empty");
  Table *Parts = makeTable(&M->Memory, 0);
  uint32_t From = 0;
  for (;;) {
    int64_t At = findString(Whole, Separator, From);
    uint32_t To = At < 0 ? Whole->Length : (uint32_t)At;
    tableAppend(&M->Memory, Parts,
                stringValue(intern(&M->Strings, Whole->Bytes + From, To - From)));
    if (At < 0)
      break;
    From = To + Separator->Length;
  }
  *Result = tableValue(Parts);
}

// join(t, separator)
static void builtinJoin(Machine *M, uint32_t Count, const Value *Arguments,
                        Value *Result) {
  (void)Count;
  const Table *Parts = tableArgument(M, Arguments, 0);
  const String *Separator = stringArgument(M, Arguments, 1);
  TextBuilder Text = {&M->Memory, NULL, 0, 0};
  for (uint32_t I = 0; I < Parts->Count; ++I) {
    if (I)
      textAppend(&Text, Separator->Bytes, Separator->Length);
    textAppendValue(&Text, Parts->Items[I]);
  }
  *Result = stringValue(
      intern(&M->Strings, Text.Bytes ? Text.Bytes : "", Text.Length));
}

// keys(t)
static void builtinKeys(Machine *M, uint32_t Count, const Value *Arguments,
                        Value *Result) {
  (void)Count;
  const Table *T = tableArgument(M, Arguments, 0);
  Table *Keys = makeTable(&M->Memory, T->Count + T->Used);
  uint32_t At = 0;
  Value Key, Item;
  while (tableNext(T, &At, &Key, &Item))
    tableAppend(&M->Memory, Keys, Key);
  *Result = tableValue(Keys);
}

static bool comesBefore(Machine *M, Value Less, Value A, Value B) {
  if (Less.Kind != KindNil)
    return isTrue(machineCall(M, Less, 2, (Value[]){A, B}));
  if (A.Kind == KindNumber && B.Kind == KindNumber)
    return A.Number < B.Number;
  if (A.Kind != KindString || B.Kind != KindString)
    runtimeError(M, "cannot compare %s and %s", kindName(A.Kind),
                 kindName(B.Kind));
  return compareStrings(A.String, B.String) < 0;
}

static void mergeSort(Machine *M, Value Less, Value *Items, Value *Spare,
                      uint32_t Count) {
  if (Count < 8) {
    for (uint32_t I = 1; I < Count; ++I) {
      Value Moved = Items[I];
      uint32_t At = I;
      for (; At > 0 && comesBefore(M, Less, Moved, Items[At - 1]); --At)
        Items[At] = Items[At - 1];
      Items[At] = Moved;
    }
    return;
  }
  uint32_t Half = Count / 2;
  mergeSort(M, Less, Items, Spare, Half);
  mergeSort(M, Less, Items + Half, Spare, Count - Half);
  memcpy(Spare, Items, Half * sizeof(Value));
  uint32_t Left = 0, Right = Half, At = 0;
  while (Left < Half && Right < Count)
    Items[At++] = comesBefore(M, Less, Items[Right], Spare[Left])
                      ? Items[Right++]
                      : Spare[Left++];
  memcpy(Items + At, Spare + Left, (Half - Left) * sizeof(Value));
}

// sort(t[, less]) sorts in place and is stable; less is a function of two items.
static void builtinSort(Machine *M, uint32_t Count, const Value *Arguments,
                        Value *Result) {
  Table *T = tableArgument(M, Arguments, 0);
  Value Less = Count > 1 ? Arguments[1] : nilValue();
  Value *Spare = arenaAlloc(&M->Memory, (T->Count / 2 + 1) * sizeof(Value));
  mergeSort(M, Less, T->Items, Spare, T->Count);
  *Result = Arguments[0];
}

static const Native Builtins[] = {
    {"print", 0, 100, builtinPrint}, {"len", 1, 1, builtinLen},
    {"push", 2, 2, builtinPush},     {"pop", 1, 1, builtinPop},
    {"str", 1, 1, builtinStr},       {"num", 1, 1, builtinNum},
    {"type", 1, 1, builtinType},     {"floor", 1, 1, builtinFloor},
    {"sqrt", 1, 1, builtinSqrt},     {"random", 1, 1, builtinRandom},
    {"slice", 2, 3, builtinSlice},   {"code", 2, 2, builtinCode},
    {"char", 1, 1, builtinChar},     {"find", 2, 3, builtinFind},
    {"split", 2, 2, builtinSplit},   {"join", 2, 2, builtinJoin},
    {"keys", 1, 1, builtinKeys},     {"sort", 1, 2, builtinSort},
};

void addBuiltins(Machine *M) {
  for (size_t I = 0; I < sizeof Builtins / sizeof *Builtins; ++I) {
    const Native *N = &Builtins[I];
    uint32_t Number = declareGlobal(&M->Globals, internText(&M->Strings, N->Name));
    M->Globals.Values[Number] = nativeValue(N);
  }
}
