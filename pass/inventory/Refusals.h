//===- Refusals.h - Calls that look like allocations and are no sites -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the calls that are not counted, with the reasons. Each becomes a remark and, with
// inventory=, a line of the inventory. The first stage passes its refusals to the last as
// metadata.
//
// `-Rpass=allocsite`, `-Rpass-missed=allocsite`, `-Rpass-analysis=allocsite`, and
// all of them with -fsave-optimization-record. No remarks are made if none are wanted.
// A remark has a source location, if the compiler kept one.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_INVENTORY_REFUSALS_H
#define ALLOCSITE_PASS_INVENTORY_REFUSALS_H

#include "frames/Locations.h"
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

/// A call that was refused, spelled as in the CSV.
struct RefusedCall {
  std::string Place;    ///< file:line:column or function#ordinal; "-" if not known.
  std::string Callee;   ///< The callee, or the allocator's name.
  std::string Function; ///< The function that contains the call.
  Refusal Why;
};

/// The key of Refusals.inc.
llvm::StringRef keyOf(Refusal Why);
llvm::StringRef textOf(Refusal Why);

class Refusals {
public:
  /// `Keep`: keep the refusals for an inventory. Otherwise only remarks are made.
  Refusals(llvm::Module &M, NameTable &Names, bool Keep);

  /// Adds `Call` if its callee has the name of an allocator but does not count as one.
  void consider(const llvm::CallBase &Call, AllocatorTable &Allocators);
  void add(const llvm::CallBase &Call, Refusal Why);
  /// The same for a call through a pointer: `Callee` is the name of the allocator.
  void add(const llvm::CallBase &Call, llvm::StringRef Callee, Refusal Why);
  /// Adds a site that was marked in the function `Symbol`, which is empty if not known. If the
  /// function was removed there is no remark, since a remark needs a function.
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

/// True if remarks of this pass are printed or recorded.
bool remarksAreWanted(const llvm::Module &M);

/// Emits a remark for a site: "malloc in leaf() is counted as app.cpp:4:9: 24 bytes"; and ",
/// and my_malloc is told", if `Aware` is not empty.
void remarkSite(const llvm::Function &F, const llvm::DILocation *At, llvm::StringRef Allocator,
                const SiteText &Text, llvm::StringRef Bytes, llvm::StringRef Aware);

/// Emits a remark for a counted call whose aware allocator cannot be passed the site, for the
/// reason `Why`.
void remarkUnaware(const llvm::CallBase &Call, llvm::StringRef Why);

/// Emits a remark for a call in `F` that is not counted.
void remarkRefusal(const llvm::Function &F, const llvm::DILocation *At, llvm::StringRef Callee,
                   Refusal Why);

/// Emits a remark for a call through a pointer that no rule names. `SourceWasRead`: a pointer
/// without a name cannot get one.
void remarkPointer(const llvm::CallBase &Call, const UnnamedPointer &Through,
                   bool SourceWasRead);

/// Emits a remark about the context at a call that may lead to an allocation.
void remarkCall(const llvm::CallBase &Call, llvm::StringRef Name, llvm::StringRef Text);

} // namespace allocsite

#endif // ALLOCSITE_PASS_INVENTORY_REFUSALS_H
