//===- machine.h - Runs code --------------------------------------*- C -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef INTERPRETER_MACHINE_H
#define INTERPRETER_MACHINE_H

#include "compiler.h"

#include <stdio.h>

typedef struct Frame {
  const Function *Function;
  const uint32_t *Next; ///< word, to go on with
  Value *Base;
} Frame;

struct Machine {
  Arena Memory;
  StringSet Strings;
  Globals Globals;
  Value *Stack, *StackEnd, *Top;
  Frame *Frames;
  uint32_t FrameCount;
  uint64_t Random;
  FILE *Out;
};

void machineInit(Machine *M, FILE *Out);
void machineDestroy(Machine *M);

/// Calls F, which takes no arguments.
void machineRun(Machine *M, const Function *F);

/// Calls a function of either kind; natives call back with it.
Value machineCall(Machine *M, Value Callee, uint32_t Count,
                  const Value *Arguments);

/// Ends the program; the message names the functions that are being run.
__attribute__((noreturn, format(printf, 2, 3))) void
runtimeError(Machine *M, const char *Format, ...);

/// Gives the functions of builtins.c their names.
void addBuiltins(Machine *M);

#endif
