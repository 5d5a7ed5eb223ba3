"""Tic-tac-toe: the table of contents."""

from __future__ import annotations

from damier.core.engine import Level
from damier.core.game import Game
from damier.core.options import Options, Size, Whole, read_size
from damier.core.text import Text, Unreadable
from damier.games.tictactoe.notation import parse, read, text, write
from damier.games.tictactoe.rules import Cell, Position, board
from damier.games.tictactoe.scene import scene
from damier.games.tictactoe.teaching import Easy


def deal(options: Options, seed: int) -> Position:
    """The empty board; chance plays no part."""
    width, height = read_size(str(options["size"]))
    line = int(options["line"])
    if line > max(width, height):
        raise Unreadable(
            Text(
                "{n} in a row do not fit on {size}: choose 3 to {high}",
                n=line,
                size=str(options["size"]),
                high=max(width, height),
            )
        )
    return Position(board(width, height, line), (0, 0), 0)


def usual_line(options: Options) -> Options:
    """Three in a row on small boards, four from 5x5, five from 8x8."""
    shorter = min(read_size(str(options["size"]))) if "size" in options else 3
    return {"line": 3 if shorter < 5 else 4 if shorter < 8 else 5}


GAME: Game[Position, Position, Cell] = Game(
    key="tictactoe",
    title=Text("Tic-tac-toe"),
    about=Text("three in a row before the other"),
    rules=(
        Text("Two players take turns to put their sign on an empty cell; X begins."),
        Text("Who first has three in a row, column or diagonal wins; a full board is a draw."),
        Text("Bigger boards ask for a longer line: four in a row on 5x5, five on 15x15."),
    ),
    example="x.o/.x./o.x 3",
    seat_names=(Text.literal("X"), Text.literal("O")),
    options={
        "size": Size(Text("width and height of the board"), (3, 3), (19, 19)),
        "line": Whole(Text("how many in a row win"), 3, 19),
    },
    presets={
        "3x3": {"size": "3x3", "line": 3},
        "5x5": {"size": "5x5", "line": 4},
        "gomoku": {"size": "15x15", "line": 5},
    },
    defaults=usual_line,
    deal=deal,
    view=lambda state, seat: state,
    write=write,
    read=read,
    text=text,
    parse=parse,
    scene=scene,
    engines={
        "easy": Level(title=Text("Easy"), about=Text("any empty cell, at random"), make=Easy),
    },
)
