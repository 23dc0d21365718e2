//===- RustNames.cpp - Names that rustc has mangled -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RustNames.h"
#include "allocsite/ParsedName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;

namespace allocsite {

static bool isV0(StringRef Symbol) {
  return Symbol.size() > 2 && startsWith(Symbol, "_R") &&
         StringRef("BCIMNXY").contains(Symbol[2]);
}

/// `17h0123456789abcdefE`, which ends a legacy name. In C++, parameters follow.
static constexpr size_t HashLength = 20;

StringRef rustSymbolIn(StringRef Symbol) {
  if (isV0(Symbol))
    return Symbol.take_until([](char C) { return !isAlnum(C) && C != '_'; });
  if (!startsWith(Symbol, "_ZN"))
    return "";
  auto isHash = [](StringRef End) {
    return startsWith(End, "17h") && End.back() == 'E' &&
           all_of(End.slice(3, HashLength - 1),
                  [](char C) { return isDigit(C) || (C >= 'a' && C <= 'f'); });
  };
  // Symbols without suffixes are many.
  if (Symbol.size() > HashLength && isHash(Symbol.take_back(HashLength)))
    return Symbol;
  for (size_t End = Symbol.rfind('.'); End != StringRef::npos && End > HashLength;
       End = Symbol.take_front(End).rfind('.'))
    if (isHash(Symbol.slice(End - HashLength, End)))
      return Symbol.take_front(End);
  return "";
}

//===----------------------------------------------------------------------===//
// Demangling
//===----------------------------------------------------------------------===//

/// Takes a decimal number from the front of `Text`.
static size_t takeNumber(StringRef &Text) {
  size_t Number = 0;
  while (!Text.empty() && isDigit(Text.front()) && Number < (1u << 24)) {
    Number = 10 * Number + (Text.front() - '0');
    Text = Text.drop_front();
  }
  return Number;
}

/// The character for an escape, "LT" or "u7b", as UTF-8; "" if there is none.
static std::string unescaped(StringRef Escape) {
  static constexpr std::pair<StringRef, StringRef> Known[] = {
      {"SP", "@"}, {"BP", "*"}, {"RF", "&"}, {"LT", "<"},
      {"GT", ">"}, {"LP", "("}, {"RP", ")"}, {"C", ","}};
  for (const auto &[Name, Character] : Known)
    if (Escape == Name)
      return Character.str();
  unsigned Code;
  char Text[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *End = Text;
  if (!Escape.consume_front("u") || Escape.getAsInteger(16, Code) || Code < ' ' ||
      !ConvertCodePointToUTF8(Code, End))
    return "";
  return std::string(Text, End);
}

static std::string legacyComponent(StringRef Mangled) {
  std::string Text;
  if (startsWith(Mangled, "_$"))
    Mangled = Mangled.drop_front();
  while (!Mangled.empty()) {
    StringRef Plain = Mangled.take_until([](char C) { return C == '.' || C == '$'; });
    Text += Plain;
    Mangled = Mangled.drop_front(Plain.size());
    if (Mangled.consume_front("..")) {
      Text += "::";
    } else if (Mangled.consume_front(".")) {
      Text += '.';
    } else if (!Mangled.empty()) {
      StringRef Escape = Mangled.drop_front().take_until([](char C) { return C == '$'; });
      std::string Character = unescaped(Escape);
      if (Character.empty())
        return Text + Mangled.str();
      Text += Character;
      Mangled = Mangled.drop_front(std::min(Mangled.size(), Escape.size() + 2));
    }
  }
  return Text;
}

/// The components of a legacy name, without the hash; none if it is broken.
static SmallVector<StringRef, 8> legacyComponents(StringRef Symbol) {
  SmallVector<StringRef, 8> Found;
  StringRef Rest = Symbol.drop_front(StringRef("_ZN").size()).drop_back(HashLength);
  while (!Rest.empty()) {
    size_t Length = takeNumber(Rest);
    if (!Length || Length > Rest.size())
      return {};
    Found.push_back(Rest.take_front(Length));
    Rest = Rest.drop_front(Length);
  }
  return Found;
}

std::string demangleRust(StringRef Symbol) {
  if (isV0(Symbol)) {
    const std::string Text = demangle(Symbol.str());
    // The crate of what rustc makes itself, as older ones do without mangling.
    StringRef Name = Text;
    Name.consume_front("__rustc::");
    return Name.str();
  }
  std::string Text;
  for (StringRef Each : legacyComponents(Symbol))
    Text += (Text.empty() ? "" : "::") + legacyComponent(Each);
  return Text.empty() ? Symbol.str() : Text;
}

//===----------------------------------------------------------------------===//
// Spellings
//===----------------------------------------------------------------------===//

static size_t groupEnd(StringRef Text, size_t At) {
  return NameParser::groupEnd({Text.data(), Text.size()}, At);
}

/// True if the `<` at `At` begins generic arguments, `Vec<T>` or `make::<T>`, and no type that is a
/// component itself: `<T as Trait>::f`, `shapes::<impl Trait for T>::f`.
static bool beginsArguments(StringRef Text, size_t At) {
  if (!At)
    return false;
  if (Text.take_front(At).take_back(2) == "::")
    return !startsWith(Text.drop_front(At + 1), "impl ");
  return NameParser::isWordCharacter(Text[At - 1]) || StringRef("}?*").contains(Text[At - 1]);
}

/// `<alloc::vec::Vec<u8>>::push` without the outer brackets, which stand around a path alone.
static std::string withoutOuterBrackets(StringRef Name) {
  size_t End = startsWith(Name, "<") ? groupEnd(Name, 0) : 0;
  StringRef Inside = End ? Name.slice(1, End - 1) : "", Behind = Name.drop_front(End);
  bool IsPath = !Inside.empty() && startsWith(Behind, "::") &&
                NameParser::isWordCharacter(Inside.front());
  for (size_t At = 0; IsPath && At < Inside.size();)
    if (Inside[At] == '<' && beginsArguments(Inside, At)) {
      size_t Close = groupEnd(Inside, At);
      IsPath = Close;
      At = Close;
    } else {
      IsPath = NameParser::isWordCharacter(Inside[At]) || Inside[At] == ':';
      ++At;
    }
  return IsPath ? (Inside + Behind).str() : Name.str();
}

/// `Keeps`: the generic arguments, without the `::` before them.
static std::string respelled(StringRef Name, bool Keeps) {
  std::string Kept;
  for (size_t At = 0; At < Name.size();) {
    size_t End = Name[At] == '<' && beginsArguments(Name, At) ? groupEnd(Name, At) : 0;
    if (!End) {
      Kept += Name[At++];
      continue;
    }
    if (StringRef(Kept).take_back(2) == "::")
      Kept.resize(Kept.size() - 2);
    if (Keeps)
      Kept += Name.slice(At, End);
    At = End;
  }
  return Kept;
}

std::string plainRustName(StringRef Name) {
  return withoutOuterBrackets(respelled(Name, /*Keeps=*/true));
}

std::string qualifiedRustName(StringRef Name) {
  return withoutOuterBrackets(respelled(Name, /*Keeps=*/false));
}

//===----------------------------------------------------------------------===//
// Whose a function is
//===----------------------------------------------------------------------===//

static bool isLibraryCrate(StringRef Crate) {
  return Crate == "std" || Crate == "core" || Crate == "alloc" || Crate == "hashbrown";
}

/// True if all crates in the text of a type, or of a type and a trait, are the library's: it is
/// told by the first word of each path. A crate may implement a trait only if it has defined the
/// trait, or one of these types.
static bool namesLibraryAlone(StringRef Text) {
  bool Any = false;
  for (size_t At = 0; At < Text.size();) {
    StringRef Word = Text.drop_front(At).take_while(NameParser::isWordCharacter);
    if (Word.empty()) {
      ++At;
      continue;
    }
    bool IsFirst = Text.take_front(At).take_back(2) != "::";
    At += Word.size();
    if (!IsFirst || Text.substr(At, 2) != "::")
      continue;
    if (!isLibraryCrate(Word))
      return false;
    Any = true;
  }
  return Any;
}

/// The crate in which a path begins: that of the `impl`, which demanglers do not write, for its
/// functions; "" for a function that a trait provides.
static StringRef crateOfV0(StringRef Path) {
  auto skipNumber = [&] { // of base 62, which `_` ends
    Path = Path.drop_until([](char C) { return C == '_'; }).substr(1);
  };
  while (!Path.empty()) {
    char Tag = Path.front();
    Path = Path.drop_front();
    if (Tag == 'N') // a namespace
      Path = Path.substr(1);
    else if (Tag != 'I' && Tag != 'M' && Tag != 'X' && Tag != 'C')
      return "";
    if ((Tag == 'M' || Tag == 'X' || Tag == 'C') && startsWith(Path, "s"))
      skipNumber();
    if (Tag != 'C')
      continue;
    Path.consume_front("u"); // its letters are not all of ASCII
    size_t Length = takeNumber(Path);
    Path.consume_front("_");
    return Path.take_front(Length);
  }
  return "";
}

bool isRustAllocator(StringRef Symbol) {
  return any_of(std::initializer_list<StringRef>{"__rust_alloc", "__rust_alloc_zeroed",
                                                 "__rust_realloc"},
                [&](StringRef Name) {
                  return Symbol == Name ||
                         (Symbol.take_back(Name.size()) == Name && isRustSymbol(Symbol));
                });
}

bool isOfRustLibrary(StringRef Symbol) {
  if (Symbol == "__rust_try") // which catch_unwind is
    return true;
  if (isV0(Symbol)) {
    StringRef Crate = crateOfV0(Symbol.drop_front(2));
    if (!Crate.empty())
      return isLibraryCrate(Crate);
    // `<T as Trait>::f`, of the crate that has the trait.
    const std::string Name = respelled(demangleRust(Symbol), /*Keeps=*/false);
    size_t End = startsWith(Name, "<") ? groupEnd(Name, 0) : 0;
    StringRef Trait = StringRef(Name).take_front(End).rsplit(" as ").second;
    return isLibraryCrate(Trait.take_while(NameParser::isWordCharacter));
  }
  if (rustSymbolIn(Symbol).empty())
    return false;
  SmallVector<StringRef, 8> Components = legacyComponents(Symbol);
  if (Components.empty())
    return false;
  std::string First = legacyComponent(Components.front());
  return First.front() == '<' ? namesLibraryAlone(First) : isLibraryCrate(First);
}

} // namespace allocsite
