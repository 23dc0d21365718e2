//===- SizeValues.cpp - What sizes are computed of --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/facts/Sizes.h"
#include "discover/facts/Words.h"
#include "discover/read/Values.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace allocsite {

/// How many functions, one inside the other, are looked into.
static constexpr unsigned Deepest = 3;

/// `Fact` without what only says to which multiple of it a number is rounded.
static SizeFact roundedTo(SizeFact Fact, const SizeFact &Multiple) {
  Fact.From.remove(Multiple.From);
  return Fact.From.empty() ? SizeFact() : Fact;
}

static SizeFact combined(BinaryOperatorKind How, const SizeFact &A, const SizeFact &B) {
  switch (How) {
  case BO_Add:
    return sumOf(A, B);
  case BO_Mul:
    return productOf(A, B);
  case BO_Shl:
    return productOf(A, powerOfTwo(B));
  case BO_Div:
    return quotientOf(A, B);
  case BO_Shr:
    return quotientOf(A, powerOfTwo(B));
  case BO_Rem:
    return roundedTo(computedOf(A, B), B);
  default:
    return computedOf(A, B);
  }
}

SizeFact Values::integerVariable(const VarDecl *V) {
  SizeFact Fact;
  int Number = parameter(V);
  bool First = true;
  auto addValue = [&](const SizeFact &Next) {
    Fact = First ? Next : either(Fact, Next);
    First = false;
  };
  if (Number >= 0)
    addValue(sizeOfParameter(Number));
  if (!Open.insert(V).second)
    return Fact;
  if (const Binding *Its = Bound.of(V)) {
    for (const Expr *E : Its->Set)
      addValue(size(E));
    for (const Binding::OutOfCall &Out : Its->Out)
      if (std::optional<SizeFact> Stored =
              sizeStored(cast<CallExpr>(calls()[Out.Call]), Out.Argument))
        addValue(*Stored);
    // In the order of the source.
    for (const BinaryOperator *Step : Its->Moved)
      Fact = combined(BinaryOperator::getOpForCompoundAssignment(Step->getOpcode()), Fact,
                      size(Step->getRHS()));
    if (Its->Counts)
      Fact = computedOf(Fact, SizeFact());
  }
  Open.erase(V);
  return Fact;
}

static bool isStringLength(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  return Callee && Callee->getIdentifier() && Call->getNumArgs() == 1 &&
         (Callee->getName() == "strlen" || Callee->getName() == "__builtin_strlen");
}

int64_t Values::bytesOf(QualType Element) const {
  if (Element->isVoidType())
    return 1;
  if (Element->isIncompleteType() || Element->isFunctionType() || Element->isDependentType())
    return 0;
  return Ctx.getTypeSizeInChars(Element).getQuantity();
}

SizeFact Values::inBytes(const SizeFact &Added, QualType To) const {
  int64_t Bytes = To->isPointerType() ? bytesOf(To->getPointeeType()) : 0;
  return Bytes ? productOf(Added, constantSize(Bytes)) : Added;
}

/// The name of the function that is called, or of the pointer that it is called through.
static llvm::StringRef calledName(const CallExpr *Call) {
  const NamedDecl *Called = Call->getDirectCallee();
  const Expr *Callee = plain(Call->getCallee());
  while (auto *Star = dyn_cast<UnaryOperator>(Callee))
    Callee = plain(Star->getSubExpr());
  if (auto *Member = dyn_cast<MemberExpr>(Callee); Member && !Called)
    Called = Member->getMemberDecl();
  if (auto *Ref = dyn_cast<DeclRefExpr>(Callee); Ref && !Called)
    Called = Ref->getDecl();
  return Called && Called->getIdentifier() ? Called->getName() : llvm::StringRef();
}

static bool roundsUp(const CallExpr *Call) {
  for (const std::string &Word : wordsOf(calledName(Call)))
    for (llvm::StringRef Known : {"align", "aligned", "round", "roundup", "pad", "max"})
      if (Word == Known)
        return true;
  return false;
}

/// The right side of `n & ~(a - 1)`, or of `n & -a`.
static bool isMask(const Expr *E) {
  auto *Unary = dyn_cast<UnaryOperator>(plain(E));
  return Unary && (Unary->getOpcode() == UO_Not || Unary->getOpcode() == UO_Minus);
}

SizeFact Values::arithmetic(const BinaryOperator *B) {
  if (B->getOpcode() == BO_Assign || B->getOpcode() == BO_Comma)
    return size(B->getRHS());
  if (B->isComparisonOp() || B->isLogicalOp())
    return SizeFact();
  SizeFact Left = inBytes(size(B->getLHS()), B->getRHS()->getType());
  SizeFact Right = inBytes(size(B->getRHS()), B->getLHS()->getType());
  if (B->getOpcode() == BO_And && isMask(B->getLHS()))
    return roundedTo(computedOf(Left, Right), Left);
  if (B->getOpcode() == BO_And && isMask(B->getRHS()))
    return roundedTo(computedOf(Left, Right), Right);
  return combined(B->getOpcode(), Left, Right);
}

