//===- Names.h - What a linkage name says ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Demangles linkage names at compile time, each once and only if needed: the runtime and the
// profile only ever see the result.
//
//   _ZN2ns7ObStackILi8EE5allocEm.part.0
//     Display     ns::ObStack<8>::alloc(unsigned long)
//     Qualified   ns::ObStack::alloc
//     Parameters  {"unsigned long"}
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_NAMES_H
#define ALLOCSITE_PASS_RULES_NAMES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace allocsite {

/// The properties of a function that mostly need no demangling.
struct FunctionKind {
  bool Library = false;     ///< In `std::` or `__gnu_cxx::`, outermost; no allocator.
  bool Hidden = false;      ///< No frame, because it belongs to a library, of C++ or another.
  bool Wrapper = false;     ///< No frame, because a rule says so.
  bool Thunk = false;       ///< A thunk of clang's, which is not in the source.
  bool MayHaveRules = true; ///< False if certainly no rule matches it.
};

struct FunctionName : FunctionKind {
  std::string Display;   ///< The text of a frame: the whole demangled name.
  std::string Qualified; ///< Without parameters, template arguments, and modules.
  std::string Tags;      ///< Tags of the function itself, not in Qualified: "[abi:v2]".
  std::vector<std::string> Parameters; ///< Empty for a name that has none.
  bool Mangled = false;                ///< False for a C name.
  bool Structor = false;               ///< A constructor or destructor.

  /// Qualified without its last component, "" for a free function.
  llvm::StringRef scope() const;
};

/// The properties of a function that rules decide by its name alone.
class RoleRules {
public:
  enum class Role { None, Allocator, Wrapper };
  virtual Role roleOf(llvm::StringRef Symbol, const FunctionName &Name) const = 0;
  /// False only if it is certain that no rule matches `Symbol` or its demangled name.
  virtual bool mayFind(llvm::StringRef Symbol) const = 0;
  /// Whether a function is a frame, if a rule decides it. Calls `Name` only if needed.
  virtual std::optional<bool>
  isFrame(llvm::StringRef Symbol, llvm::function_ref<const FunctionName &()> Name) const = 0;

protected:
  ~RoleRules() = default;
};

/// Functions by their symbols, and whether they are hidden.
using HiddenFunctions = std::vector<std::pair<std::string, bool>>;

/// Demangled names of one module, cached. Not thread-safe.
class NameTable {
public:
  /// `Rules` may be null. `HidesNone`: all functions of libraries are frames.
  explicit NameTable(const RoleRules *Rules, bool HidesNone = false)
      : Rules(Rules), HidesNone(HidesNone) {}

  /// The references stay valid as long as the table.
  const FunctionName &get(llvm::StringRef Symbol);
  const FunctionKind &kind(llvm::StringRef Symbol);

  /// Overrides whether functions of the module are hidden.
  void setHidden(const HiddenFunctions &Functions);

private:
  FunctionKind findKind(llvm::StringRef Symbol);
  bool isHidden(llvm::StringRef Symbol, bool IsOfLibrary,
                llvm::function_ref<const FunctionName &()> Name) const;

  const RoleRules *Rules;
  const bool HidesNone;
  llvm::StringMap<bool> Decided; ///< By setHidden().
  llvm::StringMap<FunctionName> Known;
  llvm::StringMap<FunctionKind> Kinds;
};

/// Removes every `<…>` that is a template argument list, not an operator.
std::string withoutTemplateArguments(llvm::StringRef Name);

/// The parameters in the parentheses of a signature, separately.
std::vector<std::string> splitParameters(llvm::StringRef Text);

/// `memory::Pool` of `memory::Pool@pools.fixed:list`, a class of a named module: rules
/// know no modules.
std::string withoutModules(llvm::StringRef Name);

/// `Tag::get` of `Tag[abi:v2]::get`.
std::string withoutTags(llvm::StringRef Name);

/// The symbol without the suffixes that optimisers append to the names of clones:
/// `.llvm.123`, `.cold`, `.part.0`, `.resume`, `.17`, ….
llvm::StringRef withoutCloneSuffix(llvm::StringRef Symbol);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_NAMES_H
