//===- Evidence.cpp - The type of a call, from its source -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evidence.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace allocsite {

QualType elementType(const ASTContext &Ctx, QualType T) {
  return Ctx.getBaseElementType(T).getCanonicalType().getUnqualifiedType();
}

void Evidence::addResult(QualType T) {
  QualType Pointee = T->getPointeeType();
  if (!T->isPointerType() || Pointee->isVoidType() || Pointee->isFunctionType())
    return;
  Pointee = elementType(*Ctx, Pointee);
  // Types that mean plain bytes.
  if (Pointee->isCharType() || Pointee->isStdByteType())
    return;
  if (!Result.isNull() && Result != Pointee)
    ResultsDiffer = true;
  Result = Pointee;
}

/// For `sizeof(T)` or `sizeof e`, the type; otherwise a null type.
static QualType sizedType(const ASTContext &Ctx, const Expr *E) {
  auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(E);
  if (!Trait || Trait->getKind() != UETT_SizeOf)
    return {};
  return elementType(Ctx, Trait->getTypeOfArgument());
}

/// Adds as parts all types whose sizeof occurs in `Size`.
void Evidence::addSizesWithin(const Stmt *Size) {
  if (!Size)
    return;
  if (auto *E = dyn_cast<Expr>(Size)) {
    QualType Sized = sizedType(*Ctx, E);
    if (!Sized.isNull()) {
      Parts.push_back(Sized);
      return;
    }
  }
  for (const Stmt *Child : Size->children())
    addSizesWithin(Child);
}

/// Adds T as a unit if `sizeof(T)` is the size or a factor of it; other types as parts.
void Evidence::addSize(const Expr *Size) {
  Size = Size->IgnoreParenCasts();
  QualType Sized = sizedType(*Ctx, Size);
  if (!Sized.isNull()) {
    Units.push_back(Sized);
    return;
  }
  if (auto *Product = dyn_cast<BinaryOperator>(Size))
    if (Product->getOpcode() == BO_Mul) {
      addSize(Product->getLHS());
      addSize(Product->getRHS());
      return;
    }
  addSizesWithin(Size);
}

bool spellsTemplateArguments(const CallExpr &Call) {
  const Expr *Callee = Call.getCallee()->IgnoreParenImpCasts();
  if (auto *Reference = dyn_cast<DeclRefExpr>(Callee))
    return Reference->hasExplicitTemplateArgs();
  auto *Member = dyn_cast<MemberExpr>(Callee);
  return Member && Member->hasExplicitTemplateArgs();
}

/// The T of `alloc<T>(n)`.
static QualType onlyTypeArgument(const CallExpr &Call) {
  const FunctionDecl *Function = Call.getDirectCallee();
  const TemplateArgumentList *Arguments =
      Function ? Function->getTemplateSpecializationArgs() : nullptr;
  if (!spellsTemplateArguments(Call) || !Arguments || Arguments->size() != 1 ||
      Arguments->get(0).getKind() != TemplateArgument::Type)
    return {};
  return Arguments->get(0).getAsType();
}

void Evidence::addCall(const CallExpr &Call) {
  addResult(Call.getType());
  for (const Expr *Argument : Call.arguments())
    if (Argument->getType()->isIntegralOrEnumerationType())
      addSize(Argument);
  QualType Argument = onlyTypeArgument(Call);
  if (!Argument.isNull())
    TemplateArgument = elementType(*Ctx, Argument);
}

QualType Evidence::type() const {
  QualType Named = Result.isNull() ? TemplateArgument : Result;
  if (ResultsDiffer)
    return {};
  if (Named.isNull()) {
    bool OneUnit = Parts.empty() && !Units.empty() &&
                   llvm::all_of(Units, [&](QualType T) { return T == Units.front(); });
    return OneUnit ? Units.front() : QualType();
  }
  if (Units.empty() && Parts.empty())
    return Named;
  return llvm::is_contained(Units, Named) || llvm::is_contained(Parts, Named) ? Named
                                                                              : QualType();
}

/// The value of a statement expression, or null.
static const Expr *resultOf(const StmtExpr &E) {
  const CompoundStmt *Body = E.getSubStmt();
  return Body->body_empty() ? nullptr : dyn_cast<Expr>(Body->body_back());
}

bool endsObstackObject(const StmtExpr &E) {
  const Expr *Result = resultOf(E);
  auto *Ref = Result ? dyn_cast<DeclRefExpr>(Result->IgnoreParenImpCasts()) : nullptr;
  auto *Object = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Object || !Object->getInit())
    return false;
  auto *Base = dyn_cast<MemberExpr>(Object->getInit()->IgnoreParenCasts());
  auto *Field = Base ? dyn_cast<FieldDecl>(Base->getMemberDecl()) : nullptr;
  return Field && Field->getName() == "object_base" &&
         Field->getParent()->getName() == "obstack";
}

void callsBehind(const Expr *E, llvm::SmallVectorImpl<const Expr *> &Calls) {
  while (E) {
    if (!E->getType()->isPointerType())
      return;
    E = E->IgnoreParens();
    if (auto *Cast = dyn_cast<CastExpr>(E)) {
      // The value of a variable may come from anywhere.
      if (Cast->getCastKind() == CK_LValueToRValue)
        return;
      E = Cast->getSubExpr();
    } else if (auto *Full = dyn_cast<FullExpr>(E)) {
      E = Full->getSubExpr();
    } else if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E)) {
      E = Temporary->getSubExpr();
    } else if (auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      callsBehind(Choice->getTrueExpr(), Calls);
      E = Choice->getFalseExpr();
    } else if (auto *Block = dyn_cast<StmtExpr>(E); Block && !endsObstackObject(*Block)) {
      E = resultOf(*Block);
    } else {
      if (Block || isa<CallExpr>(E))
        Calls.push_back(E);
      return;
    }
  }
}

} // namespace allocsite
