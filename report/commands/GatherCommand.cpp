//===- GatherCommand.cpp - allocsite gather: many logs for a database -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   logs ──▶ scan: which process, when ──▶ for each build: the numbers of its sites
//                                           for each process: its snapshots ──▶ parts
//        parts (CSV) ──▶ Parquet, where a DuckDB is found ──▶ the page
//
// Of all logs only what readLogRun() tells is in memory, and one profile at a time.
//
//===----------------------------------------------------------------------===//

#include "DuckDb.h"
#include "ProfileOptions.h"
#include "SharedOptions.h"
#include "driver/Toolchain.h"
#include "read/ByteSource.h"
#include "read/LogRun.h"
#include "read/LogTree.h"
#include "read/ProfileSource.h"
#include "read/RecordedProfile.h"
#include "support/DisplayText.h"
#include "support/Fnv.h"
#include "support/NewFile.h"
#include "write/FleetRows.h"
#include "write/FleetSet.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>
#include <unistd.h>

using namespace allocsite;
namespace fs = std::filesystem;

namespace {

struct GatherOptions {
  std::vector<std::string> Paths;
  std::string Output, DuckDb, Page;
  bool IsCsv = false;
};

/// A log, or a profile that stands for one.
struct Snapshot {
  std::string File;
  uint64_t Time; ///< milliseconds after 1970
  std::string How;
};

struct ProcessLogs {
  LogRun Its; ///< Host, Service and Build are never empty
  std::vector<Snapshot> Snapshots;
};

/// What is said at the end, and counted until then.
struct Outcome {
  size_t Logs = 0, Skipped = 0, Processes = 0;
  size_t WithoutProcess = 0; ///< logs that do not tell their process
  size_t Running = 0;        ///< profiles of processes that still run here
  size_t CutOff = 0;         ///< processes whose logs before the first one here are gone

  void skip(const Error &Why) {
    printError(Why.What + "; skipped");
    ++Skipped;
  }
};

class Gathering {
public:
  Gathering(FleetSet &Set, Outcome &To) : Set(Set), To(To) {}

  void scan(const FoundLog &Log);
  void writeAll();

private:
  bool isRunning(const std::string &File);
  void writeBuild(const std::vector<ProcessLogs *> &Of);
  void addSites(const ProcessLogs &Of, SiteNumbers &Numbers);
  void writeProcess(const ProcessLogs &Of, SiteNumbers &Numbers);
  std::optional<FleetPart> writePart(const ProcessLogs &Of, size_t First, size_t End,
                                     uint64_t Sequence, FleetRows &Rows);
  std::unique_ptr<Profile> read(const Snapshot &Of);

