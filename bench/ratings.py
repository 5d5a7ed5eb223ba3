"""How often the 95 % intervals of ratings hold the truth: simulated tournaments between known players.

    python -m bench.ratings --tournaments 1000

For each kind of tournament: how often the truth lay inside, below and above the interval of a player, for
ratings over the weakest player and over the mean.
"""

from __future__ import annotations

import argparse
import math
import random
from itertools import combinations

from bench.simulated_results import throw, true_shares

from damier.arena.statistics.bradley_terry import Meeting, Rating, ratings

KINDS = [
    ("two players, 10 pairs", [0, 50], 10, 0.3, 0),
    ("four players, 25 pairs", [0, 40, 100, 180], 25, 0.3, 0),
    ("eight players, 4 pairs", [0, 50, 100, 150, 200, 250, 300, 350], 4, 0.3, 0),
    ("one far ahead, 20 pairs", [0, 30, 60, 90, 400], 20, 0.4, 0),
    ("far apart, 15 pairs", [0, 200, 450, 700], 15, 0.2, 0),
    ("a ladder, 50 pairs", [0, 300, 600, 900, 1200], 50, 0.3, 50),
    ("the opening decides, 40 pairs", [0, 0, 100], 40, 0.4, 250),
    ("many draws, 100 pairs", [0, 10, 20, 30, 40], 100, 0.7, 100),
]
"""What it is called, strengths, pairs for each two, share of draws, what the opening gives to one side."""


def played(
    strengths: list[int], number: int, draws: float, opening: int, rng: random.Random
) -> list[Meeting]:
    """One round robin."""
    return [
        Meeting(one, two, throw(true_shares(strengths[one] - strengths[two], draws, opening), number, rng))
        for one, two in combinations(range(len(strengths)), 2)
    ]


def is_known(rating: Rating) -> bool:
    """Whether it is bounded on both sides."""
    return math.isfinite(rating.low) and math.isfinite(rating.high)


def main() -> None:
    """Print a table."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--tournaments", type=int, default=1000)
    given = ask.parse_args()
    print(f"{'tournament':<32} {'0 is':<8} {'inside':>8} {'below':>8} {'above':>8} {'asked':>8}")
    for name, strengths, number, draws, opening in KINDS:
        for reference in (0, None):
            rng = random.Random(5)
            inside = below = above = 0
            zero = 0.0 if reference is not None else sum(strengths) / len(strengths)
            for _ in range(given.tournaments):
                found = ratings(len(strengths), played(strengths, number, draws, opening, rng), reference)
                if reference is None and not all(map(is_known, found)):
                    continue  # the mean is another one then
                for entry, rating in enumerate(found):
                    if entry != reference:
                        truth = strengths[entry] - zero
                        below += truth < rating.low
                        above += truth > rating.high
                        inside += rating.low <= truth <= rating.high
            asked = inside + below + above
            which = "weakest" if reference is not None else "mean"
            shares = " ".join(f"{count / asked:>8.1%}" for count in (inside, below, above))
            print(f"{name:<32} {which:<8} {shares} {asked:>8}", flush=True)


if __name__ == "__main__":
    main()
