//===- Rules.cpp - Parses rules for functions -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "allocsite/Abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace allocsite {

namespace {

constexpr unsigned in(RuleKind Kind) { return 1u << unsigned(Kind); }
constexpr unsigned InAlloc = in(RuleKind::Alloc) | in(RuleKind::Wrapper) |
                             in(RuleKind::Field) | in(RuleKind::Pointer) |
                             in(RuleKind::Virtual),
                   InFree = in(RuleKind::Free) | in(RuleKind::Reparent),
                   InCreate = in(RuleKind::Create) | in(RuleKind::Move) | in(RuleKind::Alias),
                   InAware = in(RuleKind::Aware),
#define ALLOCSITE_EVENT(Name, Kind, Word) in(RuleKind::Kind) |
                   InAny =
#include "allocsite/Events.inc"
                       InAlloc;

struct KindWord {
  StringRef Name;
  RuleKind Kind;
};
constexpr KindWord Kinds[] = {
#define ALLOCSITE_EVENT(Name, Kind, Word) {Word, RuleKind::Kind},
#include "allocsite/Events.inc"
    {"wrapper", RuleKind::Wrapper}, {"off", RuleKind::Off},
    {"aware", RuleKind::Aware},     {"fun", RuleKind::Fun},
    {"src", RuleKind::Src},         {"field", RuleKind::Field},
    {"pointer", RuleKind::Pointer}, {"virtual", RuleKind::Virtual},
    {"library", RuleKind::Library}, {"library-dir", RuleKind::LibraryDir},
    {"frame", RuleKind::Frame},     {"frame-dir", RuleKind::FrameDir},
};

/// `name=value` after a pattern. If Member is null, readWord() reads the name specially.
struct ValueWord {
  StringRef Name;
  unsigned Kinds;
  Argument Rule::*Member;
};
constexpr ValueWord Values[] = {
    {"size", InAlloc, nullptr},
    {"count", InAlloc, &Rule::Count},
    {"align", InAlloc, &Rule::Align},
    {"arena", InAny, &Rule::Arena},
    {"old", InAlloc, &Rule::Old},
    {"block", InFree, &Rule::Block},
    {"takes", in(RuleKind::Free), nullptr},
    {"result", InAlloc | InCreate, &Rule::Result},
    {"children", in(RuleKind::Reset) | in(RuleKind::Destroy), nullptr},
    {"name", InAlloc, nullptr},
    {"family", InAny | InAware, nullptr},
    {"kind", InAlloc, nullptr},
    {"aware", InAware | in(RuleKind::Alloc) | in(RuleKind::Wrapper), nullptr},
    {"level",
     in(RuleKind::Alloc) | in(RuleKind::Wrapper) | in(RuleKind::Fun) | in(RuleKind::Src),
     nullptr},
    {"shape", InAny | InAware, nullptr},
    {"language", InAny | InAware, nullptr},
};

/// Indexed by ChildArenas.
constexpr StringRef ChildrenWords[] = {"destroyed", "kept", "alone"};

/// The words that tell how the size is measured.
struct MeasureWord {
  StringRef Name;
  Measure How;
};
constexpr MeasureWord Measures[] = {
    {"strlen", Measure::String},     {"strnlen", Measure::BoundedString},
    {"wcslen", Measure::WideString}, {"int", Measure::Word32},
    {"long", Measure::Word64},       {"bytes", Measure::Fixed},
    {"layout", Measure::Layout},
};

/// Short for `bytes(0)`: only the calls are known.
constexpr StringRef UnknownSize = "unknown";
/// What the result points to.
constexpr StringRef ObjectSize = "object";

constexpr unsigned MostExtra = 4096;

/// The word for a parameter that is signed.
constexpr StringRef SignedWord = "signed";

template <typename Words> SmallVector<StringRef, 12> namesOf(const Words &Of) {
  SmallVector<StringRef, 12> Names;
  for (const auto &Word : Of)
    Names.push_back(Word.Name);
  return Names;
}

bool isLower(char C) { return C >= 'a' && C <= 'z'; }

bool isOfKindWord(char C) { return isLower(C) || C == '-'; }

/// True for `word=…`, which ends a pattern. The pattern may hold blanks and `operator=`.
bool isWord(StringRef Token) {
  StringRef Name = Token.take_while(isLower);
  return !Name.empty() && Name != "operator" &&
         Token.drop_front(Name.size()).take_front(1) == "=";
}

/// `Line` without a comment, which begins with `#` at the start of a line or after a blank.
StringRef withoutComment(StringRef Line) {
  for (size_t At = 0; (At = Line.find('#', At)) != StringRef::npos; ++At)
    if (!At || Line[At - 1] == ' ' || Line[At - 1] == '\t')
      return Line.take_front(At);
  return Line;
}

std::string spellPlace(StringRef File, unsigned Line, unsigned Column) {
  std::string Place = File.str();
  for (unsigned Number : {Line, Column})
    if (Number)
      Place += ":" + std::to_string(Number);
  return Place;
}

bool isSpace(char C) { return C == ' ' || C == '\t' || C == '\r'; }

/// True for separators between words.
bool isBlank(char C) { return isSpace(C) || C == ','; }

StringRef trimmed(StringRef Text) { return Text.trim(" \t\r"); }

/// The end of the pattern in `Text`, the text after `kind:`.
size_t endOfPattern(StringRef Text) {
  size_t End = 0;
  for (size_t At = 0; At < Text.size();) {
    while (At < Text.size() && isSpace(Text[At]))
      ++At;
    if (At == Text.size() || (At && isWord(Text.drop_front(At))))
      break;
    while (At < Text.size() && !isSpace(Text[At]))
      ++At;
    End = At;
  }
  return End;
}

/// The text up to the next blank or comma outside of parentheses: strnlen(0,1) is one word.
StringRef firstWordOf(StringRef Words) {
  bool Inside = false;
  return Words.take_while([&](char C) {
    Inside = C == '(' || (Inside && C != ')');
    return Inside || !isBlank(C);
  });
}

} // namespace

