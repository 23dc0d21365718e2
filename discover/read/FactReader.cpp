//===- FactReader.cpp - The facts of a syntax tree --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/facts/Sizes.h"
#include "discover/facts/Words.h"
#include "discover/read/ReadSources.h"
#include "discover/read/Values.h"
#include "pass/rules/PointerMark.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"
#include <unordered_map>

using namespace clang;

namespace allocsite {

namespace {

std::string recordName(QualType T) {
  T = T.getCanonicalType();
  if (T->isVoidType())
    return "void";
  if (T->isCharType())
    return "char";
  const TagDecl *Tag = T->getAsTagDecl();
  if (!Tag || !isa<RecordDecl>(Tag))
    return "";
  if (!Tag->getIdentifier() && Tag->getTypedefNameForAnonDecl())
    return Tag->getTypedefNameForAnonDecl()->getNameAsString();
  return Tag->getQualifiedNameAsString();
}

ObjectSizeFact readObjectSize(const RecordDecl *Its, const ASTContext &Ctx) {
  ObjectSizeFact Fact;
  if (!Its || !Its->isCompleteDefinition() || Its->isInvalidDecl() || Its->isDependentType())
    return Fact;
  unsigned Found = 0;
  for (const FieldDecl *Field : Its->fields()) {
    if (Field->isBitField() || !Field->getType()->isIntegerType() ||
        !namesObjectSize(Field->getName()))
      continue;
    const int64_t Bytes = Ctx.getTypeSizeInChars(Field->getType()).getQuantity();
    if (Bytes != 4 && Bytes != 8)
      continue;
    ++Found;
    Fact = {Field->getName().str(),
            Ctx.toCharUnitsFromBits(int64_t(Ctx.getFieldOffset(Field))).getQuantity(), Bytes};
  }
  return Found == 1 ? Fact : ObjectSizeFact();
}

ParameterFact readParameter(const ParmVarDecl &P, const ASTContext &Ctx) {
  ParameterFact Fact;
  Fact.Name = P.getNameAsString();
  QualType T = P.getType();
  if (T->isIntegralOrEnumerationType()) {
    Fact.Letter = 'i';
    Fact.SizeType = Ctx.getTypeSize(T) == Ctx.getTypeSize(Ctx.VoidPtrTy);
  } else if (T->isAnyPointerType() || T->isReferenceType()) {
    Fact.Letter = 'p';
    QualType Pointee = T->getPointeeType();
    Fact.Pointee = recordName(Pointee);
    Fact.ConstPointee = Pointee.isConstQualified();
    Fact.ObjectSize = readObjectSize(Pointee->getAsRecordDecl(), Ctx);
    if (Pointee->isPointerType())
      Fact.OutPointee = recordName(Pointee->getPointeeType());
  }
  return Fact;
}

/// `&f` and `f`, or null.
const FunctionDecl *namedFunction(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (auto *Address = dyn_cast<UnaryOperator>(E); Address && Address->getOpcode() == UO_AddrOf)
    E = Address->getSubExpr()->IgnoreParenCasts();
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
}

/// The parameter that `E` is, or null.
const ParmVarDecl *namedParameter(const Expr *E) {
  auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
}

/// Whether a parameter may be a function that gives memory, or takes it back.
bool mayBeHook(const ParmVarDecl &P) {
  QualType Type = P.getType();
  const clang::FunctionType *Its = Type->isFunctionPointerType()
                                       ? Type->getPointeeType()->getAs<clang::FunctionType>()
                                       : nullptr;
  return Its && isa<FunctionDecl>(P.getDeclContext()) && !Type->isDependentType() &&
         (Its->getReturnType()->isPointerType() || Its->getReturnType()->isVoidType());
}

/// The name of the member or variable that a call through a pointer uses; else "".
std::string hookName(const Expr *Callee) {
  Callee = Callee->IgnoreParenCasts();
  while (auto *Star = dyn_cast<UnaryOperator>(Callee)) {
    if (Star->getOpcode() != UO_Deref)
      return "";
    Callee = Star->getSubExpr()->IgnoreParenCasts();
  }
  if (auto *Member = dyn_cast<MemberExpr>(Callee))
    if (auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
      return fieldName(*Field);
  if (auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    if (isa<VarDecl>(Ref->getDecl()))
      return Ref->getDecl()->getQualifiedNameAsString();
  return "";
}

/// The same as a rule of the pass names it: a member by its class, a variable by the
/// typedef of its type.
std::string hookRule(const Expr *Callee) {
  std::string Name = hookName(Callee);
  if (Name.empty() || Name.front() == '.')
    return "";
  if (Name.find('.') != std::string::npos)
    return "field:" + Name;
  QualType Type = Callee->IgnoreParenImpCasts()->getType();
  if (const TypedefType *Alias = Type->getAs<TypedefType>())
    return "pointer:" + Alias->getDecl()->getQualifiedNameAsString();
  if (Type->isPointerType())
    if (const TypedefType *Alias = Type->getPointeeType()->getAs<TypedefType>())
      return "pointer:" + Alias->getDecl()->getQualifiedNameAsString();
  return "";
}

/// Adds the methods at the root of the override chains of `Method`; itself if it overrides
/// none.
void addRoots(const CXXMethodDecl &Method, std::vector<const CXXMethodDecl *> &To) {
  if (!Method.size_overridden_methods() && !llvm::is_contained(To, &Method))
    To.push_back(&Method);
  for (const CXXMethodDecl *Overridden : Method.overridden_methods())
    addRoots(*Overridden, To);
}

std::string virtualName(const CXXMethodDecl &Root) {
  std::string Parameters;
  for (const ParmVarDecl *P : Root.parameters())
    Parameters += (Parameters.empty() ? "" : ", ") + P->getType().getAsString();
  return Root.getQualifiedNameAsString() + "(" + Parameters + ")";
}

/// As a rule of the pass names it; "" where it cannot.
std::string virtualRule(const CXXMethodDecl &Root, const ASTContext &Ctx) {
  std::string Name = Root.getQualifiedNameAsString();
  if (!Root.getIdentifier() || Name.find_first_of("<( ") != std::string::npos)
    return "";
  std::string Rule = PointerMark::VirtualPrefix + Name, Shape;
  for (const ParmVarDecl *P : Root.parameters())
    Shape += readParameter(*P, Ctx).Letter;
  auto IsOther = [&](const CXXMethodDecl *Each) {
    return Each->getCanonicalDecl() != Root.getCanonicalDecl() &&
           Each->getDeclName() == Root.getDeclName();
  };
  if (llvm::none_of(Root.getParent()->methods(), IsOther))
    return Rule;
  return Shape.find('?') == std::string::npos ? Rule + " shape=" + Shape : "";
}

class Reader : public RecursiveASTVisitor<Reader> {
public:
  Reader(ASTContext &Ctx, UnitFacts &To)
      : Ctx(Ctx), Sources(Ctx.getSourceManager()), Namer(Ctx), To(To) {}

  // Visit instances: templates themselves do not determine what is allocated.
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->isDependentContext() || F->isImplicit() || F->isInvalidDecl() ||
        F->getTemplatedKind() == FunctionDecl::TK_FunctionTemplate)
      return true;
    // Functions of system headers are only read if they are called.
    if (!isOfSystem(F->getLocation()))
      readFunction(*F);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    if (const FunctionDecl *Callee = Call->getDirectCallee()) {
      addCaller(*Callee, Call->getExprLoc());
      addHandedFunctions(*Callee, *Call);
    }
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr *New) {
    if (New->getOperatorNew())
      addCaller(*New->getOperatorNew(), New->getExprLoc());
    return true;
  }
  // The following visitors collect what pointers to functions are set to.
  bool VisitVarDecl(VarDecl *V) {
    if (V->getInit() && !V->getType()->isDependentType())
      addHook(V->getQualifiedNameAsString(), V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() == BO_Assign)
      addHook(hookName(B->getLHS()), B->getRHS());
    return true;
  }
  bool VisitInitListExpr(InitListExpr *List) {
    // As it is written, or with a value for each member.
    if (!List->isSemanticForm())
      List = List->getSemanticForm();
    const RecordDecl *Record =
        List && !List->isTypeDependent() ? List->getType()->getAsRecordDecl() : nullptr;
    if (!Record || Record->isUnion())
      return true;
    unsigned Index = 0;
    for (const FieldDecl *Field : Record->fields())
      if (Index < List->getNumInits())
        addHook(fieldName(*Field), List->getInit(Index++));
    return true;
  }

private:
  bool isOfSystem(SourceLocation At) const {
    return At.isInvalid() || Sources.isInSystemHeader(Sources.getExpansionLoc(At));
  }

  Place placeOf(SourceLocation At) const {
    PresumedLoc Presumed = Sources.getPresumedLoc(Sources.getExpansionLoc(At));
    if (Presumed.isInvalid())
      return {};
    llvm::SmallString<128> Path(Presumed.getFilename());
    Sources.getFileManager().makeAbsolutePath(Path);
    llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    return {std::string(Path), Presumed.getLine()};
  }

  /// The symbol of a function that is called; its declaration is read, too.
  const std::string &calleeOf(const FunctionDecl &F) {
    const std::string &Symbol = symbolOf(F);
    if (!Symbol.empty() && isOfSystem(F.getLocation()) &&
        Callees.insert(F.getCanonicalDecl()).second)
      readFunction(F);
    return Symbol;
  }

  const std::string &symbolOf(const FunctionDecl &F) {
    auto [At, New] = Symbols.try_emplace(F.getCanonicalDecl());
    if (New && !F.isDependentContext()) {
      if (isa<CXXConstructorDecl>(F) || isa<CXXDestructorDecl>(F)) {
        std::vector<std::string> All = Namer.getAllManglings(&F);
        At->second = All.empty() ? "" : All.front();
      } else {
        At->second = Namer.getName(&F);
      }
    }
    return At->second;
  }

  void addCaller(const FunctionDecl &Callee, SourceLocation At) {
    if (isOfSystem(At) || Callee.isDependentContext())
      return;
    const std::string &Symbol = symbolOf(Callee);
    if (!Symbol.empty())
      To.Callers.push_back({Symbol, placeOf(At),
                            Sources.getExpansionColumnNumber(Sources.getExpansionLoc(At))});
  }

  void addHook(const std::string &Hook, const Expr *Value) {
    if (Hook.empty())
      return;
    if (const FunctionDecl *F = namedFunction(Value); F && !F->isDependentContext())
      To.Hooks.push_back({Hook, calleeOf(*F)});
    else if (const ParmVarDecl *P = namedParameter(Value); P && mayBeHook(*P))
      To.HookAliases.push_back({Hook, parameterName(*P)});
  }

  /// The parameter by its function and number, as a pointer that is set by calls.
  std::string parameterName(const ParmVarDecl &P) {
    auto *F = cast<FunctionDecl>(P.getDeclContext());
    std::string Name = symbolOf(*F);
    if (!F->isExternallyVisible())
      Name += ", " + placeOf(F->getLocation()).File;
    return Name + ", " + std::to_string(P.getFunctionScopeIndex());
  }

  /// The root methods (addRoots) that are outside of system headers.
  std::vector<const CXXMethodDecl *> rootsOf(const CXXMethodDecl &Method) const {
    std::vector<const CXXMethodDecl *> Roots;
    addRoots(Method, Roots);
    llvm::erase_if(Roots,
                   [&](const CXXMethodDecl *Root) { return isOfSystem(Root->getLocation()); });
    return Roots;
  }

  void addHandedFunctions(const FunctionDecl &Callee, const CallExpr &Call) {
    if (isa<CXXOperatorCallExpr>(Call) || Callee.isDependentContext())
      return;
    for (unsigned Index = 0; Index < Callee.getNumParams() && Index < Call.getNumArgs();
         ++Index)
      if (const ParmVarDecl &P = *Callee.getParamDecl(Index); mayBeHook(P))
        addHook(parameterName(P), Call.getArg(Index));
  }

  void readFunction(const FunctionDecl &F) {
    FunctionFact Fact;
    Fact.Symbol = symbolOf(F);
    if (Fact.Symbol.empty())
      return;
    Fact.At = placeOf(F.getLocation());
    Fact.Static = !F.isExternallyVisible();
    Fact.System = isOfSystem(F.getLocation());
    Fact.Varargs = F.isVariadic();
    auto *Method = dyn_cast<CXXMethodDecl>(&F);
    Fact.IsMethod = Method && !Method->isStatic();
    for (const ParmVarDecl *P : F.parameters())
      Fact.Parameters.push_back(readParameter(*P, Ctx));
    if (Fact.IsMethod)
      Fact.ThisObjectSize = readObjectSize(Method->getParent(), Ctx);
    QualType Returned = F.getReturnType();
    Fact.ReturnsPointer = Returned->isPointerType();
    if (Fact.ReturnsPointer) {
      Fact.ReturnedPointee = recordName(Returned->getPointeeType());
      Fact.ReturnedBytes = recordBytes(Returned->getPointeeType());
      Fact.ReturnsConst = Returned->getPointeeType().isConstQualified();
    }
    readAttributes(F, Fact);
    if (F.doesThisDeclarationHaveABody() && !Fact.System) {
      Fact.Defined = true;
      readBody(F, Fact);
      if (Method && Method->isVirtual())
        for (const CXXMethodDecl *Root : rootsOf(*Method))
          To.Hooks.push_back({virtualName(*Root), Fact.Symbol});
    }
    To.Functions.push_back(std::move(Fact));
  }

  /// 0 where `T` is no record, or not a complete one.
  int64_t recordBytes(QualType T) const {
    const RecordDecl *Record = T->getAsRecordDecl();
    return Record && Record->isCompleteDefinition() && !Record->isInvalidDecl() &&
                   !T->isDependentType()
               ? Ctx.getTypeSizeInChars(T).getQuantity()
               : 0;
  }

  static void readAttributes(const FunctionDecl &F, FunctionFact &Fact) {
    // Attributes count parameters, `this` among them.
    int First = Fact.IsMethod;
    if (auto *Its = F.getAttr<AllocSizeAttr>()) {
      Fact.AllocSize = int(Its->getElemSizeParam().getSourceIndex()) - 1 - First;
      if (Its->getNumElemsParam().isValid())
        Fact.AllocCount = int(Its->getNumElemsParam().getSourceIndex()) - 1 - First;
    }
    if (auto *Its = F.getAttr<AllocAlignAttr>())
      Fact.AllocAlign = int(Its->getParamIndex().getSourceIndex()) - 1 - First;
    Fact.MallocLike = F.hasAttr<RestrictAttr>();
    Fact.NonNull = F.hasAttr<ReturnsNonNullAttr>();
  }

  void readBody(const FunctionDecl &F, FunctionFact &Fact);

  ASTContext &Ctx;
  const SourceManager &Sources;
  ASTNameGenerator Namer;
  UnitFacts &To;
  // References into it are handed out, and stay.
  std::unordered_map<const FunctionDecl *, std::string> Symbols;
  llvm::SmallPtrSet<const FunctionDecl *, 32> Callees; ///< Of the system, and read.

  friend class BodyReader;
};

/// Fills in what the body of one function says.
class BodyReader : public RecursiveASTVisitor<BodyReader> {
public:
  BodyReader(Reader &Unit, const FunctionDecl &F, FunctionFact &Fact)
      : Unit(Unit), F(F), Fact(Fact), Of(F, Unit.Ctx) {}

