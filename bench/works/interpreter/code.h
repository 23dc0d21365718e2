//===- code.h - What the machine runs -----------------------------*- C -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word is an operation in the low 8 bits and its operand in the rest. The
// machine has a stack of values; slots are counted from the frame's base.
//
//===----------------------------------------------------------------------===//
#ifndef INTERPRETER_CODE_H
#define INTERPRETER_CODE_H

#include "value.h"

#include <stdio.h>

/// OPERATION(Name, Operand, Change): Change of the stack's height by it, where
/// that does not depend on the operand.
///
/// Operands: None, Slot, Global, Constant, Target (a word's index), Count, and Loop,
/// a slot with a target in the word behind.
#define FOR_ALL_OPERATIONS(OPERATION)                                          \
  OPERATION(Constant, Constant, 1)                                             \
  OPERATION(Nil, None, 1)                                                      \
  OPERATION(True, None, 1)                                                     \
  OPERATION(False, None, 1)                                                    \
  OPERATION(Pop, Count, 0)                                                     \
  OPERATION(GetSlot, Slot, 1)                                                  \
  OPERATION(SetSlot, Slot, -1)                                                 \
  OPERATION(GetGlobal, Global, 1)                                              \
  OPERATION(SetGlobal, Global, -1)                                             \
  OPERATION(GetIndex, None, -1)                                                \
  OPERATION(SetIndex, None, -3)                                                \
  OPERATION(GetField, Constant, 0)                                             \
  OPERATION(SetField, Constant, -2)                                            \
  OPERATION(Add, None, -1)                                                     \
  OPERATION(AddConstant, Constant, 0)                                          \
  OPERATION(Subtract, None, -1)                                                \
  OPERATION(Multiply, None, -1)                                                \
  OPERATION(Divide, None, -1)                                                  \
  OPERATION(Remainder, None, -1)                                               \
  OPERATION(Join, None, -1)                                                    \
  OPERATION(Equal, None, -1)                                                   \
  OPERATION(NotEqual, None, -1)                                                \
  OPERATION(Less, None, -1)                                                    \
  OPERATION(LessEqual, None, -1)                                               \
  OPERATION(Greater, None, -1)                                                 \
  OPERATION(GreaterEqual, None, -1)                                            \
  OPERATION(Negate, None, 0)                                                   \
  OPERATION(Not, None, 0)                                                      \
  OPERATION(Jump, Target, 0)                                                   \
  OPERATION(JumpIfFalse, Target, -1)                                           \
  OPERATION(AndJump, Target, -1)                                               \
  OPERATION(OrJump, Target, -1)                                                \
  OPERATION(ForBegin, Loop, 0)                                                 \
  OPERATION(ForNext, Loop, 0)                                                  \
  OPERATION(EachNext, Loop, 0)                                                 \
  OPERATION(List, Count, 1)                                                    \
  OPERATION(Map, Count, 1)                                                     \
  OPERATION(Append, None, -1)                                                  \
  OPERATION(Put, Constant, -1)                                                 \
  OPERATION(Call, Count, 0)                                                    \
  OPERATION(Return, None, -1)

typedef enum Operation {
#define OPERATION(Name, Operand, Change) Operation##Name,
  FOR_ALL_OPERATIONS(OPERATION)
#undef OPERATION
} Operation;

struct Code {
  uint32_t *Words;
  uint32_t *Lines; ///< of each word
  uint32_t Count, Room;
  Value *Constants;
  uint32_t ConstantCount, ConstantRoom;
};

enum { MostOperand = (1 << 24) - 1 };

static inline Operation operationOf(uint32_t Word) {
  return (Operation)(Word & 255);
}
static inline uint32_t operandOf(uint32_t Word) { return Word >> 8; }

Code *makeCode(Arena *A);

/// The index of the new word.
uint32_t emitWord(Arena *A, Code *C, uint32_t Word, uint32_t Line);

/// The index of a constant that is equal to V.
uint32_t addConstant(Arena *A, Code *C, Value V);

/// By how much an operation changes the height of the stack.
int heightChange(Operation O, uint32_t Operand);

/// One line for each word.
void printCode(FILE *Out, const Function *F);

#endif
