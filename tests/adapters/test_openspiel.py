"""damier's games in OpenSpiel, its algorithms on them, and its own games beside ours."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="there is no OpenSpiel for this system")

import pyspiel
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import evaluate_bots, expected_game_score, mcts, minimax, tabular_qlearner
from open_spiel.python.bots import uniform_random

import damier.adapters.openspiel  # noqa: F401
from damier.adapters.openspiel import spiel_game
from damier.adapters.openspiel_native import native
from damier.games import game as find_game
from damier.games import games

BOARDS = (
    "damier_tictactoe",
    "damier_tictactoe(setup=5x5)",
    "damier_connect4",
    "damier_connect4(size=5x4)",
    "damier_dots(size=2x3,start=icelandic)",
    "damier_quoridor(size=3x3,walls=1)",
    "damier_quoridor(setup=5x5)",
    "damier_minesweeper(size=4x4,mines=3,deals=20)",
    "damier_minesweeper(setup=beginner)",
)


def test_every_game_is_there() -> None:
    assert {f"damier_{key}" for key in games()} <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", BOARDS)
def test_random_games_pass_its_simulation(name: str) -> None:
    """OpenSpiel's own check of a game: clones, serialisation, legal actions, returns, observations."""
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_is_read_from_its_own_words(name: str) -> None:
    game = pyspiel.load_game(name)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game) and again.num_distinct_actions() == game.num_distinct_actions()
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        ("tictactoe", 9),
        ("tictactoe(setup=gomoku)", 225),
        ("connect4", 42),
        ("connect4(size=9x7)", 63),
        ("dots", 60),
        ("dots(size=2x3,start=icelandic)", 17 - 5),
        ("quoridor", 250),
        ("quoridor(size=3x3)", 250),
        ("minesweeper(setup=beginner)", 81 - 10),
        ("minesweeper(setup=expert)", 480 - 99),
    ],
)
def test_the_longest_game_is_told(name: str, plies: int) -> None:
    assert pyspiel.load_game(f"damier_{name}").max_game_length() == plies


@pytest.mark.parametrize(
    ("key", "position", "plies"),
    [
        ("tictactoe", "xxo/.../o.x 3", 4),
        ("connect4", "...../...../..x../.xo..", 17),
        ("quoridor", "5x5 c2,c4 3,3 4 - -", 246),
    ],
)
def test_a_game_that_begins_elsewhere_is_shorter(key: str, position: str, plies: int) -> None:
    assert spiel_game(key)(view=find_game(key).parse(position)).max_game_length() == plies


def test_bad_parameters_are_refused_with_a_sentence() -> None:
    with pytest.raises(Exception, match="5x5"):
        pyspiel.load_game("damier_quoridor(setup=2x2)")
    with pytest.raises(Exception, match="deals: choose a whole number from 1"):
        pyspiel.load_game("damier_minesweeper(deals=0)")
    with pytest.raises(pyspiel.SpielError, match="nonsense"):
        pyspiel.load_game("damier_quoridor(nonsense=1)")


@pytest.mark.parametrize(
    ("ours", "theirs", "games"),
    [
        ("tictactoe", "tic_tac_toe", 400),
        ("connect4", "connect_four", 120),
        ("dots", "dots_and_boxes(num_rows=5,num_cols=5)", 40),
    ],
)
def test_ours_and_theirs_go_together(ours: str, theirs: str, games: int) -> None:
    """The same legal actions, turns and returns in every position of random games."""
    mine, other = pyspiel.load_game(f"damier_{ours}"), pyspiel.load_game(theirs)
    first = native(ours, find_game(ours).begin(seed=0))
    # By our action, theirs; the edges of Dots and Boxes are counted in the same order.
    to = range(mine.num_distinct_actions())
    if first is not None:
        to = [first.moves.index(move) for move in mine.encoding.moves]  # type: ignore[assignment]
    rng = random.Random(1)
    positions = 0
    for _ in range(games):
        a, b = mine.new_initial_state(), other.new_initial_state()
        while not a.is_terminal():
            assert not b.is_terminal() and a.current_player() == b.current_player()
            assert sorted(to[action] for action in a.legal_actions()) == b.legal_actions()
            action = rng.choice(a.legal_actions())
            a.apply_action(action)
            b.apply_action(to[action])
            positions += 1
        assert b.is_terminal() and a.returns() == b.returns()
    assert positions > 2000