std::optional<Event> Rule::event() const {
  if (Kind == RuleKind::Wrapper ? !isTransparent() : isOfPointers())
    return Old.Number == Argument::None ? Event::Allocate : Event::Reallocate;
  switch (Kind) {
#define ALLOCSITE_EVENT(Name, RuleOf, Word)                                                   \
  case RuleKind::RuleOf:                                                                      \
    return Event::Name == Event::Allocate && Old.Number != Argument::None ? Event::Reallocate \
                                                                          : Event::Name;
#include "allocsite/Events.inc"
  default:
    return std::nullopt;
  }
}

std::string Rule::placeOf(unsigned InLine) const { return spellPlace(File, Line, InLine); }

static std::string spell(const Argument &A) {
  if (A.Number == Argument::This)
    return "this";
  if (A.Number == Argument::Returned)
    return "return";
  if (A.Signed)
    return (SignedWord + "(" + Twine(A.Number) + ")").str();
  return (A.Stored ? "*" : "") + std::to_string(A.Number);
}

static std::string spellSize(const Rule &R) {
  if (R.How == Measure::Fixed && !R.Extra)
    return UnknownSize.str();
  if (R.How == Measure::Object)
    return ObjectSize.str();
  const std::string Extra = std::to_string(R.Extra);
  std::string Size = R.How == Measure::Fixed ? Extra
                     : R.Extra               ? spell(R.Size) + "+" + Extra
                                             : spell(R.Size);
  if (R.How == Measure::Bytes)
    return Size;
  if (R.How == Measure::Member)
    return Size + "->" + R.Member.str();
  const MeasureWord *Function =
      find_if(Measures, [&](const MeasureWord &M) { return M.How == R.How; });
  if (R.MayBeNull)
    Size += "?";
  if (R.How == Measure::BoundedString)
    Size += "," + spell(R.Count);
  return Function->Name.str() + "(" + Size + ")";
}

