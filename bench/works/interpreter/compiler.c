//===- compiler.c - From the tree to code ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the tree of a function. The height of the stack is known at each
// point, so that a variable is the slot in which its first value was left.
//
//===----------------------------------------------------------------------===//
#include "compiler.h"

#include "code.h"

#include <string.h>

enum { MostVariables = 250, MostJumps = 250 };

/// The loop around a statement: where `break` and `continue` go, once known.
typedef struct Loop {
  struct Loop *Outer;
  uint32_t Height; ///< of the stack in its body
  uint32_t Breaks[MostJumps], BreakCount;
  uint32_t Continues[MostJumps], ContinueCount;
} Loop;

typedef struct Variable {
  const String *Name;
  uint32_t Slot;
} Variable;

typedef struct Compiler {
  const char *File;
  Globals *Globals;
  StringSet *Strings;
  Code *Code;
  Loop *Loop;
  uint32_t Line;
  uint32_t Height, MostHeight;
  uint32_t VariableCount;
  bool IsTop; ///< outside of functions and blocks, where variables are global
  Variable Variables[MostVariables];
} Compiler;

static void compileExpression(Compiler *C, const Expression *E);
static void compileBlock(Compiler *C, const Statement *First);

uint32_t declareGlobal(Globals *G, const String *Name) {
  Value Known = tableGetString(G->Numbers, Name);
  if (Known.Kind == KindNumber)
    return (uint32_t)Known.Number;
  if (G->Count == G->Room) {
    uint32_t Room = G->Room ? G->Room * 2 : 64;
    G->Values = arenaGrow(G->Memory, G->Values, G->Room * sizeof(Value),
                          Room * sizeof(Value));
    G->Room = Room;
  }
  G->Values[G->Count] = nilValue();
  tableSet(G->Memory, G->Numbers, stringValue(Name), numberValue(G->Count));
  return G->Count++;
}

static uint32_t emit(Compiler *C, Operation O, uint32_t Operand) {
  if (Operand > MostOperand)
    syntaxError(C->File, C->Line, "the function is too large");
  C->Height = (uint32_t)((int)C->Height + heightChange(O, Operand));
  if (C->Height > C->MostHeight)
    C->MostHeight = C->Height;
  return emitWord(C->Globals->Memory, C->Code, (uint32_t)O | Operand << 8,
                  C->Line);
}

static void emitConstant(Compiler *C, Operation O, Value V) {
  emit(C, O, addConstant(C->Globals->Memory, C->Code, V));
}

/// A loop's operation, whose target is in the word behind; returns that word.
static uint32_t emitLoop(Compiler *C, Operation O, uint32_t Slot,
                         uint32_t Target) {
  emit(C, O, Slot);
  return emitWord(C->Globals->Memory, C->Code, Target, C->Line);
}

/// Lets the jump at Word go to what is emitted next.
static void patch(Compiler *C, uint32_t Word) {
  uint32_t *W = &C->Code->Words[Word];
  *W = (*W & 255) | C->Code->Count << 8;
}

static const Variable *findVariable(const Compiler *C, const String *Name) {
  for (uint32_t I = C->VariableCount; I > 0; --I)
    if (C->Variables[I - 1].Name == Name)
      return &C->Variables[I - 1];
  return NULL;
}

static uint32_t globalNumber(const Compiler *C, const String *Name) {
  Value Number = tableGetString(C->Globals->Numbers, Name);
  if (Number.Kind != KindNumber)
    syntaxError(C->File, C->Line, "'%s' is not known", Name->Bytes);
  return (uint32_t)Number.Number;
}

/// Names the value on top of the stack.
static void addVariable(Compiler *C, const String *Name, uint32_t Slot) {
  if (C->VariableCount == MostVariables)
    syntaxError(C->File, C->Line, "more than %d variables", MostVariables);
  C->Variables[C->VariableCount++] = (Variable){Name, Slot};
}

static bool isNumber(const Expression *E) {
  return E->Kind == ExpressionConstant && E->Constant.Kind == KindNumber;
}

/// The value of an operation on two constants, where it is known before the run.
static bool fold(TokenKind Operator, double A, double B, double *Result) {
  switch (Operator) {
  case TokenPlus:
    *Result = A + B;
    return true;
  case TokenMinus:
    *Result = A - B;
    return true;
  case TokenStar:
    *Result = A * B;
    return true;
  case TokenSlash:
    *Result = A / B;
    return B != 0;
  default:
    return false;
  }
}

