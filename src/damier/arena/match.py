"""A match from Python: a plan for two, whose players may be objects, played in this process."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from damier.arena.executors import make_executors
from damier.arena.plan import named
from damier.arena.play_batch import PreparedPlan
from damier.arena.play_game import MOST_PLIES
from damier.arena.players import Player, player
from damier.arena.read_plan import plan_for
from damier.arena.run_folder import Unkept
from damier.arena.statistics.sprt import Sprt
from damier.arena.statistics.standings import Standings
from damier.arena.tournament import play_missing
from damier.core.engine import Limit
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.protocol.supervise import THINKING


def match(
    game: AnyGame,
    first: str | Player,
    second: str | Player,
    *,
    games: int = 100,
    limit: Limit | None = None,
    seed: int = 0,
    setup: str | None = None,
    given: Options | None = None,
    thinking: float = THINKING,
    most: int = MOST_PLIES,
    sprt: Sprt | None = None,
    on_game: Callable[[Standings], object] = lambda standings: None,
) -> Standings:
    """Play *games* games, rounded up to whole pairs; a game for one is played on so many boards by each.

    *first* and *second* are levels, bots' files or players; without a *limit* each thinks as long as it
    usually does. *on_game* hears the standings after each game; a *sprt* ends the match by its decision, or
    when only repeats of earlier pairs come. ``result_sentences.match_result`` tells the result.

    What an engine raises in this process reaches the caller; a bot's file that fails loses its game.
    """
    options = game.settle(setup, given)
    players = [
        who if isinstance(who, Player) else player(game, who, thinking=thinking) for who in (first, second)
    ]
    for who in players:
        who.check_fits(game, game.first_view(options))
    entrants = named([(who.name, who.name, None) for who in players])
    plan = plan_for(
        game, entrants, options=options, seed=seed, games=games, sprt=sprt, most=most, is_match=True
    )
    paces = tuple((limit or who.usual, None) for who in players)
    prepared, standings = PreparedPlan(plan, game, tuple(players), paces), Standings(plan)
    play_missing(Unkept(plan), standings, make_executors(1), partial(on_game, standings), prepared)
    return standings
