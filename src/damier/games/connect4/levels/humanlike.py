"""Levels that play like people: they look a few moves ahead, and are unsure between what seems alike.

How far somebody looks is drawn for each position, so what lies deep is overlooked more often than what lies
near; a four that can be completed or blocked is always seen, but for diagonals by who has just learnt the
game. Among the moves then, the more one seems to lose, the more seldom it is chosen: no blunder falls from
the sky. Chance is that of the seed and the position alone.

Quiet positions are valued by the searcher's evaluation a few moves ahead. Who sees further sees forced ends
only, as people do, who count out threats and leave the rest to judgement; the solver's kernel finds them, on
boards that it fits.
"""

from __future__ import annotations

import math
import threading
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate
from typing import TYPE_CHECKING

from damier.core.engine import Analysis, Level, Limit, Line, Reason, Stopwatch, dice
from damier.core.game import Seat
from damier.core.text import Text
from damier.core.verdict import Draw
from damier.engines.alphabeta import WIN, AlphaBeta, verdict_of
from damier.engines.search import Publish, in_background
from damier.games.connect4.levels.searcher import OPEN, evaluate, explain, order, playable
from damier.games.connect4.notation import text
from damier.games.connect4.rules import Board, Column, Discs, Position, fits

if TYPE_CHECKING:
    from damier.games.connect4.solver import Question

MOST_NODES = 4000
"""Positions on the way to a move, at most, before forced ends are counted out: large boards have many."""

MEGABYTES = 1
"""The table for counting out; it is empty before every move, so that the same is found again."""

SLICE = 10_000
"""Nodes of the kernel between two looks at whether to stop: a hundredth of a second or so."""

MIDDLE = 0.5
"""How much more the middle column is liked than the borders, in doubts: decides between what seems equal."""

SURE = 10.0
"""A four now, or the other side's next: nobody is unsure about that."""

FORCED, STEP = 1.0, 0.02
"""What a forced end counts beyond an even position, in points, and what each move until then takes off."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody plays."""

    looks: tuple[int, ...]
    """How many moves ahead, one of them drawn for each position: ``(2, 3)``."""
    doubt: float
    """How much less a move may seem worth, in points, before it is chosen e times as seldom."""
    quiet: int = 4
    """So many moves ahead everything is looked at; further ahead only what is forced."""
    late: int = 0
    """With so many empty cells left everything is counted out."""
    blind: float = 0.0
    """How often the other side's diagonals are not looked at."""

    @property
    def counts(self) -> bool:
        """Whether forced ends are counted out further than everything is looked at."""
        return max(*self.looks, self.late) > self.quiet


class Person:
    """Somebody with *habits*."""

    def __init__(self, seed: int, habits: Habits) -> None:
        self.seed = seed
        self.habits = habits

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Column]]:
        mood = self._mood(view, limit)
        deep = self.habits.counts and fits(view.board)
        share = _part(limit) if deep else limit
        share = replace(
            share,
            depth=1 if mood.blind else min(mood.look, self.habits.quiet) if deep else mood.look,
            nodes=MOST_NODES if share.nodes is None else min(MOST_NODES, share.nodes),
            lines=Limit().lines,
        )
        search = AlphaBeta[Position, Column](half_blind if mood.blind else evaluate, order, explain=explain)
        for opinion in search.think(view, share):
            yield _chosen(view, opinion, mood, limit)
        if deep:
            count = partial(_count_out, view, opinion, mood, limit)
            yield from in_background(count, _chosen(view, opinion, mood, limit))

    def _mood(self, view: Position, limit: Limit) -> _Mood:
        chance = dice(self.seed, text(view))
        look = chance.choice(self.habits.looks)
        if (empty := _empty(view)) <= self.habits.late:
            look = empty
        if limit.depth is not None:
            look = max(1, min(look, limit.depth))
        return _Mood(self.habits, look, chance.random() < self.habits.blind, chance.random())


@dataclass(frozen=True, slots=True)
class _Mood:
    """What chance made of somebody in one position."""

    habits: Habits
    look: int
    blind: bool
    luck: float
    """From 0 to 1: decides between the moves."""