std::string Rule::name() const {
  const KindWord *Word = find_if(Kinds, [&](const KindWord &K) { return K.Kind == Kind; });
  return (Word->Name + ":" + Of.text()).str();
}

std::string Rule::words() const {
  std::string Words;
  auto add = [&](StringRef Name, const Twine &Value) {
    Words += ((Words.empty() ? "" : " ") + Name + "=" + Value).str();
  };
  if (Size.Number != Argument::None)
    add("size", spellSize(*this));
  for (const ValueWord &Value : Values)
    if (Value.Member && (this->*Value.Member).Number != Argument::None &&
        !(Value.Member == &Rule::Count && How == Measure::BoundedString))
      add(Value.Name, spell(this->*Value.Member));
  if (Children != ChildArenas::Destroyed)
    add("children", ChildrenWords[unsigned(Children)]);
  if (!CurrentArena.empty())
    add("arena", ("@" + CurrentArena).str());
  if (TakesLater)
    add("takes", "later");
  if (!Called.empty())
    add("name", Called);
  if (!Family.empty())
    add("family", Family);
  if (Heap)
    add("kind", Collected ? "collected" : "heap");
  if (Level)
    add("level", Twine(Level));
  if (!Aware.empty())
    add("aware", Aware);
  if (!Shape.empty())
    add("shape", Shape);
  if (OnlyC)
    add("language", "c");
  return Words;
}

std::string nearestWord(StringRef Typed, ArrayRef<StringRef> Words) {
  StringRef Best;
  unsigned Distance = std::max<size_t>(2, Typed.size() / 2) + 1;
  for (StringRef Word : Words)
    if (unsigned Its = Typed.edit_distance(Word); Its < Distance) {
      Best = Word;
      Distance = Its;
    }
  return Best.empty() ? "" : " (did you mean '" + Best.str() + "'?)";
}

unsigned RuleReader::columnOf(StringRef Part) const {
  return InSource ? 0 : Part.begin() - Line.begin() + 1;
}

void RuleReader::fail(StringRef At, const Twine &Problem) {
  Problems.push_back((spellPlace(File, LineNumber, columnOf(At)) + ": " + Problem).str());
}

std::unique_ptr<MemoryBuffer> RuleReader::readFile(const std::string &Path,
                                                   std::vector<Rule> &To) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Path);
  if (!Text) {
    Problems.push_back("cannot read the configuration '" + Path +
                       "': " + Text.getError().message());
    return nullptr;
  }
  StringRef Bytes = (*Text)->getBuffer();
  // Editors of other systems begin files with a byte order mark: reject UTF-16, ignore UTF-8's.
  if (Bytes.take_front(2) == "\xff\xfe" || Bytes.take_front(2) == "\xfe\xff") {
    Problems.push_back("cannot read the configuration '" + Path +
                       "': it is UTF-16, expected UTF-8 (hint: iconv -f UTF-16 -t UTF-8)");
    return nullptr;
  }
  Bytes.consume_front("\xef\xbb\xbf");
  read((*Text)->getBufferIdentifier(), Bytes, To);
  return std::move(*Text);
}

Rule RuleReader::readOfTable(StringRef File, StringRef Section, StringRef Line,
                             unsigned Number) {
  RuleReader Reader;
  Reader.File = File;
  Reader.Line = Line;
  Reader.LineNumber = Number;
  std::vector<Rule> Read;
  Reader.readSection(trimmed(withoutComment(Section)));
  Reader.readLine(trimmed(withoutComment(Line)), Read);
  assert(Reader.Problems.empty() && "the build has read it");
  Read.front().OfTable = true;
  return std::move(Read.front());
}

