"""Minesweeper through Gymnasium: its own checker, and that nothing hidden is shown."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from rich.cells import cell_len

from damier.adapters.gymnasium import SoloEnv
from damier.core.text import Refusal
from damier.games import game as find_game

GAME = find_game("minesweeper")


@pytest.mark.parametrize(
    "given",
    [
        {"setup": "beginner"},
        {"setup": "expert"},
        {"size": "4x3", "mines": 2},
        {"size": "5x1", "mines": 0},
        {"setup": "beginner", "only": "d"},
        {"size": "3x3", "mines": 2, "render_mode": "ansi"},
    ],
    ids=str,
)
def test_its_checker_passes(given: dict[str, Any]) -> None:
    made = gymnasium.make("damier/Minesweeper-v0", **given)
    check_env(made.unwrapped, skip_render_check="render_mode" not in given)


def test_every_preset_has_a_name() -> None:
    names = {name for name in gymnasium.registry if name.startswith("damier/")}
    presets = {f"damier/Minesweeper-{setup.capitalize()}-v0" for setup in GAME.presets}
    assert names == {"damier/Minesweeper-v0", *presets}
    for setup in GAME.presets:
        made = gymnasium.make(f"damier/Minesweeper-{setup.capitalize()}-v0").unwrapped
        assert isinstance(made, SoloEnv) and made.options == GAME.settle(setup)


def test_many_boards_at_once() -> None:
    fields = gymnasium.make_vec("damier/Minesweeper-v0", num_envs=3, vectorization_mode="sync", size="4x4")
    seen, info = fields.reset(seed=1)
    assert seen.shape[0] == 3 and info["action_mask"].shape[0] == 3
    seen, rewards, *_ = fields.step(np.array([0, 1, 2]))
    assert rewards.shape == (3,)
    fields.close()


def test_its_name_alone_is_enough() -> None:
    code = """
import gymnasium
made = gymnasium.make("damier.adapters.gymnasium:damier/Minesweeper-v0", setup="beginner")
again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(made.spec.to_json()))
print(again.reset(seed=1)[0].shape == made.reset(seed=1)[0].shape)
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "True", done.stderr


def legal(info: dict[str, Any]) -> list[int]:
    return [int(action) for action in np.flatnonzero(info["action_mask"])]


@pytest.mark.parametrize("seed", range(8))
def test_the_same_actions_make_the_same_boards_as_the_rules(seed: int) -> None:
    made = SoloEnv(size="5x4", mines=3)
    seen, info = made.reset(seed=seed)
    state = made.position
    rng = random.Random(seed)
    terminated, reward = False, 0.0
    for _ in range(200):
        assert {made.encoding.moves[action] for action in legal(info)} == set(state.moves())
        assert (made.action_masks() == info["action_mask"].astype(bool)).all()
        action = rng.choice(legal(info))
        state = state.play(made.encoding.moves[action])
        seen, reward, terminated, truncated, info = made.step(np.int64(action))
        assert made.position == state and not truncated
        assert seen in made.observation_space
        signs = {made.encoding.names[plane][-1]: seen[..., plane] for plane in range(1, seen.shape[2] - 2)}
        marks = GAME.scene(state.board).marks
        for mark in marks:
            x, y = mark.at
            assert [sign for sign, plane in signs.items() if plane[y // 2, x // 2]] == [mark.ascii]
        if terminated:
            break
    outcome = state.outcome()
    assert terminated == (outcome is not None)
    if outcome is not None:
        assert reward == 2 * outcome.points[0] - 1 and info["reason"] == str(outcome.reason)


def test_fields_that_look_alike_are_observed_alike() -> None:
    """Two deals with other mines, until the first number tells them apart."""
    apart = 0
    for seed in range(40):
        twins = [SoloEnv(size="6x6", mines=6) for _ in range(2)]
        seen = [twin.reset(seed=seed + 1000 * i) for i, twin in enumerate(twins)]
        rng = random.Random(seed)
        steps: list[Any] = []
        while True:
            boards = [GAME.view(twin.position, 0) for twin in twins]
            if boards[0] != boards[1]:
                apart += 1
                break
            (first, one), (second, two) = seen
            assert data_equivalence(first, second, exact=True) and data_equivalence(one, two, exact=True)
            assert [step[1:4] for step in steps[:1]] == [step[1:4] for step in steps[1:]]
            if boards[0].outcome() is not None:
                break
            action = rng.choice(legal(one))
            steps = [twin.step(action) for twin in twins]
            seen = [(step[0], step[4]) for step in steps]
    assert apart > 30, "the mines were not the same"


def test_a_seed_lays_the_same_mines_and_no_seed_others() -> None:
    made, twin = SoloEnv(setup="beginner"), SoloEnv(setup="beginner")
    for seed in (5, None, None):
        made.reset(seed=seed)
        twin.reset(seed=seed)
        assert made.position == twin.position
    assert (
        len({SoloEnv(size="9x9").reset(seed=None) and made.reset() and made.position for _ in range(5)}) == 5
    )


def test_an_illegal_action_loses_and_says_why() -> None:
    made = SoloEnv(size="4x4", mines=2)
    _, info = made.reset(seed=3)
    action = legal(info)[0]
    made.step(action)
    before = made.position
    _, reward, terminated, truncated, info = made.step(action)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert "open already" in info["illegal"] and made.position == before
    with pytest.raises(Refusal, match="not an action"):
        made.step(len(made.encoding.moves))


def test_digging_only_can_win() -> None:
    made = SoloEnv(setup="beginner", only="d")
    assert len(made.encoding.moves) == 81
    won = 0
    for seed in range(20):
        made.reset(seed=seed)
        made.step(40)
        truth = made.position.mined()
        rewards = [0.0]
        while not rewards[-1]:
            safe = [action for action in legal({"action_mask": made.action_masks()}) if action not in truth]
            rewards.append(float(made.step(safe[0])[1]))
        won += rewards[-1] == 1
    assert won == 20


def test_nonsense_is_refused_with_a_sentence() -> None:
    for given in ({"game": "connect4"}, {"only": "z"}, {"setup": "nonsense"}, {"render_mode": "rgb"}):
        with pytest.raises(Refusal):
            SoloEnv(**given)


def test_a_printed_board(capsys: pytest.CaptureFixture[str]) -> None:
    made = SoloEnv(size="3x3", mines=1, render_mode="human")
    made.reset(seed=1)
    assert "⬜" in capsys.readouterr().out and made.render() is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        text = SoloEnv(size="3x3", mines=1, render_mode="ansi")
        text.reset(seed=1)
        assert text.render().count("⬜") == 9


@pytest.mark.parametrize("columns", ["80", "50"])
def test_the_widest_board_is_printed_whole(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Thirty columns fit into 80 characters; into 50 they do not, and are not cut off either."""
    monkeypatch.setenv("COLUMNS", columns)
    SoloEnv(setup="expert", render_mode="human").reset(seed=1)
    lines = capsys.readouterr().out.splitlines()
    assert [line.count("\u2b1c") for line in lines[:16]] == [30] * 16
    assert [line.split()[0] for line in lines[:16]] == [str(row) for row in range(1, 17)]
    assert all(cell_len(line) <= 80 for line in lines)
