"""Bots of OpenSpiel as engines: in matches, within limits, on both rules."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="there is no OpenSpiel for this system")

import pyspiel
from open_spiel.python.bots import uniform_random

from damier.adapters import bots
from damier.adapters.bots import OpenSpielBot, spiel_player
from damier.adapters.openspiel_native import native
from damier.arena.match import match
from damier.arena.play_game import play_game
from damier.arena.players import Player, player
from damier.core.engine import Limit, think
from damier.core.text import Refusal
from damier.games import game as find_game
from damier.games import games

OPEN = [key for key, game in games().items() if hasattr(game.view(game.begin(seed=0), 0), "play")]
SMALL = {"quoridor": "3x3", "dots": "3x3", "connect4": "5x4"}


@pytest.mark.parametrize(
    "words", ["openspiel:random", "openspiel:mcts?simulations=8", "openspiel:alphabeta?depth=1"]
)
@pytest.mark.parametrize("key", OPEN)
def test_bots_play_every_open_game_and_the_same_again(key: str, words: str) -> None:
    game = find_game(key)
    records = []
    for _ in range(2):
        engines = [player(game, who).make(seed) for seed, who in enumerate((words, "random"))]
        played = play_game(game, engines, game.begin(SMALL.get(key)), Limit(nodes=8), most=30)
        records.append(played.record)
    assert records[0] == records[1] and records[0].moves
    assert records[0].ending in ("rules", "open"), "it was not forfeited"


@pytest.mark.parametrize("rules", ["damier", "openspiel"])
def test_tree_search_beats_chance(rules: str) -> None:
    game = find_game("tictactoe")
    standings = match(game, f"openspiel:mcts?simulations=60&rules={rules}", "easy", games=10, seed=1)
    cell = standings.cell(0, 1)
    assert cell is not None and cell.points >= 7 and not standings.forfeits


def test_any_bot_can_be_entered() -> None:
    game = find_game("dots")

    def first(spiel: Any, seat: int, chance: Any) -> Any:
        return uniform_random.UniformRandomBot(seat, chance)

    entered = Player("mine", lambda seed: OpenSpielBot(first, game, seed, name="mine"))
    standings = match(game, entered, "very-easy", games=2, seed=1, setup="3x3")
    assert standings.games == 2 and not standings.forfeits


def test_a_compiled_bot_plays_where_openspiel_has_the_game() -> None:
    def compiled(spiel: Any, seat: int, chance: Any) -> Any:
        rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
        return pyspiel.MCTSBot(spiel, rollouts, 2.0, 2000, 1000, True, int(chance.randint(2**31)), False)

    game = find_game("connect4")
    view = game.parse("......./......./......./......./ooo..../xxx....")
    assert game.write(think(OpenSpielBot(compiled, game), view, Limit()).move) == "4"
    for bot in (OpenSpielBot(compiled, game, own_rules=True), OpenSpielBot(compiled, find_game("dots"))):
        with pytest.raises(Refusal, match="compiled"):
            think(bot, view if bot.own_rules else find_game("dots").begin("3x3"), Limit())


def test_a_win_is_found_and_known() -> None:
    game = find_game("connect4")
    view = game.parse("......./......./......./......./ooo..../xxx....")
    for rules in ("damier", "openspiel"):
        engine = spiel_player(game, f"openspiel:mcts?simulations=100&rules={rules}").make(1)
        opinion = think(engine, view, Limit())
        assert game.write(opinion.move) == "4"
        assert opinion.lines[0].move == opinion.move and opinion.lines[0].proven
        assert opinion.lines[0].chance == 1 and str(opinion.lines[0].label) == "100%"
        assert len(think(engine, view, Limit(lines=2)).lines) <= 2
    deep = spiel_player(game, "openspiel:alphabeta?depth=1").make(1)
    assert game.write(think(deep, view, Limit()).move) == "4"


def test_limits_are_kept() -> None:
    game = find_game("connect4")
    engine = spiel_player(game, "openspiel:mcts").make(1)
    assert think(engine, game.begin(), Limit(nodes=33)).nodes == 33
    began = time.perf_counter()
    opinions = list(engine.think(game.begin(), Limit(time=0.1)))
    assert time.perf_counter() - began < 5, "a search without a limit takes longer"
    assert [opinion.nodes for opinion in opinions] == [2 ** (i + 1) for i in range(len(opinions))]
    assert len(opinions) > 1
    assert len(list(engine.think(game.begin(), Limit(time=0.0)))) == 1, "there is always one opinion"


def test_a_search_is_broken_off_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that runs out when it has been looked at thirty times."""
    looks = []

    class Watch:
        bounded = True

        def __init__(self, limit: Limit, seat: int) -> None:
            assert limit.nodes is None and seat == 0

        def spent(self) -> bool:
            looks.append(1)
            return len(looks) > 30

    monkeypatch.setattr(bots, "Stopwatch", Watch)
    game = find_game("connect4")
    opinions = list(spiel_player(game, "openspiel:mcts").make(1).think(game.begin(), Limit(time=9.0)))
    assert [opinion.nodes for opinion in opinions] == [2, 4, 8] and len(looks) == 31


@pytest.mark.parametrize("key", ["tictactoe", "connect4"])
def test_positions_are_the_same_in_their_game(key: str) -> None:
    game = find_game(key)
    rng = random.Random(2)
    for _ in range(30):
        state = game.begin()
        while True:
            theirs = native(key, state)
            assert theirs is not None
            outcome = state.outcome()
            assert theirs.state.is_terminal() == (outcome is not None)
            if outcome is not None:
                assert theirs.state.returns() == [2 * points - 1 for points in outcome.points]
                break
            assert theirs.state.current_player() == state.turn
            assert {theirs.moves[a] for a in theirs.state.legal_actions()} == set(state.moves())
            state = state.play(rng.choice(state.moves()))


def test_other_boards_are_played_on_our_rules() -> None:
    assert native("tictactoe", find_game("tictactoe").begin("5x5")) is None
    assert native("quoridor", find_game("quoridor").begin()) is None


@pytest.mark.parametrize(
    "words",
    [
        "openspiel:",
        "openspiel:nonsense",
        "openspiel:mcts?simulations=",
        "openspiel:mcts?simulations=1",
        "openspiel:mcts?simulations=9999999999999",
        "openspiel:mcts?depth=3",
        "openspiel:alphabeta?depth=0",
        "openspiel:random?rules=nonsense",
    ],
)
def test_nonsense_is_refused_with_a_sentence(words: str) -> None:
    with pytest.raises(Refusal) as refused:
        player(find_game("tictactoe"), words)
    assert refused.value.text.show("fr") != refused.value.text.show("en")


def test_a_game_that_hides_something_is_refused() -> None:
    with pytest.raises(Refusal, match="hides"):
        player(find_game("minesweeper"), "openspiel:mcts")
