# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: invocations.py ALLOCSITE-CLANG DIRECTORY: runs the driver with a clang that prints
# its words, on command lines of each kind, and compares what it adds: the plugin (p) in
# front, the runtime (r) behind, both or neither, and the headers of AllocSite always. The words
# themselves come as they were.
import os
import subprocess
import sys

driver, directory = sys.argv[1:]
os.chdir(directory)
with open("clang-echo", "w") as script:
    script.write('#!/bin/sh\nfor word; do printf "%s\\n" "$word"; done\n')
os.chmod("clang-echo", 0o755)
with open("compile.rsp", "w") as file:
    file.write("-O2 'a b.c'\n-c \"-DX=\\\"1\\\"\" @more.rsp")
with open("more.rsp", "w") as file:
    file.write("-o a\\ b.o")
with open("link.rsp", "w") as file:
    file.write("a.o b.o -o app")
with open("circle.rsp", "w") as file:
    file.write("@circle.rsp")

CASES = [
    ("p", "-c a.c"),
    ("p", "-c a.c -o a.o"),
    ("p", "-oa.o -c a.C"),
    ("p", "-S a.cpp"),
    ("p", "-S -emit-llvm a.cc -o -"),
    ("p", "-c a.i"),
    ("p", "-c a.mm"),
    ("p", "-c a.cppm -o a.o"),
    ("p", "-c a.pcm -o a.o"),
    ("p", "-c a.bc"),
    ("p", "-c -x c -"),
    ("p", "-c -xc++ a.inc"),
    ("p", "-c --language=c a.inc"),
    ("p", "-c --language c a.inc"),
    ("p", "-c a.s b.c"),
    ("p", "-MD -MF a.d -c a.c"),
    ("p", "-c a.c -save-temps=obj"),
    ("p", "@compile.rsp"),
    ("pr", "a.c"),
    ("pr", "a.c b.c -o app -lm"),
    ("pr", "-x c - -o app"),
    ("pr", "-x c a -x none b.o"),
    ("p", "-shared -fPIC a.c -o liba.so"),
    ("p", "-m32 -m64 -c a.c"),
    ("p", "--target=x86_64-linux-gnu -c a.c"),
    ("p", "--target=aarch64-linux-gnu -c a.c"),
    ("p", "-target arm64-unknown-linux-gnu -c a.c"),
    ("r", "a.o b.o -o app"),
    ("r", "@link.rsp"),
    ("r", "-o app a.o -Wl,--as-needed -lz"),
    ("r", "-flto a.o"),
    ("r", "a.s"),
    ("", ""),
    ("", "-v"),
    ("", "--version"),
    ("", "--version a.c"),
    ("", "-dumpmachine"),
    ("", "-print-prog-name=ld"),
    ("", "-print-file-name=libc.a a.c"),
    ("", "-E a.c"),
    ("", "-E -x c -"),
    ("", "-dM -E -x c /dev/null"),
    ("", "-M a.c"),
    ("", "-MM -MF a.d a.c"),
    ("", "-fsyntax-only a.c"),
    ("", "--precompile a.cppm -o a.pcm"),
    ("", "--analyze a.c"),
    ("", "-c a.s"),
    ("", "-c a.S"),
    ("", "-x assembler-with-cpp -c a.c"),
    ("", "-x c++-header a.hpp -o a.pch"),
    ("", "a.h"),
    ("", "-x cuda -c a.cu"),
    ("", "-c a.cu"),
    ("", "-c a.hip"),
    ("", "-c a.f90"),
    ("", "-m32 -c a.c"),
    ("", "--target=riscv64-linux-gnu -c a.c"),
    ("", "--target=aarch64-linux-android -c a.c"),
    ("", "-target x86_64-apple-darwin -c a.c"),
    ("", "-shared a.o -o liba.so"),
    ("", "-r a.o b.o -o ab.o"),
    ("", "-cc1 -emit-obj a.c"),
    ("", "-cc1as a.s"),
    # Words that are values of options are no inputs.
    ("", "-c b.s -include a.c"),
    ("", "-c b.s -o a.c"),
    ("", "-c b.s -Xclang a.c"),
    ("", "-c b.s -Xarch_host a.c"),
    ("r", "b.o -o a.c"),
    ("r", "b.o -T a.c -u c -z now"),
    # Neither is a file that is not there, or names itself.
    ("r", "@none.rsp"),
    ("r", "@circle.rsp"),
    # Who gives the plugin is given no second one.
    ("", "-fplugin=lib/AllocSite.so -c a.c"),
    ("", "--config lib/allocsite/allocsite.cfg -c a.c"),
    ("r", "-fpass-plugin=lib/AllocSite.so a.c"),
    ("p", "-fplugin=lib/Other.so -c a.c"),
    # Behind -- are inputs, an archive too.
    ("pr", "-o app -- a.c"),
    ("p", "-x c -- a"),
]

library = os.path.join(os.path.dirname(os.path.dirname(driver)), "lib")
PLUGIN = ["-fplugin=" + library + "/AllocSite.so", "-fpass-plugin=" + library + "/AllocSite.so"]
PLUGIN += ["-Rpass=__none__"]
HEADERS = ["-idirafter", os.path.dirname(library) + "/include"]
HEADERS = ["--start-no-unused-arguments"] + HEADERS + ["--end-no-unused-arguments"]
RUNTIME = library + "/liballocsite.a"
environment = dict(os.environ, ALLOCSITE_CLANG="./clang-echo")
failures = 0


def check(program, words, mode, expected):
    global failures
    run = subprocess.run(
        [program] + words, env=environment, text=True, capture_output=True, check=True
    )
    if run.stdout.splitlines() != mode + expected or run.stderr:
        failures += 1
        print(" ".join(words), "gave", run.stdout, run.stderr, "not", mode + expected)


for kind, text in CASES:
    words = text.split()
    added = [RUNTIME] if "--" in words else ["-Xlinker", RUNTIME]
    expected = (PLUGIN if "p" in kind else []) + words + (added if "r" in kind else [])
    for name, mode in (("", "--driver-mode=gcc"), ("++", "--driver-mode=g++")):
        own = text.startswith("-cc1")
        check(driver + name, words, [] if own else [mode] + HEADERS, expected)

# Where no plugin is, its options are taken away: clang would not know them.
OPTION = ["-mllvm", "-allocsite-depth=2"]
OTHER = ["-mllvm", "-other=1"]
check(driver, OTHER + OPTION + ["-E", "a.c"], ["--driver-mode=gcc"] + HEADERS, OTHER + ["-E", "a.c"])
check(driver, OPTION + ["-c", "a.s"], ["--driver-mode=gcc"] + HEADERS, ["-c", "a.s"])
check(driver, OPTION + ["-c", "a.c"], ["--driver-mode=gcc"] + HEADERS, PLUGIN + OPTION + ["-c", "a.c"])
sys.exit(failures > 0)
