//===- TypeTable.h - The types of the calls of a translation unit ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Filled when clang has parsed everything, asked when it optimises; by then the
// syntax tree may be gone, so that this holds text alone.
//
// A call is known by the symbol that it stands in, which tells the instances of a
// template apart, by the symbol that it calls, and by its place. Of several calls that
// fit (two in one macro; all of a function where IR has no places) the type is
// known if it is the same for all of them, so calls of no known type are in too.
//
// With all that it is in and without typedefs, so that one type has one name
// in all translation units: `std::vector<ns::Foo>`, `struct foo` in C.
//
// Containers of libstdc++ allocate nodes, which users have never seen. A node is
// spelled as the value in it: `std::map<int, Foo>` allocates
// `std::pair<const int, Foo>`, and std::make_shared<Foo> allocates `Foo`.
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

  /// Places are all that IR may say of the call. Type is empty where not known.
  void add(llvm::StringRef Holder, llvm::StringRef Callee, const Places &At,
           llvm::StringRef Type);

  /// What SourceAnswers::TypeOf says.
  const char *find(const TypeQuery &Query) const;

  void clear();

private:
  struct Call {
    const char *Callee;
    Places At;
    const char *Type; // or null
  };

  const char *keep(llvm::StringRef Text) { return Texts.insert(Text).first->getKeyData(); }

  llvm::StringSet<> Texts; // what the calls point to, once each
  llvm::StringMap<std::vector<Call>> Holders;
};

/// A symbol as it can be known on both sides, which number lambdas otherwise.
std::string comparable(llvm::StringRef Symbol);

/// Holds what is called before `main`: such functions have no name in the source.
inline constexpr char Initialisers[] = "__cxx_global_var_init";

/// `T` is an elementType().
std::string typeName(const clang::ASTContext &Ctx, clang::QualType T);

/// Whether `D` belongs to the C++ library: `std::` or `__gnu_cxx::`, outermost.
bool isOfLibrary(const clang::Decl &D);

//===----------------------------------------------------------------------===//
// What comes from headers of the system
//
// Which headers are the system's clang knows: by -isystem, by its own directories, by a
// pragma, by the marks of a preprocessed file. A function is known to the pass by the file
// that its debug information names, or else by its symbol. Few files hold thousands of
// functions, and to mangle a name takes long, so symbols are kept only where they are needed.
//===----------------------------------------------------------------------===//

class SystemHeaders {
public:
  void clear();
  /// Before the functions of `Ctx` are added, of which code is made as `Options` say.
  void start(clang::ASTContext &Ctx, const clang::CodeGenOptions &Options);

  /// `Symbols` gives those of `F`, which has a body.
  void add(const clang::FunctionDecl &F,
           llvm::function_ref<std::vector<std::string>()> Symbols);

  FileKind kindOf(llvm::StringRef Path) const;
  bool holds(llvm::StringRef Symbol) const;

private:
  const clang::SourceManager *Sources = nullptr;
  const clang::CodeGenOptions *Options = nullptr;
  bool HaveDebugInfo = false;
  clang::FileID Last; ///< Of which nothing more is to be known.
  bool LastIsSystem = false;
  llvm::StringMap<bool> Files; ///< By path: whether it is the system's.
  llvm::StringSet<> Symbols;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_TYPETABLE_H
