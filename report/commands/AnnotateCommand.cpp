//===- AnnotateCommand.cpp - allocsite annotate: sources with what they allocate ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "SharedOptions.h"
#include "model/Profile.h"
#include "read/SourceFiles.h"
#include "show/TextTable.h"
#include "support/DisplayText.h"
#include "support/Message.h"
#include "support/Suggestion.h"
#include "view/Sites.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unistd.h>
#include <vector>

using namespace allocsite;

namespace {

//   rows ──▶ sites with a file ──▶ files ──▶ lines ──▶ what each call of the line allocates

/// A call to an allocator.
struct AnnotatedCall {
  uint32_t Column = 0; ///< from 1, 0: not known
  NameId Allocator = NoName, Type = NoName, Function = NoName;
  std::vector<uint64_t> Values; ///< by column of the profile
};

struct AnnotatedLine {
  std::vector<AnnotatedCall> Calls; ///< from left to right
};

struct AnnotatedFile {
  std::map<uint32_t, AnnotatedLine> Lines; ///< from 1
  std::vector<uint64_t> Values;            ///< of all lines, by column of the profile
};

/// The annotated files, by name as in the profile. Rows without a line number are left out.
std::map<std::string, AnnotatedFile> annotationsOf(const Profile &Of, unsigned Side) {
  std::map<std::string, AnnotatedFile> Files;
  const size_t Columns = Of.columns().size();
  const Sites All(Of);
  std::vector<std::vector<uint64_t>> Sums;
  for (ColumnId I = 0; I != Columns; ++I)
    Sums.push_back(All.sums(I, Side));
  for (uint32_t Site = 0; Site != All.size(); ++Site) {
    const SiteKey &Key = All[Site];
    const SitePlace Place = placeOf(Of.Names[Key.Site]);
    if (Place.File.empty() || !Place.Line)
      continue;
    AnnotatedFile &File = Files[std::string(Place.File)];
    AnnotatedCall Call{Place.Column, Key.Allocator, Key.Type, Key.Function, {}};
    File.Values.resize(Columns);
    for (ColumnId I = 0; I != Columns; ++I) {
      Call.Values.push_back(Sums[I][Site]);
      File.Values[I] = merged(Of.columns()[I].Merge, File.Values[I], Sums[I][Site]);
    }
    File.Lines[Place.Line].Calls.push_back(std::move(Call));
  }
  for (auto &[Name, File] : Files)
    for (auto &[Number, Line] : File.Lines)
      std::sort(Line.Calls.begin(), Line.Calls.end(),
                [&](const AnnotatedCall &A, const AnnotatedCall &B) {
                  auto order = [&](const AnnotatedCall &Call) {
                    return std::tuple(Call.Column, Of.Names[Call.Allocator],
                                      Of.Names[Call.Type], Of.Names[Call.Function]);
                  };
                  return order(A) < order(B);
                });
  return Files;
}

struct AnnotateOptions {
  std::string File, SourceDirectory;
  std::vector<std::string> Sources;
  FilterOptions Filter;
  WidthOption Width;
  size_t Context = 3;
  bool WholeFiles = false, Remarks = false, RawBytes = false;
};

/// Whether \p Path ends in all parts of \p Named.
bool isPathOf(std::string_view Path, std::string_view Named) {
  while (Named.substr(0, 2) == "./")
    Named.remove_prefix(2);
  return Path == Named ||
         (Path.size() > Named.size() && Path.substr(Path.size() - Named.size()) == Named &&
          Path[Path.size() - Named.size() - 1] == '/');
}

class Annotator {
public:
  Annotator(const Profile &Of, const AnnotateOptions &Options)
      : Of(Of), Options(Options), Files(annotationsOf(Of, 0)),
        Bytes(Of.column(Measure::Bytes)), Calls(Of.column(Measure::Calls)) {}

