//===- SourceRules.cpp - Rules in the source ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceRules.h"
#include "support/ModuleRecords.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace allocsite {

static constexpr char AnnotationsName[] = "llvm.global.annotations";
static constexpr char AssumeAttribute[] = "llvm.assume";
static constexpr char RulesName[] = "allocsite.rules";
static constexpr StringRef Prefix = "allocsite ";

StringRef textOf(const Value *Operand) {
  StringRef Text;
  return getConstantStringInfo(Operand, Text) ? Text : "";
}

/// Copies a text into the context.
static StringRef keep(LLVMContext &Ctx, StringRef Text) {
  return MDString::get(Ctx, Text)->getString();
}

/// Copies a rule into the context, with no blanks but the one after the kind: formatters may
/// write `alloc size = 1, arena = 0`.
static StringRef keepSaid(LLVMContext &Ctx, StringRef Text) {
  auto [Kind, Words] = Text.split(' ');
  std::string Said = Kind.str() + " ";
  for (char C : Words)
    if (C != ' ')
      Said += C;
  return keep(Ctx, Said);
}

/// Reads an element of llvm.global.annotations: {value, text, file, line, …}.
static bool readAnnotation(const Constant &Element, SourceRule &To) {
  if (Element.getNumOperands() < 4)
    return false;
  auto *F = dyn_cast<Function>(Element.getOperand(0)->stripPointerCasts());
  StringRef Text = textOf(Element.getOperand(1));
  if (!F || !Text.consume_front(Prefix))
    return false;
  LLVMContext &Ctx = F->getContext();
  To.Symbol = keep(Ctx, F->getName());
  To.Text = keepSaid(Ctx, Text);
  To.File = keep(Ctx, textOf(Element.getOperand(2)));
  if (auto *Line = dyn_cast<ConstantInt>(Element.getOperand(3)))
    To.Line = Line->getZExtValue();
  return true;
}

static void takeAnnotations(Module &M, std::vector<SourceRule> &To) {
  GlobalVariable *All = M.getNamedGlobal(AnnotationsName);
  auto *List = All ? dyn_cast_or_null<ConstantArray>(All->getInitializer()) : nullptr;
  if (!List)
    return;
  SmallVector<Constant *, 16> Others;
  for (Value *Element : List->operands()) {
    SourceRule Rule;
    if (readAnnotation(*cast<Constant>(Element), Rule))
      To.push_back(Rule);
    else
      Others.push_back(cast<Constant>(Element));
  }
  if (Others.size() == List->getNumOperands())
    return;
  if (!Others.empty()) {
    auto *Type = ArrayType::get(List->getType()->getElementType(), Others.size());
    auto *Rest = new GlobalVariable(M, Type, All->isConstant(), All->getLinkage(),
                                    ConstantArray::get(Type, Others), "", All);
    Rest->copyAttributesFrom(All);
    Rest->takeName(All);
  }
  All->eraseFromParent();
}

/// Reads the assumptions of a function. LLVM joins their texts by commas, and a text may
/// contain commas too.
static void readAssumption(const Function &F, std::vector<SourceRule> &To) {
  Attribute Said = F.getFnAttribute(AssumeAttribute);
  if (!Said.isValid())
    return;
  StringRef Rest = Said.getValueAsString();
  size_t Begin = Rest.find(Prefix);
  while (Begin != StringRef::npos) {
    Rest = Rest.drop_front(Begin + Prefix.size());
    Begin = Rest.find(",allocsite ");
    SourceRule Rule;
    Rule.Symbol = keep(F.getContext(), F.getName());
    Rule.File = keep(F.getContext(), "annotation of '" + F.getName().str() + "'");
    Rule.Text = keepSaid(F.getContext(), Rest.take_front(Begin));
    To.push_back(Rule);
    if (Begin != StringRef::npos)
      ++Begin;
  }
}

std::vector<SourceRule> takeFromSource(Module &M) {
  std::vector<SourceRule> Rules;
  takeAnnotations(M, Rules);
  for (const Function &F : M)
    readAssumption(F, Rules);
  return Rules;
}

void writeSourceRules(Module &M, const std::vector<SourceRule> &Rules) {
  for (const SourceRule &R : Rules)
    addRecord(M, RulesName, R.Symbol, R.Text, R.File, R.Line);
}

std::vector<SourceRule> takeSourceRules(Module &M) {
  std::vector<SourceRule> Rules;
  std::set<std::tuple<StringRef, StringRef, StringRef, unsigned>> Known;
  takeRecords(M, RulesName, [&](const MDNode &Record) {
    const SourceRule R{textAt(Record, 0), textAt(Record, 1), textAt(Record, 2),
                       numberAt(Record, 3)};
    // Modules that were linked together repeat the rules of headers.
    if (Known.emplace(R.Symbol, R.Text, R.File, R.Line).second)
      Rules.push_back(R);
  });
  return Rules;
}

/// The name at the start of a pattern, such as "boost" in `boost::*`, which mangled names
/// contain. "" if there is none, or if mangling may abbreviate it.
static StringRef firstNameOf(StringRef Pattern) {
  size_t End = 0;
  while (End < Pattern.size() && (isAlnum(Pattern[End]) || Pattern[End] == '_'))
    ++End;
  StringRef Name = Pattern.take_front(End);
  StringRef Rest = Pattern.drop_front(End);
  const bool IsWhole = Rest.empty() || Rest.take_front(2) == "::";
  return IsWhole && Name != "std" && Name != "operator" ? Name : "";
}

LibraryRules::LibraryRules(const std::vector<Rule> &Given) {
  for (const Rule &R : reverse(Given))
    if (R.isOfFrames())
      Rules.push_back({&R, R.isOfDirectories() ? "" : firstNameOf(R.Of.text())});
}

/// True if `Path` is a file below a directory that `Of` names. A pattern that begins with `/`
/// is a directory from the root; others match anywhere in the path. `Of` may also match the
/// whole path.
static bool isBelow(const Pattern &Of, StringRef Path) {
  if (Of.matchesPath(Path))
    return true;
  const bool FromRoot = Of.text().take_front(1) == "/";
  for (size_t End = Path.find('/', 1); End != StringRef::npos; End = Path.find('/', End + 1)) {
    StringRef Directory = Path.take_front(End);
    if (Of.matchesPath(Directory))
      return true;
    for (size_t Slash = Directory.rfind('/'); !FromRoot && Slash != StringRef::npos;
         Slash = Directory.take_front(Slash).rfind('/'))
      if (Of.matchesPath(Directory.drop_front(Slash + 1)))
        return true;
  }
  return false;
}

const Rule *LibraryRules::find(StringRef Symbol, function_ref<const FunctionName &()> Name,
                               ArrayRef<std::string> Paths) const {
  for (const Known &Each : Rules) {
    const Rule &R = *Each.Of;
    const bool Holds =
        R.isOfDirectories()
            ? any_of(Paths, [&](StringRef Path) { return isBelow(R.Of, Path); })
            : Symbol.find(Each.Needed) != StringRef::npos && R.Of.matches(Symbol, Name());
    if (Holds)
      return &R;
  }
  return nullptr;
}

} // namespace allocsite
