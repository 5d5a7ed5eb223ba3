"""What all adapters share: actions, planes, a sixth game, and that nobody needs their packages."""

from __future__ import annotations

import copy
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from damier.adapters.encoding import encode, rewards
from damier.core.text import Refusal
from damier.games import games

TESTS = Path(__file__).parents[1]


def run(code: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **more}, capture_output=True, text=True
    )


def test_rewards_add_up_to_nothing() -> None:
    assert rewards((1.0, 0.0)) == (1.0, -1.0)
    assert rewards((0.5, 0.5)) == (0.0, 0.0)
    assert rewards((0.0, 1.0, 0.0, 0.0)) == pytest.approx((-1 / 3, 1.0, -1 / 3, -1 / 3))
    assert (rewards((1.0,)), rewards((0.0,))) == ((1.0,), (-1.0,))


@pytest.mark.parametrize("key", games())
def test_an_encoding_survives_pickling_and_copying(key: str) -> None:
    game = games()[key]
    made = encode(game, game.settle())
    twin = pickle.loads(pickle.dumps(made))
    assert (twin.moves, twin.names, twin.shape) == (made.moves, made.names, made.shape)
    assert copy.deepcopy(made) is made
    assert [made.move(action) for action in range(len(made.moves))] == list(made.moves)
    with pytest.raises(Refusal):
        encode(game, game.settle(), only="no such move")


def test_a_sixth_game_is_learnt_and_searched_too(tmp_path: Path) -> None:
    shutil.copytree(TESTS / "data" / "nim", tmp_path / "nim")
    code = """
import random
from damier.adapters import pettingzoo
table = pettingzoo.env("nim")
table.reset(seed=1)
for agent in table.agent_iter():
    seen, reward, over, _, _ = table.last()
    assert table.observation_space(agent).contains(seen)
    table.step(None if over else int(seen["action_mask"].argmax()))
assert table.unwrapped.position.left == 0
try:
    import pyspiel
except ImportError:
    raise SystemExit
import damier.adapters.openspiel
from open_spiel.python.algorithms import minimax
game = pyspiel.load_game("damier_nim(size=6x1)")
value, action = minimax.alpha_beta_search(game)
assert value == 1 and game.encoding.words[action] == "1", (value, action)
"""
    done = run(code, DAMIER_GAMES=str(tmp_path))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("module", "package"),
    [
        ("pettingzoo", "pettingzoo"),
        ("pettingzoo", "gymnasium"),
        ("gymnasium", "gymnasium"),
        ("openspiel", "pyspiel"),
        ("bots", "open_spiel"),
    ],
)
def test_without_the_package_a_sentence_says_what_to_install(module: str, package: str) -> None:
    code = f"""
import sys
sys.modules["{package}"] = None
from damier.core.text import Refusal
try:
    import damier.adapters.{module}
except Refusal as problem:
    print(problem.text.show("fr"))
"""
    done = run(code)
    assert done.returncode == 0, done.stderr
    assert "pip install 'damier[rl]'" in done.stdout and "paquet" in done.stdout


def test_nobody_else_imports_them() -> None:
    code = """
import sys, damier.cli, damier.arena.match, damier.arena.players, damier.terminal.play, damier.adapters
damier.games()
print([name for name in ("pettingzoo", "gymnasium", "pyspiel", "open_spiel") if name in sys.modules])
"""
    done = run(code)
    assert done.stdout.strip() == "[]", done.stderr
