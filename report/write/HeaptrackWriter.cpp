//===- HeaptrackWriter.cpp - For heaptrack_print and heaptrack_gui --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   v 10400 3            version of heaptrack, of the format; numbers are hexadecimal
//   s 4 main             string 1
//   i 1 1 2 3 29         code: address, module, function, file, line
//   t 1 0                stack: code, stack of the caller
//   a 60 1               a size at a stack, numbered from 0
//   + 0                  one such allocation; `- 0`: one is freed
//
// The format has a line for each allocation, and the profile only sums: the lines are made so
// that their sums are those of the profile. All that is alive at the peak is allocated first,
// then freed down to what stays, so nothing is told of time. A profile that does not know what
// was freed has no `-`: all stays, and the peak is the total. One allocation at most is shown
// as temporary that was not.
//
//===----------------------------------------------------------------------===//

#include "Writer.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

namespace {

/// As text some gigabytes, which readers take minutes for.
constexpr uint64_t MostEvents = 500'000'000;

/// How often what happens to the blocks of a sample.
struct Story {
  uint64_t Temporary; ///< allocated and freed at once
  uint64_t AtPeak;
  uint64_t FreedBehindPeak;
  uint64_t MadeBehindPeak; ///< and alive at the end
  uint64_t Others;         ///< freed, not alive at the peak
};

class HeaptrackFile {
public:
  HeaptrackFile(const Samples &From, ByteSink &To) : From(From), To(To) {}

  MaybeError write() {
    const uint64_t Calls = total("calls");
    if (Calls > MostEvents)
      return Error{
          fmt::format("{} allocations: heaptrack's format has a line for each, and this "
                      "writes {} at most (choose another format, or --allocator)",
                      Calls, MostEvents)};
    GzipSink Out(To, 1);
    header(Out);
    events(Out);
    Out.finish();
    return {};
  }

private:
  uint64_t total(const char *Word) const {
    const auto Measure = From.measure(Word);
    return Measure ? From.total(*Measure) : 0;
  }
  Story storyOf(const Sample &Of) const;
  void header(ByteSink &Out);
  void events(ByteSink &Out);

  const Samples &From;
  ByteSink &To;
};

Story HeaptrackFile::storyOf(const Sample &Of) const {
  const uint64_t Calls = From.value(Of, From.measure("calls"));
  const auto Live = From.measure("live");
  if (!Live)
    return {0, Calls, 0, 0, 0};
  // A profile that was read while threads ran, or that somebody wrote, may not add up.
  const uint64_t AtEnd = std::min(From.value(Of, *Live), Calls);
  const uint64_t Size = From.size(Of);
  Story Made = {};
  Made.AtPeak = std::min(Size ? From.value(Of, From.measure("peak")) / Size : AtEnd, Calls);
  Made.MadeBehindPeak =
      std::min(AtEnd > Made.AtPeak ? AtEnd - Made.AtPeak : 0, Calls - Made.AtPeak);
  Made.FreedBehindPeak = Made.AtPeak > AtEnd ? Made.AtPeak - AtEnd : 0;
  const uint64_t Rest = Calls - Made.AtPeak - Made.MadeBehindPeak;
  Made.Temporary = std::min(From.value(Of, From.measure("temporary")), Rest);
  Made.Others = Rest - Made.Temporary;
  return Made;
}

void HeaptrackFile::header(ByteSink &Out) {
  const std::string Program = From.program();
  Out.write(fmt::format("v 10400 3\nX {}\nI 1000 1\n", Program));
  // String 1 is the program, and names follow.
  auto string = [&](std::string_view Text) {
    Out.write(fmt::format("s {:x} {}\n", Text.size(), Text));
  };
  string(Program);
  for (TextId Id = 0; Id != From.Texts.size(); ++Id)
    string(From.Texts[Id]);
  for (uint32_t Id = 0; Id != From.Frames.size(); ++Id) {
    const StackFrame &Frame = From.Frames[Id];
    Out.write(fmt::format("i {:x} 1 {:x}", Id + 1, Frame.Function + 2));
    if (Frame.File != NoName)
      Out.write(fmt::format(" {:x} {:x}", Frame.File + 2, Frame.Line));
    else
      Out.write(" 0 0");
    Out.write("\n");
  }
  for (StackId Id = 1; Id < From.stackCount(); ++Id)
    Out.write(fmt::format("t {:x} {:x}\n", From.link(Id).Frame + 1, From.link(Id).Caller));
  // Of each sample two, of which only the first is ever temporary: heaptrack takes a block for
  // temporary that is freed by the line behind the last one that allocated such. Number 0 is
  // not used, as it takes that for none.
  Out.write("a 0 1\n");
  for (const Sample &Each : From.All)
    for (int I = 0; I != 2; ++I)
      Out.write(fmt::format("a {:x} {:x}\n", From.size(Each), Each.Stack));
}

void HeaptrackFile::events(ByteSink &Out) {
  std::vector<Story> Stories;
  for (const Sample &Each : From.All)
    Stories.push_back(storyOf(Each));
  auto repeat = [&](uint64_t Times, const std::string &Lines) {
    for (; Times && !Out.isClosed(); --Times)
      Out.write(Lines);
  };
  auto first = [](size_t I) { return fmt::format("{:x}\n", 1 + 2 * I); };
  auto second = [](size_t I) { return fmt::format("{:x}\n", 2 + 2 * I); };

  // What is freed again comes first, a block or two at a time, so that it makes no peak.
  std::string Single; // the first number of one that is not yet written
  for (size_t I = 0; I != Stories.size(); ++I) {
    repeat(Stories[I].Temporary, "+ " + first(I) + "- " + first(I));
    repeat(Stories[I].Others / 2,
           "+ " + first(I) + "+ " + second(I) + "- " + first(I) + "- " + second(I));
    if (Stories[I].Others % 2 && !Single.empty()) {
      Out.write("+ " + Single + "+ " + first(I) + "- " + Single + "- " + first(I));
      Single.clear();
    } else if (Stories[I].Others % 2) {
      Single = first(I);
    }
  }
  if (!Single.empty())
    Out.write("+ " + Single + "- " + Single);

  // The peak. Those that stay come last, so that the first `-` is not of the last `+`.
  for (bool Stay : {false, true})
    for (size_t I = 0; I != Stories.size(); ++I)
      if (Stories[I].AtPeak && !Stories[I].FreedBehindPeak == Stay) {
        repeat(Stories[I].AtPeak - 1, "+ " + second(I));
        Out.write("+ " + first(I));
      }
  for (size_t I = 0; I != Stories.size(); ++I) {
    const uint64_t Freed = Stories[I].FreedBehindPeak;
    const bool All = Freed && Freed == Stories[I].AtPeak;
    repeat(Freed - All, "- " + second(I));
    repeat(All, "- " + first(I));
  }
  for (size_t I = 0; I != Stories.size(); ++I)
    repeat(Stories[I].MadeBehindPeak, "+ " + second(I));
}

MaybeError write(const Samples &From, ByteSink &To) { return HeaptrackFile(From, To).write(); }

} // namespace

const Writer allocsite::HeaptrackWriter = {
    "heaptrack", "heaptrack_print, heaptrack_gui (name it *.gz)", true, write};
