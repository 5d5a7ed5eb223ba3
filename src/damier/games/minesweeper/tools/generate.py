"""Files of boards: mines and the first cell, how long each board is and what it takes to solve it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from damier.core.engine import dice
from damier.core.game import new_seed
from damier.core.options import Options, Whole, read_size
from damier.core.text import IllegalMove, Text
from damier.core.tools.generating import Generating, WantedBoards
from damier.games.minesweeper.clicks_needed import clicks
from damier.games.minesweeper.proof import KINDS, NeedsGuess, NotProved, kind, prove
from damier.games.minesweeper.rules import Field, begin
from damier.games.minesweeper.starts import OPENING
from damier.games.minesweeper.visible_board import Move

GUESS = "guess"
"""What a board needs that cannot be won by certain digs alone."""

TITLES = {
    "single": Text("a single number"),
    "subset": Text("two numbers"),
    "several": Text("several numbers"),
    "counting": Text("the number of mines"),
    GUESS: Text("a guess"),
}
"""The kinds of conclusions for people, easiest first."""

NONE = "-"
"""What is written where there is no mine, or nothing to conclude."""


def boards(options: Options, seed: int, wanted: WantedBoards) -> Iterator[str | None]:
    """Lines ``width height mines x y list 3bv=N needs=KINDS``; None for a board that is not wanted.

    x and y are those of the first cell, by chance; they and the cells of the list count from 0.
    """
    width, height = read_size(str(options["size"]))
    start, no_guess = str(options.get("start", OPENING)), bool(options.get("no_guess"))
    number = 0
    while True:
        chance = dice(seed, f"board {number}")
        number += 1
        field = begin(width, height, int(options["mines"]), int(chance.random() * 2**53), start, no_guess)
        digs = [move for move in field.moves() if move.act == "dig"]
        first = digs[int(chance.random() * len(digs))]
        try:
            yield _line(field.play(first), first, wanted)
        except (IllegalMove, NotProved):
            yield None  # no such board was found from this cell, or what it needs was not


def _line(field: Field, first: Move, wanted: WantedBoards) -> str | None:
    board, mines = field.board, sorted(field.mined())
    length = clicks(field)
    if length < wanted.shortest or (wanted.longest is not None and length > wanted.longest):
        return None
    needs = _needs(field, first)
    hardest = needs[-1] if needs else KINDS[0]
    if wanted.kinds is not None and hardest not in wanted.kinds:
        return None
    listed = ",".join(map(str, mines)) or NONE
    size = f"{board.width} {board.height} {board.mines} {first.x} {first.y}"
    return f"{size} {listed} 3bv={length} needs={','.join(needs) or NONE}"


def _needs(field: Field, first: Move) -> list[str]:
    """The kinds of conclusions that a board needs, easiest first; at last a guess."""
    board = field.board
    try:
        steps = prove(board.width, board.height, field.mined(), first.y * board.width + first.x)
    except NeedsGuess:
        return [GUESS]
    found = {kind(step) for step in steps}
    return [one for one in KINDS if one in found]


def run(words: Sequence[str], say: Callable[[Text], None]) -> None:
    """``generate 5``: so many beginner's boards without guessing; ``damier generate`` can do more."""
    games = Whole(Text.literal("games"), 1, 1_000_000).check("games", words[0] if words else 1)
    found = boards({"size": "9x9", "mines": 10, "no_guess": 1}, new_seed(), WantedBoards())
    for line in islice(filter(None, found), games):
        say(Text.literal(line))


GENERATE = Generating(Text("makes boards by length and difficulty: see damier generate"), run, TITLES, boards)
