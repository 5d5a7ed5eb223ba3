"""The graph of chances: heights, gaps, and more moves than there is room for."""

from __future__ import annotations

import pytest

from damier.terminal.chance_graph import ROWS, WIDEST, chance_graph


def heights(lines: list[str]) -> list[int]:
    """How many rows of each column are not empty."""
    return [sum(row[column] != " " for row in lines) for column in range(len(lines[0]))]


@pytest.mark.parametrize("ascii", [True, False])
def test_a_bar_is_as_high_as_its_chance(ascii: bool) -> None:
    points = [step / ROWS for step in range(ROWS + 1)]
    lines = chance_graph(points, len(points), ascii=ascii)
    assert len(lines) == ROWS and heights(lines) == list(range(ROWS + 1))
    assert set("".join(lines)) == ({" ", "#"} if ascii else {" ", "█"})


def test_eighths_are_seen_but_not_in_plain_characters() -> None:
    assert chance_graph([0.5 + 0.5 / ROWS], 1)[ROWS // 2 - 1] == "▄"
    assert "".join(chance_graph([0.5 + 0.4 / ROWS], 1, ascii=True)) == "   ###"


def test_short_games_have_wide_bars_and_long_ones_means() -> None:
    assert len(chance_graph([0.5, 1.0], 80)[0]) == 2 * WIDEST
    assert len(chance_graph([0.5] * 30, 80)[0]) == 60
    long = chance_graph([0.0, 1.0] * 80, 40, ascii=True)
    assert heights(long) == [ROWS // 2] * 40
    assert max(map(len, chance_graph([0.3] * 4001, 33))) == 33


def test_what_nobody_knows_is_a_gap() -> None:
    assert heights(chance_graph([1.0, None, 1.0], 3)) == [ROWS, 0, ROWS]
    assert heights(chance_graph([1.0, None, None, None], 2)) == [ROWS, 0]