  Expected<std::string> text() {
    if (!Bytes || !Calls)
      return Error{fmt::format("{}: no bytes and calls to show", displayText(Options.File))};
    if (Files.empty())
      return Error{fmt::format("{}: no site has a line (compile with -g1, or with "
                               "-fplugin=AllocSite.so)",
                               displayText(Options.File))};
    auto Wanted = wanted();
    if (!Wanted)
      return Wanted.error();
    std::string Text;
    for (const std::string &File : *Wanted) {
      if (Options.Remarks) {
        Text += remarks(File);
        continue;
      }
      auto Shown = source(File);
      if (!Shown)
        return Shown;
      Text += (Text.empty() ? "" : "\n") + *Shown;
    }
    return Text;
  }

private:
  /// The files of the profile that were asked for, or all that can be read.
  Expected<std::vector<std::string>> wanted() const {
    std::vector<std::string> Wanted, Known;
    for (const auto &[Name, File] : Files)
      Known.push_back(Name);
    if (Options.Sources.empty()) {
      std::sort(Known.begin(), Known.end(), [&](const std::string &A, const std::string &B) {
        return std::pair(Files.at(B).Values[*Bytes], A) <
               std::pair(Files.at(A).Values[*Bytes], B);
      });
      if (Options.Remarks)
        return Known;
      std::vector<std::string> Missing;
      for (const std::string &Each : Known)
        (isReadableSource(pathOf(Each)) ? Wanted : Missing).push_back(Each);
      if (!Missing.empty())
        noteMissingSources(Missing.size(), Missing[0]);
      return Wanted;
    }
    for (const std::string &Source : Options.Sources) {
      const size_t Before = Wanted.size();
      for (const std::string &Each : Known)
        if (isPathOf(Each, Source) || isPathOf(Source, Each))
          Wanted.push_back(Each);
      if (Wanted.size() == Before)
        return Error{fmt::format("{}: nothing in it allocates, as far as the profile knows{}",
                                 displayText(Source), suggestion(Source, Known))};
    }
    return Wanted;
  }

  std::string pathOf(const std::string &File) const {
    for (const std::string &Source : Options.Sources)
      if (isPathOf(Source, File) ||
          (isPathOf(File, Source) && ::access(Source.c_str(), R_OK) == 0))
        return Source;
    return sourcePath(File, Options.SourceDirectory);
  }

  std::string bytes(uint64_t Value) const {
    return quantityText(int64_t(Value), CellKind::Bytes, Options.RawBytes);
  }
  std::string count(uint64_t Value) const {
    return quantityText(int64_t(Value), CellKind::Count, Options.RawBytes);
  }

  /// src/a.c:12:9: remark: 1.2 MiB in 300 calls of malloc, type Node [allocsite]
  std::string remarks(const std::string &File) const {
    std::string Text;
    for (const auto &[Number, Line] : Files.at(File).Lines)
      for (const AnnotatedCall &Call : Line.Calls) {
        const std::string_view Type = Of.Names[Call.Type];
        Text += fmt::format("{}:{}:{}: remark: {}{} in {} call{} of {}{} [allocsite]\n",
                            displayText(File), Number, std::max(Call.Column, 1u),
                            bytes(Call.Values[*Bytes]), Options.RawBytes ? " bytes" : "",
                            count(Call.Values[*Calls]), Call.Values[*Calls] == 1 ? "" : "s",
                            displayText(Of.Names[Call.Allocator]),
                            Type == "-" ? "" : ", type " + displayText(Type));
      }
    return Text;
  }

