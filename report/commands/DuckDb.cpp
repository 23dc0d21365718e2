//===- DuckDb.cpp - Runs SQL by a DuckDB that is found at run time --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DuckDb.h"

#include "driver/Process.h"
#include "read/RecordedProfile.h"
#include "support/DisplayText.h"
#include "support/NewFile.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace allocsite;

// Of duckdb.h, the stable C API: 0 is success, and a result is to be destroyed in any case.
extern "C" {
struct DuckDbResult {
  uint64_t Fields[3];
  void *Pointers[3];
};
using DuckDbOpen = int (*)(const char *Path, void **Database);
using DuckDbConnect = int (*)(void *Database, void **Connection);
using DuckDbQuery = int (*)(void *Connection, const char *Sql, DuckDbResult *Result);
using DuckDbError = const char *(*)(DuckDbResult *Result);
using DuckDbDestroy = void (*)(DuckDbResult *Result);
using DuckDbClose = void (*)(void **Which);
}

namespace {
struct Functions {
  DuckDbOpen Open;
  DuckDbConnect Connect;
  DuckDbQuery Query;
  DuckDbError ErrorOf;
  DuckDbDestroy Destroy;
  DuckDbClose Disconnect, Close;

  /// False if the library lacks one.
  bool find(void *In) {
    auto all = [In](auto &To, const char *Name) {
      To = reinterpret_cast<std::decay_t<decltype(To)>>(::dlsym(In, Name));
      return To != nullptr;
    };
    return all(Open, "duckdb_open") && all(Connect, "duckdb_connect") &&
           all(Query, "duckdb_query") && all(ErrorOf, "duckdb_result_error") &&
           all(Destroy, "duckdb_destroy_result") && all(Disconnect, "duckdb_disconnect") &&
           all(Close, "duckdb_close");
  }
};
} // namespace

static bool isOnPath(const std::string &Command) {
  const char *All = std::getenv("PATH");
  const std::string Path = All ? All : "";
  for (size_t At = 0; At <= Path.size();) {
    const size_t End = std::min(Path.find(':', At), Path.size());
    const std::string Its = Path.substr(At, End - At) + '/' + Command;
    struct stat Status;
    if (::access(Its.c_str(), X_OK) == 0 && ::stat(Its.c_str(), &Status) == 0 &&
        S_ISREG(Status.st_mode))
      return true;
    At = End + 1;
  }
  return false;
}

Expected<std::optional<DuckDb>> DuckDb::find(const std::string &Path) {
  if (Path.empty())
    return isOnPath("duckdb") ? std::optional(DuckDb("duckdb")) : std::nullopt;
  DuckDb Found(std::filesystem::absolute(Path).string());
  if (::access(Path.c_str(), R_OK) != 0)
    return Error{displayText(Path) + ": " + std::strerror(errno)};
  if (Path.find(".so") == Path.npos)
    return std::optional(Found);
  Found.Library = ::dlopen(Found.Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  const char *Failure = Found.Library ? nullptr : ::dlerror();
  Functions All;
  if (Failure || !All.find(Found.Library))
    return Error{displayText(Path) + ": " +
                 (Failure ? displayText(Failure) : "is no DuckDB of version 1.0 or later")};
  return std::optional(Found);
}

static MaybeError runInProcess(void *Library, const std::string &Sql) {
  Functions Its;
  Its.find(Library);
  void *Database = nullptr, *Connection = nullptr;
  if (Its.Open(nullptr, &Database) != 0)
    return Error{"DuckDB: cannot open a database in memory"};
  MaybeError Failure;
  if (Its.Connect(Database, &Connection) != 0) {
    Failure = Error{"DuckDB: cannot connect"};
  } else {
    DuckDbResult Result = {};
    if (Its.Query(Connection, Sql.c_str(), &Result) != 0) {
      const char *What = Its.ErrorOf(&Result);
      Failure = Error{"DuckDB: " + displayText(What ? What : "the query failed")};
    }
    Its.Destroy(&Result);
    Its.Disconnect(&Connection);
  }
  Its.Close(&Database);
  return Failure;
}

MaybeError DuckDb::run(const std::string &Sql, const std::string &Directory) const {
  if (Library)
    return runInProcess(Library, Sql);
  const std::string File = Directory + "/.duckdb.sql";
  if (auto Failure = writeNewFile(File, Sql))
    return Failure;
  auto Status =
      runProcess({"sh", "-c", "exec \"$1\" -bail < \"$2\" > /dev/null", "sh", Path, File});
  ::unlink(File.c_str());
  if (!Status)
    return Status.error();
  if (*Status)
    return Error{fmt::format("{}: exit status {}", displayText(Path), *Status)};
  return {};
}
