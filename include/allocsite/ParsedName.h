//===- ParsedName.h - The parts of a demangled function name --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one parser of C++ names, for the pass, the command and discover. It reads what
// LLVM's demangler and the C++ library's print:
//
//   void* (*app::fp<R>(R))(int)
//           |    | |  |         Begin, Scopes, a group, End
//   f(int) const::'lambda'(char)::operator()(char) const
//   |~~~~~~~~~~~          ~~~~~~             |           the name lies in a function
//
//   declaration  type* name parameters qualifiers    `int* f<int>(int) const`
//              | type* ( pointers declaration ) …    a result that stands around the name
//   name         component ( :: component )*
//   component    word | operator… | (anonymous namespace) | 'lambda'(…) | {lambda(…)#1} | …
//                then tags, module, template arguments; parameters and qualifiers of a
//                function that `::` follows
//
// Where `<` is less, and where it opens template arguments, is told by what stands around
// it. Time is linear in the length of the name, as nesting is bounded. What is nested deeper,
// brackets that do not pair and messages of Objective-C give a name without parts.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PARSEDNAME_H
#define ALLOCSITE_PARSEDNAME_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

/// The parts that may be left out of a name.
struct NameGroup {
  enum Kind {
    TemplateArguments,
    Parameters,      ///< of the function, or of a result that is a function
    ScopeParameters, ///< of a function that the name lies in, with its qualifiers
    Expression,      ///< of decltype
    Conversion,      ///< brackets in the type of `operator void (*)(int)`
    Type,            ///< `<T as Trait>` of Rust
    Tag,             ///< `[abi:cxx11]`
    Module,          ///< `@pools.fixed:list`
    Blank,           ///< before the arguments of `operator<< <int>`
  };
  Kind Of;
  size_t Begin, End;
  size_t BracketsEnd; ///< End without qualifiers.
};

/// Positions in Text. It must outlive this.
struct ParsedName {
  std::string_view Text;
  bool HasParts = false;     ///< False: nothing below is known.
  size_t Begin = 0;          ///< The name, behind a result type and words as `thunk to`,
  size_t End = 0;            ///< and before the parameters.
  size_t DeclarationEnd = 0; ///< After its parameters and qualifiers.
  bool IsBehindResult =
      false;                 ///< What stands before Begin ends in the name: `void (*f())()::g`
  bool InFunction = false;   ///< The name lies in a function, whose result may stand in front.
  std::vector<size_t> Words; ///< The starts of the words before Begin.
  std::vector<size_t> Scopes;    ///< After each `::` of the name.
  std::vector<NameGroup> Groups; ///< In order, the outermost ones.
};

/// Reads one name. Helpers of rules, whose patterns are no whole names, are static.
class NameParser {
public:
  static constexpr std::string_view Unnamed = "(anonymous namespace)";

  static ParsedName parse(std::string_view Text) {
    NameParser Parser(Text);
    // Objective-C.
    bool IsMessage = Text.substr(0, 2) == "-[" || Text.substr(0, 2) == "+[";
    Parser.Name.HasParts = !IsMessage && Parser.declaration(0) && Parser.tail();
    return std::move(Parser.Name);
  }

  static bool isWordCharacter(char C) {
    return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || (C >= '0' && C <= '9') ||
           C == '_' || C == '$';
  }

  /// Behind the symbol of the operator that begins at \p At: `operator()`, `operator<`,
  /// `operator new[]`; \p At where no word `operator` stands there, and behind that word
  /// where a type follows, of a conversion.
  static size_t operatorEnd(std::string_view Text, size_t At) {
    constexpr std::string_view Word = "operator";
    if (Text.substr(At, Word.size()) != Word || (At && isWordCharacter(Text[At - 1])))
      return At;
    size_t End = At + Word.size();
    std::string_view Rest = Text.substr(End);
    if (Rest.empty() || isWordCharacter(Rest[0]))
      return At;
    for (std::string_view Named : {" new[]", " delete[]", " new", " delete", " co_await"})
      if (Rest.substr(0, Named.size()) == Named &&
          (Named.back() == ']' || Rest.size() == Named.size() ||
           !isWordCharacter(Rest[Named.size()])))
        return End + Named.size();
    if (Rest.substr(0, 2) == "\"\"") {
      size_t Suffix = End + 2 + (Rest.substr(2, 1) == " ");
      while (Suffix < Text.size() && isWordCharacter(Text[Suffix]))
        ++Suffix;
      return Suffix;
    }
    if (isLessOfTypes(Rest))
      return End + 1;
    for (std::string_view Symbol : {"<=>", "<<=", ">>=", "->*", "()", "[]", "->", "<<", ">>",
                                    "<=",  ">=",  "==",  "!=",  "&&", "||", "++", "--", "+=",
                                    "-=",  "*=",  "/=",  "%=",  "^=", "&=", "|=", ".*", "<",
                                    ">",   "+",   "-",   "*",   "/",  "%",  "^",  "&",  "|",
                                    "~",   "!",   "=",   ",",   "?"})
      if (Rest.substr(0, Symbol.size()) == Symbol)
        return End + Symbol.size();
    return End;
  }

