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
// nothing. One symbol a line, as the linker knows it; `#` at its start is a comment.
//
// A list may be older than the program. A function of it that may allocate says so when it
// is compiled, and starts with a word that has no callers (Context.h): no name is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_LEAFLIST_H
#define ALLOCSITE_PASS_RECOGNISE_LEAFLIST_H

#include "Callees.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace allocsite {

/// What the files say of the functions of one module. Not thread-safe.
class LeafList {
public:
  LeafList(const llvm::Module &M, const std::vector<std::string> &Paths);

  /// A static function of a listed name is another one.
  bool has(const llvm::Function &F) const { return Listed.count(&F); }

  /// What is wrong with the files, each with its place.
  const std::vector<std::string> &problems() const { return Problems; }

private:
  void read(const llvm::Module &M, llvm::StringRef Path, llvm::StringRef Text);

  FunctionSet Listed;
  std::vector<std::string> Problems;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_LEAFLIST_H
