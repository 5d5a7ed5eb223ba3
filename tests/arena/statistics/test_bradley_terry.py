"""Ratings of many: against an independent package, against simulated truth, and where nothing is certain."""

from __future__ import annotations

import math
import random
from itertools import combinations

import choix
import numpy as np
import pytest
from bench.simulated_results import pair_shares, throw, true_shares

from damier.arena.statistics.bradley_terry import ELO, Meeting, Rating, ratings, ratios, reached
from damier.arena.statistics.elo import MIXED, elo_of, estimate, expected


def tournament(
    strengths: list[float], number: int, rng: random.Random, draws: float = 0.4, opening: float = 0.0
) -> list[Meeting]:
    """A simulated round robin of so many pairs for each two."""
    found = []
    for one, two in combinations(range(len(strengths)), 2):
        shares = true_shares(strengths[one] - strengths[two], draws, opening)
        found.append(Meeting(one, two, throw(shares, number, rng)))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_the_likeliest_ratings_are_those_of_choix(seed: int) -> None:
    """Integer counts; a draw is a win for each of two games, so everything counts twice."""
    rng = random.Random(seed)
    number = rng.choice([2, 3, 6, 12])
    meetings = tournament([rng.gauss(0, 150) for _ in range(number)], 40, rng)
    if seed == 5:  # not everybody meets everybody
        meetings = [m for m in meetings if (m.one + m.two) % 3 or m.two == m.one + 1]
    won = np.zeros((number, number), dtype=int)
    for meeting in meetings:
        halves = sum(place * count for place, count in enumerate(meeting.pairs))
        won[meeting.one, meeting.two] += halves
        won[meeting.two, meeting.one] += 4 * meeting.number - halves
    found = ratings(number, meetings)
    theirs = ELO * choix.ilsr_pairwise_dense(won, max_iter=1000, tol=1e-12)
    assert [rating.elo for rating in found] == pytest.approx(list(theirs - theirs.mean()), abs=1e-3)
    anchored = ratings(number, meetings, number - 1)
    assert [rating.elo for rating in anchored] == pytest.approx(list(theirs - theirs[-1]), abs=1e-3)
    assert anchored[-1] == Rating(0.0, 0.0, 0.0)


def test_the_likeliest_ratings_explain_the_points_of_everybody() -> None:
    """What Bradley and Terry's equations say: each one's expected points are its points."""
    meetings = tournament([0, 80, 200, -50], 30, random.Random(4))
    found = ratings(4, meetings)
    for entry in range(4):
        taken = sum(m.score * m.number for m in meetings if m.one == entry)
        taken += sum((1 - m.score) * m.number for m in meetings if m.two == entry)
        due = sum(
            m.number * expected(found[m.one].elo - found[m.two].elo) for m in meetings if m.one == entry
        )
        due += sum(
            m.number * expected(found[m.two].elo - found[m.one].elo) for m in meetings if m.two == entry
        )
        assert taken == pytest.approx(due, abs=1e-6)


@pytest.mark.parametrize(
    "pairs",
    [
        (3, 2, 10, 4, 6),
        (0, 0, 50, 0, 0),
        (18, 7, 15, 3, 7),
        (0, 0, 0, 1, 30),
        (1, 0, 0, 0, 1),
        (0, 0, 0, 0, 5),
    ],
)
def test_two_players_get_what_a_match_says(pairs: tuple[int, ...]) -> None:
    match = estimate(pairs)
    first, second = ratings(2, [Meeting(0, 1, pairs)], reference=1)
    assert second == Rating(0.0, 0.0, 0.0)
    assert first.low == pytest.approx(match.elo_low, abs=0.01)
    assert first.high == pytest.approx(match.elo_high, abs=0.01) or first.high == match.elo_high == math.inf
    if math.isfinite(match.elo):
        assert first.elo == pytest.approx(match.elo, abs=0.01)
        one, two = ratings(2, [Meeting(0, 1, pairs)])
        assert one.elo == pytest.approx(match.elo / 2) == pytest.approx(-two.elo)
        assert (one.low, one.high) == pytest.approx((match.elo_low / 2, match.elo_high / 2), abs=0.01)


def test_names_and_order_do_not_matter() -> None:
    meetings = tournament([0, 80, 200, -50], 25, random.Random(7))
    straight = ratings(4, meetings)
    turned = ratings(4, [Meeting(3 - m.two, 3 - m.one, m.pairs[::-1][::-1]) for m in meetings])
    mirrored = ratings(4, [Meeting(m.two, m.one, m.pairs[::-1]) for m in reversed(meetings)])
    for entry in range(4):
        assert straight[entry].elo == pytest.approx(mirrored[entry].elo)
        assert straight[entry].low == pytest.approx(mirrored[entry].low, abs=1e-3)
        assert turned[3 - entry].elo == pytest.approx(-straight[entry].elo)
        assert turned[3 - entry].high == pytest.approx(-straight[entry].low, abs=1e-3)


