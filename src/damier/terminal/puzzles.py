"""Puzzles at the prompt: find the one move that wins, and win."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from damier.core.engine import Analysis
from damier.core.game import AnyGame
from damier.core.text import Text
from damier.core.tools.puzzle import Puzzle, Puzzler, start_of
from damier.core.whose_moves import own_moves
from damier.review.consultation import LevelQuery, consult
from damier.review.puzzle_attempt import PuzzleAttempt
from damier.terminal.prompt_commands import (
    HELP,
    QUIT,
    Commands,
    Leave,
    ask_until,
    command_names,
    typed_command,
)
from damier.terminal.screen import Screen
from damier.terminal.warm import prepare_cold

PUZZLE_COMMANDS: Commands = {
    "hint": (Text("hint"), Text("the move that wins, with its reason")),
    "back": (Text("back"), Text("begin this puzzle again")),
    "next": (Text("next"), Text("leave this puzzle for the next one")),
    "help": (HELP, Text("this list, and the rules")),
    "quit": (QUIT, Text("leave")),
}
"""What each command is called and what it does."""


class PuzzlePrompt:
    """One puzzle at the prompt, until it is solved or left."""

    def __init__(
        self, screen: Screen, game: AnyGame, puzzler: Puzzler, puzzle: Puzzle, number: int, count: int
    ) -> None:
        self.screen = screen
        self.game = game
        self.puzzler = puzzler
        self.puzzle = puzzle
        self.place = number, count
        """Which puzzle it is, and of how many."""
        self.clean = True
        """Neither a wrong move nor a hint yet."""
        self._known: dict[Any, Analysis[Any]] = {}
        """The last view that was judged, and what was said of it."""

    def run(self) -> bool:
        """Whether it was solved without help."""
        self._do_back()
        ask_until(self.screen, lambda: f"{self.screen.words(self._seat)} > ", self._obey)
        if not self.attempt.solved:
            return False
        self.screen.say(Text("Solved!"), "bold green")
        self.screen.line()
        return self.clean

    def _obey(self, typed: str) -> bool:
        """Do what was typed; whether the puzzle is solved or left."""
        known = typed_command(typed, command_names(PUZZLE_COMMANDS))
        if known is not None:
            getattr(self, f"_do_{known[0]}")()
        elif typed.strip():
            self._play(typed)
        is_left = known is not None and known[0] == "next"
        return is_left or self.attempt.solved

    @property
    def _seat(self) -> Text:
        return self.game.seat_names[self.attempt.seat]

    def think(self, query: LevelQuery) -> Analysis[Any]:
        """What every move of a position is worth; asked once."""
        if query.view not in self._known:
            level = self.game.engines[query.level]
            limit = level.patient or level.usual
            opinion = self.screen.think(level.make(0), query.view, limit, hurry=False)
            if not all(line.proven for line in opinion.lines):
                return opinion  # the next time it may be proven
            self._known = {query.view: opinion}
        return self._known[query.view]

    def _play(self, typed: str) -> None:
        """Try a move, and show what comes of it."""
        tried = consult(self.attempt.try_move(typed), self.think)
        if tried.solved:
            self.screen.reasons(tried.why, None)
        else:
            self.screen.say(tried.words, "green" if tried.right else "bold")
        if not tried.right:
            self.clean = False
            self.screen.reasons(tried.why, None)
            return
        if tried.reply_seat is not None and tried.reply is not None:
            name = self.game.seat_names[tried.reply_seat]
            self.screen.say(Text("{player} plays {move}", player=name, move=self.game.move_name(tried.reply)))
        self._show()

    def _do_next(self) -> None:
        move = self.game.move_name(self.puzzle.answer)
        if self.puzzler.quest is not None:
            self.screen.say(Text("{move} would have been right.", move=move))
        elif not self.attempt.made:
            self.screen.say(Text("{move} would have won.", move=move))

    def _do_back(self) -> None:
        """Begin, or begin again."""
        self.attempt = PuzzleAttempt(self.game, self.puzzler, self.puzzle)
        self.screen.say(self._task(), "bold")
        self._show()

    def _task(self) -> Text:
        (number, count), grade = self.place, self.puzzler.grades[self.puzzle.grade]
        if self.puzzler.quest is not None:
            return Text(
                "Puzzle {number} of {all}, {grade}: {quest}",
                number=number,
                all=count,
                grade=grade,
                quest=self.puzzler.quest,
            )
        return Text(
            "Puzzle {number} of {all}, {grade}: {seat} to move, one move wins, in {n} of your moves.",
            number=number,
            all=count,
            grade=grade,
            seat=self._seat,
            n=own_moves(self.puzzle.depth),
        )

    def _do_hint(self) -> None:
        best = consult(self.attempt.hint(), self.think)
        self.clean = False
        move = self.game.name(best.move)
        is_win = self.puzzler.quest is None
        title = Text("{move} wins", move=move) if is_win else Text("{move} is right", move=move)
        self.screen.explain(self.game, self.attempt.view, best.move, best.why, title, None)

    def _do_help(self) -> None:
        self.screen.rules(self.game)
        self.screen.commands(PUZZLE_COMMANDS.values())

    def _do_quit(self) -> None:
        raise Leave

    def _show(self) -> None:
        self.screen.board(self.game, self.attempt.view, chosen=self.attempt.last)


def solve_puzzles(
    screen: Screen, game: AnyGame, puzzler: Puzzler, puzzles: Iterable[Puzzle], count: int
) -> None:
    """Let the person solve these, *count* of them; each is made when the one before is done.

    Ctrl-C and the end of input leave too.
    """
    prepare_cold(screen, game, [puzzler.level])
    screen.say(Text("Type a move, or '{help}'.", help=HELP), "dim")
    source, solved, tried = iter(puzzles), 0, 0
    try:
        for number in range(1, count + 1):
            with screen.working(Text("making puzzles...")):
                puzzle = next(source)
            tried = number
            solved += PuzzlePrompt(screen, game, puzzler, puzzle, number, count).run()
    except (Leave, KeyboardInterrupt):
        screen.line()
    screen.say(Text("Solved without help: {n} of {tried}.", n=solved, tried=tried), "bold")


def print_puzzles(game: AnyGame, puzzles: Iterable[Puzzle]) -> None:
    """The same for programs, a line of JSON each, as soon as it is made."""
    for puzzle in puzzles:
        view = start_of(game, puzzle)
        content = {
            "game": game.key,
            "grade": puzzle.grade,
            "moves": list(puzzle.moves),
            "position": game.text(view),
            "turn": view.turn,
            "answer": puzzle.answer,
            "depth": puzzle.depth,
        }
        print(json.dumps(content), flush=True)
