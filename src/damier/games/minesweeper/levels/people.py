"""Levels that dig as people do: by what one number proves, by two, by several and by counting, then by feel.

What is called proven is proven. How they differ is what they see, and how they choose where they see nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from damier.core.engine import UNTIL_DONE, Analysis, Level, Limit, Line, Reason, Stopwatch, dice
from damier.core.text import Number, Text
from damier.core.verdict import Risk
from damier.games.minesweeper.chain_words import reasons
from damier.games.minesweeper.deductions import Facts, danger, in_mask
from damier.games.minesweeper.explanations import explain, steps_of
from damier.games.minesweeper.first_dig import first_cell
from damier.games.minesweeper.levels.odds import UNSURE, move_on, opinion_on_first
from damier.games.minesweeper.notation import text
from damier.games.minesweeper.scene import at
from damier.games.minesweeper.visible_board import Board, Cell, Move

FEW_LEFT = 30
"""Who counts begins to count mines where so few cells are unknown."""


@dataclass(frozen=True, slots=True)
class Skills:
    """What somebody sees."""

    looks: float = 1.0
    """How large a share of the numbers is looked at, drawn anew on each board."""
    pairs: bool = False
    """Whether numbers are compared, two at a time."""
    counts: bool = False
    """Whether several numbers are put together, and the mines left are counted at the end."""
    exact: bool = False
    """Whether all that is certain is seen, by counting all arrangements."""
    weighs: bool = False
    """Whether a guess is the least dangerous cell by its numbers, not any cell."""
    begins_well: bool = False
    """Whether the first dig is the one that wins most games, not any cell."""


class Person:
    """Somebody with *skills*."""

    def __init__(self, seed: int, skills: Skills) -> None:
        self.seed = seed
        self.skills = skills

    def think(self, view: Board, limit: Limit) -> Iterator[Analysis[Move]]:
        chance = dice(self.seed, text(view))
        if view.untouched:
            cells = [cell for cell in range(len(view.cells)) if view.begins(cell)]
            wanted = first_cell(view) if self.skills.begins_well else chance.choice(cells)
            yield opinion_on_first(view, wanted, limit)
            return
        facts = Facts(view)
        looked_at = list(facts.clues)
        if self.skills.looks < 1:
            looked_at = [cell for cell in looked_at if chance.random() < self.skills.looks]
        self.see(facts, looked_at, limit)
        weighed = danger(facts) if limit.lines or not facts.safe else {}
        if not facts.safe and not weighed:  # the numbers contradict each other
            weighed = dict.fromkeys(in_mask(facts.covered), 1.0)
        chosen = self._choose(facts, weighed, chance.random())
        yield _opinion(view, facts, weighed, chosen, limit, self.skills.weighs)

    def see(self, facts: Facts, looked_at: list[Cell], limit: Limit) -> None:
        """Look for a safe cell, the easy ways first, until there is one or nothing more is seen."""
        skills = self.skills
        facts.use_single(looked_at)
        if facts.safe:
            return  # most often, and before there is anything to be late for
        watch = Stopwatch(limit)
        while not facts.safe and not watch.spent():
            if not (
                (skills.pairs and facts.use_subset())
                or (skills.counts and facts.use_several())
                or (skills.counts and facts.unknown.bit_count() <= FEW_LEFT and facts.use_counting())
            ):
                break
            facts.use_single(looked_at)
        if skills.exact and not facts.safe:
            _see_all(facts, limit)

    def _choose(self, facts: Facts, weighed: dict[Cell, float], luck: float) -> Cell:
        if facts.safe:
            return next(in_mask(facts.safe))
        cells = list(weighed)
        if self.skills.weighs:
            least = min(weighed.values()) + UNSURE
            cells = [cell for cell in cells if weighed[cell] <= least]
        return cells[int(luck * len(cells))]


def _see_all(facts: Facts, limit: Limit) -> None:
    """All that is certain: the same in every arrangement of the mines."""
    from damier.games.minesweeper.solver import Solver, prepare

    prepare()
    known = Solver(limit.nodes).count(facts.view)
    if known.possible:
        for cell, is_mine in known.sure.items():
            if is_mine:
                facts.mines |= 1 << cell
            else:
                facts.safe |= 1 << cell


def _opinion(
    view: Board, facts: Facts, weighed: dict[Cell, float], chosen: Cell, limit: Limit, weighs: bool
) -> Analysis[Move]:
    """What is known of each cell, and what it feels like where nothing is; the chosen one first."""
    why = _why(view, _verdict(facts, weighed, chosen), chosen, limit, weighs)
    if not limit.lines:
        return Analysis(move=move_on(view, chosen), lines=(), why=why)
    verdicts = {cell: _verdict(facts, weighed, cell) for cell in in_mask(facts.covered)}
    order = sorted(verdicts, key=lambda cell: (verdicts[cell].mine, cell != chosen, cell))[: limit.lines]
    lines = tuple(_line(view, cell, verdicts[cell], why if cell == chosen else ()) for cell in order)
    return Analysis(move=move_on(view, chosen), lines=lines, why=why)


def _verdict(facts: Facts, weighed: dict[Cell, float], cell: Cell) -> Risk:
    """What is proved is 0 or 1, and nothing else is."""
    if cell in weighed:
        return Risk(min(1 - UNSURE, max(UNSURE, weighed[cell])), estimated=True)
    return Risk(float(facts.mines >> cell & 1), proven=True)


def _line(view: Board, cell: Cell, verdict: Risk, why: tuple[Reason, ...]) -> Line[Move]:
    chance = 1 - verdict.mine
    return Line(move=move_on(view, cell), value=chance, chance=chance, verdict=verdict, why=why)


def _why(view: Board, verdict: Risk, cell: Cell, limit: Limit, weighs: bool) -> tuple[Reason, ...]:
    here, name = (at(cell, view),), view.grid.names[cell]
    if verdict.proven:
        chain = reasons(view, explain(view, cell, False, steps_of(limit)))
        words = Text("in every arrangement that fits the numbers {cell} is safe", cell=name)
        return chain or (Reason(words, here, kind="safe"),)
    if not weighs:
        return (Reason(Text("it sees nothing certain, and digs any cell"), here, kind="guess"),)
    words = Text(
        "it sees nothing certain: by the numbers beside it {cell} is a mine in about {share}",
        cell=name,
        share=Number(verdict.mine, ".0%"),
    )
    return (Reason(words, here, kind="guess"),)


PersonLevel: TypeAlias = Level[Board, Move]


def _level(title: Text, about: Text, flaw: Text, skills: Skills, *, extra: bool = False) -> PersonLevel:
    return Level(
        title=title,
        about=about,
        flaw=flaw,
        extra=extra,
        make=partial(Person, skills=skills),
        usual=UNTIL_DONE,
        compiled=skills.exact,
    )


PEOPLE: dict[str, PersonLevel] = {
    "novice": _level(
        Text("Novice"),
        Text("digs what one number proves, if it looks there"),
        Text("overlooks some numbers, and then digs anywhere"),
        Skills(looks=0.7),
    ),
    "single": _level(
        Text("Careful"),
        Text("digs all that single numbers prove, one after the other"),
        Text("never compares two numbers; guesses anywhere"),
        Skills(),
    ),
    "pairs": _level(
        Text("Comparer"),
        Text("sees what two numbers prove together"),
        Text("never counts the mines left; guesses anywhere"),
        Skills(pairs=True),
    ),
    "counts": _level(
        Text("Bookkeeper"),
        Text("puts several numbers together, counts mines at the end"),
        Text("guesses anywhere"),
        Skills(pairs=True, counts=True),
        extra=True,
    ),
    "guesser": _level(
        Text("Guesser"),
        Text("guesses the cell that seems least dangerous"),
        Text("looks at one number at a time when it guesses"),
        Skills(pairs=True, counts=True, weighs=True),
        extra=True,
    ),
}
"""Each wins more games than the one before: docs/games/minesweeper.md."""

LOGIC = _level(
    Text("Logician"),
    Text("digs what is certain, else what seems least dangerous"),
    Text("estimates where it could count"),
    Skills(pairs=True, counts=True, exact=True, weighs=True, begins_well=True),
)
"""It sees all that is certain, and no more."""
