"""A tournament as it goes on: the table, the progress and when it will be over."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Group
from rich.live import Live
from rich.progress import Progress, TaskID
from rich.table import Table
from rich.text import Text as Words

from damier.arena.executors import Executors, open_executors
from damier.arena.openings import prepare_openings, read_openings
from damier.arena.plan import Plan
from damier.arena.read_plan import make_plan
from damier.arena.run_folder import PLAN, Run, new_folder, resume_command
from damier.arena.statistics.result_sentences import remarks
from damier.arena.statistics.sprt import read_sprt
from damier.arena.statistics.standings import Standings
from damier.arena.tournament import play_missing
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.text import Text, Unreadable, printable
from damier.games import game as find_game
from damier.terminal.screen import Screen
from damier.terminal.warm import prepare_cold

REFRESH = 0.5
"""Seconds between two looks at the table."""

WIDE = 10_000
"""Columns where no person looks: a program that reads a table wants whole lines."""

SAME_COMMAND = Text("the same command goes on where it stopped")
"""How to go on with what keeps its own place."""


def start_arena(
    screen: Screen,
    game: AnyGame,
    engines: Sequence[str],
    options: Options,
    *,
    openings: str | None,
    plies: int | None,
    sprt: str | None,
    out: str | None,
    processes: int | None,
    cluster: str | None,
    **fields: Any,
) -> None:
    """Plan a tournament, prepare its openings and play it; *fields* are other fields of the plan."""
    if openings is not None and plies is not None:
        raise Unreadable(Text("name --plies or --openings, not both: a file says how its pairs begin"))
    plan = make_plan(
        game,
        engines,
        options=options,
        openings=read_openings(Path(openings), game, options) if openings is not None else (),
        plies=plies,
        sprt=read_sprt(sprt) if sprt is not None else None,
        **fields,
    )
    folder = Path(out) if out else new_folder(game.key)
    if (folder / PLAN).exists():
        Run.create(folder, plan)  # refuses, before anything is prepared
    prepare_cold(screen, game, game.engines, game.first_view(options))  # here, once, not in each worker
    with open_executors(processes, cluster) as executors:
        if not plan.alone and not plan.openings:
            plan = replace(plan, openings=prepared(screen, plan, executors))
        _play(screen, Run.create(folder, plan), executors)


def resume_arena(screen: Screen, folder: Path, processes: int | None, cluster: str | None) -> None:
    """Play what is missing."""
    run = Run.open(folder)
    game = find_game(run.plan.game)
    prepare_cold(screen, game, game.engines, game.first_view(run.plan.options))
    with open_executors(processes, cluster) as executors:
        _play(screen, run, executors)


def _play(screen: Screen, run: Run, executors: Executors) -> None:
    play_run(screen, run, executors, Text("go on with: {command}", command=resume_command(run.folder)))


def prepared(screen: Screen, plan: Plan, executors: Executors) -> tuple[str, ...]:
    """Where the pairs of a plan begin, with a progress bar."""
    with screen.progress() as bar:
        task = bar.add_task(screen.words(Text("openings")), total=plan.pairs)
        return prepare_openings(
            plan, executors, lambda done, count: bar.update(task, completed=done, total=count)
        )


def play_run(screen: Screen, run: Run, executors: Executors, go_on: Text) -> Standings:
    """Play what is missing with a live table and tell the result; Ctrl-C ends it, what was played is kept.

    Where games are left to play, *go_on* tells how, and the command ends.
    """
    standings = run.counted()
    display = StandingsDisplay(screen, standings)
    stopped = False
    try:
        with display.live():
            play_missing(run, standings, executors, display.update)
    except KeyboardInterrupt:
        stopped = True
        executors.close(wait=False)
    display.tell()
    screen.say(
        Text(
            "{n} games in {path}, seed {seed}",
            n=standings.games,
            path=str(run.folder),
            seed=str(run.plan.seed),
        ),
        "dim",
    )
    if stopped:
        screen.say(Text("stopped early"), "bold")
    if not standings.is_finished:
        screen.say(go_on)
        raise SystemExit(130)
    return standings


class StandingsDisplay:
    """What is seen while it goes on."""

    def __init__(self, screen: Screen, standings: Standings) -> None:
        self.screen = screen
        self.plan = plan = standings.plan
        self.standings = standings
        self.names = plan.display_names(find_game(plan.game), screen.language)
        """What people call the players, by entry."""
        self._bar: Progress = screen.progress()
        self._task: TaskID = self._bar.add_task(screen.words(Text("games")), total=plan.total)
        self._live: Live | None = None
        self._next = 0.0

    @contextmanager
    def live(self) -> Iterator[None]:
        """Show the table until it is over; nothing where nobody looks."""
        if not self.screen.console.is_terminal:
            yield
            return
        with Live(console=self.screen.console, auto_refresh=False, transient=True) as self._live:
            self._show()
            yield

    def update(self) -> None:
        """Show what was counted, if the last look is a while ago."""
        if time.monotonic() > self._next:
            self._show()

    def _show(self) -> None:
        began = time.monotonic()
        if self._live is not None:
            self._bar.update(self._task, completed=self.standings.games)
            lines = [Words(printable(self.screen.words(text))) for text in remarks(self.standings)]
            self._live.update(Group(self.table(), *lines, self._bar.get_renderable()), refresh=True)
        now = time.monotonic()
        self._next = now + max(REFRESH, 10 * (now - began))  # a table of a hundred players takes its time

    def table(self) -> Table:
        """The standings, best first."""
        words, plan = self.screen.words, self.plan
        table = Table(box=None, padding=(0, 1), header_style="bold", pad_edge=False)
        measured = Text("boards won") if plan.alone else Text("Elo")
        last = Text("3BV/s") if plan.alone else Text("score")
        heads = [Text("place"), Text("player"), measured, Text("points"), Text("games"), last]
        for place, head in enumerate(heads):
            if place == 1:  # on a narrow screen names take two lines, and numbers are cut off last
                table.add_column(words(head), overflow="fold", min_width=8)
            else:
                table.add_column(words(head), justify="right", no_wrap=True)
        for place, row in enumerate(self.standings.table(), 1):
            cells = [
                str(place),
                self.names[row.entry],
                words(row.words()),
                words(Text.number(row.points, "g")),
                words(row.played()),
            ]
            speed = words(Text.number(row.speed, ".1f")) if row.speed is not None else ""
            cells.append(speed if plan.alone else words(Text.number(row.score, ".1%")))
            table.add_row(*(Words(printable(cell)) for cell in cells))
        return table

    def tell(self) -> None:
        """The result, for a person and for a program that reads it."""
        console = self.screen.console
        width = console.width
        console.width = width if console.is_terminal else WIDE
        console.print(self.table(), soft_wrap=False)
        console.width = width
        for text in remarks(self.standings, self.names):
            self.screen.say(text)
