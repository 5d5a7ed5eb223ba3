"""Quoridor: the table of contents."""

from __future__ import annotations

from damier.core.engine import Engine, Level, Limit
from damier.core.game import Game
from damier.core.options import Options, Size, Whole, read_size
from damier.core.text import Text
from damier.games.quoridor.editor import EDITOR
from damier.games.quoridor.notation import HIGH, LOW, MOST_WALLS, parse, read, text, translate, write
from damier.games.quoridor.review_remarks import remark
from damier.games.quoridor.rule_pictures import DEMO, PICTURES
from damier.games.quoridor.rules import MOST_PLIES, Move, Position, board
from damier.games.quoridor.scene import GESTURES, scene
from damier.games.quoridor.tools.exam import EXAM


def deal(options: Options, seed: int) -> Position:
    """The board without walls; chance plays no part."""
    b = board(*read_size(str(options["size"])))
    return Position(b, b.starts, (int(options["walls"]),) * len(b.starts))


def usual_walls(options: Options) -> Options:
    """Ten walls each on 9x9, six on 6x6, and in proportion: four more for three more rows and columns."""
    width, height = read_size(str(options.get("size", "9x9")))
    return {"walls": round((2 * (width + height) - 6) / 3)}


def options_of(view: Position) -> Options:
    """The size, and as many walls each as there are, on the board and left."""
    walls = len(view.walls()) + sum(view.left)
    size = f"{view.board.width}x{view.board.height}"
    return {"size": size, "walls": min(MOST_WALLS, -(-walls // view.seats))}


def actions(first: Position) -> list[Move]:
    """A step to every cell, then every wall if there are any: the first moves are near the pawn only."""
    return [*first.board.steps, *(first.board.walls if any(first.left) else ())]


def _level(title: Text, about: Text, flaw: Text, depth: int) -> Level[Position, Move]:
    def make(seed: int) -> Engine[Position, Move]:
        # Numba and numpy, only when they are needed.
        from damier.games.quoridor.levels.document_compiled import Document

        return Document(seed, depth)

    # Its depth ends the thought, long before these seconds on an ordinary machine.
    usual = Limit(depth=depth, time=10.0)
    legend = Text("steps of lead in the race, walls counted in: + is ahead")
    return Level(title=title, about=about, flaw=flaw, legend=legend, make=make, usual=usual, compiled=True)


GAME: Game[Position, Position, Move] = Game(
    key="quoridor",
    title=Text("Quoridor"),
    about=Text("first across the board, past the walls of the other"),
    rules=(
        Text("The pawn that first reaches any cell of the opposite side wins."),
        Text(
            "In turn, move your pawn one cell up, down, left or right, or put up a wall, two cells long, "
            "between cells; yellow begins."
        ),
        Text(
            "Face to face, jump over the other pawn; where a wall or the border is behind it, go to either "
            "side of it instead."
        ),
        Text("Walls may not cross or overlap, and must leave each pawn some way to its goal."),
        Text("The same position for the third time, or 250 moves, is a draw: our own rule."),
        Text("Write a cell such as e2, or a wall by the cell below left of it: e3h lies flat, e3v upright."),
    ),
    example="9x9 e4,e6 8,8 10 d4h,f6h,c5v,g4v -",
    seat_names=(Text("yellow"), Text("red")),
    options={
        "size": Size(Text("width and height of the board"), (LOW, LOW), (HIGH, HIGH)),
        "walls": Whole(Text("how many walls each has"), 0, MOST_WALLS),
    },
    presets={
        "9x9": {"size": "9x9", "walls": 10},
        "7x7": {"size": "7x7", "walls": 7},
        "6x6": {"size": "6x6", "walls": 6},
        "5x5": {"size": "5x5", "walls": 5},
        "3x3": {"size": "3x3", "walls": 2},
    },
    defaults=usual_walls,
    deal=deal,
    view=lambda state, seat: state,
    write=write,
    read=read,
    text=text,
    parse=parse,
    scene=scene,
    gestures=GESTURES,
    engines={
        "easy": _level(
            Text("Easy"),
            Text("looks two moves ahead"),
            Text("sees your reply and nothing after it"),
            2,
        ),
        "normal": _level(
            Text("Normal"),
            Text("looks three moves ahead"),
            Text("sees its own next move, but not your reply to it"),
            3,
        ),
        "hard": _level(
            Text("Hard"),
            Text("looks four moves ahead"),
            Text("a detour that pays off after two moves each surprises it"),
            4,
        ),
        "expert": _level(
            Text("Expert"),
            Text("looks five moves ahead"),
            Text("considers some twenty walls of all that could be built"),
            5,
        ),
    },
    tools={"exam": EXAM},
    pictures=PICTURES,
    demo=tuple(DEMO.split()),
    remark=remark,
    actions=actions,
    longest=lambda first: MOST_PLIES - first.plies,  # our house rule; the printed rules have no end
    translate=translate,
    editor=EDITOR,
    options_of=options_of,
    signs=".=#",
)
