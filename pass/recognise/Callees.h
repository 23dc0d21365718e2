//===- Callees.h - What a call can lead to ----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call gets an id only where an allocation, or a call back into the program,
// may lie behind it: less code is the cheapest code. Nothing is assumed of a
// function that this module does not define for good.
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
// is compiled, and starts with a context that has no callers (Context.h). Where that cannot be
// done, of a resolver, of assembly, or behind `!`, the compilation ends: so no name is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_CALLEES_H
#define ALLOCSITE_PASS_RECOGNISE_CALLEES_H

#include "support/Calls.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class TargetLibraryInfoImpl;
}

namespace allocsite {

class LeafList;

/// Naked functions, resolvers of ifuncs and all that resolvers call: they run
/// without a frame or before thread-local storage exists.
FunctionSet findUntouchable(const llvm::Module &M);

/// What a function can be said of only while all that it depends on can.
class Dependence {
public:
  /// `F` depends on `Callee`, or on who knows what where that is null.
  void add(const llvm::Function &F, const llvm::Function *Callee);

  /// Takes away from `Set` what depends on functions that are not, or no longer, in it.
  void takeAway(FunctionSet &Set) const;

private:
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<const llvm::Function *, 4>> Callers;
};

class Callees {
public:
  using FunctionList = llvm::SmallVector<const llvm::Function *, 8>;

  /// `Allocating` are the functions that hold a site. `Leaves` is taken at its context, save
  /// for what this module itself defines otherwise.
  Callees(const llvm::Module &M, const FunctionSet &Allocating, const LeafList &Leaves);
  ~Callees();

  /// False only where it is certain that `Call` leads to no allocation.
  bool mayAllocate(const llvm::CallBase &Call) const;

  /// False only where it is certain that `Call` comes back, to where it was made.
  bool mayStayAway(const llvm::CallBase &Call) const;

  /// True of what LLVM knows, by name and prototype, of the C library and that of C++.
  bool isOfLibrary(const llvm::Function &F) const;

  /// True of what callers push nothing for, whoever defines it and whatever it does: `free`
  /// and its like, functions of this module that other modules take for leaves by name, see
  /// LeafFunctions.inc, and `noLongerLeaves()`.
  bool hasNoCallers(const llvm::Function &F) const {
    return WithoutCallers.count(&F) || Otherwise.count(&F);
  }

  /// Functions of this module that the list has and that may allocate.
  const FunctionSet &noLongerLeaves() const { return Otherwise; }

  /// The functions that other modules may define or call, such that `F` leads to no
  /// allocation while none of them does; nothing where it may without them. What is listed as
  /// a leaf does not matter.
  std::optional<FunctionList> leadsTo(const llvm::Function &F) const;

private:
  bool isLeaf(const llvm::CallBase &Call) const;
  bool isWay(const llvm::Function *Callee) const;
  void findWithoutCallers(const llvm::Module &M);

  std::unique_ptr<llvm::TargetLibraryInfoImpl> Library;
  const FunctionSet &Allocating;
  FunctionSet WithoutCallers, Otherwise;
  /// Functions of this module that are proven free of calls that may allocate, and of
  /// those that may not come back.
  FunctionSet Free, Returning;
};

/// A call that leaves by unwinding or a jump, see LeafFunctions.inc.
bool unwinds(const llvm::CallBase &Call, bool CalleeIsLibrary);
/// A call that ends the process and leads to nothing else, see LeafFunctions.inc.
bool aborts(const llvm::CallBase &Call);
/// A call that may return a second time, by a jump from elsewhere.
bool returnsTwice(const llvm::CallBase &Call);
/// A call that ends the process at once, see LeafFunctions.inc.
bool exitsAtOnce(const llvm::CallBase &Call);

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

#endif // ALLOCSITE_PASS_RECOGNISE_CALLEES_H
