//===- Places.cpp - Where something is computed that some blocks need -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "support/Tuning.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include <map>

using namespace llvm;

namespace allocsite {

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
  bool hasWayAround(const Group &Places) const;
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

/// The lowest block for all of `Numbers`.
static unsigned dominatorOf(const FlowGraph &Graph, ArrayRef<unsigned> Numbers) {
  unsigned Above = Numbers.front();
  for (unsigned Number : Numbers)
    Above = Graph.commonDominator(Above, Number);
  return Above;
}

unsigned Search::above(const Place &Of) const {
  return Of.From.empty() ? Of.Block : dominatorOf(Graph, Of.From);
}

/// All that needs it, and the ways from there to what needs it again, but where it can
/// be computed anew on the way. All of a loop that needs it is in the region.
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

/// The blocks from which a way leads to a return and through none of `Shut`.
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

/// True where a way leads from `Above` to a return and through none of `Places`.
bool Search::hasWayAround(const Group &Places) const {
  BitVector Shut = Region; // Over an edge that has a place, or behind one.
  for (const Place &Each : Places)
    Shut.set(Each.Block);
  return leadAround(Shut)[Above];
}

/// For the edges from outside into a block of the region.
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

/// Goes up the dominators from all of `Apart`, the deepest first, to `Above`. Those that
/// have met become one in a block where that can stand and `IsWanted`, which is told the
/// block and how many they are; and one on edges likewise.
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

/// As many as there are, or none.
Search::Group Search::findBelow(bool Stays) {
  auto Always = [](unsigned, size_t Joining) { return Joining > 1; };
  if (Stays)
    return join(needing(), Always);
  findRegion();
  const BitVector Around = leadAround(Region);
  if (!Around[Above])
    return {};
  // Loses nothing where all ways lead to them.
  Group Below = join(entries(), [&](unsigned Number, size_t) { return !Around[Number]; });
  return Below.size() > Most ? join(Below, Always) : Below;
}

Places Search::find(bool Stays) {
  Above = standAbove(dominatorOf(Graph, Needing));
  if (is_contained(Needing, Above))
    return {Above, {}};
  Group Below = findBelow(Stays);
  if (Below.empty() || Below.size() > Most || !hasWayAround(Below))
    return {Above, {}};
  sort(Below, [](const Place &A, const Place &B) { return A.Block < B.Block; });
  return {Above, std::move(Below)};
}

Places findPlaces(const FlowGraph &Graph, ArrayRef<unsigned> Needing, bool Stays,
                  function_ref<bool(unsigned)> CanStand) {
  return Search(Graph, Needing, CanStand).find(Stays);
}

} // namespace allocsite