  /// Behind the bracket group at \p At, or 0 where it is not closed. What is less or
  /// greater in an expression, as in `decltype(a < b)`, opens and closes nothing.
  static size_t groupEnd(std::string_view Text, size_t At) {
    constexpr size_t Deepest = 1024;
    char Open[Deepest];
    size_t Depth = 0;
    for (size_t I = At; I < Text.size(); ++I) {
      char C = Text[I];
      if (C == 'o')
        if (size_t Behind = operatorEnd(Text, I); Behind != I) {
          I = Behind - 1;
          continue;
        }
      char Before = I ? Text[I - 1] : 0, After = I + 1 < Text.size() ? Text[I + 1] : 0;
      bool Opens = C == '(' || C == '{' || C == '[' ||
                   (C == '<' && (I == At || Before != ' ' ||
                                 (After != ' ' && After != '<' && After != '=')));
      if (Opens) {
        if (Depth == Deepest)
          return 0;
        Open[Depth++] = C;
      } else if (C == '<') {
        while (I + 1 < Text.size() && (Text[I + 1] == '<' || Text[I + 1] == '='))
          ++I;
      } else if (C == '>') {
        if (Before != '-' && Depth && Open[Depth - 1] == '<')
          --Depth;
      } else if (C == ')' || C == '}' || C == ']') {
        char Opener = C == ')' ? '(' : C == '}' ? '{' : '[';
        while (Depth && Open[Depth - 1] != Opener)
          --Depth;
        if (!Depth--)
          return 0;
      }
      if (!Depth)
        return I + 1;
    }
    return 0;
  }

  /// The position after `@pools.fixed:list` at \p At.
  static size_t moduleEnd(std::string_view Text, size_t At) {
    size_t End = Text.find_first_of(" ,&*()[]<>", At);
    size_t Scope = Text.find("::", At);
    return End < Scope ? End : Scope < Text.size() ? Scope : Text.size();
  }

  /// The position after `[abi:cxx11]` at \p At, or \p At if there is none.
  static size_t tagEnd(std::string_view Text, size_t At) {
    constexpr std::string_view Start = "[abi:";
    size_t End = Text.substr(At, Start.size()) == Start ? Text.find(']', At) : Text.npos;
    return End == Text.npos ? At : End + 1;
  }

private:
  explicit NameParser(std::string_view Text) : Text(Text) { Name.Text = Text; }

  bool isAt(std::string_view Token) const { return Text.substr(At, Token.size()) == Token; }
  bool isAt(char C) const { return At < Text.size() && Text[At] == C; }
  bool isAtEnd() const { return At >= Text.size(); }

  /// Whether \p Rest, behind `operator`, is `<` and its template arguments: `<<double>`. Of
  /// `<<` itself they stand behind a space.
  static bool isLessOfTypes(std::string_view Rest) {
    return Rest.size() > 2 && Rest.substr(0, 2) == "<<" &&
           (isWordCharacter(Rest[2]) || Rest[2] == '{' || Rest[2] == '\'' || Rest[2] == '&' ||
            Rest.substr(2, Unnamed.size()) == Unnamed);
  }

  bool group(NameGroup::Kind Kind) {
    size_t End = groupEnd(Text, At);
    if (!End)
      return false;
    Name.Groups.push_back({Kind, At, End, End});
    At = End;
    return true;
  }

  /// The position after ` const`, ` &&` and the like at \p From.
  size_t qualifiersEnd(size_t From) const {
    for (bool Found = true; Found;) {
      Found = false;
      for (std::string_view Word :
           {" const", " volatile", " restrict", " noexcept", " &&", " &"})
        if (Text.substr(From, Word.size()) == Word &&
            (From + Word.size() >= Text.size() ||
             !isWordCharacter(Text[From + Word.size()]))) {
          From += Word.size();
          Found = true;
          break;
        }
    }
    return From;
  }

  /// Parameters that belong to a scope of the name. False where a group is not closed.
  bool scopeParameters(bool &IsScope) {
    size_t End = groupEnd(Text, At);
    if (!End)
      return false;
    size_t Behind = qualifiersEnd(End);
    IsScope = Text.substr(Behind, 2) == "::";
    if (IsScope) {
      Name.Groups.push_back({NameGroup::ScopeParameters, At, Behind, End});
      Name.InFunction = true;
      At = Behind;
    }
    return true;
  }

