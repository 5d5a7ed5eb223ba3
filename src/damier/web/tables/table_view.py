"""Tables as a browser may see them."""

from __future__ import annotations

from typing import Any

from damier.core.game import AnyGame, Seat
from damier.core.scene import At
from damier.core.text import Text, Unreadable
from damier.store.table_row import NOBODY
from damier.table import PERSON, Table, ending_sentence
from damier.warm import is_cold
from damier.web.tables.done_acts import done_by
from damier.web.tables.live_table import LiveTable, Offers
from damier.web.tables.new_table import invitation
from damier.web.thinking.engine_turns import PREPARING
from damier.web.wire.games import ended_out, players_out, scene_out, small_scene
from damier.web.wire.models import BoardAgain, ClockOut, OffersOut, PlyOut, SoloOut, TableLine, TableOut


def table_out(live: LiveTable, holder: str, language: str, *, secret: str | None = None) -> TableOut:
    """The table as *holder* may see it; *secret* shows its owner the invitations."""
    table, game, you = live.table, live.game, live.seats_of(holder)
    mine = table.turn in you and table.ended is None and not live.invites
    view = table.view(_point_of_view(table.state, you))
    owner = live.owner == holder
    waiting = sorted(live.invites)
    return TableOut(
        id=live.id,
        game=game.key,
        title=game.title.show(language),
        options=dict(live.record.options),
        players=players_out(game, table.players, language, live.nicknames),
        you=you,
        version=live.version,
        turn=table.turn,
        to_move=None if table.ended else PERSON if table.players[table.turn] == PERSON else "level",
        scene=scene_out(game.write, game.scene(view), language, mine),
        moves=list(live.record.moves),
        names=[game.name(move).show(language) for move in table.moves],
        last=last_place(table, len(table.moves)),
        ended=ended_out(table, language, watched=not you),
        practice=table.practice,
        solo=_solo_out(live),
        thinking=False,
        problem=None,
        preparing=None if table.ended else preparing(game, view, language),
        position=game.text(view),
        redo=table.taken_back if you else 0,
        owner=owner,
        shared=live.is_shared,
        start=live.record.start or None if game.deal_from is None else None,
        waiting=waiting,
        invitations={seat: invitation(secret, live.id, seat) for seat in waiting} if owner and secret else {},
        clock=_clock_out(live),
        offers=_offers_out(live.offers),
        done_acts=done_by(live.done_acts, holder),
        next=live.next,
        pace=live.pace or 0.0,
        paused=live.paused,
        created=live.created,
        updated=live.updated,
    )


def preparing(game: AnyGame, view: Any, language: str) -> str | None:
    """What is said to somebody who waits for an engine that must be compiled first."""
    return PREPARING.show(language) if is_cold(game, game.strongest(view), view) else None


def _point_of_view(state: Any, you: list[Seat]) -> Seat:
    """The seat through whose eyes a browser looks: the one to move, unless it has only others."""
    turn: Seat = state.turn
    return turn if turn in you or not you else you[0]


def _clock_out(live: LiveTable) -> ClockOut | None:
    clock, timing = live.table.clock(), live.table.timing
    if clock is None or timing is None:
        return None
    return ClockOut(
        left=list(clock.left),
        main=timing.main,
        increment=timing.increment,
        running=not live.is_clock_stopped,
    )


def _offers_out(offers: Offers) -> OffersOut:
    told = {what: seat for what, seat in offers.write().items() if seat != NOBODY}
    return OffersOut(**told)


def _solo_out(live: LiveTable) -> SoloOut | None:
    """How many moves were needed is told where everything is shown: a game given up can be played on."""
    table, game = live.table, live.game
    if table.state.seats != 1:
        return None
    shown = table.ended is not None and table.ended.ending == "rules"
    first = table.first_move() if shown and not table.start_position else None
    return SoloOut(
        board=game.board_key(table.options),
        seconds=live.seconds,
        running=table.timer_since is not None,
        needed=(game.clicks(table.state) or None) if shown and game.clicks else None,
        again=BoardAgain(seed=str(table.seed), first=game.write(first)) if first else None,
    )


def line_out(live: LiveTable, result: str, holder: str, language: str) -> TableLine:
    """A table among others; *result* is how it ended for *holder*."""
    you, table = live.seats_of(holder), live.table
    return TableLine(
        id=live.id,
        game=live.game.key,
        title=live.game.title.show(language),
        players=players_out(live.game, table.players, language, live.nicknames),
        you=you,
        turn=table.turn,
        moves=len(table.moves),
        ended=table.ended is not None,
        words=ending_sentence(table, table.ended, watched=not you).show(language) if table.ended else None,
        result=result,
        shared=live.is_shared,
        created=live.created,
        updated=live.updated,
        scene=small_scene(live.game, table.view(_point_of_view(table.state, you)), language),
    )


def ply_out(live: LiveTable, ply: int, holder: str, language: str) -> PlyOut:
    """The game after *ply* moves, as it was seen then."""
    game, state = live.game, state_after(live.table, ply)
    view = game.view(state, _point_of_view(state, live.seats_of(holder)))
    return PlyOut(
        ply=ply,
        turn=state.turn,
        move=live.record.moves[ply - 1] if ply else None,
        last=last_place(live.table, ply),
        scene=scene_out(game.write, game.scene(view), language, playable=False),
        position=game.text(view),
    )


def state_after(table: Table, ply: int) -> Any:
    """The state after *ply* moves; refuses where there were not so many."""
    if not 0 <= ply <= len(table.moves):
        raise Unreadable(
            Text("there is no move {ply}: choose from 0 to {last}", ply=ply, last=len(table.moves))
        )
    return table.states[ply]


def last_place(table: Table, ply: int) -> At | None:
    """Where the move was made that led to *ply*."""
    if ply == 0:
        return None
    before = table.states[ply - 1]
    return table.game.scene(table.game.view(before, before.turn)).where(table.moves[ply - 1])
