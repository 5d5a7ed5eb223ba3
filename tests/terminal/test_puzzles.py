"""Puzzles: what is stored, what is made anew, and the prompt."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import pytest
from rich.console import Console
from tests.cli.test_analyse_solve import damier
from tests.games.connect4.scored import score_after, scores_of

from damier.core.game import AnyGame
from damier.core.text import Refusal, Unreadable
from damier.core.tools.puzzle import Puzzle, Puzzler, position_of, the_puzzler
from damier.core.whose_moves import moves_of
from damier.games import game as find_game
from damier.games.connect4.reasons import verdict_of
from damier.games.connect4.rules import Position, board
from damier.games.connect4.solver import Solver
from damier.games.connect4.tools.puzzles import GRADES, PUZZLES_EACH, judge
from damier.review.consultation import LevelQuery
from damier.terminal.puzzles import PuzzlePrompt, print_puzzles, solve_puzzles
from damier.terminal.screen import Screen

GAME: AnyGame = find_game("connect4")
PUZZLER: Puzzler = the_puzzler(GAME)


def wins_in(position: Position, seat: int, moves: int) -> bool:
    """Whether *seat* has a four in so many moves at most, whatever the other does; by plain search."""
    if position.outcome() is not None:
        return bool(position.won) and position.turn != seat
    if moves == 0:
        return False
    ways = (wins_in(position.play(move), seat, moves - 1) for move in position.moves())
    return any(ways) if position.turn == seat else all(ways)


def is_right(puzzle: Puzzle, solver: Solver) -> None:
    """Exactly one move wins, it is the answer, and takes as long as it is said."""
    position = position_of(GAME, puzzle.moves)
    scores = scores_of(solver, position)
    assert [str(move) for move, score in scores.items() if score > 0] == [puzzle.answer], puzzle
    left = 42 - len(puzzle.moves)
    best = max(scores.values())
    assert puzzle.depth == left - 2 * (best - 1) - (1 - left % 2), puzzle
    assert puzzle.depth in GRADES[puzzle.grade][1]
    fours = [move for move in position.moves() for seat in (0, 1) if position.fours(move, seat)]
    assert not fours, "nobody can complete a four at once"
    after = [position.play(move) for move in position.moves()]
    safe = [one for one in after if not any(one.play(reply).won for reply in one.moves())]
    assert len(safe) >= 3, "there is something to choose"


def test_every_stored_puzzle_has_one_answer_and_the_right_grade() -> None:
    solver = Solver(board(7, 6), 16)
    stored = PUZZLER.stored()
    for puzzle in stored:
        is_right(puzzle, solver)
    assert [len(PUZZLER.of(grade)) for grade in PUZZLER.grades] == [PUZZLES_EACH] * 6
    positions = {position_of(GAME, puzzle.moves) for puzzle in stored}
    mirrored = {position_of(GAME, [str(8 - int(move)) for move in puzzle.moves]) for puzzle in stored}
    assert len(positions | mirrored) == 2 * len(stored)


@pytest.mark.parametrize("grade", ["easy", "medium"])
def test_plain_search_finds_the_same_answers(grade: str) -> None:
    for puzzle in PUZZLER.of(grade)[:: 1 if grade == "easy" else 6]:
        position = position_of(GAME, puzzle.moves)
        quick = [
            move for move in position.moves() if wins_in(position.play(move), position.turn, puzzle.depth - 1)
        ]
        assert [str(move) for move in quick] == [puzzle.answer]
        assert not wins_in(position, position.turn, puzzle.depth - 2)


def test_what_is_no_puzzle_is_not_taken_for_one() -> None:
    solver = Solver(board(7, 6), 16)
    puzzle = PUZZLER.of("tricky")[0]
    position = position_of(GAME, puzzle.moves)
    assert judge(solver, "tricky", position, puzzle.moves) == puzzle
    assert judge(solver, "easy", position, puzzle.moves) is None
    assert judge(solver, "hard", position, puzzle.moves) is None


@pytest.mark.parametrize(
    ("moves", "blocked", "safe"),
    [
        ("312676221735151", True, 1),
        ("1311435433565544121445313", False, 2),
    ],
)
def test_one_move_that_wins_is_no_puzzle_where_there_is_nothing_to_choose(
    moves: str, blocked: bool, safe: int
) -> None:
    """Exactly one move wins, in the moves of a grade; but it must be made, or hardly another is safe."""
    solver = Solver(board(7, 6), 16)
    position = position_of(GAME, moves)
    scores = scores_of(solver, position)
    assert sum(score > 0 for score in scores.values()) == 1
    after = [position.play(move) for move in position.moves()]
    assert any(position.fours(move, 1 - position.turn) for move in position.moves()) == blocked
    assert sum(not any(one.play(reply).won for reply in one.moves()) for one in after) == safe
    assert all(judge(solver, grade, position, moves) is None for grade in GRADES)


def test_new_puzzles_come_from_the_seed_and_are_right() -> None:
    solver = Solver(board(7, 6), 16)
    first = [list(islice(PUZZLER.make(grade, 5), 2)) for grade in PUZZLER.grades]
    again = [list(islice(PUZZLER.make(grade, 5), 2)) for grade in PUZZLER.grades]
    assert first == again
    assert first[0] != list(islice(PUZZLER.make("easy", 6), 2))
    for puzzle in chain.from_iterable(first):
        is_right(puzzle, solver)


def test_they_are_picked_from_all_grades_alike_the_easiest_first() -> None:
    picked = list(PUZZLER.pick(None, 8, 1, new=False))
    assert [puzzle.grade for puzzle in picked] == ["easy", "easy", "medium", "medium", *list(GRADES)[2:]]
    assert picked == list(PUZZLER.pick(None, 8, 1, new=False)) != list(PUZZLER.pick(None, 8, 2, new=False))
    assert set(PUZZLER.pick("hard", 1000, 1, new=False)) == set(PUZZLER.of("hard"))
    assert [puzzle.grade for puzzle in PUZZLER.pick("easy", 3, 1, new=True)] == ["easy"] * 3


def test_a_grade_is_known_by_its_name_in_any_language() -> None:
    assert (
        PUZZLER.grade("Très difficile") == PUZZLER.grade("very hard") == PUZZLER.grade("harder") == "harder"
    )
    with pytest.raises(Unreadable, match="choose one of easy, medium"):
        PUZZLER.grade("impossible")
    with pytest.raises(Refusal, match="has no puzzles"):
        the_puzzler(find_game("tictactoe"))


# At the prompt.


def at_the_prompt(
    monkeypatch: pytest.MonkeyPatch, puzzles: list[Puzzle], typed: Iterator[str | None], lang: str = "en"
) -> str:
    """What is shown to somebody who types this."""
    seen = io.StringIO()
    screen = Screen(lang, ascii=True, console=Console(file=seen, width=100))
    monkeypatch.setattr(Screen, "ask", lambda self, prompt: (seen.write(prompt), next(typed))[1])
    solve_puzzles(screen, GAME, PUZZLER, puzzles, len(puzzles))
    return seen.getvalue()


def test_one_is_solved_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = PUZZLER.of("easy")[0]
    after = position_of(GAME, (*puzzle.moves, puzzle.answer))
    fours = {
        reply: next(str(m) for m in after.play(reply).moves() if after.play(reply).play(m).won)
        for reply in after.moves()
    }

    def typed() -> Iterator[str]:
        yield puzzle.answer
        # Whatever was answered, one of these completes the four; a wrong one is refused and costs the praise.
        yield from fours.values()

    shown = at_the_prompt(monkeypatch, [puzzle], typed())
    assert (
        f"Right: {GAME.move_name(puzzle.answer)} wins in 2 of your moves." in shown
        and "yellow to move, one move wins, in 2 of your moves." in shown
        and "plays" in shown
        and "Solved!" in shown
    )


@pytest.mark.parametrize("grade", ["easy", "medium", "tricky"])
def test_best_moves_solve_without_help(monkeypatch: pytest.MonkeyPatch, grade: str) -> None:
    solver = Solver(board(7, 6), 16)
    puzzle = PUZZLER.of(grade)[1]
    reply = Replies(monkeypatch, solver)
    shown = at_the_prompt(monkeypatch, [puzzle], reply.answers(puzzle))
    assert "Not " not in shown and "Solved!" in shown and "Solved without help: 1 of 1." in shown


class Replies:
    """Plays the solver's move in whatever position is shown."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, solver: Solver) -> None:
        self.solver = solver
        self.position: Any = None
        board_of = Screen.board

        def see(screen: Screen, game: AnyGame, view: Any, **more: Any) -> None:
            self.position = view
            board_of(screen, game, view, **more)

        monkeypatch.setattr(Screen, "board", see)

    def answers(self, puzzle: Puzzle) -> Iterator[str]:
        while True:
            scores = scores_of(self.solver, self.position)
            yield str(max(scores, key=lambda move: scores[move]))