  FleetSet &Set;
  Outcome &To;
  std::map<uint64_t, ProcessLogs> Processes; ///< by identity
  std::set<std::string> Broken;              ///< files that were said to be
};

bool Gathering::isRunning(const std::string &File) {
  if (contentOfProfile(File) != ProfileContent::Counters)
    return false;
  auto Its = RecordedProfile::open(File);
  return Its && (*Its)->isLive();
}

void Gathering::scan(const FoundLog &Log) {
  if (isRunning(Log.File)) {
    ++To.Running;
    return;
  }
  auto Its = readLogRun(Log.File);
  if (!Its)
    return To.skip(Its.error());
  if (Its->Host.empty())
    Its->Host = Log.Host;
  if (!Its->Identity) {
    ++To.WithoutProcess;
    Its->Identity = Fnv().add(Its->Host).add(Log.Name).value();
  }
  if (Its->Service.empty())
    Its->Service = Its->Program;
  for (std::string *Each : {&Its->Host, &Its->Service, &Its->Build})
    if (Each->empty())
      *Each = "unknown";
  ProcessLogs &Process = Processes[Its->Identity];
  Process.Snapshots.push_back({Log.File, Its->Time, Its->How});
  if (Process.Snapshots.size() == 1)
    Process.Its = std::move(*Its);
}

/// Sorts the snapshots, and leaves out what is there twice: copies of a log, and the profile of a
/// process that has written a log at its end.
void sortSnapshots(std::vector<Snapshot> &All) {
  auto isProfile = [](const Snapshot &Of) { return endsIn(Of.File, CompanionEnding); };
  uint64_t LastLog = 0;
  bool HasEnd = false;
  for (const Snapshot &Each : All)
    if (!isProfile(Each)) {
      LastLog = std::max(LastLog, Each.Time);
      HasEnd |= Each.How != "dump";
    }
  // The time of a profile is that of its file, and may be one of before its last pages were written.
  for (Snapshot &Each : All)
    if (isProfile(Each))
      Each.Time = HasEnd ? 0 : std::max(Each.Time, LastLog + 1);
  auto momentOf = [](const Snapshot &Of) {
    return std::tuple(Of.Time, Of.How != "dump", std::string_view(Of.How));
  };
  std::sort(All.begin(), All.end(), [&](const Snapshot &A, const Snapshot &B) {
    return std::pair(momentOf(A), std::string_view(A.File)) <
           std::pair(momentOf(B), std::string_view(B.File));
  });
  const auto IsCopy = [&](const Snapshot &A, const Snapshot &B) {
    return momentOf(A) == momentOf(B);
  };
  All.erase(std::unique(All.begin(), All.end(), IsCopy), All.end());
  if (HasEnd && All.size() > 1 && isProfile(All.front()))
    All.erase(All.begin());
}

/// Null if the log is broken, which is said once.
std::unique_ptr<Profile> Gathering::read(const Snapshot &Of) {
  auto Its = std::make_unique<Profile>(1, FleetKeys);
  auto Shape = readProfile(Of.File, *Its);
  if (Shape)
    return Its;
  if (Broken.insert(Of.File).second)
    To.skip(Shape.error());
  return {};
}

void Gathering::addSites(const ProcessLogs &Of, SiteNumbers &Numbers) {
  // Counts never fall: the last log has the sites of those before it.
  for (size_t I = Of.Snapshots.size(); I--;)
    if (auto Last = read(Of.Snapshots[I]))
      return Numbers.add(*Last);
}

/// Writes the snapshots from \p First up to \p End, which are of one day. Nothing if none of them
/// can be read.
std::optional<FleetPart> Gathering::writePart(const ProcessLogs &Of, size_t First, size_t End,
                                              uint64_t Sequence, FleetRows &Rows) {
  FleetPart Part;
  Part.Directory =
      fleetDirectory(Of.Snapshots[First].Time, Of.Its.Host, Of.Its.Service, Of.Its.Build);
  Part.Process = Of.Its.Identity;
  Part.Sequence = Sequence;
  const std::string Directory = Set.directory() + '/' + Part.Directory;
  std::error_code Code;
  fs::create_directories(Directory, Code);
  const std::string Unfinished = Set.pathOf(Part, UnfinishedPart);
  const int Descriptor =
      ::open(Unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (Descriptor < 0) {
    To.skip({displayText(Unfinished) + ": " + std::strerror(errno)});
    return {};
  }
  FileSink File(Descriptor);
  ZstdSink Compressed(File);
  Compressed.write(fleetHeader());
  for (size_t I = First; I != End; ++I) {
    const Snapshot &Each = Of.Snapshots[I];
    auto Its = read(Each);
    if (!Its)
      continue;
    LogRun Run = Of.Its;
    Run.Time = Each.Time;
    Run.How = Each.How;
    if (auto Failure = Rows.write(*Its, Run, Part.Sequence + 1, Compressed)) {
      To.skip(*Failure);
      continue;
    }
    ++Part.Sequence;
    ++To.Logs;
    Part.First = Part.First ? Part.First : Each.Time;
    Part.Last = Each.Time;
  }
  Compressed.finish();
  int Failed = File.finish();
  if (::close(Descriptor) != 0 && !Failed)
    Failed = errno;
  const std::string Path = Set.pathOf(Part, CsvPart);
  if (!Failed && Part.Last && std::rename(Unfinished.c_str(), Path.c_str()) != 0)
    Failed = errno;
  if (Failed || !Part.Last)
    ::unlink(Unfinished.c_str());
  if (Failed)
    To.skip({displayText(Path) + ": " + std::strerror(Failed)});
  if (Failed || !Part.Last)
    return {};
  return Part;
}

/// Replaces what the set has of the process. But if it has snapshots from before the first log that
/// is still there, all of that stays, and only later logs are added.
void Gathering::writeProcess(const ProcessLogs &Of, SiteNumbers &Numbers) {
  const auto &All = Of.Snapshots;
  std::vector<FleetPart> Former;
  const auto [Begin, End] = Set.parts().equal_range(Of.Its.Identity);
  for (auto Each = Begin; Each != End; ++Each)
    Former.push_back(Each->second);
  FleetPart Kept; // the last one
  if (std::any_of(Former.begin(), Former.end(),
                  [&](const FleetPart &Each) { return Each.First < All.front().Time; })) {
    Kept = *std::max_element(
        Former.begin(), Former.end(),
        [](const FleetPart &A, const FleetPart &B) { return A.Last < B.Last; });
    Former.clear();
  }
  FleetRows Rows(Of.Its, Numbers);
  size_t Next = 0;
  while (Next != All.size() && All[Next].Time <= Kept.Last)
    ++Next;
  if (Kept.Last && Next != All.size()) {
    std::unique_ptr<Profile> Base;
    if (Next && All[Next - 1].Time == Kept.Last)
      Base = read(All[Next - 1]);
    if (!Base || Rows.passOver(*Base)) {
      Rows.forget();
      ++To.CutOff;
    }
  }
  constexpr uint64_t Day = 86'400'000; // milliseconds
  uint64_t Sequence = Kept.Sequence;
  std::vector<FleetPart> Written;
  while (Next != All.size()) {
    size_t Last = Next + 1;
    while (Last != All.size() && All[Last].Time / Day == All[Next].Time / Day)
      ++Last;
    if (auto Part = writePart(Of, Next, Last, Sequence, Rows)) {
      Sequence = Part->Sequence;
      Written.push_back(std::move(*Part));
    }
    Next = Last;
  }
  To.Processes += !Written.empty();
  if (Written.empty())
    return;
  for (const FleetPart &Each : Former)
    if (std::none_of(Written.begin(), Written.end(),
                     [&](const FleetPart &New) { return New.path() == Each.path(); }))
      Set.remove(Each);
  for (const FleetPart &Each : Written) {
    std::error_code Ignored;
    fs::remove(Set.pathOf(Each, ParquetPart), Ignored);
    Set.add(Each);
  }
}

void Gathering::writeBuild(const std::vector<ProcessLogs *> &Of) {
  SiteNumbers Numbers;
  for (const ProcessLogs *Each : Of)
    addSites(*Each, Numbers);
  for (ProcessLogs *Each : Of)
    writeProcess(*Each, Numbers);
}

void Gathering::writeAll() {
  std::map<std::pair<std::string, std::string>, std::vector<ProcessLogs *>> Builds;
  for (auto &Each : Processes) {
    ProcessLogs &Its = Each.second;
    sortSnapshots(Its.Snapshots);
    // Processes of builds that are not known may be of different ones: each has its own numbers.
    if (Its.Its.Build == "unknown")
      writeBuild({&Its});
    else
      Builds[{Its.Its.Service, Its.Its.Build}].push_back(&Its);
  }
  for (const auto &Each : Builds)
    writeBuild(Each.second);
}

/// Makes Parquet of the parts that are CSV, and removes these.
MaybeError makeParquet(const DuckDb &By, const FleetSet &Set,
                       const std::vector<std::string> &Parts) {
  const std::string Directory = fs::absolute(Set.directory()).string() + '/';
  if (auto Failure = By.run(toParquetSql(Parts, Directory, UnfinishedPart), Set.directory()))
    return Failure;
  for (const std::string &Each : Parts) {
    std::error_code Code;
    fs::rename(Directory + Each + UnfinishedPart, Directory + Each + ParquetPart, Code);
    if (!Code)
      fs::remove(Directory + Each + CsvPart, Code);
    if (Code)
      return Error{displayText(Directory + Each) + ": " + Code.message()};
  }
  return {};
}

/// Where the views are, in an installed copy and in a build tree alike.
std::string sqlDirectory() {
  const fs::path Commands = Installation::ofThisCommand().Commands;
  return (Commands.parent_path() / "share/allocsite/sql").lexically_normal().string();
}

MaybeError makePage(const DuckDb &By, const FleetSet &Set, const std::string &Page) {
  constexpr size_t MostBytes = size_t(1) << 20;
  std::string Sql = fmt::format("SET VARIABLE fleet = {};\nSET VARIABLE template = {};\n",
                                sqlString(fs::absolute(Set.directory()).string()),
                                sqlString(sqlDirectory() + "/page.html"));
  for (const char *Name : {"duckdb.sql", "page.sql"}) {
    auto Text = readText(sqlDirectory() + '/' + Name, MostBytes, "SQL");
    if (!Text)
      return Text.error();
    Sql += *Text + '\n';
  }
  Sql += fmt::format("COPY page TO {} (FORMAT csv, HEADER false, QUOTE '', ESCAPE '',"
                     " DELIMITER e'\\x01');\n",
                     sqlString(fs::absolute(Page).string()));
  return By.run(Sql, Set.directory());
}

std::string counted(size_t Count, const char *What, const char *Ending = "s") {
  return fmt::format("{} {}{}", Count, What, Count == 1 ? "" : Ending);
}

void sayNotes(const Outcome &Of) {
  if (Of.WithoutProcess)
    printNote(
        fmt::format("{} without a companion that tells the process: each is taken as one, "
                    "of the time of its file",
                    counted(Of.WithoutProcess, "log")));
  if (Of.Running)
    printNote(
        fmt::format("{} left out: the process still runs (allocsite dump writes its log)",
                    counted(Of.Running, "profile")));
  if (Of.CutOff)
    printNote(fmt::format("{}: the log that was gathered last is gone: the differences of the "
                          "next one are not known",
                          counted(Of.CutOff, "process", "es")));
}

void sayWhatIsThere(const FleetSet &Set, const GatherOptions &Options,
                    const std::optional<DuckDb> &By, const Outcome &Of) {
  const std::vector<std::string> Csv = Set.csvParts();
  std::set<std::string> All;
  for (const auto &Each : Set.parts())
    All.insert(Each.second.path());
  const std::string Directory = displayText(Set.directory());
  std::string Text = fmt::format("{} of {} read; {}: {}", counted(Of.Logs, "log"),
                                 counted(Of.Processes, "process", "es"), Directory,
                                 counted(All.size(), "part"));
  if (Csv.empty())
    Text += fmt::format(", Parquet\nviews: {}/duckdb.sql, clickhouse.sql (CSV in place of "
                        "Parquet: --csv)\n",
                        sqlDirectory());
  else
    Text +=
        fmt::format(", {}CSV\n{}: cd {} && duckdb < to-parquet.sql\n",
                    Csv.size() == All.size() ? "" : fmt::format("{} of them ", Csv.size()),
                    By || Options.IsCsv
                        ? "to make Parquet of it"
                        : "no DuckDB on the PATH to make Parquet of it (--duckdb FILE names "
                          "one, a command or libduckdb.so)",
                    Directory);
  if (!Options.Page.empty() && By)
    Text += displayText(Options.Page) + '\n';
  writeAnswer(Text);
}

/// Writes to-parquet.sql for the parts that are CSV, or removes it if there are none.
MaybeError leaveStatements(const FleetSet &Set) {
  const std::string File = Set.directory() + "/to-parquet.sql";
  const std::vector<std::string> Parts = Set.csvParts();
  if (!Parts.empty())
    return writeNewFile(File, "-- Makes a Parquet file beside each part, which can then be "
                              "removed: run it in this directory.\n" +
                                  toParquetSql(Parts, "", ParquetPart));
  std::error_code Ignored;
  fs::remove(File, Ignored);
  return {};
}

ExitCode runGather(const GatherOptions &Options) {
  if (Options.Paths.empty())
    return failUsage({"no directory of logs given"}, "gather");
  if (Options.Output.empty())
    return failUsage({"no output given (-o DIRECTORY)"}, "gather");
  if (Options.IsCsv && !Options.Page.empty())
    return failUsage({"--page is made of Parquet, and --csv leaves none"}, "gather");
  auto By = DuckDb::find(Options.DuckDb);
  if (!By)
    return fail(By.error());
  if (!Options.Page.empty() && !*By)
    return fail({"--page needs DuckDB: a command duckdb on the PATH, or --duckdb FILE"});
  auto Set = FleetSet::open(Options.Output);
  if (!Set)
    return fail(Set.error());
  const LogTree Found = findLogs(Options.Paths, Options.Output);
  if (Found.Logs.empty() && Found.Failures.empty())
    return fail({fmt::format("{}: no logs (*.csv, *.csv.gz) and no profiles (*.asprof)",
                             displayText(Options.Paths.front()))});
  Outcome Of;
  for (const Error &Each : Found.Failures)
    Of.skip(Each);
  Gathering All(*Set, Of);
  for (const FoundLog &Each : Found.Logs)
    All.scan(Each);
  All.writeAll();
  sayNotes(Of);
  ExitCode Code = Of.Skipped ? InputProblem : Fine;
  auto failed = [&Code](const MaybeError &Failure) {
    if (Failure)
      Code = fail(*Failure);
    return Failure.has_value();
  };
  if (const auto Parts = Set->csvParts(); *By && !Options.IsCsv && !Parts.empty())
    failed(makeParquet(**By, *Set, Parts));
  failed(leaveStatements(*Set));
  if (!Options.Page.empty())
    failed(makePage(**By, *Set, Options.Page));
  sayWhatIsThere(*Set, Options, *By, Of);
  return Code;
}

} // namespace

Command allocsite::addGatherCommand(CLI::App &To) {
  auto Options = std::make_shared<GatherOptions>();
  CLI::App &App =
      *To.add_subcommand("gather", "Write the logs of many machines as rows for a database");
  App.add_option("PATH", Options->Paths,
                 "Directories with one for each host, or lists with lines\n"
                 "HOST DIRECTORY")
      ->type_name(" ");
  App.add_option("-o,--output", Options->Output, "The directory to write or to add to")
      ->type_name("DIRECTORY");
  App.add_option("--duckdb", Options->DuckDb,
                 "The DuckDB that makes Parquet: a command, or libduckdb.so\n"
                 "(duckdb on the PATH)")
      ->type_name("FILE");
  App.add_flag("--csv", Options->IsCsv, "Leave CSV, also where there is a DuckDB");
  App.add_option("--page", Options->Page,
                 "Write a page that shows what grows, leaks and differs: needs\n"
                 "DuckDB")
      ->type_name("FILE");
  App.footer(
      "Examples:\n"
      "  allocsite gather logs -o heap\n"
      "  allocsite gather hosts.txt -o heap --duckdb libduckdb.so --page heap.html\n\n"
      "Writes a row for each snapshot, site and stack, below day=, host=, service= and\n"
      "build=. Run again, it adds what is new and replaces what it wrote.");
  return {&App, [Options] { return runGather(*Options); }};
}
