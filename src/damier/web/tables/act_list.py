"""A list of acts that a page sends together: done in order, up to the first refusal, and never twice."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from damier.core.game import Seat
from damier.core.text import Refusal, Text
from damier.store.table_archive import Stale
from damier.web.tables import actions
from damier.web.tables.done_acts import page_id, with_done
from damier.web.tables.live_table import LiveTable
from damier.web.tables.service import Service, must_play
from damier.web.wire.requests import Act, ActList, MoveAct

ACTIONS: dict[str, actions.Action] = {
    "undo": actions.undo,
    "redo": actions.redo,
    "resign": actions.resign,
    "draw": actions.draw,
    "decline": actions.decline,
}
"""What can be done besides a move."""


class Performed(NamedTuple):
    """What has become of a list of acts."""

    live: LiveTable
    refused: Text | None
    """Why the first act that is not done was refused; None if it only waits."""


async def perform(service: Service, table_id: str, asked: ActList, holder: str) -> Performed:
    """Do what is not done yet, in one change; nothing where the table has changed meanwhile."""
    live = await service.load(table_id)
    seats = must_play(live, holder)
    done = live.done_acts.get(page_id(holder, asked.page), 0)
    todo = [act for act in asked.acts if act.number > done]
    if not todo or live.version != asked.version:
        return Performed(live, None)

    def work() -> Performed:
        draft, number, refused = _drafted(live.draft(), todo, seats)
        if number is None:
            return Performed(live, refused)
        kept = with_done(draft.done_acts, page_id(holder, asked.page), number)
        return Performed(service.keep_here(replace(draft, done_acts=kept)), refused)

    try:
        performed = await service.compute(live, work, len(todo))
    except Stale:  # somebody was quicker
        return Performed(await service.load(table_id), None)
    if performed.live is live:
        return performed
    return Performed(await service.told(performed.live), performed.refused)


def _drafted(
    draft: LiveTable, acts: Sequence[Act], seats: list[Seat]
) -> tuple[LiveTable, int | None, Text | None]:
    """The table after *acts*, the number of the last one that was done, and why the next one was not."""
    number, before = None, draft.table.view()
    for act in acts:
        if isinstance(act, MoveAct) and draft.table.ended is None and draft.table.turn not in seats:
            break  # it waits for its turn
        action = actions.move(act.move) if isinstance(act, MoveAct) else ACTIONS[act.what]
        try:
            draft = action(draft, seats)
        except Refusal as problem:
            if not _is_overtaken(draft, act, before):
                return draft, number, problem.text
        number = act.number
    return draft, number, None


def _is_overtaken(draft: LiveTable, act: Act, before: Any) -> bool:
    """Whether somebody alone could make this move *before*, and has done it since in another way.

    A cell that was clicked may have been opened by the click before.
    """
    table = draft.table
    if not isinstance(act, MoveAct) or table.ended is not None or table.state.seats > 1:
        return False
    with suppress(Refusal):
        table.game.read(act.move, before)
        return True
    return False
