//===- Values.cpp - Where the values of one function come from --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/read/Values.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace allocsite {

/// Generated functions with thousands of branches are not worth more.
static constexpr unsigned MostSteps = 4000;

Values::Values(const FunctionDecl &Of, ASTContext &Ctx, unsigned Depth)
    : Of(Of), Ctx(Ctx), Depth(Depth), Bound(Of) {}

bool Values::tooMuch() {
  if (Open.empty())
    Steps = 0;
  return ++Steps > MostSteps;
}

int Values::parameter(const ValueDecl *D) const {
  auto *Parameter = dyn_cast<ParmVarDecl>(D);
  if (!Parameter)
    return -1;
  unsigned Index = Parameter->getFunctionScopeIndex();
  return Index < Of.getNumParams() && Of.getParamDecl(Index) == Parameter ? int(Index) : -1;
}

ParameterSet Values::variableRoots(const VarDecl *V) {
  int Number = parameter(V);
  if (Number >= 0)
    return ParameterSet::of(Number);
  ParameterSet Found;
  if (!V->hasLocalStorage() || !Open.insert(V).second)
    return Found;
  if (const Binding *Its = Bound.of(V))
    for (const Expr *E : Its->Set)
      Found.add(roots(E));
  Open.erase(V);
  return Found;
}

ParameterSet Values::roots(const Expr *E) {
  E = plain(E);
  if (tooMuch())
    return ParameterSet();
  if (isa<CXXThisExpr>(E))
    return ParameterSet::of(ParameterSet::This);
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V ? variableRoots(V) : ParameterSet();
  }
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return roots(Member->getBase());
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return roots(Subscript->getBase());
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return roots(Unary->getSubExpr());
  ParameterSet Found;
  auto addPointers = [&](const Expr *Each) {
    if (Each->getType()->isPointerType() || Each->getType()->isReferenceType())
      Found.add(roots(Each));
  };
  if (auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->getOpcode() != BO_Assign && Binary->getOpcode() != BO_Comma)
      Found.add(roots(Binary->getLHS()));
    Found.add(roots(Binary->getRHS()));
  } else if (auto *Choice = dyn_cast<AbstractConditionalOperator>(E)) {
    Found.add(roots(Choice->getTrueExpr()));
    Found.add(roots(Choice->getFalseExpr()));
  } else if (auto *Call = dyn_cast<CallExpr>(E)) {
    for (const Expr *Argument : Call->arguments())
      addPointers(Argument);
    if (auto *Method = dyn_cast<CXXMemberCallExpr>(Call))
      Found.add(roots(Method->getImplicitObjectArgument()));
  }
  return Found;
}

} // namespace allocsite
