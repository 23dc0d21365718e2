//===- SourceAnswers.h - What the pass asks of the source -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IR does not have the types of allocated memory; the source does. Inside clang a second
// plugin, the only part that uses clang's classes, reads them. The pass asks it for each call:
//
//   Holder  _Z6CreateI3FooEPT_R5Arena    Callee  _ZN5Arena5allocEm    7:28  ->  Foo
//
// That plugin asks the pass which pointers rules name, to mark the calls through them
// (PointerMark.h).
//
// The two are separate libraries that do not link to each other. The loader passes each the
// functions of the other. The loader includes this file, so it must not use LLVM or clang.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_SOURCEANSWERS_H
#define ALLOCSITE_PASS_RECOGNISE_SOURCEANSWERS_H

namespace allocsite {

/// A call, as IR has it before it is optimised.
struct TypeQuery {
  const char *Holder; ///< Symbol of the function that contains the call.
  const char *Callee; ///< Symbol of the callee, or the text of the PointerMark.
  unsigned Line;      ///< Presumed line (after #line), from 1; 0 if not known.
  unsigned Column;    ///< Likewise.
};

/// A macro, and the function that the pass calls in its place (ObstackObjects.h).
inline constexpr char ObstackFinish[] = "obstack_finish";

/// The origin of a file.
enum FileKind { FileUnknown, FileOfProgram, FileOfSystem };

/// Answers of clang's plugin about the translation unit. Call from one thread only.
struct SourceAnswers {
  /// The name of the type that the call allocates memory for, or null if not known. Valid
  /// until the process begins another translation unit.
  const char *(*TypeOf)(const TypeQuery &);
  /// False if the plugin was loaded too late to see the source.
  bool (*WasRead)();
  /// Whether clang takes the file of a path in debug information for a system header.
  FileKind (*KindOfFile)(const char *Path);
  /// True if the function of this symbol, without debug information, is from a system header.
  bool (*IsOfSystem)(const char *Symbol);
  /// True if clang turns plugin warnings into errors, as set at the end of the file. Call only
  /// if the source was read.
  bool (*WarningsAreErrors)();
};

/// Answers of the pass about its rules. Call from one thread only.
struct RuleAnswers {
  /// True if there are rules for calls through pointers.
  bool (*NamePointers)();
  /// True if one of them names the call with this PointerMark.
  bool (*Name)(const char *Mark);
  /// Calls `File` with the path of each file of rules or leaves that options name, and `To`.
  void (*EachFile)(void (*File)(const char *Path, void *To), void *To);
};

/// A symbol of clang's plugin. `Plugin` is the path of the file that users name; it is copied.
/// The answers live as long as the process.
using StartReading = const SourceAnswers *(*)(const char *Plugin, const RuleAnswers *Rules);
#define ALLOCSITE_START_READING "allocsiteStartReading"

/// Symbols of the plugin that contains the pass. The answers live as long as the process.
using GetRules = const RuleAnswers *(*)();
#define ALLOCSITE_GET_RULES "allocsiteGetRules"
using UseSource = void (*)(const SourceAnswers *);
#define ALLOCSITE_USE_SOURCE "allocsiteUseSource"

/// The pass's side: null in programs other than clang, and if the plugin that reads the source
/// was not built.
const SourceAnswers *source();

/// True if the source of the current module was read.
inline bool sourceWasRead() { return source() && source()->WasRead(); }

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_SOURCEANSWERS_H
