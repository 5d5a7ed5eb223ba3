"""A game for two or more as a PettingZoo environment in which agents act in turn (AEC).

    from damier.adapters import pettingzoo

    env = pettingzoo.env("connect4", size="6x5")

Actions and observations are those of :mod:`damier.adapters.encoding`, rewards 1, 0 and -1 in the end. An
illegal action ends the game with -1 for who made it and 0 for the others, as in PettingZoo's own games;
in the environment of :func:`raw_env` it raises IllegalMove and changes nothing.
"""

from __future__ import annotations

import random
from typing import Any, TypeAlias

from damier.adapters import missing
from damier.adapters.drawing import RENDER_MODES, checked, drawn, show
from damier.adapters.encoding import encode, rewards
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.text import Refusal, Text
from damier.games import game as find_game

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing(error.name or "pettingzoo") from error

Agent: TypeAlias = str
"""``player_0`` for the first seat, ``player_1`` for the second."""

Observation: TypeAlias = dict[str, Any]
"""``observation``: the planes; ``action_mask``: which actions are legal, none if it is another's turn."""


def env(
    game: str = "connect4",
    setup: str | None = None,
    *,
    render_mode: str | None = None,
    **options: int | str,
) -> AECEnv[Agent, Observation, int]:
    """A game with PettingZoo's usual wrappers; *setup* and *options* as for ``Game.begin``."""
    bare: AECEnv[Agent, Observation, int] = raw_env(game, setup, render_mode=render_mode, **options)
    bare = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    bare = wrappers.AssertOutOfBoundsWrapper(bare)
    return wrappers.OrderEnforcingWrapper(bare)


def raw_env(
    game: str = "connect4",
    setup: str | None = None,
    *,
    render_mode: str | None = None,
    **options: int | str,
) -> BoardEnv:
    """The same without wrappers."""
    found = find_game(game)
    return BoardEnv(found, found.settle(setup, options), render_mode)


class BoardEnv(AECEnv[Agent, Observation, int]):  # type: ignore[misc]
    """One board on which games are played, one after another."""

    def __init__(self, game: AnyGame, options: Options, render_mode: str | None = None) -> None:
        super().__init__()
        encoding = encode(game, options)
        if encoding.seats < 2:
            raise Refusal(Text("{game} is for one: use damier.adapters.gymnasium", game=game.title))
        self.encoding = encoding
        self.options = options
        self.render_mode = checked(render_mode)
        self.metadata = {
            "name": f"damier_{game.key}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(encoding.seats)]
        self.agents: list[Agent] = []
        low, high = encoding.bounds()
        actions = len(encoding.moves)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.position: Any = None
        """The state of the game: immutable, so it can be kept."""
        self._chance = random.Random()

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.encoding.game

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """The same for everybody: a number for each move that this board can ever offer."""
        return self.action_spaces[agent]

    def observation_space(self, agent: Agent) -> spaces.Dict:
        """The same for everybody."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same *seed* deals the same one, and the same ones after it."""
        if seed is not None:
            self._chance = random.Random(int(seed))
        self.position = self.game.deal(self.options, self._chance.getrandbits(128))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.position.turn]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Make the move with this number, for the agent whose turn it is; None for who is out."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position = self.position.play(self.encoding.move(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self.position.outcome()
        if outcome is not None:
            self.rewards = dict(zip(self.possible_agents, rewards(outcome.points), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"reason": str(outcome.reason)} for agent in self.agents}
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[self.position.turn]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: Agent) -> Observation:
        """What this agent sees, and which actions it has now."""
        seat = self.possible_agents.index(agent)
        view = self.game.view(self.position, seat)
        if agent == self.agent_selection:
            mask = self.encoding.mask(view)
        else:
            mask = np.zeros(len(self.encoding.moves), np.int8)
        return {"observation": self.encoding.observe(view, seat), "action_mask": mask}

    def render(self) -> str | None:
        """Print the board as its player sees it, or return it as text."""
        view = self.game.view(self.position, self.position.turn)
        if self.render_mode == "ansi":
            return drawn(self.game, view)
        if self.render_mode == "human":
            show(self.game, view)
        return None

    def close(self) -> None:
        """Nothing is open."""
