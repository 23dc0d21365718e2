//===- machine.c - Runs code ----------------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of the program is a frame of `run`, not of C; only a native function that
// calls back enters `run` again.
//
//===----------------------------------------------------------------------===//
#include "machine.h"

#include "code.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { StackValues = 1 << 16, MostFrames = 4000, MostNamed = 10 };

void machineInit(Machine *M, FILE *Out) {
  memset(M, 0, sizeof *M);
  M->Stack = arenaAlloc(&M->Memory, StackValues * sizeof(Value));
  M->StackEnd = M->Stack + StackValues;
  M->Top = M->Stack;
  M->Frames = arenaAlloc(&M->Memory, MostFrames * sizeof(Frame));
  M->Random = 1;
  M->Out = Out;
  stringSetInit(&M->Strings, &M->Memory);
  M->Globals.Memory = &M->Memory;
  M->Globals.Numbers = makeTable(&M->Memory, 0);
  addBuiltins(M);
}

void machineDestroy(Machine *M) { arenaDestroy(&M->Memory); }

void runtimeError(Machine *M, const char *Format, ...) {
  fflush(M->Out);
  fputs("interpreter: error: ", stderr);
  va_list Arguments;
  va_start(Arguments, Format);
  vfprintf(stderr, Format, Arguments);
  va_end(Arguments);
  fputc('\n', stderr);
  for (uint32_t I = M->FrameCount; I > 0 && I + MostNamed > M->FrameCount; --I) {
    const Frame *F = &M->Frames[I - 1];
    const Code *C = F->Function->Code;
    // Next is the word after the one that was run.
    size_t Word = (size_t)(F->Next - C->Words);
    fprintf(stderr, "  in %s, line %u\n", F->Function->Name->Bytes,
            C->Lines[Word ? Word - 1 : 0]);
  }
  exit(1);
}

static void wrongOperands(Machine *M, const char *What, Value A, Value B) {
  runtimeError(M, "cannot %s %s and %s", What, kindName(A.Kind),
               kindName(B.Kind));
}

static void enterFunction(Machine *M, const Function *F, uint32_t Count) {
  if (Count != F->Parameters)
    runtimeError(M, "%s takes %u arguments, not %u", F->Name->Bytes,
                 F->Parameters, Count);
  if (M->FrameCount == MostFrames || M->StackEnd - M->Top < (ptrdiff_t)F->Slots)
    runtimeError(M, "too many calls");
  Frame *New = &M->Frames[M->FrameCount++];
  New->Function = F;
  New->Next = F->Code->Words;
  New->Base = M->Top - Count;
}

/// Puts the result where the callee and its arguments were.
static void callNative(Machine *M, const Native *N, uint32_t Count) {
  if (Count < N->Least || Count > N->Most)
    runtimeError(M, "%s cannot take %u arguments", N->Name, Count);
  Value Result = nilValue();
  Value *Arguments = M->Top - Count;
  N->Body(M, Count, Arguments, &Result);
  M->Top = Arguments;
  M->Top[-1] = Result;
}

static Value join(Machine *M, Value A, Value B) {
  if (A.Kind == KindString && B.Kind == KindString)
    return stringValue(concatenate(&M->Strings, A.String, B.String));
  if (A.Kind >= KindTable || B.Kind >= KindTable)
    wrongOperands(M, "join", A, B);
  TextBuilder Text = {&M->Memory, NULL, 0, 0};
  textAppendValue(&Text, A);
  textAppendValue(&Text, B);
  return stringValue(intern(&M->Strings, Text.Bytes, Text.Length));
}

static Value getIndex(Machine *M, Value Container, Value Key) {
  if (Container.Kind == KindTable) {
    int64_t Index = indexOf(Key);
    if (Index >= 0 && Index < Container.Table->Count)
      return Container.Table->Items[Index];
    return tableGet(Container.Table, Key);
  }
  if (Container.Kind != KindString)
    wrongOperands(M, "index", Container, Key);
  int64_t Index = indexOf(Key);
  if (Index < 0 || Index >= Container.String->Length)
    return nilValue();
  return stringValue(intern(&M->Strings, Container.String->Bytes + Index, 1));
}

static void setIndex(Machine *M, Value Container, Value Key, Value New) {
  if (Container.Kind != KindTable)
    wrongOperands(M, "set an index of", Container, Key);
  if (Key.Kind == KindNil || (Key.Kind == KindNumber && isnan(Key.Number)))
    runtimeError(M, "nil is no key");
  tableSet(&M->Memory, Container.Table, Key, New);
}

