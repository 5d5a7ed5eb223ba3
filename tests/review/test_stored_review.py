"""A review that is kept is read again as the same, those of the last version too."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from damier.core.record import Record
from damier.core.text import LANGUAGES
from damier.games import game as find_game
from damier.review.judging import TITLES
from damier.review.stored_review import StoredReview, show_review

OLD = Path(__file__).parent.parent / "data" / "reviews"
"""Records and their reviews, as the version before this package kept them."""


def old(key: str) -> tuple[Record, dict[str, Any]]:
    content = json.loads((OLD / f"{key}.json").read_text(encoding="utf-8"))
    return Record.of(content["record"]), content["review"]


@pytest.mark.parametrize("key", ["tictactoe", "minesweeper", "quoridor"])
def test_what_the_last_version_kept_is_read_and_written_as_the_same(key: str) -> None:
    record, content = old(key)
    review = StoredReview.unpack(json.dumps(content), record)
    assert [moment.move for moment in review.moments] == list(record.moves)
    assert {moment.judgement for moment in review.moments} <= set(TITLES)
    assert json.loads(review.pack()) == content
    assert StoredReview.unpack(review.pack(), record) == review


@pytest.mark.parametrize("key", ["tictactoe", "minesweeper", "quoridor"])
def test_it_is_shown_in_every_language(key: str) -> None:
    record, content = old(key)
    review = StoredReview.unpack(json.dumps(content), record)
    points = (0.0,) if key == "minesweeper" else (1.0, 0.0)
    total = len(record.moves)
    shown = [show_review(find_game(key), review.moments, points, total, language) for language in LANGUAGES]
    assert all(len(one["graph"]) == total + 1 and one["done"] == total for one in shown)
    assert len({one["moments"][0]["title"] for one in shown}) == 3
    assert all("judgement" not in moment and "verdict" in moment for moment in shown[0]["moments"])
    half = show_review(find_game(key), review.moments[:2], points, total, "en")
    assert half["done"] == 2 and len(half["graph"]) == 2, "nothing is told of the end before all is judged"


@pytest.mark.parametrize("content", [None, "", "{", "[]", "null", '{"of": 1}'])
def test_what_cannot_be_read_is_no_review(content: str | None) -> None:
    record, _ = old("tictactoe")
    assert StoredReview.unpack(content, record).moments == []


@pytest.mark.parametrize("missing", ["verdict", "label", "then", "cost"])
def test_a_move_that_lacks_something_is_judged_again(missing: str) -> None:
    record, content = old("tictactoe")
    del content["moments"][3][missing]
    assert StoredReview.unpack(json.dumps(content), record).moments == []


def test_another_game_has_another_review() -> None:
    record, content = old("tictactoe")
    for other in (replace(record, moves=record.moves[:-1]), replace(record, ending="resigned", loser=0)):
        assert StoredReview.unpack(json.dumps(content), other).moments == []
