"""A training as it goes on: generations of self-play, fit and proof by a match."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from damier.arena.executors import Executors, open_executors
from damier.arena.plan import derive_seed
from damier.arena.read_plan import enter, plan_for
from damier.arena.run_folder import PLAN, Run
from damier.arena.statistics.sprt import Sprt
from damier.arena.training_folder import Course, Generation, TrainingFolder
from damier.core.game import AnyGame
from damier.core.record_files import write_whole
from damier.core.text import Refusal, Text
from damier.core.tools.training import Training
from damier.engines.weights import Origin, save_weights
from damier.terminal.arena import SAME_COMMAND, play_run, prepared
from damier.terminal.batch_work import answers
from damier.terminal.screen import Screen
from damier.terminal.warm import prepare_cold

PROOF = Sprt(elo0=0.0, elo1=20.0)
"""New weights must make it likelier that they are 20 Elo stronger than that they are no stronger at all."""

BEST = "best.npz"
"""The file in the folder of a training that holds the best weights so far."""


def train(
    screen: Screen,
    game: AnyGame,
    tool: Training,
    course: Course,
    generations: int,
    out: Path,
    processes: int | None,
    cluster: str | None,
) -> None:
    """Do what is missing of so many generations; Ctrl-C ends it, and the same command goes on."""
    folder = TrainingFolder.begin(out, course)
    prepare_cold(screen, game, game.engines)
    try:
        with open_executors(processes, cluster) as executors:
            for number in range(1, generations + 1):
                _Trainer(screen, game, tool, folder, executors).work(number)
    except BrokenExecutor:
        raise Refusal(Text("a worker has died: the same command goes on where it stopped")) from None
    except KeyboardInterrupt:
        screen.say(SAME_COMMAND)
        raise SystemExit(130) from None


@dataclass(frozen=True, slots=True)
class _Trainer:
    """Makes one generation of a training."""

    screen: Screen
    game: AnyGame
    tool: Training
    folder: TrainingFolder
    executors: Executors

    def work(self, number: int) -> None:
        """Play, fit and prove, whatever of it is not done yet."""
        generation, best = self.folder.generation(number), self.folder.best(number)
        self.screen.say(Text("generation {n}", n=number), "bold")
        if generation.is_stronger() is None:
            samples = self._play(generation, best)
            if not generation.weights.exists():
                self._fit(generation, samples, best)
            self._prove(generation, best)
        if generation.is_stronger():
            target = self.folder.folder / BEST
            write_whole(target, generation.weights.read_bytes())
            self.screen.say(Text("stronger: kept as {path}", path=str(target)))
        else:
            self.screen.say(Text("not proven stronger: the weights before stay the best"))

    def _play(self, generation: Generation, best: Path | None) -> list[str]:
        """Let the engine play itself, and keep what each part teaches at once."""
        parts, done = generation.parts(best), generation.samples()
        missing = parts[len(done) :]
        found = answers(self.tool.play, self.executors.current, self.executors.workers, missing)
        title = self.screen.words(Text("games against itself"))
        return [*done, *self.screen.track(title, generation.keep(found), len(parts), len(done))]

    def _fit(self, generation: Generation, samples: list[str], best: Path | None) -> None:
        course = self.folder.course
        with self.screen.working(Text("fitting weights")):
            arrays = self.tool.fit(samples, best, derive_seed(course.seed, f"fit {generation.number}"))
        save_weights(
            generation.weights, arrays, Origin(course.game, course.command(generation.number), course.seed)
        )

    def _prove(self, generation: Generation, best: Path | None) -> None:
        """Let the new weights play against the best before them until a test is decided."""
        run = self._run(generation, best)
        standings = play_run(self.screen, run, self.executors, SAME_COMMAND)
        generation.settle(standings.accepted == "H1", standings.games)

    def _run(self, generation: Generation, best: Path | None) -> Run:
        if (generation.proof / PLAN).exists():
            return Run.open(generation.proof)
        level, course, options = self.tool.level, self.folder.course, self.game.settle()
        rivals = [f"{level}:{generation.weights}", level if best is None else f"{level}:{best}"]
        plan = plan_for(
            self.game,
            enter(self.game, [(spec, None) for spec in rivals], options),
            options=options,
            seed=derive_seed(course.seed, f"proof {generation.number}"),
            games=course.proof,
            limit=self.tool.limit,
            sprt=PROOF,
        )
        plan = replace(plan, openings=prepared(self.screen, plan, self.executors))
        return Run.create(generation.proof, plan)
