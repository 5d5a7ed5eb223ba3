"""The bots of the page on bots play as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from damier.arena.play_game import play_game
from damier.arena.players import player
from damier.core.engine import Limit
from damier.games import game as find_game
from damier.games import games

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
BOTS = re.findall(
    r"^```python\n(# damier \w+ (\w+) --(?:bot|level) (\S+)\n.*?)^```", PAGE, re.MULTILINE | re.DOTALL
)
FIRST = re.search(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("source", "key", "name"), [pytest.param(*bot, id=bot[2]) for bot in BOTS])
def test_a_bot_of_the_page_plays_a_game_to_its_end(source: str, key: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(source, encoding="utf-8")
    game = find_game(key)
    state = game.begin(seed=1)
    engines = [player(game, str(path)).make(1)]
    if state.seats == 2:
        engines.append(player(game, next(iter(game.engines))).make(1))
    played = play_game(game, engines, state, Limit(nodes=200, depth=1))
    assert played.record.ending == "rules", str(played.reason)
    if state.seats == 2 and name != "runner.py":
        assert played.points[0] > 0, "it does not lose to the weakest level"


@pytest.mark.parametrize("key", games())
def test_the_five_lines_play_every_game(key: str, tmp_path: Path) -> None:
    assert FIRST is not None and len([line for line in FIRST[1].splitlines() if line]) <= 5
    path = tmp_path / "mybot.py"
    path.write_text(FIRST[1], encoding="utf-8")
    game = find_game(key)
    state = game.begin(seed=2)
    engines = [player(game, str(path)).make(seat) for seat in range(state.seats)]
    played = play_game(game, engines, state, Limit(), most=30)
    assert played.record.ending in ("rules", "open"), str(played.reason)


def test_every_game_is_in_the_table() -> None:
    for key, game in games().items():
        row = re.search(rf"^\| {key} \|.*\|(.*)\|$", PAGE, re.MULTILINE)
        assert row is not None, key
        state = game.begin(seed=1)
        view = game.view(state, state.turn)
        for name in re.findall(r"`([a-z]+)[(`.]", row[1].partition("; no")[0]):
            assert hasattr(view, name), f"{key}: {name}"
    assert len(BOTS) == 4
