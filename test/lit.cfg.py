# ===- lit.cfg.py - How the tests are run --------------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
# Parameters:  llvm=N       the LLVM to test with (default: the newest built)
#              suites=a,b   directories of test/ to run (default: all)
#              full=1       the slow tests too (feature `full`)
#              quick=1      without the folders of QUICK_LEAVES_OUT
#              share=K/N    of pass/allocators/, e2e/, truth/ and report/ the K-th part
#                           of N, K from 0, the same tests each time: N runs have
#                           each test once. Unless full=1
#              run=NAME     results lie in build/test/NAME, for runs side by side
#              machine=M    aarch64: programs are compiled for it and run by qemu; the
#                           command, and what makes the programs, is this machine's
#              cpu=C        of that machine, as qemu and clang name it (default: max, with every
#                           feature)
#              sample=1     of e2e/ and runtime/ the tests that their lit.local.cfg names
#                           for it. Unless full=1
#              sanitizer=S  address (and undefined behaviour) or thread: the runtime
#                           is compiled with it, and so are the programs that tests
#                           compile with the pass or link to the runtime; with
#                           address the report command too. A test fails where any
#                           process has left a report.
#
# Features:    llvm-N, llvm-ge-16, llvm-lt-19, full, sanitizers, valgrind, gdb, gcc,
#              strace, protoc, mold, ccache, sccache, autoconf, chromium, tmux,
#              page-modules (npm ci was run in report/page), duckdb, chdb (npm packages in
#              $ALLOCSITE_NODE_MODULES: docs/gather.md), seccomp (where qemu does not run
#              programs), mount (may mount in a namespace of its own),
#              boost, abseil, rapidjson, apr, talloc, glib, sqlite, lua, protobuf (headers of these
#              libraries), pty,
#              heaptrack (heaptrack_print), pprof (that of Go), dh_view (DHAT's viewer),
#              speedscope (its npm package), jsonschema, yaml (of Python), kubernetes-models (npm
#              package in $ALLOCSITE_NODE_MODULES: docs/containers.md),
#              bpftrace (which may trace a program: containers refuse it),
#              set-user-id (root, on a file system where that counts), memory-cgroup (may limit the
#              memory of a process by a cgroup of version 1), types (the plugin
#              that knows clang's classes was built), discover (the program
#              that proposes configurations was), rust (the LLVM of the rustc in PATH is the one under
#              test, it is 1.74 or later, and cargo is beside it), rust-1.95 (of that version),
#              x86_64 or aarch64 (what programs are compiled for), native (this machine runs them) or emulated (qemu does, without the system
#              calls that it does not know, such as process_vm_readv and ptrace), stepping (a
#              program can be interrupted at each instruction), sanitized
#              (a sanitizer= was given), sanitizer-S (this one)
#
# What a RUN line may say:
#
#   %cc %cxx          clang and clang++ with the pass
#   %typed_cc %typed_cxx   with the pass and types: feature `types`
#   %clang %clangxx   without it
#   %rustc            rustc with the pass: feature `rust`
#   %host_cc %host_cxx   with the pass, for this machine: where machine= names another
#   %for_cpu          flags for the processor that runs the tests, as -march=native
#   %branch_protection   what protects returns and targets of jumps, as -fcf-protection=full
#   %driver_cc %driver_cxx   allocsite-clang and allocsite-clang++, which run these
#   %plugin           AllocSite.so
#   %opt              opt;  %opt_pass  opt with the plugin loaded
#   %lld              makes clang link with lld
#   %FileCheck        FileCheck, of the LLVM under test
#   %stepped          before a program that includes e2e/Inputs/each-instruction.h
#   %profile          runs a program with profiling on; the CSV is %t.csv
#   %rows             prints columns of a CSV, see rows.py
#   %allocsite        the report command; %table NAME LOG: a table that belongs to a log
#   %files            prints the files of a directory; NAME.csv stands for its companion, too
#   %runtime_cxx      clang++ linking the runtime: for tests of the runtime alone
#   %frees            behind it: what stands in front of free, which a sanitizer needs not
#   %runtime_static   the same for a static program, always without sanitizer=
#   %rust             directory of rustc and cargo: feature `rust`
#   %pprof            Go's pprof; %dh_view, %speedscope: directories of these viewers
#   %libduckdb %node_modules   features `duckdb`, `chdb`
#   %python           the interpreter, with its own modules alone; %packaged_python with others
#   %llvm             the number of the LLVM under test
#   %abi              the version in the names of symbols: __allocsite_miss_v%abi
#   %include %build   directories: include/, and the build's
#   %libraries        directory of liballocsite.a and liballocsite.so
#   %sanitize         what links them to a program: the flags of sanitizer=
#   %source           the top of the source tree
#
# and `not`, `count` and everything else of that LLVM's bin directory by name.
#
# ===---------------------------------------------------------------------===#