void RuleReader::read(StringRef Name, StringRef Text, std::vector<Rule> &To) {
  File = Name;
  InSource = false;
  Section = Rule();
  LineNumber = 0;
  while (!Text.empty()) {
    std::tie(Line, Text) = Text.split('\n');
    ++LineNumber;
    StringRef Said = trimmed(withoutComment(Line));
    if (Said.empty())
      continue;
    if (Said.front() == '[')
      readSection(Said);
    else
      readLine(Said, To);
  }
}

/// Reads `[family] kind=heap`; `[*]` means no family.
void RuleReader::readSection(StringRef Said) {
  Section = Rule();
  // The name may contain brackets: `[Tag[abi:v2]]`.
  size_t Close = 0;
  for (unsigned Open = 0; Close < Said.size(); ++Close)
    if (Said[Close] == '[')
      ++Open;
    else if (Said[Close] == ']' && !--Open)
      break;
  if (Close == Said.size())
    return fail(Said, "expected ']' behind the name of the section");
  StringRef Name = Said.slice(1, Close).trim();
  if (Name.empty())
    return fail(Said, "expected the name of a family, or '*' for none");
  if (Name != "*")
    Section.Family = Name;
  readWords(Said.drop_front(Close + 1), Section);
}

void RuleReader::readLine(StringRef Said, std::vector<Rule> &To) {
  StringRef Name = Said.take_while(isOfKindWord);
  StringRef Rest = Said.drop_front(Name.size());
  Rule R = Section;
  if (!startRule(Name, R))
    return fail(Said, "unknown kind of rule '" + Said.take_until([](char C) {
      return C == ':' || isBlank(C);
    }) + "'" + nearestWord(Name, namesOf(Kinds)));
  if (!Rest.consume_front(":"))
    return fail(Rest, "expected ':' and a name behind '" + Name + "'");
  R.Column = columnOf(Said);
  size_t End = endOfPattern(Rest);
  StringRef Text = trimmed(Rest.take_front(End));
  size_t Before = Problems.size();
  if (R.isOfDirectories() && Text.size() > 1)
    Text = Text.rtrim('/');
  std::string Problem = R.Kind == RuleKind::Src       ? R.Of.parsePath(Text)
                        : R.isOfDirectories()         ? R.Of.parsePath(Text)
                        : R.Kind == RuleKind::Field   ? R.Of.parseMember(Text)
                        : R.Kind == RuleKind::Pointer ? R.Of.parsePointer(Text)
                        : R.Kind == RuleKind::Virtual ? R.Of.parseVirtual(Text)
                                                      : R.Of.parse(Text);
  if (!Problem.empty())
    fail(Text.empty() ? Rest : Text, Problem);
  addRule(Text, Rest.drop_front(End), R, Before, To);
}

void RuleReader::readSource(StringRef Name, unsigned Number, StringRef Symbol, StringRef Text,
                            std::vector<Rule> &To) {
  File = Name;
  LineNumber = Number;
  InSource = true;
  auto [Kind, Words] = Text.split(' ');
  Rule R;
  if (!startRule(Kind, R))
    return fail(Text, "unknown kind of rule '" + Kind + "'");
  R.Of = Pattern::symbol(Symbol);
  addRule(Symbol, Words, R, Problems.size(), To);
}

/// Returns false if there is no such kind.
bool RuleReader::startRule(StringRef Kind, Rule &R) const {
  const KindWord *Known = find_if(Kinds, [&](const KindWord &K) { return K.Name == Kind; });
  if (Known == std::end(Kinds))
    return false;
  R.Kind = Known->Kind;
  R.File = File;
  R.Line = LineNumber;
  return true;
}

/// Reads the words of a rule for `Name`. Adds the rule if there are still only `Before`
/// problems.
void RuleReader::addRule(StringRef Name, StringRef Words, Rule &R, size_t Before,
                         std::vector<Rule> &To) {
  if (Name == "main")
    fail(Name, "'main' cannot be named: it is where every program starts");
  readWords(Words, R);
  if (Problems.size() == Before)
    require(R);
  if (Problems.size() == Before)
    To.push_back(std::move(R));
}