  void read() {
    TraverseStmt(F.getBody());
    for (const Expr *Call : Of.calls()) {
      Fact.Calls.push_back(readCall(Call));
      Fact.Calls.back().Sometimes = Sometimes.count(Call);
    }
  }

  bool TraverseLambdaExpr(LambdaExpr *) { return true; }

  // Count enclosing conditions, except for null checks, to find conditional calls.
  bool TraverseIfStmt(IfStmt *If) {
    const bool Depends = !asksForNull(If->getCond());
    TraverseStmt(If->getInit());
    TraverseStmt(If->getConditionVariableDeclStmt());
    TraverseStmt(If->getCond());
    Conditions += Depends;
    TraverseStmt(If->getThen());
    TraverseStmt(If->getElse());
    Conditions -= Depends;
    return true;
  }
  bool TraverseSwitchStmt(SwitchStmt *Switch) {
    TraverseStmt(Switch->getCond());
    ++Conditions;
    TraverseStmt(Switch->getBody());
    --Conditions;
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    noteCondition(Call);
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *Delete) {
    noteCondition(Delete);
    return true;
  }

  bool VisitReturnStmt(ReturnStmt *Return) {
    MayHaveReturned |= Conditions != 0;
    const Expr *Its = Return->getRetValue();
    if (Its && Fact.ReturnsPointer) {
      Fact.Returns.add(Of.pointer(Its));
    } else if (Its && Its->getType()->isIntegerType() && !Its->isTypeDependent()) {
      std::set<std::string> Members = Of.indexItself(Its);
      Fact.ReturnedNumbers.insert(Members.begin(), Members.end());
    }
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp())
      readStore(*B);
    else if (B->isComparisonOp())
      for (const Expr *Side : {B->getLHS(), B->getRHS()})
        for (const std::string &Field : Of.pointer(Side).Fields)
          Fact.Compared.insert(Field);
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->isIncrementDecrementOp())
      readCount(*U->getSubExpr()->IgnoreParenCasts(), U->isIncrementOp());
    return true;
  }

private:
  void noteCondition(const Expr *Call) {
    if (Conditions || MayHaveReturned)
      Sometimes.insert(Call);
  }

