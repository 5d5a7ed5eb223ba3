"""Tournaments as a browser may see them; read in threads of their own, for a run may hold 100,000 games."""

from __future__ import annotations

import logging
import math
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TypeVar

from damier.arena.plan import Plan
from damier.arena.report.report import command
from damier.arena.run_reader import RunReader
from damier.arena.statistics.result_sentences import remarks
from damier.arena.statistics.standings import Cell, Row
from damier.core.text import Refusal, Text, Unreadable, printable
from damier.games import game as find_game
from damier.web.host.costly_pool import SLICE, Costly
from damier.web.refusals import NotFound
from damier.web.tournaments.run_index import Runs
from damier.web.tournaments.tournament_games import (
    Replays,
    game_line,
    named_plan,
    ply_at,
    replayed,
    show_game,
)
from damier.web.wire.models import PlyOut
from damier.web.wire.tournament_models import (
    DamagedOut,
    GamesPage,
    PlayedOut,
    RowOut,
    ScoreOut,
    TestOut,
    TournamentLine,
    TournamentOut,
    TournamentsOut,
)

T = TypeVar("T")

QUIET = 120.0
"""Seconds without a sign of life after which a tournament with missing games is held to have stopped."""
READING = 1.0
"""Seconds that one request may read games for, in pieces; the next one goes on there."""
BRIEFLY = 0.05
"""The same where no table is asked for: where games stand is known without counting them."""
MOST_LISTED = 100

log = logging.getLogger("damier.web")


class Tournaments:
    """The tournaments in a folder."""

    def __init__(self, folder: Path, pool: Costly) -> None:
        self.runs = Runs(folder)
        self.replays = Replays()
        self.pool = pool

    async def do(self, act: Callable[[], T]) -> T:
        """Call *act* in a thread; whatever a damaged run does to it becomes one sentence."""
        return await self.pool.do(lambda: _safely(act))

    async def all(self, language: str) -> TournamentsOut:
        """Every tournament, newest first; those that cannot be read apart."""
        return await self.pool.do_all(self._all(language))

    def _all(self, language: str) -> Iterator[TournamentsOut]:
        """Ever more of the list; between two of these others have their turn."""
        names = self.runs.names()
        found = TournamentsOut(tournaments=[], damaged=[], left_off=max(0, len(names) - MOST_LISTED))
        until = time.monotonic() + SLICE
        for name, updated in names[:MOST_LISTED]:
            try:
                found.tournaments.append(_safely(partial(self._line, name, updated, until, language)))
            except Refusal as problem:
                words = printable(problem.text.show(language))
                found.damaged.append(DamagedOut(id=name, problem=words))
            if time.monotonic() > until:
                yield found
                until = time.monotonic() + SLICE
        yield found

    def _line(self, name: str, updated: float, until: float, language: str) -> TournamentLine:
        seen = self.runs.glance(name)
        is_over = False
        if seen.plan.sprt is not None and seen.played < seen.plan.total:
            run = self.runs.reader(name)
            run.advance(until)
            is_over = run.standings.is_over
        return line_out(name, seen.plan, seen.played, is_over, updated, language)

    async def show(self, name: str, language: str) -> TournamentOut:
        """One tournament with its table."""
        until = time.monotonic() + READING
        while not await self.do(lambda: self.read(name, SLICE).is_read) and time.monotonic() < until:
            pass  # others have their turn between two pieces
        return await self.do(lambda: self._show(name, language))

    def _show(self, name: str, language: str) -> TournamentOut:
        run = self.runs.reader(name)
        with run.lock:
            return tournament_out(name, run, self.runs.updated(name), language)

    def read(self, name: str, seconds: float) -> RunReader:
        """The run, read for so long at most."""
        run = self.runs.reader(name)
        run.advance(time.monotonic() + seconds)
        return run

    async def games(
        self, name: str, after: int | None, most: int, player: int | None, language: str
    ) -> GamesPage:
        """Games, newest first: those before number *after*, of one player if one is named."""
        return await self.do(lambda: self._games(name, after, most, player, language))

    def _games(self, name: str, after: int | None, most: int, player: int | None, language: str) -> GamesPage:
        run = self.read(name, BRIEFLY)
        plan = run.plan
        if player is not None and player >= len(plan.entrants):
            raise Unreadable(
                Text("there is no player {n}: choose from 0 to {last}", n=player, last=len(plan.entrants) - 1)
            )
        numbers: Sequence[int] = range(run.games)
        if player is not None:
            numbers = [number for number in numbers if player in plan.slot(number).seats]
        end = len(numbers) if after is None else bisect_left(numbers, after)
        page = list(reversed(numbers[max(0, end - most) : end]))
        game = find_game(plan.game)
        names = plan.display_names(game, language)
        lines = [
            game_line(plan, game, record, number, names, language)
            for number, record in zip(page, run.records(page), strict=True)
        ]
        return GamesPage(games=lines, more=page[-1] if end > most else None, count=len(numbers))

    async def game(self, name: str, number: int, language: str) -> PlayedOut:
        """One game, to be replayed."""
        return await self.do(lambda: show_game(*self._found(name, number), self.replays, name, language))

    async def ply(self, name: str, number: int, ply: int, language: str) -> PlyOut:
        """One game after *ply* moves."""

        def look() -> PlyOut:
            run, _ = self._found(name, number)
            game, record, states, moves = replayed(run, number, self.replays, name)
            return ply_at(game, record, states, moves, ply, language)

        return await self.do(look)

    def _found(self, name: str, number: int) -> tuple[RunReader, int]:
        run = self.read(name, BRIEFLY)
        if number >= run.games:
            raise NotFound(Text("there is no game {n} in this tournament", n=number))
        return run, number


