# ===- report.py - What it costs to report on a large log -----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""Reports on a log of 5 million rows, and has DuckDB sum the same, where it is installed.

DuckDB is that of npm, in whatever directory --duckdb names:

    cd /tmp && npm install @duckdb/node-api
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# The sites that allocate most, as the table of `allocsite report` has them.
QUERY = """
const { DuckDBInstance } = require("@duckdb/node-api");
(async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run("SET threads = " + process.argv[2]);
  const answer = await connection.runAndReadAll(`
    SELECT allocator, site, sum("total bytes") AS bytes, sum("call count") AS calls,
           min("bytes allocated") AS smallest, max("bytes allocated") AS largest,
           any_value(pc0) AS function
    FROM read_csv('${process.argv[3]}', header = true)
    GROUP BY allocator, site ORDER BY bytes DESC LIMIT 20`);
  if (answer.getRows().length !== 20)
    throw new Error("not 20 rows");
})();
"""


def cost(command, **how):
    """Seconds, seconds of processors, MB."""
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, **how)
    _, status, used = os.wait4(child.pid, 0)
    took = time.monotonic() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{command[0]} has failed: {child.returncode}")
    return took, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6


def best(rounds, command, **how):
    """Of several runs each figure's least: what else runs here only adds."""
    return [min(each) for each in zip(*(cost(command, **how) for _ in range(rounds)))]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(SOURCE, "build"))
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--chains", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--log", help="one that there is, in place of a new one")
    parser.add_argument("--duckdb", metavar="DIRECTORY", help="where npm has installed it")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        log = wanted.log or os.path.join(directory, "rows.csv")
        if not wanted.log:
            made = os.path.join(SOURCE, "test/page/Inputs/make_log.py")
            with open(log, "wb") as to:
                subprocess.run([sys.executable, made, str(wanted.rows), str(wanted.chains)],
                               stdout=to, check=True)
        print(f"{os.path.getsize(log) / 1e6:,.0f} MB")
        print(f"{'':24}{'seconds':>9}{'of CPUs':>9}{'MB':>7}")
        show = lambda name, is_: print(f"{name:24}{is_[0]:9.1f}{is_[1]:9.1f}{is_[2]:7.0f}")
        allocsite = os.path.join(wanted.build, "bin/allocsite")
        ours = best(wanted.rounds, [allocsite, "report", log])
        show("allocsite report", ours)
        if not wanted.duckdb:
            return
        for threads in (1, os.cpu_count()):
            query = os.path.join(directory, "query.js")
            with open(query, "w") as to:
                to.write(QUERY)
            modules = os.path.join(os.path.abspath(wanted.duckdb), "node_modules")
            its = best(wanted.rounds, ["node", query, str(threads), log],
                       env=dict(os.environ, NODE_PATH=modules))
            show(f"DuckDB, {threads} thread{'s' if threads > 1 else ''}", its)
            print(f"{'':24}{ours[0] / its[0]:8.2f}x{ours[1] / its[1]:8.2f}x{ours[2] / its[2]:6.2f}x")


if __name__ == "__main__":
    main()
