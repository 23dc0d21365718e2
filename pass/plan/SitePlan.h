//===- SitePlan.h - Which places are counted, and as what -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PASS_PLAN_SITEPLAN_H
#define ALLOCSITE_PASS_PLAN_SITEPLAN_H

#include "Numbering.h"
#include "TailRecursion.h"
#include "inventory/Inventory.h"
#include "inventory/Refusals.h"
#include "marks/Marks.h"
#include "recognise/Allocators.h"
#include "recognise/Callees.h"

namespace allocsite {

/// One place where an allocation is to be counted: a marker, or a library call
/// that the optimiser left.
struct SitePoint {
  llvm::Instruction *Before; ///< Executed when the allocation has returned.
  llvm::DebugLoc Location;   ///< Of the call, with its inline chain.
  llvm::Instruction *Marker = nullptr;
  const llvm::CallBase *Call = nullptr; ///< Where there is no marker,
  const Allocator *Callee = nullptr;    ///< with what it calls,
  unsigned Id = 0;                      ///< and the site it was marked as.
  llvm::CallBase *Result = nullptr;     ///< The same call, if its result tells a failure.
};

/// The places of one module, found before any of them is rewritten.
class SitePlan {
public:
  SitePlan(llvm::Module &M, AllocatorTable &Allocators, FrameTable &Frames,
           Numbering &Numbers, std::vector<MarkedSite> Sites,
           const FunctionSet &Untouchable, Refusals &Refused);

  /// The functions that hold a place.
  const FunctionSet &functions() const { return Functions; }
  llvm::MutableArrayRef<SitePoint> of(llvm::Function &F) { return Points[&F]; }

  /// The number of the place's site in the module, an i64: a constant, save
  /// where the optimiser has merged the markers of several sites.
  llvm::Value *number(const SitePoint &Point, TailRecursion &Recursion);
  /// The same for a note of the first stage that is no place, but tells of one.
  llvm::Value *numberOf(llvm::Instruction &Note, TailRecursion &Recursion);
  /// The bytes asked for, an i64 emitted before the place, the same number at each
  /// use.
  llvm::Value *size(const SitePoint &Point);

  /// Of the sites that have their numbers.
  const SiteSizes &sizes() const { return Sizes; }
  /// Which functions hold them.
  const SiteHolders &holders() const { return Holders; }
  /// Refuses the sites that have no place left. All places must have their numbers.
  void refuseRemoved();
  /// Takes every marker out of the module.
  void dropMarks();

private:
  void findIn(llvm::Function &F);
  void addCall(llvm::CallBase &Call);
  void findLeftSites();
  void refuseIn(const llvm::Function &F);
  /// `Interned` is called with each site that it may be, and its record; and with
  /// whether that has the whole inline chain.
  llvm::Value *
  number(llvm::Instruction &Before, const llvm::DILocation *Location, llvm::Value *Id,
         TailRecursion &Recursion,
         llvm::function_ref<void(const MarkedSite &, uint32_t, bool)> Interned);
  void keepSize(const SitePoint &Point, const MarkedSite &Site,
                uint32_t Record);
  void tell(const SitePoint &Point, const MarkedSite &Site, uint32_t Record);
  unsigned siteMadeFrom(const llvm::CallBase &Call, const Allocator &Callee);
  std::optional<unsigned> siteMergedAt(const llvm::DILocation &At, const Allocator &Callee);
  const MarkedSite &marked(uint64_t Id) const { return Sites[Id - 1]; }

  llvm::Module &M;
  AllocatorTable &Allocators;
  FrameTable &Frames;
  Numbering &Numbers;
  Refusals &Refused;
  std::vector<MarkedSite> Sites; ///< Id k stands at k - 1.
  llvm::DenseSet<uint64_t> Told; ///< Ids that are counted, or refused with a reason.
  llvm::DenseSet<unsigned> Left; ///< Ids that some call still has.
  SiteSizes Sizes;
  SiteHolders Holders;
  FunctionSet Functions;
  llvm::DenseMap<llvm::Function *, std::vector<SitePoint>> Points;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_SITEPLAN_H