static Operation binaryOperation(TokenKind Operator) {
  switch (Operator) {
  case TokenPlus:
    return OperationAdd;
  case TokenMinus:
    return OperationSubtract;
  case TokenStar:
    return OperationMultiply;
  case TokenSlash:
    return OperationDivide;
  case TokenPercent:
    return OperationRemainder;
  case TokenJoin:
    return OperationJoin;
  case TokenEqual:
    return OperationEqual;
  case TokenNotEqual:
    return OperationNotEqual;
  case TokenLess:
    return OperationLess;
  case TokenLessEqual:
    return OperationLessEqual;
  case TokenGreater:
    return OperationGreater;
  default:
    return OperationGreaterEqual;
  }
}

static void compileBinary(Compiler *C, const Expression *E) {
  double Known;
  if (isNumber(E->Left) && isNumber(E->Right) &&
      fold(E->Operator, E->Left->Constant.Number, E->Right->Constant.Number,
           &Known)) {
    emitConstant(C, OperationConstant, numberValue(Known));
    return;
  }
  compileExpression(C, E->Left);
  C->Line = E->Line;
  if (isNumber(E->Right) &&
      (E->Operator == TokenPlus || E->Operator == TokenMinus)) {
    double Number = E->Right->Constant.Number;
    emitConstant(C, OperationAddConstant,
                 numberValue(E->Operator == TokenPlus ? Number : -Number));
    return;
  }
  compileExpression(C, E->Right);
  C->Line = E->Line;
  emit(C, binaryOperation(E->Operator), 0);
}

static void compileUnary(Compiler *C, const Expression *E) {
  if (E->Operator == TokenMinus && isNumber(E->Left)) {
    emitConstant(C, OperationConstant, numberValue(-E->Left->Constant.Number));
    return;
  }
  compileExpression(C, E->Left);
  emit(C, E->Operator == TokenMinus ? OperationNegate : OperationNot, 0);
}

/// Left decides, or its value goes and Right's stays.
static void compileShortCut(Compiler *C, const Expression *E) {
  compileExpression(C, E->Left);
  uint32_t Jump = emit(
      C, E->Kind == ExpressionAnd ? OperationAndJump : OperationOrJump, 0);
  compileExpression(C, E->Right);
  patch(C, Jump);
}

static void compileConstant(Compiler *C, Value V) {
  switch (V.Kind) {
  case KindNil:
    emit(C, OperationNil, 0);
    break;
  case KindBoolean:
    emit(C, V.Boolean ? OperationTrue : OperationFalse, 0);
    break;
  default:
    emitConstant(C, OperationConstant, V);
  }
}

static void compileName(Compiler *C, const Expression *E) {
  const Variable *V = findVariable(C, E->Name);
  if (V)
    emit(C, OperationGetSlot, V->Slot);
  else
    emit(C, OperationGetGlobal, globalNumber(C, E->Name));
}

static void compileItems(Compiler *C, const Expression *First, bool Append) {
  for (const Expression *Item = First; Item; Item = Item->Next) {
    compileExpression(C, Item);
    if (Append)
      emit(C, OperationAppend, 0);
  }
}

static void compileMap(Compiler *C, const Expression *E) {
  emit(C, OperationMap, E->Count);
  for (const Expression *Field = E->Items; Field; Field = Field->Next) {
    compileExpression(C, Field->Right);
    emitConstant(C, OperationPut, stringValue(Field->Name));
  }
}

static void compileExpression(Compiler *C, const Expression *E) {
  C->Line = E->Line;
  switch (E->Kind) {
  case ExpressionConstant:
    compileConstant(C, E->Constant);
    break;
  case ExpressionName:
    compileName(C, E);
    break;
  case ExpressionUnary:
    compileUnary(C, E);
    break;
  case ExpressionBinary:
    compileBinary(C, E);
    break;
  case ExpressionAnd:
  case ExpressionOr:
    compileShortCut(C, E);
    break;
  case ExpressionIndex:
    compileExpression(C, E->Left);
    compileExpression(C, E->Right);
    C->Line = E->Line;
    emit(C, OperationGetIndex, 0);
    break;
  case ExpressionField:
    compileExpression(C, E->Left);
    emitConstant(C, OperationGetField, stringValue(E->Name));
    break;
  case ExpressionCall:
    compileExpression(C, E->Left);
    compileItems(C, E->Items, false);
    C->Line = E->Line;
    emit(C, OperationCall, E->Count);
    break;
  case ExpressionList:
    emit(C, OperationList, E->Count);
    compileItems(C, E->Items, true);
    break;
  case ExpressionMap:
    compileMap(C, E);
    break;
  }
}

