//===- GraphNames.h - Names of the objects of a graph -----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   site ──▶ group: the three names of the site in rows of a CSV: type, site, allocator
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_GRAPHNAMES_H
#define ALLOCSITE_PROFILE_GRAPHNAMES_H

#include "Csv.h"

namespace allocsite {

class GraphNames {
public:
  using TextId = uint32_t;
  enum Column { Type, Site, Allocator };
  static constexpr uint32_t NoMemory = ~uint32_t(0);

  /// Names must be loaded before the first groupOf, and stay.
  explicit GraphNames(Expander &Names) : Expanded(Names), Names(Names, {}) {}

  /// The group of a site; sites of equal names are one group. NoMemory if memory is short.
  uint32_t groupOf(uint64_t Context, uint64_t Site);
  size_t groups() const { return Names.Outlines.size(); }
  /// The number of a text; texts are equal if their numbers are.
  TextId id(uint32_t Group, Column Of) const {
    constexpr unsigned Columns[] = {CsvTable::TypeColumn, CsvTable::SiteColumn,
                                    CsvTable::AllocatorColumn};
    return Names.Outlines[Group].Columns[Columns[Of]];
  }
  /// Empty if not known.
  TextRef text(uint32_t Group, Column Of) const {
    const TextId Its = id(Group, Of);
    return Its == CsvTable::Dash ? TextRef() : Names.Texts[Its];
  }
  size_t texts() const { return Names.Texts.size(); }

private:
  struct Known {
    uint64_t Context, Site;
    uint32_t Group;
  };
  Expander &Expanded;
  CsvTable Names; // has no rows; its outlines are the groups
  PageArray<Known> Sites;
  PageIndex SitesByNumber;
};

} // namespace allocsite

#endif
