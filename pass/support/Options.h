//===- Options.h - The options of the pass --------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_OPTIONS_H
#define ALLOCSITE_PASS_SUPPORT_OPTIONS_H

#include <string>
#include <vector>

namespace allocsite {

/// Which functions are frames: those of the program; those of other libraries as well, but
/// that of C++; all.
enum class FrameChoice { Source, Std, Raw };

/// The table in Options.inc, folded once.
struct Options {
  int Level = 1;
  FrameChoice Frames = FrameChoice::Source;
  bool KeepTailFrames = false;
  bool HasLines = false;
  int Depth = 4;                    ///< Frames that a log shows.
  std::vector<std::string> Configs; ///< Paths, in the order of their weight.
  std::string Inventory;            ///< Path, or empty.
  std::vector<std::string> Leaves;  ///< Paths.
  bool Strict = false;
  uint64_t MaxSize = 0; ///< Bytes that a call may ask for; 0: any number.
  bool AtLink = false;
  bool Live = false;
  bool Whole = true;
  bool Verify = false;
  bool PrintPlan = false;
  std::string Without; ///< Names, separated by commas; see Mechanisms.h.

  /// False if only sites are known, and no callers.
  bool keepsContext() const { return Depth > 1; }

  /// Those that the stages must agree about, or that the last one alone would read.
  std::string ofBothStages() const;

  std::vector<std::string> Problems; ///< What is wrong with what was given.

  /// Reads the environment, then the command line. Switches mechanisms on and off.
  static Options read();
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_OPTIONS_H
