//===- IndexRules.cpp - Indexes the table of allocators -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Run by the build: `index-rules allocators.cfg RuleIndex.inc`. It reads the table like a
// user's rule file, so that a mistake in it ends the build, and writes the index that
// rules/RuleIndex.h describes, as constants for rules/Config.cpp. The output does not
// depend on the version of LLVM.
//
//===----------------------------------------------------------------------===//

#include "rules/Pattern.h"
#include "rules/RuleIndex.h"
#include "rules/Rules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace allocsite;

static void fail(const Twine &What) {
  errs() << "index-rules: error: " << What << '\n';
  std::exit(1);
}

namespace {

class Index {
public:
  Index(StringRef Text, ArrayRef<Rule> Of)
      : Text(Text), Keys(2 * PowerOf2Ceil(Of.size()), IndexedKey{0, 0, -1}) {
    for (const Rule &R : Of)
      add(R);
  }

  void print(raw_ostream &Out) const {
    Out << "constexpr IndexedRule Rules[] = {\n";
    for (const IndexedRule &R : Rules)
      Out << '{' << R.Section << ", " << R.Line << ", " << R.LineNumber << ", " << R.Before
          << "},\n";
    Out << "};\nconstexpr IndexedKey Keys[] = {\n";
    for (const IndexedKey &Key : Keys)
      Out << '{' << Key.Begin << ", " << Key.Length << ", " << Key.Last << "},\n";
    Out << "};\nconstexpr std::array<int, " << OfPointers.size() << "> OfPointers = {";
    for (int Number : OfPointers)
      Out << Number << ", ";
    Out << "};\n";
  }

private:
  void add(const Rule &R) {
    const int Number = Rules.size();
    const size_t Line = beginOfLine(R.Of.text().begin() - Text.begin());
    const size_t Section = Text.take_front(Line).rfind("\n[") + 1; // 0: the first line
    if (Text[Section] != '[')
      fail(R.place() + ": a rule stands before the first section");
    Rules.push_back({uint32_t(Section), uint32_t(Line), R.Line, -1});
    if (R.isOfPointers()) {
      OfPointers.push_back(Number);
      return;
    }
    StringRef Key = R.Of.key();
    if (!R.isOfFunctions() || !isSpelledOut(Key))
      fail(R.place() + ": the table can only have rules of functions whose names all end in "
                       "the same component: each symbol of each program would have to be "
                       "demangled for this one");
    IndexedKey &Its = Keys[slotOf(Key, Text, Keys)];
    Rules.back().Before = Its.Last;
    Its = {uint32_t(Key.begin() - Text.begin()), uint32_t(Key.size()), Number};
  }

  size_t beginOfLine(size_t At) const { return Text.take_front(At).rfind('\n') + 1; }

  const StringRef Text;
  std::vector<IndexedRule> Rules;
  std::vector<IndexedKey> Keys;
  std::vector<int> OfPointers;
};

} // namespace

int main(int Count, char **Arguments) {
  if (Count != 3)
    fail("usage: index-rules TABLE INDEX");
  std::vector<Rule> Rules;
  RuleReader Reader;
  std::unique_ptr<MemoryBuffer> Text = Reader.readFile(Arguments[1], Rules);
  for (const std::string &Problem : Reader.problems())
    errs() << Problem << '\n';
  if (!Reader.problems().empty())
    fail(Twine(Reader.problems().size()) + " problems in the table");

  const Index Made(Text->getBuffer(), Rules);
  std::error_code Error;
  raw_fd_ostream Out(Arguments[2], Error);
  if (!Error)
    Made.print(Out);
  Out.close();
  if (Error || (Error = Out.error()))
    fail(Twine("cannot write '") + Arguments[2] + "': " + Error.message());
}
