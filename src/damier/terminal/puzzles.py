"""Puzzles at the prompt: find the one move that wins, and win."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from damier.core.engine import Analysis, Reason
from damier.core.game import AnyGame
from damier.core.puzzle import Puzzle, Puzzler, position_of, refused, wins
from damier.core.text import Refusal, Text
from damier.terminal.prompt_commands import HELP, QUIT, Commands, command, names
from damier.terminal.screen import Screen
from damier.terminal.warm import prepare_cold

COMMANDS: Commands = {
    "hint": (Text("hint"), Text("the move that wins, with its reason")),
    "back": (Text("back"), Text("begin this puzzle again")),
    "next": (Text("next"), Text("leave this puzzle for the next one")),
    "help": (HELP, Text("this list, and the rules")),
    "quit": (QUIT, Text("leave")),
}
"""What each command is called and what it does."""


class Leave(Exception):
    """The person wants to go."""


class Puzzling:
    """One puzzle after the other."""

    def __init__(
        self, screen: Screen, game: AnyGame, puzzler: Puzzler, puzzles: Iterable[Puzzle], count: int
    ) -> None:
        self.screen = screen
        self.game = game
        self.puzzler = puzzler
        self.puzzles = iter(puzzles)
        self.count = count
        self.solved = self.tried = 0

    def run(self) -> None:
        """Until the last one, or until the person leaves; Ctrl-C and the end of input leave too."""
        self.screen.say(Text("Type a move, or '{help}'.", help=HELP), "dim")
        try:
            for number in range(1, self.count + 1):
                with self.screen.working(Text("making puzzles...")):
                    puzzle = next(self.puzzles)
                self.tried = number
                self.solved += Attempt(self, puzzle, number).run()
        except (Leave, KeyboardInterrupt):
            self.screen.line()
        self.screen.say(Text("Solved without help: {n} of {tried}.", n=self.solved, tried=self.tried), "bold")

    def think(self, view: Any) -> Analysis[Any]:
        """Every move of a position, judged."""
        level = self.game.engines[self.puzzler.level]
        return self.screen.think(level.make(0), view, level.patient or level.usual, hurry=False)


class Attempt:
    """One puzzle, from its position until the game is won."""

    def __init__(self, puzzling: Puzzling, puzzle: Puzzle, number: int) -> None:
        self.all = puzzling
        self.screen, self.game = puzzling.screen, puzzling.game
        self.puzzle = puzzle
        self.number = number
        self.clean = True
        """Neither a wrong move nor a hint yet."""
        self.begin()

    def begin(self) -> None:
        self.state = position_of(self.game, self.puzzle.moves)
        self.place: Any = None
        self.seat = self.state.turn
        self._judged: Analysis[Any] | None = None

    def run(self) -> bool:
        """Whether it was solved without help."""
        self._announce()
        while self.state.outcome() is None:
            typed = self.screen.ask(f"{self.screen.words(self.game.seat_names[self.seat])} > ")
            if typed is None:
                raise Leave
            try:
                if typed.strip() and not self._obey(typed):
                    return False
            except Refusal as problem:
                self.screen.problem(problem.text)
        self.screen.say(Text("Solved!"), "bold green")
        self.screen.line()
        return self.clean

    def _announce(self) -> None:
        self.screen.say(
            Text(
                "Puzzle {number} of {all}, {grade}: {seat} to move, one move wins (in {n}).",
                number=self.number,
                all=self.all.count,
                grade=self.all.puzzler.grades[self.puzzle.grade],
                seat=self.game.seat_names[self.seat],
                n=self.puzzle.depth,
            ),
            "bold",
        )
        self._show()

    def _obey(self, typed: str) -> bool:
        """Do what was typed; whether this puzzle goes on."""
        known = command(typed, names(COMMANDS))
        if known is None:
            self._play(self.game.read(typed, self.view))
        elif known[0] == "quit":
            raise Leave
        elif known[0] == "next":
            if self.place is None:
                self.screen.say(Text("{move} would have won.", move=self.puzzle.answer))
            return False
        elif known[0] == "back":
            self.begin()
            self._announce()
        elif known[0] == "hint":
            self._hint()
        else:
            self._help()
        return True

    @property
    def view(self) -> Any:
        return self.game.view(self.state, self.state.turn)

    @property
    def judged(self) -> Analysis[Any]:
        """What every move here is worth; asked once."""
        if self._judged is None:
            self._judged = self.all.think(self.view)
        return self._judged

    def _play(self, move: Any) -> None:
        """Make a move that keeps the win, and let the other side answer; refuse any other, and say why."""
        after = self.state.play(move)
        line = self.judged.line(move)
        if line is None or not all(one.proven for one in self.judged.lines):
            self._judged = None
            raise Refusal(Text("there was not enough time to judge the moves: try again"))
        if not wins(line):
            self.clean = False
            why = self._discreet(line.why)
            words = refused(self.game.write(move), line.label, why)
            self.screen.say(words, "bold")
            self.screen.reasons(why)
            return
        self._make(move)
        if after.outcome() is None:
            word = self.game.write(move)
            self.screen.say(Text("Right: {move} {label}.", move=word, label=line.label), "green")
            reply = line.then[0] if line.then else self.judged.move
            name = self.screen.words(self.game.seat_names[self.state.turn])
            self._make(reply)
            self.screen.say(Text("{player} plays {move}", player=name, move=self.game.write(reply)))
        self._show()

    def _discreet(self, why: Sequence[Reason]) -> list[Reason]:
        """The reasons that do not name the move that wins here."""
        betrays, view, best = self.all.puzzler.betrays, self.view, self.judged.move
        return [reason for reason in why if not betrays(reason, view, best)]

    def _make(self, move: Any) -> None:
        self.place = self.game.scene(self.view).where(move)
        self.state = self.state.play(move)
        self._judged = None

    def _hint(self) -> None:
        self.clean = False
        best = self.judged
        cells = {cell for reason in best.why for cell in reason.cells}
        self.screen.board(
            self.game, self.view, chosen=self.game.scene(self.view).where(best.move), pointed=cells
        )
        self.screen.say(Text("{move} wins", move=self.game.write(best.move)), "bold")
        self.screen.reasons(best.why)

    def _help(self) -> None:
        for paragraph in self.game.rules:
            self.screen.say(paragraph)
        self.screen.line()
        self.screen.commands(COMMANDS.values())

    def _show(self) -> None:
        self.screen.board(self.game, self.view, chosen=self.place)


def solve_puzzles(
    screen: Screen, game: AnyGame, puzzler: Puzzler, puzzles: Iterable[Puzzle], count: int
) -> None:
    """Let the person solve these, *count* of them; each is made when the one before is done."""
    prepare_cold(screen, game, [puzzler.level])
    Puzzling(screen, game, puzzler, puzzles, count).run()


def print_puzzles(game: AnyGame, puzzles: Iterable[Puzzle]) -> None:
    """The same for programs, a line of JSON each, as soon as it is made."""
    for puzzle in puzzles:
        state = position_of(game, puzzle.moves)
        content = {
            "game": game.key,
            "grade": puzzle.grade,
            "moves": list(puzzle.moves),
            "position": game.text(game.view(state, state.turn)),
            "turn": state.turn,
            "answer": puzzle.answer,
            "depth": puzzle.depth,
        }
        print(json.dumps(content), flush=True)
