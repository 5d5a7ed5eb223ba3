"""What happens inside a worker: one thought at a time, told through a pipe until it ends or is told to.

Nothing heavy is imported before there is something to think about.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any, Literal, TypeAlias

from damier.core.engine import Analysis, Clock, Level, Limit

PERIOD = 0.125
"""Seconds between two opinions of a stream: an eye follows no more than eight a second."""

SHARE = 3.0
"""Seconds that a stream may think when others wait for its worker."""

OVERTIME = 1.0
"""Seconds after its time in which an engine may end by itself."""

Word: TypeAlias = Literal["stop", "hurry"]
"""What can be said to a thought under way: end at once, or after its share."""

Stage: TypeAlias = Literal["begun", "preparing", "prepared"]
"""How far an engine is: its time runs, a compiler works for it, and its time runs again."""

Answer: TypeAlias = tuple[Literal["thought", "final", "stopped", "fault"] | Stage, str, int]
"""How it goes: an opinion on the way, the last one, none because it was stopped, or what went wrong.

Then what was thought, packed, or the fault's traceback; then the depth of the opinion. A stage says nothing.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """All that a worker is told: a view as text, never a state or its seed."""

    number: int
    """Names the thought in words that follow."""
    key: str
    """The game: ``connect4``."""
    position: str
    level: str
    seed: int
    """The engine's own chance."""
    lines: int
    """How many moves to give an opinion on."""
    seconds: float
    """No thought takes longer, but for what must be compiled first."""
    clock: Clock | None = None
    """The clocks of a timed game."""
    patient: bool = False
    """Whether somebody waits for an exact answer."""
    stream: bool = False
    """Whether every better opinion is told, and the time alone limits it."""
    depth: int = 0
    """How deep an earlier try has been told: what is not as deep would be a step back."""


def run(pipe: Connection) -> None:
    """Answer until the server is gone."""
    begin()
    while True:
        try:
            message = pipe.recv()
            if isinstance(message, Ask):  # a word to a thought that has just ended is dropped
                pipe.send(_last_answer(message, pipe))
        except (EOFError, OSError):
            return


def begin() -> None:
    """A worker ends with its server, even in the middle of a thought, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # who waits for a page waits for less than who waits for an engine
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def _last_answer(ask: Ask, pipe: Connection) -> Answer:
    def words() -> Iterator[Word]:
        while pipe.poll():
            number, word = pipe.recv()
            if number == ask.number:
                yield word

    sending = threading.Lock()  # the compiler may work in a thread of the engine

    def tell(answer: Answer) -> None:
        with sending:
            pipe.send(answer)

    try:
        return think(ask, tell, words, lambda stage: tell((stage, "", 0)))
    except (Exception, SystemExit):  # whatever the engine's author wrote into it
        return ("fault", traceback.format_exc(), 0)


def think(
    ask: Ask,
    tell: Callable[[Answer], None],
    words: Callable[[], Iterator[Word]],
    report: Callable[[Stage], None] = lambda stage: None,
) -> Answer:
    """Think, *tell* opinions on the way where they are asked for, heed *words*; how it ended."""
    from damier.games import game as find_game

    game = find_game(ask.key)
    view = game.parse(ask.position)
    level = game.engines[ask.level]

    def pack(analysis: Analysis[Any]) -> str:
        from damier.web.thinking.stored_analysis import pack_thought

        return pack_thought(game, ask.level, view, analysis)

    limit = limit_of(ask, level)
    with _reported_compiler(level, report):
        opinions = level.make(ask.seed).think(view, limit)
        report("begun")
        try:
            answer = _follow_opinions(ask, limit, opinions, pack, tell, words)
            if level.compiled and answer[0] == "final":
                from damier.warm import note_prepared

                note_prepared(game, ask.level, view)
            return answer
        finally:
            if hasattr(opinions, "close"):
                opinions.close()  # now, not when it is found to be garbage: a search may run behind it


@contextmanager
def _reported_compiler(level: Level[Any, Any], report: Callable[[Stage], None]) -> Iterator[None]:
    """Say when a compiler works for the engine: its time stands meanwhile."""
    if not level.compiled:
        yield
        return
    from damier.warm import told_of_compiling

    with told_of_compiling(lambda: report("preparing"), lambda: report("prepared")):
        yield


def limit_of(ask: Ask, level: Level[Any, Any]) -> Limit:
    """A stream goes ever deeper until its time is up; else the level thinks as it usually does."""
    if ask.stream:
        return Limit(time=ask.seconds, lines=ask.lines)
    usual = level.patient if ask.patient and level.patient is not None else level.usual
    seconds = ask.seconds if usual.time is None else min(ask.seconds, usual.time)
    return replace(usual, time=seconds, lines=ask.lines, clock=ask.clock)


def _follow_opinions(
    ask: Ask,
    limit: Limit,
    opinions: Iterator[Analysis[Any]],
    pack: Callable[[Analysis[Any]], str],
    tell: Callable[[Answer], None],
    words: Callable[[], Iterator[Word]],
) -> Answer:
    last: Analysis[Any] | None = None
    considered: Analysis[Any] | None = None
    told, told_at = "", float("-inf")
    began: float | None = None  # when it first speaks: it may have to compile before
    most = (limit.time or 0.0) + OVERTIME
    for last in opinions:
        now = time.monotonic()
        began = now if began is None else began
        for word in words():
            if word == "stop":
                return ("stopped", "", 0)
            most = min(most, SHARE)
        if now - began >= most:
            break
        # Most opinions repeat the last one: the object tells that before it is packed, which takes a while.
        if ask.stream and last is not considered and now - told_at >= PERIOD and last.depth >= ask.depth:
            considered = last
            packed = pack(last)
            if packed != told:
                told, told_at = packed, now
                tell(("thought", packed, last.depth))
    if last is None:
        raise ValueError("the engine has no opinion")
    return ("final", pack(last), last.depth)
