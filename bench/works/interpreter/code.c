//===- code.c - What the machine runs -------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "code.h"

#include "text.h"

#include <string.h>

typedef enum OperandKind {
  OperandNone,
  OperandSlot,
  OperandGlobal,
  OperandConstant,
  OperandTarget,
  OperandCount,
  OperandLoop,
} OperandKind;

static const struct {
  const char *Name;
  OperandKind Operand;
  int Change;
} Operations[] = {
#define OPERATION(Name, Kind, Change) {#Name, Operand##Kind, Change},
    FOR_ALL_OPERATIONS(OPERATION)
#undef OPERATION
};

Code *makeCode(Arena *A) {
  Code *C = arenaAlloc(A, sizeof(Code));
  memset(C, 0, sizeof *C);
  return C;
}

uint32_t emitWord(Arena *A, Code *C, uint32_t Word, uint32_t Line) {
  if (C->Count == C->Room) {
    uint32_t Room = C->Room ? C->Room * 2 : 16;
    size_t Old = C->Room * sizeof(uint32_t), New = Room * sizeof(uint32_t);
    C->Words = arenaGrow(A, C->Words, Old, New);
    C->Lines = arenaGrow(A, C->Lines, Old, New);
    C->Room = Room;
  }
  C->Words[C->Count] = Word;
  C->Lines[C->Count] = Line;
  return C->Count++;
}

uint32_t addConstant(Arena *A, Code *C, Value V) {
  for (uint32_t I = 0; I < C->ConstantCount; ++I)
    if (C->Constants[I].Kind == V.Kind && C->Constants[I].Word == V.Word)
      return I;
  if (C->ConstantCount == C->ConstantRoom) {
    uint32_t Room = C->ConstantRoom ? C->ConstantRoom * 2 : 8;
    C->Constants = arenaGrow(A, C->Constants, C->ConstantRoom * sizeof(Value),
                             Room * sizeof(Value));
    C->ConstantRoom = Room;
  }
  C->Constants[C->ConstantCount] = V;
  return C->ConstantCount++;
}

int heightChange(Operation O, uint32_t Operand) {
  if (O == OperationPop || O == OperationCall)
    return -(int)Operand;
  return Operations[O].Change;
}

static void printConstant(FILE *Out, Value V) {
  char Number[NumberTextBytes];
  if (V.Kind == KindNumber)
    fprintf(Out, "%.*s", (int)formatNumber(V.Number, Number), Number);
  else
    fprintf(Out, "\"%s\"", V.String->Bytes);
}

void printCode(FILE *Out, const Function *F) {
  const Code *C = F->Code;
  fprintf(Out, "%s: %u parameters, %u slots\n", F->Name->Bytes, F->Parameters,
          F->Slots);
  for (uint32_t I = 0; I < C->Count; ++I) {
    uint32_t Word = C->Words[I], Operand = operandOf(Word);
    fprintf(Out, "%5u  line %-4u  %-12s", I, C->Lines[I],
            Operations[operationOf(Word)].Name);
    switch (Operations[operationOf(Word)].Operand) {
    case OperandNone:
      break;
    case OperandSlot:
      fprintf(Out, " slot %u", Operand);
      break;
    case OperandGlobal:
      fprintf(Out, " global %u", Operand);
      break;
    case OperandConstant:
      fputc(' ', Out);
      printConstant(Out, C->Constants[Operand]);
      break;
    case OperandTarget:
      fprintf(Out, " to %u", Operand);
      break;
    case OperandCount:
      fprintf(Out, " %u", Operand);
      break;
    case OperandLoop:
      fprintf(Out, " slot %u, to %u", Operand, C->Words[++I]);
      break;
    }
    fputc('\n', Out);
  }
}
