# ===- measure.py - Runs programs and takes their measure -----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Time, memory and instructions of programs."""

import os
import re
import shutil
import statistics
import subprocess
from dataclasses import dataclass

import works


@dataclass(frozen=True)
class Sample:
    """One run."""

    wall: float  # seconds
    user: float  # seconds
    memory: int  # bytes, the most that was resident


class Failed(Exception):
    """A program did not do what it should; the text says what."""


@dataclass(frozen=True)
class Run:
    """A command with its environment; what it is called in the results."""

    name: str
    command: tuple
    environment: tuple = ()  # pairs

    def settings(self):
        """The environment: no settings of a profiler but the run's own."""
        settings = {
            name: value
            for name, value in os.environ.items()
            if name != "SKIP_HEAP_PROFILE" and not name.startswith("ALLOCSITE_")
        }
        settings.update(self.environment)
        return settings


class Launcher:
    """Starts programs; see launch.c."""

    def __init__(self, tools, directory):
        self.path = os.path.join(directory, "launch")
        self.result = os.path.join(directory, "launch.txt")
        source = os.path.join(works.HERE, "launch.c")
        subprocess.run([tools.clang, "-O2", source, "-o", self.path], check=True)

    def sample(self, run):
        done = subprocess.run(
            [self.path, self.result] + list(run.command),
            env=run.settings(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        if done.returncode:
            raise Failed("%s: %s" % (run.name, done.stderr.strip()))
        with open(self.result, encoding="ascii") as stream:
            wall, user, _, memory, status = map(int, stream.read().split())
        if status:
            raise Failed(
                "%s ended with status %d: %s"
                % (run.name, status, done.stderr.strip()[-300:])
            )
        return Sample(wall * 1e-9, user * 1e-6, memory * 1024)

    def interleaved(self, rounds):
        """Samples by name of rounds, each a list of runs that have the same names in
        the same order. In which they run turns from round to round, so that none is
        always the one after a certain other."""
        samples = {run.name: [] for run in rounds[0]}
        for run in rounds[0]:
            self.sample(run)  # warms caches, and fails early
        for number, runs in enumerate(rounds):
            turn = number % len(runs)
            for run in runs[turn:] + runs[:turn]:
                samples[run.name].append(self.sample(run))
        return samples


def medians(samples):
    return Sample(
        statistics.median(s.wall for s in samples),
        statistics.median(s.user for s in samples),
        statistics.median(s.memory for s in samples),
    )


def profile_csv(directory):
    return os.path.join(directory, "profile.csv")


def with_profiling(run, directory, name="on"):
    """The run with profiling on, whose rows go to `profile_csv`. What is read of loaded
    objects at exit (coverage=) is left out: a constant, which small runs would show as a
    share of themselves."""
    return Run(
        name,
        run.command,
        run.environment
        + (
            ("SKIP_HEAP_PROFILE", "1"),
            ("ALLOCSITE_OPTIONS", "verbosity=0:coverage=0:output=" + profile_csv(directory)),
            ("TMPDIR", directory),
        ),
    )


def has_valgrind():
    return shutil.which("valgrind") is not None


def instructions(run):
    """The instructions of a run, as valgrind counts them; the same every time. Cachegrind without
    its cache counts what callgrind counts in two thirds of the time.

    So that they are: addresses are not random, and the environment, which lies on the
    stack, is nobody's."""
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
    environment.update(run.environment)
    done = subprocess.run(
        [shutil.which("setarch"), "-R", shutil.which("valgrind"), "--tool=cachegrind"]
        + ["--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        + list(run.command),
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    if done.returncode or not found:
        raise Failed(
            "cachegrind of %s: status %d: %s"
            % (run.name, done.returncode, done.stderr.strip()[-300:])
        )
    return int(found[1].replace(",", ""))