void RuleReader::readWords(StringRef Words, Rule &R) {
  while (!(Words = Words.drop_while(isBlank)).empty()) {
    StringRef Word = firstWordOf(Words);
    readWord(Word, R);
    Words = Words.drop_front(Word.size());
  }
}

void RuleReader::readWord(StringRef Word, Rule &R) {
  auto [Name, Value] = Word.split('=');
  const ValueWord *Known =
      find_if(Values, [&, N = Name](const ValueWord &V) { return V.Name == N; });
  if (Known == std::end(Values))
    return fail(Name, "unknown word '" + Name + "'" + nearestWord(Name, namesOf(Values)));
  if (!(Known->Kinds & in(R.Kind)))
    return fail(Name, "'" + Name + "' says nothing in this kind of rule");
  if (Value.empty())
    return fail(Word.drop_front(Name.size()),
                "expected '=' and a value behind '" + Name + "'");

  auto oneOf = [&, V = Value](StringRef Yes, StringRef No, bool &To) {
    To = V == Yes;
    if (V != Yes && V != No)
      fail(V,
           "expected " + Yes + " or " + No + ", not '" + V + "'" + nearestWord(V, {Yes, No}));
  };
  if (Name == "count")
    readNumber(Value, R.Count);
  else if (Name == "arena" && R.Kind == RuleKind::Alloc && Value.size() > 1 &&
           Value.front() == '@')
    R.CurrentArena = Value.drop_front();
  else if (Known->Member)
    readArgument(Value, R.*Known->Member);
  else if (Name == "size")
    readSize(Value, R);
  else if (Name == "name")
    R.Called = Value;
  else if (Name == "family")
    R.Family = Value;
  else if (Name == "level")
    readLevel(Value, R);
  else if (Name == "aware")
    readAware(Value, R);
  else if (Name == "children")
    readChildren(Value, R);
  else if (Name == "kind" && Value == "collected")
    R.Heap = R.Collected = true;
  else if (Name == "kind")
    oneOf("heap", "arena", R.Heap);
  else if (Name == "takes")
    oneOf("later", "one", R.TakesLater);
  else if (Name == "language")
    oneOf("c", "any", R.OnlyC);
  else if (size_t Bad = Value.find_first_not_of("ip*"); Bad != StringRef::npos && Value != "-")
    fail(Value.drop_front(Bad),
         "expected a letter for each parameter, i integer or p pointer or "
         "reference; * for anything from there on; or - for none");
  else
    R.Shape = Value;
}

void RuleReader::readChildren(StringRef Value, Rule &R) {
  auto *Word = find(ChildrenWords, Value);
  if (Word == std::end(ChildrenWords))
    return fail(Value, "expected destroyed, kept or alone, not '" + Value + "'" +
                           nearestWord(Value, ChildrenWords));
  R.Children = ChildArenas(Word - std::begin(ChildrenWords));
}

/// Reads `2`, `*2`, `this` or `return`.
bool RuleReader::readArgument(StringRef Value, Argument &To) {
  To.Column = columnOf(Value);
  StringRef Digits = Value;
  To.Stored = Digits.consume_front("*");
  if (!To.Stored && Value == "this")
    To.Number = Argument::This;
  else if (!To.Stored && Value == "return")
    To.Number = Argument::Returned;
  else if (Digits.getAsInteger(10, To.Number) || To.Number < 0 || To.Number > 255) {
    To.Number = Argument::None;
    fail(Value, "expected the number of a parameter, from 0, not '" + Value + "'" +
                    nearestWord(Value, {"this", "return"}));
    return false;
  }
  return true;
}

