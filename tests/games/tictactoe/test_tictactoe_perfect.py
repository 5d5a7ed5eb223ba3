"""Perfect play on 3x3, against a plain minimax on strings."""

from __future__ import annotations

from functools import cache

from damier.core.engine import Limit, think
from damier.games import game
from damier.games.tictactoe.levels.perfect import PerfectOn3x3, after
from damier.games.tictactoe.rules import Position

GAME = game("tictactoe")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@cache
def minimax(flat: str) -> tuple[int, int]:
    """Who wins for the seat to move (-1, 0, 1), and how many moves it takes: quick wins, late losses."""
    if any(flat[a] == flat[b] == flat[c] != "." for a, b, c in LINES):
        return -1, 0
    if "." not in flat:
        return 0, 0
    sign = "xo"[(9 - flat.count(".")) % 2]
    results = []
    for i in range(9):
        if flat[i] == ".":
            result, moves = minimax(flat[:i] + sign + flat[i + 1 :])
            results.append((-result, moves + 1))
    return max(results, key=lambda r: (r[0], -r[0] * r[1]))


def flat(state: Position) -> str:
    return GAME.text(state)[:-2].replace("/", "")


def states() -> list[Position]:
    """Every position that goes on."""
    todo, seen = [GAME.begin()], set()
    while todo:
        state = todo.pop()
        if state not in seen and state.outcome() is None:
            seen.add(state)
            todo += [state.play(move) for move in state.moves()]
    return list(seen)


def test_every_value_is_exact() -> None:
    for state in states():
        for move in state.moves():
            result, moves = minimax(flat(state.play(move)))
            worth = after(state, move)
            assert (worth > 0) - (worth < 0) == -result
            if worth:
                assert 10 - abs(worth) == moves + 1


def test_labels_say_what_is_proven() -> None:
    for state in states()[::23]:
        analysis = think(PerfectOn3x3(1), state, Limit())
        assert [line.value for line in analysis.lines] == sorted(
            (x.value for x in analysis.lines), reverse=True
        )
        for line in analysis.lines:
            result, moves = minimax(flat(state.play(line.move)))
            word, own = "wins" if result < 0 else "loses", (moves + 2) // 2
            expected = f"{word} in {own} own moves" if own > 1 else f"{word} at once"
            expected = expected if result else "draws"
            assert str(line.label) == expected and line.proven and line.why
            assert line.chance == (1 - result) / 2
            end = state.play(line.move)
            for move in line.then:
                end = end.play(move)
            assert end.outcome() is not None
        assert analysis.move in {x.move for x in analysis.lines if x.value == analysis.lines[0].value}


def test_perfect_never_loses() -> None:
    def worst(state: Position, seat: int) -> float:
        outcome = state.outcome()
        if outcome is not None:
            return outcome.points[seat]
        moves = [think(PerfectOn3x3(0), state, Limit()).move] if state.turn == seat else state.moves()
        return min(worst(state.play(move), seat) for move in moves)

    assert worst(GAME.begin(), 0) == 0.5
    assert worst(GAME.begin(), 1) == 0.5


def test_a_trap_and_a_fork_are_explained() -> None:
    opening = think(PerfectOn3x3(0), GAME.begin(), Limit())
    assert opening.move in {(0, 0), (2, 0), (0, 2), (2, 2)}, "a corner leaves one good reply in eight"
    assert "sets a trap" in str(opening.why[-1].text)
    fork = GAME.parse("x../o../.ox 3")
    lines = {GAME.write(line.move): line for line in think(PerfectOn3x3(0), fork, Limit()).lines}
    assert str(lines["b2"].why[0].text) == "completes the line on c1, b2, a3"
    assert str(lines["c3"].label) == "wins in 2 own moves"
    assert any("two lines at once, on b2, b3, c2" in str(reason.text) for reason in lines["c3"].why)
