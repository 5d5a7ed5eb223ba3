"""Exact values against full tables, which know no chains and no shortcuts, and against known results."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from damier.core.engine import Analysis, Limit, think
from damier.games import game
from damier.games.dots.chains import alone_value, layout
from damier.games.dots.notation import parse
from damier.games.dots.rules import Edge, Position, board, start
from damier.games.dots.solver import Solver

GAME = game("dots")
DATA = Path(__file__).parents[2] / "data" / "dots"
VALUES: dict[str, int] = json.loads((DATA / "values.json").read_text("utf-8"))
"""Margins by rows x columns and start; boards of ours are named width first."""
STARTS = {"american": "empty", "swedish": "swedish", "icelandic": "icelandic"}
Array = np.ndarray[Any, Any]


def box_edges(rows: int, columns: int) -> list[list[int]]:
    """The four edges of every box: level edges row by row, then upright ones, as OpenSpiel counts them."""
    level = (rows + 1) * columns
    return [
        [
            r * columns + c,
            (r + 1) * columns + c,
            level + r * (columns + 1) + c,
            level + r * (columns + 1) + c + 1,
        ]
        for r in range(rows)
        for c in range(columns)
    ]


@cache
def table(rows: int, columns: int) -> Array:
    """The margin of the open boxes for the side to move, for every set of drawn edges, backwards.

    The sets are cut into blocks by their high bits. A high edge leads to a block that is done, all at
    once; low edges lead from one number of drawn edges to the next within the block.
    """
    edges = (rows + 1) * columns + rows * (columns + 1)
    low = min(edges, 15)
    size, blocks = 1 << low, 1 << (edges - low)
    boxes = [sum(1 << e for e in box) for box in box_edges(rows, columns)]
    sets = np.arange(size)
    layers = [sets[np.bitwise_count(sets) == k] for k in range(low, -1, -1)]
    steps = [[(e, layer[layer >> e & 1 == 0]) for e in range(low)] for layer in layers]
    values = np.zeros((blocks, size), dtype=np.int8)

    def won(e: int, high: int) -> Array:
        """How many boxes edge e completes, for each low set in this block."""
        count = np.zeros(size, dtype=np.int8)
        for box in boxes:
            others = box & ~(1 << e)
            if box >> e & 1 and (others >> low) & ~high == 0:
                count += (sets & others & (size - 1)) == others & (size - 1)
        return count

    for high in range(blocks - 1, -1, -1):
        here = np.full(size, -100, dtype=np.int8)
        for e in range(low, edges):
            if not high >> (e - low) & 1:
                gain, child = won(e, high), values[high | 1 << (e - low)]
                np.maximum(here, np.where(gain > 0, gain + child, -child), out=here)
        gains = [won(e, high) for e in range(low)]
        signs = [np.where(gain > 0, 1, -1).astype(np.int8) for gain in gains]
        if high == blocks - 1:
            here[-1] = 0
        for layer in steps:
            for e, before in layer:
                value = gains[e][before] + signs[e][before] * here[before | 1 << e]
                here[before] = np.maximum(here[before], value)
        values[high] = here
    return values.reshape(-1)


def position(rows: int, columns: int, drawn: int) -> Position:
    return Position(board(columns, rows), drawn, (0, 0), 0)


def solve(view: Position) -> int:
    g = layout(view.board)
    return Solver(g).value(g.pack(view))


SMALL = [(1, 1), (1, 2), (2, 1), (1, 3), (4, 1), (2, 2), (1, 5), (2, 3), (3, 2)]


@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_the_solver_knows_every_position_of_small_boards(rows: int, columns: int) -> None:
    known = table(rows, columns)
    every = range(len(known))
    for drawn in every if len(known) <= 1 << 12 else random.Random(0).sample(every, 2500):
        assert solve(position(rows, columns, drawn)) == known[drawn], f"{rows}x{columns} {drawn:x}"


def test_what_is_expected_is_best_play_to_the_end() -> None:
    known = table(3, 3)
    rng = random.Random(3)
    told = 0
    for _ in range(60):
        drawn = sum(1 << edge for edge in rng.sample(range(24), rng.randrange(10, 23)))
        analysis = think(GAME.engines["searcher"].make(0), position(3, 3, drawn), Limit(nodes=10**6))
        for line in analysis.lines[:8]:
            state = position(3, 3, drawn)
            value = int(line.value)
            for move in (line.move, *line.then):
                after = state.play(move)
                won = sum(after.score) - sum(state.score)
                value = value - won if won else -value
                assert value == known[after.drawn], "nobody has given anything away"
                state = after
            assert state.outcome() is not None or len(line.then) == 12
            told += len(line.then)
    assert told > 1000


def test_the_solver_agrees_with_the_table_of_all_sets_of_3x3() -> None:
    known = table(3, 3)
    rng = random.Random(1)
    for _ in range(4000):
        drawn = rng.getrandbits(24) | rng.getrandbits(24)  # three edges of four drawn, quick to solve
        assert solve(position(3, 3, drawn)) == known[drawn], f"{drawn:x}"
    for _ in range(300):
        drawn = rng.getrandbits(24)
        assert solve(position(3, 3, drawn)) == known[drawn], f"{drawn:x}"


def test_the_searcher_proves_nothing_that_is_false() -> None:
    known = table(3, 3)
    rng = random.Random(2)
    proven = 0
    for _ in range(60):
        view = position(3, 3, rng.getrandbits(24))
        if not view.moves():
            continue
        analysis = think(GAME.engines["searcher"].make(0), view, Limit(nodes=600))
        for line in analysis.lines:
            after = view.play(line.move)
            won = sum(after.score)
            exact = won + known[after.drawn] if won else -known[after.drawn]
            if line.proven:
                proven += 1
                assert line.value == exact
        if analysis.lines[0].proven:
            assert analysis.lines[0].value == known[view.drawn]
    assert proven > 400


def board_of(name: str) -> tuple[int, int, str]:
    size, kind = name.split()
    rows, columns = map(int, size.split("x"))
    return rows, columns, STARTS[kind]


def has_small_table(name: str) -> bool:
    rows, columns, _ = board_of(name)
    return (rows + 1) * columns + rows * (columns + 1) <= 19 or (rows, columns) == (3, 3)


def is_soon_solved(name: str) -> bool:
    rows, columns, kind = board_of(name)
    free = len(start(columns, rows, kind).moves())
    return free <= 18 or (free <= 24 and kind == "swedish")


@pytest.mark.parametrize("name", [name for name in VALUES if has_small_table(name)])
def test_known_margins_by_table(name: str) -> None:
    rows, columns, kind = board_of(name)
    assert table(rows, columns)[start(columns, rows, kind).drawn] == VALUES[name]


@pytest.mark.parametrize("name", [name for name in VALUES if is_soon_solved(name)])
def test_known_margins_by_the_solver(name: str) -> None:
    rows, columns, kind = board_of(name)
    assert solve(start(columns, rows, kind)) == VALUES[name]
    assert solve(start(rows, columns, kind)) == VALUES[name], "lying on its side"


def lines() -> list[tuple[str, int, int, int]]:
    found = []
    for line in (DATA / "positions.txt").read_text("utf-8").splitlines():
        size, drawn, margin = line.split()
        rows, columns = map(int, size.split("x"))
        found.append((f"{columns}x{rows} {drawn}", int(margin), rows, columns))
    return found


def test_known_positions_through_the_search() -> None:
    """Those with so few free edges that a proof is quick."""
    asked = 0
    for words, margin, rows, columns in lines():
        view = parse(words)
        if (rows, columns) == (3, 3):
            assert table(3, 3)[view.drawn] == margin
        if len(view.moves()) > {9: 17, 12: 20, 16: 24, 25: 29}[rows * columns]:
            continue
        asked += 1
        best = think(GAME.engines["searcher"].make(0), view, Limit(nodes=9000, lines=1)).lines[0]
        assert best.proven and best.value == margin, words
    assert asked > 300


def ask(drawn: str) -> tuple[Analysis[Edge], dict[int, int]]:
    """The opinion on a position of 3x3, and the proven margin of every edge by its number."""
    view = parse(f"3x3 {drawn}")
    analysis = think(GAME.engines["searcher"].make(0), view, Limit(nodes=40_000))
    assert all(line.proven for line in analysis.lines)
    number = {edge: i for i, edge in enumerate(view.board.edges)}
    return analysis, {number[line.move]: round(line.value) for line in analysis.lines}


def test_leaving_two_boxes_of_a_chain() -> None:
    analysis, margins = ask("9bcecb")
    assert margins[21] == 4 and max(value for edge, value in margins.items() if edge != 21) == 2
    assert analysis.lines[0].label.show() == "+4 boxes"
    assert str(analysis.why[-1].text) == "every other edge ends at least 2 boxes worse"
    # The box is taken; now to take the other two would end at -2 in all.
    analysis, margins = ask("bbcecb")
    assert margins == {8: 3, 22: -3, **dict.fromkeys((2, 4, 5, 12, 13, 18), -7)}
    why = [str(reason.text) for reason in analysis.why]
    assert why[0] == "leaves 2 boxes, after which the other side must move"
    assert len(analysis.why[0].cells) == 3
    assert why[-1] == "every other edge ends at least 6 boxes worse"
    assert str(analysis.lines[-1].why[0].text) == "gives 7 boxes away"


def test_leaving_four_boxes_of_a_loop() -> None:
    _, margins = ask("bb1d37")
    assert margins[7] == 1 and max(value for edge, value in margins.items() if edge != 7) == -1


def test_a_sacrifice_where_every_safe_edge_loses() -> None:
    _, margins = ask("68a143")
    assert {edge for edge, value in margins.items() if value == 1} == {4, 5, 14, 18}
    assert max(value for edge, value in margins.items() if edge not in {4, 5, 14, 18}) <= -3


def test_one_edge_loses_least() -> None:
    _, margins = ask("750836")
    assert margins[3] == -1 and max(value for edge, value in margins.items() if edge != 3) <= -5


def test_only_chains_are_left() -> None:
    analysis, margins = ask("b48e7b")
    assert set(margins.values()) == {-4}
    assert analysis.lines[0].chance == 0
    assert alone_value((3, 5), ()) == -4


def test_chances_count_the_boxes_won_before() -> None:
    for owners, chance in (("2..", 1.0), ("22..", 0.5), ("222..", 0.0)):
        width = len(owners)
        # All is drawn but the edge between the last two boxes.
        drawn = board(width, 1).full & ~(1 << (3 * width - 1))
        view = parse(f"{width}x1 {drawn:x} {owners} 1")
        line = think(GAME.engines["searcher"].make(0), view, Limit(nodes=1000)).lines[0]
        assert line.value == 2 and line.chance == chance and line.proven
