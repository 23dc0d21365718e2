//===- PointerMarker.cpp - Marks calls through pointers for the pass ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerMarker.h"
#include "Compat.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace allocsite {

static void addOnce(CalleeNames::List &To, std::string Name) {
  if (!llvm::is_contained(To, Name))
    To.push_back(std::move(Name));
}

/// Strips one layer of the expression `E`: parentheses, a cast, `*`, `&` or a subscript.
/// Null if there is none.
static const Expr *stepInto(const Expr *E) {
  if (auto *Paren = dyn_cast<ParenExpr>(E))
    return Paren->getSubExpr();
  if (auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getSubExpr();
  if (auto *Full = dyn_cast<FullExpr>(E))
    return Full->getSubExpr();
  if (auto *Value = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return Value->getReplacement();
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return Subscript->getBase();
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    if (Unary->getOpcode() == UO_Deref || Unary->getOpcode() == UO_AddrOf ||
        Unary->getOpcode() == UO_Extension)
      return Unary->getSubExpr();
  return nullptr;
}

CalleeNames::List CalleeNames::of(const Expr *Callee) {
  List Names;
  for (const Expr *E = Callee; E; E = stepInto(E))
    addMember(E, Names);
  for (const Expr *E = Callee; E; E = stepInto(E))
    addTypes(E->getType(), Names);
  return Names;
}

CalleeNames::List CalleeNames::of(const CXXMethodDecl &Callee) {
  List Names;
  if (Callee.getIdentifier())
    addVirtual(Callee, Names);
  return Names;
}

void CalleeNames::addVirtual(const CXXMethodDecl &Callee, List &To) {
  // Overridden functions come first, so that all calls of one allocator have one name.
  for (const CXXMethodDecl *Overridden : Callee.overridden_methods())
    addVirtual(*Overridden, To);
  for (const std::string &Class : namesOf(*Callee.getParent()))
    addOnce(To, PointerMark::VirtualPrefix + Class + "::" + Callee.getName().str());
}

void CalleeNames::addMember(const Expr *E, List &To) {
  for (const std::string &Name : membersOf(E))
    addOnce(To, "field:" + Name);
}

/// The names of the member `E`, "Class.member"; none if it is not a member.
CalleeNames::List CalleeNames::membersOf(const Expr *E) {
  const ValueDecl *Member = nullptr;
  const Expr *Base = nullptr;
  if (auto *Access = dyn_cast<MemberExpr>(E)) {
    Member = Access->getMemberDecl();
    Base = Access->getBase();
  } else if (auto *Reference = dyn_cast<DeclRefExpr>(E)) {
    Member = Reference->getDecl();
  }
  List Names;
  bool IsData = Member && (isa<FieldDecl>(Member) || isa<VarDecl>(Member));
  auto *Record = IsData ? dyn_cast<RecordDecl>(Member->getDeclContext()) : nullptr;
  if (!Record || !Member->getIdentifier())
    return Names;
  const std::string Own = "." + Member->getName().str();
  for (const std::string &Class : namesOf(*Record))
    Names.push_back(Class + Own);
  if (Base)
    addTypedefs(Base->getType(), Own, Names);
  if (!Names.empty())
    return Names;
  // A member of a class without a name is named through the member of that class.
  while (const Expr *Inner = Base ? stepInto(Base) : nullptr)
    Base = Inner;
  auto *Outer = dyn_cast_or_null<MemberExpr>(Base);
  if (!Outer)
    return Names;
  auto *OuterField = dyn_cast<FieldDecl>(Outer->getMemberDecl());
  if (OuterField && OuterField->isAnonymousStructOrUnion()) {
    // The members of an anonymous struct (C11) are members of the enclosing class.
    for (const std::string &Class : namesOf(*OuterField->getParent()))
      Names.push_back(Class + Own);
  } else {
    for (const std::string &Name : membersOf(Outer))
      Names.push_back(Name + Own);
  }
  return Names;
}

/// Adds a name for every typedef by which the class `T`, or a pointer to it, was written.
void CalleeNames::addTypedefs(QualType T, llvm::StringRef Member, List &To) {
  if (T->isPointerType())
    T = T->getPointeeType();
  for (;;) {
    if (auto *Typedef = dyn_cast<TypedefType>(T.getTypePtr()))
      addOnce(To, scopeOf(*Typedef->getDecl()) + Typedef->getDecl()->getName().str() +
                      Member.str());
    QualType Next = T.getSingleStepDesugaredType(Ctx);
    if (Next == T)
      return;
    T = Next;
  }
}

/// Adds every typedef by which `T`, or the function that it points to, was written.
void CalleeNames::addTypes(QualType T, List &To) {
  for (bool Behind : {false, true}) {
    if (Behind) {
      T = T->getPointeeType();
      if (T.isNull())
        return;
    }
    // Other typedefs (such as of the class that holds the pointer) do not name the pointer.
    bool IsFunction = T->isFunctionPointerType() || T->isFunctionType();
    for (QualType At = T; IsFunction; At = At.getSingleStepDesugaredType(Ctx)) {
      const NamedDecl *Name = nullptr;
      if (auto *Typedef = dyn_cast<TypedefType>(At.getTypePtr()))
        Name = Typedef->getDecl();
      else if (auto *Alias = dyn_cast<TemplateSpecializationType>(At.getTypePtr());
               Alias && Alias->isTypeAlias())
        Name = Alias->getTemplateName().getAsTemplateDecl();
      if (Name)
        addOnce(To, "pointer:" + scopeOf(*Name) + Name->getName().str());
      if (At == At.getSingleStepDesugaredType(Ctx))
        break;
    }
  }
}

/// The ABI tags of a class, "[abi:v2]", as in its mangled name; or "".
static std::string tagsOf(const RecordDecl &Record) {
  std::string Tags;
  if (auto *Tag = Record.getAttr<AbiTagAttr>())
    for (llvm::StringRef Each : Tag->tags()) // sorted
      Tags += "[abi:" + Each.str() + "]";
  return Tags;
}

/// The scope of `D`, "ns::Class<int>::". Functions are left out, as in types.
std::string CalleeNames::scopeOf(const Decl &D) const {
  std::string Scope;
  for (const DeclContext *At = D.getDeclContext(); At; At = At->getParent()) {
    std::string Name;
    if (auto *Namespace = dyn_cast<NamespaceDecl>(At)) {
      if (Namespace->isInline())
        continue;
      Name = Namespace->isAnonymousNamespace() ? "(anonymous namespace)"
                                               : Namespace->getName().str();
    } else if (auto *Record = dyn_cast<RecordDecl>(At)) {
      llvm::raw_string_ostream Stream(Name);
      Record->getNameForDiagnostic(Stream, PrintingPolicy(Ctx.getLangOpts()),
                                   /*Qualified=*/false);
      Stream.flush();
      Name += tagsOf(*Record);
    }
    if (!Name.empty())
      Scope = Name + "::" + Scope;
  }
  return Scope;
}

/// The name of a class and its typedefs in the same scope; empty if it has neither. From a
/// precompiled header, only typedefs that were loaded already: loading more while
/// declarations are being loaded would make clang's list of them circular.
const CalleeNames::List &CalleeNames::namesOf(const RecordDecl &Record) {
  auto [Known, New] = Records.try_emplace(cast<RecordDecl>(Record.getCanonicalDecl()));
  List &Names = Known->second;
  if (!New)
    return Names;
  const std::string Scope = scopeOf(Record);
  if (Record.getIdentifier()) {
    std::string Name;
    llvm::raw_string_ostream Stream(Name);
    Record.getNameForDiagnostic(Stream, PrintingPolicy(Ctx.getLangOpts()),
                                /*Qualified=*/false);
    Stream.flush();
    Names.push_back(Scope + Name + tagsOf(Record));
  }
  for (const Decl *D : Record.getDeclContext()->getRedeclContext()->noload_decls())
    if (auto *Typedef = dyn_cast<TypedefNameDecl>(D))
      if (const TagDecl *Named = Typedef->getUnderlyingType()->getAsTagDecl();
          Named && Named->getCanonicalDecl() == Record.getCanonicalDecl() &&
          !Typedef->getUnderlyingType()->isPointerType())
        addOnce(Names, scopeOf(*Typedef) + Typedef->getName().str());
  return Names;
}

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
