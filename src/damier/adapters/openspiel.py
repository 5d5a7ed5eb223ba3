"""damier's games as games of OpenSpiel, so that its algorithms in Python run on them.

    import pyspiel
    import damier.adapters.openspiel  # registers them

    game = pyspiel.load_game("damier_quoridor(size=5x5,walls=3)")

The parameters are the game's options and ``setup``. Actions are those of :mod:`damier.adapters.encoding`
without the moves that only write something down, as a flag does: they would make the tree endless.

Where chance deals, as in Minesweeper, the first node is a chance node with *deals* outcomes, all alike:
deals numbered from *seed*. What a player may know is then in the strings and tensors; a clone holds the
truth, as in every game of OpenSpiel, so an algorithm that plays on from clones looks under the covers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from damier.adapters import missing
from damier.adapters.encoding import Encoding, encode, rewards
from damier.core.game import AnyGame
from damier.core.options import Options, Whole
from damier.core.text import Text
from damier.games import game as find_game
from damier.games import games

try:
    import pyspiel
except ImportError as error:
    raise missing("open_spiel") from error

PREFIX = "damier_"
"""Before a game's key in its name."""

DEALS = 1000
"""How many deals there are to choose from if nobody says otherwise."""

HOW_MANY = Whole(Text("how many deals there are"), 1, 1_000_000)
"""What can be said of them."""

NOT_GIVEN = -1
"""What a number is that was not given; a word is empty then."""


@dataclass(frozen=True, slots=True)
class Deals:
    """What chance has to choose from before the first move."""

    key: str
    """Of the game: it is found by it, so that states can be pickled."""
    options: Options
    seeds: range
    """One for each deal; none where chance plays no part."""

    def first(self, deal: int) -> Any:
        """The first state of a deal by its number."""
        return find_game(self.key).deal(self.options, self.seeds[deal])


