"""How often the sequential test errs, and how long it takes: matches between players of known strength.

    python -m bench.sprt --matches 2000 --elo1 40

The players' games have draws, and openings that favour one side, so that the two games of a pair are not
alike. For each kind of games the rates of wrong decisions are printed with their sampling error, and how many
pairs a match took; alpha and beta are what was promised.

Then the same between players that leave nothing to chance, from few openings: after each was played, all are
copies. How often the test is wrong is printed where each copy counts, and where a pair counts once, as in the
arena.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Sequence
from functools import lru_cache

from bench.simulated_results import true_shares

from damier.arena.statistics.sprt import Sprt

KINDS = {
    "no draws": (0.0, 0.0),
    "some draws": (0.3, 0.0),
    "many draws": (0.8, 0.0),
    "the opening decides": (0.4, 300.0),
}
"""Share of draws between equals, and how many Elo the opening gives to one side."""

FEW = (2, 10, 30)
"""Openings of players that leave nothing to chance."""
ROUNDS = 200
"""How often such a match goes through its openings at most, where copies count."""


def simulate(test: Sprt, shares: Sequence[float], matches: int, seed: str) -> tuple[dict[str, int], float]:
    """The decisions of so many matches, each looked at after every pair, and how many pairs they took."""
    llr = lru_cache(maxsize=200_000)(test.llr)
    found = {"H0": 0, "H1": 0}
    pairs = 0
    for match in range(matches):
        rng = random.Random(f"{seed} {match}")
        counts, said = [0] * 5, None
        while said is None:
            for place in rng.choices(range(5), shares, k=16):
                counts[place] += 1
                pairs += 1
                said = test.accepted(llr(tuple(counts)))
                if said is not None:
                    break
        found[said] += 1
    return found, pairs / matches


def copied(test: Sprt, shares: Sequence[float], openings: int, rounds: int, rng: random.Random) -> str | None:
    """The decision of one match that goes through its openings *rounds* times, always with the same pairs."""
    pairs = rng.choices(range(5), shares, k=openings)
    counts = [0] * 5
    for place in pairs * rounds:
        counts[place] += 1
        said = test.accepted(test.llr(counts))
        if said is not None:
            return said
    return None


def tell_copies(test: Sprt, matches: int) -> None:
    """How often H1 is accepted although H0 is true, by how many openings there are."""
    shares = true_shares(test.elo0, *KINDS["some draws"])
    print(f"\n{'openings, H0 is true':<24} {'H1, copies count':>18} {'H1, pairs count once':>22}")
    for openings in FEW:
        wrong = []
        for rounds in (ROUNDS, 1):
            rng = random.Random(f"copies {openings}")
            said = [copied(test, shares, openings, rounds, rng) for _ in range(matches)]
            wrong.append(said.count("H1") / matches)
        print(f"{openings:<24} {wrong[0]:>18.2%} {wrong[1]:>22.2%}", flush=True)


def main() -> None:
    """Print a table."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--matches", type=int, default=1000)
    ask.add_argument("--elo0", type=float, default=0.0)
    ask.add_argument("--elo1", type=float, default=60.0)
    ask.add_argument("--alpha", type=float, default=0.05)
    ask.add_argument("--beta", type=float, default=0.05)
    given = ask.parse_args()
    test = Sprt(elo0=given.elo0, elo1=given.elo1, alpha=given.alpha, beta=given.beta)
    print(f"{'games':<20} {'truth':>6} {'wrong':>8} {'error':>8} {'promised':>9} {'pairs':>7} {'seconds':>8}")
    for name, (draws, opening) in KINDS.items():
        for truth, right, promised in ((test.elo0, "H0", test.alpha), (test.elo1, "H1", test.beta)):
            began = time.perf_counter()
            shares = true_shares(truth, draws, opening)
            found, pairs = simulate(test, shares, given.matches, f"{name} {truth}")
            wrong = 1 - found[right] / given.matches
            error = math.sqrt(promised * (1 - promised) / given.matches)
            spent = time.perf_counter() - began
            rates = f"{wrong:>8.2%} {error:>8.2%} {promised:>9.2%}"
            print(f"{name:<20} {truth:>6g} {rates} {pairs:>7.1f} {spent:>8.1f}", flush=True)
    tell_copies(test, given.matches)


if __name__ == "__main__":
    main()
