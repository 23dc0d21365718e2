// What sets of objects lead to, over any number of pointers and over few, and what points at what,
// on random graphs with lists, circles and hubs, is what a search from each set finds. More sets
// than one walk tells of.
//
// RUN: %runtime_cxx -I%source -I%source/runtime %s -o %t
// RUN: %t | %FileCheck %s
// CHECK: 300 graphs, 0 wrong
#include "../../runtime/live/Reach.h"
#include <cstdio>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace allocsite;

static std::mt19937 Random(7);
static uint32_t below(uint32_t End) { return Random() % End; }

/// Objects and bytes within so many pointers of what is in `Level`.
static Reached search(const HeapGraph &Of, std::set<uint32_t> Level, uint32_t Levels) {
  std::set<uint32_t> All = Level;
  for (uint32_t I = 0; !Level.empty() && (!Levels || I < Levels); ++I) {
    std::set<uint32_t> Next;
    for (uint32_t Each : Level)
      for (uint32_t E = Of.FirstEdge[Each]; E < Of.FirstEdge[Each + 1]; ++E)
        if (All.insert(Of.Edges[E]).second)
          Next.insert(Of.Edges[E]);
    Level = Next;
  }
  Reached Sum = {0, 0};
  for (uint32_t Each : All) {
    ++Sum.Objects;
    Sum.Bytes += Of.Objects[Each].Bytes;
  }
  return Sum;
}

static bool isSame(Reached A, Reached B) { return A.Objects == B.Objects && A.Bytes == B.Bytes; }

int main() {
  constexpr unsigned Graphs = 300;
  unsigned Wrong = 0;
  for (unsigned G = 0; G < Graphs; ++G) {
    HeapGraph Of;
    const uint32_t Objects = 1 + below(120), Groups = 1 + below(150), Edges = below(4);
    for (uint32_t I = 0; I < Objects; ++I)
      Of.Objects.push({0x10000 + I * 16, below(1000), 0, below(Groups)});
    Of.FirstEdge.resize(Objects + 1);
    for (uint32_t I = 0; I < Objects; ++I) {
      for (uint32_t E = 0; E < Edges; ++E)
        switch (below(4)) {
        case 0: // a list
          Of.Edges.push(I + 1 < Objects ? I + 1 : 0);
          break;
        case 1: // a circle of eight
          Of.Edges.push(I % 8 == 7 || I + 1 == Objects ? I - I % 8 : I + 1);
          break;
        case 2: // few that many know
          Of.Edges.push(below(Objects < 3 ? Objects : 3));
          break;
        case 3:
          if (!below(3))
            Of.Edges.push(below(Objects));
        }
      Of.FirstEdge[I + 1] = uint32_t(Of.Edges.size());
    }
    std::set<uint32_t> Roots;
    for (uint32_t I = below(5); I; --I) {
      Of.Roots.push(below(Objects));
      Roots.insert(Of.Roots[Of.Roots.size() - 1]);
    }
    // Several groups make a set.
    const uint32_t Sets = 1 + below(Groups);
    SetOfGroup SetOf;
    for (uint32_t I = 0; I < Groups; ++I)
      SetOf.push(1 + below(Sets));
    Reach Leads(Of);
    bool IsRight = Leads.start();
    for (uint32_t Levels : {0u, 1u, 2u, 5u}) {
      std::vector<Reached> Found(Sets + 1);
      IsRight &= Leads.ofSets(SetOf, Sets + 1, Levels, Found.data());
      for (uint32_t Set = 1; Set <= Sets; ++Set) {
        std::set<uint32_t> Begin;
        for (uint32_t I = 0; I < Objects; ++I)
          if (SetOf[Of.Objects[I].Group] == Set)
            Begin.insert(I);
        IsRight &= isSame(Found[Set], search(Of, Begin, Levels));
      }
    }
    IsRight &= isSame(Leads.ofRoots(), search(Of, Roots, 0));

    struct Ends {
      uint64_t Pointers = 0;
      std::set<uint32_t> Sources, Targets;
    };
    std::map<std::pair<uint32_t, uint32_t>, Ends> Wanted;
    for (uint32_t I = 0; I < Of.Roots.size(); ++I) {
      Ends &Its = Wanted[{0, SetOf[Of.Objects[Of.Roots[I]].Group]}];
      ++Its.Pointers;
      Its.Targets.insert(Of.Roots[I]);
    }
    for (uint32_t I = 0; I < Objects; ++I)
      for (uint32_t E = Of.FirstEdge[I]; E < Of.FirstEdge[I + 1]; ++E) {
        const uint32_t To = Of.Edges[E];
        Ends &Its = Wanted[{SetOf[Of.Objects[I].Group], SetOf[Of.Objects[To].Group]}];
        ++Its.Pointers;
        Its.Sources.insert(I);
        Its.Targets.insert(To);
      }
    PageArray<Relation> All;
    IsRight &= relate(Of, SetOf, Sets + 1, All) && All.size() == Wanted.size();
    size_t At = 0;
    for (const auto &[Between, Its] : Wanted) {
      if (!IsRight)
        break;
      const Relation &Each = All[At++];
      uint64_t Bytes = 0;
      for (uint32_t To : Its.Targets)
        Bytes += Of.Objects[To].Bytes;
      IsRight &= Each.From == Between.first && Each.To == Between.second &&
                 Each.Pointers == Its.Pointers && Each.Sources == Its.Sources.size() &&
                 Each.Targets == Its.Targets.size() && Each.TargetBytes == Bytes;
    }
    Wrong += !IsRight;
  }
  std::printf("%u graphs, %u wrong\n", Graphs, Wrong);
}
