"""Games for two through PettingZoo: its own checks, and ours against the rules."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from damier.adapters.pettingzoo import env, raw_env
from damier.core.text import IllegalMove, Refusal
from damier.games import game as find_game
from damier.games import games

BOARDS: list[tuple[str, dict[str, Any]]] = [
    ("tictactoe", {}),
    ("tictactoe", {"size": "5x4", "line": 3}),
    ("connect4", {}),
    ("connect4", {"setup": "5x4"}),
    ("dots", {"size": "2x3"}),
    ("dots", {"setup": "swedish"}),
    ("quoridor", {"setup": "3x3"}),
    ("quoridor", {"size": "5x4", "walls": 0}),
]
each_board = pytest.mark.parametrize(("key", "options"), BOARDS, ids=lambda value: str(value))

# PettingZoo warns of observations with an action mask unless a list in its test names the environment, and
# of a mask without an action, which is what an agent has after the end.
by_name_only = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


def test_there_is_a_board_of_every_game_for_two() -> None:
    assert {key for key, _ in BOARDS} == {
        key for key, game in games().items() if game.begin(seed=1).seats > 1
    }


class TestByPettingZoo:
    pytestmark = by_name_only

    @each_board
    def test_its_api_test_passes(self, key: str, options: dict[str, Any]) -> None:
        api_test(env(key, **options), num_cycles=100)

    @each_board
    def test_its_seed_test_passes(self, key: str, options: dict[str, Any]) -> None:
        seed_test(lambda: env(key, **options), num_cycles=60)

    @each_board
    def test_its_render_test_passes(self, key: str, options: dict[str, Any]) -> None:
        render_test(lambda render_mode: env(key, render_mode=render_mode, **options))


def chosen(observation: dict[str, Any], rng: random.Random) -> int:
    """Any legal action."""
    return rng.choice([int(action) for action in np.flatnonzero(observation["action_mask"])])


@each_board
def test_the_same_actions_make_the_same_states_as_the_rules(key: str, options: dict[str, Any]) -> None:
    game = find_game(key)
    given = dict(options)
    for seed in range(3):
        table = env(key, **options)
        table.reset(seed=seed)
        bare = table.unwrapped
        rng = random.Random(seed)
        state = game.begin(given.get("setup"), seed=1, **{k: v for k, v in given.items() if k != "setup"})
        moves = bare.encoding.moves
        while state.outcome() is None:
            seen, reward, terminated, truncated, _ = table.last()
            assert (reward, terminated, truncated) == (0, False, False)
            assert table.agent_selection == f"player_{state.turn}"
            assert bare.position == state
            legal = {moves[action] for action in np.flatnonzero(seen["action_mask"])}
            assert legal == set(state.moves())
            assert table.observation_space(table.agent_selection).contains(seen)
            for other in set(table.agents) - {table.agent_selection}:
                assert not table.observe(other)["action_mask"].any()
            action = chosen(seen, rng)
            table.step(action)
            state = state.play(moves[action])
        outcome = state.outcome()
        assert table.rewards == {f"player_{i}": 2 * points - 1 for i, points in enumerate(outcome.points)}
        assert all(table.terminations.values()) and not any(table.truncations.values())
        assert table.infos["player_0"] == {"reason": str(outcome.reason)}
        for _ in range(2):
            assert not table.last()[0]["action_mask"].any()
            table.step(None)
        assert table.agents == []


def test_planes_show_the_board_from_the_side_of_who_is_asked() -> None:
    table = raw_env("connect4")
    table.reset()
    for word in ("4", "4", "5"):
        table.step(table.encoding.words.index(word))
    names = table.encoding.names
    assert names == ("you", "next", "sign .", "turn")
    assert table.encoding.shape == (6, 7, 4)
    first, second = (table.observe(f"player_{seat}")["observation"] for seat in (0, 1))
    yellow, red = {(5, 3), (5, 4)}, {(4, 3)}
    for seen, mine, theirs, turn in ((first, yellow, red, 0), (second, red, yellow, 1)):
        assert {tuple(map(int, at)) for at in np.argwhere(seen[..., 0])} == mine
        assert {tuple(map(int, at)) for at in np.argwhere(seen[..., 1])} == theirs
        assert seen[..., 2].sum() == 6 * 7 - 3
        assert (seen[..., 3] == turn).all()


def test_planes_show_walls_and_how_many_are_left() -> None:
    table = raw_env("quoridor", size="3x3", walls=2)
    table.reset()
    table.step(table.encoding.words.index("a1h"))
    names = table.encoding.names
    assert names == ("you", "next", "sign .", "sign =", "sign #", "count you", "count next", "turn")
    seen = table.observe("player_1")["observation"]
    assert seen.shape == (7, 7, 8)
    # a1h lies on the north side of a1 and b1: the lattice row between the rows 1 and 2 from the bottom.
    assert {tuple(map(int, at)) for at in np.argwhere(seen[..., 3])} == {(4, 1), (4, 2), (4, 3)}
    assert (seen[..., 5] == 2).all() and (seen[..., 6] == 1).all()


def test_an_illegal_action_loses_and_ends_the_game() -> None:
    table = env("tictactoe")
    table.reset()
    table.step(4)
    table.step(4)
    assert table.terminations == {"player_0": True, "player_1": True}
    assert table.rewards == {"player_0": 0, "player_1": -1.0}


def test_without_wrappers_an_illegal_action_is_refused_and_changes_nothing() -> None:
    table = raw_env("tictactoe")
    table.reset()
    table.step(4)
    before = table.position
    with pytest.raises(IllegalMove):
        table.step(4)
    for nonsense in (-1, 9, None):
        with pytest.raises(Refusal, match="not an action"):
            table.step(nonsense)
    assert table.position == before and table.agent_selection == "player_1"


def test_a_copy_goes_on_by_itself() -> None:
    table = raw_env("dots", size="2x2")
    table.reset(seed=1)
    table.step(3)
    for twin in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        twin.step(5)
        assert twin.position != table.position
        assert twin.position.drawn == table.position.play(table.encoding.moves[5]).drawn


def test_it_draws_as_the_terminal_does(capsys: pytest.CaptureFixture[str]) -> None:
    table = raw_env("tictactoe", render_mode="ansi")
    table.reset()
    table.step(4)
    drawing = table.render()
    assert drawing is not None and drawing.count("✕") == 1 and "┼" in drawing
    shown = raw_env("tictactoe", render_mode="human")
    shown.reset()
    shown.step(4)
    assert shown.render() is None
    assert capsys.readouterr().out.count("✕") == 2
    with pytest.raises(Refusal, match="human, ansi"):
        raw_env("tictactoe", render_mode="rgb_array")


def test_a_game_for_one_is_refused() -> None:
    with pytest.raises(Refusal, match="gymnasium"):
        env("minesweeper")
