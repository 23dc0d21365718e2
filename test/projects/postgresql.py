# ===- postgresql.py - Arenas of PostgreSQL, against its own blocks --------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""Builds Debian's PostgreSQL with live=1, runs a query in its single-user mode, and stops it
where it ends. There it compares what the profile says of arenas with what lies in them:

  contexts   that are reached from TopMemoryContext, and arenas that are alive
  chunks     in their blocks that are in use, and objects that are live
  bytes      of these chunks, and bytes of the objects, which PostgreSQL rounds up

of all together, and of each function that makes contexts of one name. Needs gdb with Python, and
apt-get for the source; on demand, as it takes some minutes:

    python3 test/projects/postgresql.py --build build

Exits with 1 where a number of contexts or chunks differs.
"""

import argparse
import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

QUERIES = """
create table t as select i, md5(i::text) s from generate_series(1, 20000) i;
create index on t(s);
select count(*) from t a join t b using (s);
select s, count(*) from t group by s order by 2 limit 3;
prepare one(int) as select * from t where i = $1;
prepare two(text) as select count(*) from t where s > $1 group by i % 3;
prepare three as insert into t values (0, 'none');
execute one(7);
execute two('a');
execute three;
"""

# Of contexts of one name, the function that makes them.
MAKERS = {
    "CacheMemoryContext": "CreateCacheMemoryContext",
    "dynahash": "hash_create",
    "index info": "RelationInitIndexAccessInfo",
    "WAL record construction": "InitXLogInsert",
    "PgStat Pending": "pgstat_prep_pending_entry",
    "MdSmgr": "mdinit",
}

# Walks the blocks of each AllocSet: a chunk is its size, who owns it, and so many bytes; it is in
# use where that is the set, and else in a list of free ones (src/backend/utils/mmgr/aset.c of 15).
WALK = """
import gdb, json
memory = gdb.selected_inferior()
def word(at): return int.from_bytes(memory.read_memory(at, 8).tobytes(), "little")
aset = gdb.lookup_type("struct AllocSetContext").pointer()
block = gdb.lookup_type("struct AllocBlockData").pointer()
head = block.target().sizeof
found = []
def walk(context):
    assert str(context["type"]) == "T_AllocSetContext", context["type"]
    its = context.cast(aset)
    at, chunks, size = its["blocks"], 0, 0
    while int(at):
        at = at.cast(block)
        chunk = (int(at) + head + 7) & ~7
        while chunk < int(at["freeptr"]):
            if word(chunk + 8) == int(its):
                chunks, size = chunks + 1, size + word(chunk)
            chunk += 16 + word(chunk)
        at = at["next"]
    found.append((context["name"].string(), chunks, size))
    child = context["firstchild"]
    while int(child):
        walk(child)
        child = child["nextchild"]
walk(gdb.parse_and_eval("TopMemoryContext"))
json.dump(found, open("walk.json", "w"))
"""


def build(allocsite, work):
    """The directory that PostgreSQL is installed in."""
    installed = work / "installed"
    if installed.exists():
        return installed
    environment = dict(
        os.environ,
        CC=str(allocsite.with_name("allocsite-clang")),
        CFLAGS="-O2 -g",
        ALLOCSITE_PASS_OPTIONS="live=1",
    )
    subprocess.run(["apt-get", "source", "-qq", "postgresql-15"], cwd=work, check=True)
    source = next(each for each in work.glob("postgresql-15-*") if each.is_dir())
    tree = work / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir()
    with open(work / "log", "wb") as log:
        for words in (
            [source / "configure", "--without-readline", "--without-icu", "--without-zlib",
             "--prefix=%s" % installed],
            ["make", "-s", "-j%d" % os.cpu_count()],
            ["make", "-s", "install"],
        ):  # fmt: skip
            subprocess.run(
                words, cwd=tree, env=environment, stdout=log, stderr=log, check=True
            )
    return installed


def run(installed, place):
    """In `place`: the contexts at the end, and the profile of that moment."""
    user = {}
    if os.geteuid() == 0:  # as which PostgreSQL does not run
        nobody = pwd.getpwnam("nobody")
        os.chown(place, nobody.pw_uid, nobody.pw_gid)
        user = {"user": nobody.pw_uid, "group": nobody.pw_gid}
    bin = installed / "bin"
    (place / "queries").write_text(QUERIES)
    (place / "walk.py").write_text(WALK)
    subprocess.run(
        [bin / "initdb", "-D", "data", "-A", "trust", "--no-sync"],
        cwd=place, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **user,
    )  # fmt: skip
    environment = dict(
        os.environ,
        ALLOCSITE="1",
        TMPDIR=str(place),
        ALLOCSITE_OPTIONS="live=arenas:output=%s/pg.csv" % place,
    )
    subprocess.run(
        ["gdb", "-q", "-batch", "-ex", "break proc_exit",
         "-ex", "run --single -D data postgres < queries", "-ex", "source walk.py",
         "-ex", "shell cp *.asprof at-end.asprof", "-ex", "continue", bin / "postgres"],
        cwd=place, env=environment, check=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, **user,
    )  # fmt: skip
    return json.loads((place / "walk.json").read_text()), place / "at-end.asprof"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="of AllocSite")
    parser.add_argument("--work", type=Path, help="for the build of PostgreSQL, which is kept")
    arguments = parser.parse_args()
    work = arguments.work or Path(tempfile.mkdtemp())
    work.mkdir(parents=True, exist_ok=True)
    os.chmod(work, 0o755)
    allocsite = arguments.build.resolve() / "bin" / "allocsite"
    installed = build(allocsite, work.resolve())

    with tempfile.TemporaryDirectory() as place:
        contexts, profile = run(installed, Path(place))
        answer = subprocess.run(
            [allocsite, "report", "--arenas", "--top", "0", "--format", "json", profile],
            stdout=subprocess.PIPE, check=True,
        )  # fmt: skip
    arenas = json.loads(answer.stdout)["rows"]

    truth, said = Counter(), Counter()
    for name, chunks, size in contexts:
        for key in {"all", MAKERS.get(name, "all")}:
            truth[key, "contexts"] += 1
            truth[key, "chunks"] += chunks
            truth[key, "bytes"] += size
    for each in arenas:
        for key in {"all", each["frames"][0]}:
            said[key, "contexts"] += each["alive_count"]
            said[key, "chunks"] += each["live_count"]
            said[key, "bytes"] += each["live_bytes"]
    differ = 0
    print("%-28s %17s %17s %21s" % ("", "contexts", "chunks", "bytes"))
    for key in ["all"] + sorted(MAKERS.values()):
        row = [(truth[key, what], said[key, what]) for what in ("contexts", "chunks", "bytes")]
        differ += row[0][0] != row[0][1] or row[1][0] != row[1][1] or row[2][0] < row[2][1]
        print("%-28s %8d %8d %8d %8d %10d %10d" % ((key,) + row[0] + row[1] + row[2]))
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
