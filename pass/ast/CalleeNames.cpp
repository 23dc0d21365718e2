//===- CalleeNames.cpp - What a call through a pointer is called through --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CalleeNames.h"
#include "rules/PointerMark.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace allocsite {

static void addOnce(CalleeNames::List &To, std::string Name) {
  if (!llvm::is_contained(To, Name))
    To.push_back(std::move(Name));
}

/// One step to what the pointer `E` is read from, or null: through parentheses,
/// casts, `*`, `&` and subscripts.
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

/// The names of the member that `E` is, "Class.member"; none where it is no member.
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
  // A class without a name is called by the member that it is, if it is one.
  while (const Expr *Inner = Base ? stepInto(Base) : nullptr)
    Base = Inner;
  auto *Outer = dyn_cast_or_null<MemberExpr>(Base);
  if (!Outer)
    return Names;
  auto *OuterField = dyn_cast<FieldDecl>(Outer->getMemberDecl());
  if (OuterField && OuterField->isAnonymousStructOrUnion()) {
    // C11: its members are those of the class around it.
    for (const std::string &Class : namesOf(*OuterField->getParent()))
      Names.push_back(Class + Own);
  } else {
    for (const std::string &Name : membersOf(Outer))
      Names.push_back(Name + Own);
  }
  return Names;
}

/// Every typedef that the class `T`, or a pointer to it, was written with.
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

/// Every typedef that `T`, or the function that it points to, was written with.
void CalleeNames::addTypes(QualType T, List &To) {
  for (bool Behind : {false, true}) {
    if (Behind) {
      T = T->getPointeeType();
      if (T.isNull())
        return;
    }
    // Typedefs of other things (of the class that is read) are no pointers.
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

/// "[abi:v2]" of a class that has such a tag, as its mangled name has.
static std::string tagsOf(const RecordDecl &Record) {
  std::string Tags;
  if (auto *Tag = Record.getAttr<AbiTagAttr>())
    for (llvm::StringRef Each : Tag->tags()) // sorted
      Tags += "[abi:" + Each.str() + "]";
  return Tags;
}

/// "ns::Class<int>::", where `D` stands. Functions are left out, as in types.
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

/// Its own name and those of its typedefs beside it; none where it has neither. In a
/// precompiled header those that were read: to read more, while declarations are being
/// read, would make the list of them a ring.
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

} // namespace allocsite
