"""Dots and Boxes: the table of contents."""

from __future__ import annotations

from damier.core.engine import UNTIL_DONE, Level
from damier.core.game import Game
from damier.core.options import Choice, Options, read_size
from damier.core.text import Text, Unreadable
from damier.games.dots.editor import EDITOR
from damier.games.dots.levels.document import Easy, Hard, Medium, VeryEasy
from damier.games.dots.levels.searcher import Searcher
from damier.games.dots.notation import SIZE, parse, read, text, write
from damier.games.dots.review_remarks import remark
from damier.games.dots.rule_pictures import DEMO, PICTURES
from damier.games.dots.rules import STARTS, Edge, Position, start
from damier.games.dots.scene import GESTURES, scene
from damier.games.dots.tools.exam import EXAM

BOXES = Text("boxes that an edge gains, less those that it gives away")
"""What the document's levels count."""


def deal(options: Options, seed: int) -> Position:
    """The first position; chance plays no part."""
    width, height = read_size(str(options["size"]))
    first = start(width, height, str(options["start"]))
    if first.outcome() is not None:
        raise Unreadable(
            Text("a single box with its border drawn is complete: choose a bigger board or another start")
        )
    return first


GAME: Game[Position, Position, Edge] = Game(
    key="dots",
    title=Text("Dots and Boxes"),
    about=Text("draw the last side of a box and it is yours"),
    rules=(
        Text("Two players take turns to draw one edge between two neighbouring dots; yellow begins."),
        Text("Who draws the fourth side of a box owns it, two boxes at once if so, and must draw again."),
        Text("When every edge is drawn, who has more boxes wins; the same number is a draw."),
        Text(
            "An edge is a box and its side, t, r, b or l: a1t is the top of a1, the box at the bottom left."
        ),
        Text("The board may begin with its border drawn (swedish) or only the top and the left (icelandic)."),
    ),
    example="3x3 683c9d 1../.../.2. 1",
    seat_names=(Text("yellow"), Text("red")),
    options={
        "size": SIZE,
        "start": Choice(Text("what is drawn at the start"), STARTS),
    },
    presets={
        "5x5": {"size": "5x5", "start": "empty"},
        "3x3": {"size": "3x3", "start": "empty"},
        "4x4": {"size": "4x4", "start": "empty"},
        "7x7": {"size": "7x7", "start": "empty"},
        "swedish": {"size": "5x5", "start": "swedish"},
        "icelandic": {"size": "5x5", "start": "icelandic"},
    },
    preset_titles={"swedish": Text("Swedish"), "icelandic": Text("Icelandic")},
    deal=deal,
    view=lambda state, seat: state,
    write=write,
    read=read,
    text=text,
    parse=parse,
    scene=scene,
    gestures=GESTURES,
    engines={
        "very-easy": Level(
            title=Text("Very easy"),
            about=Text("any free edge, at random"),
            legend=BOXES,
            flaw=Text("gives boxes away, and leaves those that it could take"),
            make=VeryEasy,
            usual=UNTIL_DONE,
            words=("tres facile", "muy facil"),
        ),
        "easy": Level(
            title=Text("Easy"),
            about=Text("a random edge that gives no box away, if there is one"),
            legend=BOXES,
            flaw=Text("takes a box only by chance"),
            make=Easy,
            usual=UNTIL_DONE,
        ),
        "medium": Level(
            title=Text("Medium"),
            about=Text("completes a box if it can, else plays at random"),
            legend=BOXES,
            flaw=Text("often draws the third side, and hands you the box"),
            make=Medium,
            usual=UNTIL_DONE,
        ),
        "hard": Level(
            title=Text("Hard"),
            about=Text("gains most, offers nothing, or makes the cheapest gift"),
            legend=BOXES,
            flaw=Text("takes every box at once: it never leaves two to keep control"),
            make=Hard,
            usual=UNTIL_DONE,
        ),
        "searcher": Level(
            title=Text("Searcher"),
            about=Text("knows chains, and the exact result when few edges are free"),
            legend=Text("boxes ahead at the end; a mean where it is not proven"),
            flaw=Text("guesses in the opening, by random games"),
            make=Searcher,
        ),
    },
    tools={"exam": EXAM},
    pictures=PICTURES,
    demo=tuple(DEMO.split()),
    remark=remark,
    longest=lambda first: len(first.moves()),  # each draws an edge
    editor=EDITOR,
    options_of=lambda view: {"size": f"{view.board.width}x{view.board.height}"},
    signs="-|",
)