@pytest.mark.parametrize(
    ("strengths", "number", "draws", "opening"),
    [
        ([0.0, 40.0, 100.0, 180.0], 25, 0.3, 0.0),
        ([0.0, 30.0, 60.0, 90.0, 400.0], 20, 0.4, 0.0),
        ([0.0, 0.0, 100.0], 40, 0.4, 250.0),  # the opening decides: pairs vary much less than games
        ([0.0, 200.0, 450.0, 700.0], 15, 0.2, 0.0),
    ],
)
def test_intervals_hold_the_truth(strengths: list[float], number: int, draws: float, opening: float) -> None:
    """In 95 of 100 simulated tournaments, give or take chance; infinite ends count as holding."""
    rng = random.Random(f"{strengths} {number}")
    runs, held, asked = 150, 0, 0
    for _ in range(runs):
        found = ratings(len(strengths), tournament(strengths, number, rng, draws, opening), reference=0)
        for entry, strength in enumerate(strengths[1:], 1):
            held += found[entry].low <= strength <= found[entry].high
            asked += 1
    # The intervals of one tournament hang together: it is as if half as many had been asked.
    slack = 3 * math.sqrt(0.05 * 0.95 / (asked / 2))
    assert 0.95 - slack <= held / asked <= 0.99, held / asked


def test_pairs_make_intervals_narrower_where_the_opening_decides() -> None:
    even = [Meeting(one, two, (0, 0, 50, 0, 0)) for one, two in combinations(range(3), 2)]
    coins = [Meeting(one, two, (13, 0, 24, 0, 13)) for one, two in combinations(range(3), 2)]
    assert [rating.elo for rating in ratings(3, even)] == pytest.approx([0, 0, 0], abs=1e-6)
    assert ratings(3, even)[0].high < ratings(3, coins)[0].high / 2
    assert ratings(3, even)[0].high > 3, "and yet fifty drawn pairs do not prove that they are equal"


def test_ratios_are_mixed_with_those_of_others() -> None:
    wide, narrow = Meeting(0, 1, (25, 0, 0, 0, 25)), Meeting(0, 2, (0, 0, 50, 0, 0))
    assert ratios([wide]) == pytest.approx([1.0])
    assert ratios([narrow]) == pytest.approx([MIXED / (50 + MIXED)])
    alone, among = ratios([narrow])[0], ratios([narrow, Meeting(1, 2, (0, 0, 50, 0, 0))])[0]
    assert among < alone < 1, "others who varied as little make it likelier"
    sure = Meeting(0, 1, (0, 0, 0, 0, 40))
    assert ratios([sure]) == ratios([sure, narrow])[:1] == [1.0], "all alike at an end tells nothing"


def test_who_won_everything_is_bounded_from_below() -> None:
    rng = random.Random(3)
    meetings = [*tournament([0, 50, 100], 20, rng)]
    meetings += [Meeting(3, other, (0, 0, 0, 0, 20)) for other in range(3)]
    meetings += [Meeting(4, other, (20, 0, 0, 0, 0)) for other in range(4)]
    found = ratings(5, meetings)
    assert sum(rating.elo for rating in found[:3]) == pytest.approx(0, abs=1e-6), (
        "0 is the mean of the others"
    )
    core = ratings(3, meetings[:3])
    for with_all, alone in zip(found, core, strict=False):
        assert with_all == alone, "games that nobody could lose tell nothing about who could not win them"
    best, worst = found[3], found[4]
    assert best.high == math.inf and max(r.elo for r in found[:3]) < best.low < best.elo < 2000
    assert worst.low == -math.inf and min(r.elo for r in found[:3]) > worst.high > worst.elo > -2000
    assert str(best.words()) == f"above {best.low:+.0f}" and str(worst.words()) == f"below {worst.high:+.0f}"
    # Sixty pairs won in a row against about equals: by Wilson the score is above 60 / (60 + z²).
    assert best.low == pytest.approx(elo_of(60 / (60 + MIXED)), abs=60)
    more = [Meeting(m.one, m.two, tuple(4 * n for n in m.pairs)) for m in meetings]
    assert ratings(5, more)[3].low > best.low + 100, "more wins, a higher bound"


def test_a_chain_of_winners_is_bounded_link_by_link() -> None:
    chain = [Meeting(a, b, (0, 0, 0, 0, 10)) for a, b in combinations(range(3), 2)]
    top, middle, bottom = ratings(3, chain)
    assert middle == Rating(0.0, 0.0, 0.0), "nobody is bounded on both sides: the one in the middle is 0"
    assert top.low > 0 and top.high == math.inf and bottom.high < 0 and bottom.low == -math.inf
    reference = ratings(3, chain, reference=2)
    assert reference[0].low > reference[1].low > 0
    # A direct chain without the shortcut still bounds the top over the bottom.
    links = ratings(3, [chain[0], chain[2]], reference=2)
    assert links[0].low > links[1].low > 0


