"""What damier writes for an engine, an engine of ours reads as the same; nothing hidden is written."""

from __future__ import annotations

import json
import math
import random
from typing import Any

import pytest

from damier.core.engine import Analysis, Clock, Limit, Line, Reason
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.text import Text, Unreadable
from damier.core.verdict import Chance, Draw, Loss, Margin, Risk, Score, Verdict, Win
from damier.games import game as find_game
from damier.games import games
from damier.protocol.info_lines import Opinions, read_info, write_info, write_line
from damier.protocol.lines import Story, read_go, read_position, read_setup, write_go, write_setup

CONNECT4 = find_game("connect4")
QUORIDOR = find_game("quoridor")
MINES = find_game("minesweeper")

ODD: dict[str, Options] = {
    "connect4": {"size": "5x7"},
    "dots": {"size": "3x2"},
    "minesweeper": {"size": "5x4", "mines": 3},
    "quoridor": {"size": "5x7", "walls": 3},
    "tictactoe": {"size": "5x4", "line": 3},
}
"""A board that no preset has."""


def walk(game: AnyGame, options: Options, rng: random.Random, plies: int) -> tuple[Any, list[str]]:
    """A state after some random moves, and these."""
    state = game.deal(options, rng.getrandbits(64))
    moves: list[str] = []
    while len(moves) < plies and state.outcome() is None:
        move = rng.choice(state.moves())
        moves.append(game.write(move))
        state = state.play(move)
    return state, moves


def boards(game: AnyGame) -> list[Options]:
    odd = [game.settle(None, ODD[game.key])] if game.key in ODD else []
    return [*(game.settle(name) for name in game.presets), *odd]


@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize("told", [True, False], ids=["told", "not told"])
def test_a_position_is_read_as_it_was_written(key: str, told: bool) -> None:
    game = find_game(key)
    rng = random.Random(key)
    for options in boards(game):
        for plies in (0, 1, 2, rng.randrange(3, 12), rng.randrange(12, 40)):
            state, moves = walk(game, options, rng, plies)
            view = game.view(state, state.turn)
            story = Story(game)
            if told:
                for end in range(len(moves) + 1):
                    story.follow(options, moves[:end])
            words = story.position(view).removeprefix("position ")
            assert read_position(game, words) == view
            line, _, text = words.partition("text ")
            assert text == game.text(view), "the text is always there"
            if view != state:
                assert line == "", "what is hidden could be worked out from moves"
            elif told:
                assert line.startswith("setup ")
                assert read_position(game, line) == view
            elif line:
                assert plies == 0 and read_position(game, line) == view


@pytest.mark.parametrize("key", games())
def test_a_setup_is_read_as_it_was_written(key: str) -> None:
    game = find_game(key)
    for options in boards(game):
        assert dict(read_setup(game, write_setup(game, options).split())) == dict(options)
    assert read_setup(game, []) == game.settle()


def test_positions_as_people_write_them() -> None:
    after = QUORIDOR.begin()
    for word in ("e2", "e8"):
        after = after.play(QUORIDOR.read(word, after))
    for words in (
        "setup 9x9 moves e2 e8",
        "moves e2 e8",
        "setup size=9x9 walls=10 moves e2 e8",
        "setup 9x9 walls=10 moves e2 e8",
        f"setup 5x5 text {QUORIDOR.text(after)}",
    ):
        assert read_position(QUORIDOR, words) == after
    assert read_position(QUORIDOR, "setup 9x9 walls=3").left == (3, 3)
    assert read_position(CONNECT4, "setup 5x9") == CONNECT4.begin(size="5x9"), "a size that is no preset"


@pytest.mark.parametrize(
    "words",
    [
        "moves 9",
        "setup nonsense",
        "setup size=1x1",
        "setup a=b",
        "text",
        "text nonsense",
        "moves 1 1 1 1 1 1 1",
    ],
)
def test_a_position_that_cannot_be_is_refused(words: str) -> None:
    with pytest.raises(Unreadable):
        read_position(CONNECT4, words)


def test_hidden_positions_must_come_as_text() -> None:
    with pytest.raises(Unreadable, match="must come as text"):
        read_position(MINES, "setup beginner moves d1,1")


