//===- Reach.cpp - What sets of objects lead to ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reach.h"

namespace allocsite {

static constexpr uint32_t SetsAtOnce = 64;

// Tarjan's algorithm, without recursion: a list of a million nodes is as deep.
bool Reach::start() {
  const uint32_t Count = static_cast<uint32_t>(Of.Objects.size());
  constexpr uint32_t Unknown = ~uint32_t(0);
  struct Visit {
    uint32_t Object, NextEdge;
  };
  PageArray<uint32_t> Number, Lowest, Open; // Number: 0 of what was not visited
  PageArray<Visit> Path;
  if (!Component.resize(Count) || !Number.resize(Count) || !Lowest.resize(Count) ||
      !Order.reserve(Count) || !Masks.resize(Count))
    return false;
  for (uint32_t I = 0; I < Count; ++I)
    Component[I] = Unknown;
  uint32_t Numbered = 0, Components = 0;
  auto enter = [&](uint32_t Object) {
    Number[Object] = Lowest[Object] = ++Numbered;
    return Open.push(Object) && Path.push({Object, Of.FirstEdge[Object]});
  };
  for (uint32_t Begin = 0; Begin < Count; ++Begin) {
    if (!Number[Begin] && !enter(Begin))
      return false;
    while (Path.size()) {
      Visit &Top = Path[Path.size() - 1];
      const uint32_t Object = Top.Object;
      if (Top.NextEdge < Of.FirstEdge[Object + 1]) {
        const uint32_t To = Of.Edges[Top.NextEdge++];
        if (!Number[To]) {
          if (!enter(To))
            return false;
        } else if (Component[To] == Unknown && Number[To] < Lowest[Object]) {
          Lowest[Object] = Number[To];
        }
        continue;
      }
      Path.resize(Path.size() - 1);
      if (Lowest[Object] == Number[Object]) {
        for (uint32_t Last = Unknown; Last != Object;) {
          Last = Open[Open.size() - 1];
          Open.resize(Open.size() - 1);
          Component[Last] = Components;
          if (!Order.push(Last))
            return false;
        }
        ++Components;
      } else {
        // Object is not the root of its component, and the root is still on the path: pass
        // the lowest number on to the object before it.
        uint32_t &Above = Lowest[Path[Path.size() - 1].Object];
        if (Lowest[Object] < Above)
          Above = Lowest[Object];
      }
    }
  }
  return true;
}

static void addMask(uint64_t Mask, Reached &What, Reached *To) {
  for (; Mask; Mask &= Mask - 1) {
    Reached &Its = To[__builtin_ctzll(Mask)];
    Its.Objects += What.Objects;
    Its.Bytes += What.Bytes;
  }
  What = {0, 0};
}

/// Masks go on to all that their objects lead to. Bit I adds to To[I].
void Reach::spread(Reached *To) {
  uint64_t Last = 0; // of what is not added yet: neighbours mostly have the same
  Reached What = {0, 0};
  for (size_t End = Order.size(), Begin; End; End = Begin) {
    const uint32_t Its = Component[Order[End - 1]];
    uint64_t Mask = 0;
    for (Begin = End; Begin && Component[Order[Begin - 1]] == Its; --Begin)
      Mask |= Masks[Order[Begin - 1]];
    if (Mask != Last) {
      addMask(Last, What, To);
      Last = Mask;
    }
    for (size_t I = Begin; Mask && I < End; ++I) {
      const uint32_t Object = Order[I];
      ++What.Objects;
      What.Bytes += Of.Objects[Object].Bytes;
      for (uint32_t E = Of.FirstEdge[Object]; E < Of.FirstEdge[Object + 1]; ++E)
        Masks[Of.Edges[E]] |= Mask;
    }
  }
  addMask(Last, What, To);
}

/// The same over so many pointers.
bool Reach::spreadLevels(uint32_t Levels, Reached *To) {
  const size_t Count = Of.Objects.size();
  PageArray<uint64_t> Fresh, Next; // masks that the last walk has brought, and this one brings
  if (!Fresh.resize(Count) || !Next.resize(Count))
    return false;
  for (size_t I = 0; I < Count; ++I)
    Fresh[I] = Masks[I];
  for (bool IsAny = true; IsAny && Levels; --Levels) {
    for (size_t I = 0; I < Count; ++I)
      for (uint32_t E = Of.FirstEdge[I]; Fresh[I] && E < Of.FirstEdge[I + 1]; ++E)
        Next[Of.Edges[E]] |= Fresh[I];
    IsAny = false;
    for (size_t I = 0; I < Count; ++I) {
      Fresh[I] = Next[I] & ~Masks[I];
      Masks[I] |= Fresh[I];
      Next[I] = 0;
      IsAny |= Fresh[I] != 0;
    }
  }
  for (size_t I = 0; I < Count; ++I) {
    Reached Its = {1, Of.Objects[I].Bytes};
    addMask(Masks[I], Its, To);
  }
  return true;
}

bool Reach::ofSets(const SetOfGroup &Sets, uint32_t Count, uint32_t Levels, Reached *To) {
  for (uint32_t First = 1; First < Count; First += SetsAtOnce) {
    Reached Some[SetsAtOnce] = {};
    for (size_t I = 0; I < Of.Objects.size(); ++I) {
      const uint32_t Bit = Sets[Of.Objects[I].Group] - First; // of lower sets it is huge
      Masks[I] = Bit < SetsAtOnce ? uint64_t(1) << Bit : 0;
    }
    if (!Levels)
      spread(Some);
    else if (!spreadLevels(Levels, Some))
      return false;
    for (uint32_t I = 0; I < SetsAtOnce && First + I < Count; ++I)
      To[First + I] = Some[I];
  }
  return true;
}

Reached Reach::ofRoots() {
  for (size_t I = 0; I < Masks.size(); ++I)
    Masks[I] = 0;
  for (size_t I = 0; I < Of.Roots.size(); ++I)
    Masks[Of.Roots[I]] = 1;
  Reached Its[SetsAtOnce] = {};
  spread(Its);
  return Its[0];
}

//===----------------------------------------------------------------------===//
// Relations
//===----------------------------------------------------------------------===//

namespace {
/// Of one set that points: by the set that it points at.
class Row {
  const HeapGraph &Of;
  const SetOfGroup &Sets;
  PageArray<Relation> Its;
  PageArray<uint32_t> Used, Scratch, LastSource;
  PageArray<uint32_t> LastFrom; // by object: the set that has pointed at it last

public:
  Row(const HeapGraph &Of, const SetOfGroup &Sets) : Of(Of), Sets(Sets) {}

