"""A table in every state that one browser can bring it to."""

from __future__ import annotations

import random
import re

from playwright.sync_api import expect
from tests.page.browsing import Json, Visitor
from tests.page.solo_play import winning_digs
from tests.page.staging import STATES, TWO, WON, Show, analysed, at, press, state, table

from damier.games import game as find_game
from damier.games import games


def begun(key: str, **wish: Json) -> Show:
    def show(visitor: Visitor) -> None:
        players = {} if key == "minesweeper" else {"players": TWO}
        at(visitor, visitor.ask("/tables", {"game": key, "seed": 1, **players, **wish}))

    return show


for _key in [*games(), "nim"]:
    STATES[f"table-{_key}-new"] = begun(_key)
STATES["table-minesweeper-expert"] = begun("minesweeper", setup="expert")
STATES["table-tictactoe-large"] = begun("tictactoe", options={"size": "19x19"})


def middle(key: str, moves: list[str]) -> Show:
    """A game under way, with the newest position analysed."""

    def show(visitor: Visitor) -> None:
        players = {} if key == "minesweeper" else {"players": TWO}
        made = visitor.ask("/tables", {"game": key, "seed": 1, "moves": moves, **players})
        at(visitor, made)
        analysed(visitor)
        visitor.page.locator(".all-moves summary").filter(visible=True).first.click()

    return show


def by_chance(key: str, count: int) -> list[str]:
    """So many moves of a game, the same every time."""
    game, rng = find_game(key), random.Random(4)
    now, moves = game.begin(seed=1), []
    for _ in range(count):
        move = rng.choice(list(now.moves()))
        moves.append(game.write(move))
        now = now.play(move)
    return moves


MIDDLE = {
    "connect4": ["4", "4", "3"],
    "dots": by_chance("dots", 24),
    "minesweeper": ["d5,5"],
    "quoridor": by_chance("quoridor", 8),
    "tictactoe": ["b2", "a1"],
    "nim": ["1"],
}
for _key, _moves in MIDDLE.items():
    STATES[f"table-{_key}-analysed"] = middle(_key, _moves)


@state
def table_hint(visitor: Visitor) -> None:
    table(visitor, "connect4", moves=["4", "4"])
    press(visitor, "hint")
    expect(visitor.page.locator(".advice h2")).to_be_visible()


@state
def table_why(visitor: Visitor) -> None:
    made = visitor.begin("connect4", players=["person", "evaluator"])
    visitor.make("4")
    visitor.ready()
    press(visitor, "why")
    expect(visitor.page.locator(".advice h2")).to_be_visible()
    visitor.page.locator(".advice summary").first.click()
    assert made


@state
def table_continuation(visitor: Visitor) -> None:
    table(visitor, "tictactoe", moves=["b2", "a1"])
    analysed(visitor)
    visitor.page.locator(".lines button").first.click()
    expect(visitor.page.locator(".lines button[aria-pressed=true]")).to_have_count(1)


@state
def table_past(visitor: Visitor) -> None:
    table(visitor, "connect4", moves=["4", "4", "3"])
    visitor.page.locator("[data-step=before]").click()
    expect(visitor.page.locator("[data-step=live]")).to_be_visible()


@state
def table_flipped_with_rules_open(visitor: Visitor) -> None:
    table(visitor, "quoridor")
    press(visitor, "flip")
    for fold in visitor.page.locator(".folds summary").all():
        fold.click()


@state
def table_won(visitor: Visitor) -> None:
    table(visitor, "connect4", moves=WON)
    expect(visitor.page.locator("#rematch-now")).to_be_visible()


@state
def table_lost(visitor: Visitor) -> None:
    made = visitor.ask("/tables", {"game": "tictactoe", "players": ["person", "easy"]})
    made = visitor.ask(f"/tables/{made['id']}/resign", {"version": made["version"]})
    at(visitor, made)


@state
def table_minesweeper_lost(visitor: Visitor) -> None:
    made = visitor.ask("/tables", {"game": "minesweeper", "seed": 1})
    for mark in made["scene"]["marks"]:
        if made["ended"]:
            break
        move = mark["moves"]["dig"]
        offered = {move for one in made["scene"]["marks"] for move in one["moves"].values()}
        if move in offered:
            made = visitor.ask(f"/tables/{made['id']}/moves", {"move": move, "version": made["version"]})
    assert made["ended"]
    at(visitor, made)


@state
def table_minesweeper_won(visitor: Visitor) -> None:
    """With its figures, and the results of this browser unfolded."""
    made = at(visitor, visitor.ask("/tables", {"game": "minesweeper", "seed": 1}))
    for move in winning_digs(1):
        made = visitor.ask(f"/tables/{made['id']}/moves", {"move": move, "version": made["version"]})
    visitor.shows(made["scene"])
    visitor.page.locator(".folds details:has(.results) > summary").click()
    expect(visitor.page.locator(".results")).to_be_visible()


@state
def table_question_before_resigning(visitor: Visitor) -> None:
    table(visitor, "connect4", moves=["4"])
    press(visitor, "resign")


@state
def table_clocks(visitor: Visitor) -> None:
    table(visitor, "connect4", clock={"main": 600, "increment": 5})
    expect(visitor.page.get_by_role("timer")).to_have_count(2)


@state
def table_time_is_up(visitor: Visitor) -> None:
    made = visitor.ask("/tables", {"game": "connect4", "players": TWO, "clock": {"main": 5}})
    visitor.open(f"#/table/{made['id']}")
    expect(visitor.page.locator("#status.ended")).to_be_visible()


@state
def table_engines_paused(visitor: Visitor) -> None:
    made = visitor.ask("/tables", {"game": "dots", "players": ["easy", "easy"], "pace": 10})
    visitor.open(f"#/table/{made['id']}")
    press(visitor, "pause")
    expect(visitor.page.locator("#status.waiting")).to_be_visible()


@state
def table_complaint(visitor: Visitor) -> None:
    """Somebody moved in another window, and the connection is slow to tell: a refusal in a sentence."""
    visitor.forgive("409|422|Failed to load")
    visitor.page.route(
        re.compile(r"/acts(\?|$)"),
        lambda route: route.fulfill(
            status=422, content_type="application/json", body='{"detail": "column 4 is full"}'
        ),
    )
    table(visitor, "connect4")
    visitor.cell("7,11").click()
    expect(visitor.page.locator(".toast")).to_be_visible()
    visitor.page.unroute_all()


@state
def table_connection_lost(visitor: Visitor) -> None:
    visitor.page.route_web_socket(re.compile("/events"), lambda socket: socket.close(code=1001))
    table(visitor, "connect4", moves=["4"])
    expect(visitor.page.locator(".lost")).to_be_visible()
