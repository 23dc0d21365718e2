//===- StableIds.cpp - Ids of sites that builds and machines share --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StableIds.h"

#include "Sites.h"
#include "support/Fnv.h"

using namespace allocsite;

std::string allocsite::withoutPlaces(std::string_view Name) {
  constexpr std::string_view Before = " at ";
  std::string Left;
  for (size_t At; (At = Name.find(Before)) != Name.npos;) {
    const size_t End = Name.find(')', At);
    const SitePlace Place =
        End == Name.npos ? SitePlace()
                         : placeOf(Name.substr(At + Before.size(), End - At - Before.size()));
    const size_t Taken = Place.Line ? End : At + Before.size();
    Left += Name.substr(0, Place.Line ? At : Taken);
    Name.remove_prefix(Taken);
  }
  return Left.append(Name);
}

/// "libz.so" of "libz.so.1.2.13".
static std::string_view withoutVersion(std::string_view Library) {
  constexpr std::string_view Ending = ".so.";
  const size_t At = Library.find(Ending);
  return At == Library.npos ? Library : Library.substr(0, At + Ending.size() - 1);
}

namespace {
/// The hashes of the names of a profile, of which rows repeat few.
class NameHashes {
public:
  explicit NameHashes(const NameTable &Names) : Names(Names), Known(Names.size()) {}

  uint64_t of(NameId Name) {
    uint64_t &Its = Known[Name];
    if (!Its)
      Its = Fnv().add(withoutPlaces(Names[Name])).value();
    return Its;
  }

private:
  const NameTable &Names;
  std::vector<uint64_t> Known; ///< 0: not asked
};
} // namespace

static Fnv namesOf(const Profile &Of, RowId Row, NameHashes &Hashes) {
  const RowKey &Key = Of.row(Row);
  const NameId Function = innermost(Of, Key.Chain);
  return Fnv()
      .add(Hashes.of(Function))
      .add(Hashes.of(Key.Allocator))
      .add(Hashes.of(Key.Type))
      .add(withoutVersion(Of.Names[Key.Through]));
}

void SiteNumbers::add(const Profile &Of) {
  NameHashes Hashes(Of.Names);
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const SitePlace At = placeOf(Of.Names[Of.row(Row).Site]);
    if (!At.File.empty())
      Known[namesOf(Of, Row, Hashes).value()].try_emplace(
          {std::string(At.File), At.Line, At.Column, At.Ordinal});
  }
}

std::vector<uint64_t> SiteNumbers::idsOf(const Profile &Of) {
  NameHashes Hashes(Of.Names);
  std::vector<uint64_t> Ids;
  Ids.reserve(Of.rowCount());
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    Fnv Its = namesOf(Of, Row, Hashes);
    const SitePlace At = placeOf(Of.Names[Of.row(Row).Site]);
    uint64_t Number = At.Ordinal;
    if (!At.File.empty()) {
      Places &Siblings = Known[Its.value()];
      if (!Siblings.empty() && !Siblings.begin()->second) {
        uint32_t Last = 0;
        for (auto &Each : Siblings)
          Each.second = ++Last;
      }
      // One that was not there comes behind the others, whose numbers are in use.
      Number = Siblings
                   .try_emplace({std::string(At.File), At.Line, At.Column, At.Ordinal},
                                uint32_t(Siblings.size() + 1))
                   .first->second;
    }
    Ids.push_back(Its.add(Number).value());
  }
  return Ids;
}

std::vector<uint64_t> allocsite::stackIdsOf(const Profile &Of) {
  // A chain's id is larger than its caller's: callers are interned first.
  NameHashes Hashes(Of.Names);
  std::vector<uint64_t> Ids(Of.chainCount());
  Ids[NoChain] = Fnv().value();
  for (ChainId Chain = 1; Chain < Ids.size(); ++Chain) {
    const ChainLink &Link = Of.link(Chain);
    Ids[Chain] = Fnv(Ids[Link.Caller]).add(Hashes.of(Of.frame(Link.At).Function)).value();
  }
  return Ids;
}
