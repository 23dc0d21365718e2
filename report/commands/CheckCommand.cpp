//===- CheckCommand.cpp - allocsite check: hold a profile against a budget ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "SharedOptions.h"
#include "findings/Budget.h"
#include "read/ByteSource.h"
#include "support/DisplayText.h"
#include "support/JsonSink.h"
#include "support/NewFile.h"
#include "view/Sites.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fmt/format.h>
#include <memory>

using namespace allocsite;

namespace {

struct CheckOptions {
  std::vector<std::string> Files;
  std::string Budget, Baseline, Format = "text";
  bool Init = false, RawBytes = false;
  double Slack = 10; ///< percent
};

constexpr size_t MostBudgetBytes = 16 << 20;

class Answer {
public:
  explicit Answer(const CheckOptions &Options) : Options(Options) {}

  /// function "parse*": 12.0 MiB bytes, allowed 10.0 MiB (+20.0%)
  std::string sentence(const BudgetUse &Of) const {
    const BudgetLine &Line = *Of.Of;
    const bool IsBytes = Of.Unit == MeasureUnit::Bytes;
    const uint64_t Other = Line.IsGrowth ? Of.Baseline.value_or(0) : Line.Limit;
    auto rounded = [&](uint64_t Value) {
      return quantityText(int64_t(Value), IsBytes ? CellKind::Bytes : CellKind::Count,
                          Options.RawBytes);
    };
    // Use exact numbers if rounded ones would look equal.
    const bool IsExact = Of.Value != Other && rounded(Of.Value) == rounded(Other);
    auto number = [&](uint64_t Value) {
      return IsExact ? groupedNumber(Value) + (IsBytes ? " B" : "") : rounded(Value);
    };
    std::string What = Line.Of;
    if (!Line.Glob.empty())
      What += " \"" + displayText(Line.Glob) + '"';
    if (!Of.IsFound)
      return fmt::format("{}: no row belongs to it, so its budget of {} says nothing", What,
                         displayText(Line.Measure));
    if (!Of.IsExceeded && !Of.Lacks.empty())
      return fmt::format("{}: {} is not known, {}", What, displayText(Line.Measure), Of.Lacks);
    if (Line.IsGrowth)
      return fmt::format("{}: {} of {}, {} before, allowed growth {:g}%", What,
                         number(Of.Value), displayText(Line.Measure), number(*Of.Baseline),
                         Line.MostGrowth * 100);
    return fmt::format("{}: {}{} of {}, allowed {}", What, Of.Lacks.empty() ? "" : "at least ",
                       number(Of.Value), displayText(Line.Measure), number(Line.Limit));
  }

  /// Where the largest site is, or else the line of the budget.
  SitePlace placeFor(const BudgetUse &Of) const {
    SitePlace Place = placeOf(Of.Site);
    if (Place.File.empty() || !Place.Line) {
      Place.File = Options.Budget;
      Place.Line = Of.Of->Line;
      Place.Column = 1;
    }
    return Place;
  }

  std::string text(const std::vector<BudgetUse> &Broken, size_t Lines) const {
    std::string Text;
    size_t Exceeded = 0;
    for (const BudgetUse &Each : Broken) {
      Text += fmt::format("{}:{}: {}\n", displayText(Options.Budget), Each.Of->Line,
                          sentence(Each));
      if (Each.IsExceeded && !Each.Site.empty())
        Text += fmt::format("    most at {}\n", displayText(Each.Site));
      Exceeded += Each.IsExceeded;
    }
    Text += fmt::format("{} of {} budget{} exceeded", Exceeded, Lines, Lines == 1 ? "" : "s");
    if (Broken.size() != Exceeded)
      Text += fmt::format(", {} not known", Broken.size() - Exceeded);
    return Text + '\n';
  }

