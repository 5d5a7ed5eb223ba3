"""What is said of a dig in a review, against brute force over all arrangements."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from damier.core.engine import Limit, Line, think
from damier.core.verdict import Score
from damier.games import game
from damier.games.minesweeper import review_remarks
from damier.games.minesweeper.rules import begin
from damier.games.minesweeper.visible_board import Board, Move

GAME = game("minesweeper")


def arrangements(board: Board) -> list[set[int]]:
    """Every set of mines that fits the numbers."""
    w = board.width
    covered = [cell for cell, sign in enumerate(board.cells) if sign in ".F"]
    numbers = [(cell, int(sign)) for cell, sign in enumerate(board.cells) if sign.isdigit()]
    return [
        set(mines)
        for mines in combinations(covered, board.mines)
        if all(
            sum(abs(o % w - cell % w) <= 1 and abs(o // w - cell // w) <= 1 for o in mines) == number
            for cell, number in numbers
        )
    ]


def percent(share: float) -> str:
    if share == 1:
        return "100"
    return "<1" if round(100 * share) < 1 else ">99" if round(100 * share) > 99 else str(round(100 * share))


def expected(board: Board, move: Move, best: Move) -> str | None:
    """The sentence for *move*, from the arrangements one by one."""
    if move.act in ("flag", "unflag"):
        return None
    every = arrangements(board)
    w = board.width
    cell = move.y * w + move.x
    dug = [cell]
    if move.act == "chord":
        dug = [i for i, sign in enumerate(board.cells) if sign == "." and i in board.grid.around[cell]]
    covered = [i for i, sign in enumerate(board.cells) if sign in ".F"]
    share = {i: sum(i in mines for mines in every) / len(every) for i in covered}
    safe = {f"{'abcdefgh'[i % w]}{i // w + 1}" for i in covered if share[i] == 0}
    risk = sum(any(i in mines for i in dug) for mines in every) / len(every)
    named = f"{'abcdefgh'[best.x]}{best.y + 1}"
    if risk == 0:
        return None
    assert not safe or named in safe, "the engine knows a safe cell where there is one"
    if any(share[i] == 1 for i in dug):
        return "it was certain that a mine is here" + (f", and {named} was safe" if safe else "")
    if safe:
        return f"a guess: {percent(risk)}% mine, and a safe cell was missed: {named}"
    least = min(share.values())
    if risk < least + 1e-9:
        return f"a guess: {percent(risk)}% mine, nothing was safer"
    if percent(risk) == percent(least):
        return f"a guess: {percent(risk)}% mine"
    return f"a guess: {percent(risk)}% mine, though {percent(least)}% was to be had"


def opinion(move: Move, chance: float = 0.5) -> Line[Move]:
    return Line(move=move, value=chance, chance=chance, verdict=Score(0.0))


def test_remarks_tell_the_odds_of_brute_force() -> None:
    told: Counter[str] = Counter()
    for seed in range(25):
        rng = random.Random(seed)
        field = begin(5, 4, 5, seed)
        field = field.play(rng.choice([move for move in field.moves() if move.act == "dig"]))
        while not field.board.over:
            analysis = think(GAME.engines["odds"].make(0), field.board, Limit())
            best = analysis.lines[0]
            for move in field.moves():
                played = analysis.line(move) or opinion(move)
                said = GAME.remark(field.board, played, best)
                assert (None if said is None else str(said)) == expected(field.board, move, best.move)
                told[f"{move.act} {said.message if said else 'nothing'}"] += 1
            moves = field.moves()
            field = field.play(rng.choice([move for move in moves if move.act != "dig"] or moves))
            digs = [move for move in field.moves() if move.act == "dig"]
            if digs and rng.random() < 0.5:
                field = field.play(rng.choice(digs))
    kinds = {kind.partition(" ")[2] for kind in told}
    assert len(kinds) >= 6, told
    assert any(kind.startswith("chord a guess") for kind in told), told
    assert any(kind.startswith("chord it was certain") for kind in told), told


def test_the_first_dig_and_flags_are_no_guess() -> None:
    untouched = GAME.begin(seed=1).board
    flagged = GAME.parse("F1./... 1")
    for view in (untouched, flagged):
        for move in view.moves():
            if view is untouched or move.act in ("flag", "unflag"):
                assert GAME.remark(view, opinion(move), opinion(view.moves()[0])) is None


def test_what_is_too_much_to_count_is_not_guessed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    view = GAME.parse("01......1/011.....1/001.....1/001...... 6")
    unsure, safe, mine = Move("dig", 7, 0), Move("dig", 3, 0), Move("dig", 2, 0)
    assert "a guess: " in str(GAME.remark(view, opinion(unsure), opinion(safe)))
    monkeypatch.setattr(review_remarks, "COUNTING_STEPS", 3)
    assert str(GAME.remark(view, opinion(unsure), opinion(safe))) == "a safe cell was missed: d1"
    assert str(GAME.remark(view, opinion(mine), opinion(safe))).endswith("and d1 was safe")
    assert GAME.remark(view, opinion(safe), opinion(safe)) is None
    barely = GAME.parse("....../.1..2./......  5")
    assert GAME.remark(barely, opinion(Move("dig", 0, 0)), opinion(Move("dig", 0, 0))) is None


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_remarks_are_said_in_every_language(language: str) -> None:
    view = GAME.parse("1./.. 1")
    said = GAME.remark(view, opinion(Move("dig", 1, 1)), opinion(Move("dig", 1, 0)))
    assert said is not None and "33" in said.show(language)
    assert (language == "en") == ("a guess" in said.show(language))
