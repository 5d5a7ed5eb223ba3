"""Levels that play like people, for any open game with two seats: what they overlook, how unsure they are.

How far somebody looks is drawn for each position, so what lies deep is overlooked more often than what lies
near. Among the moves then, the more one seems to lose, the more seldom it is chosen: no blunder falls from
the sky. Chance is that of the seed and the position alone.

Quiet positions are valued by an evaluation a few moves ahead. Strong players see forced ends further ahead
than that, as people do, who count out threats and leave the rest to judgement; a game whose solver finds
them says so in its :class:`Manner`.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import Generic, Protocol, TypeVar

from damier.core.engine import Analysis, Level, Limit, Line, Reason, dice
from damier.core.game import M, S
from damier.core.text import Text
from damier.core.verdict import ending_in
from damier.engines.alphabeta import WIN, AlphaBeta, squash
from damier.engines.search import Search

M_contra = TypeVar("M_contra", contravariant=True)

MOST_NODES = 4000
"""Positions on the way to a move, at most, before forced ends are counted out: large boards have many."""

SURE = 10.0
"""A win now, or the other side's next: nobody is unsure about that."""

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
    """With so many moves left everything is counted out."""
    blind: float = 0.0
    """How often something is not looked at: what that is, the game says."""

    @property
    def counts(self) -> bool:
        """Whether forced ends are counted out further than everything is looked at."""
        return max(*self.looks, self.late) > self.quiet