def test_a_story_that_is_taken_back_is_followed() -> None:
    story = Story(CONNECT4)
    options = CONNECT4.settle()
    for moves in (["4", "4", "5"], ["4", "4"], ["4", "4", "1"], ["7"]):
        state = CONNECT4.begin()
        for word in moves:
            state = state.play(int(word))
        story.follow(options, moves)
        assert story.position(state).startswith(f"position setup 7x6 moves {' '.join(moves)} text ")
    other = CONNECT4.begin().play(1)
    assert story.position(other).startswith("position text "), "moves that lead elsewhere are not told"


@pytest.mark.parametrize(
    "limit",
    [
        Limit(time=0.05),
        Limit(cpu=1.5, nodes=2000),
        Limit(depth=4, lines=3),
        Limit(clock=Clock((60.0, 58.5), 0.5)),
        Limit(time=1.0, clock=Clock((60.0,), 0.0)),
    ],
)
def test_a_limit_is_read_as_it_was_written(limit: Limit) -> None:
    assert read_go(write_go(limit).removeprefix("go"), 0, Limit(depth=1)) == limit


def test_limits_that_are_odd() -> None:
    usual = Limit(time=2.0)
    assert write_go(Limit()) == "go"
    assert read_go("", 0, usual) == usual
    assert read_go("lines 2", 0, usual) == Limit(time=2.0, lines=2)
    assert read_go("infinite", 0, usual) == Limit(time=math.inf)
    assert read_go("infinite movetime 50 lines 1", 0, usual) == Limit(time=0.05, lines=1)
    assert read_go("quickly movetime 50 please", 0, usual) == Limit(time=0.05)
    assert read_go("times 1000 2000 increments 10 20", 1, usual).clock == Clock((1.0, 2.0), 0.02)
    assert write_go(Limit(time=1e-9)) == "go movetime 1"
    assert write_go(Limit(clock=Clock((math.inf,)))).startswith("go times 1000000000 ")
    for words in ("movetime", "movetime soon", "nodes -5", "depth 1e9", "movetime ٥", "times 5"):
        with pytest.raises(Unreadable):
            read_go(words, 1, usual)


def analysis() -> Analysis[int]:
    why = (Reason(Text.literal('it "wins"\nat once')), Reason(Text.literal("  blocks  ")))
    lines = (
        Line(move=4, value=1.25, chance=0.75, verdict=Score(1, "+g", proven=True), then=(4, 5), why=why),
        Line(move=3, value=-0.5, chance=0.25, verdict=Score(0.0, words=Text.literal(""))),
    )
    return Analysis(move=3, lines=lines, why=(Reason(Text.literal("chosen at random")),), depth=7, nodes=99)


def test_an_opinion_is_read_as_it_was_written() -> None:
    view = CONNECT4.begin()
    opinions = Opinions(CONNECT4, view, "x", Limit())
    for line in write_info(CONNECT4, analysis(), 2, "en"):
        assert line.startswith("info ") and "\n" not in line
        opinions.hear(line.removeprefix("info "))
    heard = opinions.analysis(3)
    assert (heard.move, heard.depth, heard.nodes) == (3, 7, 99)
    assert [str(reason.text) for reason in heard.why] == ["chosen at random"]
    best = heard.lines[0]
    assert (best.move, best.value, best.chance, best.proven, best.then) == (4, 1.25, 0.75, True, (4, 5))
    assert [str(reason.text) for reason in best.why] == ["it 'wins' at once", "blocks"]
    assert (heard.lines[1].value, heard.lines[1].proven) == (-0.5, False)


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (Win(5, proven=True), "proven verdict win 5"),
        (Loss(4), "verdict loss 4"),
        (Draw(proven=True), "proven verdict draw"),
        (Margin(-2, proven=True), "proven verdict margin -2"),
        (Risk(0.125), "verdict risk 0.125"),
    ],
)
def test_what_a_move_comes_to_is_heard_as_it_was_meant_in_any_language(verdict: Verdict, said: str) -> None:
    line = Line(move=4, value=1.0, chance=0.5, verdict=verdict)
    words = write_line(CONNECT4, line, 1, "fr")
    assert f" {said} line 4 label " in words
    opinions = Opinions(CONNECT4, CONNECT4.begin(), "x", Limit())
    opinions.hear(words.removeprefix("info "))
    assert opinions.analysis().lines == (line,)