  /// `p`, `!p`, `p != NULL`, and what macros make of it; also a condition without variables.
  bool asksForNull(const Stmt *Cond) const {
    if (!Cond)
      return true;
    if (auto *Ref = dyn_cast<DeclRefExpr>(Cond))
      return !isa<VarDecl>(Ref->getDecl()) || Ref->getType()->isPointerType();
    if (isa<MemberExpr, ArraySubscriptExpr, CXXThisExpr>(Cond))
      return false;
    if (auto *Call = dyn_cast<CallExpr>(Cond); Call && !Call->getBuiltinCallee())
      return false;
    if (auto *Both = dyn_cast<BinaryOperator>(Cond);
        Both && !Both->isLogicalOp() &&
        Both->getLHS()->IgnoreParenCasts()->getType()->isPointerType() &&
        !Both->getLHS()->isNullPointerConstant(Unit.Ctx, Expr::NPC_ValueDependentIsNotNull) &&
        !Both->getRHS()->isNullPointerConstant(Unit.Ctx, Expr::NPC_ValueDependentIsNotNull))
      return false; // two pointers
    return llvm::all_of(Cond->children(),
                        [this](const Stmt *Each) { return asksForNull(Each); });
  }

  static bool isOne(const SizeFact &Its) {
    return Its.How == SizeFact::Constant && Its.Number == 1;
  }

