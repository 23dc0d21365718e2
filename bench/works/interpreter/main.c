//===- main.c - Runs the programs of a small language ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     interpreter [--list] N FILE…
//
// Runs each file by itself, with N as the value of the variable N. --list prints
// the code first.
//
//===----------------------------------------------------------------------===//
#include "code.h"
#include "machine.h"

#include <stdlib.h>
#include <string.h>

/// The bytes of a file and a zero; *Length is without it.
static char *readFile(Arena *A, const char *Path, size_t *Length) {
  FILE *In = fopen(Path, "rb");
  if (!In) {
    fprintf(stderr, "interpreter: error: cannot read '%s'\n", Path);
    exit(1);
  }
  size_t Room = 4096;
  char *Text = arenaAlloc(A, Room);
  *Length = 0;
  for (;;) {
    size_t Got = fread(Text + *Length, 1, Room - 1 - *Length, In);
    if (!Got)
      break;
    *Length += Got;
    if (*Length == Room - 1) {
      Text = arenaGrow(A, Text, Room, Room * 2);
      Room *= 2;
    }
  }
  fclose(In);
  Text[*Length] = 0;
  return Text;
}

static void listCode(const Machine *M, const Function *Main) {
  printCode(M->Out, Main);
  for (uint32_t I = 0; I < M->Globals.Count; ++I)
    if (M->Globals.Values[I].Kind == KindFunction)
      printCode(M->Out, M->Globals.Values[I].Function);
}

static void runFile(Arena *Tree, const char *Path, double N, bool List) {
  Machine M;
  machineInit(&M, stdout);
  uint32_t Number = declareGlobal(&M.Globals, internText(&M.Strings, "N"));
  M.Globals.Values[Number] = numberValue(N);

  size_t Length;
  char *Text = readFile(Tree, Path, &Length);
  Lexer L = {Path, Text, Text + Length, 1, &M.Strings};
  Program P = parseProgram(&L, Tree);
  const Function *Main = compileProgram(&P, Path, &M.Globals, &M.Strings);
  arenaReset(Tree);
  if (List)
    listCode(&M, Main);
  machineRun(&M, Main);
  machineDestroy(&M);
}

int main(int Argc, char **Argv) {
  bool List = Argc > 1 && strcmp(Argv[1], "--list") == 0;
  int First = List ? 2 : 1;
  if (Argc < First + 2) {
    fputs("usage: interpreter [--list] N FILE...\n", stderr);
    return 2;
  }
  Arena Tree = {NULL, NULL, NULL, 0};
  for (int I = First + 1; I < Argc; ++I)
    runFile(&Tree, Argv[I], atof(Argv[First]), List);
  arenaDestroy(&Tree);
  return 0;
}