@pytest.mark.parametrize(
    "words", ["", "mate 5", "win", "win 0", "win -1", "win 5.5", "draw 3", "margin", "risk 7", "risk nan"]
)
def test_a_verdict_that_is_none_leaves_the_label(words: str) -> None:
    opinions = Opinions(CONNECT4, CONNECT4.begin(), "x", Limit())
    opinions.hear(f'rank 1 score 2 verdict {words} line 4 label "good"')
    assert opinions.analysis().lines[0].verdict == Score(2.0, "+g", Text.literal("good"))


def test_own_words_and_numbers_are_told_by_label_and_score() -> None:
    for verdict in (Chance(0.25), Score(0.5), Score(1.0, words=Text("draws")), Risk(0.5, estimated=True)):
        assert "verdict" not in write_line(
            CONNECT4, Line(move=4, value=1, chance=1, verdict=verdict), 1, "en"
        )


def test_fewer_lines_are_said_with_the_one_that_is_played() -> None:
    said = list(write_info(CONNECT4, analysis(), 1, "en"))
    assert [line.split()[2] for line in said[1:]] == ["1", "2"], "the move that is played is explained too"


@pytest.mark.parametrize(
    "words",
    [
        "",
        "nonsense",
        "depth x nodes -1 rank 1e9 score nan chance abc line",
        "line 9 score 1",
        "line",
        'label "open why',
        "rank 1 line 4 score inf chance 7",
        "rank 1 line 4 score -Infinity chance nan",
        "rank 1 line 4 score 1e999 chance 1e999",
        "rank 1 line 4 score " + "9" * 400,
        "move 9",
        "depth " + "9" * 400,
        "\0\x1b[2J",
        "string line 4 move 4",
    ],
)
def test_nonsense_in_an_opinion_harms_nobody(words: str) -> None:
    opinions = Opinions(CONNECT4, CONNECT4.begin(), "x", Limit())
    opinions.hear(words)
    heard = opinions.analysis()
    assert heard.move in CONNECT4.begin().moves()
    assert all(0 <= line.chance <= 1 and math.isfinite(line.value) for line in heard.lines)
    assert opinions.analysis(5).move == 5


@pytest.mark.parametrize(
    ("score", "value"),
    [("0.31", 0.31), ("-2", -2.0), ("1e-3", 0.001), (".5", 0.5), ("nan", 0.0), ("inf", 0.0), ("1_0", 0.0)],
)
def test_a_score_is_a_number_that_json_can_hold(score: str, value: float) -> None:
    opinions = Opinions(CONNECT4, CONNECT4.begin(), "x", Limit())
    opinions.hear(f"rank 1 line 4 score {score}")
    (line,) = opinions.analysis().lines
    assert line.value == value
    assert json.loads(json.dumps(line.value, allow_nan=False)) == value


def test_there_are_no_more_ranks_than_moves() -> None:
    """An engine that counts on and on would fill our memory."""
    opinions = Opinions(CONNECT4, CONNECT4.begin(), "x", Limit())
    for rank in range(1000):
        opinions.hear(f"rank {rank} line {rank % 7 + 1} score {rank}")
    assert sorted(opinions._said) == [1, 2, 3, 4, 5, 6, 7]


def test_a_later_line_of_the_same_rank_replaces_the_first() -> None:
    opinions = Opinions(CONNECT4, CONNECT4.begin(), "x", Limit(lines=2))
    for words in ("rank 1 line 4 score 1", "rank 2 line 3 score 0", "rank 1 line 3 score 2", "rank 3 line 5"):
        opinions.hear(words)
    heard = opinions.analysis()
    assert [(line.move, line.value) for line in heard.lines] == [(3, 2.0), (5, 0.0)]
    assert heard.move == 3 and str(heard.lines[0].label) == "+2"


def test_words_for_a_terminal_are_clean() -> None:
    opinions = Opinions(CONNECT4, CONNECT4.begin(), "x", Limit())
    opinions.hear('rank 1 line 4 label "\x1b[31mred" why "a\x07b"')
    line = opinions.analysis().lines[0]
    assert str(line.label).isprintable() and str(line.why[0].text).isprintable()


def test_an_info_line_is_taken_apart() -> None:
    said = read_info('depth 4 line 4 4 5 label "wins in 5" proven why "a" why "b c" string x')
    assert [(each.key, each.value) for each in said] == [
        ("depth", "4"),
        ("line", "4 4 5"),
        ("label", "wins in 5"),
        ("proven", ""),
        ("why", "a"),
        ("why", "b c"),
    ]
