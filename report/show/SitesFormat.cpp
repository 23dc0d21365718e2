//===- SitesFormat.cpp - Which sites ran, as table, CSV or JSON -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SitesFormat.h"

#include "ChainText.h"
#include "Sheet.h"
#include "TextTable.h"
#include "support/DisplayText.h"
#include "support/Quoted.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

namespace {

using Align = TextTable::Align;

constexpr size_t NoteIndent = 2;

bool wasCounted(const ListedSite &Site) { return Site.Calls != 0; }

/// The reason why a site is not counted; "-" if there is none.
std::string reasonOf(const ListedSite &Site, const NameTable &Names) {
  return Site.State == SiteState::Level ? fmt::format("level={}", Site.Level)
                                        : std::string(Names[Site.Reason]);
}

size_t count(const std::vector<ListedSite> &All, SiteState State) {
  return std::count_if(All.begin(), All.end(),
                       [State](const ListedSite &Each) { return Each.State == State; });
}

std::string summary(const std::vector<ListedSite> &All) {
  auto Number = [&All](SiteState State) { return count(All, State); };
  size_t Ran = Number(SiteState::Ran), Never = Number(SiteState::Never);
  size_t Static = Number(SiteState::Static), Replaced = Number(SiteState::Replaced);
  size_t Sites = (Static ? Static : Ran + Never) + Replaced;
  std::string Text = fmt::format("{} site{}", groupedNumber(Sites), Sites == 1 ? "" : "s");
  if (!Static)
    Text += fmt::format(": {} ran, {} never", groupedNumber(Ran), groupedNumber(Never));
  auto Add = [&](SiteState State, const char *What) {
    if (size_t Many = Number(State))
      Text += fmt::format("; {} {}", groupedNumber(Many), What);
  };
  if (Replaced)
    Text += fmt::format("; {} replaced (inline functions of which the linker took another "
                        "object's copy: compile all objects with the pass)",
                        groupedNumber(Replaced));
  Add(SiteState::Level, "level (not in the log, which may be of a lower level)");
  Add(SiteState::Library, "library (calls into the C++ library)");
  Add(SiteState::Refused, "refused");
  Add(SiteState::Unlisted, "unlisted (in a log, in no inventory)");
  return Text;
}

} // namespace

std::string allocsite::sitesTable(const std::vector<ListedSite> &Shown,
                                  const std::vector<ListedSite> &All, const NameTable &Names,
                                  size_t Width, bool Colour) {
  TextTable Table;
  Table.addColumn("state", Align::Left);
  Table.addColumn("calls", Align::Right);
  Table.addColumn("bytes", Align::Right);
  Table.addColumn("allocator", Align::Left);
  Table.addColumn("site", Align::Left);
  // The numbers take a quarter of a common line, and are never cut.
  for (const ListedSite &Each : Shown) {
    std::string Reason;
    if (Each.State == SiteState::Refused || Each.State == SiteState::Level)
      Reason = fmt::format(" [{}]", displayText(reasonOf(Each, Names)));
    const std::string Note =
        placedChain("", {displayText(Names[Each.Function])}, Reason,
                    Width == SIZE_MAX ? Width : std::max(Width, LeastNameWidth) - NoteIndent);
    Table.addRow({stateWord(Each.State), wasCounted(Each) ? groupedNumber(Each.Calls) : "",
                  wasCounted(Each) ? humanBytes(Each.Bytes) : "",
                  shortenMiddle(displayText(Names[Each.Allocator]), shareOfLine(Width, 3)),
                  shortenStart(displayText(Names[Each.Place]), shareOfLine(Width, 4))},
                 Note);
  }
  return (Shown.empty() ? "" : Table.render(NoteIndent, Colour)) +
         wrapText(summary(All), Width);
}

std::string allocsite::sitesCsv(const std::vector<ListedSite> &Shown, const NameTable &Names) {
  std::string Text = "state,site,allocator,function,call count,total bytes,reason\n";
  for (const ListedSite &Each : Shown)
    Text += fmt::format("{},{},{},{},{},{},{}\n", stateWord(Each.State),
                        csvCell(Names[Each.Place]), csvCell(Names[Each.Allocator]),
                        csvCell(Names[Each.Function]), Each.Calls, Each.Bytes,
                        csvCell(reasonOf(Each, Names)));
  return Text;
}

std::string allocsite::sitesJson(const std::vector<ListedSite> &Shown,
                                 const std::vector<ListedSite> &All, const NameTable &Names) {
  auto name = [&](NameId Name) { return std::string(Names[Name]); };
  Sheet Result;
  Result.Kind = "allocsite-sites";
  for (SiteState Each :
       {SiteState::Ran, SiteState::Never, SiteState::Replaced, SiteState::Level,
        SiteState::Static, SiteState::Library, SiteState::Refused, SiteState::Unlisted})
    Result.Facts.push_back({{std::string(stateWord(Each)) + "_count", "", CellKind::Count},
                            int64_t(count(All, Each))});
  Result.Columns = {{"state", "", CellKind::Word},     {"site", "", CellKind::Path},
                    {"allocator", "", CellKind::Name}, {"function", "", CellKind::Name},
                    {"calls", "", CellKind::Count},    {"bytes", "", CellKind::Bytes},
                    {"reason", "", CellKind::Word}};
  for (const ListedSite &Each : Shown)
    Result.Rows.push_back({{std::string(stateWord(Each.State)), name(Each.Place),
                            name(Each.Allocator), name(Each.Function), int64_t(Each.Calls),
                            int64_t(Each.Bytes), reasonOf(Each, Names)},
                           {},
                           {}});
  Result.Left.Rows = All.size() - Shown.size();
  return sheetJson(Result);
}
