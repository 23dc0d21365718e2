//===- syntax.h - The tree of a program ---------------------------*- C -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     program:    { fn NAME ( names ) block | statement }
//     statement:  let NAME = e ;   place = e ;   e ;   return [e] ;
//                 if e block [else block | else if …]   while e block
//                 for NAME = e , e block   each NAME , NAME in e block
//                 break ;   continue ;
//     e:          or, and, comparison, .., + -, * / %, unary, postfix, primary
//     primary:    literal  NAME  ( e )  [ list ]  { NAME : e , … }
//
//===----------------------------------------------------------------------===//
#ifndef INTERPRETER_SYNTAX_H
#define INTERPRETER_SYNTAX_H

#include "lexer.h"

typedef enum ExpressionKind {
  ExpressionConstant,
  ExpressionName,
  ExpressionUnary,
  ExpressionBinary,
  ExpressionAnd,
  ExpressionOr,
  ExpressionIndex, ///< Left[Right]
  ExpressionField, ///< Left.Name
  ExpressionCall,  ///< Left(Items)
  ExpressionList,  ///< [Items]
  ExpressionMap,   ///< {Keys: Items}
} ExpressionKind;

typedef struct Expression {
  ExpressionKind Kind;
  TokenKind Operator;
  uint32_t Line;
  uint32_t Count; ///< of Items
  Value Constant;
  const String *Name;
  struct Expression *Left, *Right;
  struct Expression *Items; ///< the first, linked by Next
  struct Expression *Next;
} Expression;

typedef enum StatementKind {
  StatementExpression,
  StatementLet,
  StatementAssign, ///< Target = Value
  StatementIf,
  StatementWhile,
  StatementFor,  ///< Name from Value to Limit, the latter excluded
  StatementEach, ///< Name, Second in Value
  StatementReturn,
  StatementBreak,
  StatementContinue,
  StatementBlock,
} StatementKind;

typedef struct Statement {
  StatementKind Kind;
  uint32_t Line;
  const String *Name, *Second;
  Expression *Target, *Value, *Limit;
  struct Statement *Body, *Else; ///< the first of a block, linked by Next
  struct Statement *Next;
} Statement;

typedef struct Parameter {
  const String *Name;
  struct Parameter *Next;
} Parameter;

typedef struct Definition {
  const String *Name;
  uint32_t Line;
  uint32_t ParameterCount;
  Parameter *Parameters;
  Statement *Body;
  struct Definition *Next;
} Definition;

typedef struct Program {
  Definition *Functions;
  Statement *Body; ///< what stands outside of functions
} Program;

/// The tree of a whole file, in Memory. Ends the program where it has an error.
Program parseProgram(Lexer *L, Arena *Memory);

#endif