  /// How StoreFact::Field names what `To` stands for; "" where that is neither a member nor a
  /// variable of the program.
  static std::string fieldOf(const Expr &To) {
    if (auto *Member = dyn_cast<MemberExpr>(&To)) {
      auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      return Field ? fieldName(*Field) : "";
    }
    auto *Ref = dyn_cast<DeclRefExpr>(&To);
    auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && !V->hasLocalStorage() ? V->getQualifiedNameAsString() : "";
  }

  void readCount(const Expr &To, bool UpByOne) {
    std::string Field = fieldOf(To);
    if (Field.empty() || !To.getType()->isScalarType())
      return;
    if (UpByOne)
      Fact.CountedUp.insert(Field);
    Fact.Counted.insert(std::move(Field));
  }

  /// The parameter that `*e`, or `e` by reference, is stored through, or -1.
  int outParameter(const Expr *To) {
    auto *Star = dyn_cast<UnaryOperator>(To);
    if (Star && Star->getOpcode() == UO_Deref)
      To = Star->getSubExpr()->IgnoreParenCasts();
    auto *Ref = dyn_cast<DeclRefExpr>(To);
    if (!Ref || bool(Star) == Ref->getDecl()->getType()->isReferenceType())
      return -1;
    // Also a variable that is the parameter, which was `void *`.
    int Number = Of.parameter(Ref->getDecl());
    return Number < 0 && Star ? Of.pointer(To).parameterItself() : Number;
  }