  /// All budgets, also those that are kept.
  std::string json(const std::vector<BudgetUse> &All) const {
    Sheet Result;
    Result.Kind = "allocsite-check";
    Result.Columns = {{"line", "", CellKind::Count},        {"state", "", CellKind::Word},
                      {"of", "", CellKind::Word},           {"glob", "", CellKind::Name},
                      {"measure", "", CellKind::Word},      {"value", "", CellKind::Count},
                      {"limit", "", CellKind::Count},       {"before", "", CellKind::Count},
                      {"most_growth", "", CellKind::Share}, {"site", "", CellKind::Path},
                      {"message", "", CellKind::Word}};
    int64_t Exceeded = 0, Unknown = 0;
    for (const BudgetUse &Each : All) {
      const BudgetLine &Line = *Each.Of;
      const bool Lacks = !Each.Lacks.empty() || (!Each.IsFound && !Line.IsOptional);
      Exceeded += Each.IsExceeded;
      Unknown += !Each.IsExceeded && Lacks;
      const Cell None;
      auto ifSet = [&](const std::string &Text) { return Text.empty() ? None : Cell(Text); };
      Result.Rows.push_back({{int64_t(Line.Line),
                              std::string(Each.IsExceeded ? "exceeded"
                                          : Lacks         ? "unknown"
                                                          : "kept"),
                              Line.Of, ifSet(Line.Glob), Line.Measure,
                              Lacks && !Each.IsExceeded ? None : Cell(int64_t(Each.Value)),
                              Line.IsGrowth ? None : Cell(int64_t(Line.Limit)),
                              Each.Baseline ? Cell(int64_t(*Each.Baseline)) : None,
                              Line.IsGrowth ? Cell(Line.MostGrowth) : None, ifSet(Each.Site),
                              Each.IsExceeded || Lacks ? Cell(sentence(Each)) : None},
                             {},
                             {}});
    }
    Result.Facts = {{{"budget", "", CellKind::Path}, Options.Budget},
                    {{"row_count", "", CellKind::Count}, int64_t(All.size())},
                    {{"exceeded_count", "", CellKind::Count}, Exceeded},
                    {{"unknown_count", "", CellKind::Count}, Unknown}};
    Result.Left.UnknownRows = size_t(Unknown);
    return sheetJson(Result);
  }

  std::string github(const std::vector<BudgetUse> &Broken) const {
    std::string Text;
    for (const BudgetUse &Each : Broken) {
      const SitePlace Place = placeFor(Each);
      Text += fmt::format("::{} file={},line={},col={},title=allocation budget::{}\n",
                          level(Each), escaped(displayText(Place.File), true), Place.Line,
                          std::max(Place.Column, 1u), escaped(sentence(Each), false));
    }
    return Text;
  }

  std::string sarif(const std::vector<BudgetUse> &Broken) const {
    StringSink To;
    JsonSink Json(To);
    Json.StartObject();
    Json.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    Json.field("version", "2.1.0");
    Json.line();
    Json.startArray("runs");
    Json.StartObject();
    Json.startObject("tool");
    Json.startObject("driver");
    Json.field("name", "allocsite");
    Json.field("version", ALLOCSITE_VERSION);
    Json.startArray("rules");
    Json.StartObject();
    Json.field("id", "allocation-budget");
    Json.startObject("shortDescription");
    Json.field("text", "More is allocated than the budget allows");
    Json.EndObject();
    Json.EndObject();
    Json.EndArray();
    Json.EndObject();
    Json.EndObject();
    Json.line();
    Json.startArray("results");
    for (const BudgetUse &Each : Broken) {
      const SitePlace Place = placeFor(Each);
      Json.line();
      Json.StartObject();
      Json.field("ruleId", "allocation-budget");
      Json.field("ruleIndex", uint64_t(0));
      Json.field("level", level(Each));
      Json.startObject("message");
      Json.field("text", sentence(Each));
      Json.EndObject();
      Json.startArray("locations");
      Json.StartObject();
      Json.startObject("physicalLocation");
      Json.startObject("artifactLocation");
      Json.field("uri", uri(displayText(Place.File)));
      Json.EndObject();
      Json.startObject("region");
      Json.field("startLine", Place.Line);
      Json.field("startColumn", std::max(Place.Column, 1u));
      Json.EndObject();
      Json.EndObject();
      Json.EndObject();
      Json.EndArray();
      Json.EndObject();
    }
    Json.line();
    Json.EndArray();
    Json.EndObject();
    Json.EndArray();
    Json.EndObject();
    Json.finish();
    return To.Text;
  }

private:
  static const char *level(const BudgetUse &Of) { return Of.IsExceeded ? "error" : "warning"; }

  /// Escapes text for GitHub's workflow commands.
  static std::string escaped(const std::string &Text, bool IsProperty) {
    std::string Result;
    for (char C : Text)
      if (C == '%' || (IsProperty && (C == ':' || C == ',')))
        Result += fmt::format("%{:02X}", unsigned(C));
      else
        Result += C;
    return Result;
  }

  static std::string uri(const std::string &Path) {
    std::string Result;
    for (unsigned char C : Path)
      if (std::isalnum(C) || std::strchr("/._-~+@", C))
        Result += char(C);
      else
        Result += fmt::format("%{:02X}", unsigned(C));
    return Result;
  }

