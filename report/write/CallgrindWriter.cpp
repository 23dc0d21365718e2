//===- CallgrindWriter.cpp - For callgrind_annotate and KCachegrind -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   fl=(1) parse.cpp
//   fn=(1) photos::parsePhoto(Obstack&, char const*)
//   41 19200000 200000                 line 41 allocates: bytes, calls
//   cfn=(2) Obstack::alloc
//   calls=200000 0                     it calls the allocator so often;
//   41 0 0                             the calls add no cost
//   cfn=(3) photos::copyName(…)
//   calls=150000 0
//   0 3120000 150000                   a call whose line is not known
//
// Memory is a cost of the line that calls the allocator, so that readers show it in the
// source. The calls further up the stack have inclusive costs. It is not known how often these
// were made: the number of allocations they led to stands in place of it.
//
//===----------------------------------------------------------------------===//

#include "Writer.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

using namespace allocsite;

namespace {

struct Function {
  TextId Name, File;
};

struct Line {
  uint32_t Function, Number;
};

struct Edge {
  uint32_t Caller, Line, Callee;
};

class CallgrindFile {
public:
  CallgrindFile(const Samples &From, ByteSink &To)
      : From(From), To(To), Width(From.measures().size()),
        Counted(From.measure(Measure::Calls)) {
    // The first event is the one that readers sort by.
    Order = From.measures();
    const auto Main = std::find(Order.begin(), Order.end(), From.mainMeasure());
    std::rotate(Order.begin(), Main, Main + 1);
  }

  void write() {
    for (const Sample &Each : From.All)
      add(Each);
    header();
    functions();
  }

private:
  void add(const Sample &Of);
  void addTo(std::vector<uint64_t> &Costs, uint32_t At, const Sample &Of);
  void header();
  void functions();
  std::string costs(const std::vector<uint64_t> &Of, uint32_t At) const;
  /// `fl=(1) parse.cpp`, and later `fl=(1)`.
  std::string named(const char *What, std::vector<bool> &IsNamed, uint32_t Id,
                    std::string_view Name) const;