  void readStore(const BinaryOperator &B) {
    const Expr *To = B.getLHS()->IgnoreParenCasts();
    if (int Number = outParameter(To); Number >= 0 && B.getRHS()->getType()->isPointerType())
      Fact.Outs.push_back({Number, Of.pointer(B.getRHS())});

    if (isa<ArraySubscriptExpr>(To)) {
      if (To->getType()->isPointerType())
        Fact.Elements.push_back(Of.pointer(B.getRHS()));
      return;
    }
    StoreFact Store;
    Store.Field = fieldOf(*To);
    if (Store.Field.empty())
      return;
    if (B.isCompoundAssignmentOp())
      readCount(*To, B.getOpcode() == BO_AddAssign && isOne(Of.size(B.getRHS())));
    Store.Roots = Of.roots(To);
    Store.Value = Of.pointer(B.getRHS());
    Store.MovedBy = Of.size(B.getRHS());
    Store.OfPointer = To->getType()->isPointerType();
    if (B.isCompoundAssignmentOp()) {
      Store.Value.Fields.insert(Store.Field);
      Store.MovedBy = Of.inBytes(Store.MovedBy, To->getType());
    }
    Fact.Stores.push_back(std::move(Store));
  }

  CallFact readCall(const Expr *E) {
    CallFact Call;
    if (auto *New = dyn_cast<CXXNewExpr>(E)) {
      if (const FunctionDecl *Operator = New->getOperatorNew())
        Call.Callee = Unit.calleeOf(*Operator);
      Call.Arguments.push_back(newSize(*New));
      for (unsigned Index = 0; Index < New->getNumPlacementArgs(); ++Index)
        Call.Arguments.push_back(Of.argument(New->getPlacementArg(Index)));
      return Call;
    }
    if (auto *Delete = dyn_cast<CXXDeleteExpr>(E)) {
      if (const FunctionDecl *Operator = Delete->getOperatorDelete())
        Call.Callee = Unit.calleeOf(*Operator);
      Call.Arguments.push_back(Of.argument(Delete->getArgument()));
      return Call;
    }
    auto *Plain = cast<CallExpr>(E);
    if (const FunctionDecl *Callee = Plain->getDirectCallee()) {
      Call.Callee = Unit.calleeOf(*Callee);
    } else if (!Plain->isTypeDependent()) {
      Call.Hook = hookName(Plain->getCallee());
      Call.HookGivesPointer = Plain->getType()->isPointerType();
      Call.HookRule = hookRule(Plain->getCallee());
    }
    unsigned First = 0;
    if (auto *Method = dyn_cast<CXXMemberCallExpr>(Plain)) {
      addVirtual(*Method, Call);
      Call.Object = Of.argument(Method->getImplicitObjectArgument());
    } else if (isa<CXXOperatorCallExpr>(Plain) &&
               isa_and_nonnull<CXXMethodDecl>(Plain->getDirectCallee()) &&
               Plain->getNumArgs()) {
      Call.Object = Of.argument(Plain->getArg(0));
      First = 1;
    }
    for (unsigned Index = First; Index < Plain->getNumArgs(); ++Index)
      Call.Arguments.push_back(Of.argument(Plain->getArg(Index)));
    return Call;
  }

