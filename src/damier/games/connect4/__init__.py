"""Connect Four: the table of contents."""

from __future__ import annotations

from damier.core.engine import UNTIL_DONE, Level, Limit
from damier.core.game import Game, Tool
from damier.core.options import Options, read_size
from damier.core.text import Text
from damier.games.connect4.editor import EDITOR
from damier.games.connect4.levels.document import Child, Evaluator, Opponent
from damier.games.connect4.levels.humanlike import PEOPLE
from damier.games.connect4.levels.perfect import perfect
from damier.games.connect4.levels.searcher import LEGEND, searcher
from damier.games.connect4.notation import move_name, parse, read, split, text, translate, write
from damier.games.connect4.review_remarks import remark
from damier.games.connect4.rule_pictures import DEMO, PICTURES
from damier.games.connect4.rules import Column, Position, begin, fits
from damier.games.connect4.scene import GESTURES, scene
from damier.games.connect4.tools.complexity import SIZE, complexity
from damier.games.connect4.tools.exam import EXAM
from damier.games.connect4.tools.puzzles import PUZZLES
from damier.games.connect4.tools.solve import BOOK, SOLVE, solve

__all__ = ["GAME", "solve"]


def deal(options: Options, seed: int) -> Position:
    """The empty board; chance plays no part."""
    return begin(*read_size(str(options["size"])))


GAME: Game[Position, Position, Column] = Game(
    key="connect4",
    title=Text("Connect Four"),
    about=Text("four in a row before the other"),
    rules=(
        Text("Two players take turns to drop a disc into a column; it falls to the lowest free cell."),
        Text("Who first has four in a row, in a line, a column or a diagonal, wins."),
        Text("A full column takes no more discs; when the board is full without a four, nobody wins."),
        Text("A move is the letter of its column; d3 is the third cell of column d, counted from below."),
    ),
    example="......./......./....x../...xo../..xoo../xxoxo..",
    seat_names=(Text("yellow"), Text("red")),
    options={"size": SIZE},
    presets={size: {"size": size} for size in ("7x6", "8x7", "9x7", "6x5", "5x4")},
    deal=deal,
    view=lambda state, seat: state,
    write=write,
    read=read,
    text=text,
    parse=parse,
    scene=scene,
    gestures=GESTURES,
    engines={
        "opponent": Level(
            title=Text("Backwards"),
            about=Text("the cell that is worth least to the other side"),
            legend=Text("what a cell is worth to the other side: less is better"),
            flaw=Text("neither completes its own fours nor blocks yours, except by chance"),
            extra=True,
            make=Opponent,
            usual=UNTIL_DONE,
            words=("choosecaseforopponent", "adversaire", "adversario"),
        ),
        "child": Level(
            title=Text("Child"),
            about=Text("a favourite column until it is full; blocks a four"),
            legend=Text("the order in which it likes the columns, 1 first"),
            flaw=Text("has no plan: it fills one column after the other"),
            make=Child,
            usual=UNTIL_DONE,
        ),
        "evaluator": Level(
            title=Text("Evaluator"),
            about=Text("the cell of highest value, by the discs it lines up with"),
            legend=Text("the value of a cell: more is better"),
            flaw=Text("does not see that its disc may let you complete a four above it"),
            extra=True,
            make=Evaluator,
            usual=UNTIL_DONE,
            words=("evaluateur", "choosebestcase"),
        ),
        **PEOPLE,
        "searcher": Level(
            title=Text("Searcher"),
            about=Text("looks as many moves ahead as its time allows"),
            legend=LEGEND,
            flaw=Text("in the opening the end is out of its sight"),
            extra=True,
            make=searcher,
            words=("chercheur",),
        ),
        "perfect": Level(
            title=Text("Perfect"),
            about=Text("solves the position: the quickest win, the longest loss"),
            legend=LEGEND,
            flaw=Text("none: who begins and never errs can beat it"),
            make=perfect,
            fits=lambda view: fits(view.board),
            usual=UNTIL_DONE,
            patient=Limit(time=300.0),
            compiled=True,
            words=("parfait",),
        ),
    },
    tools={
        "complexity": Tool(
            Text("counts how many cells the evaluator's choice looks at, by size"), complexity
        ),
        "exam": EXAM,
        "solve": SOLVE,
        "book": BOOK,
        "puzzles": PUZZLES,
    },
    pictures=PICTURES,
    demo=tuple(DEMO.split()),
    remark=remark,
    longest=lambda first: first.empty,  # each fills a cell
    split=split,
    translate=translate,
    editor=EDITOR,
    options_of=lambda view: {"size": f"{view.board.width}x{view.board.height}"},
    move_name=move_name,
    signs=".",
)
