//===- ProcessesFormat.cpp - The totals of processes ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessesFormat.h"

#include "support/DisplayText.h"
#include "view/Groups.h"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <set>

using namespace allocsite;

//===----------------------------------------------------------------------===//
// Totals
//===----------------------------------------------------------------------===//

static std::string nameOr(const Profile &Of, NameId Name) {
  return Name == NoName ? "-" : std::string(Of.Names[Name]);
}

/// The measure that a monitor watches: live memory, if blocks are followed.
static ColumnId watchedColumn(const Profile &Of) {
  const auto Live = Of.column(Measure::LiveBytes), Bytes = Of.column(Measure::Bytes);
  return Live && Of.quantity(*Live, 0).Is != Known::Nothing ? *Live : Bytes.value_or(0);
}

static std::vector<SiteTotals> largestSites(const Profile &Of, const View &Shown,
                                            size_t Most) {
  const ColumnId Sort = watchedColumn(Of);
  const KnownOfColumns Is(Of.columns());
  std::vector<SiteTotals> Sites;
  Groups Found = groupRows(Of, Shown, GroupBy::Site, Sort, Most);
  std::sort(Found.Largest.begin(), Found.Largest.end(), [&](const Group &A, const Group &B) {
    return std::pair(B.Sum.Values[Sort], Of.Names[A.HeaviestSite]) <
           std::pair(A.Sum.Values[Sort], Of.Names[B.HeaviestSite]);
  });
  for (const Group &Each : Found.Largest) {
    SiteTotals &Its = Sites.emplace_back();
    const ChainId Chain = Each.HeaviestChain;
    Its.Function = Chain == NoChain ? "-" : nameOr(Of, Of.frame(Of.link(Chain).At).Function);
    Its.Site = nameOr(Of, Each.HeaviestSite);
    Its.Allocator = nameOr(Of, Each.Allocator);
    for (ColumnId I = 0; I != Of.columns().size(); ++I)
      if (Of.columns()[I].Merge == MeasureMerge::Sum)
        Its.Measures.push_back({Of.columns()[I], Each.Sum.quantity(Is, I)});
  }
  return Sites;
}

Expected<ProcessTotals> allocsite::totalsOf(Profile &Of, size_t MostSites) {
  ProcessTotals Its;
  if (!Of.Runs.empty())
    Its.Of = Of.Runs.front();
  Its.Process = Its.Of.Process;
  if (Of.columns().empty())
    return Its;
  ViewSelection Wanted;
  Wanted.Shown = watchedColumn(Of);
  Wanted.ShowsThrough = MostSites != 0;
  auto Shown = View::of(Of, Wanted);
  if (!Shown)
    return Shown.error();
  if (MostSites)
    Its.Sites = largestSites(Of, *Shown, MostSites);
  Shown->applyTo(Of);
  for (ColumnId I = 0; I != Of.columns().size(); ++I)
    if (Of.columns()[I].Merge == MeasureMerge::Sum)
      Its.Measures.push_back({Of.columns()[I], Of.quantity(I, 0)});
  return Its;
}

