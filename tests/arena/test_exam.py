"""Exams: the sets of every game, the mark, players that fail, and what a person reads."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from damier.arena import exam as exam_module
from damier.arena.exam import Answer, ExamResult, Share, exam, questions_of
from damier.arena.players import Player
from damier.arena.statistics.elo import wilson
from damier.core.engine import Analysis, Limit
from damier.core.game import AnyGame
from damier.core.text import Refusal, Text, Unreadable
from damier.core.tools.exam import RESULT, Examiner, Question, dump, examiner_of, load, mixed
from damier.games import game as find_game
from damier.games import games

LIMIT = Limit(nodes=100)
EXAMINED = [key for key, game in games().items() if examiner_of(game) is not None]
TICTACTOE = find_game("tictactoe")


def examiner(game: AnyGame) -> Examiner:
    found = examiner_of(game)
    assert found is not None
    return found


class Told:
    """An engine that does as it is told, and notes what becomes of it."""

    def __init__(self, choose: Any) -> None:
        self.choose = choose
        self.closed = 0
        self.limits: set[Limit] = set()
        self.stories: list[Any] = []

    def follow(self, options: Any, moves: Any) -> None:
        self.stories.append((options, tuple(moves)))

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        self.limits.add(limit)
        yield Analysis(move=self.choose(view), lines=())

    def close(self) -> None:
        self.closed += 1


def told(choose: Any) -> tuple[Player, list[Told]]:
    """A player whose engines are kept to be looked at."""
    made: list[Told] = []

    def make(seed: int) -> Told:
        made.append(Told(choose))
        return made[-1]

    return Player("told", make), made


# The sets


def test_every_game_has_an_exam() -> None:
    assert sorted(games()) == EXAMINED


@pytest.mark.parametrize("key", EXAMINED)
def test_questions_are_positions_with_every_move_and_something_to_ask(key: str) -> None:
    game = find_game(key)
    questions = examiner(game).questions()
    assert len(questions) >= 100
    assert len({question.position for question in questions}) == len(questions)
    for question in questions:
        view = game.parse(question.position)
        assert game.text(view) == question.position and view.outcome() is None
        moves = {game.write(move) for move in view.moves() if not game.note(move)}
        assert question.worths.keys() == moves
        assert question.asks and question.worst < question.best
        assert question.kinds and set(question.kinds) <= set(examiner(game).kinds)


@pytest.mark.parametrize("key", EXAMINED)
def test_sets_are_mixed_and_survive_a_file(key: str, tmp_path: Path) -> None:
    questions = examiner(find_game(key)).questions()
    assert mixed(reversed(questions)) == tuple(questions)
    path = tmp_path / "set.txt"
    path.write_text(dump(questions, key), "utf-8")
    assert load(path) == tuple(questions)
    assert f"damier tool {key} exam" in path.read_text("utf-8")


@pytest.mark.parametrize("key", ["tictactoe", "connect4", "dots"])
def test_stories_lead_to_their_positions(key: str) -> None:
    game = find_game(key)
    for question in examiner(game).questions():
        setup, *moves = question.story
        state = game.begin(setup)
        for word in moves:
            state = state.play(game.read(word, state))
        assert game.text(state) == question.position


def test_engines_are_told_the_story() -> None:
    who, made = told(lambda view: view.moves()[0])
    exam(TICTACTOE, who, count=3)
    stories = [question.story for question in examiner(TICTACTOE).questions()[:3]]
    assert made[0].stories == [(TICTACTOE.settle("3x3"), story[1:]) for story in stories]


@pytest.mark.parametrize("key", EXAMINED)
def test_every_kind_is_asked(key: str) -> None:
    found = examiner(find_game(key))
    kinds = {kind for question in found.questions() for kind in question.kinds}
    assert list(found.kinds) == [kind for kind in found.kinds if kind in kinds]


@pytest.mark.parametrize(
    "key, levels",
    [
        ("tictactoe", ("easy", "normal", "hard", "perfect")),
        ("connect4", ("opponent", "child", "evaluator", "searcher")),
        ("dots", ("very-easy", "easy", "medium", "hard", "searcher")),
        ("minesweeper", ("document", "odds")),
    ],
)
def test_stronger_levels_get_no_lower_mark(key: str, levels: tuple[str, ...]) -> None:
    limit = Limit(nodes=5000) if key == "minesweeper" else LIMIT  # fewer are not enough to count
    marks = [exam(find_game(key), level, limit=limit, count=150) for level in levels]
    assert not any(mark.forfeits for mark in marks)
    kept = [mark.whole.kept for mark in marks]
    assert kept == sorted(kept)
    losses = [mark.loss for mark in marks]
    assert losses == sorted(losses, reverse=True)


def test_levels_of_quoridor_are_told_apart_as_far_as_their_depth_does() -> None:
    """Four and five moves ahead differ by a question or two, in either direction; two moves are fewer."""
    marks = [exam(find_game("quoridor"), level) for level in ("easy", "normal", "hard", "expert")]
    kept = [mark.whole.kept for mark in marks]
    assert kept[0] < kept[1] < min(kept[2:]) and abs(kept[2] - kept[3]) <= 2


@pytest.mark.parametrize("key, level", [("tictactoe", "perfect"), ("minesweeper", "odds")])
def test_who_knows_everything_gets_the_whole_mark(key: str, level: str) -> None:
    mark = exam(find_game(key), level, limit=Limit())
    assert mark.whole.share == 1.0 and mark.loss == 0.0 and mark.worst(3) == []


# The mark


def test_the_mark_by_hand() -> None:
    easy = Question("1", ("won", "early"), {"a": 1.0, "b": 1.0, "c": 0.0})
    hard = Question("2", ("won", "late"), {"a": 1.0, "b": 0.5, "c": 0.0})
    held = Question("3", ("drawn", "late"), {"a": 0.5, "b": 0.0})
    answers = [
        Answer(hard, "2", "c", 0.0),
        Answer(hard, "2", "b", 0.5),
        Answer(easy, "1", "c", 0.0),
        Answer(held, "3", "a", 0.5),
        Answer(held, "3", None, 0.0, Text("it is not among the legal moves")),
    ]
    mark = ExamResult("g", "p", answers)
    assert (mark.whole, mark.kind("won"), mark.kind("late")) == (Share(5, 1), Share(3, 0), Share(4, 1))
    assert mark.whole.interval == wilson(0.2, 5)
    assert mark.loss == pytest.approx((1 + 0.5 + 1 + 0 + 0.5) / 5)
    assert mark.forfeits == answers[4:]
    # What loses most comes first, and among those what most moves would have avoided.
    assert mark.worst(10) == [answers[2], answers[0], answers[1]]
    assert mark.worst(1) == [answers[2]]
    assert easy.right == ("a", "b") and easy.asks


def test_a_question_without_a_choice_is_left_out() -> None:
    idle = Question("1", (), {"a": 0.5, "b": 0.5 + 1e-9})
    real = Question("2", (), {"a": 0.5, "b": 0.0})
    assert mixed([idle, real]) == (real,)


def test_results_in_words() -> None:
    assert [str(RESULT.say(points)) for points in (1, 0.5, 0)] == ["wins", "draws", "loses"]
    pairs = ((0, 1), (0.5, 1), (0, 0.5))
    assert [str(RESULT.blame(*pair)) for pair in pairs] == [
        "loses instead of winning",
        "draws instead of winning",
        "loses instead of drawing",
    ]


def test_the_same_seed_the_same_mark() -> None:
    one, two, other = (exam(TICTACTOE, "easy", seed=seed, count=100) for seed in (1, 1, 2))
    assert one.answers == two.answers != other.answers


# Players


def test_one_engine_is_asked_everything_and_let_go() -> None:
    who, made = told(lambda view: view.moves()[0])
    seen: list[int] = []
    mark = exam(TICTACTOE, who, count=7, limit=LIMIT, on_answer=lambda mark: seen.append(mark.whole.asked))
    assert seen == [1, 2, 3, 4, 5, 6, 7] and mark.whole.asked == 7
    assert [engine.closed for engine in made] == [1] and made[0].limits == {LIMIT}


def test_failures_count_as_the_worst_move_and_the_exam_goes_on() -> None:
    calls = []

    def choose(view: Any) -> Any:
        calls.append(view)
        if len(calls) % 3 == 1:
            raise ZeroDivisionError("oh")
        return view.moves()[0] if len(calls) % 3 else (7, 7)

    who, made = told(choose)
    mark = exam(TICTACTOE, who, count=6)
    assert [answer.failure is None for answer in mark.answers] == [False, True, False] * 2
    assert str(mark.answers[0].failure) == "told failed: ZeroDivisionError: oh"
    assert str(mark.answers[2].failure) == "it is not among the legal moves"
    for answer in mark.forfeits:
        assert not answer.kept and answer.move is None and answer.worth == answer.question.worst
    assert len(made) == 5 and all(engine.closed == 1 for engine in made)


def test_who_always_fails_is_not_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exam_module, "FAILURES_IN_A_ROW", 4)
    who, made = told(lambda view: None)
    mark = exam(TICTACTOE, who)
    assert mark.gave_up and mark.whole == Share(4, 0) and len(made) == 4
    assert not exam(TICTACTOE, who, count=4).gave_up  # nothing was left to ask


def test_a_bot_that_dies_answers_the_next_question_from_a_new_process(tmp_path: Path) -> None:
    bot = tmp_path / "mortal.py"
    bot.write_text(
        "import os\n"
        "def move(view):\n"
        "    if view.owner((1, 1)) is None:\n"
        "        os._exit(3)\n"
        "    return view.moves()[-1]\n"
    )
    mark = exam(TICTACTOE, str(bot), count=8)
    empty = [answer.question.position.split("/")[1][1] == "." for answer in mark.answers]
    assert any(empty) and not all(empty)
    assert [answer.failure is not None for answer in mark.answers] == empty
    assert "exit code 3" in str(mark.forfeits[0].failure)


def test_an_engine_that_reads_moves_knows_where_it_is() -> None:
    engine = Path(__file__).parents[2] / "examples" / "connect4.py"
    mark = exam(find_game("connect4"), f"exec:{sys.executable} {engine}", count=60)
    assert not mark.forfeits and mark.whole.share > 0.5


def test_flags_come_before_the_answer() -> None:
    """Flag every certain mine first, then dig or dig around: the flags are on the board that is shown."""
    game = find_game("minesweeper")
    questions = examiner(game).questions()

    def choose(view: Any) -> Any:
        words = game.text(view).replace("F", ".")
        worths = next(q.worths for q in questions if q.position == words)
        legal = {game.write(move): move for move in view.moves()}
        mines = [move for move, worth in worths.items() if worth == 0]
        for move in mines:
            if "f" + move[1:] in legal:
                return legal["f" + move[1:]]
        chords = [move for word, move in legal.items() if word.startswith("c")]
        return chords[0] if chords else legal[max(worths, key=lambda word: worths[word])]

    mark = exam(game, told(choose)[0], count=60)
    assert mark.whole == Share(60, 60)
    assert any("F" in answer.position for answer in mark.answers)
    assert any(str(answer.move).startswith("c") for answer in mark.answers)


def test_who_only_flags_has_not_answered() -> None:
    game = find_game("minesweeper")

    def choose(view: Any) -> Any:
        return next((move for move in view.moves() if move.act == "unflag"), None) or next(
            move for move in view.moves() if move.act == "flag"
        )

    mark = exam(game, told(choose)[0], count=1)
    assert "only wrote things down" in str(mark.answers[0].failure)


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(Refusal, match="no exam"):
        exam(replace(TICTACTOE, tools={}), "easy")
    with pytest.raises(Refusal, match="does not play on this board"):
        exam(TICTACTOE, "strategist")
    for count in (0, 432):
        with pytest.raises(Unreadable, match="choose from 1 to 431"):
            questions_of(TICTACTOE, count)


# The tool


def test_the_tool_counts_and_writes(tmp_path: Path) -> None:
    tool = TICTACTOE.tools["exam"]
    said: list[str] = []
    path = tmp_path / "set.txt"
    tool.run([str(path)], lambda text: said.append(str(text)))
    assert said[:3] == ["431 positions with an exact answer", "  to be won: 320", "  to be held: 111"]
    assert load(path) == examiner(TICTACTOE).questions()
    tool.run([], lambda text: said.append(str(text)))
    assert said[: len(said) // 2] == said[len(said) // 2 :]
    with pytest.raises(Unreadable, match="'b' is too much"):
        tool.run(["a", "b"], lambda text: None)
    with pytest.raises(Refusal, match=r"cannot write .*folder: there is no such file or folder"):
        tool.run([str(tmp_path / "no" / "folder")], lambda text: None)