  const CheckOptions &Options;
};

/// Faults exit with 2, as 1 means that a budget is exceeded.
ExitCode failCheck(const Error &Failure) {
  fail(Failure);
  return UsageProblem;
}

ExitCode writeBudget(const CheckOptions &Options, Profile &Of) {
  if (::access(Options.Budget.c_str(), F_OK) == 0)
    return failCheck({displayText(Options.Budget) + ": there is one already"});
  auto Text = budgetFor(Of, Options.Slack / 100);
  if (!Text)
    return failCheck(Text.error());
  if (auto Failure = writeNewFile(Options.Budget, *Text))
    return failCheck(*Failure);
  return Fine;
}

ExitCode runCheck(const CheckOptions &Options) {
  if (Options.Budget.empty())
    return failUsage({"no budget given (--budget FILE)"}, "check");
  std::vector<BudgetLine> Lines;
  if (!Options.Init) {
    auto Text = readText(Options.Budget, MostBudgetBytes, "budget");
    if (!Text)
      return failCheck(Text.error());
    auto Parsed = parseBudget(*Text);
    if (!Parsed)
      return failCheck({displayText(Options.Budget) + ':' + Parsed.error().What});
    Lines = std::move(*Parsed);
    if (Lines.empty())
      return failCheck({displayText(Options.Budget) +
                        ": no line of it is a budget, as \"total bytes <= 1M\" is"});
  }
  auto Files = chosenFiles(Options.Files);
  if (!Files)
    return failCheck(Files.error());
  Profile Now, Before;
  if (auto Failure = readProfiles(*Files, Now, 0))
    return failCheck(*Failure);
  if (!Now.rowCount()) {
    fail({displayText(Files->front()) + ": nothing was counted (was the program compiled "
                                        "with the pass?)"});
    return MissingData;
  }
  if (Options.Init)
    return writeBudget(Options, Now);
  if (!Options.Baseline.empty())
    if (auto Failure = readProfiles({Options.Baseline}, Before, 0))
      return failCheck(*Failure);
  auto Uses = useOf(Lines, Now, Options.Baseline.empty() ? nullptr : &Before);
  if (!Uses)
    return failCheck({displayText(Options.Budget) + ':' + Uses.error().What});
  std::vector<BudgetUse> Broken;
  ExitCode Code = Fine;
  for (const BudgetUse &Each : *Uses) {
    const bool IsMissing = !Each.Lacks.empty() || (!Each.IsFound && !Each.Of->IsOptional);
    if (Each.IsExceeded)
      Code = InputProblem;
    else if (IsMissing && Code == Fine)
      Code = MissingData;
    if (Each.IsExceeded || IsMissing)
      Broken.push_back(Each);
  }
  const Answer Made(Options);
  if (auto Failure = writeAnswer(Options.Format == "github"  ? Made.github(Broken)
                                 : Options.Format == "sarif" ? Made.sarif(Broken)
                                 : Options.Format == "json"  ? Made.json(*Uses)
                                                            : Made.text(Broken, Lines.size())))
    return failCheck(*Failure);
  return Code;
}

} // namespace

Command allocsite::addCheckCommand(CLI::App &To) {
  auto Options = std::make_shared<CheckOptions>();
  CLI::App &App = *To.add_subcommand("check", "Hold what was allocated against a budget");
  App.add_option("FILE", Options->Files,
                 "Logs or profiles, which are summed; - is standard input. None: as\n"
                 "for report")
      ->type_name(" ");
  App.add_option("--budget", Options->Budget, "The budget")->type_name("FILE");
  App.add_option("--baseline", Options->Baseline, "The profile that growth is of")
      ->type_name("FILE");
  addChoice(App, "--format", Options->Format, "text|json|github|sarif",
            "How to print what is not kept; json has all budgets (text)");
  App.add_flag("--init", Options->Init, "Write the budget, from what was allocated");
  App.add_option("--slack", Options->Slack, "Percent that --init allows more (10)")
      ->type_name("P")
      ->check(CLI::Range(0.0, 1000000.0));
  addRawBytes(App, Options->RawBytes);
  App.footer(
      "Examples:\n"
      "  allocsite check --init --budget app.budget app.csv\n"
      "  allocsite check --budget app.budget app.csv\n\n"
      "A line of a budget: total bytes <= 30M, function \"parse*\" calls <= 10k, or\n"
      "type \"Node\" bytes growth <= 5%; `optional` behind it: there may be no such row.\n"
      "Exit status: 1 where one is exceeded, 2 for a problem with a file, 3 where a\n"
      "budget has no row or its measure is not known.");
  return {&App, [Options] { return runCheck(*Options); }};
}