  const Samples &From;
  ByteSink &To;
  const size_t Width; ///< how many measures there are
  const std::optional<ColumnId> Counted;
  std::vector<ColumnId> Order;
  KeySet<Function> Functions;
  KeySet<Line> Lines;
  KeySet<Edge> Edges;
  std::vector<uint64_t> Own;       ///< Width by line
  std::vector<uint64_t> Inclusive; ///< Width by edge
  std::vector<uint64_t> Calls;     ///< by edge
};

void CallgrindFile::addTo(std::vector<uint64_t> &Costs, uint32_t At, const Sample &Of) {
  if (Costs.size() < (At + 1) * Width)
    Costs.resize((At + 1) * Width);
  for (size_t I = 0; I != Width; ++I)
    Costs[At * Width + I] =
        merged(MeasureMerge::Sum, Costs[At * Width + I], From.value(Of, Order[I]));
}

/// Counts each edge once per sample. Leaves out edges from a function to itself, which readers
/// would add to the function's cost once more.
void CallgrindFile::add(const Sample &Of) {
  const uint64_t Count = From.value(Of, Counted);
  auto call = [&](uint32_t Made) {
    Calls.resize(Edges.size());
    Inclusive.resize(Edges.size() * Width);
    Calls[Made] = merged(MeasureMerge::Sum, Calls[Made], Count);
  };
  const StackFrame &Leaf = From.leaf(Of);
  uint32_t Callee = Functions.intern({Leaf.Function, Leaf.File});
  addTo(Own, Lines.intern({Callee, Leaf.Line}), Of);
  if (Of.Allocator != NoName)
    call(Edges.intern({Callee, Leaf.Line, Functions.intern({Of.Allocator, NoName})}));
  std::vector<uint32_t> Seen;
  for (StackId Stack = From.link(Of.Stack).Caller; Stack != NoStack;
       Stack = From.link(Stack).Caller) {
    const StackFrame &Frame = From.Frames[From.link(Stack).Frame];
    const uint32_t Caller = Functions.intern({Frame.Function, Frame.File});
    const uint32_t Made =
        Caller == Callee ? UINT32_MAX : Edges.intern({Caller, Frame.Line, Callee});
    if (Caller != Callee && std::find(Seen.begin(), Seen.end(), Made) == Seen.end()) {
      Seen.push_back(Made);
      call(Made);
      addTo(Inclusive, Made, Of);
    }
    Callee = Caller;
  }
}

/// `live-bytes` as `LiveBytes`.
std::string eventOf(const std::string &Word) {
  std::string Event;
  bool StartsWord = true;
  for (char C : Word) {
    if (C != '-')
      Event += StartsWord ? char(std::toupper((unsigned char)C)) : C;
    StartsWord = C == '-';
  }
  return Event;
}

void CallgrindFile::header() {
  std::string Events, Totals;
  for (ColumnId Each : Order) {
    Events += ' ' + eventOf(From.column(Each).Word);
    Totals += fmt::format(" {}", From.total(Each));
  }
  To.write(fmt::format("# callgrind format\nversion: 1\ncreator: allocsite\ncmd: {}\n"
                       "positions: line\nevents:{}\nsummary:{}\n",
                       From.program(), Events, Totals));
}

std::string CallgrindFile::costs(const std::vector<uint64_t> &Of, uint32_t At) const {
  std::string Text;
  for (size_t I = 0; I != Width; ++I)
    Text += ' ' + std::to_string(Of[At * Width + I]);
  return Text + '\n';
}

std::string CallgrindFile::named(const char *What, std::vector<bool> &IsNamed, uint32_t Id,
                                 std::string_view Name) const {
  const bool IsKnown = IsNamed[Id];
  IsNamed[Id] = true;
  return IsKnown ? fmt::format("{}=({})\n", What, Id + 1)
                 : fmt::format("{}=({}) {}\n", What, Id + 1, Name);
}

void CallgrindFile::functions() {
  std::vector<bool> FileNamed(From.Texts.size()), FunctionNamed(Functions.size());
  auto file = [&](const char *What, TextId File) {
    return named(What, FileNamed, File, File == NoName ? "???" : From.Texts[File]);
  };
  std::vector<std::vector<uint32_t>> LinesOf(Functions.size()), EdgesOf(Functions.size());
  for (uint32_t Id = 0; Id != Lines.size(); ++Id)
    LinesOf[Lines[Id].Function].push_back(Id);
  for (uint32_t Id = 0; Id != Edges.size(); ++Id)
    EdgesOf[Edges[Id].Caller].push_back(Id);
  for (uint32_t Id = 0; Id != Functions.size() && !To.isClosed(); ++Id) {
    std::string Text = '\n' + file("fl", Functions[Id].File) +
                       named("fn", FunctionNamed, Id, From.Texts[Functions[Id].Name]);
    for (uint32_t Of : LinesOf[Id])
      Text += std::to_string(Lines[Of].Number) + costs(Own, Of);
    for (uint32_t Of : EdgesOf[Id]) {
      const Edge &Each = Edges[Of];
      const Function &Callee = Functions[Each.Callee];
      Text += file("cfi", Callee.File) +
              named("cfn", FunctionNamed, Each.Callee, From.Texts[Callee.Name]) +
              fmt::format("calls={} 0\n{}", Calls[Of], Each.Line) + costs(Inclusive, Of);
    }
    To.write(Text);
  }
}

MaybeError write(const Samples &From, ByteSink &To) {
  CallgrindFile(From, To).write();
  return {};
}

} // namespace

const Writer allocsite::CallgrindWriter = {"callgrind", "callgrind_annotate, KCachegrind",
                                           false, write};
