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
//   a 60 1               a size at a stack, numbered from 0 in the order of the first `+`
//   + 0                  one such allocation; `- 0`: one is freed
//
// The format has a line for each allocation, but the profile has only sums: the lines are
// invented so that their sums are those of the profile; their order says nothing about time.
// Blocks freed before the peak come first, then all that are live at the peak, which are then
// freed except for those live at the end. If the profile does not record what was freed, there
// is no `-`: all blocks stay, and the peak is the total.
//
// heaptrack takes a block for temporary if its `-` follows a `+` of the same number, or
// follows another `-` and its number is 0. So at most two allocations are wrongly shown as
// temporary. Of the temporary blocks live at the peak, only the last one can be shown as
// temporary.
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "support/Message.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

using namespace allocsite;

namespace {

/// A limit: this many are some gigabytes of text, which take readers minutes.
constexpr uint64_t MostEvents = 500'000'000;

/// The blocks of a sample, counted by what happens to them.
struct Story {
  uint64_t Temporary; ///< allocated and freed at once, not live at the peak
  uint64_t TemporaryAtPeak;
  uint64_t AtPeak; ///< includes TemporaryAtPeak
  uint64_t FreedBehindPeak;
  uint64_t MadeBehindPeak; ///< and live at the end
  uint64_t Others;         ///< freed, not live at the peak
};

class HeaptrackFile {
public:
  HeaptrackFile(const Samples &From, ByteSink &To) : From(From), To(To) {}

  MaybeError write() {
    const uint64_t Calls = total(Measure::Calls);
    if (Calls > MostEvents)
      return Error{
          fmt::format("{} allocations: heaptrack's format has a line for each, and this "
                      "writes {} at most (choose another format, or --allocator)",
                      Calls, MostEvents)};
    GzipSink Out(To, 1);
    for (const Sample &Each : From.All)
      Stories.push_back(storyOf(Each));
    Numbers.resize(Stories.size());
    header(Out);
    transients(Out);
    peak(Out);
    for (size_t I = 0; I != Stories.size(); ++I)
      repeat(Out, Stories[I].MadeBehindPeak, {{'+', I, 1}});
    Out.finish();
    return {};
  }

private:
  uint64_t total(Measure Of) const {
    const auto Column = From.measure(Of);
    return Column ? From.total(*Column) : 0;
  }
  Story storyOf(const Sample &Of) const;
  void header(ByteSink &Out);
  void transients(ByteSink &Out);
  void peak(ByteSink &Out);

  /// A line such as `+ 4`. A sample has up to three numbers, so that a `-` can have another
  /// number than the `+` before it.
  struct Event {
    char Is;
    size_t Of; ///< a sample
    unsigned Which;
  };
  void repeat(ByteSink &Out, uint64_t Times, std::initializer_list<Event> Events);