  bool start(uint32_t Count) {
    return Its.resize(Count) && LastSource.resize(Count) && LastFrom.resize(Of.Objects.size());
  }
  /// `Source`: number of the object and one, or 0. `Stamp`: no other set has it.
  bool add(uint32_t Source, uint32_t Target, uint32_t Stamp) {
    const HeapObject &Object = Of.Objects[Target];
    const uint32_t To = Sets[Object.Group];
    Relation &With = Its[To];
    if (!With.Pointers && !Used.push(To))
      return false;
    ++With.Pointers;
    if (LastSource[To] != Source) {
      LastSource[To] = Source;
      ++With.Sources;
    }
    if (LastFrom[Target] != Stamp) {
      LastFrom[Target] = Stamp;
      ++With.Targets;
      With.TargetBytes += Object.Bytes;
    }
    return true;
  }
  bool flush(uint32_t From, PageArray<Relation> &All) {
    if (!Scratch.resize(Used.size()))
      return false;
    mergeSort(Used.begin(), Scratch.begin(), Used.size(),
              [](uint32_t A, uint32_t B) { return A < B; });
    for (size_t I = 0; I < Used.size(); ++I) {
      Relation &Each = Its[Used[I]];
      Each.From = From;
      Each.To = Used[I];
      if (!All.push(Each))
        return false;
      Each = {};
    }
    Used.resize(0);
    return true;
  }
};
} // namespace

bool relate(const HeapGraph &Of, const SetOfGroup &Sets, uint32_t Count,
            PageArray<Relation> &All) {
  const uint32_t Objects = static_cast<uint32_t>(Of.Objects.size());
  Row Its(Of, Sets);
  PageArray<uint32_t> Begin, BySet; // objects by their set
  if (!Its.start(Count) || !Begin.resize(Count + 1) || !BySet.resize(Objects))
    return false;
  for (uint32_t I = 0; I < Objects; ++I)
    ++Begin[Sets[Of.Objects[I].Group] + 1];
  for (uint32_t I = 0; I < Count; ++I)
    Begin[I + 1] += Begin[I];
  for (uint32_t I = 0; I < Objects; ++I)
    BySet[Begin[Sets[Of.Objects[I].Group]]++] = I;
  // Begin[I] is now where set I ends.
  for (size_t I = 0; I < Of.Roots.size(); ++I)
    if (!Its.add(0, Of.Roots[I], Count))
      return false;
  if (!Its.flush(0, All))
    return false;
  for (uint32_t Set = 1; Set < Count; ++Set) {
    for (uint32_t I = Begin[Set - 1]; I < Begin[Set]; ++I)
      for (uint32_t E = Of.FirstEdge[BySet[I]]; E < Of.FirstEdge[BySet[I] + 1]; ++E)
        if (!Its.add(BySet[I] + 1, Of.Edges[E], Set))
          return false;
    if (!Its.flush(Set, All))
      return false;
  }
  return true;
}

} // namespace allocsite
