"""A game for one as a Gymnasium environment: Minesweeper.

    import gymnasium
    import damier.adapters.gymnasium  # registers it

    env = gymnasium.make("damier/Minesweeper-v0", setup="beginner")

Every game for one has such a name, and one for each of its presets: ``damier/Minesweeper-Expert-v0``.
Observations are the planes of :mod:`damier.adapters.encoding`; ``info["action_mask"]`` tells the legal
actions. The reward is 1 for a win and -1 for a loss, at the end, and 0 before. An illegal action loses the
game and ``info["illegal"]`` says why. Nobody is shown where the mines are before the end.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from damier.adapters import missing
from damier.adapters.drawing import RENDER_MODES, checked, drawn, show
from damier.adapters.encoding import Planes, encode, rewards
from damier.core.text import IllegalMove, Refusal, Text
from damier.games import game as find_game
from damier.games import games

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise missing(error.name or "gymnasium") from error

Info: TypeAlias = dict[str, Any]
"""``action_mask`` always; ``reason`` after the end; ``illegal`` after an illegal action."""


class SoloEnv(gymnasium.Env[Planes, Any]):
    """One board on which somebody plays alone, game after game."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str = "minesweeper",
        setup: str | None = None,
        *,
        only: str = "",
        render_mode: str | None = None,
        **options: int | str,
    ) -> None:
        """*setup* and *options* as for ``Game.begin``; *only* as for Encoding: ``"d"`` digs, no flags."""
        found = find_game(game)
        self.options = found.settle(setup, options)
        self.encoding = encode(found, self.options, only)
        if self.encoding.seats != 1:
            raise Refusal(Text("{game} is not for one: use damier.adapters.pettingzoo", game=found.title))
        self.render_mode = checked(render_mode)
        low, high = self.encoding.bounds()
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = spaces.Discrete(len(self.encoding.moves))
        self.position: Any = None
        """The whole truth, mines and all: for whoever looks on, not for who plays."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, Info]:
        """Begin a game; the same *seed* lays the same mines, and the same ones in the games after it."""
        super().reset(seed=seed)
        deal = int.from_bytes(self.np_random.bytes(16), "big")
        self.position = self.encoding.game.deal(self.options, deal)
        return self._shown()

    def step(self, action: Any) -> tuple[Planes, float, bool, bool, Info]:
        """Make the move with this number; it is never cut short (``truncated``)."""
        try:
            self.position = self.position.play(self.encoding.move(action))
        except IllegalMove as problem:
            observation, info = self._shown()
            return observation, -1.0, True, False, {**info, "illegal": str(problem.text)}
        outcome = self.position.outcome()
        observation, info = self._shown()
        if outcome is None:
            return observation, 0.0, False, False, info
        return observation, rewards(outcome.points)[0], True, False, {**info, "reason": str(outcome.reason)}

    def _shown(self) -> tuple[Planes, Info]:
        """What the player sees, all of it from the view."""
        view = self._view()
        if self.render_mode == "human":
            show(self.encoding.game, view)
        return self.encoding.observe(view, 0), {"action_mask": self.encoding.mask(view)}

    def _view(self) -> Any:
        return self.encoding.game.view(self.position, 0)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions are legal, for learners that ask for it."""
        return self.encoding.mask(self._view()).astype(np.bool_)

    def render(self) -> Any:
        """The board as text in the mode ``ansi``; in the mode ``human`` it is printed after every move."""
        return drawn(self.encoding.game, self._view()) if self.render_mode == "ansi" else None


def register() -> None:
    """Give every game for one its names; those that are taken stay as they are."""
    for key, game in games().items():
        if game.begin(seed=0).seats != 1:
            continue
        names = {f"damier/{key.capitalize()}-v0": {"game": key}}
        for setup in game.presets:
            names[f"damier/{key.capitalize()}-{setup.capitalize()}-v0"] = {"game": key, "setup": setup}
        for name, given in names.items():
            if name not in gymnasium.registry:
                gymnasium.register(name, entry_point=f"{__name__}:SoloEnv", kwargs=given)


register()
