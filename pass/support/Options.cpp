//===- Options.cpp - The options of the pass ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Compat.h"
#include "Mechanisms.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace llvm;

namespace allocsite {

namespace {

/// One row of the table and the texts given for it.
struct Setting {
  StringRef Key, Default, Values;
  cl::list<std::string> &FromCommandLine;
  std::string Text;

  bool isList() const { return Values == ","; }

  bool accepts(StringRef Value) const {
    if (isList())
      return !Value.empty();
    if (Values == "#") {
      unsigned Number;
      return !Value.getAsInteger(10, Number) && Number <= 1000000;
    }
    if (Values == "/")
      return true;
    SmallVector<StringRef, 4> Accepted;
    Values.split(Accepted, '|');
    for (StringRef A : Accepted)
      if (A == Value)
        return true;
    return false;
  }

  std::string expected() const {
    if (isList())
      return "a path";
    return Values == "#" ? "a whole number" : "one of " + Values.str();
  }
};

#define OPTION(KEY, FIELD, DEFAULT, VALUES, HELP)                                             \
  cl::list<std::string> CommandLine##FIELD("allocsite-" KEY, cl::desc(HELP));
#define HIDDEN_OPTION(KEY, FIELD, DEFAULT, VALUES, HELP)                                      \
  cl::list<std::string> CommandLine##FIELD("allocsite-" KEY, cl::desc(HELP), cl::Hidden);
#include "Options.inc"

/// Takes `Key=value`, with value bare or quoted, from the front of `Text`.
/// Returns false where the quotes do not close.
bool takePair(StringRef &Text, std::string &Key, std::string &Value) {
  size_t End = Text.find_first_of("=:");
  Key = Text.take_front(End).trim().str();
  Value.clear();
  Text = Text.drop_front(std::min(End, Text.size()));
  if (!Text.consume_front("=")) {
    Text.consume_front(":");
    return true;
  }
  if (!Text.empty() && (Text.front() == '"' || Text.front() == '\'')) {
    char Quote = Text.front();
    size_t Close = Text.find(Quote, 1);
    if (Close == StringRef::npos)
      return false;
    Value = Text.slice(1, Close).str();
    Text = Text.drop_front(Close + 1);
    return Text.empty() || Text.consume_front(":");
  }
  End = Text.find(':');
  Value = Text.take_front(End).str();
  Text = Text.drop_front(std::min(End, Text.size()));
  Text.consume_front(":");
  return true;
}

class Reader {
public:
  explicit Reader(std::vector<std::string> &Problems) : Problems(Problems) {}

  void read() {
    if (const char *Environment = std::getenv("ALLOCSITE_PASS_OPTIONS"))
      readEnvironment(Environment);
    for (Setting &S : Settings) {
      for (const std::string &Value : S.FromCommandLine)
        set(S, Value, "-allocsite-" + S.Key.str());
      if (S.Text.empty())
        S.Text = S.Default.str();
    }
  }

  StringRef operator[](StringRef Key) const {
    for (const Setting &S : Settings)
      if (S.Key == Key)
        return S.Text;
    llvm_unreachable("no such row in Options.inc");
  }

private:
  void readEnvironment(StringRef Text) {
    std::string Key, Value;
    while (!Text.empty()) {
      if (!takePair(Text, Key, Value))
        return fail("'" + Key + "' has a quote that does not close");
      if (Key.empty())
        continue;
      if (Setting *S = find(Key))
        set(*S, Value, "'" + Key + "'");
      else
        fail("unknown option '" + Key + "'; did you mean '" + nearest(Key) + "'?");
    }
  }

  void set(Setting &S, StringRef Value, const std::string &Name) {
    if (!S.accepts(Value))
      Problems.push_back(Name + " is '" + Value.str() + "', expected " + S.expected());
    else if (S.isList() && !S.Text.empty())
      S.Text += "," + Value.str();
    else
      S.Text = Value.str();
  }

