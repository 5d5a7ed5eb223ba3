"""Ratings and the sequential test: against published figures, and against the error rates they promise."""

from __future__ import annotations

import math
import random
from functools import lru_cache

import pytest

from damier.arena.statistics.elo import Estimate, elo_of, estimate, expected, normal, wilson
from damier.arena.statistics.sprt import Sprt, likeliest_at_score, likeliest_at_t, read_sprt
from damier.core.text import Refusal


def logistic(elo0: float, elo1: float) -> Sprt:
    return Sprt(elo0=elo0, elo1=elo1)


def normalised(elo0: float, elo1: float) -> Sprt:
    return Sprt(elo0=elo0, elo1=elo1, normalised=True)


@pytest.mark.parametrize(
    ("test", "counts", "llr"),
    [
        # Trinomial counts: lost, drawn, won. The figures are those of fastchess's own tests.
        (normalised(0, 2), (36027, 68692, 36433), 0.92),
        (normalised(-1.75, 0.25), (10650, 20431, 10871), 2.30),
        (logistic(0.5, 2.5), (21184, 40708, 21404), -1.57),
        (logistic(0, 2), (57030, 106593, 57433), -2.59),
        # Pentanomial counts of pairs.
        (normalised(0, 2), (365, 16618, 36229, 16974, 390), 2.25),
        (normalised(-1.75, 0.25), (127, 4883, 10712, 5150, 104), 3.01),
        (logistic(0.5, 2.5), (223, 9863, 21279, 10037, 246), -3.07),
        (logistic(0, 2), (871, 26175, 55983, 26678, 821), -4.98),
    ],
)
def test_ratios_are_those_of_the_chess_tools(test: Sprt, counts: tuple[int, ...], llr: float) -> None:
    assert test.llr(counts) == pytest.approx(llr, abs=0.006)


def test_the_likeliest_distribution_meets_its_condition_and_nothing_is_likelier() -> None:
    seen = (0.1, 0.2, 0.4, 0.2, 0.1)
    rng = random.Random(5)
    for score in (0.3, 0.5, 0.62):
        best = likeliest_at_score(seen, score)
        assert sum(best) == pytest.approx(1)
        assert sum(p * i / 4 for i, p in enumerate(best)) == pytest.approx(score)
        for _ in range(200):  # along the plane of equal sum and mean
            a, b, c = (rng.uniform(-0.02, 0.02) for _ in range(3))
            other = [p + d for p, d in zip(best, (a, b - 2 * a, a - 2 * b + c, b - 2 * c, c), strict=True)]
            assert sum(other) == pytest.approx(1)
            assert sum(p * i / 4 for i, p in enumerate(other)) == pytest.approx(score)
            if min(other) > 0:
                chance = [sum(s * math.log(p) for s, p in zip(seen, d, strict=True)) for d in (best, other)]
                assert chance[0] >= chance[1] - 1e-12
    for t in (-0.2, 0.0, 0.35):
        best = likeliest_at_t(seen, t)
        mean = sum(p * i / 4 for i, p in enumerate(best))
        deviation = math.sqrt(sum(p * (i / 4 - mean) ** 2 for i, p in enumerate(best)))
        assert (mean - 0.5) / deviation == pytest.approx(t, abs=1e-8)
        assert sum(best) == pytest.approx(1, abs=1e-8)


def test_a_test_is_fair_to_both_sides() -> None:
    test = logistic(-10, 10)
    counts = (3, 10, 20, 14, 6)
    assert test.llr(counts) == pytest.approx(-test.llr(counts[::-1]))
    assert test.llr(counts) > 0 and test.accepted(test.llr(counts)) is None
    assert test.llr((0, 0, 0, 0, 0)) == 0
    sharp = logistic(0, 100)
    assert sharp.accepted(sharp.llr((0, 0, 0, 0, 20))) == "H1"
    assert sharp.accepted(sharp.llr((20, 0, 0, 0, 0))) == "H0"
    assert test.lower == pytest.approx(-2.944, abs=0.001) and test.upper == pytest.approx(2.944, abs=0.001)


@pytest.mark.parametrize(
    "wrong", [{"elo0": 5, "elo1": 5}, {"alpha": 0}, {"beta": -1}, {"alpha": 0.6, "beta": 0.6}]
)
def test_a_nonsensical_test_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(Refusal, match="elo0 below elo1"):
        Sprt(**wrong)  # type: ignore[arg-type]


