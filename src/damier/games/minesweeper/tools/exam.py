"""The exam of Minesweeper: is the safest cell dug? On real boards, the chances exact by counting."""

from __future__ import annotations

import random
from collections.abc import Iterator

from damier.core.text import Number, Text
from damier.core.tools.batch_tools import data_file
from damier.core.tools.exam import Question, Scale, examiner
from damier.core.verdict import Risk, percent
from damier.games.minesweeper.arrangements import Counted, count, numbers_of, prove_simple
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.notation import parse, text, write
from damier.games.minesweeper.presets import LEVELS, TITLES
from damier.games.minesweeper.rules import Field, begin
from damier.games.minesweeper.visible_board import COVERED, FLAG, Board, Move

QUESTIONS_EACH = 30
"""How many questions there are of each kind on each board."""

COUNTING_STEPS = 2_000_000
"""Steps of counting what a chord risks."""

KINDS = {
    "safe": Text("some cell is certainly safe"),
    "guess": Text("one must guess"),
    **{name.lower(): title for name, title in TITLES.items()},
}


def make() -> Iterator[Question]:
    """The set: boards at every stage of games that dig one of the safest cells."""
    for name, level in LEVELS.items():
        rng = random.Random(f"minesweeper exam {name}")
        wanted = dict.fromkeys(("safe", "guess"), QUESTIONS_EACH)
        seen: set[str] = set()
        while any(wanted.values()):
            field = begin(level["width"], level["height"], level["mines"], rng.getrandbits(64))
            stages = list(game(rng, field))
            for kind, question in rng.sample(stages, min(2, len(stages))):
                if wanted[kind] and question.asks and question.position not in seen:
                    seen.add(question.position)
                    wanted[kind] -= 1
                    yield question


def game(rng: random.Random, field: Field) -> Iterator[tuple[str, Question]]:
    """The questions of a game after its first dig; where a single number shows what is safe there is none."""
    from damier.games.minesweeper.solver import Solver

    solver = Solver()
    preset = next(name for name, level in LEVELS.items() if level["width"] == field.board.width)
    field = field.play(rng.choice([move for move in field.moves() if move.act == "dig"]))
    while not field.board.over:
        view = field.board
        known = solver.count(view)
        is_safe = False in known.sure.values()
        if known.exact and not (is_safe and _is_shown(view)):
            kind = "safe" if is_safe else "guess"
            worths = {write(view.grid.acts["dig"][cell]): 1 - mine for cell, mine in known.odds.items()}
            yield kind, Question(text(view), (kind, preset.lower()), worths)
        least = min(known.odds.values())
        safest = sorted(cell for cell, mine in known.odds.items() if mine == least)
        field = field.play(view.grid.acts["dig"][rng.choice(safest)])


def _is_shown(view: Board) -> bool:
    """Whether single numbers show a safe cell, one after the other."""
    proofs = Counted()
    prove_simple(view, numbers_of(view), proofs)
    return False in proofs.sure.values()


def digs(position: str) -> list[str]:
    """Every dig of a position without flags, as written."""
    view = parse(position)
    return [write(view.grid.acts["dig"][cell]) for cell, sign in enumerate(view.cells) if sign == COVERED]


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
    Text("real boards, all arrangements counted: how often does a player dig the safest cell?"),
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
    every=digs,
    worth=worth,
    follow=follow,
)
