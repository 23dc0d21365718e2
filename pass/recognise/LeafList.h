//===- LeafList.h - Functions of a program that never allocate --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a function of another file leads to is not known when this one is compiled. A build
// that has told it (inventory=) is read by `allocsite leaves`, which lists the functions that
// lead to no allocation; the next build is given that list, and its calls of them cost
// nothing:
//
//     lua_type              a symbol, as the linker knows it
//     !fopencookie          the list holds while no file declares this one
//     # text                a comment
//
// A list may be older than the program. A function of it that may allocate says so when it
// is compiled, and starts with a word that has no callers (Context.h). Where that cannot be
// done, of a resolver, of assembly, or behind `!`, the compilation ends: so no name is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_LEAFLIST_H
#define ALLOCSITE_PASS_RECOGNISE_LEAFLIST_H

#include "Callees.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace allocsite {

/// The name of `V` in the object. (A label of the source, `asm("malloc")`, has a mark in
/// front.)
inline llvm::StringRef symbolOf(const llvm::GlobalValue &V) {
  return llvm::GlobalValue::dropLLVMManglingEscape(V.getName());
}

/// What assembly beside the functions of `M` defines for other files.
std::vector<std::string> asmSymbols(const llvm::Module &M);

/// What the files say of the functions of one module. Not thread-safe.
class LeafList {
public:
  LeafList(const llvm::Module &M, const std::vector<std::string> &Paths);

  /// True of what callers take for a leaf. A static function of a listed name is another one.
  bool has(const llvm::Function &F) const { return Listed.count(&F); }

  /// True of what runs, perhaps, where callers call a leaf: besides those, what is called by
  /// an alias, and what the linker puts in the place of one (`--wrap`).
  bool standsForOne(const llvm::Function &F) const { return has(F) || StandingIn.count(&F); }

  /// What is wrong with the files, each with its place, or with the module.
  const std::vector<std::string> &problems() const { return Problems; }

private:
  void nameSymbols(const llvm::Module &M);
  void read(const llvm::Module &M, llvm::StringRef Path);
  bool readLine(const llvm::Module &M, llvm::StringRef Line);
  void list(const llvm::Module &M, llvm::StringRef Symbol);

  /// Functions that a module has under another name than that of the symbol.
  llvm::StringMap<const llvm::Function *> Escaped, Wrappers;
  llvm::StringMap<char> OfAssembly; ///< A set.
  FunctionSet Listed, StandingIn;
  std::vector<std::string> Problems;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_LEAFLIST_H
