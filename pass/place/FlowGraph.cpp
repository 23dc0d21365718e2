//===- FlowGraph.cpp - The blocks of a function, by number ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraph.h"
#include "support/Tuning.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include <map>
#include <numeric>

using namespace llvm;

namespace allocsite {

FlowGraph::FlowGraph(Function &F) : F(F) {
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&F)) {
    Numbers[Block] = size();
    Blocks.push_back(Block);
  }
  Before.resize(size());
  for (unsigned Number = 0; Number < size(); ++Number)
    for (const BasicBlock *Next : successors(Blocks[Number]))
      Before[Numbers.find(Next)->second].push_back(Number);
}

std::optional<unsigned> FlowGraph::numberOf(const BasicBlock &Block) const {
  auto Known = Numbers.find(&Block);
  return Known == Numbers.end() ? std::nullopt : std::optional(Known->second);
}

unsigned FlowGraph::dominator(unsigned Number) const {
  if (Dominators.empty())
    findDominators();
  return Dominators[Number];
}

unsigned FlowGraph::commonDominator(unsigned A, unsigned B) const {
  while (A != B)
    (A > B ? A : B) = dominator(A > B ? A : B);
  return A;
}

/// After Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
void FlowGraph::findDominators() const {
  Dominators.resize(size());
  bool Changed = true;
  for (bool First = true; Changed; First = false) {
    Changed = false;
    for (unsigned Number = 1; Number < size(); ++Number) {
      std::optional<unsigned> Above;
      for (unsigned From : Before[Number])
        if (!First || From < Number)
          Above = Above ? commonDominator(*Above, From) : From;
      Changed |= Dominators[Number] != *Above;
      Dominators[Number] = *Above;
    }
  }
}

bool FlowGraph::isRepeated(unsigned Number) const {
  if (Repeated.empty())
    findRepeated();
  return Repeated[Number];
}

void FlowGraph::findRepeated() const {
  Repeated.resize(size());
  for (auto Part = scc_begin(&F); !Part.isAtEnd(); ++Part)
    if (Part.hasCycle())
      for (const BasicBlock *Block : *Part)
        Repeated.set(Numbers.find(Block)->second);
}

/// The branch weights of `End`, one for each successor, or none.
static SmallVector<uint64_t, 4> weightsOf(const Instruction &End) {
  SmallVector<uint64_t, 4> Weights;
  const MDNode *Said = End.getMetadata(LLVMContext::MD_prof);
  if (!Said || !isa<BranchInst, SwitchInst>(End))
    return Weights;
  for (const MDOperand &Each : Said->operands())
    if (auto *Weight = mdconst::dyn_extract_or_null<ConstantInt>(Each))
      Weights.push_back(Weight->getZExtValue());
  if (Weights.size() != End.getNumSuccessors())
    Weights.clear();
  return Weights;
}

bool FlowGraph::isCold(unsigned Number) const {
  if (Warm.empty())
    findWarm();
  return !Warm[Number];
}

void FlowGraph::findWarm() const {
  Warm.resize(size());
  Warm.set(0);
  SmallVector<unsigned, 16> Work{0};
  while (!Work.empty()) {
    const Instruction &End = *Blocks[Work.pop_back_val()]->getTerminator();
    const auto Weights = weightsOf(End);
    const uint64_t Sum = std::accumulate(Weights.begin(), Weights.end(), uint64_t(0));
    for (unsigned Path = 0; Path < End.getNumSuccessors(); ++Path) {
      unsigned Next = Numbers.find(End.getSuccessor(Path))->second;
      if (!Warm[Next] && (!Sum || Weights[Path] > Sum / tuning::Unlikely)) {
        Warm.set(Next);
        Work.push_back(Next);
      }
    }
  }
}

bool canSplit(const BasicBlock &From, const BasicBlock &Into) {
  return !Into.isEHPad() && isa<BranchInst, SwitchInst, InvokeInst>(From.getTerminator());
}

namespace {

class Search {
public:
  Search(const FlowGraph &Graph, ArrayRef<unsigned> Needing,
         function_ref<bool(unsigned)> CanStandAt)
      : Graph(Graph), Needing(Needing), CanStandAt(CanStandAt),
        Most(all_of(Needing, [&](unsigned Number) { return Graph.isCold(Number); })
                 ? tuning::MostColdPlaces
                 : tuning::MostPlaces),
        Region(Graph.size()) {}

  Places find(bool Stays);

private:
  using Group = SmallVector<Place, 2>;

  bool canStand(unsigned Number) const;
  unsigned standAbove(unsigned Number) const;
  unsigned above(const Place &Of) const;
  Group findBelow(bool Stays);
  void findRegion();
  BitVector leadAround(const BitVector &Shut) const;
  bool hasPathAround(const Group &Places) const;
  Place entryInto(unsigned Number) const;
  Group entries() const;
  Group needing() const;
  Group join(const Group &Apart, function_ref<bool(unsigned, size_t)> IsWanted) const;

  const FlowGraph &Graph;
  const ArrayRef<unsigned> Needing;
  const function_ref<bool(unsigned)> CanStandAt;
  const unsigned Most;
  unsigned Above = 0;
  BitVector Region;
};

} // namespace

bool Search::canStand(unsigned Number) const {
  return !Number || (CanStandAt(Number) && !Graph.isRepeated(Number));
}

unsigned Search::standAbove(unsigned Number) const {
  while (!canStand(Number))
    Number = Graph.dominator(Number);
  return Number;
}