  /// Letters of a word: all but what has a meaning, so that names of other languages are
  /// words too.
  void word() {
    while (!isAtEnd() &&
           std::string_view(" ,&*()[]<>{}'\"@").find(Text[At]) == std::string_view::npos &&
           !isAt("::"))
      ++At;
  }

  /// The type of a conversion, up to its parameters.
  bool conversionType() {
    const std::vector<size_t> Scopes = Name.Scopes;
    for (size_t Start = At; !isAtEnd();) {
      size_t Before = At;
      if (isAt('(') && !isAt(Unnamed)) {
        if (At == Start || Text[At - 1] != ' ')
          break;
        // `operator void (*)(int)()`
        if (!group(NameGroup::Conversion) || (isAt('(') && !group(NameGroup::Conversion)))
          return false;
        continue;
      }
      if (isAt(" [") || isAt(" (") || isAt('*') || isAt('&') || isAt(' ')) {
        ++At;
        continue;
      }
      if (isAt("[abi:") || isAt("::") || isAt(')'))
        break;
      if (isAt('[') || isAt('<')) {
        if (!group(NameGroup::TemplateArguments))
          return false;
        continue;
      }
      if (!path())
        return false;
      if (At == Before)
        break;
    }
    if (!Name.InFunction)
      Name.Scopes = Scopes;
    return true;
  }

  bool operatorName(size_t SymbolEnd) {
    bool IsConversion = SymbolEnd - At == 8;
    At = SymbolEnd;
    if (IsConversion && isAt(' ')) {
      ++At;
      constexpr unsigned Most = 64; // each goes deeper: its type may have scopes
      return ++Conversions <= Most && conversionType();
    }
    if (isAt(" <")) {
      Name.Groups.push_back({NameGroup::Blank, At, At + 1, At + 1});
      ++At;
    }
    return true;
  }

  bool closure() {
    size_t Quote = Text.find('\'', At + 1);
    if (Quote == std::string_view::npos)
      return false;
    bool IsLambda = isAt("'lambda");
    At = Quote + 1;
    if (!IsLambda)
      return true;
    if (isAt('<') && !group(NameGroup::TemplateArguments))
      return false;
    if (isAt(" requires ")) // before the parameters
      while (!isAtEnd() && !(isAt('(') && Text[At - 1] == ' ')) {
        if (!isAt('<') && !isAt('('))
          ++At;
        else if (!group(NameGroup::Expression))
          return false;
      }
    return !isAt('(') || group(NameGroup::ScopeParameters);
  }

  bool component() {
    if (isAt("…")) // in a table, where scopes were left out
      At += std::string_view("…").size();
    if (isAt(Unnamed)) {
      At += Unnamed.size();
      return true;
    }
    if (isAt('\''))
      return closure();
    if (isAt('{')) {
      size_t End = groupEnd(Text, At);
      At = End;
      return End;
    }
    if (isAt('<'))
      return group(NameGroup::Type);
    if (isAt('"')) {
      size_t Quote = Text.find('"', At + 1);
      At = Quote == std::string_view::npos ? Text.size() : Quote + 1;
      return true;
    }
    if (size_t End = operatorEnd(Text, At); End != At)
      return operatorName(End);
    size_t Start = At;
    word();
    std::string_view Word = Text.substr(Start, At - Start);
    for (std::string_view Function : {"decltype", "noexcept", "typeof", "__underlying_type"})
      if (Word == Function && isAt('('))
        return group(NameGroup::Expression);
    return true;
  }

  /// A name with its scopes: of a type, or of the function itself.
  bool path() {
    Name.Scopes.clear();
    Name.InFunction = false;
    return pathOn();
  }

  bool pathOn() {
    for (;;) {
      if (!component())
        return false;
      for (;;) {
        if (isAt("[abi:") || isAt("[friend]")) {
          size_t Start = At, End = Text.find(']', At);
          At = End == std::string_view::npos ? Text.size() : End + 1;
          Name.Groups.push_back({NameGroup::Tag, Start, At, At});
        } else if (isAt('@')) {
          size_t Start = At;
          At = moduleEnd(Text, At);
          Name.Groups.push_back({NameGroup::Module, Start, At, At});
        } else if (isAt('<')) {
          if (!group(NameGroup::TemplateArguments))
            return false;
        } else {
          break;
        }
      }
      if (isAt('(') && !isAt(Unnamed)) {
        bool IsScope;
        if (!scopeParameters(IsScope))
          return false;
        if (!IsScope)
          return true;
      }
      if (!isAt("::"))
        return true;
      At += 2;
      if (isAt('*')) // a pointer to a member
        return true;
      if (isAt("friend "))
        At += 7;
      Name.Scopes.push_back(At);
    }
  }

