"""What there is to tell of a tournament: its table, its sequential test, how long its players thought."""

from __future__ import annotations

import shlex
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from damier.arena.game_notes import opening_of
from damier.arena.plan import ROUND_ROBIN, Entrant, Entry, Plan
from damier.arena.run_folder import Run
from damier.arena.statistics.sprt import Sprt
from damier.arena.statistics.standings import Row, Standings
from damier.core.game import AnyGame
from damier.core.limit_text import read_pace
from damier.core.record import Record, replay
from damier.core.record_files import read_bytes, write_whole
from damier.core.text import Refusal, Text
from damier.games import game as find_game

MOST_TIMED = 1000
"""Games that are replayed to tell how long each player thought: so many tell it."""

MARK = '<meta name="generator" content="damier report">'
"""Stands in every page of ours: nothing else is written over."""


@dataclass(frozen=True, slots=True)
class Report:
    """A run, read and counted."""

    plan: Plan
    game: AnyGame
    standings: Standings
    progress: tuple[tuple[int, float], ...]
    """Of the sequential test: the log-likelihood ratio after so many different pairs."""
    pace: dict[Entry, float]
    """Mean seconds for a move, by player, where times are known."""

    def timed_rows(self) -> list[Row]:
        """The players whose times are known, best first."""
        return [row for row in self.standings.table() if self.pace.get(row.entry, 0.0) > 0]

    @property
    def depends_on_time(self) -> bool:
        """Whether the same seed may give other games: a limit in seconds means more on a faster machine."""
        return any(_is_timed(self, entrant) for entrant in self.plan.entrants)


def _is_timed(report: Report, entrant: Entrant) -> bool:
    pace = entrant.limit or report.plan.limit
    if pace is not None:
        limit, clock = read_pace(pace)
        return bool(clock or limit.time or limit.cpu)
    level = report.game.engines.get(entrant.spec)
    return level is None or bool(level.usual.time or level.usual.cpu)


def read_report(run: Run) -> Report:
    """Everything that is known of a run; refused where there is nothing yet."""
    plan, times = run.plan, run.times()
    game = find_game(plan.game)
    # Of two, the second is the measure: the first is so much stronger.
    standings = Standings(plan)
    watch, progress = _Watch(plan, game), [(0, 0.0)]
    for number, record in enumerate(run.records()):
        seconds = times.get(number)
        standings.add(record, seconds)
        if seconds:
            watch.add(number, record, seconds)
        if plan.sprt is not None and sum(standings.pairs(0, 1)) > progress[-1][0]:
            progress.append((sum(standings.pairs(0, 1)), standings.llr))
    if not standings.games:
        raise Refusal(Text("there are no games in {path} yet", path=str(run.folder)))
    return Report(plan, game, standings, tuple(progress), watch.means())


@dataclass(slots=True)
class _Watch:
    """Adds up how long each player thought, over whole rounds that are spread over the tournament."""

    plan: Plan
    game: AnyGame
    spent: dict[Entry, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds for each move, by player."""

    def add(self, number: int, record: Record, seconds: list[float]) -> None:
        """Count a game, if its round is one of those that are looked at."""
        meetings = len(self.plan.entrants) if self.plan.alone else 2 * len(self.plan.pairings())
        rounds = max(1, MOST_TIMED // meetings)
        every = -(-self.plan.pairs // rounds)
        if (number // meetings) % every:
            return
        seats = self.plan.slot(number).seats
        turns = [state.turn for state in replay(self.game, record)][opening_of(record) :]
        for turn, spent in zip(turns, seconds, strict=False):
            self.spent[seats[turn]].append(spent)

    def means(self) -> dict[Entry, float]:
        return {entry: sum(spent) / len(spent) for entry, spent in sorted(self.spent.items())}


def command(plan: Plan, game: AnyGame) -> str:
    """The command that plays such a tournament again, as it is typed."""
    players = [f"{e.spec}@{e.limit}" if e.limit else e.spec for e in plan.entrants]
    named = (
        ["match", plan.game, *players]
        if plan.is_match
        else ["arena", plan.game, "--engines", ",".join(players)]
    )
    words = ["damier", *named, "--games", str(plan.games)]
    words += ["--limit", plan.limit] if plan.limit else []
    words += ["--mode", plan.mode] if plan.mode != ROUND_ROBIN else []
    words += ["--plies", str(plan.plies)] if plan.plies is not None else []
    words += ["--sprt", write_sprt(plan.sprt)] if plan.sprt is not None else []
    if plan.options != game.settle():
        for name, value in sorted(plan.options.items()):
            words += ["--option", f"{name}={value}"]
    return shlex.join([*words, "--seed", str(plan.seed)])


def write_sprt(test: Sprt) -> str:
    """A test as ``--sprt`` takes it."""
    words = f"elo0={test.elo0:g},elo1={test.elo1:g},alpha={test.alpha:g},beta={test.beta:g}"
    return words + ",normalised" if test.normalised else words


def write_report(folder: Path, out: Path | None, language: str) -> tuple[Report, Path]:
    """Write the page of the run in *folder*; returns what was told, and where."""
    from damier.arena.report.report_page import page

    report = read_report(Run.open(folder))
    path = out or folder / "report.html"
    _spare(path)
    write_whole(path, page(report, language))
    return report, path


def _spare(path: Path) -> None:
    """Refuse to write over anything but a report: a wrong name must not cost somebody a file."""
    try:
        is_ours = MARK.encode() in read_bytes(path, 1000)
    except Refusal:  # nothing there, or writing will say why
        return
    if not is_ours:
        raise Refusal(
            Text("{path} is there already and is not a report: choose another name", path=str(path))
        )
