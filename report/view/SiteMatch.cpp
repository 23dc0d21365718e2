//===- SiteMatch.cpp - Matches the sites of builds ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SiteMatch.h"

#include "Sites.h"
#include "support/FunctionName.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

using namespace allocsite;

namespace {

constexpr uint32_t Unmatched = UINT32_MAX;

/// A site on one side.
struct SiteAt {
  uint32_t Id; ///< its number, or on the side that is matched the site itself
  SitePlace Place;
  NameId Type;
  uint64_t Sizes; ///< a bit set of the sizes it asks for; sizes are hashed to 64 bits
};

/// Sites of one function and allocator: known ones, and those of the side that is matched.
struct Rivals {
  std::vector<SiteAt> Of[2];
};

/// How alike two sites are. Any pair scores higher than no pair.
unsigned likeness(const SiteAt &A, const SiteAt &B) {
  return 1000 + 64 * (A.Type == B.Type) + 32 * (A.Place.File == B.Place.File) +
         16 * (A.Sizes == B.Sizes) + 4 * (A.Place.Column == B.Place.Column) +
         2 * (A.Place.Line == B.Place.Line);
}

/// True if the sites share at least half of all their sizes.
bool hasSizesOf(const SiteAt &A, const SiteAt &B) {
  return 2 * __builtin_popcountll(A.Sizes & B.Sizes) >=
         __builtin_popcountll(A.Sizes | B.Sizes);
}

/// The pairs, as indices, that keep the order and have the largest sum of likeness.
/// \p BySizes: only pairs that share most sizes.
std::vector<std::pair<size_t, size_t>> pairsOf(const std::vector<SiteAt> &A,
                                               const std::vector<SiteAt> &B, bool BySizes) {
  constexpr size_t MostSteps = 1'000'000;
  std::vector<std::pair<size_t, size_t>> Pairs;
  auto score = [BySizes](const SiteAt &A, const SiteAt &B) {
    return !BySizes || hasSizesOf(A, B) ? likeness(A, B) : 0;
  };
  if ((A.size() == B.size() && !BySizes) || A.size() * B.size() > MostSteps) {
    for (size_t I = 0; I != std::min(A.size(), B.size()); ++I)
      if (score(A[I], B[I]))
        Pairs.emplace_back(I, I);
    return Pairs;
  }
  const size_t Width = B.size() + 1;
  std::vector<unsigned> Best((A.size() + 1) * Width);
  for (size_t I = A.size(); I--;)
    for (size_t J = B.size(); J--;)
      Best[I * Width + J] = std::max({Best[(I + 1) * Width + J], Best[I * Width + J + 1],
                                      Best[(I + 1) * Width + J + 1] + score(A[I], B[J])});
  for (size_t I = 0, J = 0; I != A.size() && J != B.size();) {
    const unsigned Here = Best[I * Width + J];
    const unsigned Its = score(A[I], B[J]);
    if (Its && Here == Best[(I + 1) * Width + J + 1] + Its)
      Pairs.emplace_back(I++, J++);
    else if (Here == Best[(I + 1) * Width + J])
      ++I;
    else
      ++J;
  }
  return Pairs;
}

/// Goes through the sides one by one. Each is matched with the sites of all sides before it,
/// as each was last seen: a site may be missing on some sides.
class Matcher {
public:
  Matcher(const Profile &Of, const Sites &All) : Of(Of), All(All) {
    Numbers.assign(Of.sides(), std::vector<uint32_t>(All.size(), Unmatched));
    findSides();
  }

  std::vector<std::vector<uint32_t>> match() {
    for (unsigned Side = 0; Side != Of.sides(); ++Side) {
      IsTaken.assign(Seen.size(), false);
      if (!Seen.empty())
        matchSide(Side);
      for (uint32_t Site = 0; Site != All.size(); ++Site)
        if (IsOn[Side][Site] && Numbers[Side][Site] == Unmatched) {
          Numbers[Side][Site] = uint32_t(Seen.size());
          Seen.push_back({Site, Sizes[Side][Site]});
        }
    }
    return std::move(Numbers);
  }

private:
  /// A site as it was on the last side that has it. Its index is its number.
  struct LastSeen {
    uint32_t Site;
    uint64_t Sizes;
  };

  void matchSide(unsigned Side) {
    round(
        Side,
        [&](const SiteKey &Key) {
          return std::tuple(std::string(withoutClone(Of.Names[Key.Function])), Key.Allocator,
                            Key.Type);
        },
        false);
    round(
        Side,
        [&](const SiteKey &Key) {
          return std::tuple(bareFunctionName(Of.Names[Key.Function]), Key.Allocator, NoName);
        },
        false);
    // Finds a function that was renamed or split.
    round(
        Side,
        [&](const SiteKey &Key) {
          const std::string_view File = placeOf(Of.Names[Key.Site]).File;
          return std::tuple(File.empty() ? std::string(Of.Names[Key.Function])
                                         : '/' + std::string(File.substr(File.rfind('/') + 1)),
                            Key.Allocator, NoName);
        },
        true);
  }

