//===- Frames.h - Which functions code lies in, as the profile shows them ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A debug location says what was inlined into what. Those of the functions that are not
// transparent are frames:
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

/// The symbols of subprograms whose linkage names do not say them.
using SubprogramSymbols = llvm::DenseMap<const llvm::DISubprogram *, std::string>;

/// A function that code lies in.
struct SourceFunction {
  llvm::StringRef Symbol;
  const llvm::DILocation *At; ///< Where in it; null where that is not known.
  bool IsOwn;                 ///< The innermost.
};

/// Of one module. Remembers names: not thread-safe.
class FrameTable {
public:
  FrameTable(const llvm::Module &M, NameTable &Names, AllocatorTable &Allocators,
             SubprogramSymbols Symbols)
      : M(M), Names(Names), Allocators(Allocators), Symbols(std::move(Symbols)) {}

  /// The symbol of the source function that `Location` lies in.
  llvm::StringRef symbolOf(const llvm::DILocation &Location) const;

  /// True for functions that are no frames.
  bool isTransparent(llvm::StringRef Symbol);
  /// True for those among them of libraries other than that of C++.
  bool isOfOtherLibrary(llvm::StringRef Symbol);
  /// True where one of the functions that `Call` lies in, inlined or not, is a frame.
  bool hasFrame(const llvm::CallBase &Call);
  bool isAllocator(llvm::StringRef Symbol) const;
  /// True for two symbols of one function of the source: the complete, base and
  /// deleting variants of a constructor or destructor.
  bool areVariants(llvm::StringRef A, llvm::StringRef B);

  /// The functions that code at `Location` of the physical function `F` lies in,
  /// innermost first. `Location` may be null. Where `End` is given, they end at the
  /// inlined copy of a function that `End` lies in (see Marks.h).
  llvm::SmallVector<SourceFunction, 8> functionsAt(const llvm::DILocation *Location,
                                                   const llvm::Function &F,
                                                   const llvm::DILocation *End) const;
  /// Those among them that are frames. A variant of what it calls, `Called` if it is the
  /// innermost, is no frame beside that.
  llvm::SmallVector<SourceFunction, 8> chain(const llvm::DILocation *Location,
                                             const llvm::Function &F, llvm::StringRef Called,
                                             const llvm::DILocation *End);
  /// Those that are of other libraries, for code that lies in no frame.
  llvm::SmallVector<SourceFunction, 8> chainOfLibraries(const llvm::DILocation *Location,
                                                        const llvm::Function &F,
                                                        const llvm::DILocation *End);

private:
  const llvm::Module &M;
  NameTable &Names;
  AllocatorTable &Allocators;
  const SubprogramSymbols Symbols;
};

/// True where both lie in the same function, or the same inlined copy of one.
bool isSameCopy(const llvm::DILocation &A, const llvm::DILocation &B);

/// Says that `Copy`, which has the name of what it was made of and a suffix, is one
/// function with that for the profile (RecursiveCopies.h).
void markCopy(llvm::Function &Copy);
bool isCopy(const llvm::Function &F);
/// Forgets which functions of `M` are copies.
void dropCopies(llvm::Module &M);

/// The symbol by which the profile knows `F`: for a copy, that of what it was made of.
llvm::StringRef symbolInProfile(const llvm::Function &F);

} // namespace allocsite

#endif // ALLOCSITE_PASS_FRAMES_FRAMES_H
