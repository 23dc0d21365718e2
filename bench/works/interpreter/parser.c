//===- parser.c - From tokens to the tree ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursive descent; binary operators by precedence.
//
//===----------------------------------------------------------------------===//
#include "syntax.h"

#include <string.h>

typedef struct Parser {
  Lexer *Lexer;
  Arena *Memory;
  Token Token; ///< the next one
  uint32_t Depth;
} Parser;

enum { MostDepth = 500 };

static Expression *parseExpression(Parser *P);
static Statement *parseBlock(Parser *P);

static void advance(Parser *P) { P->Token = nextToken(P->Lexer); }

static bool accept(Parser *P, TokenKind Kind) {
  if (P->Token.Kind != Kind)
    return false;
  advance(P);
  return true;
}

static void expect(Parser *P, TokenKind Kind) {
  if (!accept(P, Kind))
    syntaxError(P->Lexer->File, P->Token.Line, "expected '%s', not '%s'",
                tokenText(Kind), tokenText(P->Token.Kind));
}

static const String *expectName(Parser *P) {
  const String *Name = P->Token.String;
  expect(P, TokenName);
  return Name;
}

static void enter(Parser *P) {
  if (++P->Depth > MostDepth)
    syntaxError(P->Lexer->File, P->Token.Line, "nested too deeply");
}

static Expression *makeExpression(Parser *P, ExpressionKind Kind) {
  Expression *E = arenaAlloc(P->Memory, sizeof(Expression));
  memset(E, 0, sizeof *E);
  E->Kind = Kind;
  E->Line = P->Token.Line;
  return E;
}

static Statement *makeStatement(Parser *P, StatementKind Kind) {
  Statement *S = arenaAlloc(P->Memory, sizeof(Statement));
  memset(S, 0, sizeof *S);
  S->Kind = Kind;
  S->Line = P->Token.Line;
  return S;
}

static Expression *makeConstant(Parser *P, Value V) {
  Expression *E = makeExpression(P, ExpressionConstant);
  E->Constant = V;
  advance(P);
  return E;
}

/// e, e, … up to Closing, which is taken.
static void parseItems(Parser *P, Expression *Owner, TokenKind Closing) {
  Expression **Last = &Owner->Items;
  while (!accept(P, Closing)) {
    *Last = parseExpression(P);
    Last = &(*Last)->Next;
    ++Owner->Count;
    if (P->Token.Kind != Closing)
      expect(P, TokenComma);
  }
}

static Expression *parseMap(Parser *P) {
  Expression *Map = makeExpression(P, ExpressionMap);
  advance(P);
  Expression **Last = &Map->Items;
  while (!accept(P, TokenRightBrace)) {
    const String *Key =
        P->Token.Kind == TokenText ? P->Token.String : NULL;
    if (Key)
      advance(P);
    else
      Key = expectName(P);
    expect(P, TokenColon);
    // A field of no table: only its name and its value count.
    Expression *Field = makeExpression(P, ExpressionField);
    Field->Name = Key;
    Field->Right = parseExpression(P);
    *Last = Field;
    Last = &Field->Next;
    ++Map->Count;
    if (P->Token.Kind != TokenRightBrace)
      expect(P, TokenComma);
  }
  return Map;
}

static Expression *parsePrimary(Parser *P) {
  Expression *E;
  switch (P->Token.Kind) {
  case TokenNumber:
    return makeConstant(P, numberValue(P->Token.Number));
  case TokenText:
    return makeConstant(P, stringValue(P->Token.String));
  case TokenNil:
    return makeConstant(P, nilValue());
  case TokenTrue:
    return makeConstant(P, booleanValue(true));
  case TokenFalse:
    return makeConstant(P, booleanValue(false));
  case TokenName:
    E = makeExpression(P, ExpressionName);
    E->Name = P->Token.String;
    advance(P);
    return E;
  case TokenLeftParen:
    advance(P);
    E = parseExpression(P);
    expect(P, TokenRightParen);
    return E;
  case TokenLeftBracket:
    E = makeExpression(P, ExpressionList);
    advance(P);
    parseItems(P, E, TokenRightBracket);
    return E;
  case TokenLeftBrace:
    return parseMap(P);
  default:
    syntaxError(P->Lexer->File, P->Token.Line, "expected a value, not '%s'",
                tokenText(P->Token.Kind));
  }
}

static Expression *parsePostfix(Parser *P) {
  Expression *E = parsePrimary(P);
  for (;;) {
    Expression *Outer;
    switch (P->Token.Kind) {
    case TokenLeftParen:
      Outer = makeExpression(P, ExpressionCall);
      advance(P);
      parseItems(P, Outer, TokenRightParen);
      break;
    case TokenLeftBracket:
      Outer = makeExpression(P, ExpressionIndex);
      advance(P);
      Outer->Right = parseExpression(P);
      expect(P, TokenRightBracket);
      break;
    case TokenDot:
      Outer = makeExpression(P, ExpressionField);
      advance(P);
      Outer->Name = expectName(P);
      break;
    default:
      return E;
    }
    Outer->Left = E;
    E = Outer;
  }
}

static Expression *parseUnary(Parser *P) {
  if (P->Token.Kind != TokenMinus && P->Token.Kind != TokenNot)
    return parsePostfix(P);
  enter(P);
  Expression *E = makeExpression(P, ExpressionUnary);
  E->Operator = P->Token.Kind;
  advance(P);
  E->Left = parseUnary(P);
  --P->Depth;
  return E;
}