def _safely(act: Callable[[], T]) -> T:
    """What *act* returns; a run is files that anybody may have written, so anything may go wrong."""
    try:
        return act()
    except Refusal:
        raise
    except OSError as error:
        log.warning("a tournament cannot be read: %s", error)
        raise NotFound(Text("this tournament can no longer be read")) from error
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        log.warning("a tournament cannot be read: %r", error)
        raise Unreadable(Text("this tournament is damaged: its files do not fit together")) from error


def state_of(plan: Plan, played: int, is_over: bool, updated: float) -> str:
    """Whether it goes on, as far as its files tell; *is_over* if its test has ended it."""
    if played >= plan.total or is_over:
        return "finished"
    return "running" if time.time() - updated < QUIET else "stopped"


def line_out(
    name: str, plan: Plan, played: int, is_over: bool, updated: float, language: str
) -> TournamentLine:
    """A tournament among others."""
    game = find_game(plan.game)
    return TournamentLine(
        id=name,
        game=game.key,
        title=game.title.show(language),
        players=plan.display_names(game, language),
        played=played,
        total=plan.total,
        state=state_of(plan, played, is_over, updated),
        updated=updated,
    )


def tournament_out(name: str, run: RunReader, updated: float, language: str) -> TournamentOut:
    """A tournament with its table; nobody may count games meanwhile."""
    plan, standings = run.plan, run.standings
    game = find_game(plan.game)
    names = plan.display_names(game, language)
    rows, cross, test = standings.table(), standings.cross(), plan.sprt
    line = line_out(name, plan, run.games, standings.is_over, updated, language)
    said = remarks(standings, names)[1 if test is not None else 0 :]  # the test has numbers of its own
    return TournamentOut(
        **line.model_dump(),
        alone=plan.alone,
        counted=standings.games,
        limit=plan.limit,
        rows=[row_out(row, names[row.entry], language) for row in rows],
        cross=[[score_out(cross[row.entry][other.entry]) for other in rows] for row in rows],
        test=TestOut(
            llr=standings.llr,
            lower=test.lower,
            upper=test.upper,
            elo0=test.elo0,
            elo1=test.elo1,
            verdict=standings.accepted,
        )
        if test is not None
        else None,
        remarks=[printable(text.show(language)) for text in said],
        command=printable(command(named_plan(plan, game), game)),
    )


def row_out(row: Row, name: str, language: str) -> RowOut:
    """One player in the table; JSON knows no infinity."""
    return RowOut(
        entry=row.entry,
        name=name,
        rating=row.words().show(language),
        value=row.strength,
        low=row.low if math.isfinite(row.low) else None,
        high=row.high if math.isfinite(row.high) else None,
        points=row.points,
        games=row.games,
        different=row.different,
        score=row.score,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        forfeits=row.forfeits,
        speed=row.speed,
    )


def score_out(cell: Cell | None) -> ScoreOut | None:
    """One player against another."""
    return ScoreOut(**asdict(cell)) if cell is not None else None