@dataclass(frozen=True, slots=True)
class Now:
    """What a state holds: it never changes, so a clone, which OpenSpiel makes by a deep copy, shares it."""

    encoding: Encoding
    deals: Deals
    state: Any
    """The state of the game; None before the deal."""
    moves: tuple[str, ...] = ()
    """The moves made, as written."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Now:
        return self

    def after(self, action: int) -> Now:
        """What it is after an action or, before the deal, a deal."""
        if self.state is None:
            return replace(self, state=self.deals.first(action))
        state = self.state.play(self.encoding.moves[action])
        return replace(self, state=state, moves=(*self.moves, self.encoding.words[action]))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, in OpenSpiel's words."""

    def __init__(self, game: SpielGame, now: Now) -> None:
        super().__init__(game)
        self.now = now

    def current_player(self) -> int:
        """Whose turn it is; chance's before the deal."""
        state = self.now.state
        if state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if state.outcome() is not None else int(state.turn)

    def _legal_actions(self, player: int) -> list[int]:
        """The legal actions, the least first."""
        state = self.now.state
        if state is None:
            return list(range(len(self.now.deals.seeds)))
        return self.now.encoding.legal(state) if player == state.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal, all alike."""
        deals = len(self.now.deals.seeds)
        return [(deal, 1 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        self.now = self.now.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The move as written."""
        return f"deal {action}" if self.now.state is None else self.now.encoding.words[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.now.state is not None and self.now.state.outcome() is not None

    def returns(self) -> list[float]:
        """What each player got: 1, 0 or -1; nothing before the end."""
        outcome = None if self.now.state is None else self.now.state.outcome()
        return [0.0] * self.now.encoding.seats if outcome is None else list(rewards(outcome.points))

    def __str__(self) -> str:
        state = self.now.state
        return "not dealt" if state is None else self.now.encoding.game.text(self.view(state.turn))

    def view(self, player: int) -> Any:
        """What *player* may know, as damier has it."""
        return self.now.encoding.game.view(self.now.state, player)


class Observer:
    """What a player sees: the planes, plane by plane, and the position as one line.

    With perfect recall the moves made come before the position.
    """

    def __init__(self, encoding: Encoding, kind: Any) -> None:
        height, width, planes = encoding.shape
        self.encoding = encoding
        self._recall = kind is not None and kind.perfect_recall
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None
        self.tensor = np.zeros(height * width * planes, np.float32)
        self.dict = {"observation": self.tensor.reshape(planes, height, width)}
        if self._recall:  # planes do not tell the past
            self.tensor, self.dict = None, {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what *player* sees."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.now.state is not None:
            planes = self.encoding.observe(state.view(player), player)
            self.dict["observation"][:] = planes.transpose(2, 0, 1)

    def string_from(self, state: SpielState, player: int) -> str:
        """What *player* sees, in one line."""
        if state.now.state is None:
            return ""
        seen = self.encoding.game.text(state.view(player))
        return f"{' '.join(state.now.moves)} | {seen}" if self._recall else seen


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options."""

    key = ""
    """Of the game; each game has a class of its own."""

    def __init__(self, params: Mapping[str, Any] | None = None, *, view: Any = None) -> None:
        """With *view* games begin there; it must be the whole position."""
        given = dict(params or {})
        game = find_game(self.key)
        options: Options = {
            name: given[name] for name in game.options if given.get(name, NOT_GIVEN) not in (NOT_GIVEN, "")
        }
        settled = game.settle(given.get("setup") or None, options)
        seed, many = int(given.get("seed", 0)), HOW_MANY.check("deals", given.get("deals", DEALS))
        chance = view is None and has_chance(game, settled)
        self.deals = Deals(self.key, settled, range(seed, seed + many) if chance else range(0))
        self.view = view
        """Where games begin, if not at the usual start."""
        dealt = game.deal(settled, seed) if view is None else view
        self.first = None if chance else dealt
        """The first state; None where chance has to deal."""
        self.encoding = (
            encode(game, settled, notes=False) if view is None else Encoding(game, view, notes=False)
        )
        zero_sum = {"utility_sum": 0.0} if self.encoding.seats > 1 else {}
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.moves),
            max_chance_outcomes=len(self.deals.seeds),
            num_players=self.encoding.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=game.longest(game.view(dealt, dealt.turn)),
            **zero_sum,
        )
        super().__init__(_game_type(game), info, given)

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (
            str(self),
            self.key,
            None if self.view is None else self.encoding.game.text(self.view),
        )

    def new_initial_state(self, state: Any = None) -> SpielState:
        """The first position, or a *state* of damier's game."""
        return SpielState(self, Now(self.encoding, self.deals, self.first if state is None else state))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """How a player sees a state."""
        return Observer(self.encoding, iig_obs_type)


def has_chance(game: AnyGame, options: Options) -> bool:
    """Whether chance has a part in the first state."""
    return bool(game.deal(options, 0) != game.deal(options, 1))


def _game_type(game: AnyGame) -> Any:
    kinds = pyspiel.GameType
    first = game.begin(seed=0)
    hidden = game.view(first, 0) != first
    chance = has_chance(game, game.settle())
    parameters: dict[str, int | str] = {"setup": ""}
    for name, option in game.options.items():
        parameters[name] = NOT_GIVEN if isinstance(option, Whole) else ""
    if chance:
        parameters |= {"deals": DEALS, "seed": 0}
    chances, information = kinds.ChanceMode, kinds.Information
    return kinds(
        short_name=PREFIX + game.key,
        long_name=f"{game.title} (damier)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chances.EXPLICIT_STOCHASTIC if chance else chances.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if first.seats > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=first.seats,
        min_num_players=first.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


@cache
def spiel_game(key: str) -> type[SpielGame]:
    """The class of the game called *key*."""
    return type(f"{key.capitalize()}Game", (SpielGame,), {"key": key})


def _again(words: str, key: str, position: str | None) -> Any:
    """A game as pickle keeps it."""
    if position is None:
        return pyspiel.load_game(words)
    return spiel_game(key)(view=find_game(key).parse(position))


def register() -> None:
    """Make every game known to ``pyspiel.load_game``."""
    known = set(pyspiel.registered_names())
    for key, game in games().items():
        if PREFIX + key not in known:
            pyspiel.register_game(_game_type(game), spiel_game(key))


register()