  /// Behind the pointers, references and classes of pointers to members that `(` is
  /// followed by, where a name comes next: `(*f`, `(R::*f`, `(*(*f`; 0 where none does.
  size_t pointersEnd() {
    size_t I = At + 1;
    while (I < Text.size() && (Text[I] == '*' || Text[I] == '&'))
      ++I;
    if (I == At + 1) {
      // Of members: the first `::*` that no group holds.
      for (; I < Text.size() && Text.substr(I, 3) != "::*";)
        if (Text[I] == '<' || Text[I] == '(') {
          I = groupEnd(Text, I);
          if (!I)
            return 0;
        } else if (Text[I] == ')' || Text[I] == ',') {
          return 0;
        } else {
          ++I;
        }
      if (I >= Text.size())
        return 0;
      I += 3;
      while (I < Text.size() && (Text[I] == '*' || Text[I] == '&'))
        ++I;
    }
    if (Text.substr(I, 2) == " (")
      return I + 1;
    return I < Text.size() && Text[I] != ')' && Text[I] != ' ' && Text[I] != '[' ? I : 0;
  }

  void nameIs(size_t Begin) {
    Name.Begin = Begin;
    Name.End = At;
  }

  bool parametersAndQualifiers() {
    if (!group(NameGroup::Parameters))
      return false;
    At = qualifiersEnd(At);
    Name.DeclarationEnd = At;
    return true;
  }

  /// The part of a result behind the name that it stands around: `)(int)`, `) [3]`. Where
  /// `::` follows, all that was read is a function that the name lies in.
  bool resultEnd() {
    for (++At; isAt('(') || isAt(" [");)
      if (isAt('(')) {
        if (!group(NameGroup::Parameters))
          return false;
      } else {
        At = groupEnd(Text, At + 1);
        if (!At)
          return false;
      }
    At = qualifiersEnd(At);
    if (!isAt("::"))
      return true;
    for (NameGroup &Each : Name.Groups)
      if (Each.Begin == Name.End && Each.Of == NameGroup::Parameters) {
        Each.Of = NameGroup::ScopeParameters;
        Each.End = At;
      }
    Name.InFunction = Name.IsBehindResult = true;
    At += 2;
    Name.Scopes.push_back(At);
    if (!pathOn())
      return false;
    nameIs(Name.Begin);
    Name.DeclarationEnd = At;
    return !isAt('(') || parametersAndQualifiers();
  }

  bool declaration(unsigned Depth) {
    constexpr unsigned Deepest = 16;
    for (;;) {
      size_t Start = At;
      if (isAt('(') && !isAt(Unnamed)) {
        size_t Inner = Depth < Deepest ? pointersEnd() : 0;
        if (!Inner) { // of a type
          if (!group(NameGroup::Parameters))
            return false;
          continue;
        }
        At = Inner;
        if (!declaration(Depth + 1))
          return false;
        return !isAt(')') || resultEnd();
      }
      if (!path())
        return false;
      if (At != Start || isAtEnd()) {
        bool IsPointer = At > 2 && isAt('*') && Text.substr(At - 2, 2) == "::";
        if (!IsPointer && (isAtEnd() || isAt('(') || isAt(" [") || (Depth && isAt(')')))) {
          if (At != Start)
            nameIs(Start);
          Name.DeclarationEnd = At;
          return !isAt('(') || parametersAndQualifiers();
        }
        if (At != Start) {
          Name.Words.push_back(Start);
          nameIs(Start); // of a type, where no function follows
          Name.DeclarationEnd = At;
        }
        continue;
      }
      // Between types.
      if (Depth && isAt(')'))
        return true;
      if (isAt('[')) {
        At = groupEnd(Text, At);
        if (!At)
          return false;
        continue;
      }
      ++At;
    }
  }

  /// Groups of what follows, as of copies of the function.
  bool tail() {
    if (isAt(" requires ")) // an expression, in which `<` may be less
      return true;
    while (!isAtEnd())
      if (isAt('<') || isAt('(')) {
        if (!group(isAt('<') ? NameGroup::TemplateArguments : NameGroup::Parameters))
          return false;
      } else {
        ++At;
      }
    return true;
  }

  std::string_view Text;
  size_t At = 0;
  unsigned Conversions = 0;
  ParsedName Name;
};

/// The text of \p Name from \p Begin to \p End without the groups for which \p Drops says
/// yes.
template <typename Predicate>
std::string withoutGroups(const ParsedName &Name, size_t Begin, size_t End, Predicate Drops) {
  std::string Kept;
  for (const NameGroup &Each : Name.Groups) {
    if (Each.Begin < Begin || Each.End > End || !Drops(Each))
      continue;
    Kept += Name.Text.substr(Begin, Each.Begin - Begin);
    Begin = Each.End;
  }
  Kept += Name.Text.substr(Begin, End - Begin);
  return Kept;
}

} // namespace allocsite

#endif // ALLOCSITE_PARSEDNAME_H
