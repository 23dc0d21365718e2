//===- PointerMarker.cpp - Marks calls through pointers for the pass ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerMarker.h"
#include "Compat.h"
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
  // Calls within types are not executed.
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
    const CXXMethodDecl *Outer = Holder;
    if (auto *F = llvm::dyn_cast_or_null<FunctionDecl>(D); F && !isLambda(*F))
      Holder = dyn_cast<CXXMethodDecl>(F);
    bool GoOn = Base::TraverseDecl(D);
    Holder = Outer;
    return GoOn;
  }
  bool TraverseCXXDefaultArgExpr(CXXDefaultArgExpr *E) { return TraverseStmt(E->getExpr()); }
  bool TraverseCXXDefaultInitExpr(CXXDefaultInitExpr *E) { return TraverseStmt(E->getExpr()); }
  bool VisitCallExpr(CallExpr *E) {
    Marker.mark(*E, Holder);
    return true;
  }

private:
  /// True for the call operator of a lambda: its calls belong to the enclosing function.
  static bool isLambda(const FunctionDecl &F) {
    auto *Method = dyn_cast<CXXMethodDecl>(&F);
    return Method && Method->getParent()->isLambda();
  }

  PointerMarker &Marker;
  const bool Finally;
  const CXXMethodDecl *Holder = nullptr; // the enclosing function, if it is a method
};

void PointerMarker::mark(Decl *D, bool Finally) { Visitor(*this, Finally).TraverseDecl(D); }

const std::string *PointerMarker::markOf(const CallExpr *Call) const {
  auto Mark = Marks.find(Call);
  return Mark == Marks.end() || Mark->second.empty() ? nullptr : &Mark->second;
}

/// The letter for a parameter type in PointerMark::Shape.
static char letterOf(QualType T) {
  if (T->isIntegralOrEnumerationType())
    return 'i';
  if (T->isAnyPointerType() || T->isReferenceType() || T->isBlockPointerType() ||
      T->isNullPtrType())
    return 'p';
  return T->isRealFloatingType() ? 'f' : 'o';
}

static std::string shapeOf(const FunctionProtoType &Function) {
  std::string Shape;
  for (QualType Parameter : Function.param_types())
    Shape += letterOf(Parameter);
  return Shape;
}

/// The shape of the parameters. For a function without a prototype, that of the arguments.
static std::string shapeOf(const CallExpr &Call) {
  QualType Function = Call.getCallee()->getType()->getPointeeType();
  if (auto *Prototype = Function->getAs<FunctionProtoType>())
    return shapeOf(*Prototype);
  std::string Shape;
  for (const Expr *Argument : Call.arguments())
    Shape += letterOf(Argument->getType());
  return Shape;
}

void PointerMarker::mark(CallExpr &Call, const CXXMethodDecl *Holder) {
  if (Call.isTypeDependent())
    return;
  if (auto *OfMember = dyn_cast<CXXMemberCallExpr>(&Call))
    return markVirtual(*OfMember, Holder);
  Expr *Callee = Call.getCallee();
  if (Call.getDirectCallee() || !Callee->getType()->isFunctionPointerType())
    return;
  auto [Known, New] = Marks.try_emplace(&Call);
  if (!New)
    return;
  PointerMark Mark;
  Mark.Names = Names.of(Callee);
  Mark.Shape = shapeOf(Call);
  Known->second = textFor(Call, std::move(Mark));
  if (!Known->second.empty())
    Call.setCallee(annotate(Callee, Known->second));
}

/// The function that clang calls directly because it knows the class of `Object`; or null.
static const CXXMethodDecl *known(const CXXMethodDecl &Callee, const Expr *Object,
                                  const ASTContext &Ctx) {
  return Callee.getDevirtualizedMethod(Object, Ctx.getLangOpts().AppleKext);
}

