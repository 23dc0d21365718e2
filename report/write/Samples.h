//===- Samples.h - The common input of all export formats -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   rows of a Profile ──▶ samples  {stack, allocator, type, size, numbers}
//
//   stacks   (frame, stack of the caller)       interned: callers are shared
//   frames   (function, file, line, column)     interned
//   texts    printable names                    interned; NoName: not known
//
// The frame that allocates has the place of the row's site. Other frames have a line if the
// profile records it (addCallLines()), and a file only if all known places of the function are in
// one. What is known of runs other than rows is in Facts.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_WRITE_SAMPLES_H
#define ALLOCSITE_REPORT_WRITE_SAMPLES_H

#include "model/Profile.h"
#include "read/Timeline.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace allocsite {

using TextId = NameId;
using StackId = uint32_t;

/// The stack without frames.
constexpr StackId NoStack = 0;

struct StackFrame {
  TextId Function; ///< never NoName
  TextId File = NoName;
  uint32_t Line = 0, Column = 0; ///< from 1; 0: not known
  uint32_t IsInlined = 0;        ///< 1: known to be inlined into its caller
  TextId Module = NoName;        ///< the program or library; NoName: not known
};

struct StackLink {
  uint32_t Frame; ///< index in Samples::Frames
  StackId Caller; ///< less than the stack's own id
};

struct Sample {
  StackId Stack; ///< has at least one frame
  TextId Allocator, Type, Through;
  TextId Process, Thread; ///< NoName: not known, or not told apart
  TextId Arena;           ///< the arena that hands out the memory or takes it; or NoName
  RowId Row;
};

class Samples {
public:
  /// Makes a sample of each row of \p From, which must outlive this and have no failed calls.
  /// \p Main is the measure shown first, or the only one if a format shows one. \p Arenas are
  /// the allocators that hand out memory they take from others.
  Samples(const Profile &From, ColumnId Main, const std::set<NameId> &Arenas = {});

  std::vector<Sample> All;        ///< in the order of the rows
  std::vector<RunOverTime> Facts; ///< of each of runs(); or empty, if not read
  /// Nanoseconds; 0: not known, or all of the run.
  struct TimeWindow {
    uint64_t Began = 0, Length = 0;
  } Window;
  std::vector<std::string> Resource; ///< KEY=VALUE, what is said of the processes
  NameTable Texts;
  KeySet<StackFrame> Frames;

  const StackLink &link(StackId Id) const { return Stacks[Id]; }
  /// The number of stacks, including NoStack.
  size_t stackCount() const { return Stacks.size(); }
  const StackFrame &leaf(const Sample &Of) const { return Frames[link(Of.Stack).Frame]; }
  /// The frames of a stack as ids of Frames, the leaf first.
  std::vector<uint32_t> frames(StackId Of) const;

  /// The measures that may be summed over rows, in the order of Measures.inc.
  const std::vector<ColumnId> &measures() const { return Measures; }
  const Column &column(ColumnId Of) const { return From.columns()[Of]; }
  /// The column of a measure that may be summed, or nothing.
  std::optional<ColumnId> measure(Measure Of) const;
  ColumnId mainMeasure() const { return Main; }

  /// Two sides are compared: value() is of the second, valueBefore() of the first.
  bool isCompared() const { return From.sides() == 2; }
  uint64_t value(const Sample &Of, ColumnId Measure) const {
    return From.value(Of.Row, Measure, From.sides() - 1);
  }
  uint64_t valueBefore(const Sample &Of, ColumnId Measure) const {
    return From.value(Of.Row, Measure, 0);
  }
  /// 0 if there is no such measure.
  uint64_t value(const Sample &Of, const std::optional<ColumnId> &Measure) const {
    return Measure ? value(Of, *Measure) : 0;
  }
  /// The value on side 0 or 1, and whether it is known.
  Quantity quantity(const Sample &Of, ColumnId Measure, unsigned Side) const {
    return Numbers.quantity(
        Measure, [&](ColumnId Each) { return From.value(Of.Row, Each, Side); }, Side);
  }
  uint64_t total(ColumnId Measure) const { return From.total(Measure, From.sides() - 1); }
  uint64_t totalBefore(ColumnId Measure) const { return From.total(Measure, 0); }
  uint64_t size(const Sample &Of) const { return From.row(Of.Row).size(); }
  /// The site of the call to the allocator, as in the column `site`; `-` if not known.
  std::string site(const Sample &Of) const;

  const std::vector<Run> &runs() const { return From.Runs; }
  /// The program, or the first file's name if no file names the program; printable.
  std::string program() const;
  /// True if any frame names its program or library.
  bool hasModules() const;
  /// The build id of a module, in hexadecimal, or for NoName of the program; empty if it is not known,
  /// or runs differ in it.
  std::string buildId(TextId Module) const;

private:
  class Builder;

  const Profile &From;
  KnownOfColumns Numbers;
  ColumnId Main;
  KeySet<StackLink> Stacks;
  std::vector<ColumnId> Measures;
};

///   main ← parseList ← parsePhoto ← (allocator)     19200000
///
/// For formats without allocators: the allocator becomes the leaf of the stack, as in a CPU
/// profile. Samples that differ only in lines, types or sizes share a stack.
class NamedStacks {
public:
  explicit NamedStacks(const Samples &From);

  struct Name {
    TextId Function;
    TextId File; ///< NoName: not known
  };
  KeySet<Name> Names;
  /// The line of a name, if all its frames have that one; 0: none, or several.
  uint32_t line(uint32_t Name) const { return Lines[Name] == Several ? 0 : Lines[Name]; }

  /// The sums of one stack: one number for each of From.measures(). In the order of first
  /// samples.
  struct Sum {
    uint32_t Stack;
    std::vector<uint64_t> Values;
    std::vector<uint64_t> Before; ///< the first of two compared sides; else empty
  };
  std::vector<Sum> Sums;

  /// Ids of Names, the root first.
  std::vector<uint32_t> names(uint32_t Stack) const;

private:
  uint32_t nameOf(TextId Function, TextId File, uint32_t Line);

  static constexpr uint32_t Several = UINT32_MAX;
  std::vector<uint32_t> Lines; ///< by name
  struct Link {
    uint32_t Name, Caller;
  };
  KeySet<Link> Stacks; ///< the first one is the stack without names
};

} // namespace allocsite

#endif
