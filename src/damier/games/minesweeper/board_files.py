"""Boards that other programs keep with their mines, as bytes: .mbf and .abf.

Width and height are a byte each, the number of mines two bytes, the greater first; then two bytes for each
mine, its column and its row from 0.
"""

from __future__ import annotations

from damier.core.text import Text, Unreadable
from damier.games.minesweeper.first_dig import first_cell
from damier.games.minesweeper.given_boards import GivenBoard
from damier.games.minesweeper.rules import Field, generate_map
from damier.games.minesweeper.visible_board import COVERED, LARGEST, Board, Cell, Move

HEAD = 4
"""Bytes before the mines."""

CONTROL = bytes(range(9))
"""No text has these."""


def read_bytes(content: bytes) -> tuple[Field, Move] | None:
    """The covered board with its mines and a first dig that opens something; None for what may be text."""
    if len(content) < HEAD or not any(byte in CONTROL for byte in content):
        return None
    width, height, mines = content[0], content[1], int.from_bytes(content[2:HEAD], "big")
    pairs = zip(content[HEAD::2], content[HEAD + 1 :: 2], strict=False)
    mined = frozenset(y * width + x for x, y in pairs if x < width and y < height)
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise Unreadable(
            Text(
                "a board has 1 to {most} columns and rows, not {size}", most=LARGEST, size=f"{width}x{height}"
            )
        )
    if len(content) != HEAD + 2 * mines or len(mined) != mines or mines >= width * height:
        raise Unreadable(
            Text("this is no whole board of mines: {size} with {n} mines", size=f"{width}x{height}", n=mines)
        )
    board = GivenBoard(width, height, _first(width, height, mined), mined)
    field = board.field()
    return field, field.board.grid.acts["dig"][board.first]


def _first(width: int, height: int, mined: frozenset[Cell]) -> Cell:
    """The cell where a level would begin, or the nearest to it that opens its neighbours, or is safe."""
    truth = generate_map(height, width, mined)
    wanted = first_cell(Board(width, height, len(mined), COVERED * (width * height)))

    def worse(cell: Cell) -> tuple[bool, int, Cell]:
        far = max(abs(cell % width - wanted % width), abs(cell // width - wanted // width))
        return truth[cell] != "0", far, cell

    return min((cell for cell in range(width * height) if cell not in mined), key=worse)