  const Samples &From;
  ByteSink &To;
  std::vector<Story> Stories;                                  ///< by sample
  std::vector<std::array<std::optional<uint64_t>, 3>> Numbers; ///< by sample
  uint64_t NextNumber = 0;
};

Story HeaptrackFile::storyOf(const Sample &Of) const {
  const uint64_t Calls = From.value(Of, From.measure(Measure::Calls));
  const auto Live = From.measure(Measure::Live);
  if (!Live)
    return {0, 0, Calls, 0, 0, 0};
  // The numbers may not add up if the profile was read while threads ran, or was edited.
  // Blocks that are not known to be freed stay.
  const uint64_t AtEnd = std::min(
      From.value(Of, *Live) + From.value(Of, From.measure(Measure::NotFollowed)), Calls);
  const uint64_t Size = From.size(Of);
  Story Made = {};
  Made.AtPeak =
      std::min(Size ? From.value(Of, From.measure(Measure::PeakBytes)) / Size : AtEnd, Calls);
  Made.MadeBehindPeak =
      std::min(AtEnd > Made.AtPeak ? AtEnd - Made.AtPeak : 0, Calls - Made.AtPeak);
  Made.FreedBehindPeak = Made.AtPeak > AtEnd ? Made.AtPeak - AtEnd : 0;
  const uint64_t Rest = Calls - Made.AtPeak - Made.MadeBehindPeak;
  const uint64_t Temporary = From.value(Of, From.measure(Measure::Temporary));
  Made.Temporary = std::min(Temporary, Rest);
  Made.TemporaryAtPeak = std::min(Temporary - Made.Temporary, Made.FreedBehindPeak);
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
}

void HeaptrackFile::repeat(ByteSink &Out, uint64_t Times,
                           std::initializer_list<Event> Events) {
  if (!Times)
    return;
  std::string Lines;
  for (const Event &Each : Events) {
    auto &Number = Numbers[Each.Of][Each.Which];
    if (!Number) {
      Number = NextNumber++;
      Out.write(
          fmt::format("a {:x} {:x}\n", From.size(From.All[Each.Of]), From.All[Each.Of].Stack));
    }
    Lines += fmt::format("{} {:x}\n", Each.Is, *Number);
  }
  for (; Times && !Out.isClosed(); --Times)
    Out.write(Lines);
}

/// Writes the blocks freed before the peak, one or two at a time, so that they make no peak.
void HeaptrackFile::transients(ByteSink &Out) {
  std::optional<size_t> Single; // has a block that is not yet written
  for (size_t I = 0; I != Stories.size(); ++I) {
    repeat(Out, Stories[I].Others / 2, {{'+', I, 0}, {'+', I, 1}, {'-', I, 0}, {'-', I, 1}});
    if (Stories[I].Others % 2 && Single) {
      repeat(Out, 1, {{'+', *Single, 0}, {'+', I, 1}, {'-', *Single, 0}, {'-', I, 1}});
      Single.reset();
    } else if (Stories[I].Others % 2) {
      Single = I;
    }
  }
  std::optional<size_t> Inner; // has a temporary block that is written within that one
  for (size_t I = 0; I != Stories.size(); ++I) {
    const bool IsInner = Single && !Inner && Stories[I].Temporary;
    if (IsInner)
      Inner = I;
    repeat(Out, Stories[I].Temporary - IsInner, {{'+', I, 0}, {'-', I, 0}});
  }
  if (Inner)
    repeat(Out, 1, {{'+', *Single, 1}, {'+', *Inner, 0}, {'-', *Inner, 0}, {'-', *Single, 1}});
  else if (Single)
    repeat(Out, 1, {{'+', *Single, 0}, {'-', *Single, 0}});
}

void HeaptrackFile::peak(ByteSink &Out) {
  uint64_t Temporary = 0, AtPeak = 0;
  std::optional<size_t> First, Top; // of a block that is allocated and freed first; and last
  for (size_t I = 0; I != Stories.size(); ++I) {
    Temporary += Stories[I].Temporary + Stories[I].TemporaryAtPeak;
    AtPeak += Stories[I].TemporaryAtPeak;
    if (Stories[I].FreedBehindPeak && !First)
      First = I;
    if (Stories[I].TemporaryAtPeak && !Top)
      Top = I;
  }
  if (AtPeak > 1)
    printNote(
        fmt::format("{} of {} temporary blocks are not shown as temporary: they are alive "
                    "at the peak of another thread or run, and the file has one peak",
                    AtPeak - 1, Temporary));
  // The first block of all has number 0, so its `-` must be the first one.
  if (Top && NextNumber)
    First = Top;
  else
    Top.reset();
  if (First) {
    --Stories[*First].AtPeak;
    --Stories[*First].FreedBehindPeak;
  }
  if (First && !Top)
    repeat(Out, 1, {{'+', *First, 2}});
  for (size_t I = 0; I != Stories.size(); ++I)
    repeat(Out, Stories[I].FreedBehindPeak, {{'+', I, 1}});
  for (size_t I = 0; I != Stories.size(); ++I)
    repeat(Out, Stories[I].AtPeak - Stories[I].FreedBehindPeak, {{'+', I, 0}});
  if (Top)
    repeat(Out, 1, {{'+', *Top, 0}, {'-', *Top, 0}});
  else if (First)
    repeat(Out, 1, {{'-', *First, 2}});
  for (size_t I = 0; I != Stories.size(); ++I)
    repeat(Out, Stories[I].FreedBehindPeak, {{'-', I, 1}});
}

MaybeError write(const Samples &From, ByteSink &To) { return HeaptrackFile(From, To).write(); }

} // namespace

const Writer allocsite::HeaptrackWriter = {
    "heaptrack", "heaptrack_print, heaptrack_gui (name it *.gz)", true, write};