def pair_shares(elo: float, draws: float, opening: float) -> list[float]:
    """Pairs of two games with sides swapped, where the side to move first has *opening* Elo more."""
    shares = [0.0] * 5
    games = []
    for side in (opening, -opening):
        score = expected(elo + side)
        drawn = draws * 4 * score * (1 - score)
        games.append((1 - score - drawn / 2, drawn, score - drawn / 2))
    for i, p in enumerate(games[0]):
        for j, q in enumerate(games[1]):
            shares[i + j] += p * q
    return shares


def mean(shares: list[float]) -> float:
    return sum(share * place / 4 for place, share in enumerate(shares))


def elo_with(score: float, draws: float, opening: float) -> float:
    """Which Elo gives *score* over pairs, by halving."""
    low, high = -800.0, 800.0
    for _ in range(60):
        middle = (low + high) / 2
        if mean(pair_shares(middle, draws, opening)) < score:
            low = middle
        else:
            high = middle
    return low


@pytest.mark.parametrize(("draws", "opening"), [(0.0, 0.0), (0.4, 300.0)])
@pytest.mark.parametrize("truth", [0.0, 100.0])
def test_the_sequential_test_errs_as_seldom_as_it_promises(
    draws: float, opening: float, truth: float
) -> None:
    """Over 1,000 matches between players of known strength, looked at after every pair."""
    test = Sprt(elo0=0, elo1=100)
    llr = lru_cache(maxsize=None)(test.llr)  # matches begin alike
    shares = pair_shares(elo_with(expected(truth), draws, opening), draws, opening)
    matches, wrong, pairs = 1000, 0, 0
    for match in range(matches):
        rng = random.Random(f"{truth} {draws} {match}")
        counts, said = [0] * 5, None
        while said is None:
            counts[rng.choices(range(5), shares)[0]] += 1
            pairs += 1
            said = test.accepted(llr(tuple(counts)))
        wrong += said != ("H1" if truth else "H0")
    # 5 % of 1,000 are 50, give or take 6.9; more than 68 would come up once in two hundred times.
    assert wrong <= 68, wrong
    assert wrong >= 5, "and it does decide early: a test that never errs plays too long"
    assert pairs < 60 * matches


def test_a_test_is_read_as_it_is_written() -> None:
    assert read_sprt("elo0=0,elo1=5") == Sprt(elo0=0, elo1=5)
    assert read_sprt(" ELO0=-1.75, elo1=+0.25 ,alpha=.1,beta=0.025,Normalised") == Sprt(
        elo0=-1.75, elo1=0.25, alpha=0.1, beta=0.025, normalised=True
    )
    assert read_sprt("normalized,elo1=20").normalised
    assert read_sprt("elo1=3.5") == Sprt(elo0=0, elo1=3.5), "what is not named is as usual"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "is not part of a sequential test"),
        ("elo0", "'elo0' is not part of a sequential test: write for example elo0=0,elo1=5"),
        ("elo0=0;elo1=5", "is not part"),
        ("elo0=zero", "is not part"),
        ("elo0=nan,elo1=5", "is not part"),
        ("elo1=inf", "is not part"),
        ("elo1=1e3", "is not part"),
        ("elo1=٥", "is not part"),
        ("gamma=5", "'gamma=5' is not part"),
        ("alpha=5", "'alpha=5' is not part"),
        ("alpha=0.0", "elo0 below elo1, and alpha and beta above 0"),
        ("alpha=0.5,beta=0.5", "below 1 together"),
        ("elo0=5,elo1=5", "elo0 below elo1"),
        ("elo0=5,elo1=0", "elo0 below elo1"),
        ("elo0=1,elo0=2,elo1=5", "'elo0' is there twice"),
        ("normalised,normalized", "twice"),
        ("elo1=1001", "at most 1000 Elo"),
        ("elo1=201,normalised", "at most 200 Elo"),
        ("elo0=0,elo1=5,", "'' is not part"),
    ],
)
def test_a_test_that_cannot_be_read_is_refused_with_a_sentence(words: str, said: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_sprt(words)
    assert said in str(caught.value)


@pytest.mark.parametrize("elo", [-1000.0, -400.0, -200.0, 0.0, 199.0, 999.0])
@pytest.mark.parametrize("counts", [(0, 0, 5, 0, 0), (90, 0, 0, 0, 1), (1, 2, 3, 4, 5), (0, 0, 0, 0, 10**6)])
def test_extreme_tests_have_a_ratio_too(elo: float, counts: tuple[int, ...]) -> None:
    for is_normalised in (False, True)[: 2 if abs(elo) <= 200 else 1]:
        for number in (counts, counts[::2]):
            if sum(number):
                llr = Sprt(elo0=elo, elo1=elo + 1, normalised=is_normalised).llr(number)
                assert math.isfinite(llr)


def test_elo_and_score_are_inverse() -> None:
    for elo in (-700.0, -30.0, 0.0, 12.5, 400.0):
        assert elo_of(expected(elo)) == pytest.approx(elo)
    assert expected(400) == pytest.approx(10 / 11)
    assert elo_of(0) == -math.inf and elo_of(1) == math.inf


@pytest.mark.parametrize(
    ("pairs", "elo", "error"),
    [  # again fastchess's figures; ours are a little wider, by the pairs that are mixed in
        ((34, 54, 63, 64, 75), 55.58, 27.65),
        ((332, 433, 498, 333, 334), -8.64, 10.33),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95),
    ],
)
def test_estimates_are_those_of_the_chess_tools(pairs: tuple[int, ...], elo: float, error: float) -> None:
    found = estimate(pairs)
    assert found.elo == pytest.approx(elo, abs=0.01)
    assert found.error == pytest.approx(error, rel=0.01)
    assert found.elo_low < elo < found.elo_high


