#!/usr/bin/env python3
# ===- nginx.py - The pools of a real server, against callgrind -----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: nginx.py SOURCE [--llvm N] [--build DIR] [--connections N]

SOURCE is nginx's tree, as `apt-get source nginx` unpacks it. Compiles it plain, with the pass,
and with the pass's live=1; lets one process of each serve the same requests; and compares

    what the log and its arenas say of the run with live=1
    how often callgrind saw the plain program call nginx's functions

Then prints the instructions of a request in each mode. Exits with 1 where a count differs.
"""

import argparse
import collections
import csv
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import build
import works

CONFIGURATION = """
daemon off; master_process off; error_log stderr crit; pid %(folder)s/pid;
events { worker_connections 64; }
http {
  access_log %(folder)s/access.log;
  client_body_temp_path %(folder)s/t; proxy_temp_path %(folder)s/t; fastcgi_temp_path %(folder)s/t;
  uwsgi_temp_path %(folder)s/t; scgi_temp_path %(folder)s/t;
  server { listen 127.0.0.1:%(port)d; root %(folder)s; location /fine { return 200 "fine\\n"; } }
}
"""
# Allocates where the linker has not aligned its table: in one build, and not in the next.
OF_LAYOUT = "ngx_crc32_table_init"
POOL_CALLS = ("ngx_palloc", "ngx_pnalloc", "ngx_pcalloc", "ngx_pmemalign")


def compile_nginx(source, tools, out, flags, options):
    shutil.copytree(source, out)
    environment = dict(os.environ, ALLOCSITE_PASS_OPTIONS=options)
    # Valgrind does not read DWARF 5.
    optimised = " ".join(["-O2 -gdwarf-4 -Wno-error", *flags])
    for command in (["./configure", "--with-cc=" + tools.clang, "--with-cc-opt=" + optimised], ["make", "-j2"]):
        subprocess.run(command, cwd=out, env=environment, stdout=subprocess.DEVNULL, check=True)
    return os.path.join(out, "objs", "nginx")


def ask(port, connections):
    """Pages, a text and errors; each tenth connection carries ten requests. Returns how many."""
    asked = 0
    for i in range(connections):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for j in range(1 if i % 10 else 10):
            connection.request("GET", ("/page.html", "/fine", "/none?%d" % i)[(i + j) % 3])
            connection.getresponse().read()
            asked += 1
        connection.close()
    return asked


def serve(folder, program, connections, options, calls=None):
    """Runs it under callgrind; returns how many instructions it took, and how many requests it served."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with open(os.path.join(folder, "nginx.conf"), "w") as file:
        file.write(CONFIGURATION % {"folder": folder, "port": port})
    with open(os.path.join(folder, "page.html"), "w") as file:
        file.write("<p>" * 1000)
    environment = dict(os.environ)
    if options is not None:
        environment.update(SKIP_HEAP_PROFILE="1", ALLOCSITE_OPTIONS=options)
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + (calls or "/dev/null")]
    command += [program, "-p", folder, "-c", "nginx.conf"]
    running = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            if running.poll() is not None:
                raise SystemExit("nginx.py: error: nginx has ended:\n" + running.stderr.read())
            time.sleep(0.1)
    asked = ask(port, connections)
    time.sleep(0.5)  # until it has seen the last connection close
    running.send_signal(signal.SIGQUIT)
    said = running.communicate()[1]
    return int(re.search(r"Collected : (\d+)", said).group(1)), asked


def calls_of(file):
    """Of a file of callgrind: {(caller, callee): calls}."""
    names, calls, caller, callee = {}, collections.Counter(), None, None

    def name(text):
        number, said = re.match(r"\((\d+)\)(?: (.*))?", text).groups()
        return names.setdefault(number, said)

    for line in open(file):
        if line.startswith("fn="):
            caller = name(line[3:].strip())
        elif line.startswith("cfn="):
            callee = name(line[4:].strip())
        elif line.startswith("calls="):
            calls[caller, callee] += int(line[6:].split()[0])
    return calls


