"""Nim with one heap, as a sixth game: take one to three, who takes the last loses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from damier.core.engine import Analysis, Level, Limit, Line, Reason, dice
from damier.core.game import Game, Outcome, Seat
from damier.core.options import Options, Size, Whole, read_size
from damier.core.scene import Gesture, Mark, Scene, cell
from damier.core.text import IllegalMove, Text, Unreadable
from damier.core.tools.exam import RESULT, RESULTS, Question, examiner
from damier.core.verdict import Score


@dataclass(frozen=True, slots=True)
class Heap:
    left: int
    turn: Seat = 0

    @property
    def seats(self) -> int:
        return 2

    def moves(self) -> list[int]:
        return list(range(1, min(3, self.left) + 1))

    def play(self, move: int) -> Heap:
        if move not in self.moves():
            raise IllegalMove(Text("take one to three"))
        return Heap(self.left - move, 1 - self.turn)

    def outcome(self) -> Outcome | None:
        if self.left:
            return None
        points = (1.0, 0.0) if self.turn == 0 else (0.0, 1.0)
        return Outcome(points, None, Text("the last one was taken"))


def read(words: str, view: Heap) -> int:
    word = words.strip()
    if word not in ("1", "2", "3"):
        raise Unreadable(Text("take one to three"))
    if int(word) not in view.moves():
        raise IllegalMove(Text("take one to three"))
    return int(word)


def parse(words: str) -> Heap:
    left, _, turn = words.partition(" ")
    if not (left.isascii() and left.isdigit() and len(left) <= 2 and turn in ("0", "1")):
        raise Unreadable(Text("write how many are left and whose turn it is"))
    return Heap(int(left), int(turn))


GESTURES = {
    "take": Gesture(),
    "grab": Gesture(title=Text("Grab"), click="shift", key="g", ghost="disc"),
}
"""To grab the last stone is to take as many as one may: a gesture that no other game has."""


def scene(view: Heap) -> Scene[int]:
    width, most = max(view.left, 3), len(view.moves())
    marks = tuple(
        Mark(
            at=cell(i, 0),
            kind="stone",
            glyph="●" if i < view.left else "·",
            ascii="o" if i < view.left else ".",
            moves=({"take": i + 1} if i < most else {}) | ({"grab": most} if i == view.left - 1 else {}),
        )
        for i in range(width)
    )
    return Scene(width=width, height=1, marks=marks, columns=tuple(str(i + 1) for i in range(width)), rows=())


class Random:
    def __init__(self, seed: int) -> None:
        self.seed = seed

    def think(self, view: Heap, limit: Limit) -> Iterator[Analysis[int]]:
        why = (Reason(Text("taken at random")),)
        lines = tuple(
            Line(move=move, value=0.0, chance=0.5, verdict=Score(0.0, "g"), why=why) for move in view.moves()
        )
        move = dice(self.seed, f"{view.left} {view.turn}").choice(view.moves())
        yield Analysis(move=move, lines=lines[: limit.lines], why=why)


def deal(options: Options, seed: int) -> Heap:
    return Heap(read_size(str(options["size"]))[0] + int(options["extra"]))


def questions() -> Iterator[Question]:
    """Leave the other one more than a multiple of four."""
    for left in range(2, 13):
        worths = {str(n): float((left - n) % 4 == 1) for n in range(1, min(3, left) + 1)}
        yield Question(f"{left} 0", ("won",), worths)


GAME: Game[Heap, Heap, int] = Game(
    key="nim",
    title=Text.literal("Nim"),
    about=Text("who takes the last one loses"),
    rules=(Text("Take one to three; who takes the last one loses."),),
    example="7 0",
    seat_names=(Text("first"), Text("second")),
    options={
        "size": Size(Text("how many there are, in one row"), (1, 1), (40, 1)),
        "extra": Whole(Text("how many more are added to the heap"), 0, 20),
    },
    presets={"usual": {"size": "12x1", "extra": 0}, "long": {"size": "30x1", "extra": 0}},
    gestures=GESTURES,
    deal=deal,
    view=lambda state, seat: state,
    write=str,
    read=read,
    text=lambda view: f"{view.left} {view.turn}",
    parse=parse,
    scene=scene,
    tools={
        "exam": examiner(
            Text("heaps that can be won"), game="nim", kinds=RESULTS, scale=RESULT, make=questions
        )
    },
    engines={
        "random": Level(
            title=Text("Random"), about=Text("takes any number"), flaw=Text("has no plan"), make=Random
        )
    },
)
