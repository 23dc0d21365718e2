# ===- ratios.py - What noisy times can be trusted to say -----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Ratios of pairs of runs.

A machine that does other things as well is slow for a while and then fast again. Two
runs, one after the other, are slowed alike: their ratio says more than the times do.
So each round runs every variant once, and what is compared are the ratios of rounds.
In the suite each round is of another layout (build.py); what these do is in the
interval then.
"""

import math
import random
import statistics
from dataclasses import dataclass

RESAMPLES = 2000


@dataclass(frozen=True)
class Ratio:
    """The median of paired ratios, and an interval that holds it 95 times of 100."""

    median: float
    low: float
    high: float

    def as_json(self):
        return {"median": self.median, "low": self.low, "high": self.high}


def interval(values):
    """A bootstrap of the median, the same one every time."""
    rng = random.Random(1)
    medians = sorted(
        statistics.median(rng.choices(values, k=len(values))) for _ in range(RESAMPLES)
    )
    return Ratio(
        statistics.median(values),
        medians[int(RESAMPLES * 0.025)],
        medians[int(RESAMPLES * 0.975) - 1],
    )


def paired(numerators, denominators):
    return interval([n / d for n, d in zip(numerators, denominators)])


def geometric_mean(values):
    return math.exp(statistics.fmean(math.log(value) for value in values))


def combined(series):
    """The geometric mean over works, each a list of paired ratios: its median, and an
    interval by drawing rounds of each work anew."""
    rng = random.Random(1)
    means = sorted(
        geometric_mean(
            [statistics.median(rng.choices(values, k=len(values))) for values in series]
        )
        for _ in range(RESAMPLES)
    )
    return Ratio(
        geometric_mean([statistics.median(values) for values in series]),
        means[int(RESAMPLES * 0.025)],
        means[int(RESAMPLES * 0.975) - 1],
    )


def spread(values):
    """Half the distance between the quartiles, as a part of the median."""
    low, _, high = statistics.quantiles(values, n=4)
    return (high - low) / 2 / statistics.median(values)
