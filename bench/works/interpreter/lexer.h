//===- lexer.h - From characters to tokens ------------------------*- C -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef INTERPRETER_LEXER_H
#define INTERPRETER_LEXER_H

#include "text.h"

/// TOKEN(Kind, Text): single characters, pairs of them, and words.
#define FOR_ALL_TOKENS(TOKEN)                                                  \
  TOKEN(End, "end of file")                                                    \
  TOKEN(Name, "name")                                                          \
  TOKEN(Number, "number")                                                      \
  TOKEN(Text, "string")                                                        \
  TOKEN(LeftParen, "(")                                                        \
  TOKEN(RightParen, ")")                                                       \
  TOKEN(LeftBracket, "[")                                                      \
  TOKEN(RightBracket, "]")                                                     \
  TOKEN(LeftBrace, "{")                                                        \
  TOKEN(RightBrace, "}")                                                       \
  TOKEN(Comma, ",")                                                            \
  TOKEN(Colon, ":")                                                            \
  TOKEN(Semicolon, ";")                                                        \
  TOKEN(Dot, ".")                                                              \
  TOKEN(Join, "..")                                                            \
  TOKEN(Plus, "+")                                                             \
  TOKEN(Minus, "-")                                                            \
  TOKEN(Star, "*")                                                             \
  TOKEN(Slash, "/")                                                            \
  TOKEN(Percent, "%")                                                          \
  TOKEN(Assign, "=")                                                           \
  TOKEN(Equal, "==")                                                           \
  TOKEN(NotEqual, "!=")                                                        \
  TOKEN(Less, "<")                                                             \
  TOKEN(LessEqual, "<=")                                                       \
  TOKEN(Greater, ">")                                                          \
  TOKEN(GreaterEqual, ">=")                                                    \
  TOKEN(And, "and")                                                            \
  TOKEN(Break, "break")                                                        \
  TOKEN(Continue, "continue")                                                  \
  TOKEN(Each, "each")                                                          \
  TOKEN(Else, "else")                                                          \
  TOKEN(False, "false")                                                        \
  TOKEN(Fn, "fn")                                                              \
  TOKEN(For, "for")                                                            \
  TOKEN(If, "if")                                                              \
  TOKEN(In, "in")                                                              \
  TOKEN(Let, "let")                                                            \
  TOKEN(Nil, "nil")                                                            \
  TOKEN(Not, "not")                                                            \
  TOKEN(Or, "or")                                                              \
  TOKEN(Return, "return")                                                      \
  TOKEN(True, "true")                                                          \
  TOKEN(While, "while")

typedef enum TokenKind {
#define TOKEN(Kind, Text) Token##Kind,
  FOR_ALL_TOKENS(TOKEN)
#undef TOKEN
} TokenKind;

typedef struct Token {
  TokenKind Kind;
  uint32_t Line;
  double Number;        ///< of TokenNumber
  const String *String; ///< of TokenName and TokenText
} Token;

typedef struct Lexer {
  const char *File;
  const char *Cursor, *End;
  uint32_t Line;
  StringSet *Strings;
} Lexer;

/// Ends the program with `FILE:LINE: error: …` where no token can be read.
Token nextToken(Lexer *L);

const char *tokenText(TokenKind K);

__attribute__((noreturn, format(printf, 3, 4))) void
syntaxError(const char *File, uint32_t Line, const char *Format, ...);

#endif
