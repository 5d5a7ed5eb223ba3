"""A simulation as it goes on, and what it comes to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from damier.arena.executors import open_executors
from damier.arena.simulation_results import SimulationFile, SimulationResult, open_file
from damier.core.game import AnyGame
from damier.core.record_files import check_writable, write_whole
from damier.core.text import Number, Refusal, Text
from damier.core.tools.batch_tools import one_thread_each
from damier.core.tools.simulation import Batch, Played, Simulating, Simulation
from damier.terminal.arena import SAME_COMMAND
from damier.terminal.batch_work import answers
from damier.terminal.screen import Screen


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationRun:
    """How a simulation is run, beside what is simulated: nothing of it changes a result."""

    processes: int | None = None
    """How many games are played at once; None: one for each core."""
    cluster: str | None = None
    """A cluster to play on."""
    out: Path | None = None
    """The file that keeps the batches, so that the same command goes on where it stopped."""
    results: Path | None = None
    """The file for ``index 0|1`` a line."""
    for_programs: bool = False
    """Whether the result is printed as JSON."""


def simulate(
    screen: Screen, game: AnyGame, tool: Simulating, simulation: Simulation, run: SimulationRun
) -> None:
    """Play what is missing and tell the result; Ctrl-C ends it with the result so far."""
    aside = screen.aside() if run.for_programs else screen
    if run.results is not None:
        check_writable(run.results)
    result, stopped, batches = SimulationResult(), False, simulation.batches()
    with ExitStack() as stack:
        file = stack.enter_context(open_file(run.out, simulation, batches)) if run.out is not None else None
        for played in file.played if file is not None else ():
            result.add(played)
        try:
            _play(aside, tool, batches[len(result.signs) :], run, file, result, simulation.games)
        except BrokenExecutor:
            again = Text("a worker has died: the same command goes on where it stopped")
            raise Refusal(again if file else Text("a worker has died: is there enough memory?")) from None
        except KeyboardInterrupt:
            stopped = True
    if run.for_programs and not stopped:
        print(json.dumps(result.as_json(simulation), indent=1))
    elif result.games:
        _show(aside, game, simulation, result)
    if stopped:
        aside.say(Text("stopped early"), "bold")
        if run.out is not None:
            aside.say(SAME_COMMAND)
        raise SystemExit(130)
    if run.results is not None:
        write_whole(run.results, result.lines())


def _play(
    screen: Screen,
    tool: Simulating,
    missing: Sequence[Batch],
    run: SimulationRun,
    file: SimulationFile | None,
    result: SimulationResult,
    total: int,
) -> None:
    """Play the batches that are missing, and count them as they come."""
    if not missing:
        return
    with one_thread_each(), ExitStack() as stack:
        with screen.working(Text("preparing the engines")):
            tool.prepare(missing[0].level)  # here, once, not in each worker
        executors = stack.enter_context(open_executors(run.processes, run.cluster))
        bar = stack.enter_context(screen.progress())
        task = bar.add_task(screen.words(Text("games")), total=total, completed=result.games)
        lines: Iterator[str] = answers(tool.play, executors.current, executors.workers, missing)
        for line in lines if file is None else file.keep(lines):
            result.add(Played.load(line))
            bar.update(task, completed=result.games)


def _show(screen: Screen, game: AnyGame, simulation: Simulation, result: SimulationResult) -> None:
    """What was won, how fast, and how often it had to guess."""
    low, high = result.interval
    screen.say(Text("{game}, {board}", game=game.title, board=_board(game, simulation)))
    screen.say(
        Text(
            "{name} won {rate} of {n} boards (95%: {low} to {high})",
            name=game.called(simulation.level),
            rate=Number(result.share, ".2%"),
            n=result.games,
            low=Number(low, ".2%"),
            high=Number(high, ".2%"),
        ),
        "bold",
    )
    screen.say(Text("{n} games a second of processor time", n=Number(result.speed, ".1f")))
    screen.say(Text("{n} guesses a game", n=Number(result.guessed, ".2f")))


def _board(game: AnyGame, simulation: Simulation) -> Text:
    """What was played on: ``Expert``, ``size 20x12, mines 40``."""
    return game.board_title(simulation.options) if simulation.options else Text("given boards")