/// Reads `2`, or `signed(2)` for a number that may be negative.
bool RuleReader::readNumber(StringRef Value, Argument &To) {
  StringRef Inside = Value;
  if (!Inside.consume_front(SignedWord) || !Inside.consume_front("("))
    return readArgument(Value, To);
  if (!Inside.consume_back(")")) {
    fail(Inside, Twine("expected ')' behind the parameter of '") + SignedWord + "'");
    return false;
  }
  if (!readArgument(Inside, To))
    return false;
  To.Signed = true;
  return true;
}

/// Reads `1` or `1+24`.
void RuleReader::readSum(StringRef Value, Rule &R) {
  auto [Source, More] = Value.split('+');
  readArgument(Source, R.Size);
  if (Source.size() != Value.size() && (More.getAsInteger(10, R.Extra) || R.Extra > MostExtra))
    fail(Value.drop_front(Source.size()),
         "expected a number of bytes behind '+', at most " + Twine(MostExtra));
}

/// Reads the `64` of `bytes(64)`.
void RuleReader::readFixed(StringRef Value, Rule &R) {
  R.Size.Number = Argument::NotNeeded;
  R.Size.Column = columnOf(Value);
  if (Value.getAsInteger(10, R.Extra) || !R.Extra)
    fail(Value, "expected a number of bytes, from 1, not '" + Value + "'");
}

/// Reads the `0` and `pool_head.size` of `0->pool_head.size`.
void RuleReader::readMember(StringRef Source, StringRef Member, Rule &R) {
  R.How = Measure::Member;
  R.Member = Member;
  readArgument(Source, R.Size);
  const auto [Class, Name] = Member.rsplit('.');
  if (R.isOfPointers())
    fail(Member, "a member says nothing in this kind of rule; its offset does, as int(0+8)");
  else if (Class.empty() || Name.empty())
    fail(Member, "expected a class and its member behind '->', as in '0->pool_head.size'");
}

/// Reads `1`, `signed(1)`, `1+1` (one byte more), `strlen(1)`, `strnlen(1,2)`, `wcslen(1)`;
/// `strlen(1?)` if parameter 1 may be null; `int(0+24)`, `long(0)`; `0->pool_head.size`;
/// `bytes(64)`; `layout(1)`; `object`; `unknown`.
void RuleReader::readSize(StringRef Value, Rule &R) {
  if (Value == UnknownSize || Value == ObjectSize) {
    R.How = Value == ObjectSize ? Measure::Object : Measure::Fixed;
    R.Size.Number = Argument::NotNeeded;
    R.Size.Column = columnOf(Value);
    return;
  }
  if (size_t Arrow = Value.find("->"); Arrow != StringRef::npos)
    return readMember(Value.take_front(Arrow), Value.drop_front(Arrow + 2), R);
  StringRef Function = Value.take_while(isLower);
  StringRef Inside = Value.drop_front(Function.size());
  if (Function == SignedWord && Inside.take_front(1) == "(") {
    readNumber(Value, R.Size);
    return;
  }
  if (!Inside.consume_front("("))
    return readSum(Value, R);
  const MeasureWord *Known =
      find_if(Measures, [&](const MeasureWord &M) { return M.Name == Function; });
  if (Known == std::end(Measures)) {
    SmallVector<StringRef, 12> Words = namesOf(Measures);
    for (StringRef Word : {SignedWord, UnknownSize, ObjectSize})
      Words.push_back(Word);
    return fail(Value, "unknown measure '" + Function + "'" + nearestWord(Function, Words));
  }
  if (!Inside.consume_back(")"))
    return fail(Inside, "expected ')' behind the parameters of '" + Function + "'");
  R.How = Known->How;
  if (R.How == Measure::Layout && R.isOfPointers())
    return fail(Value, "a Layout says nothing in this kind of rule");
  if (R.How == Measure::Fixed)
    return readFixed(Inside, R);
  if (R.How == Measure::Word32 || R.How == Measure::Word64)
    return readSum(Inside, R);
  auto [Source, Bound] = Inside.split(',');
  R.MayBeNull = Source.consume_back("?");
  if (!readArgument(Source, R.Size))
    return;
  if ((R.How == Measure::BoundedString) == Bound.empty())
    return fail(Inside, R.How == Measure::BoundedString
                            ? "expected two parameters: a string and its bound"
                            : "expected one parameter");
  if (!Bound.empty())
    readArgument(Bound, R.Count);
}