  void fail(const Twine &Problem) {
    Problems.push_back(("ALLOCSITE_PASS_OPTIONS: " + Problem).str());
  }

  Setting *find(StringRef Key) {
    for (Setting &S : Settings)
      if (S.Key == Key)
        return &S;
    return nullptr;
  }

  std::string nearest(StringRef Key) const {
    const Setting *Best = &Settings[0];
    for (const Setting &S : Settings)
      if (S.Key.edit_distance(Key) < Best->Key.edit_distance(Key))
        Best = &S;
    return Best->Key.str();
  }

  std::vector<std::string> &Problems;
  Setting Settings[
#define OPTION(KEY, FIELD, DEFAULT, VALUES, HELP) +1
#include "Options.inc"
  ] = {
#define OPTION(KEY, FIELD, DEFAULT, VALUES, HELP)                                             \
  {KEY, DEFAULT, VALUES, CommandLine##FIELD, ""},
#include "Options.inc"
  };
};

std::vector<std::string> partsOf(StringRef List) {
  SmallVector<StringRef, 4> Parts;
  List.split(Parts, ',', -1, /*KeepEmpty=*/false);
  return std::vector<std::string>(Parts.begin(), Parts.end());
}

} // namespace

Options Options::read() {
  Options Result;
  Reader Given(Result.Problems);
  Given.read();
  Given["level"].getAsInteger(10, Result.Level);
  Result.Frames = Given["frames"] == "raw"   ? FrameChoice::Raw
                  : Given["frames"] == "std" ? FrameChoice::Std
                                             : FrameChoice::Source;
  Given["depth"].getAsInteger(10, Result.Depth);
  Result.KeepTailFrames = Given["tail-frames"] == "keep";
  Result.HasLines = Given["lines"] == "1";
  Result.Configs = partsOf(Given["config"]);
  Result.Leaves = partsOf(Given["leaves"]);
  Result.Inventory = Given["inventory"].str();
  Result.Strict = Given["strict"] == "1";
  Given["max-size"].getAsInteger(10, Result.MaxSize);
  Result.AtLink = Given["lto"] == "1";
  if (Result.AtLink && !HasLinkEnd)
    Result.Problems.push_back("'lto' is '1', which needs LLVM 16 or newer");
  Result.Live = Given["live"] == "1";
  Result.Whole = Given["whole"] == "1";
  Result.Without = Given["without"].str();
  if (std::string Unknown = switchOff(partsOf(Result.Without)); !Unknown.empty())
    Result.Problems.push_back("'without' names '" + Unknown + "', expected some of " +
                              mechanismNames());
  Result.Verify = Given["verify"] == "1";
  Result.PrintPlan = Given["print-plan"] == "1";
  return Result;
}

std::string Options::ofBothStages() const {
  std::string Text = "depth=" + std::to_string(Depth);
  if (Level != 1)
    Text += ":level=" + std::to_string(Level);
  if (Frames != FrameChoice::Source)
    Text += Frames == FrameChoice::Raw ? ":frames=raw" : ":frames=std";
  if (MaxSize)
    Text += ":max-size=" + std::to_string(MaxSize);
  if (Live)
    Text += ":live=1";
  if (KeepTailFrames)
    Text += ":tail-frames=keep";
  if (HasLines)
    Text += ":lines=1";
  auto addPath = [&](StringRef Key, StringRef Path) {
    SmallString<128> Absolute(Path);
    sys::fs::make_absolute(Absolute);
    sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
    Text += (":" + Key + "=" + Absolute).str();
  };
  for (const std::string &Path : Configs)
    addPath("config", Path);
  for (const std::string &Path : Leaves)
    addPath("leaves", Path);
  if (!Inventory.empty())
    addPath("inventory", Inventory);
  if (!Without.empty())
    Text += ":without=" + Without;
  return Text;
}

} // namespace allocsite