def test_a_wrong_move_is_refused_with_what_it_comes_to(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Solver(board(7, 6), 16)
    reasons = 0
    for puzzle in PUZZLER.of("easy")[:3]:
        position = position_of(GAME, puzzle.moves)
        for wrong in (move for move in position.moves() if str(move) != puzzle.answer):
            shown = at_the_prompt(monkeypatch, [puzzle], iter([str(wrong), None]))
            said = shown.partition(f"Not {GAME.name(wrong)}")[2]
            result = str(moves_of(None, verdict_of(score_after(solver, position, wrong), position).label))
            assert said.startswith((".\n", f": it {result}.\n")) and said.count(result) == 1, said
            assert "Solved without help: 0 of 1." in shown and "Solved!" not in shown
            reasons += "  - " in said
    assert reasons > 3  # there is none where it would lead the eye to the answer


@pytest.mark.parametrize("grade", list(PUZZLER.grades)[:4])
def test_no_reason_gives_the_answer_away(monkeypatch: pytest.MonkeyPatch, grade: str) -> None:
    """It names neither the column nor the cell where the disc would land, even as the other side's reply."""
    told = 0
    for puzzle in PUZZLER.of(grade)[::3]:
        position = position_of(GAME, puzzle.moves)
        landing = GAME.scene(position).where(int(puzzle.answer))
        cell = next(mark.name for mark in GAME.scene(position).marks if mark.at == landing)
        wrong = [str(move) for move in position.moves() if str(move) != puzzle.answer]
        shown = at_the_prompt(monkeypatch, [puzzle], iter([*wrong, None]))
        for reason in re.findall(r"  - (.*)", shown):
            told += 1
            first = rf"column {cell[0]}\b|after {cell[0]}\b|^{cell[0]} "
            assert not re.search(rf"{first}|\b{cell}\b", reason), (puzzle, reason)
    assert told > 10


def test_commands_at_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = PUZZLER.of("easy")[:2]
    typed = iter(["", "help", "xyz", "hint", "back", "next", "indice", "suivant"])
    shown = at_the_prompt(monkeypatch, puzzles, typed)
    assert "begin this puzzle again" in shown and "'xyz' is not a column" in shown
    answers = [GAME.move_name(puzzle.answer) for puzzle in puzzles]
    assert f"{answers[0]} wins" in shown and f"{answers[0]} would have won." in shown
    assert shown.count("Puzzle 1 of 2") == 2 and f"{answers[1]} would have won." in shown
    assert "Solved without help: 0 of 2." in shown
    after = at_the_prompt(monkeypatch, puzzles[:1], iter([puzzles[0].answer, "next"]))
    assert "Right" in after and "would have won" not in after
    assert "1 sur 2" in at_the_prompt(monkeypatch, puzzles, iter(["quit"]), "fr")


def test_puzzles_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    print_puzzles(GAME, PUZZLER.of("hard")[:2])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["answer"], line["depth"]) for line in lines] == [
        (puzzle.answer, puzzle.depth) for puzzle in PUZZLER.of("hard")[:2]
    ]
    for line in lines:
        assert GAME.parse(line["position"]) == position_of(GAME, line["moves"])


