//===- FunctionName.cpp - Shorter forms of a demangled function name ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionName.h"

#include <algorithm>
#include <cctype>

using namespace allocsite;

namespace {

bool startsWith(std::string_view Text, std::string_view Start) {
  return Text.substr(0, Start.size()) == Start;
}

bool isWordCharacter(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '$';
}

constexpr std::string_view Unnamed = "(anonymous namespace)";

/// Whether \p Rest, behind `operator`, is `<` and its template arguments: `<<double>`. Of
/// `<<` itself they stand behind a space.
bool isLessOfTypes(std::string_view Rest) {
  std::string_view Behind = Rest.substr(std::min<size_t>(Rest.size(), 2));
  return startsWith(Rest, "<<") && !Behind.empty() &&
         (isWordCharacter(Behind[0]) || Behind[0] == '{' || startsWith(Behind, Unnamed));
}

/// Length of a word `operator` with its symbol at the start of \p Text, or 0.
size_t operatorLength(std::string_view Text) {
  constexpr std::string_view Word = "operator";
  if (!startsWith(Text, Word))
    return 0;
  std::string_view Rest = Text.substr(Word.size());
  if (isLessOfTypes(Rest))
    return Word.size() + 1;
  for (std::string_view Symbol : {"()", "[]", "<=>", "<<=", ">>=", "->*", "->",
                                  "<<", ">>", "<=", ">=", "<", ">"})
    if (startsWith(Rest, Symbol))
      return Word.size() + Symbol.size();
  return 0;
}

/// Length of the bracket group at the start of \p Text, or 0 where it is not
/// closed. What is less or greater in an expression, as in `decltype(a < b)`, opens and
/// closes nothing.
size_t groupLength(std::string_view Text) {
  std::string Open;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (C == '<' || C == '(' || C == '{') {
      Open += C;
    } else if (C == '>' && (I == 0 || Text[I - 1] != '-')) {
      if (!Open.empty() && Open.back() == '<')
        Open.pop_back();
    } else if (C == ')' || C == '}') {
      size_t Opened = Open.find_last_of(C == ')' ? '(' : '{');
      if (Opened == std::string::npos)
        return 0;
      Open.resize(Opened);
    }
    if (Open.empty())
      return I + 1;
  }
  return 0;
}

/// Length of the bracket group, or of the one character, at the start of \p Text; 0 of a
/// group that is not closed: who went on inside would look for its end once more.
size_t stepLength(std::string_view Text) {
  return Text[0] == '<' || Text[0] == '(' || Text[0] == '{' ? groupLength(Text) : 1;
}

/// Length of `@module:partition` at the start of \p Text.
size_t moduleLength(std::string_view Text) {
  size_t End = std::min(Text.find_first_of(" ,&*()[]<>"), Text.size());
  return std::min(Text.substr(0, End).find("::"), End);
}

enum class Keep { Mark, Nothing };

/// \p Depth is that of `foldArguments`.
std::string withoutArguments(std::string_view Name, Keep Kept, size_t Depth = 0) {
  std::string Shorter;
  bool SeenOperator = false;
  for (size_t I = 0; I != Name.size();) {
    std::string_view Rest = Name.substr(I);
    bool AtWord = I == 0 || !isWordCharacter(Name[I - 1]);
    SeenOperator |= AtWord && startsWith(Rest, "operator") &&
                    !(Rest.size() > 8 && isWordCharacter(Rest[8]));
    // A template's name starts with its result type: `void sort<int*>(int*)`.
    if (Kept == Keep::Nothing && Rest[0] == ' ' && !SeenOperator) {
      if (startsWith(Rest, " ["))
        return Shorter;
      Shorter.clear();
      ++I;
      continue;
    }
    if (Kept == Keep::Nothing && startsWith(Rest, "[abi:")) {
      I += std::min(Rest.find(']'), Rest.size() - 1) + 1;
      continue;
    }
    if (Kept == Keep::Nothing && Rest[0] == '@') {
      I += moduleLength(Rest);
      continue;
    }
    size_t Whole = AtWord ? operatorLength(Rest) : 0;
    if (Whole == 0 && startsWith(Rest, Unnamed))
      Whole = Unnamed.size();
    if (Whole == 0 && Rest[0] == '{') {
      Whole = groupLength(Rest);
      if (Whole == 0)
        return std::string(Name);
    }
    if (Whole == 0 && Rest[0] != '<' && Rest[0] != '(')
      Whole = 1;
    if (Whole) {
      Shorter += Rest.substr(0, Whole);
      I += Whole;
      continue;
    }
    size_t Length = groupLength(Rest);
    if (Length == 0)
      return std::string(Name);
    // What follows the parameters of a bare name (`const`, `[clone …]`) goes
    // with them, but `f(int)::Local::g()` goes on.
    if (Kept == Keep::Nothing) {
      if (Rest[0] == '(' && !startsWith(Rest.substr(Length), "::"))
        return Shorter;
    } else if (Length == 2) {
      Shorter += Rest.substr(0, 2);
    } else if (Depth) {
      Shorter += Rest[0];
      Shorter += withoutArguments(Rest.substr(1, Length - 2), Kept, Depth - 1);
      Shorter += Rest[Length - 1];
    } else {
      Shorter += Rest[0] == '<' ? "<…>" : "(…)";
    }
    I += Length;
  }
  return Shorter;
}

} // namespace

