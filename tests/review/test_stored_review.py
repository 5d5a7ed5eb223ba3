"""A review that is kept is read again as the same; what an older version judged is judged again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from damier.core.engine import Limit, Reason, think
from damier.core.record import Record
from damier.core.text import LANGUAGES
from damier.games import game as find_game
from damier.review.consultation import consult
from damier.review.finished_game import FinishedGame
from damier.review.judging import JUDGEMENTS
from damier.review.stored_review import StoredReview, fingerprint, show_review
from damier.table import Table

OLD = Path(__file__).parent.parent / "data" / "reviews"
"""Records and their reviews, as an older version kept them."""


def old(key: str) -> tuple[Record, dict[str, Any]]:
    content = json.loads((OLD / f"{key}.json").read_text(encoding="utf-8"))
    return Record.of(content["record"]), content["review"]


def taken_over(key: str) -> tuple[Record, dict[str, Any]]:
    """The same, as if this version had judged so."""
    record, content = old(key)
    return record, {**content, "of": fingerprint(record)}


def unpacked(content: str | None, record: Record) -> StoredReview:
    return StoredReview.unpack(content, record, Table.resume(find_game(record.game), record))


@pytest.mark.parametrize("key", ["tictactoe", "minesweeper", "quoridor"])
def test_what_is_kept_is_read_and_written_as_the_same(key: str) -> None:
    """Reasons without a kind and moves get none: that is all that is added."""
    record, content = taken_over(key)
    review = unpacked(json.dumps(content), record)
    assert [moment.move for moment in review.moments] == list(record.moves)
    assert {moment.judgement for moment in review.moments} <= set(JUDGEMENTS)
    assert any(moment["why"] for moment in content["moments"])
    for moment in content["moments"]:
        assert all(set(reason) == {"text", "cells"} for reason in moment["why"])
        moment["why"] = [{"kind": "", "moves": [], **reason} for reason in moment["why"]]
    packed = review.pack(find_game(key))
    assert json.loads(packed) == content
    assert unpacked(packed, record) == review


@pytest.mark.parametrize("key", ["tictactoe", "connect4"])
def test_a_reason_keeps_its_kind_and_the_moves_it_names(key: str) -> None:
    game = find_game(key)
    moves = ("b2", "a2", "a1", "c3", "c1", "b1", "a3") if key == "tictactoe" else tuple("4142434")
    table = Table(game, game.settle(), seed=0)
    for move in moves:
        table.play(game.read(move, table.view()))
    record, finished = table.record(), FinishedGame.at(table)
    moments = [
        consult(
            finished.judge_move(ply),
            lambda query: think(game.engines[query.level].make(0), query.view, Limit(nodes=2_000)),
        )
        for ply in range(len(moves))
    ]
    reasons: list[Reason] = [reason for moment in moments for reason in moment.why]
    assert any(reason.moves for reason in reasons) and all(reason.kind for reason in reasons)
    review = StoredReview(fingerprint(record), moments)
    assert StoredReview.unpack(review.pack(game), record, table) == review


@pytest.mark.parametrize("key", ["tictactoe", "minesweeper", "quoridor"])
def test_it_is_shown_in_every_language(key: str) -> None:
    record, content = taken_over(key)
    review = unpacked(json.dumps(content), record)
    points = (0.0,) if key == "minesweeper" else (1.0, 0.0)
    total = len(record.moves)
    shown = [show_review(find_game(key), review.moments, points, total, language) for language in LANGUAGES]
    assert all(len(one["graph"]) == total + 1 and one["done"] == total for one in shown)
    assert len({one["moments"][0]["title"] for one in shown}) == 3
    assert all("judgement" not in moment and "verdict" in moment for moment in shown[0]["moments"])
    half = show_review(find_game(key), review.moments[:2], points, total, "en")
    assert half["done"] == 2 and half["graph"] == shown[0]["graph"][:3], "nothing is told of the end"
    second = review.moments[1]
    assert half["graph"][2] == (second.chance if len(points) == 1 else 1 - second.chance), "as its card says"


@pytest.mark.parametrize("content", [None, "", "{", "[]", "null", '{"of": 1}'])
def test_what_cannot_be_read_is_no_review(content: str | None) -> None:
    record, _ = taken_over("tictactoe")
    assert unpacked(content, record).moments == []


@pytest.mark.parametrize("missing", ["verdict", "label", "then", "cost"])
def test_a_move_that_lacks_something_is_judged_again(missing: str) -> None:
    record, content = taken_over("tictactoe")
    del content["moments"][3][missing]
    assert unpacked(json.dumps(content), record).moments == []


@pytest.mark.parametrize("key", ["tictactoe", "minesweeper", "quoridor"])
def test_what_an_older_version_judged_is_judged_again(key: str) -> None:
    """It called moves the best that cost something, and mistakes what differs by less than its error."""
    record, content = old(key)
    assert content["moments"] and unpacked(json.dumps(content), record).moments == []


def test_another_game_has_another_review() -> None:
    record, content = taken_over("tictactoe")
    for other in (replace(record, moves=record.moves[:-1]), replace(record, ending="resigned", loser=0)):
        table = Table.resume(find_game("tictactoe"), record)
        assert StoredReview.unpack(json.dumps(content), other, table).moments == []
