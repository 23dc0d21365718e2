//===- Options.cpp - What the environment asks for ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Message.h"

namespace allocsite {

static const char *find(char **Environment, TextRef Name) {
  for (char **At = Environment; At && *At; ++At)
    if (strncmp(*At, Name.Bytes, Name.Size) == 0 && (*At)[Name.Size] == '=')
      return *At + Name.Size + 1;
  return nullptr;
}

void endPreload(char **Environment) {
  const TextRef Preload("LD_PRELOAD=");
  const char *Runtime = find(Environment, "ALLOCSITE_RUNTIME");
  if (!Runtime || !*Runtime)
    return;
  const size_t Size = strlen(Runtime);
  for (char **At = Environment; *At; ++At) {
    if (strncmp(*At, Preload.Bytes, Preload.Size) != 0)
      continue;
    char *Value = *At + Preload.Size;
    if (strncmp(Value, Runtime, Size) != 0)
      return;
    if (Value[Size] == ':')
      memmove(Value, Value + Size + 1, strlen(Value + Size + 1) + 1);
    else if (!Value[Size])
      for (; *At; ++At)
        *At = At[1];
    return;
  }
}

static constexpr char OlderName[] = "SKIP_HEAP_PROFILE";

unsigned wantedLevel(char **Environment, int32_t Least) {
  // The newer name, where the older one says nothing.
  const char *Name = OlderName;
  const char *Value = find(Environment, Name);
  if (!Value || !*Value)
    Value = find(Environment, Name = "ALLOCSITE");
  if (!Value || !*Value)
    return 0;
  bool Negative = *Value == '-';
  const char *Digits = Value + (*Value == '-' || *Value == '+');
  int64_t Number = 0;
  const char *At = Digits;
  for (; *At >= '0' && *At <= '9'; ++At)
    if (Number < INT32_MAX)
      Number = Number * 10 + (*At - '0');
  if (*At || At == Digits) {
    Message Warning(Importance::Warning);
    Warning.add(Name).add('=').add(Value);
    Warning.add(": not a number; the heap profiler stays off");
    return 0;
  }
  // A level below 1 does not turn on what the user did not ask for.
  bool IsWanted = !Negative && Number > 0 && Number >= Least;
  return IsWanted ? static_cast<unsigned>(Number) : 0;
}

namespace {

enum FlagIndex {
#define ALLOCSITE_TEXT_FLAG(Member, Key, Help) Flag##Member,
#define ALLOCSITE_CHOICE_FLAG(Member, Key, Default, Values, Help) Flag##Member,
#define ALLOCSITE_NUMBER_FLAG(Member, Key, Default, Help) Flag##Member,
#include "Flags.inc"
  FlagCount
};

struct Flag {
  const char *Key;
  const char *Values; // null for a text, Number for a number
  const char *Help;
};

const char Number[] = "<number>";
constexpr unsigned LargestNumber = 1000000000;

const Flag Flags[] = {
#define ALLOCSITE_TEXT_FLAG(Member, Key, Help) {Key, nullptr, Help},
#define ALLOCSITE_CHOICE_FLAG(Member, Key, Default, Values, Help) {Key, Values, Help},
#define ALLOCSITE_NUMBER_FLAG(Member, Key, Default, Help) {Key, Number, Help},
#include "Flags.inc"
};

/// What was given, before it is folded into Options.
struct Given {
  bool Quiet;
  const char *Texts[FlagCount];
  unsigned Choices[FlagCount];
  bool Was[FlagCount];
};

/// Levenshtein's distance; keys are short, and of longer ones only the first
/// MaxKey bytes are looked at.
unsigned editDistance(TextRef A, TextRef B) {
  constexpr size_t MaxKey = 31;
  size_t Columns = B.Size < MaxKey ? B.Size : MaxKey;
  unsigned Row[MaxKey + 1];
  for (size_t J = 0; J <= Columns; ++J)
    Row[J] = static_cast<unsigned>(J);
  for (size_t I = 0; I < A.Size && I < MaxKey; ++I) {
    unsigned Diagonal = Row[0];
    Row[0] = static_cast<unsigned>(I + 1);
    for (size_t J = 0; J < Columns; ++J) {
      unsigned Above = Row[J + 1];
      unsigned Best = Diagonal + (A.Bytes[I] != B.Bytes[J]);
      if (Above + 1 < Best)
        Best = Above + 1;
      if (Row[J] + 1 < Best)
        Best = Row[J] + 1;
      Row[J + 1] = Best;
      Diagonal = Above;
    }
  }
  return Row[Columns];
}

int findFlag(TextRef Key) {
  for (int I = 0; I < FlagCount; ++I)
    if (Key == Flags[I].Key)
      return I;
  return -1;
}

const char *nearestFlag(TextRef Key) {
  const char *Nearest = nullptr;
  unsigned Least = ~0u;
  for (const Flag &F : Flags) {
    unsigned Distance = editDistance(Key, F.Key);
    if (Distance < Least) {
      Least = Distance;
      Nearest = F.Key;
    }
  }
  return Nearest;
}

/// Index of Value in "a|b|c", or -1.
int findChoice(const char *Values, TextRef Value) {
  for (int Index = 0;; ++Index) {
    const char *End = strchr(Values, '|');
    TextRef One = End ? TextRef(Values, static_cast<size_t>(End - Values)) : TextRef(Values);
    if (One == Value)
      return Index;
    if (!End)
      return -1;
    Values = End + 1;
  }
}

/// A number from 1 to LargestNumber, or -1.
int readNumber(const char *Value) {
  uint64_t Read = 0;
  for (; *Value >= '0' && *Value <= '9' && Read <= LargestNumber; ++Value)
    Read = Read * 10 + static_cast<unsigned>(*Value - '0');
  return *Value || !Read || Read > LargestNumber ? -1 : static_cast<int>(Read);
}

void give(Given &G, TextRef Key, char *Value) {
  int Index = findFlag(Key);
  if (Index < 0) {
    if (G.Quiet)
      return;
    Message Warning(Importance::Warning);
    Warning.add("ALLOCSITE_OPTIONS: unknown option '");
    Warning.add(Key).add("'; did you mean '").add(nearestFlag(Key)).add("'?");
    return;
  }
  const Flag &F = Flags[Index];
  if (F.Values) {
    bool IsNumber = F.Values == Number;
    int Choice = IsNumber ? readNumber(Value) : findChoice(F.Values, Value);
    if (Choice < 0) {
      if (G.Quiet)
        return;
      Message Warning(Importance::Warning);
      Warning.add("ALLOCSITE_OPTIONS: ").add(F.Key);
      Warning.add('=').add(Value);
      if (IsNumber)
        Warning.add(": not a number from 1 to ").number(uint64_t(LargestNumber));
      else
        Warning.add(": not one of ").add(F.Values);
      return;
    }
    G.Choices[Index] = static_cast<unsigned>(Choice);
  } else {
    G.Texts[Index] = Value;
  }
  G.Was[Index] = true;
}

/// Splits `key=value:key='va:lue'` in place.
void parse(char *At, Given &G) {
  while (*At) {
    if (*At == ':') {
      ++At;
      continue;
    }
    char *Key = At;
    for (; *At && *At != '=' && *At != ':'; ++At)
      if (*At == '_') // As some keys were spelled once.
        *At = '-';
    TextRef Name(Key, static_cast<size_t>(At - Key));
    if (*At != '=') {
      if (G.Quiet)
        continue;
      Message Warning(Importance::Warning);
      Warning.add("ALLOCSITE_OPTIONS: '").add(Name);
      Warning.add("' has no value; write ").add(Name).add("=…");
      continue;
    }
    char *Value = ++At;
    if (*At == '\'' || *At == '"') {
      char Quote = *At;
      Value = ++At;
      while (*At && *At != Quote)
        ++At;
    } else {
      while (*At && *At != ':')
        ++At;
    }
    if (*At)
      *At++ = 0;
    give(G, Name, Value);
  }
}

// All of them do not fit into one message.
void printHelp() {
  Message(Importance::Answer)
      .add("ALLOCSITE_OPTIONS=key=value:key=value, values may be quoted:");
  for (const Flag &F : Flags) {
    Message Line(Importance::Answer);
    Line.add("  ").add(F.Key).add('=');
    if (F.Values)
      Line.add(F.Values);
    Line.add("\n      ").add(F.Help);
  }
}

void fold(const Given &G, Options &O) {
#define ALLOCSITE_TEXT_FLAG(Member, Key, Help)                                                \
  O.Member = G.Was[Flag##Member] ? G.Texts[Flag##Member] : "";
#define ALLOCSITE_CHOICE_FLAG(Member, Key, Default, Values, Help)                             \
  O.Member = G.Was[Flag##Member] ? G.Choices[Flag##Member] : Default;
#define ALLOCSITE_NUMBER_FLAG(Member, Key, Default, Help)                                     \
  O.Member = G.Was[Flag##Member] ? G.Choices[Flag##Member] : Default;
#include "Flags.inc"
  if (!G.Was[FlagAllocators] && O.Csv == CsvSkip)
    O.Allocators = AllocatorsArena;
}

} // namespace

void helpIfWanted(char **Environment) {
  static char Storage[4096];
  const char *Value = find(Environment, "ALLOCSITE_OPTIONS");
  if (!Value)
    return;
  Given G = {};
  G.Quiet = true;
  Text(Storage, sizeof(Storage)).add(Value);
  parse(Storage, G);
  if (G.Was[FlagHelp] && G.Choices[FlagHelp])
    printHelp();
}

Options readOptions(char **Environment, unsigned Level) {
  static char Storage[4096];
  static char Directory[4096];
  Given G = {};
  const char *Value = find(Environment, "ALLOCSITE_OPTIONS");
  Options O;

  // Who sets the older name expects its messages wherever they go.
  const char *Older = find(Environment, OlderName);
  const bool IsQuiet = !Older || !*Older;
  constexpr Importance Levels[] = {Importance::Answer, Importance::Normal, Importance::Detail};

  // Twice: the first reading, a silent one, finds out where the warnings of the
  // second are to go.
  for (int Reading = 0; Reading < 2; ++Reading) {
    bool Quiet = Reading == 0;
    G = Given();
    G.Quiet = Quiet;
    Text Copy(Storage, sizeof(Storage));
    if (Value)
      Copy.add(Value);
    parse(Storage, G);
    if (Copy.cut() && !Quiet) {
      Message Warning(Importance::Warning);
      Warning.add("ALLOCSITE_OPTIONS: only the first ");
      Warning.number(uint64_t(sizeof(Storage) - 1)).add(" bytes were read");
    }
    fold(G, O);
    setMessageOptions(Levels[O.Verbosity], O.LogPath, IsQuiet && !G.Was[FlagVerbosity]);
  }

  O.Given = Value ? Value : "";
  const char *Temporary = find(Environment, "TMPDIR");
  Text Place(Directory, sizeof(Directory));
  Place.add(Temporary && *Temporary ? Temporary : "/tmp");
  O.TemporaryDirectory = Directory;
  const char *Home = find(Environment, "HOME");
  O.Home = Home ? Home : "";
  const char *Service = find(Environment, "OTEL_SERVICE_NAME");
  O.Service = Service ? Service : "";
  O.Level = Level;
  if (O.Help)
    printHelp();
  return O;
}

} // namespace allocsite