/// The returned expression, if the callee's body is visible and is only that return; else
/// null.
static const Expr *onlyResult(const CallExpr *Call, const FunctionDecl *&Callee) {
  Callee = Call->getDirectCallee();
  if (!Callee || isa<CXXOperatorCallExpr>(Call) || !Callee->hasBody(Callee) ||
      Callee->isDependentContext())
    return nullptr;
  auto *Body = dyn_cast<CompoundStmt>(Callee->getBody());
  if (!Body || Body->size() != 1)
    return nullptr;
  auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  return Return ? Return->getRetValue() : nullptr;
}

/// The size that `__builtin_mul_overflow(a, b, &n)` stores in n. Also for functions that only
/// return such a call, as helpers for checked multiplication do.
std::optional<SizeFact> Values::sizeStored(const CallExpr *Call, int Out) {
  const FunctionDecl *Callee;
  const Expr *Result = onlyResult(Call, Callee);
  llvm::StringRef Name =
      Callee && Callee->getIdentifier() ? Callee->getName() : llvm::StringRef();
  if (Name.consume_front("__builtin_") && Name.consume_back("_overflow") && Out == 2) {
    SizeFact Left = size(Call->getArg(0)), Right = size(Call->getArg(1));
    if (Name.contains("mul"))
      return productOf(Left, Right);
    return Name.contains("add") ? sumOf(Left, Right) : computedOf(Left, Right);
  }
  auto *Inner = Result && Depth < Deepest ? dyn_cast<CallExpr>(plain(Result)) : nullptr;
  if (!Inner)
    return std::nullopt;
  Values Its(*Callee, Ctx, Depth + 1);
  for (unsigned Index = 0; Index < Inner->getNumArgs(); ++Index)
    if (const VarDecl *V = asVariable(Inner->getArg(Index)); V && Its.parameter(V) == Out)
      if (std::optional<SizeFact> Stored = Its.sizeStored(Inner, int(Index)))
        return inCaller(*Stored, sizesOf(*Call));
  return std::nullopt;
}

std::vector<ArgumentFact> Values::sizesOf(const CallExpr &Call) {
  std::vector<ArgumentFact> Arguments;
  for (const Expr *Argument : Call.arguments())
    Arguments.push_back({size(Argument), pointer(Argument), ParameterSet()});
  return Arguments;
}

SizeFact Values::sizeOfCall(const CallExpr *Call) {
  if (isStringLength(Call))
    return lengthOf(pointer(Call->getArg(0)));
  const FunctionDecl *Callee;
  if (const Expr *Result = onlyResult(Call, Callee); Result && Depth < Deepest)
    return inCaller(Values(*Callee, Ctx, Depth + 1).size(Result), sizesOf(*Call));
  SizeFact Fact;
  for (const Expr *Argument : Call->arguments())
    Fact = computedOf(Fact, size(Argument));
  // A value that a function computes from characters or a number of items is no size.
  Fact.Opaque |= !Fact.From.empty() && !roundsUp(Call);
  return Fact;
}

SizeFact Values::size(const Expr *E) {
  E = plain(E);
  if (tooMuch() || E->isValueDependent() || E->isTypeDependent())
    return SizeFact();
  if (E->getType()->isIntegralOrEnumerationType()) {
    Expr::EvalResult Result;
    if (E->EvaluateAsInt(Result, Ctx, Expr::SE_NoSideEffects) &&
        Result.Val.getInt().getActiveBits() <= 62)
      return constantSize(Result.Val.getInt().getExtValue());
  }
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || !V->hasLocalStorage())
      return SizeFact();
    // For a pointer variable, the size is what was added to it.
    return V->getType()->isIntegralOrEnumerationType() ||
                   (V->getType()->isPointerType() && parameter(V) < 0)
               ? integerVariable(V)
               : SizeFact();
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(E))
    return arithmetic(Binary);
  if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
    auto *Element = dyn_cast<ArraySubscriptExpr>(plain(Unary->getSubExpr()));
    if (Unary->getOpcode() == UO_AddrOf && Element)
      return sumOf(size(Element->getBase()),
                   inBytes(size(Element->getIdx()), Element->getBase()->getType()));
    if (Unary->getOpcode() == UO_Deref || Unary->getOpcode() == UO_AddrOf)
      return SizeFact();
    return computedOf(size(Unary->getSubExpr()), SizeFact());
  }
  if (auto *Choice = dyn_cast<AbstractConditionalOperator>(E))
    return either(size(Choice->getTrueExpr()), size(Choice->getFalseExpr()));
  if (auto *Call = dyn_cast<CallExpr>(E))
    return sizeOfCall(Call);
  if (auto *Block = dyn_cast<StmtExpr>(E))
    if (const Expr *Value = valueOf(Block))
      return size(Value);
  return SizeFact();
}

} // namespace allocsite
