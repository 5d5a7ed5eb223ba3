"""What happens inside a worker: one job at a time, told through a pipe until it ends or is told to.

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
from contextlib import nullcontext
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any, Literal, NamedTuple, TypeAlias

from damier.core.engine import Analysis, Clock, Level, Limit

SECONDS_BETWEEN_OPINIONS = 0.125
"""Seconds between two opinions of a stream: an eye follows no more than eight a second."""

SHARE = 3.0
"""Seconds that a stream may think when others wait for its worker."""

OVERTIME = 1.0
"""Seconds after its time in which an engine may end by itself."""

Command: TypeAlias = Literal["stop", "hurry"]
"""What can be said to a job under way: end at once, or after its share."""

Stage: TypeAlias = Literal["begun", "preparing", "prepared"]
"""How far an engine is: its time runs, a compiler works for it, and its time runs again."""


class Opinion(NamedTuple):
    """What a level thinks of a position."""

    packed: str
    """All of it, to be kept and shown: a board of 60x60 has some hundred kilobytes."""
    move: str
    """Its move, so that nobody unpacks the rest to make it."""
    depth: int
    final: bool
    """Whether it is the last."""


Answer: TypeAlias = Opinion | tuple[Literal["stopped", "fault"] | Stage, str]
"""An opinion; none because it was stopped; what went wrong, with its traceback; or how far it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRequest:
    """All that a worker is told: a view as text, never a state or its seed."""

    number: int
    """Names the job in commands that follow."""
    key: str
    """The game: ``connect4``."""
    position: str
    level: str
    seed: int
    """The engine's own chance."""
    lines: int
    """How many moves to give an opinion on."""
    seconds: float
    """No job takes longer, but for what must be compiled first."""
    clock: Clock | None = None
    """The clocks of a timed game."""
    patient: bool = False
    """Whether somebody waits for an exact answer."""
    stream: bool = False
    """Whether every better opinion is told, and the time alone limits it."""
    most_depth: int | None = None
    """How many moves ahead it looks at most, where that was asked for."""
    depth: int = 0
    """How deep an earlier try has been told: what is not as deep would be a step back."""


def run(pipe: Connection) -> None:
    """Answer until the server is gone."""
    begin()
    while True:
        try:
            message = pipe.recv()
            if isinstance(message, JobRequest):  # a command to a job that has just ended is dropped
                pipe.send(_last_answer(message, pipe))
        except (EOFError, OSError):
            return


def begin() -> None:
    """A worker ends with its server, even in the middle of a job, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # a page comes before an engine
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def _last_answer(request: JobRequest, pipe: Connection) -> Answer:
    def commands() -> Iterator[Command]:
        while pipe.poll():
            number, command = pipe.recv()
            if number == request.number:
                yield command

    sending = threading.Lock()  # the compiler may work in a thread of the engine

    def tell(answer: Answer) -> None:
        with sending:
            pipe.send(answer)

    try:
        return think(request, tell, commands, lambda stage: tell((stage, "")))
    except (Exception, SystemExit):  # whatever the engine's author wrote into it
        return ("fault", traceback.format_exc())


def think(
    request: JobRequest,
    tell: Callable[[Answer], None],
    commands: Callable[[], Iterator[Command]],
    report: Callable[[Stage], None] = lambda stage: None,
) -> Answer:
    """Think, *tell* opinions on the way where they are asked for, heed *commands*; how it ended."""
    from damier.games import game as find_game
    from damier.warm import note_prepared, told_of_compiling
    from damier.web.thinking.stored_analysis import pack_thought

    game = find_game(request.key)
    view = game.parse(request.position)
    level = game.engines[request.level]

    def pack(analysis: Analysis[Any]) -> Opinion:
        packed = pack_thought(game, request.level, view, analysis)
        return Opinion(packed, game.write(analysis.move), analysis.depth, final=False)

    limit = limit_of(request, level)
    # Its time stands while a compiler works for it.
    compiling = told_of_compiling(lambda: report("preparing"), lambda: report("prepared"))
    with compiling if level.compiled else nullcontext():
        opinions = level.make(request.seed).think(view, limit)
        report("begun")
        try:
            answer = _follow_opinions(request, limit, opinions, pack, tell, commands)
            if level.compiled and isinstance(answer, Opinion):
                note_prepared(game, request.level, view)
            return answer
        finally:
            if hasattr(opinions, "close"):
                opinions.close()  # now, not when it is found to be garbage: a search may run behind it


def limit_of(request: JobRequest, level: Level[Any, Any]) -> Limit:
    """A stream goes ever deeper until its time is up; else the level thinks as it usually does."""
    if request.stream:
        return Limit(time=request.seconds, lines=request.lines, depth=request.most_depth)
    usual = level.patient if request.patient and level.patient is not None else level.usual
    seconds = request.seconds if usual.time is None else min(request.seconds, usual.time)
    return replace(usual, time=seconds, lines=request.lines, clock=request.clock)


def _follow_opinions(
    request: JobRequest,
    limit: Limit,
    opinions: Iterator[Analysis[Any]],
    pack: Callable[[Analysis[Any]], Opinion],
    tell: Callable[[Answer], None],
    commands: Callable[[], Iterator[Command]],
) -> Answer:
    last: Analysis[Any] | None = None
    considered: Analysis[Any] | None = None
    told: Opinion | None = None
    told_at = float("-inf")
    began: float | None = None  # when it first speaks: it may have to compile before
    most = (limit.time or 0.0) + OVERTIME
    for last in opinions:
        now = time.monotonic()
        began = now if began is None else began
        for command in commands():
            if command == "stop":
                return ("stopped", "")
            most = min(most, SHARE)
        if now - began >= most:
            break
        # Most opinions repeat the last one: the object tells that before it is packed, which takes a while.
        if (
            request.stream
            and last is not considered
            and now - told_at >= SECONDS_BETWEEN_OPINIONS
            and last.depth >= request.depth
        ):
            considered = last
            opinion = pack(last)
            if opinion != told:
                told, told_at = opinion, now
                tell(opinion)
    if last is None:
        raise ValueError("the engine has no opinion")
    return pack(last)._replace(final=True)