static int compare(Machine *M, Value A, Value B) {
  if (A.Kind != KindString || B.Kind != KindString)
    wrongOperands(M, "compare", A, B);
  return compareStrings(A.String, B.String);
}

/// Moves a loop on; false at its end.
static bool nextOf(Machine *M, Value *Slots) {
  if (Slots[0].Kind != KindTable)
    runtimeError(M, "each needs a table, not a %s", kindName(Slots[0].Kind));
  uint32_t At = (uint32_t)Slots[1].Number;
  bool Found = tableNext(Slots[0].Table, &At, &Slots[2], &Slots[3]);
  Slots[1].Number = At;
  return Found;
}

#define ARITHMETIC(Result)                                                     \
  {                                                                            \
    Value A = Top[-2], B = Top[-1];                                            \
    if (A.Kind != KindNumber || B.Kind != KindNumber)                          \
      goto WrongNumbers;                                                       \
    --Top;                                                                     \
    Top[-1].Number = (Result);                                                 \
    break;                                                                     \
  }

#define COMPARISON(Operator)                                                   \
  {                                                                            \
    Value A = Top[-2], B = Top[-1];                                            \
    bool Holds;                                                                \
    if (A.Kind == KindNumber && B.Kind == KindNumber) {                        \
      Holds = A.Number Operator B.Number;                                      \
    } else {                                                                   \
      SAVE();                                                                  \
      Holds = compare(M, A, B) Operator 0;                                     \
    }                                                                          \
    --Top;                                                                     \
    Top[-1] = booleanValue(Holds);                                             \
    break;                                                                     \
  }

/// Other functions find the state of the run in M.
#define SAVE() (M->Top = Top, F->Next = Next)

