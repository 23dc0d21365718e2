//===- Frames.h - Which functions code lies in, as the profile shows them ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A debug location contains the chain of inlined functions. Those that are not transparent
// are frames:
//
//   DILocation     leaf.cpp:4:9 in leaf, inlined at vector.h:90:5 in push_back,
//                  inlined at app.cpp:12:3 in main
//   functionsAt()  leaf, push_back, main
//   chain()        leaf, main
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_FRAMES_FRAMES_H
#define ALLOCSITE_PASS_FRAMES_FRAMES_H

#include "recognise/Allocators.h"
#include "rules/Names.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include <string>

namespace allocsite {

/// The symbols of subprograms that have no linkage name, or another one.
using SubprogramSymbols = llvm::DenseMap<const llvm::DISubprogram *, std::string>;

/// A source function that contains some code, inlined or not.
struct SourceFunction {
  llvm::StringRef Symbol;
  const llvm::DILocation *At; ///< The place in it; null if not known.
  bool IsOwn;                 ///< It is the innermost function.
};

/// The frames of one module. Caches names, so it is not thread-safe.
class FrameTable {
public:
  FrameTable(const llvm::Module &M, NameTable &Names, AllocatorTable &Allocators,
             SubprogramSymbols Symbols)
      : M(M), Names(Names), Allocators(Allocators), Symbols(std::move(Symbols)) {}

  /// The symbol of the source function that contains `Location`.
  llvm::StringRef symbolOf(const llvm::DILocation &Location) const;

  /// True for functions that are no frames.
  bool isTransparent(llvm::StringRef Symbol);
  /// True for those of them that belong to libraries other than that of C++.
  bool isOfOtherLibrary(llvm::StringRef Symbol);
  /// True if one of the functions that contain `Call`, inlined or not, is a frame.
  bool hasFrame(const llvm::CallBase &Call);
  bool isAllocator(llvm::StringRef Symbol) const;
  /// True for two symbols of one function of the source: the complete, base and
  /// deleting variants of a constructor or destructor.
  bool areVariants(llvm::StringRef A, llvm::StringRef B);

  /// The functions that contain the code at `Location` of the physical function `F`,
  /// innermost first. `Location` may be null.
  llvm::SmallVector<SourceFunction, 8> functionsAt(const llvm::DILocation *Location,
                                                   const llvm::Function &F) const;
  /// Those of them that are frames. A variant (see areVariants()) that calls another is no
  /// further frame. `Called` is the callee of the innermost.
  llvm::SmallVector<SourceFunction, 8> chain(const llvm::DILocation *Location,
                                             const llvm::Function &F, llvm::StringRef Called);
  /// Those of other libraries, for code that is in no frame.
  llvm::SmallVector<SourceFunction, 8> chainOfLibraries(const llvm::DILocation *Location,
                                                        const llvm::Function &F);

private:
  const llvm::Module &M;
  NameTable &Names;
  AllocatorTable &Allocators;
  const SubprogramSymbols Symbols;
};

/// Marks `Copy`, whose name is that of the original and a suffix, as the same function as the
/// original for the profile (Prepare.h).
void markCopy(llvm::Function &Copy);
bool isCopy(const llvm::Function &F);
/// Forgets which functions of `M` are copies.
void dropCopies(llvm::Module &M);

/// The symbol of `F` in the profile: for a copy, that of the original.
llvm::StringRef symbolInProfile(const llvm::Function &F);

} // namespace allocsite

#endif // ALLOCSITE_PASS_FRAMES_FRAMES_H
