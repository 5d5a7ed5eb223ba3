"""Where the pairs of a tournament begin: different, open where possible, as many as are wanted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.sizes import sized

from damier.arena import openings as openings_module
from damier.arena.executors import Executors, make_executors
from damier.arena.openings import match_openings, prepare, read_openings
from damier.arena.plan import Opening, Plan
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.record import Record
from damier.core.record import replay as replay_record
from damier.core.text import Refusal
from damier.games import game as find_game

TICTACTOE = find_game("tictactoe")


@pytest.fixture(scope="module")
def two() -> Iterator[Executors]:
    """Two processes."""
    executors = make_executors(2)
    yield executors
    executors.close()


@pytest.mark.proof
@pytest.mark.long
def test_openings_differ_and_do_not_depend_on_who_prepares_them() -> None:
    game = find_game("connect4")
    options = game.settle()
    many = sized(30, 8, 8)
    found = []
    for processes in (1, 2):
        executors = make_executors(processes)
        found.append(prepare("connect4", options, 7, many, None, executors.current))
        executors.close()
    assert found[0] == found[1] and len(set(found[0])) == many
    assert {len(words.split()) for words in found[0]} == {4}
    assert prepare("connect4", options, 8, many, None, make_executors(1).current) != found[0]


def test_openings_that_are_decided_are_left_out() -> None:
    """After three moves at random in tic-tac-toe some positions are lost; full search knows which."""
    found = prepare("tictactoe", TICTACTOE.settle(), 1, 40, 3, make_executors(1).current)
    assert len(found) > 20

    def worth(state: object, seat: int) -> float:
        outcome = state.outcome()  # type: ignore[attr-defined]
        if outcome is not None:
            return float(outcome.points[seat])
        best = [worth(state.play(move), seat) for move in state.moves()]  # type: ignore[attr-defined]
        return max(best) if state.turn == seat else min(best)  # type: ignore[attr-defined]

    values = []
    for words in found:
        state = TICTACTOE.begin()
        for word in words.split():
            state = state.play(TICTACTOE.read(word, state))
        values.append(worth(state, state.turn))
    drawn = values.count(0.5)
    assert values[:drawn] == [0.5] * drawn and drawn > 10  # those that help out come last


def positions(key: str, found: tuple[str, ...]) -> list[str]:
    """Where openings lead to."""
    game, places = find_game(key), []
    for words in found:
        state = game.begin()
        for word in words.split():
            state = state.play(game.read(word, state))
        assert state.outcome() is None
        places.append(game.text(state))
    return places


def test_openings_get_longer_rather_than_come_again(two: Executors) -> None:
    """Tic-tac-toe has 72 positions after two moves; a test of 1,200 games needs 600 openings."""
    options = TICTACTOE.settle()
    found = prepare("tictactoe", options, 5, 600, None, make_executors(1).current)
    assert len(found) == len(set(positions("tictactoe", found))) == 600
    lengths = [len(words.split()) for words in found]
    assert set(lengths) == {2, 3, 4, 5, 6} and lengths == sorted(lengths)
    assert found == prepare("tictactoe", options, 5, 600, None, two.current), "whoever prepares them"
    few = prepare("tictactoe", options, 5, 10, None, two.current)
    assert few == found[:10] and {len(words.split()) for words in few} == {2}
    exact = prepare("tictactoe", options, 5, 30, 1, make_executors(1).current)
    assert sorted(exact) == sorted(f"{a}{b}" for a in "abc" for b in "123"), "who names a length gets it"


def test_openings_do_not_end_where_nobody_looks(two: Executors, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks are limited, for somebody waits; openings are not."""
    looked: list[object] = []

    def look(key: str, view: object) -> bool:
        looked.append(view)
        return len(looked) % 2 == 1

    monkeypatch.setattr(openings_module, "MOST_LOOKS", 30)
    monkeypatch.setattr(openings_module, "is_open", look)
    options = find_game("quoridor").settle()
    found = prepare("quoridor", options, 5, 700, None, make_executors(1).current)
    assert len(set(positions("quoridor", found))) == 700
    assert 30 <= len(looked) <= 30 + openings_module.ATTEMPTS_AHEAD
    was_open = [positions("quoridor", found).index(find_game("quoridor").text(view)) for view in looked]
    assert max(was_open[0:30:2]) < min(was_open[1:30:2]) < 30, "open ones first, then those that are not"


