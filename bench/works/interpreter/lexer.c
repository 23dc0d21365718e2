//===- lexer.c - From characters to tokens --------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "lexer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *tokenText(TokenKind K) {
  static const char *const Texts[] = {
#define TOKEN(Kind, Text) Text,
      FOR_ALL_TOKENS(TOKEN)
#undef TOKEN
  };
  return Texts[K];
}

void syntaxError(const char *File, uint32_t Line, const char *Format, ...) {
  fprintf(stderr, "%s:%u: error: ", File, Line);
  va_list Arguments;
  va_start(Arguments, Format);
  vfprintf(stderr, Format, Arguments);
  va_end(Arguments);
  fputc('\n', stderr);
  exit(1);
}

static bool isDigit(char C) { return C >= '0' && C <= '9'; }

static bool isNameStart(char C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_';
}

static void skipBlanks(Lexer *L) {
  while (L->Cursor != L->End) {
    char C = *L->Cursor;
    if (C == '#') {
      while (L->Cursor != L->End && *L->Cursor != '\n')
        ++L->Cursor;
    } else if (C == ' ' || C == '\t' || C == '\r' || C == '\n') {
      L->Line += C == '\n';
      ++L->Cursor;
    } else {
      return;
    }
  }
}

static Token makeToken(const Lexer *L, TokenKind Kind) {
  return (Token){Kind, L->Line, 0, NULL};
}

static Token readNumber(Lexer *L) {
  // The file ends with a zero, so that strtod stops.
  char *End;
  Token T = makeToken(L, TokenNumber);
  T.Number = strtod(L->Cursor, &End);
  // `1..n` joins: a number does not end in a dot.
  if (End[-1] == '.')
    --End;
  L->Cursor = End;
  return T;
}

static Token readName(Lexer *L) {
  const char *Begin = L->Cursor;
  while (L->Cursor != L->End && (isNameStart(*L->Cursor) || isDigit(*L->Cursor)))
    ++L->Cursor;
  size_t Length = (size_t)(L->Cursor - Begin);
  for (TokenKind K = TokenAnd; K <= TokenWhile; ++K)
    if (strlen(tokenText(K)) == Length && !memcmp(tokenText(K), Begin, Length))
      return makeToken(L, K);
  Token T = makeToken(L, TokenName);
  T.String = intern(L->Strings, Begin, (uint32_t)Length);
  return T;
}

static char readEscape(Lexer *L) {
  if (L->Cursor == L->End)
    syntaxError(L->File, L->Line, "the string does not end");
  char C = *L->Cursor++;
  switch (C) {
  case 'n':
    return '\n';
  case 't':
    return '\t';
  case '\\':
  case '"':
    return C;
  default:
    syntaxError(L->File, L->Line, "unknown escape '\\%c'", C);
  }
}

static Token readText(Lexer *L) {
  Token T = makeToken(L, TokenText);
  TextBuilder B = {L->Strings->Memory, NULL, 0, 0};
  ++L->Cursor;
  for (;;) {
    if (L->Cursor == L->End || *L->Cursor == '\n')
      syntaxError(L->File, L->Line, "the string does not end");
    char C = *L->Cursor++;
    if (C == '"')
      break;
    if (C == '\\')
      C = readEscape(L);
    textAppend(&B, &C, 1);
  }
  T.String = intern(L->Strings, B.Bytes ? B.Bytes : "", B.Length);
  return T;
}

Token nextToken(Lexer *L) {
  skipBlanks(L);
  if (L->Cursor == L->End)
    return makeToken(L, TokenEnd);
  char C = *L->Cursor;
  if (isDigit(C))
    return readNumber(L);
  if (isNameStart(C))
    return readName(L);
  if (C == '"')
    return readText(L);
  // Of two that begin alike, the longer.
  TokenKind Found = TokenEnd;
  for (TokenKind K = TokenLeftParen; K < TokenAnd; ++K) {
    const char *Text = tokenText(K);
    if (Text[0] == C && (!Text[1] || Text[1] == L->Cursor[1]))
      if (Found == TokenEnd || Text[1])
        Found = K;
  }
  if (Found == TokenEnd)
    syntaxError(L->File, L->Line, "unexpected character '%c'", C);
  L->Cursor += strlen(tokenText(Found));
  return makeToken(L, Found);
}