def test_alpha_beta_finds_that_tic_tac_toe_is_a_draw() -> None:
    game = pyspiel.load_game("damier_tictactoe")
    assert minimax.alpha_beta_search(game)[0] == 0
    state = game.new_initial_state()
    for word in ("b2", "a1", "c1", "b1"):  # the last does not block a3
        state.apply_action(game.encoding.words.index(word))
    assert minimax.alpha_beta_search(game, state=state)[0] == 1
    state.apply_action(game.encoding.words.index("a3"))
    assert state.is_terminal() and state.returns() == [1, -1]


def test_tree_search_and_random_play_meet() -> None:
    """MCTS of OpenSpiel on our rules hardly ever loses to chance."""
    game = pyspiel.load_game("damier_connect4(size=5x4)")
    chance = np.random.RandomState(1)
    returns = []
    for number in range(6):
        search = mcts.MCTSBot(
            game, 2.0, 40, mcts.RandomRolloutEvaluator(random_state=chance), random_state=chance
        )
        bots = [search, uniform_random.UniformRandomBot(1, chance)]
        if number % 2:
            bots = [uniform_random.UniformRandomBot(0, chance), search]
        played = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, chance)
        assert sum(played) == 0
        returns.append(played[number % 2])
    assert sum(returns) >= 3


def test_minesweeper_is_dealt_by_chance_and_hides_its_mines() -> None:
    game = pyspiel.load_game("damier_minesweeper(size=4x4,mines=3,deals=30,seed=5)")
    kind = game.get_type()
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    seen: dict[str, set[Any]] = {}
    for deal in range(30):
        state = game.new_initial_state()
        assert state.is_chance_node() and state.observation_string(0) == ""
        assert len(state.chance_outcomes()) == 30
        state.apply_action(deal)
        assert {game.encoding.words[action][0] for action in state.legal_actions()} == {"d"}
        state.apply_action(game.encoding.words.index("d1,1"))
        if not state.is_terminal():
            told = (
                state.observation_string(0),
                tuple(state.observation_tensor(0)),
                tuple(state.legal_actions()),
                str(state),
            )
            seen.setdefault(state.information_state_string(0), set()).add(told)
    assert 1 < len(seen) < 30, "some deals look alike after the first dig, and not all"
    assert all(len(told) == 1 for told in seen.values()), "what looks alike tells the same"


def test_the_worth_of_random_digging_is_exact() -> None:
    """On 2x2 with one mine the first dig is safe, and two more of three cells must be: one in three."""
    game = pyspiel.load_game("damier_minesweeper(size=2x2,mines=1,deals=12)")
    worth = expected_game_score.policy_value(game.new_initial_state(), [policy.UniformRandomPolicy(game)])
    assert worth == pytest.approx([-1 / 3])


@pytest.mark.parametrize("name", ["damier_tictactoe", "damier_minesweeper(size=3x3,mines=2,deals=9)"])
def test_its_learners_find_their_environment(name: str) -> None:
    table = rl_environment.Environment(pyspiel.load_game(name))
    agents = [
        tabular_qlearner.QLearner(seat, table.action_spec()["num_actions"])
        for seat in range(table.num_players)
    ]
    for _ in range(5):
        step = table.reset()
        while not step.last():
            action = agents[step.observations["current_player"]].step(step).action
            step = table.step([action])
        for agent in agents:
            agent.step(step)
        assert set(step.rewards) <= {-1.0, 0.0, 1.0}


def test_the_tensor_is_the_planes() -> None:
    game = pyspiel.load_game("damier_quoridor(setup=3x3)")
    state = game.new_initial_state()
    state.apply_action(game.encoding.words.index("a1v"))
    for player in (0, 1):
        planes = game.encoding.observe(state.now.state, player).transpose(2, 0, 1)
        assert (np.array(state.observation_tensor(player)) == planes.reshape(-1)).all()
