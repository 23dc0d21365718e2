//===- Names.cpp - Demangles linkage names --------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "RustNames.h"
#include "allocsite/ParsedName.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>

using namespace llvm;

/// From the C++ library. Declared here because, if libc++abi is installed beside LLVM, its
/// cxxabi.h is found first, which conflicts with the headers of libstdc++.
extern "C" char *__cxa_demangle(const char *Mangled, char *Buffer, size_t *Length,
                                int *Status);

namespace allocsite {

StringRef FunctionName::scope() const {
  size_t Colons = StringRef(Qualified).rfind("::");
  return Colons == StringRef::npos ? StringRef() : StringRef(Qualified).take_front(Colons);
}

static std::string_view viewOf(StringRef Text) { return {Text.data(), Text.size()}; }

/// If an operator's name begins at `At`, appends it to `Kept` and returns true.
static bool keepOperator(StringRef Name, size_t &At, std::string &Kept) {
  size_t End = NameParser::operatorEnd(viewOf(Name), At);
  Kept += Name.slice(At, End);
  bool Found = End != At;
  At = End;
  return Found;
}

std::string withoutTemplateArguments(StringRef Name) {
  std::string Kept;
  for (size_t At = 0; At < Name.size();) {
    if (keepOperator(Name, At, Kept)) {
      // Skip the blank in `operator<< <int>`.
      At += Name.substr(At, 2) == " <";
      continue;
    }
    size_t End = Name[At] == '<' ? NameParser::groupEnd(viewOf(Name), At) : 0;
    if (End)
      At = End;
    else
      Kept += Name[At++];
  }
  return Kept;
}

std::string withoutModules(StringRef Name) {
  std::string Kept;
  for (size_t At = 0; At < Name.size();)
    if (Name[At] == '@')
      At = NameParser::moduleEnd(viewOf(Name), At);
    else
      Kept += Name[At++];
  return Kept;
}

std::string withoutTags(StringRef Name) {
  std::string Kept;
  for (size_t At = 0; At < Name.size();)
    if (size_t End = NameParser::tagEnd(viewOf(Name), At); End != At)
      At = End;
    else
      Kept += Name[At++];
  return Kept;
}

/// Splits "(a, b<c, d>, e(*)(f))" at its own commas.
std::vector<std::string> splitParameters(StringRef Text) {
  std::vector<std::string> Parameters;
  Text = Text.trim();
  if (Text.size() < 2 || Text.front() != '(')
    return Parameters;
  Text = Text.substr(1, Text.rfind(')') - 1);
  std::string Current;
  for (size_t At = 0; At < Text.size();) {
    if (keepOperator(Text, At, Current))
      continue;
    size_t End =
        StringRef("(<[{").contains(Text[At]) ? NameParser::groupEnd(viewOf(Text), At) : 0;
    if (!End && Text[At] == ',') {
      Parameters.push_back(StringRef(Current).trim().str());
      Current.clear();
      ++At;
      continue;
    }
    End = std::max(End, At + 1);
    Current += Text.slice(At, End);
    At = End;
  }
  if (!StringRef(Current).trim().empty())
    Parameters.push_back(StringRef(Current).trim().str());
  return Parameters;
}

static bool isDigits(StringRef Text) {
  return !Text.empty() && all_of(Text, [](char C) { return isDigit(C); });
}

StringRef withoutCloneSuffix(StringRef Symbol) {
  if (StringRef OfRust = rustSymbolIn(Symbol); !OfRust.empty())
    return OfRust;
  // An Itanium name contains no dots. In other languages dots are common, so remove only
  // known suffixes.
  if (Symbol.substr(0, 2) == "_Z")
    return Symbol.take_front(Symbol.find('.'));
  if (Symbol.find('.') == StringRef::npos) // find() is faster than rfind()
    return Symbol;
  for (;;) {
    size_t Dot = Symbol.rfind('.');
    if (Dot == StringRef::npos || Dot == 0)
      return Symbol;
    StringRef Suffix = Symbol.substr(Dot + 1), Rest = Symbol.take_front(Dot);
    if (isDigits(Suffix)) {
      size_t Kind = Rest.rfind('.');
      StringRef Word = Kind == StringRef::npos ? StringRef() : Rest.substr(Kind + 1);
      if (Kind && Kind != StringRef::npos &&
          (Word == "llvm" || Word == "part" || Word == "isra" || Word == "constprop" ||
           Word == "cold" || Word == "specialized" || Word == "__uniq" || Word == "extracted"))
        Rest = Rest.take_front(Kind);
    } else if (Suffix != "cold" && Suffix != "resume" && Suffix != "destroy" &&
               Suffix != "cleanup" && Suffix != "extracted") {
      return Symbol;
    }
    Symbol = Rest;
  }
}

/// Copies a text of the demangler and frees it.
static std::string take(char *Text) {
  std::string Result = Text ? Text : "";
  std::free(Text);
  return Result;
}

/// True for functions of the library of C++ or Rust. Of C++ the mangled name tells, in which the
/// outermost scope comes first; the demangled name of a local entity begins with the result type of
/// the enclosing function.
///   _Z{Z}[N{cv}]{St|Sa|Sb|Ss|Si|So|Sd|9__gnu_cxx}…
/// and `__gthread_once`, through which libstdc++'s std::call_once calls.
static bool isLibrarySymbol(StringRef Symbol) {
  if (isOfRustLibrary(Symbol))
    return true;
  if (!Symbol.consume_front("_Z"))
    return false;
  if (Symbol.consume_front("L14__gthread_once"))
    return true;
  while (Symbol.consume_front("Z"))
    ;
  if (Symbol.consume_front("N"))
    Symbol = Symbol.drop_while([](char C) { return StringRef("rVKRO").contains(C); });
  for (StringRef Scope : {"St", "Sa", "Sb", "Ss", "Si", "So", "Sd", "9__gnu_cxx"})
    if (Symbol.take_front(Scope.size()) == Scope)
      return true;
  return false;
}

/// True for functions that clang generates. Thunks: _ZTh non-virtual, _ZTv virtual, _ZTc for a
/// covariant result. Wrappers and initialisers of thread_local variables: _ZTW and _ZTH, which
/// call __tls_init. Functions that OpenMP's runtime calls for a task, which are not mangled.
static bool isThunkSymbol(StringRef Symbol) {
  if (Symbol == "__tls_init")
    return true;
  for (StringRef Begin : {".omp_task_entry.", ".omp_task_dup.", ".omp_task_destructor."})
    if (Symbol.take_front(Begin.size()) == Begin)
      return true;
  return Symbol.consume_front("_ZT") && !Symbol.empty() &&
         StringRef("hvcWH").contains(Symbol.front());
}

/// Takes the parts of a name from its demangled text, for names that LLVM's demangler cannot
/// take apart, such as `operator->*`.
static void addPartsOfText(const ParsedName &Parsed, FunctionName &Name) {
  if (!Parsed.HasParts || StringRef(Name.Display).substr(Parsed.End, 1) != "(")
    return;
  Name.Mangled = true;
  StringRef Whole = Name.Display;
  size_t BaseBegin = Parsed.Scopes.empty() ? Parsed.Begin : Parsed.Scopes.back();
  StringRef Base = Whole.slice(BaseBegin, Parsed.End);
  Name.Qualified = withoutModules(withoutTemplateArguments(
      Whole.slice(Parsed.Begin, BaseBegin).str() + withoutTags(Base)));
  StringRef Scope = Name.scope();
  std::string Class = withoutTags(
      Scope.substr(Scope.rfind("::") == StringRef::npos ? 0 : Scope.rfind("::") + 2));
  Name.Structor = !Scope.empty() && (Base.front() == '~' || withoutTags(Base) == Class);
  size_t End = NameParser::groupEnd(Parsed.Text, Parsed.End);
  Name.Parameters = splitParameters(Whole.slice(Parsed.End, End));
}

static void addParts(const std::string &Mangled, FunctionName &Name) {
  ItaniumPartialDemangler Parts;
  if (Parts.partialDemangle(Mangled.c_str())) {
    if (Name.Display != Mangled)
      addPartsOfText(NameParser::parse(Name.Display), Name);
  } else {
    Name.Mangled = true;
    if (Parts.isFunction()) {
      Name.Structor = Parts.isCtorOrDtor();
      std::string Scope = withoutModules(
          withoutTemplateArguments(take(Parts.getFunctionDeclContextName(nullptr, nullptr))));
      std::string Base = take(Parts.getFunctionBaseName(nullptr, nullptr));
      Name.Qualified = Scope.empty() ? Base : Scope + "::" + Base;
      Name.Parameters = splitParameters(take(Parts.getFunctionParameters(nullptr, nullptr)));
    }
  }
  if (StringRef(Name.Display).find("[abi:") == StringRef::npos)
    return;
  const ParsedName Parsed = NameParser::parse(Name.Display);
  size_t BaseBegin = Parsed.Scopes.empty() ? Parsed.Begin : Parsed.Scopes.back();
  for (const NameGroup &Each : Parsed.Groups)
    if (Each.Of == NameGroup::Tag && Each.Begin >= BaseBegin && Each.End <= Parsed.End)
      Name.Tags += Parsed.Text.substr(Each.Begin, Each.End - Each.Begin);
}

static FunctionName demangleParts(StringRef Symbol) {
  FunctionName Name;
  Name.Library = isLibrarySymbol(Symbol);
  Name.Rust = isRustSymbol(Symbol);
  if (Name.Rust) {
    Name.Display = demangleRust(Symbol);
    Name.Qualified = qualifiedRustName(Name.Display);
    return Name;
  }
  std::string Mangled = Symbol.str();
  Name.Display = demangle(Mangled);
  // The C++ library's demangler handles some generic lambdas that LLVM's does not.
  if (Name.Display == Mangled && Symbol.substr(0, 2) == "_Z") {
    int Status = 0;
    std::string Other = take(__cxa_demangle(Mangled.c_str(), nullptr, nullptr, &Status));
    if (Status == 0)
      Name.Display = Other;
  }
  Name.Qualified = Name.Display;
  if (Symbol.substr(0, 2) == "_Z")
    addParts(Mangled, Name);
  Name.Thunk = isThunkSymbol(Symbol);
  return Name;
}

const FunctionName &NameTable::get(StringRef Symbol) {
  auto Known = this->Known.find(Symbol);
  if (Known != this->Known.end())
    return Known->second;
  // Clang marks an assembler label, which is not mangled, with \1.
  StringRef Plain = Symbol;
  Plain.consume_front("\1");
  StringRef Whole = withoutCloneSuffix(Plain);
  FunctionName Name = demangleParts(Whole);
  using Role = RoleRules::Role;
  Role Said = Rules ? Rules->roleOf(Whole, Name) : Role::None;
  Name.Wrapper = Said == Role::Wrapper;
  // An allocator is a frame: it identifies the allocator's inner calls.
  Name.Library &= Said != Role::Allocator;
  Name.Hidden = Said != Role::Allocator &&
                isHidden(Whole, Name.Library, [&]() -> const FunctionName & { return Name; });
  return this->Known.insert({Symbol, std::move(Name)}).first->second;
}

const FunctionKind &NameTable::kind(StringRef Symbol) {
  auto Known = Kinds.find(Symbol);
  if (Known == Kinds.end())
    Known = Kinds.insert({Symbol, findKind(Symbol)}).first;
  return Known->second;
}

/// True if the function is no frame. `IsOfLibrary`: it belongs to the library of C++
/// or Rust.
bool NameTable::isHidden(StringRef Symbol, bool IsOfLibrary,
                         function_ref<const FunctionName &()> Name) const {
  if (HidesNone)
    return false;
  if (auto Known = Decided.find(Symbol); Known != Decided.end())
    return Known->second;
  if (std::optional<bool> IsFrame = Rules ? Rules->isFrame(Symbol, Name) : std::nullopt)
    return !*IsFrame && Symbol != "main";
  return IsOfLibrary;
}

void NameTable::setHidden(const HiddenFunctions &Functions) {
  for (const auto &[Symbol, IsHidden] : Functions) {
    Decided[Symbol] = IsHidden;
    if (auto Named = Known.find(Symbol); Named != Known.end())
      Named->second.Hidden = IsHidden;
    if (auto Kind = Kinds.find(Symbol); Kind != Kinds.end())
      Kind->second.Hidden = IsHidden;
  }
}

FunctionKind NameTable::findKind(StringRef Symbol) {
  StringRef Whole = withoutCloneSuffix(Symbol);
  if (!Rules || Rules->mayFind(Whole))
    return get(Symbol);
  FunctionKind Kind;
  Kind.Library = isLibrarySymbol(Whole);
  Kind.Thunk = isThunkSymbol(Whole);
  Kind.MayHaveRules = false;
  Kind.Hidden =
      isHidden(Whole, Kind.Library, [&]() -> const FunctionName & { return get(Symbol); });
  return Kind;
}

} // namespace allocsite
