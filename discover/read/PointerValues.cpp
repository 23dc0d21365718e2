//===- PointerValues.cpp - Where pointers come from -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/read/Values.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace allocsite {

std::string fieldName(const FieldDecl &Field) {
  // A member of an unnamed struct is one of the struct around it.
  const RecordDecl *Record = Field.getParent();
  while (Record && !Record->getIdentifier() && !Record->getTypedefNameForAnonDecl()) {
    auto *Around = dyn_cast_or_null<RecordDecl>(Record->getDeclContext());
    if (!Around)
      break;
    Record = Around;
  }
  std::string Name;
  if (Record && Record->getIdentifier())
    Name = Record->getQualifiedNameAsString();
  else if (Record && Record->getTypedefNameForAnonDecl())
    Name = Record->getTypedefNameForAnonDecl()->getNameAsString();
  return Name + "." + Field.getNameAsString();
}

static PointerFact elsewhere() {
  PointerFact Fact;
  Fact.Other = true;
  return Fact;
}

PointerFact Values::variable(const VarDecl *V) {
  PointerFact Fact;
  int Number = parameter(V);
  if (Number >= 0) {
    Fact.Parameters = ParameterSet::of(Number);
  } else if (!V->hasLocalStorage()) {
    if (V->getType()->isArrayType())
      return elsewhere();
    Fact.Fields.insert(V->getQualifiedNameAsString());
    return Fact;
  } else if (V->getType()->isArrayType()) {
    return elsewhere();
  }
  if (!Open.insert(V).second)
    return PointerFact();
  if (const Binding *Its = Bound.of(V)) {
    for (const Expr *E : Its->Set)
      Fact.add(pointer(E));
    for (const BinaryOperator *Step : Its->Moved) {
      PointerFact By = pointer(Step->getRHS());
      Fact.Fields.insert(By.Fields.begin(), By.Fields.end());
      Fact.Offset = true;
    }
    for (const Binding::OutOfCall &Out : Its->Out)
      Fact.Calls.insert({Out.Call, Out.Argument});
    // A string that is gone through is still that of the parameter.
    Fact.Offset |= Its->Steps && !Fact.Calls.empty();
  }
  Open.erase(V);
  return Fact;
}

/// An index of elements of that type was computed of these members.
void Values::addIndex(PointerFact &To, const std::set<std::string> &Members,
                      QualType Element) const {
  int64_t Bytes = bytesOf(Element);
  for (const std::string &Field : Members)
    if (Bytes == 1)
      To.Fields.insert(Field);
    else if (Bytes)
      To.addUnit(Field, Bytes);
}

std::set<std::string> Values::indexItself(const Expr *E) {
  E = plain(E);
  if (auto *Step = dyn_cast<UnaryOperator>(E); Step && Step->isIncrementDecrementOp())
    E = plain(Step->getSubExpr());
  return isa<MemberExpr>(E) || isa<DeclRefExpr>(E) ? pointer(E).Fields
                                                   : std::set<std::string>();
}

/// The value of `&E`.
PointerFact Values::addressOf(const Expr *E) {
  E = plain(E);
  if (auto *Member = dyn_cast<MemberExpr>(E)) {
    PointerFact Fact =
        Member->isArrow() ? pointer(Member->getBase()) : addressOf(Member->getBase());
    Fact.Offset = true;
    return Fact;
  }
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    PointerFact Fact = pointer(Subscript->getBase());
    addIndex(Fact, pointer(Subscript->getIdx()).Fields, E->getType());
    Fact.Index = indexItself(Subscript->getIdx());
    Fact.Offset = true;
    return Fact;
  }
  if (auto *Star = dyn_cast<UnaryOperator>(E); Star && Star->getOpcode() == UO_Deref)
    return pointer(Star->getSubExpr());
  return elsewhere();
}

/// The value stored in the lvalue `E`, which is reached through a pointer.
PointerFact Values::load(const Expr *E) {
  PointerFact Fact;
  if (const VarDecl *V = localRecord(E))
    return variable(V);
  if (auto *Member = dyn_cast<MemberExpr>(E)) {
    if (auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl())) {
      if (Field->getType()->isArrayType())
        return addressOf(E);
      Fact.Fields.insert(fieldName(*Field));
      return Fact;
    }
    if (auto *V = dyn_cast<VarDecl>(Member->getMemberDecl()))
      return variable(V);
    return elsewhere();
  }
  if (E->getType()->isArrayType())
    return addressOf(E);
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    Fact.Index = indexItself(Subscript->getIdx());
  Fact.Loaded = true;
  return Fact;
}

