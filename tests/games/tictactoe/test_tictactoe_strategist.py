"""The engine for bigger boards: its scratch board and its proofs against brute force, its play by matches."""

from __future__ import annotations

import random
import time
from functools import cache

import pytest
from tests.engines.mcts import Mcts

from damier.core.engine import Analysis, Engine, Limit, think
from damier.core.verdict import Loss, Win
from damier.engines.search import Search
from damier.games import game
from damier.games.tictactoe.levels.big_boards import Apprentice, Strategist
from damier.games.tictactoe.levels.line_counts import Sheet, spots
from damier.games.tictactoe.levels.threat_search import LONGEST, NEVER, PROVEN, Hunt
from damier.games.tictactoe.rules import Cell, Position

GAME = game("tictactoe")


def after(size: str, line: int, moves: str) -> Position:
    """The position after *moves*."""
    state: Position = GAME.begin(size=size, line=line)
    for word in moves.split():
        state = state.play(GAME.read(word, state))
    return state


def wander(size: str, line: int, stones: int, rng: random.Random) -> Position:
    """A random position with so many stones that goes on."""
    while True:
        state: Position = GAME.begin(size=size, line=line)
        while state.outcome() is None and sum(state.stones).bit_count() < stones:
            state = state.play(rng.choice(state.moves()))
        if state.outcome() is None:
            return state


def said(analysis: Analysis[Cell]) -> str:
    return "; ".join(str(reason.text) for reason in analysis.why)


# The scratch board


@pytest.mark.parametrize(("size", "line"), [("4x4", 3), ("5x5", 4), ("7x6", 5), ("15x15", 5), ("9x3", 9)])
def test_the_sheet_counts_as_a_fresh_count_does(size: str, line: int) -> None:
    rng = random.Random(line)
    for _ in range(12):
        sheet = Sheet(wander(size, line, rng.randrange(9), rng))
        history: list[tuple[int, int]] = []
        for _ in range(14):
            if history and rng.random() < 0.35:
                sheet.lift(*history.pop())
            else:
                # Either seat in any number: not only what comes up in games.
                history.append((rng.choice(spots(sheet.empty)), rng.randrange(2)))
                sheet.put(*history[-1])
            check_counts(sheet)


