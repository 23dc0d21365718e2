//===- Rules.h - Parses rules for functions -------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses rules: allocators.cfg, the users' files and the annotations in source. The grammar
// resembles LLVM's special-case lists. A line is a rule:
//
//   [pool]                                  # entries of one allocator follow
//   alloc:pool_calloc  size=2 count=1 arena=0
//   |     |            |
//   kind  pattern      what its parameters mean, counted from 0
//
// docs/allocators.md describes it for users.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_RULES_H
#define ALLOCSITE_PASS_RULES_RULES_H

#include "Pattern.h"
#include "PointerMark.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace allocsite {

/// What a call does to memory.
enum class Event {
#define ALLOCSITE_EVENT(Name, Kind, Word) Name,
#define ALLOCSITE_EVENT_OF_VALUE(Name) Name,
#include "allocsite/Events.inc"
};

enum class RuleKind {
#define ALLOCSITE_EVENT(Name, Kind, Word) Kind,
#include "allocsite/Events.inc"
  Wrapper,    ///< Calls an allocator for its caller, which is then pc0.
  Off,        ///< No allocator, despite earlier rules.
  Aware,      ///< An allocator by another rule, which is passed its sites.
  Fun,        ///< A function whose own allocations are left out, or have a level.
  Src,        ///< The same for the functions of a source file.
  Library,    ///< A function that is no frame, like those of the C++ library,
  LibraryDir, ///< or the functions in a directory's files.
  Frame,      ///< A function that is a frame, despite earlier rules,
  FrameDir,   ///< or the functions in a directory's files.
  Field,      ///< An allocator that is called through this member of a class,
  Pointer,    ///< or through a pointer of this type,
  Virtual,    ///< or as a virtual function of a class.
};

/// How the requested bytes of a call are determined.
enum class Measure {
  Bytes,         ///< By an argument;
  String,        ///< by the length of a string argument,
  BoundedString, ///< with a maximum,
  WideString,
  Word32, ///< or by a number `Extra` bytes after the address in an argument,
  Word64,
  Member, ///< or by the member `Member` there, located by debug information.
  Layout, ///< By a `Layout` of Rust, which is two arguments;
  Object, ///< by the type of the result, as far as the compiler tells its size.
  Fixed,  ///< `Extra` bytes in all calls; 0 if not known.
};

/// What a call that empties or ends an arena does to its children.
enum class ChildArenas {
  Destroyed, ///< They end too.
  Kept,      ///< They are not changed.
  Alone      ///< It empties or ends each child, and not the arena itself.
};

/// A declared parameter by its number from 0, `this` not counted; or another
/// place where a value is.
struct Argument {
  static constexpr int None = -1, This = -2, Returned = -3, NotNeeded = -4;
  int Number = None;
  bool Stored = false; ///< `*2`: where parameter 2 points to.
  bool Signed = false; ///< `signed(2)`: less than 0 is as good as 0.
  unsigned Column = 0; ///< Of the text in the rule.
};

/// A rule. Its texts point into the file that it was read from.
struct Rule {
  /// The value of `aware=` by which calls go to the function itself after all.
  static constexpr llvm::StringRef NotAware = "-";

  RuleKind Kind = RuleKind::Alloc;
  Pattern Of;
  llvm::StringRef Family; ///< The section by default; "" for a family of its own.
  llvm::StringRef Called; ///< The name in the profile; "" for the function's name.
  llvm::StringRef Shape;  ///< The parameters that overloads must have, "pi*"; "" for all.
  bool Heap = false;      ///< A general heap, no arena.
  bool Collected = false; ///< A heap whose blocks need not be freed one by one.
  bool OnlyC = false;     ///< No C++ function.
  unsigned Level = 0;     ///< Least SKIP_HEAP_PROFILE that shows it; 0: not set.
  llvm::StringRef Aware;  ///< The function that is called instead and is passed the
                          ///< site, see Marks.h; "" if not set.
  unsigned AwareColumn = 0;

  Measure How = Measure::Bytes;
  bool MayBeNull = false; ///< The measured string may be null; then nothing is allocated.
  unsigned Extra = 0;     ///< Bytes beyond Size, such as the end of a string; see How.
  llvm::StringRef Member; ///< "pool_head.size", in the object that Size points to.
  Argument Size, Count, Align, Arena;
  Argument Old;    ///< The block that is freed, as by realloc.
  Argument Block;  ///< The block that is freed, or attached to another arena.
  Argument Result; ///< Where the memory, or the new arena or address, is returned.
  ChildArenas Children = ChildArenas::Destroyed;
  llvm::StringRef CurrentArena; ///< The variable that holds the arena; "" if a parameter does.
  bool TakesLater = false;      ///< Also frees all that its arena handed out later.

  bool OfTable = false; ///< From the plugin's own table, not from a user.
  llvm::StringRef File;
  unsigned Line = 0, Column = 0; ///< 0 if not known.

