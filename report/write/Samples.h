//===- Samples.h - What all export formats have in common -----------------===//
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
//   texts    names fit to be seen               interned; NoName: not known
//
// The place of a frame that holds an allocation is that of the row's site. Other frames have
// a line only where the source of the profile tells it; a file, where all that is known of
// the function is in one.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_WRITE_SAMPLES_H
#define ALLOCSITE_REPORT_WRITE_SAMPLES_H

#include "model/Profile.h"

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
  uint32_t IsInlined = 0;        ///< 1: into its caller, as far as that is told
  TextId Module = NoName;        ///< the program or library; NoName: not told
};

struct StackLink {
  uint32_t Frame; ///< of Samples::Frames
  StackId Caller; ///< less than the stack's own id
};

struct Sample {
  StackId Stack; ///< has a frame
  TextId Allocator, Type;
  TextId Arena; ///< that the memory is handed out by, or for which it is taken; or NoName
  RowId Row;
};

class Samples {
public:
  /// Of all rows of \p From, which must outlive this. Calls that failed are not expected. \p Main
  /// is the measure that comes first where a format shows one, \p Arenas are the allocators that
  /// hand out what they take from others.
  Samples(const Profile &From, ColumnId Main, const std::set<NameId> &Arenas = {});

  std::vector<Sample> All; ///< in the order of the rows
  NameTable Texts;
  KeySet<StackFrame> Frames;

  const StackLink &link(StackId Id) const { return Stacks[Id]; }
  /// One more than there are: NoStack counts.
  size_t stackCount() const { return Stacks.size(); }
  const StackFrame &leaf(const Sample &Of) const { return Frames[link(Of.Stack).Frame]; }
  /// Ids of Frames, the leaf first.
  std::vector<uint32_t> frames(StackId Of) const;

  /// Those whose numbers may be summed over rows: in the order of Measures.inc.
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
  /// 0 where there is no such measure.
  uint64_t value(const Sample &Of, const std::optional<ColumnId> &Measure) const {
    return Measure ? value(Of, *Measure) : 0;
  }
  /// On side 0 or 1 with what is known of it.
  Quantity quantity(const Sample &Of, ColumnId Measure, unsigned Side) const {
    return Numbers.quantity(Measure,
                            [&](ColumnId Each) { return From.value(Of.Row, Each, Side); });
  }
  uint64_t total(ColumnId Measure) const { return From.total(Measure, From.sides() - 1); }
  uint64_t totalBefore(ColumnId Measure) const { return From.total(Measure, 0); }
  uint64_t size(const Sample &Of) const { return From.row(Of.Row).size(); }
  /// Of the call to the allocator, as in the column `site`; `-` where it is not known.
  std::string site(const Sample &Of) const;

  const std::vector<Run> &runs() const { return From.Runs; }
  /// The program, or where no file tells it the first file's name; fit to be seen.
  std::string program() const;
  /// Whether it is told of any frame in which program or library it is.
  bool hasModules() const;

private:
  class Builder;

  const Profile &From;
  KnownOfColumns Numbers;
  ColumnId Main;
  KeySet<StackLink> Stacks;
  std::vector<ColumnId> Measures;
};

} // namespace allocsite

#endif
