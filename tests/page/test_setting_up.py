"""A position set up on the board itself: clicked, analysed, played on from, and given away as a link."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Locator, expect
from tests.page.browsing import Json, Visitor, find

SETUPS: dict[str, tuple[str, list[str], str]] = {
    "tictactoe": (
        "",
        ["x b2", "o a1", "x c3"],
        "..x/.x./o.. 3",
    ),
    "connect4": ("", ["yellow d6", "yellow c6", "red d5"], "......./......./......./......./...o.../..xx..."),
    "dots": ("setup=3x3", ["yellow b2t", "red a2r"], "3x3 20010 .../.../... 1"),
    "quoridor": ("setup=5x5", ["yellow c2", "red c4", "yellow b2h"], "5x5 c2,c4 4,5 2 b2h -"),
    "minesweeper": ("size=4x3&mines=1", ["n1 a1", "flag b2"], "1.../.F../.... 1"),
}
"""By game: the board, what is put where, and the position that this gives."""


ADDRESS = "wanted => decodeURIComponent(location.hash).replaceAll('+', ' ').includes(wanted)"
"""Whether the address gives this position."""


def edit(visitor: Visitor) -> None:
    visitor.button("Set up on the board").click()
    expect(visitor.page.locator(".editor")).to_be_visible()


def choose(visitor: Visitor, piece: str) -> None:
    visitor.page.locator(f".palette label:has([value={piece}])").click()


def draft(visitor: Visitor, game: str, text: str) -> Json:
    return visitor.ask("/positions/edit", {"game": game, "draft": text})


def put(visitor: Visitor, scene: Json, click: str) -> None:
    """Choose a piece and click where it goes."""
    piece, place = click.split()
    choose(visitor, piece)
    mark, gesture = find(scene, place)
    visitor.board.click(position=visitor.spot(mark, gesture))  # type: ignore[arg-type]


def first_line(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("list", name="Best moves").get_by_role("button").first


def given(url: str) -> str:
    return parse_qs(url.partition("?")[2])["position"][0]


@pytest.mark.parametrize("game", SETUPS)
def test_clicked_analysed_given_away_and_played(visitor: Visitor, game: str) -> None:
    board, clicks, wanted = SETUPS[game]
    visitor.open(f"#/position/{game}?{board}")
    edit(visitor)
    scene = visitor.ask("/positions/edit", {"game": game, "draft": _shown(visitor, game, board)})
    text = scene["draft"]
    for click in clicks:
        piece, place = click.split()
        now = draft(visitor, game, text)
        place = _lands(now["scene"], place)
        put(visitor, now["scene"], f"{piece} {place}")
        text = visitor.ask("/positions/edit", {"game": game, "draft": text, "piece": piece, "place": place})[
            "draft"
        ]
        visitor.shows(draft(visitor, game, text)["scene"])
    assert text == wanted
    visitor.page.wait_for_function(ADDRESS, arg=wanted)
    expect(first_line(visitor)).to_be_visible()
    visitor.button("Done").click()
    visitor.shows(visitor.ask("/positions", {"game": game, "position": wanted})["scene"])
    guest = visitor.guest()
    guest.open("#" + visitor.page.url.partition("#")[2])
    guest.shows(visitor.ask("/positions", {"game": game, "position": wanted})["scene"])
    expect(first_line(guest)).to_be_visible()
    guest.follow(guest.button("Play from here"), "#/table/")
    table = guest.ready()
    assert table["position"] == wanted and table["moves"] == [] and table["turn"] in table["you"]
    guest.make(_some_move(table))
    guest.leave()


def _shown(visitor: Visitor, game: str, board: str) -> str:
    asked = dict(pair.split("=") for pair in board.split("&")) if board else {}
    setup = asked.pop("setup", None)
    options = {name: int(value) if value.isdigit() else value for name, value in asked.items()}
    start = {"game": game, **({"setup": setup} if setup else {}), **({"options": options} if options else {})}
    return str(visitor.ask("/positions", start)["position"])


def _lands(scene: Json, place: str) -> str:
    """Where a disc comes to rest: any cell of a column stands for that."""
    offered = {word for mark in scene["marks"] for word in mark["moves"].values()}
    named = next((mark for mark in scene["marks"] if mark["name"] == place and mark["moves"]), None)
    return place if place in offered or named is None else str(next(iter(named["moves"].values())))


def _some_move(table: Json) -> str:
    moves = [move for mark in table["scene"]["marks"] for move in mark["moves"].values()]
    return str(next((move for move in moves if move.startswith("f")), moves[0]))


def test_what_is_missing_is_said_and_undone(visitor: Visitor) -> None:
    visitor.open("#/position/connect4")
    edit(visitor)
    scene = draft(visitor, "connect4", "/".join(["......."] * 6))["scene"]
    put(visitor, scene, "yellow d1")
    put(visitor, scene, "yellow c1")
    status = visitor.page.locator("#status")
    expect(status).to_have_text(re.compile("Yellow has 2 discs more than red"))
    expect(visitor.button("Play from here")).to_be_hidden()
    visitor.button("Undo").click()
    expect(status).to_have_text("Red to move")
    expect(visitor.button("Play from here")).to_be_visible()
    visitor.button("Redo").click()
    expect(status).to_have_text(re.compile("2 discs more"))
    visitor.button("Empty board").click()
    expect(status).to_have_text("Yellow to move")


def test_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.open("#/position/tictactoe")
    visitor.page.get_by_role("switch", name="Analysis").press("Enter")  # it would speak too
    visitor.button("Set up on the board").press("Enter")
    expect(visitor.page.locator(".editor")).to_be_visible()
    keyboard = visitor.page.keyboard
    expect(visitor.page.locator("[role=grid] [data-at]:focus")).to_have_count(1)
    keyboard.press("Enter")
    keyboard.press("2")
    expect(visitor.page.locator(".palette [value=o]")).to_be_checked()
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    visitor.shows(draft(visitor, "tictactoe", "xo./.../... 3")["scene"])
    expect(visitor.page.locator("#live")).to_contain_text("X to move")


def test_settings_of_a_position(visitor: Visitor) -> None:
    visitor.open("#/position/quoridor?setup=5x5")
    edit(visitor)
    visitor.page.get_by_label("To move").select_option("Red")
    expect(visitor.page.locator("#status")).to_have_text("Red to move")
    visitor.page.get_by_label("Walls left to yellow").fill("2")
    visitor.page.get_by_label("Walls left to yellow").press("Tab")
    visitor.page.wait_for_function(ADDRESS, arg="2,5")
    assert given(visitor.page.url) == "5x5 c1,c5 2,5 1 - -"


def test_a_board_stands_in_the_list_once_and_built_walls_are_taken_from_those_left(visitor: Visitor) -> None:
    visitor.open("#/position/quoridor?setup=5x5")
    edit(visitor)
    boards = visitor.page.get_by_label("Board", exact=True).first
    titles = boards.locator("option").all_inner_texts()
    left = visitor.page.get_by_label("Walls left to yellow")
    put(visitor, draft(visitor, "quoridor", "5x5 c1,c5 5,5 0 - -")["scene"], "yellow b2h")
    expect(left).to_have_value("4")
    left.fill("3")
    left.press("Tab")
    visitor.page.wait_for_function(ADDRESS, arg="3,5 2 b2h")
    assert boards.locator("option").all_inner_texts() == titles
    expect(boards).to_have_value("5x5")


def test_buttons_stand_in_one_row_while_a_position_is_set_up(visitor: Visitor) -> None:
    visitor.open("#/position/connect4?moves=4")
    expect(visitor.page.locator(".analysis-state")).to_contain_text("Finished")  # it is not said again
    heat = visitor.page.get_by_text("Heat map")
    expect(heat).to_be_visible()
    edit(visitor)
    choose(visitor, "red")
    expect(first_line(visitor)).to_be_visible()
    expect(heat).to_be_hidden()  # it would draw nothing
    acts = visitor.page.locator(".editor-acts button")
    assert acts.all_inner_texts() == ["Undo", "Redo", "Empty board", "Flip", "Copy link", "Done"]
    visitor.button("Done").click()
    expect(heat).to_be_visible()
    acts = visitor.page.locator(".position-acts button")
    assert acts.all_inner_texts() == ["Set up on the board", "Take back", "Flip", "Copy link"]


def test_a_contradiction_of_mines_is_told(visitor: Visitor) -> None:
    visitor.open("#/position/minesweeper?size=4x3&mines=1")
    edit(visitor)
    put(visitor, draft(visitor, "minesweeper", "..../..../.... 1")["scene"], "n2 a1")
    expect(visitor.page.locator("#status")).to_have_text("No place for 1 mine fits these numbers")


@pytest.mark.parametrize(
    ("game", "pasted", "position", "understood"),
    [
        ("connect4", "ddec", "......./......./......./......./...o.../..oxx..", "4 moves from the start"),
        (
            "connect4",
            ". . . . . . .\n" * 5 + ". . x o . . .",
            "/".join(["......."] * 5 + ["..xo..."]),
            "another notation",
        ),
        ("tictactoe", "XO_______", "xo./.../... 3", "another notation"),
        ("quoridor", "1. e2 e8 2. e3h", "9x9 e2,e8 9,10 3 e3h -", "3 moves from the start"),
        ("minesweeper", "##1\n##1\n111\n1 mine", "..1/..1/111 1", "another notation"),
        ("dots", "2x2 614", "2x2 614 ../.. 1", "a line of text"),
    ],
)
def test_whatever_is_pasted_is_recognised(
    visitor: Visitor, game: str, pasted: str, position: str, understood: str
) -> None:
    visitor.open(f"#/position/{game}")
    visitor.page.get_by_role("textbox", name="Moves, a position or a link").fill(pasted)
    visitor.button("Set up").click()
    visitor.shows(visitor.ask("/positions", {"game": game, "position": position})["scene"])
    expect(visitor.page.locator(".placing [role=status]")).to_contain_text(understood)


def test_from_a_past_moment_of_a_table(visitor: Visitor) -> None:
    visitor.begin("connect4", players=["person", "person"], moves=list("4453"))
    visitor.page.locator("[data-step=before]").click()
    here = visitor.page.get_by_role("group", name="From here")
    expect(here.get_by_role("link", name="Analyse from here")).to_be_visible()
    here.get_by_role("button", name="Play from here").click()
    dialog = visitor.page.get_by_role("dialog", name="Play from here")
    visitor.follow(dialog.get_by_role("button", name="Play from here"), "#/table/")
    assert visitor.ready()["moves"][:3] == list("445")


def test_a_table_that_began_with_a_position_is_looked_back_at(visitor: Visitor) -> None:
    start = "......./......./......./......./...o.../..xx..."
    table = visitor.ask("/tables", {"game": "connect4", "position": start, "players": ["person", "person"]})
    assert table["turn"] == 1 and table["start"] == start
    visitor.open(f"#/table/{table['id']}")
    visitor.ready()
    visitor.make("4")
    visitor.page.locator("[data-step=before]").click()
    visitor.follow(visitor.page.get_by_role("link", name="Analyse from here"), "#/position/connect4")
    visitor.shows(visitor.ask("/positions", {"game": "connect4", "position": start})["scene"])
    assert given(visitor.page.url) == start
