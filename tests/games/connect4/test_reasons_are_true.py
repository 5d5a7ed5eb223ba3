"""Every sentence about a move is true, on random positions of three sizes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.games.connect4.scored import scores_of
from tests.games.connect4.told import Told, along, somewhere

from damier.core.text import LANGUAGES
from damier.engines.exact import principal
from damier.games.connect4.reasons import explain, verdict_of
from damier.games.connect4.solver import solver
from damier.games.connect4.tactics import follow_up


def told(size: str, rng: random.Random) -> Iterator[Told]:
    """Every move of a position, with exact knowledge of it."""
    view = somewhere(rng, size)
    if view is None:
        return
    solved = solver(view.board.width, view.board.height)
    scores = scores_of(solved, view)
    for move, score in scores.items():
        after = view.play(move)
        then = principal(solved, after, -score, 10**6) if after.outcome() is None else ()
        yield Told(solved, view, move, scores, then)


@pytest.mark.parametrize("size", ["7x6", "6x5", "5x4"])
def test_every_reason_is_true(size: str) -> None:
    rng = random.Random(f"true on {size}")
    kinds: Counter[str] = Counter()
    for _ in range(70):
        for case in told(size, rng):
            given = case.then[: rng.choice((0, 3, 99))]
            why = explain(case.solver, case.view, case.move, case.scores, given)
            assert 1 <= len(why) <= 4
            for reason in why:
                assert reason.cells and len(set(reason.cells)) == len(reason.cells)
                kinds[case.check(reason)] += 1
                case.agrees(reason)
                shown = [reason.text.show(language) for language in LANGUAGES]
                assert len(set(shown)) == len(LANGUAGES), "translated"
                assert not any(sign in words for words in shown for sign in "{}")
    usual = {"fork", "stack", "waiting", "four", "given", "cost", "blocks", "plain_draw"}
    assert usual <= set(kinds), kinds
    if size == "7x6":
        rare = {"cornered", "gift", "forced", "answered", "all_lose", "only_win", "odd", "even", "held"}
        assert rare <= set(kinds), kinds


@pytest.mark.parametrize("size", ["7x6", "6x5", "5x4"])
def test_labels_agree_with_the_line_played_out(size: str) -> None:
    rng = random.Random(f"labels on {size}")
    seen: Counter[str] = Counter()
    for _ in range(40):
        for case in told(size, rng):
            *_, end = along(case.after, case.then)
            n = getattr(verdict_of(case.score, case.view), "n", None)
            seen[verdict_of(case.score, case.view).kind] += 1
            outcome = end.outcome()
            assert outcome is not None
            if case.score == 0:
                assert n is None and not end.won
                continue
            winner = case.view.turn if case.score > 0 else 1 - case.view.turn
            assert end.won and 1 - end.turn == winner
            assert n == sum(end.discs).bit_count() - sum(case.view.discs).bit_count()
    assert min(seen.values()) > 10 and len(seen) == 3


@pytest.mark.parametrize("size", ["7x6", "6x5", "5x4"])
def test_a_plan_never_promises_too_much(size: str) -> None:
    """What answering right above reaches is not more than the exact score, where anything is claimed."""
    rng = random.Random(f"plans on {size}")
    kinds: Counter[str] = Counter()
    for _ in range(600):
        view = somewhere(rng, size)
        sure = follow_up(view) if view is not None else None
        if view is None or sure is None:
            continue
        score = solver(view.board.width, view.board.height).score(view)
        if sure.waiting or sure.gift:
            kinds["waiting" if sure.waiting else "gift"] += 1
            assert score < 0
        else:
            kinds["held"] += 1
            assert score <= 0
    assert len(kinds) == 3 and kinds.total() > 40, kinds
