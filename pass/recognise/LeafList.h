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

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace allocsite {

/// One for each module and stage. Not thread-safe.
class LeafList {
public:
  LeafList() = default;
  explicit LeafList(const std::vector<std::string> &Paths);

  bool has(llvm::StringRef Symbol) const { return Symbols.count(Symbol); }

  /// What is wrong with the files, each with its place.
  const std::vector<std::string> &problems() const { return Problems; }

private:
  void read(llvm::StringRef Path, llvm::StringRef Text);

  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Texts; ///< Symbols refer to them.
  llvm::DenseSet<llvm::StringRef> Symbols;
  std::vector<std::string> Problems;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_LEAFLIST_H
