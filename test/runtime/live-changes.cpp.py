"""usage: live-changes.cpp.py PROGRAM LOG COMMAND

Plays the game of live-changes.cpp, runs it, and compares its tables with what it knows.
"""

import array
import collections
import glob
import os
import random
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "Inputs"))
from changes import Tables, text_of  # noqa: E402

program, log, command = sys.argv[1:]
stem = log[:-4]
profile = stem + ".killed.asprof"
SLOTS = 4000


def environment(options):
    return dict(os.environ, SKIP_HEAP_PROFILE="1", ALLOCSITE_OPTIONS=f"output={log}:{options}")


def run(options, *words):
    subprocess.run([program, *map(str, words)], env=environment(options), check=True, stderr=subprocess.DEVNULL)


def events(seed, sites, sizes):
    """Each block that comes (+1) and goes (-1) in the game, without end."""
    state, mask = seed, (1 << 64) - 1

    def next_below(below):
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) & mask
        return (state >> 33) % below

    blocks = [None] * SLOTS
    while True:
        slot, does = next_below(SLOTS), next_below(8)
        site, size = next_below(sites), 8 * (1 + next_below(sizes))
        if blocks[slot] is None:
            blocks[slot] = (site, size)
            yield 1, blocks[slot]
        else:
            yield -1, blocks[slot]
            blocks[slot] = (site, size) if does == 0 else None
            if blocks[slot]:
                yield 1, blocks[slot]


class Game(Tables):
    def __init__(self, of):
        super().__init__(command, of)
        self.rows = [(int(site.split(":")[1]) - 1, size) for site, size in zip(self.sites, self.sizes)]

    def check_game(self, sites, sizes, seed=1):
        """Each kept point is a moment of the game."""
        allocated, freed = collections.Counter(), collections.Counter()
        came = went = 0
        game = events(seed, sites, sizes)
        for point, all_allocated, all_freed in self.at_points():
            while (came, went) != self.points[point][:2]:
                step, (site, size) = next(game)
                if step > 0:
                    came += size
                    allocated[site, size] += 1
                else:
                    went += size
                    freed[site, size] += 1
                assert came <= self.points[point][0] and went <= self.points[point][1], (point, came, went)
            for row, a, f in zip(self.rows, all_allocated, all_freed):
                assert (a, f) == (allocated[row], freed[row]), (point, row, a, f, allocated[row], freed[row])


for name in glob.glob(stem + ".*.asprof"):
    os.remove(name)
live = "live=heap:timeline=1"

# Few changes, and a timeline that is halved some times.
for moves in (100, 3000, 200000):
    run(live, "-", moves, 3, 5)
    its = Game(log)
    assert its.kept == list(range(len(its.points))), its.kept
    its.check_game(3, 5)
    its.check_sums()

# So many rows that logs are compacted; all points are there.
run(live, "-", 300000, 40, 30)
its = Game(log)
assert its.kept == list(range(len(its.points))), its.kept
its.check_game(40, 30)
its.check_sums()

# Logs have a quarter of memory=, so that some points go.
run(live + ":memory=12", "-", 300000, 40, 60)
its = Game(log)
assert 16 < len(its.kept) < len(its.points) / 2, its.kept
its.check_game(40, 60)
its.check_sums()

# A profile gives the same tables.
kept = stem + ".kept.asprof"
run(f"{live}:keep-profile=1:profile={kept}", "-", 50000, 40, 30)
recovered = stem + ".recovered.csv"
subprocess.run([command, "recover", kept, "-o", recovered], check=True)
for name in ("timeline", "changes"):
    assert text_of(command, name, log) == text_of(command, name, kept) == text_of(command, name, recovered), name

# So does one of version 9, but for what it did not have.
with open(kept, "rb") as file:
    words = array.array("Q", file.read())


def chunks(*kinds):
    """Where the words of chunks of a kind begin and end."""
    at = (words[1] >> 32) // 8
    while at + 8 <= len(words) and words[at] >> 32:
        if words[at] & 0xFFFFFFFF in kinds:
            yield at + 8, at + words[at + 2] // 8
        at += words[at + 1] // 8


def written(content):
    with open(kept, "wb") as file:
        content.tofile(file)


older = words[:]
older[1] = older[1] & ~0xFFFFFFFF | 9
((begin, end),) = chunks(10)
older[begin + 2] = older[begin + 3] = 0
for which in (0, 1):
    for point in range(512):
        to, of = begin + 8 + 3 * (512 * which + point), begin + 8 + 5 * (512 * which + point)
        older[to : to + 3] = words[of : of + 3]
written(older)
assert text_of(command, "timeline", kept) == text_of(command, "timeline", log)
assert not text_of(command, "changes", kept)

# One that is damaged gives a table or an error.
chance = random.Random(1)
for _ in range(60):
    damaged = words[:]
    for _ in range(chance.choice((1, 3, 20))):
        begin, end = chance.choice(list(chunks(4, 5, 10, 17)))
        at = begin + int((end - begin) * chance.random() ** chance.choice((1, 9)))
        damaged[at] = chance.choice((0, 1, damaged[at] ^ 1 << chance.randrange(64), chance.getrandbits(64)))
    written(damaged)
    done = subprocess.run([command, "report", "--table", "changes", kept], stdout=subprocess.DEVNULL)
    assert done.returncode in (0, 1), done
os.remove(kept)

# Threads: a point lacks what each has not added up yet, 64 KiB at most.
run(live, "t", 50000, 40, 30)
Game(log).check_sums(bound=6 * 65536)

# A child has what was alive at its first point.
for name in glob.glob(stem + "-*"):
    os.remove(name)
run(live, "f", 50000, 40, 30)
Game(log).check_game(40, 30)
(of_child,) = glob.glob(stem + "-*.csv")
Game(of_child).check_sums()

# The table is of the whole run, as the timeline is; the rows are of what came since the reset.
run(live, "r", 50000, 40, 30)
its = Game(log)
its.check_game(40, 30)
assert sum(f for cells in its.cells for _, f in cells.values()) > sum(its.freed) > 0

# With generations=1 each mark begins records of their own: the table has their sums.
run(live, "m", 10000, 40, 30)
Game(log).check_sums()
without = text_of(command, "changes", log)
run(live + ":generations=1", "m", 10000, 40, 30)
assert text_of(command, "changes", log) == without
assert len({line.split(",")[2] for line in text_of(command, "generations", log).splitlines()[1:]}) > 3
its = Game(log)
its.check_game(40, 30)
its.check_sums()

# Estimates are rounded so that they add up.
run("live=heap:timeline=1:sample=4K", "-", 50000, 3, 20)
its = Game(log)
for _, allocated, freed in its.at_points():
    pass
assert freed == its.freed and sum(freed) > 1000
assert all(abs(a - f - l) <= 1 for a, f, l in zip(allocated, freed, its.live))

# Killed at any moment.
for options in (live, live + ":memory=12", live + ":generations=1"):
    for _ in range(8):
        running = subprocess.Popen(
            [program, "k", "100000", "40", "60"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(f"{options}:profile={profile}"),
        )
        assert running.stdout.read(random.randrange(1, 60)).startswith(b"R")
        running.kill()
        running.wait()
        subprocess.run([command, "recover", profile, "-o", recovered], check=True)
        Game(recovered).check_game(40, 60)
        os.remove(profile)

# Without the option. The log itself is the same, with its peak.
run(live, "-", 20000, 40, 30)
with open(log) as file:
    rows = file.read()
run("live=heap", "-", 20000, 40, 30)
assert not text_of(command, "changes", log)
with open(log) as file:
    assert file.read() == rows