/// The nearest common dominator of all `Numbers`.
static unsigned dominatorOf(const FlowGraph &Graph, ArrayRef<unsigned> Numbers) {
  unsigned Above = Numbers.front();
  for (unsigned Number : Numbers)
    Above = Graph.commonDominator(Above, Number);
  return Above;
}

unsigned Search::above(const Place &Of) const {
  return Of.From.empty() ? Of.Block : dominatorOf(Graph, Of.From);
}

/// Finds the blocks that need the value, and the paths between them on which it cannot be
/// recomputed. A loop that needs the value is in the region as a whole.
void Search::findRegion() {
  for (unsigned Number : Needing)
    Region.set(Number);
  BitVector Behind = Region;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned Number = 0; Number < Graph.size(); ++Number)
      if (!Behind[Number] && !canStand(Number) &&
          any_of(Graph.before(Number), [&](unsigned From) { return Behind[From]; })) {
        Behind.set(Number);
        Changed = true;
      }
  }
  SmallVector<unsigned, 16> Work(Needing.begin(), Needing.end());
  while (!Work.empty()) {
    unsigned Number = Work.pop_back_val();
    if (canStand(Number))
      continue;
    for (unsigned From : Graph.before(Number))
      if (Behind[From] && !Region[From]) {
        Region.set(From);
        Work.push_back(From);
      }
  }
}

/// The blocks from which a path leads to a return without entering `Shut`.
BitVector Search::leadAround(const BitVector &Shut) const {
  BitVector Leading(Graph.size());
  SmallVector<unsigned, 16> Work;
  auto Add = [&](unsigned Number) {
    if (!Shut[Number] && !Leading[Number]) {
      Leading.set(Number);
      Work.push_back(Number);
    }
  };
  for (unsigned Number = 0; Number < Graph.size(); ++Number)
    if (isa<ReturnInst>(Graph.block(Number).getTerminator()))
      Add(Number);
  while (!Work.empty())
    for (unsigned Number : Graph.before(Work.pop_back_val()))
      Add(Number);
  return Leading;
}

/// True if a path leads from `Above` to a return through none of `Places`.
bool Search::hasPathAround(const Group &Places) const {
  BitVector Shut = Region; // Entered through a place.
  for (const Place &Each : Places)
    Shut.set(Each.Block);
  return leadAround(Shut)[Above];
}

/// The place for the edges from outside the region into one of its blocks.
Place Search::entryInto(unsigned Number) const {
  if (canStand(Number))
    return {Number, {}};
  Place Made{Number, {}};
  bool CanStand = true;
  for (unsigned From : Graph.before(Number))
    if (!Region[From] && (Made.From.empty() || Made.From.back() != From)) {
      Made.From.push_back(From); // Once, however many edges.
      CanStand &= CanStandAt(From) && canSplit(Graph.block(From), Graph.block(Number));
    }
  return CanStand ? Made : Place{standAbove(dominatorOf(Graph, Made.From)), {}};
}

Search::Group Search::entries() const {
  Group Found;
  for (unsigned Number : Region.set_bits())
    if (any_of(Graph.before(Number), [&](unsigned From) { return !Region[From]; }))
      Found.push_back(entryInto(Number));
  return Found;
}

Search::Group Search::needing() const {
  Group Found;
  for (unsigned Number : Needing)
    Found.push_back({standAbove(Number), {}});
  return Found;
}

/// Moves all places of `Apart` up the dominator tree to `Above`, the deepest first. Places
/// that meet in a block, or one on edges, become one place in it, if the value may be computed
/// there and `IsWanted` (of the block and the number of places) agrees.
Search::Group Search::join(const Group &Apart,
                           function_ref<bool(unsigned, size_t)> IsWanted) const {
  std::map<unsigned, Group, std::greater<unsigned>> Met;
  for (const Place &Each : Apart)
    Met[above(Each)].push_back(Each);
  while (Met.begin()->first > Above) {
    unsigned Number = Met.begin()->first;
    Group Here = std::move(Met.begin()->second);
    Met.erase(Met.begin());
    if ((Here.size() > 1 || !Here.front().From.empty()) && canStand(Number) &&
        IsWanted(Number, Here.size()))
      Here = {{Number, {}}};
    Group &Next = Met[Graph.dominator(Number)];
    if (Next.size() < Here.size())
      std::swap(Next, Here);
    Next.append(Here.begin(), Here.end());
  }
  return Met[Above];
}

/// The places below `Above`, however many, or none.
Search::Group Search::findBelow(bool Stays) {
  auto Always = [](unsigned, size_t Joining) { return Joining > 1; };
  if (Stays)
    return join(needing(), Always);
  findRegion();
  const BitVector Around = leadAround(Region);
  if (!Around[Above])
    return {};
  // Joining costs nothing in a block from which all paths enter the region.
  Group Below = join(entries(), [&](unsigned Number, size_t) { return !Around[Number]; });
  return Below.size() > Most ? join(Below, Always) : Below;
}

Places Search::find(bool Stays) {
  Above = standAbove(dominatorOf(Graph, Needing));
  if (is_contained(Needing, Above))
    return {Above, {}};
  Group Below = findBelow(Stays);
  if (Below.empty() || Below.size() > Most || !hasPathAround(Below))
    return {Above, {}};
  sort(Below, [](const Place &A, const Place &B) { return A.Block < B.Block; });
  return {Above, std::move(Below)};
}

Places findPlaces(const FlowGraph &Graph, ArrayRef<unsigned> Needing, bool Stays,
                  function_ref<bool(unsigned)> CanStand) {
  return Search(Graph, Needing, CanStand).find(Stays);
}

} // namespace allocsite