static void compileAssign(Compiler *C, const Statement *S) {
  const Expression *Target = S->Target;
  const Variable *V;
  switch (Target->Kind) {
  case ExpressionIndex:
    compileExpression(C, Target->Left);
    compileExpression(C, Target->Right);
    compileExpression(C, S->Value);
    C->Line = S->Line;
    emit(C, OperationSetIndex, 0);
    break;
  case ExpressionField:
    compileExpression(C, Target->Left);
    compileExpression(C, S->Value);
    C->Line = S->Line;
    emitConstant(C, OperationSetField, stringValue(Target->Name));
    break;
  default:
    compileExpression(C, S->Value);
    V = findVariable(C, Target->Name);
    if (V)
      emit(C, OperationSetSlot, V->Slot);
    else
      emit(C, OperationSetGlobal, globalNumber(C, Target->Name));
  }
}

static void compileLet(Compiler *C, const Statement *S) {
  compileExpression(C, S->Value);
  if (C->IsTop)
    emit(C, OperationSetGlobal, declareGlobal(C->Globals, S->Name));
  else
    addVariable(C, S->Name, C->Height - 1);
}

static void compileIf(Compiler *C, const Statement *S) {
  compileExpression(C, S->Value);
  uint32_t Otherwise = emit(C, OperationJumpIfFalse, 0);
  compileBlock(C, S->Body);
  if (!S->Else) {
    patch(C, Otherwise);
    return;
  }
  uint32_t End = emit(C, OperationJump, 0);
  patch(C, Otherwise);
  compileBlock(C, S->Else);
  patch(C, End);
}

static void beginLoop(Compiler *C, Loop *L) {
  L->Outer = C->Loop;
  L->Height = C->Height;
  L->BreakCount = L->ContinueCount = 0;
  C->Loop = L;
}

static void patchAll(Compiler *C, const uint32_t *Jumps, uint32_t Count) {
  for (uint32_t I = 0; I < Count; ++I)
    patch(C, Jumps[I]);
}

static void endLoop(Compiler *C, Loop *L) {
  patchAll(C, L->Breaks, L->BreakCount);
  C->Loop = L->Outer;
}

static void compileJump(Compiler *C, const Statement *S) {
  Loop *L = C->Loop;
  if (!L)
    syntaxError(C->File, S->Line, "there is no loop around this");
  bool IsBreak = S->Kind == StatementBreak;
  uint32_t *Count = IsBreak ? &L->BreakCount : &L->ContinueCount;
  if (*Count == MostJumps)
    syntaxError(C->File, S->Line, "more than %d jumps", MostJumps);
  // The variables of the blocks in between go; what follows does not know.
  uint32_t Height = C->Height;
  if (Height > L->Height)
    emit(C, OperationPop, Height - L->Height);
  uint32_t Jump = emit(C, OperationJump, 0);
  (IsBreak ? L->Breaks : L->Continues)[(*Count)++] = Jump;
  C->Height = Height;
}

static void compileWhile(Compiler *C, const Statement *S) {
  Loop L;
  beginLoop(C, &L);
  uint32_t Begin = C->Code->Count;
  compileExpression(C, S->Value);
  uint32_t End = emit(C, OperationJumpIfFalse, 0);
  compileBlock(C, S->Body);
  patchAll(C, L.Continues, L.ContinueCount);
  emit(C, OperationJump, Begin);
  patch(C, End);
  endLoop(C, &L);
}

/// Slots: the count, the limit, and the variable, which the body may change.
static void compileFor(Compiler *C, const Statement *S) {
  Loop L;
  uint32_t Slot = C->Height, Variables = C->VariableCount;
  compileExpression(C, S->Value);
  compileExpression(C, S->Limit);
  emit(C, OperationNil, 0);
  addVariable(C, S->Name, Slot + 2);
  beginLoop(C, &L);
  uint32_t Exit = emitLoop(C, OperationForBegin, Slot, 0);
  uint32_t Begin = C->Code->Count;
  compileBlock(C, S->Body);
  patchAll(C, L.Continues, L.ContinueCount);
  emitLoop(C, OperationForNext, Slot, Begin);
  C->Code->Words[Exit] = C->Code->Count;
  endLoop(C, &L);
  C->VariableCount = Variables;
  emit(C, OperationPop, 3);
}

