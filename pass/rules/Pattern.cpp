//===- Pattern.cpp - Patterns for names of functions ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pattern.h"
#include "RustNames.h"
#include "allocsite/ParsedName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

using namespace llvm;

namespace allocsite {

/// True if the character at `At` is the space that LLVM 14 writes in `Pair<Pair<int> >`.
static bool isBetweenBrackets(StringRef Text, size_t At) {
  return At && At + 1 < Text.size() && Text[At] == ' ' && Text[At - 1] == '>' &&
         Text[At + 1] == '>';
}

static size_t tagEnd(StringRef Text, size_t At) {
  return NameParser::tagEnd({Text.data(), Text.size()}, At);
}

/// Matches a glob: `*` is any text, `?` one character, `\` makes the next character plain; `>>`
/// matches `> >`. The glob may omit ABI tags.
static bool matchGlob(StringRef Glob, StringRef Text) {
  size_t G = 0, T = 0, AfterStar = StringRef::npos, Retry = 0;
  while (T < Text.size()) {
    if (G < Glob.size() && Glob[G] == '*') {
      AfterStar = ++G;
      Retry = T;
      continue;
    }
    if (Text[T] == '[')
      if (size_t Tag = tagEnd(Text, T); Tag != T) {
        size_t Given = tagEnd(Glob, G);
        if (Given != G && matchGlob(Glob.slice(G + 1, Given), Text.slice(T + 1, Tag)))
          G = Given;
        T = Tag;
        continue;
      }
    size_t Plain = G + (G + 1 < Glob.size() && Glob[G] == '\\');
    if (G < Glob.size() && (Glob[Plain] == Text[T] || Glob[G] == '?')) {
      G = Plain + 1;
      ++T;
    } else if (G < Glob.size() && Glob[G] == '>' && isBetweenBrackets(Text, T)) {
      ++T;
    } else if (Text[T] == '>' && isBetweenBrackets(Glob, G)) {
      ++G;
    } else if (AfterStar != StringRef::npos) {
      G = AfterStar;
      T = ++Retry;
    } else {
      return false;
    }
  }
  return Glob.drop_front(G).find_first_not_of('*') == StringRef::npos;
}

/// The position of the first character of `Marks` that is no part of a name;
/// `(anonymous namespace)`, `operator()` and `operator<` are names.
static size_t findOutsideNames(StringRef Text, StringRef Marks) {
  if (none_of(Marks, [&](char Mark) { return Text.find(Mark) != StringRef::npos; }))
    return StringRef::npos; // nearly always
  for (size_t At = 0; At < Text.size(); ++At) {
    if (startsWith(Text.drop_front(At), "(anonymous namespace)"))
      At += NameParser::Unnamed.size();
    else
      At = NameParser::operatorEnd({Text.data(), Text.size()}, At);
    StringRef Rest = Text.drop_front(At);
    if (!Rest.empty() && Marks.contains(Rest.front()))
      return At;
  }
  return StringRef::npos;
}

StringRef lastComponentOf(StringRef Qualified) {
  if (Qualified.find(':') == StringRef::npos) // C; find() is faster than rfind()
    return Qualified;
  size_t Colons = Qualified.rfind("::");
  return Colons == StringRef::npos ? Qualified : Qualified.drop_front(Colons + 2);
}

std::string Pattern::parseExpression() {
  Of = Kind::Expression;
  Expression = std::make_shared<Regex>("^(" + Text.str() + ")$");
  std::string Problem;
  return Expression->isValid(Problem) ? "" : "no regular expression: " + Problem;
}

std::string Pattern::parsePath(StringRef Path) {
  Given = Text = Path;
  if (Text.consume_front("~"))
    return parseExpression();
  return Text.empty() ? "expected a path behind ':'" : "";
}

std::string Pattern::parse(StringRef Names) {
  Given = Text = Names;
  if (Text.consume_front("~"))
    return parseExpression();
  if (Text.empty())
    return "expected a name behind ':'";
  AnyScope = Text.consume_front("**::");
  Of = findOutsideNames(Text, "(") != StringRef::npos   ? Kind::Signature
       : findOutsideNames(Text, "<") != StringRef::npos ? Kind::Instance
                                                        : Kind::Qualified;
  if (Of != Kind::Signature)
    for (size_t At = 0; At < Text.size(); ++At) {
      size_t Open = findOutsideNames(Text.drop_front(At), "<{");
      if (Open == StringRef::npos)
        break;
      At += Open;
      size_t End = NameParser::groupEnd({Text.data(), Text.size()}, At);
      if (!End && Text[At] == '<')
        return "expected '>' behind what '<' begins";
      if (!End && isOneName())
        return "expected '}' behind what '{' begins";
      At = End ? End - 1 : At;
    }
  return "";
}

std::string Pattern::parsePointer(StringRef Names) {
  std::string Problem = parse(Names);
  if (Of == Kind::Expression || Text.empty())
    return Problem;
  Of = Kind::Qualified;
  return findOutsideNames(Text, "<(") == StringRef::npos
             ? ""
             : "what is called through a pointer or a virtual table is named without template "
               "arguments and parameters, as 'Pool.stat' or 'Pool::stat'";
}

std::string Pattern::parseMember(StringRef Names) {
  std::string Problem = parsePointer(Names);
  bool IsMember =
      !isOneName() || Text.find('.') != StringRef::npos || Text.find("::") != StringRef::npos;
  return !Problem.empty() || IsMember ? Problem
                                      : "expected a class and its member, as in 'ops.take'";
}

std::string Pattern::parseVirtual(StringRef Names) {
  std::string Problem = parsePointer(Names);
  if (!Problem.empty() || !isOneName())
    return Problem;
  StringRef Last = StringRef(Text).rsplit("::").second;
  if (Last.consume_front("operator") &&
      (Last.empty() || !(isAlnum(Last[0]) || Last[0] == '_')))
    return "operators cannot be named in this way";
  return Text.find("::") != StringRef::npos
             ? ""
             : "expected a class and its function, as in 'Arena::take'";
}

Pattern Pattern::symbol(StringRef Symbol) {
  Pattern Exact;
  Exact.Of = Kind::Symbol;
  Exact.Given = Exact.Text = Symbol;
  return Exact;
}

static bool matchInScopes(StringRef Glob, bool AnyScope, StringRef Name) {
  if (matchGlob(Glob, Name))
    return true;
  for (size_t At = 0; AnyScope && At < Name.size();) {
    const bool IsScope = Name.substr(At, 2) == "::";
    if (IsScope && matchGlob(Glob, Name.drop_front(At + 2)))
      return true;
    // Scopes of arguments are not the function's.
    const size_t End = StringRef("<(").contains(Name[At])
                           ? NameParser::groupEnd({Name.data(), Name.size()}, At)
                           : 0;
    At = End ? End : At + 1 + IsScope;
  }
  return false;
}

/// The name with its template arguments, without result and parameters.
static StringRef instanceOf(const FunctionName &Name) {
  const ParsedName Parts = NameParser::parse(Name.Display);
  return Parts.HasParts ? StringRef(Name.Display).slice(Parts.Begin, Parts.End) : "";
}

bool Pattern::matchesInstance(const FunctionName &Name) const {
  if (!Name.Rust)
    return matchInScopes(Text, AnyScope, instanceOf(Name));
  // As demanglers write it, or without what says nothing; `<Vec as Clone>::clone` is that of all
  // instances.
  return matchInScopes(Text, AnyScope, Name.Display) ||
         matchInScopes(plainRustName(Text), AnyScope, plainRustName(Name.Display)) ||
         (qualifiedRustName(Text) == Text && matchInScopes(Text, AnyScope, Name.Qualified));
}

bool Pattern::matches(StringRef Symbol, const FunctionName &Name) const {
  switch (Of) {
  case Kind::Nothing:
    return false;
  case Kind::Symbol:
    return Text == withoutCloneSuffix(Symbol);
  case Kind::Qualified:
    return matchInScopes(Text, AnyScope,
                         Name.Tags.empty() ? Name.Qualified : Name.Qualified + Name.Tags);
  case Kind::Instance:
    return matchesInstance(Name);
  case Kind::Signature:
    return matchInScopes(Text, AnyScope, Name.Display);
  case Kind::Expression:
    return Expression->match(Name.Display) ||
           (StringRef(Name.Display).find("[abi:") != StringRef::npos &&
            Expression->match(withoutTags(Name.Display)));
  }
  llvm_unreachable("every kind is handled");
}

bool Pattern::isOfMembersOf(StringRef Class) const {
  if (Of == Kind::Symbol)
    return NameTable(nullptr).get(Text).scope() == Class;
  if (Of == Kind::Nothing || Of == Kind::Expression || Text.find("::") == StringRef::npos)
    return false;
  std::string Member = withoutTemplateArguments(Text.take_front(findOutsideNames(Text, "(")));
  StringRef Scope = StringRef(Member).drop_back(lastComponentOf(Member).size());
  return Scope.consume_back("::") && matchInScopes(Scope, AnyScope, Class);
}

bool Pattern::matchesPath(StringRef Path) const {
  return Of == Kind::Expression ? Expression->match(Path) : matchGlob(Text, Path);
}

/// The Levenshtein distance, where `*` is any text and `?` any character. With `AnyScope` the
/// scopes at the start of the name may be left out, as in matchInScopes().
static unsigned distanceOf(StringRef Glob, bool AnyScope, StringRef Name) {
  std::vector<unsigned> Above(Name.size() + 1), Row(Name.size() + 1);
  for (size_t N = 0; N <= Name.size(); ++N)
    Above[N] = AnyScope && Name.take_front(N).take_back(2) == "::" ? 0 : N;
  for (size_t G = 0; G < Glob.size(); ++G) {
    bool IsStar = Glob[G] == '*', IsAny = Glob[G] == '?';
    if (Glob[G] == '\\' && G + 1 < Glob.size())
      ++G;
    Row[0] = Above[0] + !IsStar;
    for (size_t N = 1; N <= Name.size(); ++N)
      Row[N] = IsStar ? std::min(Above[N], Row[N - 1])
                      : std::min({Above[N - 1] + (!IsAny && Glob[G] != Name[N - 1]),
                                  Above[N] + 1, Row[N - 1] + 1});
    Above.swap(Row);
  }
  return Above.back();
}

std::optional<unsigned> Pattern::distanceTo(const FunctionName &Name) const {
  if (Of == Kind::Nothing || Of == Kind::Expression)
    return std::nullopt;
  const bool HasArguments = Of == Kind::Signature || Of == Kind::Instance;
  unsigned Distance = distanceOf(Text, AnyScope, HasArguments ? Name.Display : Name.Qualified);
  unsigned Letters = count_if(Text, [](char C) { return C != '*'; });
  return Distance <= std::max(1u, Letters / 3) ? std::optional<unsigned>(Distance)
                                               : std::nullopt;
}

bool Pattern::isOneName() const {
  return Of == Kind::Symbol || (Of != Kind::Nothing && Of != Kind::Expression &&
                                Given.find_first_of("*?\\") == StringRef::npos);
}

/// The last component of a name with template arguments, without its own: `make` of
/// `Pool<*>::make<int>` and of `app::make::<u32>`. Types that are components themselves stay.
static StringRef lastComponentOfInstance(StringRef Name) {
  size_t Begin = 0, End = StringRef::npos;
  for (size_t At = 0; At < Name.size();) {
    bool IsScope = Name.substr(At, 2) == "::";
    size_t Open = IsScope ? At + 2 : At;
    bool IsGroup = Open < Name.size() && Name[Open] == '<' &&
                   Name.substr(Open + 1, 5) != "impl " && Open > Begin;
    if (IsGroup)
      End = At;
    else if (IsScope)
      Begin = Open, End = StringRef::npos;
    size_t Close = Open < Name.size() && Name[Open] == '<'
                       ? NameParser::groupEnd({Name.data(), Name.size()}, Open)
                       : 0;
    At = Close ? Close : Open + !IsScope;
  }
  return Name.slice(Begin, End);
}

StringRef Pattern::key() const {
  if (Of == Kind::Symbol)
    return Text;
  if (Of == Kind::Expression)
    return "";
  StringRef Name = Text;
  if (Of == Kind::Signature)
    Name = Name.take_front(findOutsideNames(Name, "("));
  Name = Of == Kind::Instance ? lastComponentOfInstance(Name) : lastComponentOf(Name);
  Name = Name.take_front(Name.find("[abi:"));
  auto isOpen = [](char C) {
    return C == '*' || C == '?' || C == '\\' || C == '<' || C == '>';
  };
  return none_of(Name, isOpen) ? Name : "";
}

/// Names that manglings abbreviate: `Sa`, `Ss`, `Si`, `So`, `Sd`, `Dn`.
static constexpr StringRef Abbreviated[] = {
    "allocator", "basic_string",  "string",   "basic_istream",  "istream",
    "ostream",   "basic_ostream", "iostream", "basic_iostream", "nullptr_t"};

bool isSpelledOut(StringRef Component) {
  for (StringRef Operator :
       {"operator new", "operator new[]", "operator delete", "operator delete[]", "operator="})
    if (Component == Operator)
      return true;
  Component.consume_front("~");
  return !Component.empty() && !is_contained(Abbreviated, Component) &&
         all_of(Component, [](char C) { return isAlnum(C) || C == '_' || C == '$'; });
}

static bool isNewOrDelete(StringRef Operator) {
  return Operator == "nw" || Operator == "na" || Operator == "dl" || Operator == "da";
}
static constexpr StringRef Assignment = "aS";

/// True if the name contains `D1` or the like, perhaps only within an identifier.
static bool hasDestructor(StringRef Mangled) {
  for (size_t At = 0; (At = Mangled.find('D', At)) != StringRef::npos; ++At)
    if (At + 1 < Mangled.size() && isDigit(Mangled[At + 1]))
      return true;
  return false;
}

/// True if demanglers do not change `Symbol`: it is not mangled for Rust, D, Microsoft or,
/// with additional underscores, C++.
static bool isPlain(StringRef Symbol) {
  StringRef Name = Symbol.ltrim('_');
  return !Name.empty() && isAlpha(Name.front()) &&
         (Name.size() == Symbol.size() || !StringRef("ZRD").contains(Name.front()));
}

/// The identifier whose length the digits at `At` say, or ""; other digits may precede those of
/// the length.
static StringRef identifierAt(StringRef Symbol, size_t At) {
  if (!isDigit(Symbol[At]) || Symbol[At] == '0')
    return "";
  size_t Length = 0, Begin = At;
  while (Begin < Symbol.size() && isDigit(Symbol[Begin]) && Length < Symbol.size())
    Length = 10 * Length + (Symbol[Begin++] - '0');
  return Length <= Symbol.size() - Begin ? Symbol.substr(Begin, Length) : "";
}

/// The same of a name that rustc has mangled.
static bool mayEndInRust(StringRef Symbol, function_ref<bool(StringRef)> IsSought) {
  for (size_t At = 0; At < Symbol.size(); ++At) {
    StringRef Identifier = identifierAt(Symbol, At);
    if (Identifier.empty())
      continue;
    // 13drop_in_place$LT$…$GT$
    if (IsSought(Identifier.take_until([](char C) { return C == '$'; })))
      return true;
    // 12___rust_alloc: one that begins with a digit or `_` has `_` before it.
    size_t Begin = Identifier.data() - Symbol.data();
    if (Identifier.front() == '_' && IsSought(Symbol.substr(Begin + 1, Identifier.size())))
      return true;
  }
  return false;
}

bool mayEndIn(StringRef Symbol, function_ref<bool(StringRef)> IsSought) {
  if (isRustSymbol(Symbol))
    return mayEndInRust(Symbol, IsSought);
  if (!Symbol.consume_front("_Z"))
    return !isPlain(Symbol) || IsSought(lastComponentOf(Symbol));
  // Operators outside of classes, compiler-generated symbols (thunks, guards), and modules.
  StringRef Outside = Symbol;
  Outside.consume_front("St");
  Outside.consume_front("L");
  if (Outside.empty() || isNewOrDelete(Outside.take_front(2)) || Outside[0] == 'T' ||
      Outside[0] == 'G' || Outside[0] == 'W')
    return true;
  bool MayBeDestructor = hasDestructor(Symbol);
  SmallString<64> Destructor;
  for (size_t At = 0; At < Symbol.size(); ++At) {
    char C = Symbol[At];
    // A member's operator is followed by the end of the scopes, template arguments, or an ABI
    // tag.
    if ((C == 'n' || C == 'd') && At + 2 < Symbol.size() &&
        isNewOrDelete(Symbol.substr(At, 2)) && StringRef("EIB").contains(Symbol[At + 2]))
      return true;
    if (Symbol.substr(At, 2) == Assignment && At + 2 < Symbol.size() &&
        StringRef("EIB").contains(Symbol[At + 2]) && IsSought("operator="))
      return true;
    StringRef Identifier = identifierAt(Symbol, At);
    if (Identifier.empty())
      continue;
    if (IsSought(Identifier))
      return true;
    if (MayBeDestructor) {
      Destructor = "~";
      Destructor += Identifier;
      if (IsSought(Destructor))
        return true;
    }
  }
  return false;
}

} // namespace allocsite