  /// Removes the suffixes that compilers give to copies, such as `.llvm.123` and `.part.0`.
  static std::string_view withoutClone(std::string_view Name) {
    for (std::string_view Mark : {".llvm.", ".part.", ".isra.", ".constprop.", ".cold"})
      if (size_t At = Name.find(Mark); At != Name.npos && At)
        Name = Name.substr(0, At);
    return Name;
  }

  void findSides() {
    Sizes.assign(Of.sides(), std::vector<uint64_t>(All.size()));
    IsOn.assign(Of.sides(), std::vector<bool>(All.size()));
    for (RowId Row = 0; Row != Of.rowCount(); ++Row)
      for (unsigned Side = 0; Side != Of.sides(); ++Side)
        for (ColumnId I = 0; I != Of.columns().size(); ++I)
          if (Of.value(Row, I, Side)) {
            IsOn[Side][All.of(Row)] = true;
            // A set, as rows come in any order and several may have one size.
            Sizes[Side][All.of(Row)] |= uint64_t(1)
                                        << (Of.row(Row).size() * 0x9E3779B97F4A7C15 >> 58);
            break;
          }
  }

  template <typename KeyOf> void round(unsigned Side, KeyOf Key, bool BySizes) {
    std::map<std::tuple<std::string, NameId, NameId>, Rivals> Groups;
    auto add = [&](unsigned To, uint32_t Id, uint32_t Site, uint64_t Sizes) {
      const SiteKey &Its = All[Site];
      Groups[Key(Its)].Of[To].push_back({Id, placeOf(Of.Names[Its.Site]), Its.Type, Sizes});
    };
    for (uint32_t Number = 0; Number != Seen.size(); ++Number)
      if (!IsTaken[Number])
        add(0, Number, Seen[Number].Site, Seen[Number].Sizes);
    for (uint32_t Site = 0; Site != All.size(); ++Site)
      if (IsOn[Side][Site] && Numbers[Side][Site] == Unmatched)
        add(1, Site, Site, Sizes[Side][Site]);
    for (auto &[Name, Group] : Groups) {
      if (Group.Of[0].empty() || Group.Of[1].empty())
        continue;
      for (std::vector<SiteAt> &Each : Group.Of)
        std::sort(Each.begin(), Each.end(), [&](const SiteAt &A, const SiteAt &B) {
          auto place = [](const SiteAt &Of) {
            return std::tuple(Of.Place.File, Of.Place.Line, Of.Place.Column, Of.Place.Ordinal);
          };
          return std::tuple(place(A), A.Id) < std::tuple(place(B), B.Id);
        });
      for (auto [A, B] : pairsOf(Group.Of[0], Group.Of[1], BySizes)) {
        const uint32_t Number = Group.Of[0][A].Id, Site = Group.Of[1][B].Id;
        Numbers[Side][Site] = Number;
        IsTaken[Number] = true;
        Seen[Number] = {Site, Sizes[Side][Site]};
      }
    }
  }

  const Profile &Of;
  const Sites &All;
  std::vector<std::vector<uint32_t>> Numbers; ///< by side and site
  std::vector<std::vector<uint64_t>> Sizes;   ///< by side and site
  std::vector<std::vector<bool>> IsOn;        ///< by side and site
  std::vector<LastSeen> Seen;                 ///< by number
  std::vector<bool> IsTaken;                  ///< by number: matched with this side
};

} // namespace

std::vector<std::vector<uint32_t>> allocsite::matchSites(const Profile &Of, const Sites &All) {
  return Matcher(Of, All).match();
}

void allocsite::joinMovedSites(Profile &Of) {
  const Sites All(Of);
  const std::vector<std::vector<uint32_t>> Numbers = matchSites(Of, All);
  std::unordered_map<uint32_t, NameId> LastPlace; // by number
  for (const std::vector<uint32_t> &OfSide : Numbers)
    for (uint32_t Site = 0; Site != All.size(); ++Site)
      if (OfSide[Site] != Unmatched && All[Site].Site != NoName)
        LastPlace[OfSide[Site]] = All[Site].Site;
  std::vector<NameId> PlaceOf(All.size());
  for (uint32_t Site = 0; Site != All.size(); ++Site) {
    PlaceOf[Site] = All[Site].Site;
    if (Numbers.back()[Site] != Unmatched)
      continue;
    std::set<uint32_t> Its;
    for (const std::vector<uint32_t> &OfSide : Numbers)
      if (OfSide[Site] != Unmatched)
        Its.insert(OfSide[Site]);
    if (Its.size() != 1)
      continue;
    if (auto Moved = LastPlace.find(*Its.begin()); Moved != LastPlace.end())
      PlaceOf[Site] = Moved->second;
  }
  Of.rewriteRows([&](RowId Row) {
    RowKey Key = Of.row(Row);
    Key.Site = PlaceOf[All.of(Row)];
    return std::optional(Key);
  });
}
