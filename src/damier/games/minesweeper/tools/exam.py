"""The exam of Minesweeper: is the safest cell dug? The chances are exact, by counting all arrangements."""

from __future__ import annotations

import random
from collections.abc import Iterator

from damier.core.text import Number, Text
from damier.core.tools.batch_tools import data_file
from damier.core.tools.exam import Question, Scale, examiner
from damier.core.verdict import Risk, percent
from damier.games.minesweeper.arrangements import Counted, count
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.notation import text, write
from damier.games.minesweeper.rules import Field, begin
from damier.games.minesweeper.visible_board import COVERED, FLAG, Board, Move

BOARDS = {(5, 5): 5, (6, 6): 7, (8, 8): 12}
"""By size how many mines there are."""

QUESTIONS_EACH = 100
"""How many questions there are of each kind."""

COUNTING_STEPS = 2_000_000
"""Steps of counting; a board that would take more is left out."""

KINDS = {
    "safe": Text("some cell is certainly safe"),
    "guess": Text("one must guess"),
    **{f"{w}x{h}": Text.literal(f"{w}x{h}") for w, h in BOARDS},
}


def make() -> Iterator[Question]:
    """The set: boards at every stage of games that dig one of the safest cells."""
    rng = random.Random("minesweeper exam")
    wanted = dict.fromkeys(("safe", "guess"), QUESTIONS_EACH)
    seen: set[str] = set()
    while any(wanted.values()):
        (width, height), mines = rng.choice(list(BOARDS.items()))
        stages = list(game(rng, begin(width, height, mines, rng.getrandbits(64))))
        for view, found in rng.sample(stages, min(2, len(stages))):
            worths = {write(view.grid.acts["dig"][cell]): 1 - mine for cell, mine in found.mine.items()}
            kind = "safe" if False in found.sure.values() else "guess"
            question = Question(text(view), (kind, f"{width}x{height}"), worths)
            if found.exact and question.asks and wanted[kind] and question.position not in seen:
                seen.add(question.position)
                wanted[kind] -= 1
                yield question


def game(rng: random.Random, field: Field) -> Iterator[tuple[Board, Counted]]:
    """The boards of a game after its first dig, and what counting says of them."""
    field = field.play(rng.choice([move for move in field.moves() if move.act == "dig"]))
    while not field.board.over:
        found = count(field.board, Budget(COUNTING_STEPS))
        yield field.board, found
        least = min(found.mine.values())
        safest = sorted(cell for cell, mine in found.mine.items() if mine == least)
        field = field.play(field.board.grid.acts["dig"][rng.choice(safest)])


def worth(question: Question, view: Board, move: str) -> float:
    """The chance that no mine goes off: as listed for a dig, counted for a chord over a bot's own flags."""
    listed = question.worths.get(move)
    if listed is not None:
        return listed
    chord = next(each for each in view.moves() if write(each) == move)
    every = count(view, Budget(COUNTING_STEPS))
    clear = count(view, Budget(COUNTING_STEPS), clear=frozenset(view.opens(chord.y * view.width + chord.x)))
    return clear.total / every.total


def follow(view: Board, move: Move) -> Board | None:
    """A flag is no answer: it is put up or taken away, and the question stands."""
    if move.act not in ("flag", "unflag"):
        return None
    return view.showing(move.y * view.width + move.x, FLAG if move.act == "flag" else COVERED)


EXAM = examiner(
    Text("small boards, all arrangements counted: how often does a player dig the safest cell?"),
    game="minesweeper",
    kinds=KINDS,
    scale=Scale(
        say=lambda worth: Risk(1 - worth).label,
        blame=lambda worth, best: Text(
            "{percent}% mine instead of {least}%", percent=percent(1 - worth), least=percent(1 - best)
        ),
        lost=lambda loss: Text(
            "{percent}% more risk a dig than needed, on average", percent=Number(100 * loss, ".1f")
        ),
    ),
    make=make,
    stored=data_file(__file__, "exam.txt"),
    worth=worth,
    follow=follow,
)
