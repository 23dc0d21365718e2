//===- RegisteredWords.h - Constants that registration completes ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What code pushes is the module's base and a number, and a tag begins with
// another base and a constant. The bases are known when the module registers. So
// that code need not add them up at each call, each sum that it asks for is a word
// of the module, which holds the constant until the runtime adds the base, to each id
// of those that are pushed at once (WordTakers.h).
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_REGISTEREDWORDS_H
#define ALLOCSITE_PASS_LOWER_REGISTEREDWORDS_H

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include <map>
#include <string>
#include <vector>

namespace allocsite {

/// The words of one module that one base is added to.
class RegisteredWords {
public:
  RegisteredWords(llvm::Module &M, llvm::StringRef Name) : M(M), Name(Name) {}

  /// Where the word lies that is `Constant` and the base. Equal constants share one.
  llvm::Constant *address(uint64_t Constant);

  uint32_t count() const { return uint32_t(Words.size()); }

  /// The array of them, or null where there are none. Call once, at the end: from
  /// here on addresses are those of it.
  llvm::GlobalVariable *finish();

private:
  llvm::Module &M;
  std::string Name;
  llvm::GlobalVariable *Unfinished = nullptr;
  std::vector<uint64_t> Words;
  // Not DenseMap: any constant may come, those that mean "no key" as well.
  std::map<uint64_t, unsigned> Known;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_REGISTEREDWORDS_H
