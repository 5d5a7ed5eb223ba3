"""Puzzles at the prompt: find the one move that wins, and win."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from damier.core.engine import Analysis
from damier.core.game import AnyGame
from damier.core.puzzle import Puzzle, Puzzler, position_of
from damier.core.text import Refusal, Text
from damier.review.consultation import LevelQuery, consult
from damier.review.puzzle_attempt import NotEnoughTime, PuzzleAttempt
from damier.terminal.prompt_commands import HELP, QUIT, Commands, Leave, ask_line, command, names
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


class PuzzleSession:
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
                self.solved += PuzzlePrompt(self, puzzle, number).run()
        except (Leave, KeyboardInterrupt):
            self.screen.line()
        self.screen.say(Text("Solved without help: {n} of {tried}.", n=self.solved, tried=self.tried), "bold")

    def think(self, view: Any) -> Analysis[Any]:
        """Every move of a position, judged."""
        level = self.game.engines[self.puzzler.level]
        return self.screen.think(level.make(0), view, level.patient or level.usual, hurry=False)


class PuzzlePrompt:
    """One puzzle at the prompt, until it is solved or left."""

    def __init__(self, session: PuzzleSession, puzzle: Puzzle, number: int) -> None:
        self.session = session
        self.screen, self.game = session.screen, session.game
        self.puzzle = puzzle
        self.number = number
        self.clean = True
        """Neither a wrong move nor a hint yet."""
        self._known: dict[Any, Analysis[Any]] = {}
        """The last view that was judged, and what was said of it."""
        self._begin()

    def _begin(self) -> None:
        self.attempt = PuzzleAttempt(self.game, self.session.puzzler, self.puzzle)

    def run(self) -> bool:
        """Whether it was solved without help."""
        self._announce()
        while self.attempt.state.outcome() is None:
            typed = ask_line(self.screen, f"{self.screen.words(self._seat)} > ")
            try:
                if typed.strip() and not self._obey(typed):
                    return False
            except Refusal as problem:
                if isinstance(problem, NotEnoughTime):
                    self._known.clear()  # the next time it may be judged
                self.screen.problem(problem.text)
        self.screen.say(Text("Solved!"), "bold green")
        self.screen.line()
        return self.clean

    def _announce(self) -> None:
        self.screen.say(
            Text(
                "Puzzle {number} of {all}, {grade}: {seat} to move, one move wins (in {n}).",
                number=self.number,
                all=self.session.count,
                grade=self.session.puzzler.grades[self.puzzle.grade],
                seat=self._seat,
                n=self.puzzle.depth,
            ),
            "bold",
        )
        self._show()

    def _obey(self, typed: str) -> bool:
        """Do what was typed; whether this puzzle goes on."""
        known = command(typed, names(COMMANDS))
        if known is None:
            self._play(typed)
        elif known[0] == "quit":
            raise Leave
        elif known[0] == "next":
            if not self.attempt.made:
                self.screen.say(Text("{move} would have won.", move=self.puzzle.answer))
            return False
        elif known[0] == "back":
            self._begin()
            self._announce()
        elif known[0] == "hint":
            self._hint()
        else:
            self._help()
        return True

    @property
    def _seat(self) -> Text:
        return self.game.seat_names[self.attempt.seat]

    def _ask(self, query: LevelQuery) -> Analysis[Any]:
        """What every move is worth; asked once."""
        if query.view not in self._known:
            self._known = {query.view: self.session.think(query.view)}
        return self._known[query.view]

    def _play(self, typed: str) -> None:
        """Try a move, and show what comes of it."""
        tried = consult(self.attempt.try_move(typed), self._ask)
        if not tried.solved:
            self.screen.say(tried.words, "green" if tried.right else "bold")
        if not tried.right:
            self.clean = False
            self.screen.reasons(tried.why)
            return
        if tried.reply_seat is not None and tried.reply is not None:
            name = self.screen.words(self.game.seat_names[tried.reply_seat])
            self.screen.say(Text("{player} plays {move}", player=name, move=tried.reply))
        self._show()

    def _hint(self) -> None:
        best = consult(self.attempt.hint(), self._ask)
        self.clean = False
        cells = {cell for reason in best.why for cell in reason.cells}
        view = self.attempt.view
        self.screen.board(self.game, view, chosen=self.game.scene(view).where(best.move), pointed=cells)
        self.screen.say(Text("{move} wins", move=self.game.write(best.move)), "bold")
        self.screen.reasons(best.why)

    def _help(self) -> None:
        for paragraph in self.game.rules:
            self.screen.say(paragraph)
        self.screen.line()
        self.screen.commands(COMMANDS.values())

    def _show(self) -> None:
        self.screen.board(self.game, self.attempt.view, chosen=self.attempt.last)


def solve_puzzles(
    screen: Screen, game: AnyGame, puzzler: Puzzler, puzzles: Iterable[Puzzle], count: int
) -> None:
    """Let the person solve these, *count* of them; each is made when the one before is done."""
    prepare_cold(screen, game, [puzzler.level])
    PuzzleSession(screen, game, puzzler, puzzles, count).run()


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