import glob
import importlib.util
import os
import re
import shutil
import subprocess
import sys


# Folders of tests that take long, or that seldom fail alone. What is left takes less than
# two minutes on two cores.
QUICK_LEAVES_OUT = (
    ["allocators", "code", "configuration", "coverage", "fork", "kill", "libraries", "lto"]
    + ["pointers", "signals", "sizes", "threads"]
)

def abi_version(include):
    with open(os.path.join(include, "allocsite", "Abi.h")) as header:
        return re.search(r"define ALLOCSITE_ABI_VERSION (\d+)", header.read()).group(1)


def run_by_qemu(machine):
    """Has tests run programs of another machine: the kernel starts qemu for them. Where it does
    not, or there is no C++ library to compile with, lit exits with 77: skipped."""
    lacks = None
    if not os.path.exists("/proc/sys/fs/binfmt_misc/qemu-" + machine):
        lacks = "the kernel starts no qemu for it (binfmt_misc)"
    elif not glob.glob("/usr/%s-linux-gnu/include/c++/*" % machine):
        lacks = "there is no C++ library for it"
    if lacks:
        lit_config.note("machine=%s: %s, see cmake/setup.sh" % (machine, lacks))
        sys.exit(77)
    config.environment["QEMU_LD_PREFIX"] = "/usr/%s-linux-gnu" % machine
    config.environment["QEMU_CPU"] = lit_config.params.get("cpu") or "max"


def programs_of_rust(llvm):
    """The directory of a rustc with that LLVM, and of its cargo, and the version, as `1.95`. Not rustup's
    stand-ins on the PATH, which read the user's settings, but what these start. None if there is none."""
    found = shutil.which("rustc")
    ask = lambda *words: subprocess.run([found, *words], capture_output=True, text=True).stdout
    about = ask("-vV") if found else ""
    release = re.search(r"^release: (\d+)\.(\d+)", about, re.M)
    if not release or not re.search(r"^LLVM version: %s\." % llvm, about, re.M):
        return None
    # The programs of tests call functions that older libraries do not have.
    if (int(release.group(1)), int(release.group(2))) < (1, 74):
        return None
    programs = os.path.join(ask("--print", "sysroot").strip(), "bin")
    has_cargo = os.path.exists(os.path.join(programs, "cargo"))
    return (programs, "%s.%s" % release.groups()) if has_cargo else None


