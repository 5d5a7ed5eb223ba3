"""The AIs of the document on tic-tac-toe, ``normal`` and ``hard``, and ``easy``, which is ours.

The document's module subscribes ``playTurn`` to the next-player event when it is initialised and leaves by
``disconnect``; here that is the work of ``damier.engine_at_table``, and ``think`` is what is left of
``playTurn``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from damier.core.engine import Analysis, Limit, Line, Reason, Seeded, dice
from damier.core.text import Number, Text
from damier.core.verdict import Score
from damier.games.tictactoe.levels.choice_index import BLOCKS, TAKEN, WINS, Index, Step, choice_index
from damier.games.tictactoe.notation import text
from damier.games.tictactoe.reasons import names, places
from damier.games.tictactoe.rules import Cell, Position
from damier.games.tictactoe.scene import sign


class Easy(Seeded):
    """The document's ``getRandomEmptyCell`` as a level of its own: any empty cell, all alike."""

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Cell]]:
        move = dice(self.seed, text(view)).choice(view.moves())
        random = Text("chosen at random among the empty cells")
        why = (Reason(random, places(view, [move]), kind="random"),)
        lines = tuple(
            Line(move=cell, value=0.0, chance=0.5, verdict=Score(0.0, "g"), why=why) for cell in view.moves()
        )
        yield Analysis(move=move, lines=lines[: limit.lines], why=why)


class Ideal:
    """The document's ``playTurn``: the ideal cell with probability *chance*, otherwise any empty cell."""

    def __init__(self, seed: int, chance: float, literal: bool = False) -> None:
        self.seed = seed
        self.chance = chance
        self.literal = literal

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Cell]]:
        rng = dice(self.seed, text(view))
        index = choice_index(view, self.literal)
        lines = tuple(
            Line(
                move=cell,
                value=float(index[cell].value),
                chance=min(1.0, max(0.0, index[cell].value / WINS)),
                verdict=Score(index[cell].value, "g"),
                why=explain(view, cell, index[cell]),
            )
            for cell in sorted(view.moves(), key=lambda cell: -index[cell].value)
        )
        if rng.random() < self.chance:
            best = ideal_cells(index)
            move = rng.choice(best)
            why = explain(view, move, index[move]) + _tie(view, best)
        else:
            move = rng.choice(view.moves())
            why = (
                Reason(
                    Text(
                        "did not look this time, as in {share} of its turns: chosen at random",
                        share=Number(1 - self.chance, ".0%"),
                    ),
                    places(view, [move]),
                    kind="random",
                ),
            )
        yield Analysis(move=move, lines=lines[: limit.lines], why=why, depth=1, nodes=len(lines))


def normal(seed: int) -> Ideal:
    """``chance = 0.7``."""
    return Ideal(seed, 0.7)


def hard(seed: int) -> Ideal:
    """``chance = 1``."""
    return Ideal(seed, 1.0)


def ideal_cells(index: dict[Cell, Index]) -> list[Cell]:
    """The cells with the highest index: "ties are resolved at random"."""
    highest = max(entry.value for entry in index.values() if entry.value != TAKEN)
    return [cell for cell, entry in index.items() if entry.value == highest]


def explain(view: Position, cell: Cell, index: Index) -> tuple[Reason, ...]:
    """What the steps said of a cell, the weightiest first."""
    here = places(view, [cell])
    if not index.steps:
        none = Text("none of the ten steps speaks for this cell: choice index 0")
        return (Reason(none, here, kind="worth"),)
    rank = {4: 0, 3: 1, 10: 2}
    steps = sorted(index.steps, key=lambda step: (step.ignored, rank.get(step.number, 3), step.number))
    total = Text("choice index {value}", value=index.value)
    return (*(_reason(view, step) for step in steps), Reason(total, here, kind="worth"))


def _reason(view: Position, step: Step) -> Reason:
    ignored = Text("step {step} would set less, but nothing lowers a win or a block", step=step.number)
    words = ignored if step.ignored else _sentence(view, step)
    return Reason(words, places(view, step.because), kind="step")


def _sentence(view: Position, step: Step) -> Text:
    """The step in words. Occupied cells (step 2) are never asked about."""
    where, first, rival = names(step.because), names(step.because[:1]), sign(1 - view.turn)
    match step.number:
        case 1:
            return Text("step 1: the board is empty, corners and center are worth 1")
        case 3:
            return Text(
                "step 3: blocks {rival}'s line on {cells}: {value}", rival=rival, cells=where, value=BLOCKS
            )
        case 4:
            return Text("step 4: completes the line on {cells}: {value}", cells=where, value=WINS)
        case 5:
            return Text("step 5: the center, beside {rival} on {cells}: 3", rival=rival, cells=where)
        case 6:
            return Text(
                "step 6: {rival} has the center and only one corner is ours: the corner opposite is worth 3",
                rival=rival,
            )
        case 7:
            return Text("step 7: a corner without {rival} in its row and column: +1", rival=rival)
        case 8:
            return Text("step 8: its row has our corner {corner} and an open edge: +3", corner=first)
        case 9:
            return Text("step 9: its column has our corner {corner} and an open edge: +3", corner=first)
    return Text("step 10: makes two lines at once, to complete on {cells}: 10", cells=where)


def _tie(view: Position, best: Sequence[Cell]) -> tuple[Reason, ...]:
    if len(best) == 1:
        return ()
    chosen = Text("chosen at random among {cells}, which are worth the same", cells=names(best))
    return (Reason(chosen, places(view, best), kind="tie", moves=tuple(best)),)
