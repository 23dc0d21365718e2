//===- Endings.cpp - What a symbol's name can end in ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Endings.h"
#include "Pattern.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace allocsite {

/// What stands for these is shorter: `Sa`, `Ss`, `Si`, `So`, `Sd`, `Dn`.
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

/// True where `D1` or the like stands in it, if only in an identifier.
static bool hasDestructor(StringRef Mangled) {
  for (size_t At = 0; (At = Mangled.find('D', At)) != StringRef::npos; ++At)
    if (At + 1 < Mangled.size() && isDigit(Mangled[At + 1]))
      return true;
  return false;
}

/// What demanglers leave as it is: neither Rust's, D's nor Microsoft's, nor C++ behind
/// more underscores.
static bool isPlain(StringRef Symbol) {
  StringRef Name = Symbol.ltrim('_');
  return !Name.empty() && isAlpha(Name.front()) &&
         (Name.size() == Symbol.size() || !StringRef("ZRD").contains(Name.front()));
}

bool mayEndIn(StringRef Symbol, function_ref<bool(StringRef)> IsSought) {
  if (!Symbol.consume_front("_Z"))
    return !isPlain(Symbol) || IsSought(lastComponentOf(Symbol));
  // Operators of no class, what the compiler makes, as thunks and guards, and modules.
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
    // Behind a member's stand the end of the scopes, template arguments, or an ABI tag.
    if ((C == 'n' || C == 'd') && At + 2 < Symbol.size() &&
        isNewOrDelete(Symbol.substr(At, 2)) && StringRef("EIB").contains(Symbol[At + 2]))
      return true;
    if (Symbol.substr(At, 2) == Assignment && At + 2 < Symbol.size() &&
        StringRef("EIB").contains(Symbol[At + 2]) && IsSought("operator="))
      return true;
    // Digits of something else may stand before those of the length.
    if (!isDigit(C) || C == '0')
      continue;
    size_t Length = 0, Begin = At;
    while (Begin < Symbol.size() && isDigit(Symbol[Begin]) && Length < Symbol.size())
      Length = 10 * Length + (Symbol[Begin++] - '0');
    if (Length > Symbol.size() - Begin)
      continue;
    StringRef Identifier = Symbol.substr(Begin, Length);
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
