//===- SidedNames.cpp - What the rows of a diff or a trend are called -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SidedNames.h"

#include "view/Sites.h"

#include <fmt/format.h>

using namespace allocsite;

static bool hasType(RowBy By) {
  return By == RowBy::Site || By == RowBy::Chain || By == RowBy::Type;
}
static bool hasFunction(RowBy By) {
  return By == RowBy::Site || By == RowBy::Chain || By == RowBy::Function;
}
static bool isNamed(RowBy By) { return By == RowBy::Process || By == RowBy::Thread; }

void allocsite::addNameColumns(Sheet &To, RowBy By, bool HasSiteBefore) {
  auto add = [&](const char *Key, const char *Title, CellKind Kind) {
    To.Columns.push_back({Key, Title, Kind});
  };
  add("allocator", "allocator", CellKind::Name);
  if (hasType(By))
    add("type", By == RowBy::Type ? "type" : "", CellKind::Name);
  if (hasFunction(By))
    add("function", By == RowBy::Site ? "" : "function", CellKind::Name);
  if (By == RowBy::Site)
    add("site", "site", CellKind::Path);
  if (By == RowBy::Site && HasSiteBefore)
    add("site_before", "", CellKind::Path);
  if (By == RowBy::Through)
    add("through", "through", CellKind::Name);
  if (By == RowBy::File)
    add("file", "file", CellKind::Path);
  if (isNamed(By))
    add(viewWord(By), viewWord(By), CellKind::Path);
  To.HasFrames = By != RowBy::Allocator && !isNamed(By);
}

void allocsite::addNames(SheetRow &To, const SidedRow &Row, const Profile &Of, RowBy By,
                         bool HasSiteBefore) {
  auto add = [&](NameId Name) { To.Cells.push_back(std::string(Of.Names[Name])); };
  add(Row.Allocator);
  if (hasType(By))
    add(Row.Type);
  if (hasFunction(By))
    add(Row.Function);
  if (By == RowBy::Site)
    add(Row.lastSite());
  if (By == RowBy::Site && HasSiteBefore)
    add(Row.Sites[0]);
  if (By == RowBy::Through)
    add(Row.Through);
  if (By == RowBy::File)
    To.Cells.push_back(Row.File.empty() ? "-" : Row.File);
  if (isNamed(By))
    To.Cells.push_back(Row.Named);
  if (By != RowBy::Allocator && !isNamed(By))
    for (NameId Frame : functionsOf(Of, Row.Heaviest))
      To.Frames.emplace_back(Of.Names[Frame]);
  if (Row.ChainCount > 1)
    To.More = fmt::format(" (+{} chain{})", groupedNumber(Row.ChainCount - 1),
                          Row.ChainCount == 2 ? "" : "s");
}