/// Runs the newest frame until there are only Least frames left.
static void run(Machine *M, uint32_t Least) {
  Frame *F = &M->Frames[M->FrameCount - 1];
  const uint32_t *Next = F->Next;
  const Value *Constants = F->Function->Code->Constants;
  Value *Base = F->Base;
  Value *Top = M->Top;

  for (;;) {
    uint32_t Word = *Next++;
    uint32_t Operand = operandOf(Word);
    switch (operationOf(Word)) {
    case OperationConstant:
      *Top++ = Constants[Operand];
      break;
    case OperationNil:
      *Top++ = nilValue();
      break;
    case OperationTrue:
      *Top++ = booleanValue(true);
      break;
    case OperationFalse:
      *Top++ = booleanValue(false);
      break;
    case OperationPop:
      Top -= Operand;
      break;
    case OperationGetSlot:
      *Top++ = Base[Operand];
      break;
    case OperationSetSlot:
      Base[Operand] = *--Top;
      break;
    case OperationGetGlobal:
      *Top++ = M->Globals.Values[Operand];
      break;
    case OperationSetGlobal:
      M->Globals.Values[Operand] = *--Top;
      break;
    case OperationGetIndex:
      SAVE();
      Top[-2] = getIndex(M, Top[-2], Top[-1]);
      --Top;
      break;
    case OperationSetIndex:
      SAVE();
      setIndex(M, Top[-3], Top[-2], Top[-1]);
      Top -= 3;
      break;
    case OperationGetField:
      if (Top[-1].Kind != KindTable) {
        SAVE();
        wrongOperands(M, "take a field of", Top[-1], Constants[Operand]);
      }
      Top[-1] = tableGetString(Top[-1].Table, Constants[Operand].String);
      break;
    case OperationSetField:
      SAVE();
      setIndex(M, Top[-2], Constants[Operand], Top[-1]);
      Top -= 2;
      break;
    case OperationAdd:
      ARITHMETIC(A.Number + B.Number)
    case OperationAddConstant:
      if (Top[-1].Kind != KindNumber) {
        SAVE();
        wrongOperands(M, "add", Top[-1], Constants[Operand]);
      }
      Top[-1].Number += Constants[Operand].Number;
      break;
    case OperationSubtract:
      ARITHMETIC(A.Number - B.Number)
    case OperationMultiply:
      ARITHMETIC(A.Number * B.Number)
    case OperationDivide:
      ARITHMETIC(A.Number / B.Number)
    case OperationRemainder:
      ARITHMETIC(
                 A.Number - floor(A.Number / B.Number) * B.Number)
    case OperationJoin:
      SAVE();
      Top[-2] = join(M, Top[-2], Top[-1]);
      --Top;
      break;
    case OperationEqual:
      Top[-2] = booleanValue(areEqual(Top[-2], Top[-1]));
      --Top;
      break;
    case OperationNotEqual:
      Top[-2] = booleanValue(!areEqual(Top[-2], Top[-1]));
      --Top;
      break;
    case OperationLess:
      COMPARISON(<)
    case OperationLessEqual:
      COMPARISON(<=)
    case OperationGreater:
      COMPARISON(>)
    case OperationGreaterEqual:
      COMPARISON(>=)
    case OperationNegate:
      if (Top[-1].Kind != KindNumber) {
        SAVE();
        runtimeError(M, "cannot negate a %s", kindName(Top[-1].Kind));
      }
      Top[-1].Number = -Top[-1].Number;
      break;
    case OperationNot:
      Top[-1] = booleanValue(!isTrue(Top[-1]));
      break;
    case OperationJump:
      Next = F->Function->Code->Words + Operand;
      break;
    case OperationJumpIfFalse:
      if (!isTrue(*--Top))
        Next = F->Function->Code->Words + Operand;
      break;
    case OperationAndJump:
      if (isTrue(Top[-1]))
        --Top;
      else
        Next = F->Function->Code->Words + Operand;
      break;
    case OperationOrJump:
      if (isTrue(Top[-1]))
        Next = F->Function->Code->Words + Operand;
      else
        --Top;
      break;
    case OperationForBegin:
    case OperationForNext: {
      Value *Slots = Base + Operand;
      bool IsBegin = operationOf(Word) == OperationForBegin;
      if (IsBegin) {
        if (Slots[0].Kind != KindNumber || Slots[1].Kind != KindNumber) {
          SAVE();
          wrongOperands(M, "count between", Slots[0], Slots[1]);
        }
      } else {
        Slots[0].Number += 1;
      }
      bool GoesOn = Slots[0].Number < Slots[1].Number;
      if (GoesOn)
        Slots[2] = Slots[0];
      Next = GoesOn != IsBegin ? F->Function->Code->Words + *Next : Next + 1;
      break;
    }
    case OperationEachNext:
      SAVE();
      Next = nextOf(M, Base + Operand) ? Next + 1
                                       : F->Function->Code->Words + *Next;
      break;
    case OperationList:
      *Top++ = tableValue(makeTable(&M->Memory, Operand));
      break;
    case OperationMap:
      *Top++ = tableValue(makeTable(&M->Memory, 0));
      break;
    case OperationAppend:
      --Top;
      tableAppend(&M->Memory, Top[-1].Table, *Top);
      break;
    case OperationPut:
      --Top;
      tableSet(&M->Memory, Top[-1].Table, Constants[Operand], *Top);
      break;
    case OperationCall: {
      Value Callee = Top[-(ptrdiff_t)Operand - 1];
      SAVE();
      if (Callee.Kind == KindFunction) {
        enterFunction(M, Callee.Function, Operand);
        F = &M->Frames[M->FrameCount - 1];
        Next = F->Next;
        Constants = F->Function->Code->Constants;
        Base = F->Base;
      } else if (Callee.Kind == KindNative) {
        callNative(M, Callee.Native, Operand);
        Top = M->Top;
      } else {
        runtimeError(M, "cannot call a %s", kindName(Callee.Kind));
      }
      break;
    }
    case OperationReturn: {
      Value Result = Top[-1];
      // The callee's own slot is below its arguments.
      Top = Base;
      Top[-1] = Result;
      if (--M->FrameCount == Least) {
        M->Top = Top;
        return;
      }
      --F;
      Next = F->Next;
      Constants = F->Function->Code->Constants;
      Base = F->Base;
      break;
    }
    }
    continue;

  WrongNumbers:
    SAVE();
    wrongOperands(M, "calculate with", Top[-2], Top[-1]);
  }
}

#undef SAVE
#undef COMPARISON
#undef ARITHMETIC

Value machineCall(Machine *M, Value Callee, uint32_t Count,
                  const Value *Arguments) {
  if (M->StackEnd - M->Top <= (ptrdiff_t)Count)
    runtimeError(M, "too many calls");
  *M->Top++ = Callee;
  memcpy(M->Top, Arguments, Count * sizeof(Value));
  M->Top += Count;
  if (Callee.Kind == KindFunction) {
    uint32_t Least = M->FrameCount;
    enterFunction(M, Callee.Function, Count);
    run(M, Least);
  } else if (Callee.Kind == KindNative) {
    callNative(M, Callee.Native, Count);
  } else {
    runtimeError(M, "cannot call a %s", kindName(Callee.Kind));
  }
  return *--M->Top;
}

void machineRun(Machine *M, const Function *F) {
  machineCall(M, functionValue(F), 0, M->Stack);
}