class ForcedEnds(Protocol[M_contra]):
    """Knows which moves of a position lead to a forced end."""

    nodes: int
    """Positions looked at."""
    is_out: bool
    """Whether the limit ended it."""

    def value(self, move: M_contra, look: int) -> float | None:
        """The value of a move as alpha-beta counts; None if no end lies within *look* moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner(Generic[S, M]):
    """What a game fills in, for all its levels of this kind."""

    text: Callable[[S], str]
    """A position as text: chance depends on it."""
    left: Callable[[S], int]
    """How many moves the game can still have."""
    eyes: Callable[[bool], AlphaBeta[S, M]]
    """A search for somebody who sees everything near, or (True) does not look at something this time."""
    taste: Callable[[S, M], float]
    """How much less a move is liked than others that seem as good, in doubts: the borders of a board."""
    unsure: Callable[[M], Text]
    """What is said where this move seemed a little better than the one that is played."""
    unseen: Text
    """What is said where something was not looked at."""
    counter: Callable[[S, Search[M], int], ForcedEnds[M]] | None = None
    """Counts out forced ends within a search, after so many nodes; None where the game cannot."""
    can_count: Callable[[S], bool] = lambda view: True
    """Whether it can on this board."""


class Person(Generic[S, M]):
    """Somebody with *habits*."""

    def __init__(self, seed: int, habits: Habits, manner: Manner[S, M]) -> None:
        self.seed = seed
        self.habits = habits
        self.manner = manner

    def think(self, view: S, limit: Limit) -> Iterator[Analysis[M]]:
        """What is near, then the forced ends that lie further ahead."""
        mood = self._mood(view, limit)
        deep = self.habits.counts and self.manner.counter is not None and self.manner.can_count(view)
        share = _part(limit) if deep else limit
        share = replace(
            share,
            depth=1 if mood.blind else min(mood.look, self.habits.quiet) if deep else mood.look,
            nodes=MOST_NODES if share.nodes is None else min(MOST_NODES, share.nodes),
            lines=Limit().lines,
        )
        for opinion in self.manner.eyes(mood.blind).think(view, share):
            yield self._chosen(view, opinion, mood, limit)
        if deep:
            search = Search[M](replace(_part(limit), nodes=limit.nodes), view.turn)
            work = partial(self._count_out, view, opinion, mood, limit, search)
            yield from search.run(work, self._chosen(view, opinion, mood, limit))

    def _mood(self, view: S, limit: Limit) -> _Mood:
        chance = dice(self.seed, self.manner.text(view))
        look = chance.choice(self.habits.looks)
        if (left := self.manner.left(view)) <= self.habits.late:
            look = left
        if limit.depth is not None:
            look = max(1, min(look, limit.depth))
        return _Mood(look, chance.random() < self.habits.blind, chance.random())

    def _chosen(self, view: S, opinion: Analysis[M], mood: _Mood, limit: Limit) -> Analysis[M]:
        """The *opinion* with the move that this person makes of it, and why."""
        liked = {
            line.move: feeling(line.value) / self.habits.doubt - self.manner.taste(view, line.move)
            for line in opinion.lines
        }
        moves = sorted(liked, key=lambda move: -liked[move])
        sums = list(accumulate(math.exp(liked[move] - liked[moves[0]]) for move in moves))
        chosen = moves[bisect(sums, mood.luck * sums[-1], hi=len(sums) - 1)]
        line = opinion.line(chosen)
        assert line is not None, "there is an opinion on every move"
        why = [*line.why, *self._remarks(moves[0], chosen, opinion, mood)]
        return replace(opinion, move=chosen, lines=opinion.lines[: limit.lines], why=tuple(why))

    def _remarks(self, best: M, chosen: M, opinion: Analysis[M], mood: _Mood) -> Iterator[Reason]:
        """Why this person does not play better."""
        if chosen != best:
            yield Reason(self.manner.unsure(best), kind="unsure", moves=(best,))
        if mood.blind:
            yield Reason(self.manner.unseen, kind="overlooks")
        elif not all(line.proven for line in opinion.lines):
            seen = Text("it overlooks what lies more than {n} moves ahead", n=max(1, opinion.depth))
            yield Reason(seen, kind="overlooks")

    def _count_out(self, view: S, opinion: Analysis[M], mood: _Mood, limit: Limit, search: Search[M]) -> None:
        """Publish the *opinion* with the forced ends that lie within sight, from the near to the far ones."""
        assert self.manner.counter is not None
        counter = self.manner.counter(view, search, opinion.nodes)
        quiet = self.habits.quiet
        # The same is found without the nearer rounds; they are for searches that may be stopped.
        nearer = range(quiet + 2, mood.look, 2) if search.bounded else ()
        for ahead in (*nearer, mood.look):
            if ahead <= quiet:
                return  # everything was looked at
            lines = []
            for line in opinion.lines:
                value = None if line.proven else counter.value(line.move, ahead)
                lines.append(line if value is None else _known(line, value))
            if search.stopped:
                return
            lines.sort(key=lambda line: -line.value)
            depth = opinion.depth if counter.is_out else ahead
            opinion = replace(opinion, lines=tuple(lines), depth=depth, nodes=counter.nodes)
            search.publish(self._chosen(view, opinion, mood, limit))
            if counter.is_out or all(line.proven for line in lines):
                return


@dataclass(frozen=True, slots=True)
class _Mood:
    """What chance made of somebody in one position."""

    look: int
    blind: bool
    luck: float
    """From 0 to 1: decides between the moves."""


def feeling(value: float) -> float:
    """What a searched *value* counts for somebody, in points: about 0 to 1, and beyond where it is forced.

    A loss that lies far ahead is not as bad as one that is near: the other side may overlook it.
    """
    if abs(value) <= WIN / 2:
        return squash(value)
    ahead = WIN - abs(value)
    forced = SURE if ahead <= 2 else FORCED - STEP * min(ahead, 20)
    return 0.5 + math.copysign(forced, value)


def humanlike_level(
    title: Text,
    about: Text,
    habits: Habits,
    manner: Manner[S, M],
    *,
    flaw: Text | None = None,
    legend: Text | None = None,
    extra: bool = False,
) -> Level[S, M]:
    """A level with these habits, for a menu."""
    return Level(
        title=title,
        about=about,
        flaw=flaw,
        legend=legend,
        extra=extra,
        make=partial(Person, habits=habits, manner=manner),
        # The habits end the thinking; a limit in time would only make slow machines play differently.
        usual=Limit(depth=max(*habits.looks, habits.late)),
        compiled=habits.counts and manner.counter is not None,
    )


def _part(limit: Limit) -> Limit:
    """What may be used up before forced ends are counted out: half the time, and most of the nodes."""
    return replace(limit.part(0.5), nodes=None if limit.nodes is None else limit.nodes * 3 // 4)


def _known(line: Line[M], value: float) -> Line[M]:
    """The *line* with what was counted out."""
    verdict = ending_in(round(WIN - abs(value)), value, proven=True)
    counted = Text("counted out: this move {label}", label=verdict.label)
    kind = "wins" if value > 0 else "loses"
    if value == 0:
        kind, counted = "draws", Text("counted out: nobody wins by force after it")
    return replace(
        line,
        value=value,
        chance=1.0 if value > 0 else 0.0 if value < 0 else 0.5,
        verdict=verdict,
        then=(),
        why=(Reason(counted, kind=kind), *line.why[1:]),
    )
