"""Tic-tac-toe: the table of contents."""

from __future__ import annotations

from damier.core.engine import UNTIL_DONE, Level
from damier.core.game import Game
from damier.core.options import Options, Size, Whole, read_size
from damier.core.text import Text
from damier.games.tictactoe.editor import EDITOR
from damier.games.tictactoe.levels.big_boards import Apprentice, Strategist
from damier.games.tictactoe.levels.document import Easy, hard, normal
from damier.games.tictactoe.levels.perfect import PerfectOn3x3
from damier.games.tictactoe.notation import check_size, parse, read, text, translate, usual_line, write
from damier.games.tictactoe.review_remarks import remark
from damier.games.tictactoe.rule_pictures import DEMO, PICTURES
from damier.games.tictactoe.rules import BIGGEST, SMALLEST, Cell, Position, board
from damier.games.tictactoe.scene import GESTURES, scene
from damier.games.tictactoe.tools import enumeration
from damier.games.tictactoe.tools.exam import EXAM

INDEX = Text("the ten steps added up: the highest is the ideal cell")
"""What the document's levels count."""

PROMISE = Text("lines that can still be completed, less those of the other side")
"""What the levels for bigger boards count."""


def deal(options: Options, seed: int) -> Position:
    """The empty board; chance plays no part."""
    width, height = read_size(str(options["size"]))
    line = int(options["line"])
    check_size(width, height, line)
    return Position(board(width, height, line), (0, 0), 0)


def defaults(options: Options) -> Options:
    """How many in a row win, from the size."""
    return {"line": usual_line(*read_size(str(options.get("size", "3x3"))))}


def classic(view: Position) -> bool:
    """Whether it is the small board, which the document speaks of."""
    return (view.board.width, view.board.height) == (3, 3)


GAME: Game[Position, Position, Cell] = Game(
    key="tictactoe",
    title=Text("Tic-tac-toe"),
    about=Text("three in a row before the other"),
    rules=(
        Text("Two players take turns to put their sign on an empty cell; X begins."),
        Text("Who first has three in a row, column or diagonal wins; a full board is a draw."),
        Text(
            "Bigger boards ask for a longer line: four in a row on 5x5, five on 15x15. More in a row win too."
        ),
    ),
    example="x.o/.x./o.x 3",
    seat_names=(Text.literal("X"), Text.literal("O")),
    options={
        "size": Size(Text("width and height of the board"), (SMALLEST, SMALLEST), (BIGGEST, BIGGEST)),
        "line": Whole(Text("how many in a row win"), SMALLEST, BIGGEST),
    },
    presets={
        "3x3": {"size": "3x3", "line": 3},
        "4x4": {"size": "4x4", "line": 4},
        "5x5": {"size": "5x5", "line": 4},
        "gomoku": {"size": "15x15", "line": 5},
    },
    preset_titles={"gomoku": Text("Gomoku")},
    defaults=defaults,
    deal=deal,
    view=lambda state, seat: state,
    write=write,
    read=read,
    text=text,
    parse=parse,
    scene=scene,
    gestures=GESTURES,
    engines={
        "easy": Level(
            title=Text("Easy"),
            about=Text("any empty cell, at random"),
            flaw=Text("sees no line, neither its own nor yours"),
            make=Easy,
            usual=UNTIL_DONE,
        ),
        "normal": Level(
            title=Text("Normal"),
            about=Text("the ideal cell seven times in ten, else any"),
            legend=INDEX,
            flaw=Text("three moves in ten are chance, even when you threaten a line"),
            make=normal,
            usual=UNTIL_DONE,
            fits=classic,
        ),
        "hard": Level(
            title=Text("Hard"),
            about=Text("always the ideal cell: good, not perfect"),
            legend=INDEX,
            flaw=Text("falls for one fork when you begin"),
            make=hard,
            usual=UNTIL_DONE,
            fits=classic,
        ),
        "perfect": Level(
            title=Text("Perfect"),
            about=Text("searches 3x3 to the end"),
            flaw=Text("none: a draw is the most that you can get"),
            make=PerfectOn3x3,
            usual=UNTIL_DONE,
            fits=classic,
        ),
        "apprentice": Level(
            title=Text("Apprentice"),
            about=Text("bigger boards: completes lines and blocks them"),
            legend=PROMISE,
            flaw=Text("looks one move ahead: two threats at once beat it"),
            make=Apprentice,
            fits=lambda view: not classic(view),
        ),
        "strategist": Level(
            title=Text("Strategist"),
            about=Text("bigger boards: chains of threats, several moves ahead"),
            legend=PROMISE,
            flaw=Text("judges quiet moves by counting lines"),
            make=Strategist,
            fits=lambda view: not classic(view),
        ),
    },
    tools={"enumerate": enumeration.TOOL, "exam": EXAM},
    pictures=PICTURES,
    demo=tuple(DEMO.split()),
    remark=remark,
    longest=lambda first: len(first.moves()),  # each fills a cell
    translate=translate,
    editor=EDITOR,
    options_of=lambda view: {"size": f"{view.board.width}x{view.board.height}", "line": view.board.line},
    signs=".",
)