static const Quantity *find(const std::vector<MeasuredTotal> &In, Measure Of) {
  for (const MeasuredTotal &Each : In)
    if (Each.Of.Is == Of)
      return &Each.Value;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// A sheet
//===----------------------------------------------------------------------===//

static constexpr Measure ShownMeasures[] = {Measure::Bytes, Measure::Calls, Measure::LiveBytes,
                                            Measure::PeakBytes, Measure::Live};

static std::string stateOf(const ProcessTotals &Of) {
  return !Of.Problem.empty() ? "unreadable" : Of.WasKilled ? "killed" : "running";
}

Sheet allocsite::processesSheet(const std::vector<ProcessTotals> &Of) {
  Sheet Result;
  Result.Kind = "allocsite-processes";
  Result.Columns = {{"process", "process", CellKind::Word},
                    {"program", "program", CellKind::Name},
                    {"state", "state", CellKind::Word},
                    {"began", "", CellKind::Count}};
  for (Measure Each : ShownMeasures) {
    const Column Its = modelColumn(Each);
    Result.Columns.push_back({keyOf(Its.Word), Its.Word, kindOf(Its)});
  }
  Result.Columns.push_back({"problem", "", CellKind::Word});
  for (const ProcessTotals &Each : Of) {
    SheetRow Row;
    Row.Cells = {std::to_string(Each.Process), Each.Of.Program, stateOf(Each),
                 Each.Of.Began ? Cell(int64_t(Each.Of.Began)) : Cell()};
    for (Measure Its : ShownMeasures) {
      const Quantity *Found = find(Each.Measures, Its);
      Row.Cells.push_back(Found ? Cell(*Found) : Cell());
    }
    Row.Cells.push_back(Each.Problem.empty() ? Cell() : Cell(Each.Problem));
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Metrics
//===----------------------------------------------------------------------===//

namespace {
struct Metric {
  Measure Of;
  const char *Name, *Type, *Help;
};
} // namespace

static constexpr Metric Metrics[] = {
    {Measure::Bytes, "allocated_bytes_total", "counter", "Bytes that were allocated."},
    {Measure::Calls, "allocations_total", "counter", "Calls of allocators."},
    {Measure::LiveBytes, "live_bytes", "gauge", "Bytes that are not freed."},
    {Measure::Live, "live_blocks", "gauge", "Blocks and objects that are not freed."},
    {Measure::PeakBytes, "peak_bytes", "gauge",
     "Bytes that were live when the process had most."},
    {Measure::Freed, "freed_total", "counter", "Blocks and objects that were freed."}};

/// A value of a label: the format escapes three characters, and wants UTF-8.
static std::string labelText(std::string_view Name) {
  std::string Text;
  for (char C : displayText(Name))
    if (C == '\\' || C == '"')
      (Text += '\\') += C;
    else
      Text += C;
  return Text;
}

static std::string labelsOf(const ProcessTotals &Of) {
  return fmt::format("pid=\"{}\",program=\"{}\"", Of.Process, labelText(Of.Of.Program));
}

static void addFamily(std::string &To, std::string_view Prefix, const Metric &Of,
                      std::string_view Help, const std::string &Samples) {
  if (!Samples.empty())
    To += fmt::format("# HELP allocsite_{0}{1} {2}\n# TYPE allocsite_{0}{1} {3}\n{4}", Prefix,
                      Of.Name, Help, Of.Type, Samples);
}

/// Adds a sample, unless its labels are among \p Before: a scraper rejects all if two are equal.
static void addSample(std::string &To, std::string_view Prefix, const Metric &Of,
                      const std::string &Labels, const std::vector<MeasuredTotal> &From,
                      std::set<std::string> &Before) {
  // What is not known is left out: it is not 0.
  if (const Quantity *Its = find(From, Of.Of);
      Its && Its->Is != Known::Nothing && Before.insert(Labels).second)
    To += fmt::format("allocsite_{}{}{{{}}} {}\n", Prefix, Of.Name, Labels, Its->Value);
}

std::string allocsite::processesMetrics(const std::vector<ProcessTotals> &Of) {
  std::string Text, Up, Began, Known;
  std::set<std::string> Processes;
  for (const ProcessTotals &Each : Of) {
    if (!Processes.insert(labelsOf(Each)).second)
      continue; // one that was killed, whose number another has now
    Up += fmt::format("allocsite_up{{{}}} {:d}\n", labelsOf(Each),
                      Each.Problem.empty() && !Each.WasKilled);
    Known += fmt::format(
        "allocsite_process_info{{{},service=\"{}\",host=\"{}\",build_id=\"{}\"}} 1\n",
        labelsOf(Each), labelText(Each.Of.Service), labelText(Each.Of.Host),
        Each.Of.Modules.empty() ? "" : labelText(Each.Of.Modules.front().BuildId));
    if (Each.Of.Began)
      Began += fmt::format("allocsite_start_time_seconds{{{}}} {}\n", labelsOf(Each),
                           Each.Of.Began);
  }
  addFamily(Text, "", {Measure::Calls, "up", "gauge", ""},
            "1 if the process runs and its profile could be read.", Up);
  addFamily(Text, "", {Measure::Calls, "start_time_seconds", "gauge", ""},
            "When the process began, in seconds since 1970.", Began);
  addFamily(Text, "", {Measure::Calls, "process_info", "gauge", ""},
            "Names of a process: OTEL_SERVICE_NAME, its machine, and its build.", Known);
  for (const Metric &Its : Metrics) {
    std::string Samples;
    std::set<std::string> Before;
    for (const ProcessTotals &Each : Of)
      addSample(Samples, "", Its, labelsOf(Each), Each.Measures, Before);
    addFamily(Text, "", Its, Its.Help, Samples);
  }
  for (const Metric &Its : Metrics) {
    std::string Samples;
    std::set<std::string> Before;
    for (const ProcessTotals &Each : Of)
      for (const SiteTotals &Site : Each.Sites)
        addSample(Samples, "site_", Its,
                  fmt::format("{},function=\"{}\",site=\"{}\",allocator=\"{}\"",
                              labelsOf(Each), labelText(Site.Function), labelText(Site.Site),
                              labelText(Site.Allocator)),
                  Site.Measures, Before);
    addFamily(Text, "site_", Its, fmt::format("By the largest sites: {}", Its.Help), Samples);
  }
  return Text;
}

//===----------------------------------------------------------------------===//
// A page
//===----------------------------------------------------------------------===//

static constexpr char PageHead[] = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>AllocSite</title>
<meta http-equiv="refresh" content="15">
<style>
body { font: 14px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em;
       color: #222; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { padding: .35em .7em; text-align: left; border-bottom: 1px solid #ddd }
th { font-weight: 600; border-bottom: 2px solid #999 }
.number { text-align: right; font-variant-numeric: tabular-nums }
.killed { color: #b00020 }
.note { color: #666 }
a { color: #0b57d0; text-decoration: none } a:hover { text-decoration: underline }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1b1b1b } th, td { border-color: #444 } a { color: #8ab4f8 }
  .killed { color: #ff8a80 } .note { color: #999 } }
</style></head><body><h1>AllocSite</h1>
)";

static std::string htmlText(std::string_view Name) {
  std::string Text;
  for (char C : displayText(Name))
    if (C == '&' || C == '<' || C == '>' || C == '"')
      Text += fmt::format("&#{};", int(C));
    else
      Text += C;
  return Text;
}

static std::string timeSince(uint64_t Began) {
  const uint64_t Seconds = uint64_t(std::max<int64_t>(
      0, int64_t(std::time(nullptr)) - int64_t(std::min<uint64_t>(Began, INT64_MAX))));
  return Seconds < 86400
             ? fmt::format("{}:{:02}:{:02}", Seconds / 3600, Seconds / 60 % 60, Seconds % 60)
             : fmt::format("{} d {} h", Seconds / 86400, Seconds / 3600 % 24);
}

static std::string pageRow(const ProcessTotals &Of) {
  std::string Row = fmt::format(
      "<tr><td class=number>{0}</td><td><a href=\"process/{0}\">{1}</a> {4}</td>"
      "<td class={2}>{2}</td><td class=number>{3}</td>",
      Of.Process, htmlText(Of.Of.Program.empty() ? "-" : Of.Of.Program), stateOf(Of),
      Of.Of.Began ? timeSince(Of.Of.Began) : "", htmlText(Of.Of.Service));
  for (Measure Its : ShownMeasures) {
    const Quantity *Found = find(Of.Measures, Its);
    Row += fmt::format("<td class=number>{}</td>",
                       Found ? htmlText(quantityText(*Found, kindOf(modelColumn(Its)), false))
                             : "");
  }
  if (!Of.Problem.empty())
    return Row + fmt::format("<td>{}</td></tr>\n", htmlText(Of.Problem));
  return Row + fmt::format("<td><a href=\"debug/pprof/heap?pid={0}\">heap</a> "
                           "<a href=\"debug/pprof/allocs?pid={0}\">allocs</a> "
                           "<a href=\"process/{0}/report\">report</a> "
                           "<a href=\"process/{0}/log.csv\">log</a></td></tr>\n",
                           Of.Process);
}

std::string allocsite::processesPage(const std::vector<ProcessTotals> &Of, size_t Unreadable) {
  std::string Text = PageHead;
  if (Of.empty())
    Text += "<p>No process that is profiled runs on this machine: start one with "
            "<code>ALLOCSITE=1</code>.</p>\n";
  else {
    Text += "<table><tr><th class=number>process</th><th>program</th><th>state</th>"
            "<th class=number>for</th>";
    for (Measure Its : ShownMeasures)
      Text += fmt::format("<th class=number>{}</th>", modelColumn(Its).Word);
    Text += "<th></th></tr>\n";
    for (const ProcessTotals &Each : Of)
      Text += pageRow(Each);
    Text += "</table>\n";
  }
  Text += "<p class=note>For scrapers: <a href=\"metrics\">metrics</a> (Prometheus), "
          "<a href=\"debug/pprof/heap\">debug/pprof/heap</a>, "
          "<a href=\"debug/pprof/allocs\">allocs</a> (pprof; <code>?pid=</code> one process, "
          "<code>?seconds=</code> what changes in that time).";
  if (Unreadable)
    Text += fmt::format(" {} process{} of other users cannot be read.", Unreadable,
                        Unreadable == 1 ? "" : "es");
  return Text + "</p></body></html>\n";
}
