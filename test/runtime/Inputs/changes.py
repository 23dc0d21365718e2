"""The tables of a run with timeline=1, by rows of its log: see Tables.

usage: changes.py LOG COMMAND [--bound BYTES] [ALLOCATOR…]

Checks that they agree, at points but for so many bytes. The timeline is of the rows of these
allocators; of all if none are given.
"""

import csv
import subprocess
import sys


def text_of(command, table, of):
    return subprocess.run(
        [command, "report", "--table", table, of], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ).stdout


class Tables:
    """The rows of a log, its timeline, and its changes by row: {point: [allocated, freed]}."""

    def __init__(self, command, of, allocators=()):
        with open(of) as file:
            rows = list(csv.DictReader(file))
        self.sites = [r["site"] for r in rows]
        self.sizes = [int(r["bytes allocated"]) for r in rows]
        self.is_timed = [not allocators or r["allocator"] in allocators for r in rows]
        self.live = [int(r["live count"] or 0) for r in rows]
        self.freed = [int(r["freed count"] or 0) for r in rows]
        self.points = [
            (int(r["allocated bytes"]), int(r["freed bytes"]), int(r["live bytes"]), int(r.get("arena resets", 0)))
            for r in csv.DictReader(text_of(command, "timeline", of).splitlines())
        ]
        self.cells = [{} for _ in rows]
        last = (0, 0, 0)
        lines = text_of(command, "changes", of).splitlines()
        assert lines[0] == "row,frame,point,allocated,freed", lines[0]
        for line in lines[1:]:
            row, frame, point, allocated, freed = map(int, line.split(","))
            assert last < (row, frame, point) and allocated + freed > 0, (last, line)
            assert 0 < point <= len(self.points), line
            last = (row, frame, point)
            before = self.cells[row - 1].get(point - 1, (0, 0))
            self.cells[row - 1][point - 1] = (before[0] + allocated, before[1] + freed)
        self.kept = sorted({point for cells in self.cells for point in cells})

    def at_points(self):
        """At each kept point: what each row has allocated and freed so far."""
        allocated, freed = [0] * len(self.cells), [0] * len(self.cells)
        by_point = {}
        for row, cells in enumerate(self.cells):
            for point, cell in cells.items():
                by_point.setdefault(point, []).append((row, *cell))
        for point in self.kept:
            for row, came, went in by_point[point]:
                allocated[row] += came
                freed[row] += went
                assert allocated[row] >= freed[row], (row, point)
            yield point, allocated, freed

    def check_sums(self, bound=0):
        for point, allocated, freed in self.at_points():
            live = sum(
                (a - f) * size
                for size, a, f, is_timed in zip(self.sizes, allocated, freed, self.is_timed)
                if is_timed
            )
            assert abs(live - self.points[point][2]) <= bound, (point, live, self.points[point])
        # Behind the last kept point nothing came or went.
        assert self.points[point][:2] == self.points[-1][:2], (point, len(self.points))
        assert live == self.points[-1][2], (live, self.points[-1])
        assert freed == self.freed
        assert [a - f for a, f in zip(allocated, freed)] == self.live


if __name__ == "__main__":
    log, command, *allocators = sys.argv[1:]
    bound = 0
    if allocators[:1] == ["--bound"]:
        bound = int(allocators[1])
        del allocators[:2]
    its = Tables(command, log, allocators)
    its.check_sums(bound)
    arenas = list(csv.DictReader(text_of(command, "arenas", log).splitlines()))
    assert its.points[-1][3] == sum(int(r["reset count"]) for r in arenas), (its.points[-1], arenas)
    print(len(its.points), "points,", len(its.kept), "kept,", its.points[-1][3], "resets")
