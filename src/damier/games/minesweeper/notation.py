"""Moves as ``d3,4`` in files: dig, flag, unflag or chord, x from the left and y from the top, both from 1.

People read ``c4``, ``flag c4``, ``unflag c4`` and ``around c4``: a column is a letter, a row a number.

Boards as ``.1F/.21/... 2``: rows from the top and how many mines there are. A cell is covered ``.``, has a
flag ``F`` or shows its number ``0`` to ``8``; after the end also a mine ``m``, a mine that went off ``*``
or a flag that was wrong ``x``. Behind the mines stands ``safe`` where the first dig promises its cell alone,
and ``no-guess`` where it is promised that no guess is needed.
"""

from __future__ import annotations

import re

from damier.core.grid import cell_name, no_cell, read_cell
from damier.core.text import Text, Unreadable
from damier.games.minesweeper.starts import OPENING, STARTS
from damier.games.minesweeper.visible_board import (
    COVERED,
    EXPLODED,
    FLAG,
    LARGEST,
    MINE,
    NUMBERS,
    WRONG,
    Act,
    Board,
    Move,
)

LETTERS: dict[Act, str] = {"dig": "d", "flag": "f", "unflag": "u", "chord": "c"}
"""The act as the first letter of a move."""

WORDS: dict[Act, str] = {
    "dig": "d dig open creuser creuse ouvrir cavar cava excavar abrir",
    "flag": "f flag mark drapeau marquer poser bandera marcar poner",
    "unflag": "u unflag unmark retirer enlever démarquer demarquer quitar retirar desmarcar",
    "chord": "c chord around autour accord dégager degager alrededor acorde despejar",
}
"""What people may write for each act, in the three languages."""

NO_GUESS = "no-guess"
"""Behind the mines of a board: no guess is needed."""

PROMISES = [[*start, *more] for start in ([], *([one] for one in STARTS)) for more in ([], [NO_GUESS])]
"""What may stand there."""

ACTS: dict[str, Act] = {word: act for act, words in WORDS.items() for word in words.split()}


def write(move: Move) -> str:
    """``d3,4``."""
    return f"{LETTERS[move.act]}{move.x + 1},{move.y + 1}"


def move_name(written: str) -> Text:
    """``c4`` for ``d3,4``, ``flag c4`` for ``f3,4``."""
    letter, (x, y) = written[:1], map(int, written[1:].split(","))
    cell = cell_name(x - 1, y - 1)
    match letter:
        case "f":
            return Text("flag {cell}", cell=cell)
        case "u":
            return Text("unflag {cell}", cell=cell)
        case "c":
            return Text("around {cell}", cell=cell)
    return Text.literal(cell)


def read(typed: str, view: Board) -> Move:
    """A legal move from ``c4`` (dig), ``flag c4``, ``fc4``, ``drapeau c4``, or ``d3,4``, ``flag 3 4``."""
    typed = " ".join(typed.split())  # so that the patterns have one way only to read spaces
    if match := re.fullmatch(r"([^\W\d_]*) ?([0-9]{1,9}) ?[ ,;:/] ?([0-9]{1,9})", typed):
        word, x, y = match[1], int(match[2]) - 1, int(match[3]) - 1
        if not (0 <= x < view.width and 0 <= y < view.height):
            raise Unreadable(no_cell(f"{match[2]},{match[3]}", view.width, view.height))
    elif match := re.fullmatch(r"(?:([^\W\d_]+) )?([^\W\d_]+)([0-9]{1,9})", typed):
        word, cell = (match[1], match[2]) if match[1] else _act_apart(match[2])
        x, y = read_cell(f"{cell}{match[3]}", view.width, view.height)
    else:
        raise Unreadable(_no_move(typed))
    act = ACTS.get(word.casefold() or "d")
    if act is None:
        raise Unreadable(
            Text("'{word}' is nothing to do here: write dig, flag, unflag or chord", word=word[:40])
        )
    move = Move(act, x, y)
    view.check(move)
    return move


def _act_apart(letters: str) -> tuple[str, str]:
    """The act and the column of ``fc`` in ``fc4``; no board is so wide that ``fc`` is a column of its own."""
    for end in (len(letters) - 1, len(letters) - 2):
        if letters[:end].casefold() in ACTS:
            return letters[:end], letters[end:]
    return "", letters


def _no_move(typed: str) -> Text:
    return Text(
        "'{word}' is not a move: write {dig} to dig, {flag} to flag, {unflag} to take a flag away, "
        "{chord} to dig around a number",
        word=typed[:40],
        **{act: move_name(f"{letter}3,4") for act, letter in LETTERS.items()},
    )


def text(view: Board) -> str:
    """The board as one line."""
    rows = (view.cells[i : i + view.width] for i in range(0, len(view.cells), view.width))
    promises = [view.start] * (view.start != OPENING) + [NO_GUESS] * view.no_guess
    return " ".join(["/".join(rows), str(view.mines), *promises])


def parse(line: str) -> Board:
    """The board of one line. Its numbers need not be possible while it is open; its form must be."""
    board = read_signs(line)
    _check(board)
    return board


def read_signs(line: str) -> Board:
    """What the cells of one line show, whether or not that can be."""
    parts = line.split()
    rows = parts[0].split("/") if parts else [""]
    width, height, cells = len(rows[0]), len(rows), "".join(rows)
    known = set(NUMBERS) | {COVERED, FLAG, MINE, EXPLODED, WRONG}
    if (
        len(parts) < 2
        or not (1 <= width <= LARGEST and height <= LARGEST)
        or any(len(row) != width for row in rows)
        or not set(cells) <= known
        or re.fullmatch("[0-9]{1,4}", parts[1]) is None
        or parts[2:] not in PROMISES
    ):
        raise Unreadable(
            Text(
                "'{words}' is not a board: write rows from the top and the number of mines, as in {example}",
                words=line[:60],
                example=".1F/.21/... 2",
            )
        )
    start = next((word for word in parts[2:] if word in STARTS), OPENING)
    return Board(width, height, int(parts[1]), cells, start=start, no_guess=NO_GUESS in parts[2:])


def _check(board: Board) -> None:
    """Refuses a number of mines that cannot be, and an end that the rules do not show."""
    cells, mines = board.cells, board.mines
    if mines >= len(cells):
        raise Unreadable(too_many(mines, board.width, board.height))
    covered = cells.count(COVERED) + cells.count(FLAG)
    ended = any(sign in cells for sign in (MINE, EXPLODED, WRONG))
    if not ended:
        if covered < mines:
            raise Unreadable(
                Text("{n} mines do not fit under the covered cells ({covered})", n=mines, covered=covered)
            )
        return
    shown = cells.count(MINE) + cells.count(EXPLODED)
    if covered or shown != mines or (WRONG in cells and EXPLODED not in cells):
        raise Unreadable(Text("a board that is over shows every cell, and its {n} mines", n=mines))
    for cell, sign in enumerate(cells):
        beside = sum(cells[i] in (MINE, EXPLODED) for i in board.grid.around[cell])
        if sign in NUMBERS and int(sign) != beside:
            raise Unreadable(
                Text(
                    "the {number} at {cell} is wrong: it has {n} mines beside it",
                    number=int(sign),
                    cell=board.grid.names[cell],
                    n=beside,
                )
            )


def too_many(mines: int, width: int, height: int) -> Text:
    """What would be right where one cell at least must be free."""
    return Text(
        "{n} mines do not fit on {size}: choose 0 to {high}",
        n=mines,
        size=f"{width}x{height}",
        high=width * height - 1,
    )