def half_blind(view: Position, seat: Seat) -> float:
    """The standing of *seat* as seen by who does not look along the diagonals.

    A four that the next disc can complete counts as alpha-beta counts it: it is as good as done.
    """
    mine, theirs = view.discs[seat], view.discs[1 - seat]
    value, now = 0.0, playable(view)
    for four in _straight(view.board):
        a, b = four & mine, four & theirs
        if a and b:
            continue
        n = (a | b).bit_count()
        if n == 3 and (four ^ (a | b)) & now and (view.turn == seat) == bool(a):
            return WIN - 1 if a else 1 - WIN
        value += OPEN[n] if a else -OPEN[n]
    return value


@cache
def _straight(b: Board) -> tuple[Discs, ...]:
    """The fours along rows and columns."""
    row, column = 0b1111, 1 | 1 << b.width | 1 << 2 * b.width | 1 << 3 * b.width
    return tuple(four for four in b.lines if four // (four & -four) in (row, column))


def feeling(value: float) -> float:
    """What a searched *value* counts for somebody, in points: about 0 to 1, and beyond where it is forced.

    A loss that lies far ahead is not as bad as one that is near: the other side may overlook it.
    """
    if abs(value) <= WIN / 2:
        return 0.5 + 0.5 * value / (3.0 + abs(value))
    ahead = WIN - abs(value)
    forced = SURE if ahead <= 2 else FORCED - STEP * min(ahead, 20)
    return 0.5 + math.copysign(forced, value)


def _chosen(view: Position, opinion: Analysis[Column], mood: _Mood, limit: Limit) -> Analysis[Column]:
    """The *opinion* with the move that this person makes of it, and why."""
    middle, doubt = (view.board.width + 1) / 2, mood.habits.doubt
    liked = {
        line.move: feeling(line.value) / doubt - MIDDLE * abs(line.move - middle) / middle
        for line in opinion.lines
    }
    moves = sorted(liked, key=lambda move: -liked[move])
    sums = list(accumulate(math.exp(liked[move] - liked[moves[0]]) for move in moves))
    chosen = moves[bisect(sums, mood.luck * sums[-1], hi=len(sums) - 1)]
    line = opinion.line(chosen)
    assert line is not None, "there is an opinion on every move"
    why = [*line.why, *_remarks(moves[0], chosen, opinion, mood)]
    return replace(opinion, move=chosen, lines=opinion.lines[: limit.lines], why=tuple(why))


def _remarks(best: Column, chosen: Column, opinion: Analysis[Column], mood: _Mood) -> Iterator[Reason]:
    """Why this person does not play better."""
    if chosen != best:
        better = Text("column {column} seemed a little better, but it was not sure", column=best)
        yield Reason(better, kind="unsure", moves=(best,))
    if mood.blind:
        yield Reason(Text("it did not look along the diagonals this time"), kind="overlooks")
    elif not all(line.proven for line in opinion.lines):
        seen = Text("it overlooks what lies more than {n} moves ahead", n=max(1, opinion.depth))
        yield Reason(seen, kind="overlooks")


# Counting out


def _part(limit: Limit) -> Limit:
    """What may be used up before forced ends are counted out: half the time, and most of the nodes."""
    return replace(limit.part(0.5), nodes=None if limit.nodes is None else limit.nodes * 3 // 4)


def _empty(view: Position) -> int:
    return view.board.width * view.board.height - (view.discs[0] | view.discs[1]).bit_count()


def _count_out(
    view: Position,
    opinion: Analysis[Column],
    mood: _Mood,
    limit: Limit,
    publish: Publish[Column],
    stop: threading.Event,
) -> None:
    """Publish the *opinion* with the forced ends that lie within sight, from the near to the far ones."""
    rest = replace(_part(limit), nodes=limit.nodes)
    counting = _Counting(view, Stopwatch(rest, view.turn), opinion.nodes, stop)
    # The same is found without the nearer rounds; they are for who may be stopped.
    nearer = range(mood.habits.quiet + 2, mood.look, 2) if counting.is_limited else ()
    for ahead in (*nearer, mood.look):
        if ahead <= mood.habits.quiet:
            return  # everything was looked at
        lines = []
        for line in opinion.lines:
            value = None if line.proven else counting.value(line.move, ahead)
            lines.append(line if value is None else _known(line, value))
        if stop.is_set():
            return
        lines.sort(key=lambda line: -line.value)
        depth = opinion.depth if counting.is_out else ahead
        opinion = replace(opinion, lines=tuple(lines), depth=depth, nodes=counting.nodes)
        publish(_chosen(view, opinion, mood, limit))
        if counting.is_out or all(line.proven for line in lines):
            return


def _known(line: Line[Column], value: float) -> Line[Column]:
    """The *line* with what was counted out."""
    ahead = round(WIN - abs(value))
    if value > 0:
        kind, counted = "wins", Text("counted out: this move wins in {n}", n=ahead)
    elif value < 0:
        kind, counted = "loses", Text("counted out: this move loses in {n}", n=ahead)
    else:
        kind, counted = "draws", Text("counted out: nobody wins by force after it")
    return replace(
        line,
        value=value,
        chance=1.0 if value > 0 else 0.0 if value < 0 else 0.5,
        verdict=verdict_of(value, proven=True) if value else Draw(proven=True),
        then=(),
        why=(Reason(counted, kind=kind), *line.why[1:]),
    )


class _Counting:
    """Asks the kernel which moves of a position lead to a forced end."""

    def __init__(self, view: Position, watch: Stopwatch, nodes: int, stop: threading.Event) -> None:
        from damier.games.connect4.solver import Solver

        self.view = view
        self.empty = _empty(view)
        self.nodes = nodes
        self.is_out = False
        """Whether the limit ended it."""
        self.is_limited = watch.bounded
        self._watch, self._stop = watch, stop
        self._solver = Solver(view.board, MEGABYTES)
        self._solver.question(view).advance(0)  # compiles if need be, whatever the limit

    def value(self, move: Column, look: int) -> float | None:
        """The value of a move after which the game goes on, as alpha-beta counts.

        None if no end lies within *look* moves, or the limit is used up.
        """
        after = self.view.play(move)
        whole = look >= self.empty
        near = self._score(look - look % 2)  # the other side's latest win in sight
        found = self._solver.question(after, low=None if whole else near - 1)
        if not self._is_answered(found):
            return None
        if whole or found.low >= near:
            return self._value(-found.low)
        near = self._score(look - 1 + look % 2)  # the same of one's own
        found = self._solver.question(after, high=1 - near)
        return self._value(-found.high) if self._is_answered(found) and found.high <= -near else None

    def _is_answered(self, question: Question) -> bool:
        before, most = self.nodes, self._watch.limit.nodes
        while not self.is_out and not self._stop.is_set():
            done = question.advance(SLICE if most is None else min(SLICE, most - self.nodes))
            self.nodes = before + question.nodes
            if done:
                return True
            self.is_out = self._watch.spent(self.nodes)
        return False

    def _score(self, ahead: int) -> int:
        """The score of who wins with the disc that is so many moves ahead."""
        return (self.empty + 2 - ahead) // 2

    def _value(self, score: int) -> float:
        """What alpha-beta calls a *score* of the side to move: by moves until the end."""
        if score == 0:
            return 0.0
        ahead = self.empty + 2 - 2 * abs(score)
        ahead -= ahead % 2 != (score > 0)  # one's own discs are the odd ones
        return math.copysign(WIN - ahead, score)


# The levels, weakest first


def _level(title: Text, about: Text, habits: Habits) -> Level[Position, Column]:
    # The habits end the thinking; a limit in time would only make slow machines play differently.
    return Level(
        title=title,
        about=about,
        make=partial(Person, habits=habits),
        usual=Limit(depth=max(*habits.looks, habits.late)),
        compiled=habits.counts,
    )


PEOPLE: dict[str, Level[Position, Column]] = {
    "beginner": _level(
        Text("Beginner"),
        Text("completes and blocks fours; may overlook a diagonal"),
        Habits((2,), doubt=0.11, blind=0.3),
    ),
    "learner": _level(
        Text("Learner"),
        Text("blocks every four, and begins to judge positions"),
        Habits((2,), doubt=0.075),
    ),
    "amateur": _level(
        Text("Amateur"),
        Text("looks 2 or 3 moves ahead, is often unsure"),
        Habits((2, 3), doubt=0.04),
    ),
    "regular": _level(
        Text("Regular"),
        Text("looks 3 or 4 moves ahead, is sometimes unsure"),
        Habits((3, 4), doubt=0.018),
    ),
    "expert": _level(
        Text("Expert"),
        Text("counts out threats 7 to 11 moves ahead"),
        Habits((7, 9, 11), doubt=0.009, quiet=5, late=12),
    ),
    "master": _level(
        Text("Master"),
        Text("counts out threats 17 to 19 moves ahead"),
        Habits((17, 19), doubt=0.002, quiet=5, late=28),
    ),
}
"""Each scores at least 65 % against the one before: ``bench/connect4_people.py``."""
