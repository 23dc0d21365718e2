//===- SourceAnswers.h - What the pass asks of the source -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IR has no types of memory; the source has. Inside clang a second plugin, which
// alone knows clang's classes, reads them there, and the pass asks it for each call:
//
//   Holder  _Z6CreateI3FooEPT_R5Arena    Callee  _ZN5Arena5allocEm    7:28  ->  Foo
//
// It asks the pass which pointers rules name, to mark the calls through them: see
// PointerMark.h.
//
// The two are libraries of their own and see nothing of each other. The loader
// hands what each of them asks to the other. Neither LLVM nor clang here: the loader
// includes it.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_SOURCEANSWERS_H
#define ALLOCSITE_PASS_RECOGNISE_SOURCEANSWERS_H

namespace allocsite {

/// A call, as IR has it before it is optimised.
struct TypeQuery {
  const char *Holder; ///< Symbol of the function that the call stands in.
  const char *Callee; ///< Symbol of the function that is called, or the text of the
                      ///< PointerMark.
  unsigned Line;      ///< Presumed, from 1; 0 where not known.
  unsigned Column;    ///< Likewise.
};

/// A macro, and the function that the pass calls in its place (ObstackObjects.h).
inline constexpr char ObstackFinish[] = "obstack_finish";

/// Where a file's functions come from.
enum FileKind { FileUnknown, FileOfProgram, FileOfSystem };

/// What the plugin that knows clang tells of the translation unit. One thread.
struct SourceAnswers {
  /// The type that the call makes room for, spelled out, or null where it is not
  /// known. Valid until the process begins another translation unit.
  const char *(*TypeOf)(const TypeQuery &);
  /// False where it came too late to see the source.
  bool (*WasRead)();
  /// Of a path as debug information has it: whether clang calls it a header of the system.
  FileKind (*KindOfFile)(const char *Path);
  /// Whether the function of this symbol, that has no debug information, is of such a header.
  bool (*IsOfSystem)(const char *Symbol);
  /// Whether clang makes an error of a plugin's warning, as it stands at the end of the file.
  /// To be asked where the source was read.
  bool (*WarningsAreErrors)();
};

/// What the pass tells of its rules. One thread.
struct RuleAnswers {
  /// Whether there are rules for calls through pointers.
  bool (*NamePointers)();
  /// Whether one of them names the call that has this PointerMark.
  bool (*Name)(const char *Mark);
  /// Calls File with the path of each file of rules or functions that options name, and
  /// with To.
  void (*EachFile)(void (*File)(const char *Path, void *To), void *To);
};

/// Of the plugin that knows clang. Plugin is the path of the file that users name,
/// of which it keeps a copy. The answers live as long as the process.
using StartReading = const SourceAnswers *(*)(const char *Plugin, const RuleAnswers *Rules);
#define ALLOCSITE_START_READING "allocsiteStartReading"

/// Of the plugin that holds the pass; likewise.
using GetRules = const RuleAnswers *(*)();
#define ALLOCSITE_GET_RULES "allocsiteGetRules"
using UseSource = void (*)(const SourceAnswers *);
#define ALLOCSITE_USE_SOURCE "allocsiteUseSource"

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_SOURCEANSWERS_H
