//===- Pattern.h - Patterns for names of functions ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pattern matches a whole name, never a part:
//
//   ngx_palloc                     a function of that name: in C, or in C++ with any
//                                  parameters and template arguments
//   Pool::*alloc                   glob: * is any text, ? one character
//   **::Pool::alloc                in any namespace or class, or in none
//   Pool<*>::alloc                 with template arguments: of these instances alone
//   Pool<*>::alloc(unsigned long)  with parentheses: the signature as demangled
//   <Disc as Shape>::area          the same of Rust's names, which have no parameters
//   ~my_(pool|heap)_alloc          regular expression for the signature or the C name
//
// Rules are looked up by the last component of a name. Demangling a name takes much longer
// than testing whether it can end in a given component: a mangled name contains the
// component's length and letters somewhere:
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

/// A pattern. Refers to the text that it was parsed from.
class Pattern {
public:
  /// Matches nothing.
  Pattern() = default;

  /// Parses a pattern of functions. Returns what is wrong with `Names`, or "".
  std::string parse(llvm::StringRef Names);
  /// Parses a pattern of paths, in which only `~` and the characters of a glob are special.
  std::string parsePath(llvm::StringRef Path);
  /// Parses a pattern of members, "Class.member", or of types of pointers. Names are
  /// compared without template arguments and have no parameters.
  std::string parseMember(llvm::StringRef Names);
  std::string parsePointer(llvm::StringRef Names);
  /// Parses a pattern of virtual functions, "Class::function".
  std::string parseVirtual(llvm::StringRef Names);
  /// A pattern that matches exactly `Symbol`.
  static Pattern symbol(llvm::StringRef Symbol);

  bool matches(llvm::StringRef Symbol, const FunctionName &Name) const;
  bool matchesPath(llvm::StringRef Path) const;

  /// True if the pattern is for members of `Class`, a name without template arguments:
  /// "ns::Pool::alloc" is for members of "ns::Pool".
  bool isOfMembersOf(llvm::StringRef Class) const;

  /// The edit distance of the pattern to `Name`. Nothing for a regular expression, or if the
  /// distance is too large for a typing error.
  std::optional<unsigned> distanceTo(const FunctionName &Name) const;

  /// The key that all matching functions share: the last component of the qualified name, such
  /// as "alloc", or the symbol. "" if there is none.
  llvm::StringRef key() const;

  bool isSymbol() const { return Of == Kind::Symbol; }
  /// True if only one qualified name, or one symbol, can match.
  bool isOneName() const;

  /// The text of the pattern.
  llvm::StringRef text() const { return Given; }

private:
  std::string parseExpression();
  bool matchesInstance(const FunctionName &Name) const;

  enum class Kind { Nothing, Symbol, Qualified, Instance, Signature, Expression };

  Kind Of = Kind::Nothing;
  bool AnyScope = false; ///< The text began with `**::`, which was removed.
  llvm::StringRef Given, Text;
  std::shared_ptr<llvm::Regex> Expression;
};

/// The part of a qualified name after its last scope.
llvm::StringRef lastComponentOf(llvm::StringRef Qualified);

/// True if mangled names that end in `Component` contain it in a form that mayEndIn() finds.
bool isSpelledOut(llvm::StringRef Component);

/// False only if it is certain that the name of `Symbol`, which has no clone suffix, ends in
/// no spelled-out component for which `IsSought` is true. Treats the operators new and delete
/// as sought.
bool mayEndIn(llvm::StringRef Symbol,
              llvm::function_ref<bool(llvm::StringRef Component)> IsSought);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_PATTERN_H
