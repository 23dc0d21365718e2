//===- Refusals.h - Calls that look like allocations and are no sites -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever decides that a call is not counted says so here, with the reason; from
// here it becomes a remark and, where one is wanted, a line of the inventory. The first stage
// hands what it has refused to the last as metadata.
//
// `-Rpass=allocsite`, `-Rpass-missed=allocsite`, `-Rpass-analysis=allocsite`, and
// all of them with -fsave-optimization-record. Nothing is made where nobody listens.
// A remark has the place of the source, if the compiler kept one.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_INVENTORY_REFUSALS_H
#define ALLOCSITE_PASS_INVENTORY_REFUSALS_H

#include "frames/SiteText.h"
#include "marks/Marks.h"
#include "recognise/Allocators.h"
#include "recognise/PointerCalls.h"
#include "rules/Names.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace allocsite {

/// A call that was refused, in the words of the CSV.
struct RefusedCall {
  std::string Place;    ///< file:line:column or function#ordinal; "-": not known
  std::string Callee;   ///< What is called, or the allocator's name.
  std::string Function; ///< That holds the call.
  Refusal Why;
};

/// The key of Refusals.inc.
llvm::StringRef keyOf(Refusal Why);
llvm::StringRef textOf(Refusal Why);

class Refusals {
public:
  /// `Keep`: for an inventory. Otherwise they are remarks and nothing else.
  Refusals(llvm::Module &M, NameTable &Names, bool Keep);

  /// Does nothing where the name of what is called is no allocator's.
  void consider(const llvm::CallBase &Call, AllocatorTable &Allocators);
  void add(const llvm::CallBase &Call, Refusal Why);
  /// The same for one that is called through a pointer: `Callee` is its name.
  void add(const llvm::CallBase &Call, llvm::StringRef Callee, Refusal Why);
  /// A site that was marked in the function `Symbol`, empty where that is not known.
  /// Where the function is gone there is no remark, since remarks belong to one.
  void add(const MarkedSite &Site, llvm::StringRef Symbol, Refusal Why);

  const std::vector<RefusedCall> &kept() const { return Kept; }

  /// Leaves them in the module for the last stage, and takes them back there.
  void write() const;
  void take();

private:
  llvm::Module &M;
  NameTable &Names;
  const bool Keep, Listened;
  std::vector<RefusedCall> Kept;
};

/// True where remarks of this pass are printed or recorded.
bool remarksAreWanted(const llvm::Module &M);

/// A site: "malloc in leaf() is counted as app.cpp:4:9: 24 bytes"; and ", and
/// my_malloc is told", where `Aware` is not empty.
void remarkSite(const llvm::Function &F, const llvm::DILocation *At, llvm::StringRef Allocator,
                const SiteText &Text, llvm::StringRef Bytes, llvm::StringRef Aware);

/// A call that is counted, and whose allocator would be told of it, were it not for
/// the reason `Why`.
void remarkUnaware(const llvm::CallBase &Call, llvm::StringRef Why);

/// A call in `F` that is not counted.
void remarkRefusal(const llvm::Function &F, const llvm::DILocation *At, llvm::StringRef Callee,
                   Refusal Why);

/// A call through a pointer that no rule names; `SourceWasRead`: where it has no name,
/// nothing gives it one.
void remarkPointer(const llvm::CallBase &Call, const UnnamedPointer &Through,
                   bool SourceWasRead);

/// What becomes of the context at a call that may lead to an allocation.
void remarkCall(const llvm::CallBase &Call, llvm::StringRef Name, llvm::StringRef Text);

} // namespace allocsite

#endif // ALLOCSITE_PASS_INVENTORY_REFUSALS_H
