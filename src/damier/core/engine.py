"""What an engine is asked and what it answers."""

from __future__ import annotations

import hashlib
import math
import random
import threading
import time as _time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from damier.core.game import M, View
from damier.core.options import Options
from damier.core.scene import At
from damier.core.text import LANGUAGES, Text
from damier.core.verdict import Verdict

V = TypeVar("V", bound=View[Any], contravariant=True)


A_WHILE = 100.0
"""Seconds of which a part is a share, where the time is endless."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time each seat has left."""

    left: tuple[float, ...]
    """Seconds by seat: ``(60.0, 58.5)``."""
    increment: float = 0.0
    """Seconds added after each move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """How much an engine may think; what is None does not limit."""

    time: float | None = None
    """Seconds by the clock on the wall."""
    cpu: float | None = None
    """Seconds of processor time, of all threads that think together."""
    nodes: int | None = None
    """Positions looked at: one thread and the same answer every time."""
    depth: int | None = None
    """Moves ahead."""
    clock: Clock | None = None
    """The clocks of a timed game."""
    lines: int = 1_000_000
    """How many moves to give an opinion on."""

    @property
    def endless(self) -> bool:
        """Whether it shall think until it is stopped."""
        return self.time == math.inf

    def part(self, share: float) -> Limit:
        """A share of everything; of endless time one that ends, so that what comes after it has its turn."""
        time = A_WHILE if self.endless else self.time
        clock = self.clock
        return replace(
            self,
            time=None if time is None else share * time,
            cpu=None if self.cpu is None else share * self.cpu,
            nodes=None if self.nodes is None else max(1, math.floor(share * self.nodes + 1e-9)),
            clock=None
            if clock is None
            else Clock(tuple(share * left for left in clock.left), share * clock.increment),
        )


UNTIL_DONE = Limit()
"""Of a level that ends by itself: it knows, or it does not search at all."""


class _Worker:
    """The processor time of this thread from a moment on."""

    def __init__(self, begun: float) -> None:
        self._begun = begun
        self._used = 0.0
        # Where the system has such a clock, others can read it too, while this thread is busy in a kernel.
        has = hasattr(_time, "pthread_getcpuclockid")
        self._clock = _time.pthread_getcpuclockid(threading.get_ident()) if has else None

    def used(self, own: bool) -> float:
        """Seconds; of another thread, without a clock of its own, what it had used when it last looked."""
        if own:
            self._used = _time.thread_time() - self._begun
        elif self._clock is not None:
            with suppress(OSError):  # it has ended
                self._used = _time.clock_gettime(self._clock) - self._begun
        return self._used


class Stopwatch:
    """Tells when a limit in time, processor time or nodes is used up.

    Any thread may look, and the processor time of all that do counts, since the watch was made; that of a
    thread which was there before and did not make the watch, since its first look.
    """

    def __init__(self, limit: Limit, seat: int = 0) -> None:
        self.limit = limit
        self._wall = _time.perf_counter()
        self._workers: dict[threading.Thread, _Worker] = {}
        self._maker = threading.current_thread()
        self._cpu = _time.thread_time()
        self._older = frozenset(threading.enumerate()) if limit.cpu is not None else frozenset()
        budget = limit.time
        if limit.clock is not None:
            # A thirtieth of what is left and most of the increment: never flags, never hoards.
            share = limit.clock.left[seat] / 30 + 0.8 * limit.clock.increment
            share = min(share, 0.9 * limit.clock.left[seat])
            budget = share if budget is None else min(budget, share)
        self._budget = budget

    @property
    def bounded(self) -> bool:
        """Whether anything but the depth ends the thinking."""
        return self._budget is not None or self.limit.cpu is not None or self.limit.nodes is not None

    def seconds_left(self) -> float | None:
        """By the clock on the wall, never below 0; None where nothing limits them."""
        if self._budget is None:
            return None
        return max(0.0, self._budget - (_time.perf_counter() - self._wall))

    def spent(self, nodes: int = 0) -> bool:
        """Whether the thinking must end, after *nodes* positions."""
        limit = self.limit
        if limit.nodes is not None and nodes >= limit.nodes:
            return True
        if self._budget is not None and _time.perf_counter() - self._wall >= self._budget:
            return True
        return limit.cpu is not None and self._processor_time() >= limit.cpu

    def _processor_time(self) -> float:
        me = threading.current_thread()
        if me not in self._workers:
            begun = self._cpu if me is self._maker else _time.thread_time() if me in self._older else 0.0
            self._workers[me] = _Worker(begun)
        return sum(worker.used(thread is me) for thread, worker in list(self._workers.items()))


RESULTS = frozenset({"wins", "loses", "draws", "costs", "solved"})
"""Kinds of reasons that say what a move comes to, as its label does.

