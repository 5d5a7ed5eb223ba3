"""The contract that every game found in ``games/`` must meet."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from string import ascii_lowercase
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from damier.core.demo_game import demo_moves
from damier.core.engine import Analysis, Limit, Line, think
from damier.core.game import DEMO_SEED, AnyGame
from damier.core.record import Record, replay
from damier.core.scene import Gesture
from damier.core.text import IllegalMove, Refusal, Text
from damier.core.verdict import Score
from damier.games import games

GAMES = games()
SETUPS = [(key, setup) for key, game in GAMES.items() for setup in game.presets]
MOST_PLIES = 120
"""Random Quoridor and Minesweeper can go on for very long."""

each_game = pytest.mark.parametrize("key", GAMES)
each_setup = pytest.mark.parametrize(("key", "setup"), SETUPS)
a_few = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**32)


def walk(game: AnyGame, setup: str, seed: int, most: int = MOST_PLIES) -> Iterator[tuple[Any, Any]]:
    """A random game: every state and the move made in it, None in the last."""
    rng = random.Random(seed)
    state = game.begin(setup, seed=seed)
    for _ in range(most):
        moves = state.moves()
        if not moves:
            break
        move = rng.choice(moves)
        yield state, move
        state = state.play(move)
    yield state, None


def reach(game: AnyGame, setup: str, seed: int) -> Any:
    """A random state that is not the end of a game."""
    states = [state for state, _ in walk(game, setup, seed) if state.outcome() is None]
    return states[random.Random(seed).randrange(len(states))]


@each_setup
@a_few
@given(seed=seeds)
def test_moves_are_empty_exactly_when_it_is_over(key: str, setup: str, seed: int) -> None:
    for state, _ in walk(GAMES[key], setup, seed):
        assert (len(state.moves()) == 0) == (state.outcome() is not None)
        assert 0 <= state.turn < state.seats
        outcome = state.outcome()
        if outcome is not None:
            assert len(outcome.points) == state.seats
            assert all(0 <= points <= 1 for points in outcome.points)
            if state.seats > 1:
                assert sum(outcome.points) == 1
            assert str(outcome.reason)


@each_setup
@a_few
@given(seed=seeds)
def test_states_are_immutable_and_hashable(key: str, setup: str, seed: int) -> None:
    for state, move in walk(GAMES[key], setup, seed, 30):
        twin = pickle.loads(pickle.dumps(state))
        assert twin == state and hash(twin) == hash(state)
        for name in type(state).__dataclass_fields__:
            with pytest.raises(AttributeError):
                setattr(state, name, None)
        if move is not None:
            state.play(move)
            assert state == twin


@each_setup
@a_few
@given(seed=seeds)
def test_moves_round_trip_as_text(key: str, setup: str, seed: int) -> None:
    game = GAMES[key]
    state = reach(game, setup, seed)
    view = game.view(state, state.turn)
    words = [game.write(move) for move in view.moves()]
    assert len(set(words)) == len(words)
    for move, word in zip(view.moves(), words, strict=True):
        assert word and len(word.split()) == 1
        assert game.read(word, view) == move
        assert game.read(f"  {word.upper()} ", view) == move


@each_setup
@a_few
@given(seed=seeds)
def test_positions_round_trip_as_text(key: str, setup: str, seed: int) -> None:
    game = GAMES[key]
    for state, _ in walk(game, setup, seed, 40):
        view = game.view(state, state.turn)
        line = game.text(view)
        assert "\n" not in line
        assert game.parse(line) == view
        assert list(game.parse(line).moves()) == list(view.moves())


@each_setup
@a_few
@given(seed=seeds, rubbish=st.text(max_size=30))
def test_rubbish_is_refused_with_a_sentence(key: str, setup: str, seed: int, rubbish: str) -> None:
    game = GAMES[key]
    state = reach(game, setup, seed)
    view = game.view(state, state.turn)
    uses: tuple[Callable[[], object], ...] = (
        lambda: game.parse(rubbish),
        lambda: game.read(rubbish, view),
        lambda: game.begin(rubbish),
    )
    for use in uses:
        try:
            use()
        except Refusal as problem:
            assert isinstance(problem.text, Text)
            assert len(problem.text.show("fr")) > 5


@each_game
@a_few
@given(seed=seeds, cut=st.integers(0, 200), put=st.text(max_size=3))
def test_damaged_positions_are_read_or_refused(key: str, seed: int, cut: int, put: str) -> None:
    game = GAMES[key]
    state = reach(game, next(iter(game.presets)), seed)
    line = game.text(game.view(state, state.turn))
    cut %= len(line)
    damaged = line[:cut] + put + line[cut + 1 :]
    try:
        view = game.parse(damaged)
    except Refusal:
        return
    assert (len(view.moves()) == 0) == (view.outcome() is not None)
    assert game.parse(game.text(view)) == view
    game.scene(view)


@each_setup
@a_few
@given(seed=seeds)
def test_illegal_moves_are_refused_and_change_nothing(key: str, setup: str, seed: int) -> None:
    game = GAMES[key]
    path = list(walk(game, setup, seed))
    state = path[len(path) // 2][0]
    twin = pickle.loads(pickle.dumps(state))
    legal = set(state.moves())
    others = {move for other, _ in path for move in other.moves()} - legal
    for move in list(others)[:40]:
        with pytest.raises(IllegalMove):
            state.play(move)
        with pytest.raises(Refusal):
            game.read(game.write(move), game.view(state, state.turn))
    assert state == twin


@each_setup
@a_few
@given(seed=seeds)
def test_records_replay_to_the_same_end(key: str, setup: str, seed: int) -> None:
    game = GAMES[key]
    path = list(walk(game, setup, seed))
    moves = tuple(game.write(move) for _, move in path if move is not None)
    record = Record(game=key, options=game.settle(setup), seed=seed, moves=moves)
    again = Record.load(record.dump())
    assert again == record
    assert list(replay(game, again)) == [state for state, _ in path]


@each_setup
@a_few
@given(seed=seeds, other=seeds)
def test_views_leak_nothing(key: str, setup: str, seed: int, other: int) -> None:
    """Two truths with the same view answer every question alike."""
    game = GAMES[key]
    twins = [game.begin(setup, seed=seed), game.begin(setup, seed=other)]
    rng = random.Random(seed)
    while game.view(twins[0], 0) == game.view(twins[1], 0):
        views = [game.view(state, state.turn) for state in twins]
        assert game.text(views[0]) == game.text(views[1])
        assert repr(views[0]) == repr(views[1])
        assert pickle.dumps(views[0]) == pickle.dumps(views[1])
        assert (
            list(views[0].moves())
            == list(views[1].moves())
            == list(twins[0].moves())
            == list(twins[1].moves())
        )
        assert views[0].outcome() == views[1].outcome() == twins[0].outcome() == twins[1].outcome()
        assert game.scene(views[0]) == game.scene(views[1])
        moves = views[0].moves()
        if not moves:
            break
        move = rng.choice(moves)
        twins = [state.play(move) for state in twins]


@each_setup
@a_few
@given(seed=seeds)
def test_scenes_can_be_drawn(key: str, setup: str, seed: int) -> None:
    game = GAMES[key]
    for state, _ in walk(game, setup, seed, 60):
        view = game.view(state, state.turn)
        scene = game.scene(view)
        places = [mark.at for mark in scene.marks]
        assert len(set(places)) == len(places), "one mark a place"
        for mark in scene.marks:
            x, y = mark.at
            assert 0 <= x <= 2 * scene.width and 0 <= y <= 2 * scene.height
            assert len(mark.ascii) <= 1 and mark.ascii.isascii()
        assert len(scene.columns) == scene.width
        assert len(scene.rows) in (0, scene.height)
        offered = {move for mark in scene.marks for move in mark.moves.values()}
        assert offered == set(view.moves()), "every move can be made by a gesture, and no other"
        assert scene.grid in ("lines", "dots", "gaps", "none")


@each_setup
@a_few
@given(seed=seeds)
def test_every_move_has_a_click_and_a_key_of_its_own(key: str, setup: str, seed: int) -> None:
    """Else a person without a mouse, or with nothing else, could not make it."""
    game = GAMES[key]
    assert all(not gesture.key or gesture.key in ascii_lowercase for gesture in game.gestures.values())
    for state, _ in walk(game, setup, seed, 60):
        for mark in game.scene(game.view(state, state.turn)).marks:
            offered = [game.gestures.get(name, Gesture()) for name in mark.moves]
            assert len({(gesture.click, gesture.arm) for gesture in offered}) == len(offered)
            assert all(gesture.key for gesture in offered[1:])
            on_corner = mark.at[0] % 2 == mark.at[1] % 2 == 0
            assert all(bool(gesture.arm) == on_corner for gesture in offered)


def check_continuations(view: Any, analysis: Analysis[Any]) -> None:
    """What an engine expects can be played, move by move; where something is hidden nobody can tell."""
    for line in analysis.lines:
        if not hasattr(view, "play"):
            assert not line.then
            continue
        state = view.play(line.move) if line.then else view
        for move in line.then:
            assert move in state.moves()
            state = state.play(move)


@each_setup
def test_every_engine_answers_legally_and_the_same_again(key: str, setup: str) -> None:
    game = GAMES[key]
    for name, level in game.engines.items():
        for seed in range(3):
            state = reach(game, setup, seed)
            view = game.view(state, state.turn)
            if not level.fits(view):
                continue
            limit = Limit(nodes=300, depth=2)
            analyses = list(level.make(seed).think(view, limit))
            assert analyses, name
            legal = set(view.moves())
            for analysis in analyses:
                assert analysis.move in legal, name
                assert {line.move for line in analysis.lines} <= legal, name
                assert all(0 <= line.chance <= 1 for line in analysis.lines), name
                check_continuations(view, analysis)
                for reason in (*analysis.why, *(reason for line in analysis.lines for reason in line.why)):
                    assert reason.text.show("es")
                    scene = game.scene(view)
                    assert all(
                        0 <= x <= 2 * scene.width and 0 <= y <= 2 * scene.height for x, y in reason.cells
                    )
            assert analyses[-1].why, f"{name} explains every choice"
            assert think(level.make(seed), view, limit) == analyses[-1], name
            for most in (0, 1):
                few = think(level.make(seed), view, replace(limit, lines=most))
                assert len(few.lines) <= most and few.why, name


@each_game
def test_a_game_introduces_itself(key: str) -> None:
    game = GAMES[key]
    assert game.key == key
    for language in ("en", "fr", "es"):
        assert game.title.show(language) and game.about.show(language)
        assert all(paragraph.show(language) for paragraph in game.rules)
        levels = [(key, level.title.show(language)) for key, level in game.engines.items()]
        room = 80 - sum(max(map(len, column)) + 2 for column in zip(*levels, strict=True))
        for level in game.engines.values():
            assert len(level.about.show(language)) <= room, "one line each in the list of levels"
    game.scene(game.parse(game.example))
    state = game.begin()
    assert len(game.seat_names) >= state.seats
    for name, level in game.engines.items():
        assert name == name.lower() and " " not in name
        assert game.level(name) == name
        for word in level.names():
            assert game.level(word) == name
    assert game.strongest(game.view(state, 0)) in game.engines


@each_game
def test_menus_offer_few_levels_at_once_and_say_what_each_does_wrong(key: str) -> None:
    game = GAMES[key]
    assert all(level.flaw is not None for level in game.engines.values())
    for setup in game.presets:
        view = game.view(game.begin(setup), 0)
        *others, _ = game.fitting(view)  # which stands with the first in any case
        assert sum(not game.engines[level].extra for level in others) <= 5


@each_game
def test_the_pictures_of_the_rules_can_be_drawn(key: str) -> None:
    game = GAMES[key]
    for picture in game.pictures:
        view = game.parse(picture.position)
        assert game.text(view) == picture.position, "spelt as the game writes it"
        scene = game.scene(view)
        for x, y in picture.pointed:
            assert 0 <= x <= 2 * scene.width and 0 <= y <= 2 * scene.height
        shown = [picture.words.show(language) for language in ("en", "fr", "es")]
        assert all(shown), "every language has its sentence"


@each_game
def test_the_short_game_is_legal_and_always_the_same(key: str) -> None:
    game = GAMES[key]
    moves = demo_moves(game)
    assert 1 <= len(moves) <= 24
    assert moves == demo_moves(game)
    assert demo_moves(game, most=3) == moves[:3]
    record = Record(game=key, options=game.settle(), seed=DEMO_SEED, moves=moves)
    states = list(replay(game, record))
    assert len(states) == len(moves) + 1
    assert len(moves) == 24 or states[-1].outcome() is not None or game.demo


@each_setup
def test_a_game_may_remark_on_any_move(key: str, setup: str) -> None:
    """Every legal move, whatever an engine says of it or says nothing."""
    game = GAMES[key]
    for seed in range(3):
        state = reach(game, setup, seed)
        view = game.view(state, state.turn)
        first = next(iter(view.moves()))
        best = Line(move=first, value=1.0, chance=1.0, verdict=Score(0.0))
        for move in view.moves()[:: 1 + len(view.moves()) // 40]:
            played = Line(move=move, value=0.0, chance=0.0, verdict=Score(0.0))
            text = game.remark(view, played, best)
            assert text is None or all(text.show(language) for language in ("en", "fr", "es"))
            assert game.note(move) in (False, True)


@each_setup
@a_few
@given(seed=seeds)
def test_every_move_and_sign_is_foretold(key: str, setup: str, seed: int) -> None:
    """What a learner is told before the first move holds for the whole game, and for every deal."""
    game = GAMES[key]
    first = game.begin(setup, seed=seed)
    actions = list(game.actions(game.view(first, first.turn)))
    other = game.begin(setup, seed=seed + 1)
    assert actions == list(game.actions(game.view(other, other.turn))), "the same for every deal"
    words = [game.write(move) for move in actions]
    assert len(set(words)) == len(words)
    known = set(actions)
    for state, _ in walk(game, setup, seed):
        assert known.issuperset(state.moves())
        marks = game.scene(game.view(state, state.turn)).marks
        assert {mark.ascii for mark in marks if mark.seat is None} <= {"", *game.signs}
        assert game.scene(game.view(state, 0)).grid in ("dots", "gaps") or all(
            x % 2 and y % 2 for x, y in (mark.at for mark in marks)
        ), "between the cells of such a grid there is nothing to see"


@each_setup
@a_few
@given(seed=seeds)
def test_no_game_is_longer_than_it_says(key: str, setup: str, seed: int) -> None:
    """From its start and from every position on the way, by any moves but those that only note something."""
    game, rng = GAMES[key], random.Random(seed)
    state = game.begin(setup, seed=seed)
    bounds = []
    while state.outcome() is None:
        bounds.append(game.longest(game.view(state, state.turn)))
        state = state.play(rng.choice([move for move in state.moves() if not game.note(move)]))
    assert all(bound >= len(bounds) - made for made, bound in enumerate(bounds))


@each_game
def test_every_action_can_be_chosen_somewhere(key: str) -> None:
    game = GAMES[key]
    try:
        options = game.settle(None, {"size": "3x3"})
    except Refusal:
        options = game.settle()
    first = game.deal(options, 0)
    missing = set(game.actions(game.view(first, first.turn)))
    rng = random.Random(7)
    for seed in range(3000):
        state = game.deal(options, seed)
        while missing and (moves := state.moves()):
            missing.difference_update(moves)
            state = state.play(rng.choice(moves))
    assert not missing, [game.write(move) for move in missing]


@each_game
def test_nonsense_options_are_refused(key: str) -> None:
    game = GAMES[key]
    for nonsense in (
        {"size": "0x0"},
        {"size": "999x999"},
        {"size": "x"},
        {"size": "5"},
        {"nonsense": 1},
        {"size": ""},
    ):
        with pytest.raises(Refusal):
            game.begin(**nonsense)