def test_a_board_that_has_no_more_openings_gives_what_it_has() -> None:
    dots = find_game("dots")
    options = dots.settle(None, {"size": "1x1"})
    found = prepare("dots", options, 5, 50, None, make_executors(1).current)
    assert 10 <= len(found) <= 14 and {len(words.split()) for words in found} == {1, 2, 3}


def test_openings_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("\ufeffB2\n")
    assert read_openings(file, TICTACTOE, TICTACTOE.settle()) == ("b2",)
    file.write_text("# the middle\nB2\n\n a1 b2 # a corner\n")
    assert read_openings(file, TICTACTOE, TICTACTOE.settle()) == ("b2", "a1 b2")
    file.write_text("a1 b2 c3\nb2\nc3 b2 a1\nB2\na1 c3 b2\n")
    assert read_openings(file, TICTACTOE, TICTACTOE.settle()) == ("a1 b2 c3", "b2", "a1 c3 b2")
    for words, says in (
        ("b2\nb2 b2\n", "line 2 of .* not an empty cell"),
        ("#\n", "no opening"),
        ("\xff", "UTF-8"),
    ):
        file.write_bytes(words.encode("latin-1"))
        with pytest.raises(Refusal, match=says):
            read_openings(file, TICTACTOE, TICTACTOE.settle())
    file.write_text("b2\n" + "# a long remark\n" * 700_000)
    with pytest.raises(Refusal, match="it is too long"):
        read_openings(file, TICTACTOE, TICTACTOE.settle())
    with pytest.raises(Refusal, match="no such file"):
        read_openings(tmp_path / "none", TICTACTOE, TICTACTOE.settle())


def openings(game: AnyGame, options: Options, seed: int, count: int) -> list[tuple[Opening, Any]]:
    """The first openings of a match, and the states they lead to."""
    plan = Plan(game=game.key, options=options, seed=seed, entrants=(), is_match=True)
    found = []
    for moves in islice(match_openings(plan), count):
        record = Record(game=game.key, options=options, seed=0, moves=moves)
        found.append((moves, list(replay_record(game, record))[-1]))
    return found


def test_openings_are_fair_different_and_the_same_again() -> None:
    options = TICTACTOE.settle()
    first = openings(TICTACTOE, options, 3, 30)
    assert first == openings(TICTACTOE, options, 3, 30)
    assert first != openings(TICTACTOE, options, 4, 30)
    assert len({state for _, state in first}) == 30
    assert all(state.outcome() is None for _, state in first)
    many = openings(TICTACTOE, options, 3, 600)
    assert many[:30] == first
    assert len({TICTACTOE.text(state) for _, state in many}) == 600, "72 have two moves; then they get longer"
    assert {len(moves) for moves, _ in many} == {2, 3, 4}


@pytest.mark.parametrize("key", ["connect4", "dots", "quoridor", "tictactoe"])
def test_openings_of_every_game_and_its_smallest_board(key: str) -> None:
    game = find_game(key)
    for setup in game.presets:
        for _, state in openings(game, game.settle(setup), 1, 5):
            assert state.outcome() is None


def test_a_tiny_board_has_openings_too() -> None:
    dots = find_game("dots")
    found = openings(dots, dots.settle(None, {"size": "1x1"}), 1, 60)
    assert len(found) == 60 and all(state.outcome() is None for _, state in found)
    # There are fourteen; what comes again comes by the same moves, so that it is seen to be the same.
    assert len({dots.text(state) for _, state in found}) == len({moves for moves, _ in found}) <= 14