``costs`` compares it with another, ``solved`` says for whom best play wins.
"""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason, in words, and where on the board to look."""

    text: Text
    """``blocks the four on d1 to g4``."""
    cells: tuple[At, ...] = ()
    """Places on the scene's lattice."""
    kind: str = field(default="", kw_only=True)
    """What it says, for programs: ``blocks``, ``threat``.

    Those in RESULTS say what the move comes to, whatever the game.
    """
    moves: tuple[Any, ...] = field(default=(), kw_only=True)
    """The moves that it names beside the one it is about: a reply, a better one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Generic[M]):
    """An opinion on one move."""

    move: M
    value: float
    """In the engine's own unit, for the seat to move; equal is equally good."""
    chance: float
    """Expected points from 0 to 1."""
    error: float = 0.0
    """The standard error of *chance* where it was sampled, as by 29 random games; 0 where it was not."""
    verdict: Verdict
    """What the move comes to: ``Win(5)``, ``Margin(3)``, ``Risk(0.12)``."""
    then: tuple[M, ...] = ()
    """The expected continuation after the move."""
    why: tuple[Reason, ...] = ()

    @property
    def label(self) -> Text:
        """The verdict in a few words, for the board: ``wins in 5``, ``+3 boxes``, ``12% mine``."""
        return self.verdict.label

    @property
    def proven(self) -> bool:
        """Known, not believed."""
        return self.verdict.proven


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis(Generic[M]):
    """What an engine thinks of a position at one moment of its thinking."""

    move: M
    """What it would play; a weak level does not always play the best line."""
    lines: tuple[Line[M], ...]
    """Opinions, best first."""
    why: tuple[Reason, ...] = ()
    """Why it would play its move: the line's reasons, or that it was chosen at random."""
    depth: int = 0
    nodes: int = 0
    labels: tuple[tuple[At, Verdict], ...] = ()
    """Verdicts on places of the board, moves or not: the value of a cell that no disc can reach yet.

    On the place of a move its line's verdict comes first.
    """

    def line(self, move: M) -> Line[M] | None:
        """The opinion on *move*, if there is one."""
        return next((line for line in self.lines if line.move == move), None)


class Engine(Protocol[V, M]):
    """Something that thinks."""

    def think(self, view: V, limit: Limit) -> Iterator[Analysis[M]]:
        """Ever better opinions, at least one, and one at least every 50 ms: asking no more stops it.

        It ends when the limit does, or sooner; what there was no time for it leaves out, and says so.
        Depends on the engine's seed, the view and the limit alone.
        """


class Seeded:
    """What most engines are made of: the seed of their chance, and nothing more."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        """Whoever plays without chance is the same by any seed."""


VL = TypeVar("VL", bound=View[Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(Generic[VL, M]):
    """An opponent in a menu."""

    title: Text
    """``Very easy``; its translations are accepted as names too."""
    about: Text
    """One line for menus: ``any edge, at random``."""
    make: Callable[[int], Engine[VL, M]]
    """A fresh engine by seed, for one game."""
    flaw: Text | None = None
    """One line on what it does wrong, for whoever looks for an opponent: ``sees no threat``."""
    legend: Text | None = None
    """What its numbers count: ``steps of lead``; None where its verdicts say so themselves."""
    extra: bool = False
    """Whether menus with many levels offer it under *More*; six at most, the strongest too, stand before."""
    fits: Callable[[VL], bool] = lambda view: True
    """Whether it can play this board: the ten steps of tic-tac-toe fit 3x3 only."""
    usual: Limit = Limit(time=1.0)
    """How long it thinks about a move when nobody says otherwise; UNTIL_DONE where it ends by itself."""
    patient: Limit | None = None
    """How long it may think where a person waits for an exact answer; for levels that end when they know."""
    compiled: bool = False
    """Whether it waits for a compiler when it is first used on a machine."""
    words: tuple[str, ...] = ()
    """Other names that are accepted: ``moyen``."""
    former: tuple[str, ...] = ()
    """Keys that it had in older versions: games, plans and links that hold them are read."""
    with_weights: Callable[[Path], Callable[[int], Engine[VL, M]]] | None = None
    """The same level with the weights in a file: ``champion:new.npz``; None where nothing is trained."""

    @property
    def measured(self) -> Limit:
        """How long it thinks where its strength is measured: a busy machine must not weaken it.

        That is ``usual`` with processor time for time, where time and no depth ends it.
        """
        by_time = self.usual.time is not None and self.usual.depth is None
        return replace(self.usual, time=None, cpu=self.usual.time) if by_time else self.usual

    def names(self) -> tuple[str, ...]:
        """Every name but the key that means this level."""
        return (*(self.title.show(language) for language in LANGUAGES), *self.words, *self.former)


def think(engine: Engine[V, M], view: V, limit: Limit) -> Analysis[M]:
    """The last word of *engine* on *view* within *limit*."""
    return deque(engine.think(view, limit), maxlen=1)[0]


def tell(engine: object, options: Options, moves: Sequence[str]) -> None:
    """Tell how the game came to be where it is, if *engine* wants to know: a view says only where it is.

    Who plays an open game says so before each move; a program in another process is told moves, and may fail
    at that as it may when it thinks.
    """
    follow = getattr(engine, "follow", None)
    if follow is not None:
        follow(options, moves)


def dice(seed: int, position: str) -> random.Random:
    """Chance that depends on the seed and the position alone, the same on every machine."""
    digest = hashlib.blake2b(f"{seed} {position}".encode(), digest_size=16).digest()
    return random.Random(int.from_bytes(digest, "big"))


def player_seed(seed: int, player: int) -> int:
    """The seed of an engine in the game with this *seed*, which itself would tell what the game hides."""
    return dice(seed, f"player {player}").getrandbits(64)