def check_counts(sheet: Sheet) -> None:
    """Count every line again, stone by stone."""
    width, height, k = sheet.board.width, sheet.board.height, sheet.board.line
    owner = {(spot % width, spot // width): s for s in (0, 1) for spot in spots(sheet.stones[s])}
    total, gaps = 0, [0, 0]
    short, half = [0, 0], [0, 0]
    for x, y in [(x, y) for x in range(width) for y in range(height)]:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            cells = [(x + i * dx, y + i * dy) for i in range(k)]
            if not (cells[-1][0] < width and 0 <= cells[-1][1] < height):
                continue
            for seat in (0, 1):
                if any(owner.get(cell) == 1 - seat for cell in cells):
                    continue
                stones = sum(cell in owner for cell in cells)
                total += sheet.tables.weights[stones] * (1 - 2 * seat)
                short[seat] += stones == k - 1
                half[seat] += stones == k - 2
                if stones == k - 1:
                    u, v = next(cell for cell in cells if cell not in owner)
                    gaps[seat] |= 1 << v * width + u
    assert sheet.total == total
    assert [len(windows) for windows in sheet.short] == short
    assert [len(windows) for windows in sheet.half] == half
    assert [sheet.gaps(seat) for seat in (0, 1)] == gaps


# Proofs


def has_line(rows: tuple[str, ...], k: int) -> bool:
    """Whether the rows hold k equal signs in a row, by spelling every row, column and diagonal."""
    height, width = len(rows), len(rows[0])
    spelt = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
    for shift in range(-height, width):
        spelt.append("".join(rows[y][y + shift] for y in range(height) if 0 <= y + shift < width))
        spelt.append("".join(rows[y][width - 1 - y - shift] for y in range(height) if 0 <= y + shift < width))
    return any(sign * k in words for sign in "xo" for words in spelt)


@cache
def exact(rows: tuple[str, ...], k: int) -> tuple[int, int]:
    """Who wins for the seat to move (-1, 0, 1) and in how many moves: quick wins, late losses."""
    if has_line(rows, k):
        return -1, 0
    flat = "".join(rows)
    if "." not in flat:
        return 0, 0
    sign = "xo"[flat.count("x") - flat.count("o")]
    results = []
    for y, row in enumerate(rows):
        for x in range(len(row)):
            if row[x] == ".":
                changed = row[:x] + sign + row[x + 1 :]
                result, moves = exact((*rows[:y], changed, *rows[y + 1 :]), k)
                results.append((-result, moves + 1))
                if -result == 1 and moves == 0:
                    return 1, 1
    return max(results, key=lambda entry: (entry[0], -entry[0] * entry[1]))


def exact_after(state: Position, move: Cell) -> tuple[int, int]:
    """The result of *move* for who makes it, and in how many moves, this one included."""
    rows = GAME.text(state.play(move)).split()[0].split("/")
    result, moves = exact(tuple(rows), state.board.line)
    return -result, moves + 1


BOARDS = [("4x4", 3, 7), ("4x4", 4, 8), ("5x4", 4, 12), ("6x3", 3, 10), ("5x5", 4, 16)]


@pytest.mark.parametrize(("size", "line", "stones"), BOARDS)
def test_what_is_called_proven_is_true(size: str, line: int, stones: int) -> None:
    rng = random.Random(5)
    claims = {True: 0, False: 0}
    for _ in range(12):
        state = wander(size, line, stones, rng)
        for analysis in (think(Strategist(1), state, Limit(depth=depth)) for depth in (1, 4)):
            for opinion in analysis.lines:
                if not opinion.proven:
                    continue
                result, moves = exact_after(state, opinion.move)
                wins = opinion.value > 0
                assert result == (1 if wins else -1), GAME.text(state)
                assert isinstance(opinion.verdict, Win if wins else Loss)
                assert opinion.verdict.n >= moves, "at the latest"
                claims[wins] += 1
    assert claims[True] and claims[False]


def test_a_loss_is_not_proven_while_a_reply_is_untried() -> None:
    # X has two open threes: every reply that is tried loses, and most are not tried.
    state = after("15x15", 5, "g8 a1 h8 o1 i8 a15 k10 o15 k11 h1 k12")
    search = Hunt(Sheet(state), Search(Limit()))
    chain = search.chain(0)
    assert chain is not None and len(chain) == 3, "the shortest first"
    assert search.chain(1) is None
    value = search.value(1, 2, -2 * PROVEN, 2 * PROVEN)
    assert LONGEST - PROVEN < value < -NEVER


@pytest.mark.parametrize(("size", "line", "stones"), BOARDS)
def test_a_search_to_the_end_finds_the_best_result(size: str, line: int, stones: int) -> None:
    rng = random.Random(6)
    for _ in range(10):
        state = wander(size, line, stones, rng)
        best = max(exact_after(state, move)[0] for move in state.moves())
        analysis = think(Strategist(1), state, Limit(depth=20))
        assert exact_after(state, analysis.move)[0] == best, GAME.text(state)


def test_chains_are_wins_that_nobody_can_stop() -> None:
    rng, found = random.Random(7), 0
    for _ in range(150):
        state = wander("5x5", 4, 16, rng)
        sheet = Sheet(state)
        chain = Hunt(sheet, Search(Limit())).chain(state.turn)
        assert sheet.stones == list(state.stones), "the board is as it was"
        if chain is not None:
            found += len(chain) > 1
            result, moves = exact_after(state, (chain[0] % 5, chain[0] // 5))
            assert result == 1 and moves <= len(chain)
    assert found > 5


# Play


def test_it_completes_and_blocks_a_five() -> None:
    state = after("15x15", 5, "h8 a1 i8 c1 j8 e1 k8")
    for level in (Strategist(0), Apprentice(0)):
        answer = think(level, state.play((6, 0)), Limit(nodes=2000))
        assert GAME.write(answer.move) in ("g8", "l8") and str(answer.lines[0].label) == "wins at once"
        assert "completes the line" in said(answer) and len(answer.why[0].cells) == 5
    state = after("15x15", 5, "h8 g8 i8 c1 j8 e1 k8")
    for level in (Strategist(0), Apprentice(0)):
        answer = think(level, state, Limit(nodes=2000))
        assert GAME.write(answer.move) == "l8"
        assert "blocks X's line on h8, i8, j8, k8, l8" in said(answer)


def test_it_finds_a_double_threat() -> None:
    # X has h8 i8 j8 (closed at g8) and l5 l6 l7 (closed at l4): l8 and k8 lie on both.
    state = after("15x15", 5, "h8 g8 i8 l4 j8 a1 l5 c1 l6 e1 l7 o15")
    answer = think(Strategist(0), state, Limit(nodes=3000))
    assert answer.lines[0].proven and str(answer.lines[0].label) == "wins in 2 own moves"
    assert GAME.write(answer.move) == "l8"
    assert "two lines at once, on k8, l9" in said(answer)


def test_it_finds_a_chain_of_threats() -> None:
    # No double threat at once: the first threat puts a stone where the second needs it.
    state = after("15x15", 5, "h8 g8 i8 a1 j8 c1 k9 e1 k10 a3 m12 o1 n13 o3")
    answer = think(Strategist(0), state, Limit(nodes=5000))
    assert answer.lines[0].proven and answer.lines[0].value > 0
    state = state.play(answer.move)
    for move in answer.lines[0].then:
        state = state.play(move)
    outcome = state.outcome()
    assert outcome is not None and outcome.points == (1.0, 0.0), "the continuation ends with the win"


def test_the_best_few_lines_say_what_is_expected() -> None:
    for words in ("h8 g8 i8", "h8 i9 i7 g9 j8 h10", "h8 g7 i8 e5 j8"):
        state = after("15x15", 5, words)
        answer = think(Strategist(0), state, Limit(depth=3))
        assert sum(bool(line.then) for line in answer.lines[:8]) >= 6, words


def test_a_lost_move_shows_how_it_loses() -> None:
    state = after("15x15", 5, "h8 a1 i8 a3 j8 a5 k8")  # X is about to complete five on either side
    answer = think(Strategist(0), state, Limit(depth=3))
    for line in answer.lines[:8]:
        assert line.proven and str(line.label) == "loses at once" and len(line.then) == 1
        outcome = state.play(line.move).play(line.then[0]).outcome()
        assert outcome is not None and outcome.points == (1.0, 0.0)


def test_it_meets_an_open_three() -> None:
    state = after("15x15", 5, "h8 g7 i8 e5 j8")
    answer = think(Strategist(0), state, Limit(nodes=3000))
    assert GAME.write(answer.move) in ("f8", "g8", "k8", "l8")
    assert "otherwise X wins by threats" in said(answer)
    assert str(answer.line(GAME.read("a1", state)).label) == "loses in 2 own moves"  # type: ignore[union-attr]


def test_it_makes_a_double_threat_in_two_on_a_small_board() -> None:
    state = after("5x5", 4, "c3 a1 c2 e1")
    answer = think(Strategist(0), state, Limit(nodes=4000))
    assert answer.lines[0].proven and answer.lines[0].value > 0


def test_the_middle_of_an_empty_board() -> None:
    answer = think(Strategist(0), GAME.begin("gomoku"), Limit())
    assert GAME.write(answer.move) == "h8" and answer.why


def test_every_cell_has_its_number_best_first() -> None:
    state = after("15x15", 5, "h8 i9 h9 h10")
    answer = think(Strategist(0), state, Limit(nodes=3000))
    assert {line.move for line in answer.lines} == set(state.moves())
    values = [line.value for line in answer.lines]
    assert values == sorted(values, reverse=True)
    assert answer.lines[0].move == answer.move
    assert len(think(Strategist(0), state, Limit(nodes=500, lines=3)).lines) == 3


@pytest.mark.parametrize(
    ("size", "line"), [("19x19", 5), ("19x19", 19), ("3x19", 3), ("4x3", 4), ("12x12", 7)]
)
def test_odd_boards_are_played_to_the_end_or_far(size: str, line: int) -> None:
    state: Position = GAME.begin(size=size, line=line)
    for _ in range(14):
        if state.outcome() is not None:
            break
        state = state.play(think(Strategist(3), state, Limit(nodes=150)).move)


def test_limits_are_kept_and_opinions_come_often() -> None:
    state = after("15x15", 5, "h8 i9 h9 h10 j8 g9")
    think(Strategist(0), state, Limit(nodes=10))  # tables are made once for a size
    began = time.perf_counter()
    first = last = time.process_time()  # what others do on the machine is no silence of ours
    longest = 0.0
    for _ in Strategist(0).think(state, Limit(time=0.6)):
        now = time.process_time()
        longest, last = max(longest, now - last), now
    assert time.perf_counter() - began > 0.5 and last - first < 1.2
    assert longest < 0.3, "50 ms by design"
    thoughts = Strategist(0).think(state, Limit(time=60))
    next(thoughts)
    began = time.process_time()
    thoughts.close()  # type: ignore[attr-defined]
    assert time.process_time() - began < 0.5
    assert think(Strategist(0), state, Limit(nodes=700)).nodes <= 720


def test_the_same_seed_plays_the_same() -> None:
    state = after("15x15", 5, "h8 i9")
    first = think(Strategist(4), state, Limit(nodes=2500))
    assert think(Strategist(4), state, Limit(nodes=2500)) == first


def play_match(setup: str, games: int, nodes: int, rival: Limit) -> float:
    """The points of Strategist against MCTS, beginning every other game."""
    points = 0.0
    for seed in range(games):
        state: Position = GAME.begin(setup)
        mine = seed % 2
        engines: list[tuple[Engine[Position, Cell], Limit]] = [
            (Strategist(seed), Limit(nodes=nodes)),
            (Mcts(seed, GAME.text), rival),
        ]
        while (outcome := state.outcome()) is None:
            engine, limit = engines[state.turn != mine]
            state = state.play(think(engine, state, limit).move)
        points += outcome.points[mine]
    return points


def test_it_beats_random_playouts_on_5x5() -> None:
    assert play_match("5x5", 8, 1000, Limit(nodes=300)) >= 7


def test_it_beats_random_playouts_on_15x15() -> None:
    assert play_match("gomoku", 2, 1000, Limit(nodes=300)) == 2
