"""Tables as a browser may see them."""

from __future__ import annotations

from typing import Any

from damier.core.game import AnyGame, Seat
from damier.core.scene import At
from damier.core.text import Text, Unreadable
from damier.store.archive import Stored
from damier.table import PERSON, Table, verdict
from damier.warm import is_cold
from damier.web.tables.actions import is_shared
from damier.web.tables.live_tables import stands
from damier.web.tables.new_table import invitation
from damier.web.wire.games import ended_out, players_out, scene_out, small_scene
from damier.web.wire.models import ClockOut, OffersOut, PlyOut, TableLine, TableOut


def table_out(
    stored: Stored, table: Table, holder: str, language: str, *, secret: str | None = None
) -> TableOut:
    """The table as *holder* may see it; *secret* shows its owner the invitations."""
    game, record = table.game, stored.record
    you = seats_of(stored, holder)
    turn = table.turn
    mine = turn in you and table.ended is None and not stored.invites
    view = table.view(_eyes(table, you))
    owner = stored.owner == holder
    waiting = sorted(stored.invites)
    return TableOut(
        id=stored.id,
        game=game.key,
        title=game.title.show(language),
        options=dict(record.options),
        players=players_out(game, record.players, language),
        you=you,
        version=stored.version,
        turn=turn,
        to_move=None if table.ended else PERSON if record.players[turn] == PERSON else "level",
        scene=scene_out(game, game.scene(view), language, mine),
        moves=list(record.moves),
        last=last_place(table, len(table.moves)),
        ended=ended_out(table, language, watched=not you),
        practice=table.practice,
        thinking=False,
        problem=None,
        preparing=None if table.ended else preparing(game, view, language),
        position=game.text(view),
        redo=table.taken_back if you else 0,
        owner=owner,
        shared=is_shared(stored),
        waiting=waiting,
        invitations={seat: invitation(secret, stored.id, seat) for seat in waiting}
        if owner and secret
        else {},
        clock=_clock_out(stored, table),
        offers=OffersOut(draw=stored.offers.get("draw"), undo=stored.offers.get("undo")),
        next=stored.next,
        pace=float(record.more.get("pace", 0.0)),
        paused=bool(record.more.get("paused", False)),
        created=stored.created,
        updated=stored.updated,
    )


def preparing(game: AnyGame, view: Any, language: str) -> str | None:
    """What is said to somebody who waits for an engine that must be compiled first."""
    if not is_cold(game, game.strongest(view), view):
        return None
    return Text("preparing the engine (first run only)").show(language)


def seats_of(stored: Stored, holder: str) -> list[Seat]:
    """The seats that a browser may move."""
    return sorted(seat for seat, owner in stored.holders.items() if owner == holder)


def _eyes(table: Table, you: list[Seat]) -> Seat:
    """With whose eyes somebody looks: with those of the seat to move, or of the own one."""
    return table.turn if table.turn in you or not you else you[0]


def _clock_out(stored: Stored, table: Table) -> ClockOut | None:
    clock = table.clock()
    if clock is None:
        return None
    running = table.ended is None and not stands(stored)
    return ClockOut(left=list(clock.left), increment=clock.increment, running=running)


def line_out(stored: Stored, table: Table, holder: str, language: str) -> TableLine:
    """A table among others."""
    you = seats_of(stored, holder)
    return TableLine(
        id=stored.id,
        game=table.game.key,
        title=table.game.title.show(language),
        players=players_out(table.game, stored.record.players, language),
        you=you,
        turn=table.turn,
        moves=len(table.moves),
        ended=table.ended is not None,
        words=verdict(table, table.ended, watched=not you).show(language) if table.ended else None,
        result=stored.result(holder),
        shared=is_shared(stored),
        created=stored.created,
        updated=stored.updated,
        scene=small_scene(table.game, table.view(_eyes(table, you)), language),
    )


def ply_out(stored: Stored, table: Table, ply: int, holder: str, language: str) -> PlyOut:
    """The game after *ply* moves, as it was seen then."""
    if not 0 <= ply <= len(table.moves):
        raise Unreadable(
            Text("there is no move {ply}: choose from 0 to {last}", ply=ply, last=len(table.moves))
        )
    game, state, you = table.game, table.states[ply], seats_of(stored, holder)
    view = game.view(state, state.turn if state.turn in you or not you else you[0])
    return PlyOut(
        ply=ply,
        turn=state.turn,
        move=stored.record.moves[ply - 1] if ply else None,
        last=last_place(table, ply),
        scene=scene_out(game, game.scene(view), language, playable=False),
        position=game.text(view),
    )


def last_place(table: Table, ply: int) -> At | None:
    """Where the move was made that led to *ply*."""
    if ply == 0:
        return None
    before = table.states[ply - 1]
    return table.game.scene(table.game.view(before, before.turn)).where(table.moves[ply - 1])