def test_pairs_tell_more_than_games() -> None:
    """Where the side decides every game, all pairs end 1 : 1, and that is no coin that was tossed."""
    by_pairs, by_games = estimate((0, 0, 100, 0, 0)), estimate((100, 0, 100))
    assert by_pairs.score == by_games.score == 0.5
    assert by_pairs.error < by_games.error / 3


def test_extremes_are_bounded_and_not_certain() -> None:
    for number in (1, 5, 50):
        won, lost = estimate((0, 0, 0, 0, number)), estimate((number, 0, 0, 0, 0))
        assert won.elo == math.inf and lost.elo == -math.inf
        assert won.high == 1 and lost.low == 0
        assert won.elo_low == pytest.approx(-lost.elo_high)
        assert won.los == pytest.approx(1 - lost.los) and won.los < 1
        # The exact bound: with a lower score so many pairs in a row would come up once in forty times.
        assert won.low == pytest.approx(0.025 ** (1 / number), abs=0.45 / number)
    assert estimate((0, 0, 0, 0, 0)) == Estimate(0.5, 0.0, 1.0, 0.5)
    assert estimate((0, 0, 1, 0, 0)).error > 300, "one drawn pair proves nothing"


@pytest.mark.parametrize(
    ("elo", "draws", "opening", "number", "most"),
    [
        (0, 0.3, 0, 20, 0.985),
        (100, 0.3, 0, 50, 0.985),
        (300, 0.2, 100, 30, 0.985),
        (500, 0.1, 0, 50, 0.985),
        (0, 0.9, 0, 30, 1.0),  # where nearly all pairs end alike the interval is wider than it need be
    ],
)
def test_intervals_hold_the_truth(elo: float, draws: float, opening: float, number: int, most: float) -> None:
    """In 95 of 100 matches, give or take chance."""
    shares = pair_shares(elo, draws, opening)
    truth, held, runs = mean(shares), 0, 600
    rng = random.Random(f"{elo} {draws}")
    for _ in range(runs):
        counts = [0] * 5
        for place in rng.choices(range(5), shares, k=number):
            counts[place] += 1
        found = estimate(counts)
        held += found.low <= truth <= found.high
    assert 0.925 <= held / runs <= most, held / runs


def test_the_likelihood_of_superiority_is_one_half_for_equals() -> None:
    assert estimate((3, 1, 7, 1, 3)).los == pytest.approx(0.5)
    assert normal(0) == 0.5 and normal(1.96) == pytest.approx(0.975, abs=1e-4)
    rng = random.Random(8)
    shares = pair_shares(0, 0.3, 0)
    high = 0
    for _ in range(1000):
        counts = [0] * 5
        for place in rng.choices(range(5), shares, k=40):
            counts[place] += 1
        high += estimate(counts).los > 0.95
    assert 25 <= high <= 75, "equals look superior at 95 % in one match of twenty"


def test_wilsons_interval() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0.3, 0) == (0.0, 1.0)