void PointerMarker::markVirtual(CXXMemberCallExpr &Call, const CXXMethodDecl *Holder) {
  auto *Member = dyn_cast<MemberExpr>(Call.getCallee()->IgnoreParens());
  const CXXMethodDecl *Callee = Call.getMethodDecl();
  if (!Member || !Callee || !Callee->isVirtual())
    return;
  auto [Known, New] = Marks.try_emplace(&Call);
  if (!New)
    return;
  PointerMark Mark;
  Mark.Names = Names.of(*Callee);
  Mark.Shape = shapeOf(*Callee->getType()->castAs<FunctionProtoType>());
  if (Holder && Holder->isVirtual()) {
    Mark.HolderNames = Names.of(*Holder);
    Mark.HolderShape = shapeOf(*Holder->getType()->castAs<FunctionProtoType>());
  }
  std::string Text = textFor(Call, std::move(Mark));
  if (Text.empty())
    return;
  Expr *Object = Member->getBase();
  if (!Member->isArrow())
    Object =
        UnaryOperator::Create(Ctx, Object, UO_AddrOf, Ctx.getPointerType(Object->getType()),
                              VK_PRValue, OK_Ordinary, Object->getExprLoc(),
                              /*CanOverflow=*/false, FPOptionsOverride());
  Expr *Annotated = annotate(Object, Text);
  // Leave a call that clang devirtualises as it is: it stays direct, under its own name.
  if (known(*Callee, Member->getBase(), Ctx) != known(*Callee, Annotated, Ctx))
    return;
  Member->setBase(Annotated);
  Member->setArrow(true);
  Known->second = std::move(Text);
}

/// True if the pass should suggest a rule for `Call`, which no rule names.
bool PointerMarker::mayBeMissed(const CallExpr &Call, const PointerMark &Mark) const {
  return TellsMissed && !Mark.isVirtual() && Call.getType()->isPointerType() &&
         (Mark.Shape == "i" || Mark.Shape == "ii" || Mark.Shape == "pi" ||
          Mark.Shape == "pii");
}

/// The text of `Mark` for `Call`; "" if no rule names the call and none should be suggested.
std::string PointerMarker::textFor(const CallExpr &Call, PointerMark Mark) {
  if (Mark.Names.empty())
    return "";
  Mark.Number = Count + 1;
  const SourceManager &Sources = Ctx.getSourceManager();
  PresumedLoc Place = Sources.getPresumedLoc(Sources.getExpansionLoc(Call.getExprLoc()));
  if (Place.isValid()) {
    Mark.Line = Place.getLine();
    Mark.Column = Place.getColumn();
  }
  std::string Text = Mark.spelt();
  if (!Rules.Name(Text.c_str()) && !mayBeMissed(Call, Mark))
    return "";
  ++Count;
  return Text;
}

/// Builds `(T)__builtin_annotation((uintptr_t)Pointer, Text)` as Sema would.
Expr *PointerMarker::annotate(Expr *Pointer, llvm::StringRef Text) {
  const SourceLocation At = Pointer->getExprLoc();
  const QualType Number = Ctx.getUIntPtrType();
  if (!Builtin) {
    TranslationUnitDecl *Unit = Ctx.getTranslationUnitDecl();
    Builtin = FunctionDecl::Create(
        Ctx, Unit, SourceLocation(), SourceLocation(), &Ctx.Idents.get("__builtin_annotation"),
        Ctx.getFunctionType(Number, {}, FunctionProtoType::ExtProtoInfo()), nullptr,
        SC_Extern);
    Builtin->setImplicit();
    Builtin->addAttr(BuiltinAttr::CreateImplicit(Ctx, clang::Builtin::BI__builtin_annotation));
  }
  auto Cast = [&](CastKind Kind, QualType To, Expr *E) {
    return ImplicitCastExpr::Create(Ctx, To, Kind, E, nullptr, VK_PRValue,
                                    FPOptionsOverride());
  };
  Expr *Function = DeclRefExpr::Create(Ctx, NestedNameSpecifierLoc(), SourceLocation(),
                                       Builtin, false, At, Builtin->getType(), VK_LValue);
  Expr *Arguments[] = {Cast(CK_PointerToIntegral, Number, Pointer),
                       plainString(Ctx, Text, At)};
  Expr *Annotated = CallExpr::Create(
      Ctx, Cast(CK_BuiltinFnToFnPtr, Ctx.getPointerType(Builtin->getType()), Function),
      Arguments, Number, VK_PRValue, At, FPOptionsOverride());
  return Cast(CK_IntegralToPointer, Pointer->getType(), Annotated);
}

} // namespace allocsite
