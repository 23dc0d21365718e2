//===- TypeTable.h - The types of the calls of a translation unit ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Filled at the end of parsing and queried during optimisation. The syntax tree may be
// gone by then, so the table holds text only.
//
// The key of a call is the symbol of its function, which tells the instances of a
// template apart, the symbol that it calls, and its place. If several calls match (two in
// one macro; all of a function if the IR has no places), the type is known only if it is
// the same for all of them. So calls of unknown type are in the table too.
//
// A type is written with its scopes and without typedefs, so that it has one name in all
// translation units: `std::vector<ns::Foo>`, `struct foo` in C.
//
// Containers of libstdc++ allocate nodes, which users do not know. A node is written as
// the value in it: `std::map<int, Foo>` allocates `std::pair<const int, Foo>`, and
// std::make_shared<Foo> allocates `Foo`.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AST_TYPETABLE_H
#define ALLOCSITE_PASS_AST_TYPETABLE_H

#include "recognise/SourceAnswers.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace allocsite {

struct SourcePosition {
  unsigned Line, Column;
};

/// Not thread-safe: one translation unit at a time.
class TypeTable {
public:
  using Places = llvm::SmallVector<SourcePosition, 2>;

  /// Adds a call. Places: every place that the IR may give for it. Type is empty if not known.
  void add(llvm::StringRef Holder, llvm::StringRef Callee, const Places &At,
           llvm::StringRef Type);

  /// The answer of SourceAnswers::TypeOf.
  const char *find(const TypeQuery &Query) const;

  void clear();

private:
  struct Call {
    const char *Callee;
    Places At;
    const char *Type; // or null
  };

  const char *keep(llvm::StringRef Text) { return Texts.insert(Text).first->getKeyData(); }

  llvm::StringSet<> Texts; // interned; calls point into it
  llvm::StringMap<std::vector<Call>> Holders;
};

/// A form of a symbol that is equal in the syntax tree and in the IR, which number lambdas
/// differently.
std::string comparable(llvm::StringRef Symbol);

/// The function that holds calls made before `main`: it has no name in the source.
inline constexpr char Initialisers[] = "__cxx_global_var_init";

/// The name of `T`, an elementType(), as the table has it.
std::string typeName(const clang::ASTContext &Ctx, clang::QualType T);

/// True if `D` belongs to the C++ library: its outermost namespace is `std` or `__gnu_cxx`.
bool isOfLibrary(const clang::Decl &D);

//===----------------------------------------------------------------------===//
// Functions of system headers
//
// Clang knows which headers are the system's: by -isystem, by its own directories, by a
// pragma, by the line markers of a preprocessed file. The pass finds a function here by the
// file in its debug information, or else by its symbol. There are few files and thousands of
// functions, and mangling a name is slow, so symbols are kept only for functions without debug
// information.
//===----------------------------------------------------------------------===//

class SystemHeaders {
public:
  void clear();
  /// Call it before the functions of `Ctx` are added. `Options` are those of its code
  /// generation.
  void start(clang::ASTContext &Ctx, const clang::CodeGenOptions &Options);

  /// Adds `F`, which has a body; `Symbols` returns its symbols.
  void add(const clang::FunctionDecl &F,
           llvm::function_ref<std::vector<std::string>()> Symbols);

  FileKind kindOf(llvm::StringRef Path) const;
  bool holds(llvm::StringRef Symbol) const;

private:
  const clang::SourceManager *Sources = nullptr;
  const clang::CodeGenOptions *Options = nullptr;
  bool HaveDebugInfo = false;
  clang::FileID Last; ///< The last file that was entered; LastIsSystem holds for it.
  bool LastIsSystem = false;
  llvm::StringMap<bool> Files; ///< By path: true for the system's.
  llvm::StringSet<> Symbols;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_TYPETABLE_H
