//===- Pattern.h - Which functions a rule speaks of -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pattern is compared with the whole of a name, never with a part:
//
//   ngx_palloc                     a function of that name: of C, or of C++ with any
//                                  parameters and template arguments
//   Pool::*alloc                   glob: * is any text, ? one character
//   **::Pool::alloc                in any namespace or class, or in none
//   Pool<*>::alloc(unsigned long)  with parentheses: the signature as demangled
//   ~my_(pool|heap)_alloc          regular expression, on the signature or C's name
//
// Rules are found by the last component of a name, and to demangle a name takes many
// times as long as to see that it can end in no such component. A mangled name has it
// letter by letter, behind its length; where in the name needs not be known:
//
//   _ZN4Pool5allocERKSt6vectorIiSaIiEE    Pool, alloc or vector, but not calloc
//   _ZN4PoolD2Ev                          Pool or ~Pool
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_PATTERN_H
#define ALLOCSITE_PASS_RULES_PATTERN_H

#include "Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"
#include <memory>
#include <optional>

namespace allocsite {

/// Refers to the text that it was made of.
class Pattern {
public:
  /// Matches nothing.
  Pattern() = default;

  /// Returns what is wrong with `Names`, "" where nothing is.
  std::string parse(llvm::StringRef Names);
  /// The same for a pattern of paths, in which nothing but `~` and the marks of a
  /// glob have a meaning.
  std::string parsePath(llvm::StringRef Path);
  /// The same for a pattern of members, "Class.member", or of types of pointers. Their
  /// names are compared without template arguments and have no parameters.
  std::string parseMember(llvm::StringRef Names);
  std::string parsePointer(llvm::StringRef Names);
  /// The same for virtual functions, "Class::function".
  std::string parseVirtual(llvm::StringRef Names);
  /// The text is a symbol and nothing else.
  static Pattern symbol(llvm::StringRef Symbol);

  bool matches(llvm::StringRef Symbol, const FunctionName &Name) const;
  bool matchesPath(llvm::StringRef Path) const;

  /// True where it is one of members of the class, which is named without template
  /// arguments: "ns::Pool::alloc" is one of "ns::Pool".
  bool isOfMembersOf(llvm::StringRef Class) const;

  /// How many letters have to be changed, left out or added for it to match `Name`;
  /// nothing where those are so many that another name is meant, or for a regular
  /// expression.
  std::optional<unsigned> distanceTo(const FunctionName &Name) const;

  /// What is equal in all that matches: the last component of the qualified name, as
  /// "alloc", or the symbol. "" where neither is.
  llvm::StringRef key() const;

  bool isSymbol() const { return Of == Kind::Symbol; }
  /// True where functions, or members, of one qualified name match, or one symbol.
  bool isOneName() const;

  /// As it was given.
  llvm::StringRef text() const { return Given; }

private:
  std::string parseExpression();

  enum class Kind { Nothing, Symbol, Qualified, Signature, Expression };

  Kind Of = Kind::Nothing;
  bool AnyScope = false; ///< The text began with `**::`, which is cut off.
  llvm::StringRef Given, Text;
  std::shared_ptr<llvm::Regex> Expression;
};

/// The part of a qualified name behind its last scope.
llvm::StringRef lastComponentOf(llvm::StringRef Qualified);

/// True where the mangled name of whatever ends in `Component` says so in a way that
/// mayEndIn() knows.
bool isSpelledOut(llvm::StringRef Component);

/// False only where it is certain that the name of `Symbol`, which has no clone's
/// suffix, ends in no component that is spelled out and that `IsSought` says yes to. The
/// operators new and delete are taken to be sought.
bool mayEndIn(llvm::StringRef Symbol,
              llvm::function_ref<bool(llvm::StringRef Component)> IsSought);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_PATTERN_H
