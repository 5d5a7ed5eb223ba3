"""Bots of OpenSpiel as engines of damier.

Any ``pyspiel.Bot`` plays on damier's own rules, through :mod:`damier.adapters.openspiel`, or on OpenSpiel's
where they are the same (:mod:`damier.adapters.openspiel_native`). Matches and tournaments name them so::

    openspiel:random                   any action
    openspiel:mcts?simulations=200     tree search with random games to the end
    openspiel:alphabeta?depth=3        looks so many moves ahead, and knows only wins and losses
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

from damier.adapters import missing
from damier.adapters.openspiel import SpielGame, spiel_game
from damier.adapters.openspiel_native import Spiel, native
from damier.arena.players import Player
from damier.core.engine import Analysis, Limit, Line, Reason, Stopwatch, dice
from damier.core.game import AnyGame, Seat
from damier.core.options import Choice, Option, Options, Whole, settle
from damier.core.text import Refusal, Text, Unreadable
from damier.core.verdict import Chance
from damier.engines.search import Spent

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts, minimax
    from open_spiel.python.bots import uniform_random
except ImportError as error:
    raise missing("open_spiel") from error

RandomState: TypeAlias = Any
"""A ``numpy.random.RandomState``, which is what OpenSpiel's bots ask for."""

MakeBot: TypeAlias = Callable[[Any, Seat, RandomState], Any]
"""A ``pyspiel.Bot`` for a ``pyspiel.Game``, a seat and its chance."""

MOST_SIMULATIONS = 1_000_000
"""Of a tree search that has time for more."""


COMPILED = (pyspiel.MCTSBot, pyspiel.ISMCTSBot)
"""Bots that end the whole process on a game written in Python, be it OpenSpiel's own."""


class OpenSpielBot:
    """An engine that asks a bot of OpenSpiel."""

    def __init__(
        self,
        make: MakeBot,
        game: AnyGame,
        seed: int = 0,
        *,
        name: str = "OpenSpiel",
        own_rules: bool = False,
    ) -> None:
        """*own_rules*: on damier's rules even where OpenSpiel has the same game."""
        self.make = make
        self.game = game
        self.seed = seed
        self.name = name
        self.own_rules = own_rules

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        """What the bot would play; a tree search has an opinion on each move, and better ones with time."""
        spiel = self._spiel(view)
        chance = np.random.RandomState(dice(self.seed, self.game.text(view)).getrandbits(32))
        bot = self.make(spiel.game, view.turn, chance)
        if isinstance(bot, COMPILED) and isinstance(spiel.game, SpielGame):
            raise Refusal(Text("compiled bots of OpenSpiel play its own games only, not those of damier"))
        bot.restart_at(spiel.state)
        if isinstance(bot, mcts.MCTSBot):
            for root in _searches(bot, spiel.state, limit, view.turn):
                yield self._opinion(root, spiel, limit)
        else:
            move = spiel.moves[int(bot.step(spiel.state))]
            yield Analysis(move=move, lines=(), why=(self._reason(),))

    def _spiel(self, view: Any) -> Spiel:
        found = None if self.own_rules else native(self.game.key, view)
        if found is not None:
            return found
        check_open(self.game, view)
        ours = spiel_game(self.game.key)(view=view)
        return Spiel(ours, ours.new_initial_state(), ours.encoding.moves)

    def _opinion(self, root: Any, spiel: Spiel, limit: Limit) -> Analysis[Any]:
        tried = [child for child in root.children if child.explore_count or child.outcome is not None]
        best = sorted(tried, key=mcts.SearchNode.sort_key, reverse=True)
        lines = tuple(_line(child, spiel) for child in best[: limit.lines])
        return Analysis(
            move=spiel.moves[best[0].action], lines=lines, why=(self._reason(),), nodes=root.explore_count
        )

    def _reason(self) -> Reason:
        return Reason(Text("chosen by {bot}, a bot of OpenSpiel", bot=self.name), kind="unexplained")


def check_open(game: AnyGame, view: Any) -> None:
    """Refuse a game that hides something: to play on from a position, a bot would have to see it all."""
    if not hasattr(view, "play"):
        raise Refusal(
            Text("bots of OpenSpiel look at the whole position, and {game} hides some of it", game=game.title)
        )