def test_the_command() -> None:
    done = damier("puzzles", "connect4", "--json", "--count", "3", "--grade", "facile", "--seed", "1")
    assert done.returncode == 0 and done.stdout.count('"grade": "easy"') == 3
    done = damier("puzzles", "connect4", "--grade", "easy", "--seed", "1", given="9\nq\n")
    assert done.returncode == 0 and "Puzzle 1 of 10" in done.stdout and "Traceback" not in done.stderr
    for words, says in [
        (("quoridor",), "has no puzzles"),
        (("connect4", "--grade", "x"), "choose one of easy"),
        (("connect4", "--count", "0"), "--count"),
        (("connect4", "--seed", str(2**128)), "128 bits"),
        (("nogame",), "nogame"),
    ]:
        done = damier("puzzles", *words)
        assert done.returncode != 0 and says in done.stderr and "Traceback" not in done.stderr, words


def test_what_could_not_be_judged_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a wrong nor a right move is called wrong where there was no time to know."""
    puzzle = PUZZLER.of("easy")[0]
    thought = PuzzlePrompt.think

    def hurried(self: PuzzlePrompt, query: LevelQuery) -> Any:
        found = thought(self, query)
        lines = (replace(line, verdict=replace(line.verdict, proven=False)) for line in found.lines)
        return replace(found, lines=tuple(lines))

    monkeypatch.setattr(PuzzlePrompt, "think", hurried)
    shown = at_the_prompt(monkeypatch, [puzzle], iter([puzzle.answer, None]))
    assert "there was not enough time to judge the moves" in shown and "Not " not in shown


def test_a_hint_that_was_refused_is_no_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """There was no time to find the move: whoever finds it then has solved the puzzle without help."""
    thought, asked = PuzzlePrompt.think, []

    def hurried_at_first(self: PuzzlePrompt, query: LevelQuery) -> Any:
        asked.append(query)
        found = thought(self, query)
        proven = len(asked) > 1
        lines = (replace(line, verdict=replace(line.verdict, proven=proven)) for line in found.lines)
        return replace(found, lines=tuple(lines))

    monkeypatch.setattr(PuzzlePrompt, "think", hurried_at_first)
    puzzle = PUZZLER.of("easy")[1]
    best = Replies(monkeypatch, Solver(board(7, 6), 16)).answers(puzzle)
    shown = at_the_prompt(monkeypatch, [puzzle], chain(["hint"], best))
    assert "there was not enough time to judge the moves" in shown
    assert "Solved without help: 1 of 1." in shown
    helped = at_the_prompt(monkeypatch, [puzzle], chain(["hint"], best))
    assert "wins" in helped and "Solved without help: 0 of 1." in helped


def test_more_than_are_stored_is_refused_and_new_ones_come_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = "puzzles", "connect4", "--grade", "easy", "--json", "--count"
    done = damier(*wanted, "31")
    assert done.returncode == 1 and done.stdout == ""
    assert "30 such puzzles are stored" in done.stderr and "--new" in done.stderr
    done = damier(*wanted, "30")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 30
    seen = io.StringIO()
    screen = Screen("en", ascii=True, console=Console(file=seen, width=100))
    monkeypatch.setattr(Screen, "ask", lambda self, prompt: None)
    made: list[int] = []

    def endless() -> Iterator[Puzzle]:
        for number in range(1000):
            made.append(number)
            yield PUZZLER.of("easy")[0]

    solve_puzzles(screen, GAME, PUZZLER, endless(), 1000)
    assert "Puzzle 1 of 1000" in seen.getvalue() and made == [0]
