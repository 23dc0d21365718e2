//===- Values.cpp - Where the values of one function come from --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/read/Values.h"
#include "discover/facts/Sizes.h"
#include "discover/facts/Words.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace allocsite {

/// Generated functions with thousands of branches are not worth more.
static constexpr unsigned MostSteps = 4000;
/// How many functions, one inside the other, are looked into.
static constexpr unsigned Deepest = 3;

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

static const Expr *plain(const Expr *E) {
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

static const Expr *valueOf(const StmtExpr *E) {
  const CompoundStmt *Body = E->getSubStmt();
  return Body->body_empty() ? nullptr : dyn_cast<Expr>(Body->body_back());
}

static const VarDecl *asVariable(const Expr *E) {
  auto *Ref = dyn_cast<DeclRefExpr>(plain(E));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// The local struct or union that `E` is a member of, or null. One is all its members:
/// unions turn pointers into pointers of another type.
static const VarDecl *localRecord(const Expr *E) {
  auto *Member = dyn_cast<MemberExpr>(plain(E));
  if (!Member || Member->isArrow())
    return nullptr;
  const VarDecl *V = asVariable(Member->getBase());
  if (!V)
    return localRecord(Member->getBase());
  return V->hasLocalStorage() && !V->getType()->isReferenceType() &&
                 !isa<ParmVarDecl>(V)
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
class BindingCollector : public RecursiveASTVisitor<BindingCollector> {
public:
  explicit BindingCollector(Values &To) : To(To) {}

  bool TraverseLambdaExpr(LambdaExpr *) { return true; }

  bool VisitVarDecl(VarDecl *V) {
    if (V->hasLocalStorage() && V->getInit() && !isa<ParmVarDecl>(V))
      To.Bound[V].Set.push_back(V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (!B->isAssignmentOp())
      return true;
    const VarDecl *V = asVariable(B->getLHS());
    if (!V)
      V = localRecord(B->getLHS());
    if (V && B->isCompoundAssignmentOp())
      To.Bound[V].Moved.push_back(B);
    else if (V)
      To.Bound[V].Set.push_back(B->getRHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    const VarDecl *V = U->isIncrementDecrementOp() ? asVariable(U->getSubExpr()) : nullptr;
    if (V && V->getType()->isIntegralOrEnumerationType())
      To.Bound[V].Counts = true;
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
        To.Bound[V].Out.push_back({Number, int(Index)});
    }
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr *New) { return add(New), true; }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *Delete) { return add(Delete), true; }

private:
  unsigned add(const Expr *Call) {
    unsigned Number = To.Calls.size();
    To.Calls.push_back(Call);
    To.CallNumbers[Call] = Number;
    return Number;
  }

  Values &To;
};

Values::Values(const FunctionDecl &Of, ASTContext &Ctx, unsigned Depth)
    : Of(Of), Ctx(Ctx), Depth(Depth) {
  BindingCollector(*this).TraverseStmt(Of.getBody());
}

int Values::parameter(const ValueDecl *D) const {
  auto *Parameter = dyn_cast<ParmVarDecl>(D);
  if (!Parameter)
    return -1;
  unsigned Index = Parameter->getFunctionScopeIndex();
  return Index < Of.getNumParams() && Of.getParamDecl(Index) == Parameter
             ? int(Index)
             : -1;
}

const Values::Bindings *Values::bindingsOf(const VarDecl *V) const {
  auto Found = Bound.find(V);
  return Found == Bound.end() ? nullptr : &Found->second;
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

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
  if (const Bindings *Its = bindingsOf(V)) {
    for (const Expr *E : Its->Set)
      Fact.add(pointer(E));
    for (const BinaryOperator *Step : Its->Moved) {
      PointerFact By = pointer(Step->getRHS());
      Fact.Fields.insert(By.Fields.begin(), By.Fields.end());
      Fact.Offset = true;
    }
    for (const OutOfCall &Out : Its->Out)
      Fact.Calls.insert({Out.Call, Out.Argument});
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

/// What `&E` is.
PointerFact Values::addressOf(const Expr *E) {
  E = plain(E);
  if (auto *Member = dyn_cast<MemberExpr>(E)) {
    PointerFact Fact = Member->isArrow() ? pointer(Member->getBase())
                                         : addressOf(Member->getBase());
    Fact.Offset = true;
    return Fact;
  }
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    PointerFact Fact = pointer(Subscript->getBase());
    addIndex(Fact, pointer(Subscript->getIdx()).Fields, E->getType());
    Fact.Offset = true;
    return Fact;
  }
  if (auto *Star = dyn_cast<UnaryOperator>(E); Star && Star->getOpcode() == UO_Deref)
    return pointer(Star->getSubExpr());
  return elsewhere();
}

/// What stands in the lvalue `E`, which is reached through a pointer.
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
  Fact.Loaded = true;
  return Fact;
}

PointerFact Values::pointer(const Expr *E) {
  E = plain(E);
  if (Open.empty())
    Steps = 0;
  if (++Steps > MostSteps || E->isValueDependent() || E->isTypeDependent())
    return elsewhere();

  if (auto Number = CallNumbers.find(E); Number != CallNumbers.end()) {
    PointerFact Fact;
    if (auto *New = dyn_cast<CXXNewExpr>(E); New && New->getNumPlacementArgs() == 1 &&
        New->getPlacementArg(0)->getType()->isPointerType())
      return pointer(New->getPlacementArg(0));
    if (!E->getType()->isIntegerType()) {
      Fact.Calls.insert({Number->second});
      return Fact;
    }
    for (const Expr *Argument : cast<CallExpr>(E)->arguments())
      Fact.add(pointer(Argument)); // (void *)align((uintptr_t)p)
    return Fact;
  }
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V ? variable(V) : elsewhere();
  }
  if (isa<CXXThisExpr>(E)) {
    PointerFact Fact;
    Fact.Parameters = ParameterSet::of(ParameterSet::This);
    return Fact;
  }
  if (isa<CXXNullPtrLiteralExpr>(E) || isa<GNUNullExpr>(E) ||
      isa<IntegerLiteral>(E)) {
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
  if (auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->getOpcode() == BO_Assign || Binary->getOpcode() == BO_Comma)
      return pointer(Binary->getRHS());
    if (Binary->isComparisonOp() || Binary->isLogicalOp())
      return elsewhere();
    // Aligned pointers are integers for a while; sizes are no pointers, and what is
    // multiplied is the number of an element.
    PointerFact Fact;
    if (Binary->getOpcode() == BO_Mul) {
      Fact.Other = true;
      return Fact;
    }
    QualType Moved = Binary->getLHS()->getType()->isPointerType()
                         ? Binary->getLHS()->getType()
                         : Binary->getRHS()->getType();
    for (const Expr *Side : {Binary->getLHS(), Binary->getRHS()}) {
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

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

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
  if (const Bindings *Its = bindingsOf(V)) {
    for (const Expr *E : Its->Set)
      addValue(size(E));
    for (const OutOfCall &Out : Its->Out)
      if (std::optional<SizeFact> Stored =
              sizeStored(cast<CallExpr>(Calls[Out.Call]), Out.Argument))
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

static bool roundsUp(const FunctionDecl *Callee) {
  if (!Callee || !Callee->getIdentifier())
    return false;
  for (const std::string &Word : wordsOf(Callee->getName()))
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

/// What a function returns whose body is that and nothing else, and can be seen here.
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

/// What `__builtin_mul_overflow(a, b, &n)` stores in n, or a function that is one `return`
/// of such a call, as those that check products are.
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
    if (const VarDecl *V = asVariable(Inner->getArg(Index));
        V && Its.parameter(V) == Out)
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
  // What a function makes of characters, or of a number of items, is no size.
  Fact.Opaque |= !Fact.From.empty() && !roundsUp(Call->getDirectCallee());
  return Fact;
}

SizeFact Values::size(const Expr *E) {
  E = plain(E);
  if (Open.empty())
    Steps = 0;
  if (++Steps > MostSteps || E->isValueDependent() || E->isTypeDependent())
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
    // Of a pointer: what was added to it.
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

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

ParameterSet Values::variableRoots(const VarDecl *V) {
  int Number = parameter(V);
  if (Number >= 0)
    return ParameterSet::of(Number);
  ParameterSet Found;
  if (!V->hasLocalStorage() || !Open.insert(V).second)
    return Found;
  if (const Bindings *Its = bindingsOf(V))
    for (const Expr *E : Its->Set)
      Found.add(roots(E));
  Open.erase(V);
  return Found;
}

ParameterSet Values::roots(const Expr *E) {
  E = plain(E);
  if (Open.empty())
    Steps = 0;
  if (++Steps > MostSteps)
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
