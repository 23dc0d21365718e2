//===- SitePlan.h - Which places are counted, and as what -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PASS_PLAN_SITEPLAN_H
#define ALLOCSITE_PASS_PLAN_SITEPLAN_H

#include "Numbering.h"
#include "Plan.h"
#include "inventory/Inventory.h"
#include "inventory/Refusals.h"
#include "marks/Marks.h"
#include "recognise/Allocators.h"
#include "recognise/Callees.h"

namespace allocsite {

/// The places of one module that allocate, found before any of them is rewritten.
class SitePlan {
public:
  SitePlan(llvm::Module &M, AllocatorTable &Allocators, FrameTable &Frames, Numbering &Numbers,
           std::vector<MarkedSite> Sites, const FunctionSet &Untouchable, Refusals &Refused,
           bool Follows);

  /// The functions that hold a place.
  const FunctionSet &functions() const { return Functions; }

  /// Moves the places of a function to its plan, and numbers their sites. Then does the same with the notes for aware allocators.
  void plan(FunctionPlan &To);

  /// The sizes of the sites numbered so far.
  const SiteSizes &sizes() const { return Sizes; }
  /// The functions that hold those sites.
  const SiteHolders &holders() const { return Holders; }
  /// Refuses the sites that have no place left. All functions must be planned.
  void refuseRemoved();

private:
  void findIn(llvm::Function &F);
  void addCall(llvm::CallBase &Call);
  void addMarker(llvm::Instruction &Marker);
  llvm::CallBase *resultAt(llvm::Instruction &Marker);
  void findLeftSites();
  void refuseIn(const llvm::Function &F);
  /// Numbers `Sites`. `OfBlocks`: as for Numbering::site(). Calls `Interned` with each site
  /// and its record.
  void number(const llvm::Function &F, const llvm::DILocation *Location,
              llvm::MutableArrayRef<SiteChoice> Sites, bool OfBlocks,
              llvm::function_ref<void(const MarkedSite &, uint32_t)> Interned);
  void planNotes(FunctionPlan &To);
  void keepSize(const CountDecision &Count, const MarkedSite &Site, uint32_t Record);
  void tell(const CountDecision &Count, const MarkedSite &Site, uint32_t Record);
  unsigned siteMadeFrom(const llvm::CallBase &Call, const Allocator &Callee);
  std::optional<unsigned> siteMergedAt(const llvm::DILocation &At, const Allocator &Callee);
  const MarkedSite &marked(uint64_t Id) const { return Sites[Id - 1]; }

  llvm::Module &M;
  AllocatorTable &Allocators;
  FrameTable &Frames;
  Numbering &Numbers;
  Refusals &Refused;
  const bool Follows;            ///< Option live=1.
  std::vector<MarkedSite> Sites; ///< Id k is at index k - 1.
  llvm::DenseSet<uint64_t> Told; ///< Ids that are counted, or refused with a reason.
  llvm::DenseSet<unsigned> Left; ///< Ids that some call still has.
  SiteSizes Sizes;
  SiteHolders Holders;
  FunctionSet Functions;
  llvm::DenseMap<llvm::Function *, std::vector<CountDecision>> Counts;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_SITEPLAN_H
