//===- compiler.h - From the tree to code -------------------------*- C -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef INTERPRETER_COMPILER_H
#define INTERPRETER_COMPILER_H

#include "syntax.h"
#include "table.h"

/// The variables that all functions see, by number.
typedef struct Globals {
  Arena *Memory;
  Table *Numbers; ///< of names
  Value *Values;
  uint32_t Count, Room;
} Globals;

/// The number of a new or known variable.
uint32_t declareGlobal(Globals *G, const String *Name);

/// Makes all functions of P known and returns the one that runs the rest.
const Function *compileProgram(const Program *P, const char *File, Globals *G,
                               StringSet *Strings);

#endif