  /// Clang calls a function of the object's class at once, and no rule names such a call.
  static bool isOfKnownObject(const MemberExpr &Member, const CXXMethodDecl &Method) {
    return Method.getDevirtualizedMethod(Member.getBase(), /*IsAppleKext=*/false) &&
           !Method.hasAttr<FinalAttr>() && !Method.getParent()->hasAttr<FinalAttr>();
  }

  /// Sets the virtual functions that a call through a virtual table may run.
  void addVirtual(const CXXMemberCallExpr &Its, CallFact &Call) {
    auto *Member = dyn_cast<MemberExpr>(Its.getCallee()->IgnoreParens());
    const CXXMethodDecl *Method = Its.getMethodDecl();
    if (!Member || !Method || !Method->isVirtual() || isOfKnownObject(*Member, *Method))
      return;
    std::vector<const CXXMethodDecl *> Roots = Unit.rootsOf(*Method);
    if (Roots.empty())
      return;
    Call.Hook = virtualName(*Roots.front());
    Call.HookGivesPointer = Its.getType()->isPointerType();
    Call.HookRule = virtualRule(*Roots.front(), Unit.Ctx);
  }

  /// The bytes that `new T` and `new T[n]` ask for.
  ArgumentFact newSize(const CXXNewExpr &New) {
    ArgumentFact Fact;
    QualType Made = New.getAllocatedType();
    if (Made->isIncompleteType() || Made->isDependentType())
      return Fact;
    Fact.Size = constantSize(Unit.Ctx.getTypeSizeInChars(Made).getQuantity());
    if (New.isArray()) {
      auto Count = New.getArraySize();
      Fact.Size = Count && *Count ? productOf(Of.size(*Count), Fact.Size) : SizeFact();
    }
    return Fact;
  }

  Reader &Unit;
  const FunctionDecl &F;
  FunctionFact &Fact;
  Values Of;
  unsigned Conditions = 0; ///< That what is visited depends on.
  bool MayHaveReturned = false;
  llvm::SmallPtrSet<const Expr *, 8> Sometimes;
};

void Reader::readBody(const FunctionDecl &F, FunctionFact &Fact) {
  BodyReader(*this, F, Fact).read();
}

} // namespace

UnitFacts readFacts(ASTContext &Ctx) {
  UnitFacts Facts;
  Reader(Ctx, Facts).TraverseDecl(Ctx.getTranslationUnitDecl());
  return Facts;
}

} // namespace allocsite
