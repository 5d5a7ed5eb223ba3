"""An exam as it goes on, its result, and the worst mistakes drawn on the board."""

from __future__ import annotations

from rich.padding import Padding
from rich.table import Column
from rich.table import Table as Grid

from damier.arena.exam import Answer, ExamResult, Share, examining, questions_of
from damier.arena.players import Player
from damier.core.engine import Limit, Line
from damier.core.game import AnyGame
from damier.core.text import Number, Text, printable
from damier.core.tools.exam import Examiner
from damier.core.verdict import Score
from damier.terminal.line_breaks import Words
from damier.terminal.screen import COLUMN_GAP, Screen
from damier.terminal.warm import prepare_cold

MOST_NAMED = 6
"""So many moves are named where many would have been right."""


def hold_exam(
    screen: Screen, game: AnyGame, player: Player, *, count: int | None, limit: Limit | None, seed: int
) -> tuple[Examiner, ExamResult]:
    """Ask *count* questions, or all, with a progress bar; Ctrl-C ends the exam with what was asked."""
    examiner, questions = questions_of(game, count)
    prepare_cold(screen, game, [player.name])
    result = ExamResult(game.key, player.name)
    try:
        results = examining(game, player, count=count, limit=limit, seed=seed)
        for so_far in screen.track(printable(player.name), results, len(questions)):
            result = so_far
    except KeyboardInterrupt:
        screen.say(Text("stopped early"), "bold")
    return examiner, result


def show_exam(screen: Screen, game: AnyGame, examiner: Examiner, result: ExamResult, mistakes: int) -> None:
    """The result, by kind, and so many of the worst mistakes."""
    if not result.answers:
        return
    _show_result(screen, game, examiner, result)
    _show_failures(screen, result)
    worst = result.worst(mistakes)
    if worst:
        screen.line()
        screen.say(Text("the worst mistakes (? played, ! better):"), "bold")
    for number, answer in enumerate(worst, 1):
        _show_mistake(screen, game, examiner, number, answer)


def _show_result(screen: Screen, game: AnyGame, examiner: Examiner, result: ExamResult) -> None:
    low, high = result.whole.interval
    screen.say(
        Text(
            "{game}: {player} made a best move in {share} of {n} positions (95%: {low} to {high})",
            game=game.title,
            player=game.called(result.player),
            share=Number(result.whole.share, ".1%"),
            n=result.whole.asked,
            low=Number(low, ".1%"),
            high=Number(high, ".1%"),
        ),
        "bold",
    )
    screen.say(examiner.scale.lost(result.loss))
    figures = (Column(justify="right", no_wrap=True) for _ in range(3))
    grid = Grid.grid(Column(overflow="fold"), *figures, padding=(0, COLUMN_GAP, 0, 0))
    for key, title in examiner.kinds.items():
        found = result.kind(key)
        if found.asked:
            grid.add_row(Words(screen.words(title)), *_figures(screen, found))
    screen.console.print(Padding(grid, (0, 0, 0, 2)))


def _figures(screen: Screen, found: Share) -> tuple[str, str, str]:
    """``12/20``, ``60.0%``, ``39-78%``."""
    low, high = found.interval
    between = Text("{low}-{high}", low=Number(100 * low, ".0f"), high=Number(high, ".0%"))
    share = Number(found.share, ".1%").show(screen.language)
    return f"{found.kept}/{found.asked}", share, screen.words(between)


def _show_failures(screen: Screen, result: ExamResult) -> None:
    """How often there was no move, and why, the last time."""
    problems = [answer.failure for answer in result.answers if answer.failure is not None]
    if problems:
        screen.problem(
            Text(
                "{n} positions without a move, which count as the worst one; the last time: {problem}",
                n=len(problems),
                problem=problems[-1],
            )
        )
    if result.gave_up:
        screen.problem(Text("it failed too often in a row: the rest was not asked"))


def _show_mistake(screen: Screen, game: AnyGame, examiner: Examiner, number: int, answer: Answer) -> None:
    """The board with the move made and the better ones, and what both are worth."""
    question = answer.question
    assert answer.move is not None
    view = game.parse(answer.position)
    kinds = ", ".join(screen.words(examiner.kinds[kind]) for kind in question.kinds if kind in examiner.kinds)
    turn = Text("{seat} to move", seat=game.seat_names[view.turn])
    title = screen.words(Text("{seat}: {words}", seat=turn, words=kinds)) if view.seats > 1 else kinds
    screen.line()
    screen.line(f"{number}. {title}")
    legal = {game.write(move): move for move in view.moves()}
    played = [_line(legal[answer.move], "?", 0.0)]
    better = [_line(legal[move], "!", 1.0) for move in question.right if move in legal]
    screen.board(game, view, heat=played + better)
    blame = examiner.scale.blame(answer.worth, question.best)
    screen.line(f"  ? {screen.words(game.move_name(answer.move))}  {screen.words(blame)}", "bold")
    named = ", ".join(screen.words(game.move_name(move)) for move in question.right[:MOST_NAMED])
    named += ", ..." if len(question.right) > MOST_NAMED else ""
    screen.line(f"  ! {named}  {screen.words(examiner.scale.say(question.best))}")
    # In one piece, however long: it is there to be copied.
    screen.console.print(f"  {answer.position}", style="dim", markup=False, soft_wrap=True)


def _line(move: object, sign: str, chance: float) -> Line[object]:
    """A sign on the board, in the colours of the heat map."""
    return Line(move=move, value=chance, chance=chance, verdict=Score(chance, words=Text.literal(sign)))
