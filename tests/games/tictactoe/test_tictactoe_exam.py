"""The exam of tic-tac-toe, against minimax on strings that shares nothing with the level or the rules."""

from __future__ import annotations

from functools import cache

from damier.games.tictactoe.tools.exam import EXAM

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
TURNS = ((6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6))
"""A quarter turn and a mirror, as where each cell comes from."""


def play(cells: str, cell: int) -> str:
    return cells[:cell] + mover(cells) + cells[cell + 1 :]


def mover(cells: str) -> str:
    return "x" if cells.count("x") == cells.count("o") else "o"


def won(cells: str) -> bool:
    return any(cells[a] != "." and cells[a] == cells[b] == cells[c] for a, b, c in LINES)


@cache
def points(cells: str) -> float:
    """For who moves."""
    if won(cells):
        return 0.0
    free = [cell for cell in range(9) if cells[cell] == "."]
    return max((1 - points(play(cells, cell)) for cell in free), default=0.5)


def worths(cells: str) -> dict[str, float]:
    """By the name of the cell; row 3 comes first."""
    return {f"{'abc'[i % 3]}{3 - i // 3}": 1 - points(play(cells, i)) for i in range(9) if cells[i] == "."}


def looks(cells: str) -> set[str]:
    """The eight ways to look at a board."""
    found = {cells}
    while True:
        more = {"".join(board[i] for i in turn) for board in found for turn in TURNS} | found
        if more == found:
            return found
        found = more


def reachable() -> set[str]:
    found, waiting = {"." * 9}, ["." * 9]
    while waiting:
        cells = waiting.pop()
        for cell in range(9):
            after = play(cells, cell) if cells[cell] == "." else cells
            if after not in found and not won(after) and "." in after:
                found.add(after)
                waiting.append(after)
    return found


def test_every_question_is_right() -> None:
    for question in EXAM.questions():
        assert question.worths == worths(question.position.removesuffix(" 3").replace("/", ""))


def test_every_position_where_moves_differ_is_asked_once() -> None:
    differ = {min(looks(cells)) for cells in reachable() if len(set(worths(cells).values())) > 1}
    asked = [min(looks(q.position.removesuffix(" 3").replace("/", ""))) for q in EXAM.questions()]
    assert len(asked) == len(set(asked)) == 431
    assert set(asked) == differ


def test_kinds() -> None:
    for question in EXAM.questions():
        stones = sum(question.position.count(sign) for sign in "xo")
        result, phase = question.kinds
        assert result == {1.0: "won", 0.5: "drawn"}[question.best]
        assert phase == ("opening" if stones < 3 else "middle" if stones < 5 else "end")