def counts_of_log(log, command):
    found = collections.Counter()
    for row in csv.DictReader(open(log)):
        if row["pc0"] != OF_LAYOUT:
            found[row["allocator"]] += int(row["call count"])
    wanted = [command, "report", "--table", "arenas", log]
    table = subprocess.run(wanted, check=True, text=True, stdout=subprocess.PIPE)
    for row in csv.DictReader(table.stdout.splitlines()):
        for column in ("created count", "destroyed count", "alive count", "object count", "chunk count"):
            found[column] += int(row[column])
    return found


def compare(log, calls, command):
    """Prints what both say. True where all is the same."""

    def of(function, without=()):
        return sum(n for (a, b), n in calls.items() if b == function and a not in without)

    found = counts_of_log(log, command)
    # One that an allocator calls for its own object is no allocation of the program; ngx_palloc
    # takes chunks by ngx_memalign, as ngx_create_pool does, and large ones by ngx_alloc.
    large = sum(n for (a, b), n in calls.items() if b == "ngx_alloc" and a.startswith("ngx_p"))
    objects = {each: of(each, without=POOL_CALLS) for each in POOL_CALLS}
    rows = [
        ("pools created", found["created count"], of("ngx_create_pool")),
        ("pools destroyed", found["destroyed count"], of("ngx_destroy_pool")),
        ("pools alive", found["alive count"], of("ngx_create_pool") - of("ngx_destroy_pool")),
        *(("calls of " + each, found[each], calls_) for each, calls_ in objects.items()),
        ("objects", found["object count"], sum(objects.values())),
        ("chunks", found["chunk count"], of("ngx_memalign") + large),
        ("calls of ngx_memalign", found["ngx_memalign"], of("ngx_memalign")),
        ("calls of ngx_alloc", found["ngx_alloc"], of("ngx_alloc", without=("ngx_calloc", OF_LAYOUT))),
    ]
    print("| | AllocSite | callgrind |\n|---|---:|---:|")
    for title, ours, truth in rows:
        print("| %s | %s | %s |%s" % (title, f"{ours:,}", f"{truth:,}", "" if ours == truth else " differs"))
    return all(ours == truth for title, ours, truth in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("--llvm", default="19")
    parser.add_argument("--build", default=os.path.join(works.SOURCE, "build"))
    parser.add_argument("--connections", type=int, default=100)
    given = parser.parse_args()
    tools = build.find_toolchain(given.llvm, given.build)
    plugin = ["-fpass-plugin=" + tools.plugin]
    with tempfile.TemporaryDirectory() as folder:
        plain, count, live = (
            compile_nginx(given.source, tools, os.path.join(folder, name), flags, options)
            for name, flags, options in (("plain", [], ""), ("count", plugin, ""), ("live", plugin, "live=1"))
        )
        log = os.path.join(folder, "log.csv")
        calls = os.path.join(folder, "calls")
        few, many = given.connections, 4 * given.connections
        modes = [("plain", plain, None), ("counting", count, "output=" + log)]
        modes += [(each, live, each + ":output=" + log) for each in ("live=heap", "live=arenas", "live=1")]
        costs = []
        for title, program, options in modes:
            first, asked = serve(folder, program, few, options, calls if program == plain else None)
            if title == "live=1":
                is_same = compare(log, calls_of(calls), tools.command)
            last, asked_more = serve(folder, program, many, options)
            costs.append((title, (last - first) / (asked_more - asked)))
    print("\n| instructions of a request | | to plain |\n|---|---:|---:|")
    for title, cost in costs:
        print("| %s | %s | %.2f |" % (title, f"{cost:,.0f}", cost / costs[0][1]))
    return not is_same


if __name__ == "__main__":
    sys.exit(main())