  Expected<std::string> source(const std::string &File) const {
    auto Source = readSourceLines(pathOf(File));
    if (!Source)
      return Source.error();
    const AnnotatedFile &Known = Files.at(File);
    TextTable Table;
    Table.addColumn("bytes", TextTable::Align::Right);
    Table.addColumn("calls", TextTable::Align::Right);
    Table.addColumn("line", TextTable::Align::Right);
    Table.addColumn(displayText(File), TextTable::Align::Left);
    const size_t Width = Options.Width.columns();
    size_t Beyond = 0, Before = 0;
    for (const auto &[Number, Line] : Known.Lines)
      Beyond += Number > Source->size();
    for (size_t Number = 1; Number <= Source->size(); ++Number) {
      if (!isShown(Known, Number))
        continue;
      if (Before && Number != Before + 1)
        Table.addRow({"", "", "", "…"});
      Before = Number;
      uint64_t Sum = 0, Count = 0;
      auto At = Known.Lines.find(uint32_t(Number));
      if (At != Known.Lines.end())
        for (const AnnotatedCall &Call : At->second.Calls) {
          Sum = merged(MeasureMerge::Sum, Sum, Call.Values[*Bytes]);
          Count = merged(MeasureMerge::Sum, Count, Call.Values[*Calls]);
        }
      const bool Has = At != Known.Lines.end();
      Table.addRow({Has ? bytes(Sum) : "", Has ? count(Count) : "", fmt::format("{}", Number),
                    sourceText((*Source)[Number - 1], Width)});
    }
    if (Beyond)
      printWarning(fmt::format("{}: {} of its lines in the profile are beyond its end (was it "
                               "edited?)",
                               displayText(File), Beyond));
    return Table.render(0, wantsColour(STDOUT_FILENO));
  }

  bool isShown(const AnnotatedFile &Known, size_t Number) const {
    if (Options.WholeFiles)
      return true;
    auto Next = Known.Lines.lower_bound(
        uint32_t(Number > Options.Context ? Number - Options.Context : 0));
    return Next != Known.Lines.end() && Next->first <= Number + Options.Context;
  }

  static std::string sourceText(const std::string &Line, size_t Width) {
    std::string Text;
    for (char C : Line)
      if (C == '\t')
        Text.append(8 - Text.size() % 8, ' ');
      else
        Text += C;
    constexpr size_t Numbers = 32;
    Text = displayText(Text);
    if (Width == SIZE_MAX || displayWidth(Text) + Numbers <= Width)
      return Text;
    return shortenMiddle(Text, std::max(Width, Numbers + LeastNameWidth) - Numbers);
  }

  const Profile &Of;
  const AnnotateOptions &Options;
  std::map<std::string, AnnotatedFile> Files;
  std::optional<ColumnId> Bytes, Calls;
};

ExitCode runAnnotate(const AnnotateOptions &Options) {
  if (Options.File.empty())
    return failUsage({"no profile given"}, "annotate");
  Profile All(1, Options.Filter.keys());
  if (auto Failure = readProfiles({Options.File}, All, 0))
    return fail(*Failure);
  auto Left = Options.Filter.apply(All);
  if (!Left)
    return failUsage(Left.error(), "annotate");
  if (!All.rowCount()) {
    for (const std::string &Each : sentencesOn(*Left, All.Names))
      printNote(Each);
    return fail({displayText(Options.File) +
                 (Left->HadRows ? ": no allocation matches" : ": no allocations")});
  }
  auto Text = Annotator(All, Options).text();
  if (!Text)
    return fail(Text.error());
  return finish(writeAnswer(*Text));
}

} // namespace

Command allocsite::addAnnotateCommand(CLI::App &To) {
  auto Options = std::make_shared<AnnotateOptions>();
  CLI::App &App = *To.add_subcommand("annotate", "Print source lines with what they allocate");
  App.add_option("FILE", Options->File, "A log or a profile; - is standard input")
      ->type_name(" ");
  App.add_option("SOURCE", Options->Sources,
                 "Source files (all that the profile names and that can be read)")
      ->type_name(" ");
  App.add_flag("--remarks", Options->Remarks,
               "As clang prints remarks, for editors: file:line:column: remark: …");
  App.add_option("--source-dir", Options->SourceDirectory,
                 "The directory that names of sources in the profile start from (.)")
      ->type_name("DIRECTORY");
  addNumber(App, "--context", Options->Context, "Lines around those that allocate (3)");
  App.add_flag("--whole", Options->WholeFiles, "All lines of the sources");
  addRawBytes(App, Options->RawBytes);
  Options->Width.addTo(App);
  Options->Filter.addTo(App);
  App.footer("Examples:\n"
             "  allocsite annotate app.csv src/parse.cpp\n"
             "  allocsite annotate app.csv --remarks > remarks.txt && vim -q remarks.txt");
  return {&App, [Options] { return runAnnotate(*Options); }};
}
