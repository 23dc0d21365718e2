//===- Bindings.cpp - What the variables of a function may be ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/read/Bindings.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace allocsite {

const Expr *plain(const Expr *E) {
  for (;;) {
    const Expr *Inner = E->IgnoreParenCasts();
    if (auto *Full = dyn_cast<FullExpr>(Inner))
      Inner = Full->getSubExpr();
    else if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = Temporary->getSubExpr();
    else if (auto *Opaque = dyn_cast<OpaqueValueExpr>(Inner);
             Opaque && Opaque->getSourceExpr())
      Inner = Opaque->getSourceExpr();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

const Expr *valueOf(const StmtExpr *E) {
  const CompoundStmt *Body = E->getSubStmt();
  return Body->body_empty() ? nullptr : dyn_cast<Expr>(Body->body_back());
}

const VarDecl *asVariable(const Expr *E) {
  auto *Ref = dyn_cast<DeclRefExpr>(plain(E));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

const VarDecl *localRecord(const Expr *E) {
  auto *Member = dyn_cast<MemberExpr>(plain(E));
  if (!Member || Member->isArrow())
    return nullptr;
  const VarDecl *V = asVariable(Member->getBase());
  if (!V)
    return localRecord(Member->getBase());
  return V->hasLocalStorage() && !V->getType()->isReferenceType() && !isa<ParmVarDecl>(V)
             ? V
             : nullptr;
}

/// Whether `Call` hands over a variable by reference, so that it may be set there.
static bool isStoredThrough(const CallExpr &Call, unsigned Index) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || isa<CXXOperatorCallExpr>(Call) || Index >= Callee->getNumParams())
    return false;
  QualType Type = Callee->getParamDecl(Index)->getType();
  return Type->isLValueReferenceType() && !Type->getPointeeType().isConstQualified();
}

/// Finds what is assigned where, and numbers the calls. Lambdas are functions of
/// their own.
class Bindings::Collector : public RecursiveASTVisitor<Bindings::Collector> {
public:
  explicit Collector(Bindings &To) : To(To) {}

  bool TraverseLambdaExpr(LambdaExpr *) { return true; }

  bool VisitVarDecl(VarDecl *V) {
    if (V->hasLocalStorage() && V->getInit() && !isa<ParmVarDecl>(V))
      To.Variables[V].Set.push_back(V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (!B->isAssignmentOp())
      return true;
    const VarDecl *V = asVariable(B->getLHS());
    if (!V)
      V = localRecord(B->getLHS());
    if (V && B->isCompoundAssignmentOp())
      To.Variables[V].Moved.push_back(B);
    else if (V)
      To.Variables[V].Set.push_back(B->getRHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    const VarDecl *V = U->isIncrementDecrementOp() ? asVariable(U->getSubExpr()) : nullptr;
    if (V && V->getType()->isIntegralOrEnumerationType())
      To.Variables[V].Counts = true;
    else if (V && V->getType()->isPointerType())
      To.Variables[V].Steps = true;
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    unsigned Number = add(Call);
    // The object of an operator's call is its first argument.
    for (unsigned Index = 0; Index < Call->getNumArgs(); ++Index) {
      const Expr *Argument = Call->getArg(Index);
      auto *Address = dyn_cast<UnaryOperator>(plain(Argument));
      if (Address && Address->getOpcode() == UO_AddrOf)
        Argument = Address->getSubExpr();
      else if (!isStoredThrough(*Call, Index))
        continue;
      if (const VarDecl *V = asVariable(Argument))
        To.Variables[V].Out.push_back({Number, int(Index)});
    }
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr *New) { return add(New), true; }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *Delete) { return add(Delete), true; }

private:
  unsigned add(const Expr *Call) {
    unsigned Number = To.Calls.size();
    To.Calls.push_back(Call);
    To.Numbers[Call] = Number;
    return Number;
  }

  Bindings &To;
};

Bindings::Bindings(const FunctionDecl &Of) { Collector(*this).TraverseStmt(Of.getBody()); }

const Binding *Bindings::of(const VarDecl *V) const {
  auto Found = Variables.find(V);
  return Found == Variables.end() ? nullptr : &Found->second;
}

std::optional<unsigned> Bindings::callNumber(const Expr *E) const {
  auto Found = Numbers.find(E);
  if (Found == Numbers.end())
    return std::nullopt;
  return Found->second;
}

} // namespace allocsite
