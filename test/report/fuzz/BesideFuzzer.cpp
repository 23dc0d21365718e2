//===- BesideFuzzer.cpp - Feeds hostile files to the smaller readers ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   fuzzers beside corpus/ test/report/fuzz/beside/
//
// Tables of a log, inventories, suppressions, symbols of programs. The first byte
// chooses the reader, the rest is the file. Names in what is said have to be fit to be seen.
//
//===----------------------------------------------------------------------===//

#include "Fuzzers.h"
#include "inventory/Inventory.h"
#include "inventory/LinkedCopies.h"
#include "profile/Companion.h"
#include "read/ArenaLog.h"
#include "read/GraphLog.h"
#include "read/MarkRange.h"
#include "read/RunTables.h"
#include "findings/Leaks.h"
#include "read/Timeline.h"
#include "show/GraphFormat.h"
#include "support/DisplayText.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace allocsite;

namespace {

/// A folder for the file, which goes with the fuzzer.
class Folder {
public:
  Folder() {
    if (!::mkdtemp(Path))
      std::abort();
  }
  ~Folder() {
    ::unlink(File.c_str());
    ::rmdir(Path);
  }

  /// The path of the log beside which \p Bytes are, as a file of that ending.
  std::string write(const char *Ending, std::string_view Bytes) {
    ::unlink(File.c_str());
    File = Path + std::string("/log") + Ending;
    FILE *To = std::fopen(File.c_str(), "we");
    if (!To || std::fwrite(Bytes.data(), 1, Bytes.size(), To) != Bytes.size() ||
        std::fclose(To) != 0)
      std::abort();
    return Path + std::string("/log.csv");
  }
  const std::string &file() const { return File; }

private:
  char Path[32] = "/tmp/allocsite-fuzz-XXXXXX";
  std::string File;
};

void check(const Error &Failure) {
  if (Failure.What.empty() || !isValidUtf8(Failure.What))
    std::abort();
}

/// Each line: a name of a mark, a blank, a time. The first is the range.
void passMarks(std::string_view Text) {
  auto word = [&Text](char End) {
    const size_t At = std::min(Text.find(End), Text.size());
    const std::string_view Word = Text.substr(0, At);
    Text.remove_prefix(std::min(At + 1, Text.size()));
    return Word;
  };
  const MarkedFile Marked = splitMarks("log.csv@" + std::string(word('\n')));
  MarkWindow Window(Marked.Range);
  while (!Text.empty()) {
    const std::string_view Name = word(' ');
    Window.includes(Name, word('\n'));
  }
  if (auto Failure = Window.finish())
    check(*Failure);
}

void readOne(unsigned char Reader, std::string_view Bytes) {
  static Folder Beside;
  switch (Reader % 12u) { // '0' is the first, ';' the last
  case 0: {
    ArenaRows Rows;
    Beside.write(".arenas.csv", Bytes);
    if (auto Failure = readArenas(Beside.file(), Rows))
      check(*Failure);
    break;
  }
  case 1: {
    NameTable Names;
    CallPlaces Places;
    LogTables Tables(Beside.write(".places.csv", Bytes));
    readCallPlaces(Tables, Names, Places);
    for (NameId Name = 0; Name < std::min<size_t>(Names.size(), 8); ++Name)
      Places.find(Name, Name);
    break;
  }
  case 2: {
    LogTables Tables(Beside.write(".coverage.json", Bytes));
    if (!isValidUtf8(displayText(coverageLine(Tables))))
      std::abort();
    break;
  }
  case 3: {
    LogTables Tables(Beside.write(".timeline.csv", Bytes));
    if (auto Points = readTimeline(Tables); !Points)
      check(Points.error());
    break;
  }
  case 4: {
    Beside.write(".jsonl", Bytes);
    NameTable Names;
    Inventory All(Names);
    if (auto Failure = All.readFile(Beside.file()))
      check(*Failure);
    break;
  }
  case 5: {
    Beside.write(".elf", Bytes);
    if (auto Replaced = replacedFunctions(Beside.file(), {"f", "main"}); !Replaced)
      check(Replaced.error());
    break;
  }
  case 6: {
    auto Patterns = parseSuppressions(Bytes, "log.supp");
    if (!Patterns)
      return check(Patterns.error());
    for (const std::string &Each : *Patterns)
      for (const char *Name : {"", "main", "ObStack::alloc(unsigned long)"})
        matchesSuppression(Each, Name);
    break;
  }
  case 7:
    passMarks(Bytes);
    break;
  case 8:
    Beside.write(".graph.csv", Bytes);
    for (const char *Division : GraphDivisions) {
      auto Graph = readGraph(Beside.file(), Division);
      if (!Graph) {
        check(Graph.error());
        continue;
      }
      auto Part = partOf(*Graph, {"", "", 2, 3});
      if (!Part)
        check(Part.error());
      else if (!isValidUtf8(
                   graphTable(*Graph, *Part, {}) + graphMermaid(*Graph, *Part, false) +
                   graphDot(*Graph, *Part, true) + graphJson(*Graph, *Part, Division)))
        std::abort();
    }
    break;
  case 9: {
    LogTables Tables(Beside.write(".timeline-groups.csv", Bytes));
    auto Groups = readTimelineGroups(Tables, 5);
    if (!Groups)
      return check(Groups.error());
    for (const TimelineGroup &Each : *Groups)
      if (Each.First + Each.Points.size() != 5 || Each.at(5).Bytes)
        std::abort();
    break;
  }
  case 10: {
    Profile Of;
    LogTables Tables(Beside.write(".modules.csv", Bytes));
    readModules(Tables, Of);
    for (const auto &[Function, Module] : Of.Modules)
      if (Function >= Of.Names.size() || (Module != NoName && Module >= Of.Names.size()))
        std::abort();
    break;
  }
  case 11: {
    LogTables Tables(Beside.write(".asprof", Bytes));
    for (const LogTableKind &Each : LogTableKinds)
      if (auto Its = Tables.find(Each.Name); !Its)
        check(Its.error());
    break;
  }
  }
}

} // namespace

static int run(const uint8_t *Data, size_t Size) {
  if (Size)
    readOne(Data[0], {reinterpret_cast<const char *>(Data + 1), Size - 1});
  return 0;
}

const Fuzzer allocsite::BesideFuzzer = {"beside", run, nullptr};