/// Slots: the table, the position, and the two variables.
static void compileEach(Compiler *C, const Statement *S) {
  Loop L;
  uint32_t Slot = C->Height, Variables = C->VariableCount;
  compileExpression(C, S->Value);
  emitConstant(C, OperationConstant, numberValue(0));
  emit(C, OperationNil, 0);
  emit(C, OperationNil, 0);
  addVariable(C, S->Name, Slot + 2);
  addVariable(C, S->Second, Slot + 3);
  beginLoop(C, &L);
  uint32_t Begin = C->Code->Count;
  uint32_t Exit = emitLoop(C, OperationEachNext, Slot, 0);
  compileBlock(C, S->Body);
  patchAll(C, L.Continues, L.ContinueCount);
  emit(C, OperationJump, Begin);
  C->Code->Words[Exit] = C->Code->Count;
  endLoop(C, &L);
  C->VariableCount = Variables;
  emit(C, OperationPop, 4);
}

static void compileStatement(Compiler *C, const Statement *S) {
  C->Line = S->Line;
  switch (S->Kind) {
  case StatementExpression:
    compileExpression(C, S->Value);
    emit(C, OperationPop, 1);
    break;
  case StatementLet:
    compileLet(C, S);
    break;
  case StatementAssign:
    compileAssign(C, S);
    break;
  case StatementIf:
    compileIf(C, S);
    break;
  case StatementWhile:
    compileWhile(C, S);
    break;
  case StatementFor:
    compileFor(C, S);
    break;
  case StatementEach:
    compileEach(C, S);
    break;
  case StatementReturn:
    if (S->Value)
      compileExpression(C, S->Value);
    else
      emit(C, OperationNil, 0);
    emit(C, OperationReturn, 0);
    break;
  case StatementBreak:
  case StatementContinue:
    compileJump(C, S);
    break;
  case StatementBlock:
    compileBlock(C, S->Body);
    break;
  }
}

static void compileBlock(Compiler *C, const Statement *First) {
  uint32_t Height = C->Height, Variables = C->VariableCount;
  bool WasTop = C->IsTop;
  C->IsTop = false;
  for (const Statement *S = First; S; S = S->Next)
    compileStatement(C, S);
  if (C->Height > Height)
    emit(C, OperationPop, C->Height - Height);
  C->VariableCount = Variables;
  C->IsTop = WasTop;
}

static Function *finish(Compiler *C, const String *Name, uint32_t Parameters) {
  emit(C, OperationNil, 0);
  emit(C, OperationReturn, 0);
  Function *F = arenaAlloc(C->Globals->Memory, sizeof(Function));
  F->Name = Name;
  F->Parameters = Parameters;
  F->Slots = C->MostHeight + 1;
  F->Code = C->Code;
  return F;
}

static void compileFunction(const Definition *D, const char *File, Globals *G,
                            StringSet *Strings) {
  Compiler C = {.File = File, .Globals = G, .Strings = Strings, .Line = D->Line};
  C.Code = makeCode(G->Memory);
  for (const Parameter *P = D->Parameters; P; P = P->Next)
    addVariable(&C, P->Name, C.Height++);
  C.MostHeight = C.Height;
  compileBlock(&C, D->Body);
  G->Values[declareGlobal(G, D->Name)] =
      functionValue(finish(&C, D->Name, D->ParameterCount));
}

const Function *compileProgram(const Program *P, const char *File, Globals *G,
                               StringSet *Strings) {
  // Functions may use each other, and variables that come later.
  for (const Definition *D = P->Functions; D; D = D->Next)
    declareGlobal(G, D->Name);
  for (const Statement *S = P->Body; S; S = S->Next)
    if (S->Kind == StatementLet)
      declareGlobal(G, S->Name);
  for (const Definition *D = P->Functions; D; D = D->Next)
    compileFunction(D, File, G, Strings);

  Compiler Top = {.File = File, .Globals = G, .Strings = Strings, .IsTop = true};
  Top.Code = makeCode(G->Memory);
  for (const Statement *S = P->Body; S; S = S->Next)
    compileStatement(&Top, S);
  return finish(&Top, internText(Strings, "main"), 0);
}