void RuleReader::readLevel(StringRef Value, Rule &R) {
  if (Value.getAsInteger(10, R.Level) || !R.Level || R.Level > ALLOCSITE_MOST_LEVEL)
    fail(Value, "expected a number from 1 to " + Twine(ALLOCSITE_MOST_LEVEL) +
                    ", the least ALLOCSITE= that shows it");
}

/// Reads the symbol of a function, or `-`.
void RuleReader::readAware(StringRef Value, Rule &R) {
  auto isPart = [](char C) { return isAlnum(C) || C == '_' || C == '$' || C == '.'; };
  R.Aware = Value;
  R.AwareColumn = columnOf(Value);
  if (Value == Rule::NotAware)
    return;
  StringRef Bad = Value.drop_while(isPart);
  if (!Bad.empty() || isDigit(Value.front()))
    fail(Bad.empty() ? Value : Bad,
         "expected the symbol of a function, as the linker knows it, or '-'");
  else if (Value == "main")
    fail(Value, "'main' cannot be told: it is where every program starts");
}

/// Reports words that a rule of this kind requires but lacks.
void RuleReader::require(const Rule &R) {
  auto isParameter = [](const Argument &A) { return A.Number >= 0 && !A.Stored; };
  bool IsMeasured =
      isParameter(R.Size) || R.How == Measure::Fixed || R.How == Measure::Object ||
      ((R.How == Measure::Word32 || R.How == Measure::Word64 || R.How == Measure::Member) &&
       R.Size.Number == Argument::This);
  bool NeedsSize = (in(R.Kind) & InAlloc) && R.Kind != RuleKind::Wrapper;
  if ((NeedsSize || R.Size.Number != Argument::None) && !IsMeasured)
    fail(R.Of.text(), "expected size= and the number of a parameter, or size=unknown");
  else if (R.isTransparent() &&
           (!R.Called.empty() || !R.Shape.empty() || !R.Aware.empty() || R.Level))
    fail(R.Of.text(), "a wrapper has name=, shape=, aware= and level= with size= only: "
                      "without, what it calls is the allocator");
  else if (R.Count.Number != Argument::None && !isParameter(R.Count))
    fail(R.Of.text(), "expected the number of a parameter behind count=");
  else if (R.Kind == RuleKind::Aware && R.Aware.empty())
    fail(R.Of.text(), "expected aware= and the function that is told");
  else if (!R.Aware.empty() && R.Aware == R.Of.text())
    fail(R.Of.text(), "'" + R.Aware + "' cannot be told in its own place");
  else if (!R.Aware.empty() && R.Aware != Rule::NotAware && R.Family.empty() &&
           !R.Of.isOneName())
    fail(R.Of.text(), "aware= with a pattern of several names needs family=: that of "
                      "the function that is told");
  else if (R.Kind == RuleKind::Free && R.Block.Number == Argument::None)
    fail(R.Of.text(), "expected block= and what is freed");
  else if ((R.Kind == RuleKind::Reset || R.Kind == RuleKind::Destroy) &&
           R.Arena.Number == Argument::None)
    fail(R.Of.text(), "expected arena= and what is emptied");
  else if ((R.Kind == RuleKind::Move || R.Kind == RuleKind::Alias) &&
           R.Arena.Number == Argument::None)
    fail(R.Of.text(), "expected arena= and the arena, whose other address is result=");
  else if (R.Kind == RuleKind::Reparent &&
           (R.Arena.Number == Argument::None || R.Block.Number == Argument::None))
    fail(R.Of.text(), "expected block= and what is hung on arena=");
}

} // namespace allocsite