def configure():
    source = config.allocsite_source
    build = config.allocsite_build
    versions = sorted(config.allocsite_llvm_versions, key=int)
    llvm = lit_config.params.get("llvm") or versions[-1]
    if llvm not in versions:
        lit_config.fatal(
            "llvm=%s: this build is for LLVM %s" % (llvm, ", ".join(versions))
        )

    sanitizer = lit_config.params.get("sanitizer")
    if sanitizer and llvm != config.allocsite_sanitized_llvm:
        lit_config.fatal(
            "sanitizer=%s: this build has it for llvm=%s (0: for none)"
            % (sanitizer, config.allocsite_sanitized_llvm)
        )
    sys.path.insert(0, os.path.join(source, "test"))
    here = os.uname().machine
    machine = lit_config.params.get("machine") or here
    variant = "llvm-" + llvm + ("-" + (sanitizer or machine) if sanitizer or machine != here else "")

    config.name = "AllocSite-" + variant.replace("-", "", 1)
    if sanitizer:
        from sanitized_test import SanitizedTest as TestFormat
    else:
        from lit.formats import ShTest as TestFormat
    config.test_format = TestFormat(execute_external=True)
    config.suffixes = [".ll", ".c", ".cpp", ".test"]
    config.test_source_root = os.path.join(source, "test")
    run = lit_config.params.get("run") or variant
    config.test_exec_root = os.path.join(build, "test", run)

    suites = lit_config.params.get("suites")
    present = [
        name
        for name in sorted(os.listdir(config.test_source_root))
        if os.path.isdir(os.path.join(config.test_source_root, name))
    ]
    # package/ is a project of its own, run by ctest; fuzz/ holds programs that tests
    # compile.
    config.excludes = ["Inputs", "package", "fuzz"]
    if suites:
        config.excludes += [name for name in present if name not in suites.split(",")]

    if lit_config.params.get("quick") == "1":
        config.excludes += QUICK_LEAVES_OUT
    is_full = "1" in (lit_config.params.get("full"), os.environ.get("ALLOCSITE_TEST_FULL"))

    # For the lit.local.cfg of the folders that share= names, which import selection.
    share = "0/1" if is_full else lit_config.params.get("share") or "0/1"
    config.share = tuple(map(int, share.split("/")))
    config.sample = not is_full and lit_config.params.get("sample") == "1"

    def tool(name):
        """The tool of the LLVM under test, found by its versioned name."""
        path = shutil.which("%s-%s" % (name, llvm))
        if not path:
            path = shutil.which(name, path="/usr/lib/llvm-%s/bin" % llvm)
        if not path:
            lit_config.fatal("%s-%s not found" % (name, llvm))
        return path

    config.available_features.add("llvm-" + llvm)
    for major in range(12, int(llvm) + 1):
        config.available_features.add("llvm-ge-%d" % major)
    for major in range(int(llvm) + 1, 40):
        config.available_features.add("llvm-lt-%d" % major)
    if os.path.exists("/proc/sys/kernel/seccomp/actions_avail") and machine == here:
        config.available_features.add("seccomp")
    if os.geteuid() == 0 and shutil.which("unshare"):
        if subprocess.call(["unshare", "-m", "true"], stderr=subprocess.DEVNULL) == 0:
            config.available_features.add("mount")
    if os.geteuid() == 0:
        if not os.statvfs(build).f_flag & os.ST_NOSUID:
            config.available_features.add("set-user-id")
        if os.access("/sys/fs/cgroup/memory/tasks", os.W_OK):
            config.available_features.add("memory-cgroup")
    # To try it takes a quarter of a second, once.
    if machine == here and shutil.which("bpftrace"):
        tried = subprocess.run(
            ["bpftrace", "-e", 'BEGIN { printf("traces"); exit(); }'], capture_output=True, text=True
        )
        if "traces" in tried.stdout:
            config.available_features.add("bpftrace")
    if is_full:
        config.available_features.add("full")
    # What looks at programs, or compiles them, for this machine alone.
    only_here = ("valgrind", "gdb", "strace", "gcc", "mold", "ld.gold")
    for program in only_here + ("protoc", "ccache", "sccache", "autoconf", "chromium", "tmux"):
        if shutil.which(program) and (machine == here or program not in only_here):
            config.available_features.add(program)
    if shutil.which("node") and os.path.isdir(
        os.path.join(source, "report", "page", "node_modules")
    ):
        config.available_features.add("page-modules")
    # Databases that read what `allocsite gather` writes: docs/gather.md says how to install them.
    modules = os.environ.get("ALLOCSITE_NODE_MODULES", "")
    if shutil.which("node") and os.path.isdir(os.path.join(modules, "@duckdb", "node-api")):
        config.available_features.add("duckdb")
        library = glob.glob(os.path.join(modules, "@duckdb", "node-bindings-*", "libduckdb.so"))
        config.substitutions.append(("%libduckdb", library[0] if library else "none"))
        if os.path.isdir(os.path.join(modules, "chdb")):
            config.available_features.add("chdb")
    if shutil.which("node") and os.path.isdir(os.path.join(modules, "kubernetes-models")):
        config.available_features.add("kubernetes-models")
    config.substitutions.append(("%node_modules", modules))
    # Allocators to be preloaded.
    for name, library in ("jemalloc", "libjemalloc.so.2"), ("tcmalloc", "libtcmalloc_minimal.so.4"):
        if found := glob.glob("/usr/lib/%s-linux-gnu/%s" % (machine, library)):
            config.available_features.add(name)
            config.substitutions.append(("%" + name, found[0]))
    # Programs that read exports.
    if shutil.which("heaptrack_print"):
        config.available_features.add("heaptrack")
    for module in "jsonschema", "yaml":
        if importlib.util.find_spec(module):
            config.available_features.add(module)
    pprof = glob.glob("/usr/lib/go-*/pkg/tool/*/pprof")
    viewers = {"pprof": shutil.which("pprof") or (pprof[0] if pprof else None)}
    for place in ("/usr/libexec/valgrind", "/usr/lib/valgrind"):
        if os.path.exists(place + "/dh_view.html"):
            viewers["dh_view"] = place
    if shutil.which("speedscope"):
        package = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("speedscope"))))
        viewers["speedscope"] = os.path.join(package, "dist", "release")
    for name, place in viewers.items():
        if place:
            config.available_features.add(name)
        # Also where there is none: what it begins with may be a substitution of lit's, as %p is.
        config.substitutions.append(("%" + name, place or ""))
    try:
        for descriptor in os.openpty():
            os.close(descriptor)
        config.available_features.add("pty")
    except OSError:
        pass  # a container without /dev/pts
    for library, header in (
        ("boost", "boost/container/vector.hpp"),
        ("abseil", "absl/container/inlined_vector.h"),
        ("rapidjson", "rapidjson/document.h"),
        ("apr", "apr-1.0/apr_pools.h"),
        ("talloc", "talloc.h"),
        ("glib", "glib-2.0/glib.h"),
        ("sqlite", "sqlite3.h"),
        ("lua", "lua5.4/lua.h"),
        ("protobuf", "google/protobuf/arena.h"),
    ):
        if os.path.exists("/usr/include/" + header) and machine == here:
            config.available_features.add(library)
    resources = subprocess.check_output(
        [tool("clang"), "-print-resource-dir"], text=True
    ).strip()
    if glob.glob(os.path.join(resources, "lib", "*", "libclang_rt.asan*.a")) and machine == here:
        config.available_features.add("sanitizers")
    config.available_features.add(machine)
    config.available_features.add("native" if machine == here else "emulated")
    if machine == "x86_64" or machine != here:
        config.available_features.add("stepping")
    if sanitizer:
        config.available_features |= {"sanitized", "sanitizer-" + sanitizer}

    # Tests see no profiler settings but their own. (lit sets TMPDIR to a directory
    # that is fresh for each run.)
    for name in list(config.environment):
        if name == "SKIP_HEAP_PROFILE" or name.startswith("ALLOCSITE_"):
            del config.environment[name]
    bin_directory = os.path.dirname(os.path.realpath(tool("clang")))
    config.environment["PATH"] = os.pathsep.join(
        [bin_directory, config.environment["PATH"]]
    )
    config.environment["LC_ALL"] = "C"
    # Programs that tests compile count what their own code allocates, so that a row more or less
    # of libc's printf is not in every test. test/whole/ is about the rest.
    config.environment["ALLOCSITE_PASS_OPTIONS"] = "whole=0"

    clang, clangxx = tool("clang"), tool("clang++")
    libraries = os.path.join(build, "lib")
    command = os.path.join(build, "bin", "allocsite")
    sanitize = ""
    if sanitizer:
        libraries = os.path.join(build, "sanitized", sanitizer)
        if sanitizer == "address":
            command = os.path.join(libraries, "allocsite")
            sanitize = " -fsanitize=address,undefined -fno-sanitize-recover=all"
        else:
            sanitize = " -fsanitize=" + sanitizer
    plugin = os.path.join(libraries, "AllocSite.so")
    static_libraries = os.path.join(build, "lib")
    host_cc, host_cxx = clang, clangxx
    cross, stepped, for_cpu = "", "", "-march=native"
    branch_protection = "-fcf-protection=full"
    if machine == "aarch64":
        branch_protection = "-mbranch-protection=standard"
    if machine != here:
        run_by_qemu(machine)
        cross = " --target=%s-linux-gnu" % machine
        clang, clangxx = clang + cross, clangxx + cross
        step = os.path.join(source, "test", "e2e", "Inputs", "step.py")
        stepped = "%s -S %s qemu-%s-static" % (sys.executable, step, machine)
        cpu = config.environment["QEMU_CPU"]
        for_cpu = "-mcpu=" + ("neoverse-v1" if cpu == "max" else cpu)
        libraries = static_libraries = os.path.join(libraries, "allocsite", machine)
    include = os.path.join(source, "include")
    runtime_cxx = (
        "%s -std=c++17 -O2 -I%s -Wno-unused-command-line-argument"
        " -Wl,--whole-archive,%s/liballocsite.a,--no-whole-archive -pthread"
    )

    if os.path.exists("%s/allocsite/AllocSite-%s-ast.so" % (os.path.dirname(plugin), llvm)):
        config.available_features.add("types")

    headers = ("gtest/gtest.h", "catch2/catch.hpp", "doctest/doctest.h", "benchmark/benchmark.h")
    if machine == here and all(os.path.exists("/usr/include/" + name) for name in headers):
        config.available_features.add("test-frameworks")

    if os.path.exists(config.allocsite_discover):
        config.available_features.add("discover")

    if machine == here and not sanitizer and (found := programs_of_rust(llvm)):
        rust, release = found
        config.available_features |= {"rust", "rust-" + release}
        # A release takes plugins where it believes that it compiles itself.
        rustc = "env RUSTC_BOOTSTRAP=1 %s/rustc -Zllvm-plugins=%s" % (rust, plugin)
        config.substitutions += [("%rustc", rustc), ("%rust", rust)]

    # Without its packages: to look for them takes longer than most scripts.
    python = sys.executable + " -S"

    driver = "env ALLOCSITE_CLANG=%s %s/bin/allocsite-clang" % (host_cc, build)

    # lit replaces these one after the other: a name that begins with another one
    # stands before it.
    config.substitutions += [
        ("ALLOCSITE_PASS_OPTIONS=", "ALLOCSITE_PASS_OPTIONS=whole=0:"),
        ("%host_cxx", "%s -fpass-plugin=%s" % (host_cxx, plugin)),
        ("%host_cc", "%s -fpass-plugin=%s" % (host_cc, plugin)),
        ("%for_cpu", for_cpu),
        ("%branch_protection", branch_protection),
        ("%clangxx", clangxx),
        ("%clang", clang),
        ("%cxx", "%s -fpass-plugin=%s%s" % (clangxx, plugin, sanitize)),
        ("%cc", "%s -fpass-plugin=%s%s" % (clang, plugin, sanitize)),
        ("%typed_cxx", "%s -fplugin=%s" % (clangxx, plugin)),
        ("%typed_cc", "%s -fplugin=%s" % (clang, plugin)),
        ("%driver_cxx", driver + "++" + cross),
        ("%driver_cc", driver + cross),
        ("%opt_pass", "%s -load-pass-plugin=%s" % (tool("opt"), plugin)),
        ("%opt", tool("opt")),
        ("%plugin", plugin),
        # By path: -fuse-ld=lld finds /usr/bin/ld.lld first, of whatever version.
        ("%lld", "-fuse-ld=lld --ld-path=" + tool("ld.lld")),
        ("%FileCheck", tool("FileCheck")),
        ("%stepped", stepped),
        (
            "%profile",
            "env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv",
        ),
        ("%rows", "%s %s" % (python, os.path.join(source, "test", "rows.py"))),
        ("%allocsite", command),
        ("%table", command + " report --table"),
        ("%files", "%s %s" % (python, os.path.join(source, "test", "files.py"))),
        (
            "%runtime_cxx",
            runtime_cxx % (clangxx, include, libraries) + sanitize + " -fPIE -pie",
        ),
        (
            "%runtime_static",
            runtime_cxx % (clangxx, include, static_libraries) + " -static",
        ),
        (
            "%frees",
            ""
            if sanitize
            else "%s/runtime/interpose/Entries.cpp -I%s/runtime" % (source, source),
        ),
        ("%packaged_python", sys.executable),
        ("%python", python),
        ("%abi", abi_version(include)),
        ("%llvm", llvm),
        ("%libraries", libraries),
        ("%sanitize", sanitize),
        ("%include", include),
        ("%build", build),
        ("%source", source),
    ]


if hasattr(config, "allocsite_build"):
    configure()
else:
    # Reached without the build's site configuration, as in
    # `lit.py test/pass/x.ll`: take that of build/, which comes back here.
    site = os.path.join(
        os.path.dirname(os.path.abspath(__file__)),
        *("..", "build", "test", "lit.site.cfg.py")
    )
    if not os.path.exists(site):
        lit_config.fatal("build/test/lit.site.cfg.py not found: build first")
    lit_config.load_config(config, site)