/// The pointer that a call, `new` or `delete` returns.
PointerFact Values::pointerOfCall(const Expr *E, unsigned Number) {
  PointerFact Fact;
  if (auto *New = dyn_cast<CXXNewExpr>(E); New && New->getNumPlacementArgs() == 1 &&
                                           New->getPlacementArg(0)->getType()->isPointerType())
    return pointer(New->getPlacementArg(0));
  if (!E->getType()->isIntegerType()) {
    Fact.Calls.insert({Number});
    return Fact;
  }
  for (const Expr *Argument : cast<CallExpr>(E)->arguments())
    Fact.add(pointer(Argument)); // (void *)align((uintptr_t)p)
  return Fact;
}

PointerFact Values::pointerOfBinary(const BinaryOperator *B) {
  if (B->getOpcode() == BO_Assign || B->getOpcode() == BO_Comma)
    return pointer(B->getRHS());
  if (B->isComparisonOp() || B->isLogicalOp())
    return elsewhere();
  // Aligned pointers are integers for a while; sizes are no pointers, and what is
  // multiplied is the number of an element.
  if (B->getOpcode() == BO_Mul)
    return elsewhere();
  PointerFact Fact;
  QualType Moved = B->getLHS()->getType()->isPointerType() ? B->getLHS()->getType()
                                                           : B->getRHS()->getType();
  for (const Expr *Side : {B->getLHS(), B->getRHS()}) {
    PointerFact Its = pointer(Side);
    if (Moved->isPointerType() && Side->getType()->isIntegerType()) {
      const std::set<std::string> Members = std::move(Its.Fields);
      Its.Fields.clear();
      addIndex(Its, Members, Moved->getPointeeType());
    }
    if (plain(Side)->getType()->isIntegerType()) {
      Its.Parameters = ParameterSet();
      Its.Null = Its.Other = false;
    }
    Fact.add(Its);
  }
  Fact.Offset = true;
  return Fact;
}

PointerFact Values::pointer(const Expr *E) {
  E = plain(E);
  if (tooMuch() || E->isValueDependent() || E->isTypeDependent())
    return elsewhere();

  if (std::optional<unsigned> Number = Bound.callNumber(E))
    return pointerOfCall(E, *Number);
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V ? variable(V) : elsewhere();
  }
  if (isa<CXXThisExpr>(E)) {
    PointerFact Fact;
    Fact.Parameters = ParameterSet::of(ParameterSet::This);
    return Fact;
  }
  if (isa<CXXNullPtrLiteralExpr>(E) || isa<GNUNullExpr>(E) || isa<IntegerLiteral>(E)) {
    PointerFact Fact;
    Fact.Null = true;
    return Fact;
  }
  if (isa<MemberExpr>(E) || isa<ArraySubscriptExpr>(E))
    return load(E);
  if (auto *Choice = dyn_cast<AbstractConditionalOperator>(E)) {
    PointerFact Fact = pointer(Choice->getTrueExpr());
    Fact.add(pointer(Choice->getFalseExpr()));
    return Fact;
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_AddrOf)
      return addressOf(Unary->getSubExpr());
    if (Unary->getOpcode() == UO_Deref)
      return load(E);
    return pointer(Unary->getSubExpr()); // p++
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(E))
    return pointerOfBinary(Binary);
  if (auto *Literal = dyn_cast<CompoundLiteralExpr>(E))
    return pointer(Literal->getInitializer());
  if (auto *List = dyn_cast<InitListExpr>(E)) {
    PointerFact Fact;
    for (const Expr *Each : List->inits())
      if (Each->getType()->isPointerType())
        Fact.add(pointer(Each));
    return Fact;
  }
  if (auto *Block = dyn_cast<StmtExpr>(E))
    if (const Expr *Value = valueOf(Block))
      return pointer(Value);
  return elsewhere();
}

} // namespace allocsite
