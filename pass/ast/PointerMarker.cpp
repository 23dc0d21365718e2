//===- PointerMarker.cpp - Marks calls through pointers for the pass ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerMarker.h"
#include "Compat.h"
#include "rules/PointerMark.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace allocsite {

class PointerMarker::Visitor : public RecursiveASTVisitor<Visitor> {
  using Base = RecursiveASTVisitor<Visitor>;

public:
  Visitor(PointerMarker &Marker, bool Finally) : Marker(Marker), Finally(Finally) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  // Types hold no calls that are made.
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }
  bool TraverseType(QualType, bool = true) { return true; }

  bool TraverseDecl(Decl *D) {
    if (auto *F = llvm::dyn_cast_or_null<FunctionDecl>(D))
      if (F->isDependentContext() || (F->isConstexpr() && !Finally))
        return true;
    if (auto *Record = llvm::dyn_cast_or_null<CXXRecordDecl>(D))
      if (Record->isDependentContext())
        return true;
    if (auto *Variable = llvm::dyn_cast_or_null<VarDecl>(D))
      if (Variable->getDeclContext()->isDependentContext() || Variable->isConstexpr())
        return true;
    return Base::TraverseDecl(D);
  }
  bool TraverseCXXDefaultArgExpr(CXXDefaultArgExpr *E) {
    return TraverseStmt(E->getExpr());
  }
  bool TraverseCXXDefaultInitExpr(CXXDefaultInitExpr *E) {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCallExpr(CallExpr *E) {
    Marker.mark(*E);
    return true;
  }

private:
  PointerMarker &Marker;
  const bool Finally;
};

void PointerMarker::mark(Decl *D, bool Finally) {
  Visitor(*this, Finally).TraverseDecl(D);
}

const std::string *PointerMarker::markOf(const CallExpr *Call) const {
  auto Mark = Marks.find(Call);
  return Mark == Marks.end() || Mark->second.empty() ? nullptr : &Mark->second;
}

void PointerMarker::mark(CallExpr &Call) {
  Expr *Callee = Call.getCallee();
  if (Call.isTypeDependent() || Call.getDirectCallee() ||
      !Callee->getType()->isFunctionPointerType())
    return;
  auto [Known, New] = Marks.try_emplace(&Call);
  if (!New)
    return;
  PointerMark Mark;
  for (std::string &Name : Names.of(Callee))
    Mark.Names.push_back(std::move(Name));
  if (Mark.Names.empty())
    return;
  Mark.Shape = shapeOf(Call);
  Mark.Number = Count + 1;
  const SourceManager &Sources = Ctx.getSourceManager();
  PresumedLoc Place = Sources.getPresumedLoc(Sources.getExpansionLoc(Call.getExprLoc()));
  if (Place.isValid()) {
    Mark.Line = Place.getLine();
    Mark.Column = Place.getColumn();
  }
  std::string Text = Mark.spelt();
  if (!Rules.Name(Text.c_str()))
    return;
  ++Count;
  Call.setCallee(annotate(Callee, Text));
  Known->second = std::move(Text);
}

/// The letters of PointerMark::Shape.
std::string PointerMarker::shapeOf(const CallExpr &Call) const {
  auto LetterOf = [](QualType T) {
    if (T->isIntegralOrEnumerationType())
      return 'i';
    if (T->isAnyPointerType() || T->isReferenceType() || T->isBlockPointerType() ||
        T->isNullPtrType())
      return 'p';
    return T->isRealFloatingType() ? 'f' : 'o';
  };
  std::string Shape;
  QualType Function = Call.getCallee()->getType()->getPointeeType();
  if (auto *Prototype = Function->getAs<FunctionProtoType>())
    for (QualType Parameter : Prototype->param_types())
      Shape += LetterOf(Parameter);
  else // what is passed says it
    for (const Expr *Argument : Call.arguments())
      Shape += LetterOf(Argument->getType());
  return Shape;
}

/// `(T)__builtin_annotation((uintptr_t)Pointer, Text)`, as Sema would build it.
Expr *PointerMarker::annotate(Expr *Pointer, llvm::StringRef Text) {
  const SourceLocation At = Pointer->getExprLoc();
  const QualType Number = Ctx.getUIntPtrType();
  if (!Builtin) {
    TranslationUnitDecl *Unit = Ctx.getTranslationUnitDecl();
    Builtin = FunctionDecl::Create(
        Ctx, Unit, SourceLocation(), SourceLocation(),
        &Ctx.Idents.get("__builtin_annotation"),
        Ctx.getFunctionType(Number, {}, FunctionProtoType::ExtProtoInfo()), nullptr,
        SC_Extern);
    Builtin->setImplicit();
    Builtin->addAttr(
        BuiltinAttr::CreateImplicit(Ctx, clang::Builtin::BI__builtin_annotation));
  }
  auto Cast = [&](CastKind Kind, QualType To, Expr *E) {
    return ImplicitCastExpr::Create(Ctx, To, Kind, E, nullptr, VK_PRValue,
                                    FPOptionsOverride());
  };
  Expr *Function =
      DeclRefExpr::Create(Ctx, NestedNameSpecifierLoc(), SourceLocation(), Builtin,
                          false, At, Builtin->getType(), VK_LValue);
  Expr *Arguments[] = {Cast(CK_PointerToIntegral, Number, Pointer),
                       plainString(Ctx, Text, At)};
  Expr *Annotated = CallExpr::Create(
      Ctx,
      Cast(CK_BuiltinFnToFnPtr, Ctx.getPointerType(Builtin->getType()), Function),
      Arguments, Number, VK_PRValue, At, FPOptionsOverride());
  return Cast(CK_IntegralToPointer, Pointer->getType(), Annotated);
}

} // namespace allocsite