/// 0 where the token is no binary operator; more binds tighter.
static unsigned precedence(TokenKind K) {
  switch (K) {
  case TokenOr:
    return 1;
  case TokenAnd:
    return 2;
  case TokenEqual:
  case TokenNotEqual:
  case TokenLess:
  case TokenLessEqual:
  case TokenGreater:
  case TokenGreaterEqual:
    return 3;
  case TokenJoin:
    return 4;
  case TokenPlus:
  case TokenMinus:
    return 5;
  case TokenStar:
  case TokenSlash:
  case TokenPercent:
    return 6;
  default:
    return 0;
  }
}

static Expression *parseBinary(Parser *P, unsigned Least) {
  Expression *Left = parseUnary(P);
  for (;;) {
    TokenKind Operator = P->Token.Kind;
    unsigned Precedence = precedence(Operator);
    if (Precedence < Least || Precedence == 0)
      return Left;
    Expression *E = makeExpression(P, Operator == TokenAnd  ? ExpressionAnd
                                      : Operator == TokenOr ? ExpressionOr
                                                            : ExpressionBinary);
    E->Operator = Operator;
    advance(P);
    E->Left = Left;
    E->Right = parseBinary(P, Precedence + 1);
    Left = E;
  }
}

static Expression *parseExpression(Parser *P) {
  enter(P);
  Expression *E = parseBinary(P, 1);
  --P->Depth;
  return E;
}

static Statement *parseIf(Parser *P) {
  Statement *S = makeStatement(P, StatementIf);
  advance(P);
  S->Value = parseExpression(P);
  S->Body = parseBlock(P);
  if (accept(P, TokenElse))
    S->Else = P->Token.Kind == TokenIf ? parseIf(P) : parseBlock(P);
  return S;
}

static Statement *parseFor(Parser *P) {
  Statement *S = makeStatement(P, StatementFor);
  advance(P);
  S->Name = expectName(P);
  expect(P, TokenAssign);
  S->Value = parseExpression(P);
  expect(P, TokenComma);
  S->Limit = parseExpression(P);
  S->Body = parseBlock(P);
  return S;
}

static Statement *parseEach(Parser *P) {
  Statement *S = makeStatement(P, StatementEach);
  advance(P);
  S->Name = expectName(P);
  expect(P, TokenComma);
  S->Second = expectName(P);
  expect(P, TokenIn);
  S->Value = parseExpression(P);
  S->Body = parseBlock(P);
  return S;
}

static Statement *parseSimple(Parser *P) {
  Statement *S;
  switch (P->Token.Kind) {
  case TokenLet:
    S = makeStatement(P, StatementLet);
    advance(P);
    S->Name = expectName(P);
    expect(P, TokenAssign);
    S->Value = parseExpression(P);
    break;
  case TokenReturn:
    S = makeStatement(P, StatementReturn);
    advance(P);
    if (P->Token.Kind != TokenSemicolon)
      S->Value = parseExpression(P);
    break;
  case TokenBreak:
  case TokenContinue:
    S = makeStatement(P, P->Token.Kind == TokenBreak ? StatementBreak
                                                     : StatementContinue);
    advance(P);
    break;
  default:
    S = makeStatement(P, StatementExpression);
    S->Value = parseExpression(P);
    if (accept(P, TokenAssign)) {
      ExpressionKind Kind = S->Value->Kind;
      if (Kind != ExpressionName && Kind != ExpressionIndex &&
          Kind != ExpressionField)
        syntaxError(P->Lexer->File, S->Line, "cannot assign to this");
      S->Kind = StatementAssign;
      S->Target = S->Value;
      S->Value = parseExpression(P);
    }
  }
  expect(P, TokenSemicolon);
  return S;
}

static Statement *parseStatement(Parser *P) {
  Statement *S;
  switch (P->Token.Kind) {
  case TokenIf:
    return parseIf(P);
  case TokenWhile:
    S = makeStatement(P, StatementWhile);
    advance(P);
    S->Value = parseExpression(P);
    S->Body = parseBlock(P);
    return S;
  case TokenFor:
    return parseFor(P);
  case TokenEach:
    return parseEach(P);
  case TokenLeftBrace:
    S = makeStatement(P, StatementBlock);
    S->Body = parseBlock(P);
    return S;
  default:
    return parseSimple(P);
  }
}

static Statement *parseBlock(Parser *P) {
  enter(P);
  expect(P, TokenLeftBrace);
  Statement *First = NULL, **Last = &First;
  while (!accept(P, TokenRightBrace)) {
    *Last = parseStatement(P);
    Last = &(*Last)->Next;
  }
  --P->Depth;
  return First;
}

static Definition *parseFunction(Parser *P) {
  Definition *D = arenaAlloc(P->Memory, sizeof(Definition));
  memset(D, 0, sizeof *D);
  D->Line = P->Token.Line;
  expect(P, TokenFn);
  D->Name = expectName(P);
  expect(P, TokenLeftParen);
  Parameter **Last = &D->Parameters;
  while (!accept(P, TokenRightParen)) {
    Parameter *New = arenaAlloc(P->Memory, sizeof(Parameter));
    New->Name = expectName(P);
    New->Next = NULL;
    *Last = New;
    Last = &New->Next;
    ++D->ParameterCount;
    if (P->Token.Kind != TokenRightParen)
      expect(P, TokenComma);
  }
  D->Body = parseBlock(P);
  return D;
}

Program parseProgram(Lexer *L, Arena *Memory) {
  Parser P = {.Lexer = L, .Memory = Memory};
  Program Result = {NULL, NULL};
  Definition **LastFunction = &Result.Functions;
  Statement **LastStatement = &Result.Body;
  advance(&P);
  while (P.Token.Kind != TokenEnd) {
    if (P.Token.Kind == TokenFn) {
      *LastFunction = parseFunction(&P);
      LastFunction = &(*LastFunction)->Next;
    } else {
      *LastStatement = parseStatement(&P);
      LastStatement = &(*LastStatement)->Next;
    }
  }
  return Result;
}
