//===- Callees.h - What a call can lead to ----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the calls that may lead to an allocation, or back into the program: only these get
// an id. Nothing is assumed about a function whose definition here may be replaced.
//
// The compiler does not know what a function of another file leads to. A build with
// inventory= records it, and `allocsite leaves` lists the functions that lead to no
// allocation. The next build reads that list, and its calls of them cost nothing:
//
//     lua_type              a symbol, as the linker knows it
//     !fopencookie          the list holds while no file declares this one
//     # text                a comment
//
// A list may be older than the program. A listed function that may allocate causes a warning
// when it is compiled, and runs under the unknown context (Context.h). If that is impossible
// (an ifunc resolver, assembly, a name after `!`), the compilation fails.
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

/// True for a module of jumps alone, by which rustc leads `__rust_alloc` and its kin to the allocator
/// of the program. It is left as it is: code without the pass calls these too.
bool isRustShim(const llvm::Module &M);

/// True if the module has the program's own allocator of Rust, and not that of std.
bool definesRustAllocator(const llvm::Module &M);

/// The functions that must not be changed: naked functions, which have no frame, and ifunc
/// resolvers and their callees, which run before thread-local storage exists.
FunctionSet findUntouchable(const llvm::Module &M);

/// A property of functions that holds only while it holds for every dependency.
class Dependence {
public:
  /// `F` depends on `Callee`, or, if that is null, on an unknown function.
  void add(const llvm::Function &F, const llvm::Function *Callee);

  /// Removes from `Set` the functions that depend on one not in it, until none is left.
  void takeAway(FunctionSet &Set) const;

private:
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<const llvm::Function *, 4>> Callers;
};

/// Answers what calls of one module may lead to.
class Callees {
public:
  using FunctionList = llvm::SmallVector<const llvm::Function *, 8>;

  /// `Allocating` are the functions that contain a site. `Leaves` is trusted, except for
  /// functions that this module defines and that may allocate.
  Callees(const llvm::Module &M, const FunctionSet &Allocating, const LeafList &Leaves);
  ~Callees();

  /// False only if it is certain that `Call` leads to no allocation.
  bool mayAllocate(const llvm::CallBase &Call) const;

  /// False only if it is certain that `Call` returns to its caller.
  bool mayStayAway(const llvm::CallBase &Call) const;

  /// True if LLVM knows `F`, by name and prototype, as a function of the C or C++ library.
  bool isOfLibrary(const llvm::Function &F) const;

  /// True if callers push no id for `F`, whoever defines it: `free` and the like, functions of
  /// this module that other modules take for leaves by name (LeafFunctions.inc), and
  /// noLongerLeaves().
  bool hasNoCallers(const llvm::Function &F) const {
    return WithoutCallers.count(&F) || Otherwise.count(&F);
  }

  /// Functions of this module that are listed as leaves but may allocate.
  const FunctionSet &noLongerLeaves() const { return Otherwise; }

  /// The functions that other modules may define, such that `F` leads to no allocation if none
  /// of them does; nothing if `F` may allocate in any case. Ignores the list of leaves.
  std::optional<FunctionList> leadsTo(const llvm::Function &F) const;

private:
  bool isLeaf(const llvm::CallBase &Call) const;
  bool isWay(const llvm::Function *Callee) const;
  void findWithoutCallers(const llvm::Module &M);

  std::unique_ptr<llvm::TargetLibraryInfoImpl> Library;
  const FunctionSet &Allocating;
  FunctionSet WithoutCallers, Otherwise;
  /// Functions of this module that are proven to make no call that may allocate, and no call
  /// that may not return.
  FunctionSet Free, Returning;
};

/// True if `Call` exits by unwinding or a jump (LeafFunctions.inc).
bool unwinds(const llvm::CallBase &Call, bool CalleeIsLibrary);
/// True if `Call` ends the process and leads to no allocation (LeafFunctions.inc).
bool aborts(const llvm::CallBase &Call);
/// True if `Call` may return a second time, as setjmp does.
bool returnsTwice(const llvm::CallBase &Call);
struct ProcessEnd {
  unsigned How;        ///< AllocSiteRunEnd.
  llvm::Value *Status; ///< Null: it passes none.
};
/// How `Call` ends the process, or its program, at once (LeafFunctions.inc); nothing if it does not.
std::optional<ProcessEnd> endOfProcess(const llvm::CallBase &Call);

/// The name of `V` in the object file. (IR marks the name of `asm("malloc")` in the source by
/// a prefix.)
inline llvm::StringRef symbolOf(const llvm::GlobalValue &V) {
  return llvm::GlobalValue::dropLLVMManglingEscape(V.getName());
}

/// The global symbols that the module-level assembly of `M` defines.
std::vector<std::string> asmSymbols(const llvm::Module &M);

/// The functions of one module that files list as leaves. Not thread-safe.
class LeafList {
public:
  LeafList(const llvm::Module &M, const std::vector<std::string> &Paths);

  /// True if callers take `F` for a leaf. A static function is never listed.
  bool has(const llvm::Function &F) const { return Listed.count(&F); }

  /// True if `F` may run when a leaf is called: also for the aliasee of a listed name, and for
  /// a function that the linker substitutes for one (`--wrap`).
  bool standsForOne(const llvm::Function &F) const { return has(F) || StandingIn.count(&F); }

  /// The problems of the files, each with its place, or of the module.
  const std::vector<std::string> &problems() const { return Problems; }

private:
  void nameSymbols(const llvm::Module &M);
  void read(const llvm::Module &M, llvm::StringRef Path);
  bool readLine(const llvm::Module &M, llvm::StringRef Line);
  void list(const llvm::Module &M, llvm::StringRef Symbol);

  /// Functions whose IR name differs from their symbol.
  llvm::StringMap<const llvm::Function *> Escaped, Wrappers;
  llvm::StringMap<char> OfAssembly; ///< A set.
  FunctionSet Listed, StandingIn;
  std::vector<std::string> Problems;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_CALLEES_H