def test_what_no_game_links_is_unknown() -> None:
    found = ratings(4, [Meeting(0, 1, (3, 0, 4, 0, 2)), Meeting(2, 3, (0, 0, 0, 0, 0))])
    assert all(math.isfinite(rating.low) for rating in found[:2])
    assert [str(rating.words()) for rating in found[2:]] == ["unknown", "unknown"]
    nobody = ratings(3, [])
    assert sum(math.isinf(rating.low) for rating in nobody) == 2 and len(nobody) == 3
    assert ratings(1, []) == [Rating(0.0, 0.0, 0.0)]
    islands = ratings(4, [Meeting(0, 1, (3, 0, 4, 0, 2)), Meeting(2, 3, (3, 0, 4, 0, 2))], reference=3)
    assert math.isinf(islands[0].low) and math.isfinite(islands[2].low)


def test_one_upset_makes_everything_finite() -> None:
    sure = [Meeting(0, 1, (0, 0, 0, 0, 50)), Meeting(1, 2, (4, 0, 10, 0, 6)), Meeting(0, 2, (0, 0, 0, 0, 50))]
    upset = [*sure[:2], Meeting(0, 2, (0, 0, 0, 1, 49))]
    assert ratings(3, sure)[0].high == math.inf
    found = ratings(3, upset)
    assert math.isfinite(found[0].high) and found[0].low < found[0].elo < found[0].high
    assert found[0].low == pytest.approx(ratings(3, sure, 1)[0].low, rel=0.6)


def test_extremes_do_not_break_it() -> None:
    rng = random.Random(11)
    for _ in range(150):
        number = rng.randrange(2, 7)
        meetings = [
            Meeting(one, two, tuple(rng.choice([0, 0, 1, 3, 200, 10**5]) for _ in range(5)))
            for one, two in combinations(range(number), 2)
            if rng.random() < 0.8
        ]
        for reference in (None, 0):
            for rating in ratings(number, meetings, reference):
                assert math.isfinite(rating.elo) and abs(rating.elo) < 20_000
                assert not math.isnan(rating.low) and not math.isnan(rating.high)
                assert rating.low <= rating.elo + 1e-6 and rating.elo <= rating.high + 1e-6


def test_who_took_points_off_whom() -> None:
    meetings = [
        Meeting(0, 1, (0, 0, 0, 0, 2)),
        Meeting(1, 2, (1, 0, 0, 0, 1)),
        Meeting(3, 0, (0, 0, 1, 0, 0)),
    ]
    off_whom = [set(row.nonzero()[0].tolist()) for row in reached(4, meetings)]
    assert off_whom == [{0, 1, 2, 3}, {1, 2}, {1, 2}, {0, 1, 2, 3}]


def test_simulated_pairs_are_what_they_should_be() -> None:
    for elo, draws, opening in ((0.0, 0.0, 0.0), (80.0, 0.5, 0.0), (-150.0, 0.3, 300.0), (700.0, 0.2, 100.0)):
        shares = true_shares(elo, draws, opening)
        assert sum(shares) == pytest.approx(1) and min(shares) >= 0
        assert sum(share * place / 4 for place, share in enumerate(shares)) == pytest.approx(expected(elo))
    assert pair_shares(0, 0, 0) == (0.25, 0, 0.5, 0, 0.25), "two coins"
    assert pair_shares(0, 1, 0) == (0, 0, 1, 0, 0), "nothing but draws"
    decided = pair_shares(0, 0, 5000)
    assert decided == pytest.approx((0, 0, 1, 0, 0)), "the side wins"
    assert sum(throw(decided, 7, random.Random(1))) == 7


def test_normalised_elo() -> None:
    """By hand, and its interval against simulated truth."""
    # Score 672 / 1160, variance of a pair 0.1131: 0.1668 standard deviations of a game above 1/2.
    found = estimate((34, 54, 63, 64, 75))
    assert found.normalised(found.score) == pytest.approx(57.9, rel=0.02)
    shares = true_shares(60.0, 0.5, 100.0)
    mean = sum(share * place / 4 for place, share in enumerate(shares))
    spread = sum(share * (place / 4 - mean) ** 2 for place, share in enumerate(shares))
    truth = 800 / math.log(10) * (mean - 0.5) / math.sqrt(2 * spread)
    rng, held, runs = random.Random(2), 0, 600
    for _ in range(runs):
        match = estimate(throw(shares, 60, rng))
        held += match.normalised(match.low) <= truth <= match.normalised(match.high)
    assert 0.925 <= held / runs <= 0.985, held / runs
    won = estimate((0, 0, 0, 0, 9))
    assert won.normalised(won.score) == math.inf and 0 < won.normalised(won.low) < math.inf
    assert estimate((0, 0, 9, 0, 0)).normalised(0.5) == 0