std::string allocsite::foldArguments(std::string_view Name, size_t Depth) {
  return withoutArguments(Name, Keep::Mark, Depth);
}

/// Length of the result type and the space behind it at the start of \p Name, as a
/// template's name has one, or 0: `std::unique_ptr<T> make<T>()`.
static size_t resultLength(std::string_view Name) {
  size_t Length = 0;
  for (size_t I = 0; I < Name.size();) {
    std::string_view Rest = Name.substr(I);
    if (startsWith(Rest, " [") ||
        (startsWith(Rest, "operator") && (I == 0 || !isWordCharacter(Name[I - 1]))))
      break;
    size_t Group = stepLength(Rest);
    if (Group == 0)
      break;
    // Parameters, unless those of what the name lies in.
    if (Rest[0] == '(' && !startsWith(Rest, Unnamed) &&
        !startsWith(Rest.substr(Group), "::"))
      break;
    I += Group;
    if (Rest[0] == ' ' && startsWith(Name.substr(I), "("))
      Length = startsWith(Name.substr(I), Unnamed) ? I : Length;
    else if (Rest[0] == ' ')
      Length = I;
  }
  return Length;
}

std::string allocsite::dropScope(std::string_view Name) {
  if (size_t Result = resultLength(Name))
    return "…" + std::string(Name.substr(Result));
  for (size_t I = 0; I < Name.size();) {
    std::string_view Rest = Name.substr(I);
    // What follows is the operator, or the type that it converts to.
    if (startsWith(Rest, "operator") && (I == 0 || !isWordCharacter(Name[I - 1])))
      break;
    if (startsWith(Rest, "::"))
      return "…" + std::string(Rest.substr(2));
    size_t Step = stepLength(Rest);
    if (Step == 0)
      break;
    I += Step;
  }
  return std::string(Name);
}

/// Where the parameters of \p Name, which has no result type, begin; or its end.
static size_t parametersAt(std::string_view Name) {
  for (size_t I = 0; I < Name.size();) {
    std::string_view Rest = Name.substr(I);
    bool AtWord = I == 0 || !isWordCharacter(Name[I - 1]);
    size_t Step = AtWord ? operatorLength(Rest) : 0;
    if (Step == 0)
      Step = startsWith(Rest, Unnamed) ? Unnamed.size() : stepLength(Rest);
    if (Step == 0)
      break;
    // `f(int)::Local::g()` goes on.
    if (Rest[0] == '(' && !startsWith(Rest, Unnamed) && !startsWith(Rest.substr(Step), "::"))
      return I;
    I += Step;
  }
  return Name.size();
}

std::vector<std::string> allocsite::spellingsOf(std::string_view Name) {
  std::string_view Plain = Name.substr(resultLength(Name));
  std::string_view Called = Plain.substr(0, parametersAt(Plain));
  std::vector<std::string> All;
  for (std::string Each : {std::string(Name), std::string(Plain), std::string(Called),
                           bareFunctionName(Name)})
    if (std::find(All.begin(), All.end(), Each) == All.end())
      All.push_back(std::move(Each));
  return All;
}

std::string allocsite::bareFunctionName(std::string_view Name) {
  std::string Bare = withoutArguments(Name, Keep::Nothing);
  // `operator<< <char>(…)` has a space that is not the name's.
  Bare.erase(Bare.find_last_not_of(' ') + 1);
  return Bare;
}