  /// True if functions are neither frames nor sites: their allocations belong to callers.
  bool isTransparent() const {
    return Kind == RuleKind::Wrapper && Size.Number == Argument::None;
  }
  /// The effect on memory of calls of the matching functions; none if the rule is about
  /// something else. Wrappers and pointers with a size allocate.
  std::optional<Event> event() const;
  /// True if the pattern of the rule is matched against names of functions.
  bool isOfFunctions() const {
    return Kind != RuleKind::Src && !isOfPointers() && !isOfFrames();
  }
  /// True for rules about frames.
  bool isOfFrames() const {
    return Kind == RuleKind::Library || Kind == RuleKind::Frame || isOfDirectories();
  }
  bool isOfDirectories() const {
    return Kind == RuleKind::LibraryDir || Kind == RuleKind::FrameDir;
  }
  /// For a rule about frames: true if it makes functions frames.
  bool makesFrames() const { return Kind == RuleKind::Frame || Kind == RuleKind::FrameDir; }
  /// True for rules for calls through pointers.
  bool isOfPointers() const {
    return Kind == RuleKind::Field || Kind == RuleKind::Pointer || Kind == RuleKind::Virtual;
  }
  /// The member, type or function in `Name`, a name of a PointerMark; "" if this rule is for
  /// names of another kind.
  llvm::StringRef memberIn(llvm::StringRef Name) const {
    llvm::StringRef Prefix = Kind == RuleKind::Field     ? "field:"
                             : Kind == RuleKind::Virtual ? PointerMark::VirtualPrefix
                                                         : "pointer:";
    return isOfPointers() && Name.consume_front(Prefix) ? Name : "";
  }
  /// Kind and pattern, as in the file: "alloc:pool_alloc".
  std::string name() const;
  /// The words about parameters, in the order of the grammar, or "".
  std::string words() const;
  std::string place() const { return placeOf(Column); }
  std::string placeOf(unsigned InLine) const;
};

/// Reads rules from texts. Collects all problems, as "file:line:column: text".
class RuleReader {
public:
  /// Appends the rules of `Text`. `Text` and `File` must outlive them.
  void read(llvm::StringRef File, llvm::StringRef Text, std::vector<Rule> &To);

  /// Reads a rule of the plugin's own table, which has no mistakes: `Line` is line `Number` of
  /// `File`, in the section `Section`.
  static Rule readOfTable(llvm::StringRef File, llvm::StringRef Section, llvm::StringRef Line,
                          unsigned Number);

  /// Appends the rules of a file. The returned buffer must outlive them. Null, and a
  /// problem, if the file cannot be read.
  std::unique_ptr<llvm::MemoryBuffer> readFile(const std::string &Path, std::vector<Rule> &To);

  /// Appends a rule for the function `Symbol` from the source, at `Line` (0 if not known) of
  /// `File`. `Text` is a kind, a blank, and words.
  void readSource(llvm::StringRef File, unsigned Line, llvm::StringRef Symbol,
                  llvm::StringRef Text, std::vector<Rule> &To);

  const std::vector<std::string> &problems() const { return Problems; }

private:
  bool startRule(llvm::StringRef Kind, Rule &R) const;
  void addRule(llvm::StringRef Name, llvm::StringRef Words, Rule &R, size_t Before,
               std::vector<Rule> &To);
  void readLine(llvm::StringRef Said, std::vector<Rule> &To);
  void readSection(llvm::StringRef Line);
  void readWords(llvm::StringRef Words, Rule &R);
  void readWord(llvm::StringRef Word, Rule &R);
  void readSize(llvm::StringRef Value, Rule &R);
  void readSum(llvm::StringRef Value, Rule &R);
  void readFixed(llvm::StringRef Value, Rule &R);
  void readMember(llvm::StringRef Source, llvm::StringRef Member, Rule &R);
  void readAware(llvm::StringRef Value, Rule &R);
  void readLevel(llvm::StringRef Value, Rule &R);
  void readChildren(llvm::StringRef Value, Rule &R);
  bool readArgument(llvm::StringRef Value, Argument &To);
  bool readNumber(llvm::StringRef Value, Argument &To);
  void require(const Rule &R);
  void fail(llvm::StringRef At, const llvm::Twine &Problem);
  unsigned columnOf(llvm::StringRef Part) const;

  std::vector<std::string> Problems;
  // The place that is being read.
  llvm::StringRef File, Line;
  unsigned LineNumber = 0;
  bool InSource = false; ///< Reading source: columns are not those of the file.
  Rule Section;          ///< The properties that the section gives to its rules.
};

/// Suggests the nearest of `Words`: " (did you mean 'x'?)".
std::string nearestWord(llvm::StringRef Typed, llvm::ArrayRef<llvm::StringRef> Words);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_RULES_H