def _searches(bot: Any, state: Any, limit: Limit, seat: Seat) -> Iterator[Any]:
    """The roots of ever bigger searches within *limit*, one alone if only their size is limited.

    A search of OpenSpiel cannot go on where it stopped, so each begins anew, twice as big as the one before.
    """
    most = max(bot.max_simulations, 2) if limit.nodes is None else max(min(limit.nodes, MOST_SIMULATIONS), 2)
    watch = Stopwatch(Limit(time=limit.time, cpu=limit.cpu, clock=limit.clock), seat)
    size = 2 if watch.bounded else most  # the first looks at the position, the second at one move
    evaluate = bot.evaluator.evaluate

    def evaluated(position: Any) -> Any:
        if size > 2 and watch.spent():
            raise Spent
        return evaluate(position)

    bot.evaluator.evaluate = evaluated
    while True:
        bot.max_simulations = size
        try:
            root = bot.mcts_search(state)
        except Spent:
            return
        yield root
        if size >= most or root.outcome is not None or watch.spent():
            return
        size = min(2 * size, most)


def _line(child: Any, spiel: Spiel) -> Line[Any]:
    proven = child.outcome is not None
    value = child.outcome[child.player] if proven else child.total_reward / child.explore_count
    chance = min(max((value + 1) / 2, 0.0), 1.0)
    verdict = Chance(float(chance), proven=proven)
    return Line(move=spiel.moves[child.action], value=float(value), chance=float(chance), verdict=verdict)


class AlphaBetaBot(pyspiel.Bot):  # type: ignore[misc]
    """OpenSpiel's alpha-beta search as a bot: what lies beyond its depth counts as a draw."""

    def __init__(self, game: Any, depth: int) -> None:
        super().__init__()
        self._game = game
        self._depth = depth

    def restart_at(self, state: Any) -> None:
        """It remembers nothing."""

    def step(self, state: Any) -> int:
        """The best action; the first of several."""
        found = minimax.alpha_beta_search(
            self._game, state=state, value_function=lambda _: 0.0, maximum_depth=self._depth
        )
        return int(found[1])


def _random(game: Any, seat: Seat, chance: RandomState, given: Mapping[str, Any]) -> Any:
    return uniform_random.UniformRandomBot(seat, chance)


def _mcts(game: Any, seat: Seat, chance: RandomState, given: Mapping[str, Any]) -> Any:
    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=given["rollouts"], random_state=chance)
    return mcts.MCTSBot(game, 2.0, given["simulations"], rollouts, random_state=chance)


def _alphabeta(game: Any, seat: Seat, chance: RandomState, given: Mapping[str, Any]) -> Any:
    return AlphaBetaBot(game, given["depth"])


BOTS: dict[str, tuple[Callable[..., Any], dict[str, Option]]] = {
    "random": (_random, {}),
    "mcts": (
        _mcts,
        {
            "simulations": Whole(Text.literal("simulations"), 2, MOST_SIMULATIONS),
            "rollouts": Whole(Text.literal("rollouts"), 1, 1000),
        },
    ),
    "alphabeta": (_alphabeta, {"depth": Whole(Text.literal("depth"), 1, 60)}),
}
"""The bots that have a name, and what can be said of them."""

RULES = Choice(Text.literal("rules"), ("openspiel", "damier"))
"""Whose rules any of them plays by, where both have the game."""

USUAL_OPTIONS: Options = {"simulations": 1000, "rollouts": 1, "depth": 3, "rules": "openspiel"}


def spiel_player(game: AnyGame, player: str) -> Player:
    """The player that ``openspiel:mcts?simulations=200`` means."""
    name, _, query = player.strip().removeprefix("openspiel:").partition("?")
    if name not in BOTS:
        raise Unreadable(
            Text(
                "'{word}' is not a bot of OpenSpiel: choose one of {choices}",
                word=name[:40],
                choices=", ".join(BOTS),
            )
        )
    check_open(game, game.first_view(game.settle()))
    make, options = BOTS[name]
    given = dict(parse_qsl(query, keep_blank_values=True))
    settled = settle(
        {**options, "rules": RULES}, given, lambda given: {}, USUAL_OPTIONS, title=Text.literal(name)
    )
    return Player(
        player.strip(),
        lambda seed: OpenSpielBot(
            partial(make, given=settled), game, seed, name=name, own_rules=settled["rules"] == "damier"
        ),
        usual=Limit(nodes=int(settled["simulations"])) if "simulations" in given else Limit(time=1.0),
        spec=player.strip(),
    )
