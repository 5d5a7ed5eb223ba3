"""The archive: find a game, replay it, delete it, keep games as files and bring them in again."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect
from tests.page.browsing import Visitor, Welcome

LOST = ["4", "1", "4", "1", "4", "1"]
"""Connect Four but for the winning move."""


def entries(visitor: Visitor) -> Locator:
    return visitor.page.locator(".entries > .entry")


def finished(visitor: Visitor, game: str = "tictactoe", **wish: object) -> str:
    """A game that was given up, in few requests; returns its id."""
    table = visitor.ask("/tables", {"game": game, "seed": 1, **wish})
    return str(visitor.ask(f"/tables/{table['id']}/resign", {"version": table["version"]})["id"])


def kept(visitor: Visitor, path: Path) -> Path:
    """The file that the browser downloads."""
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role(
            "link", name="As JSON lines" if path.suffix == ".jsonl" else "As record text"
        ).click()
    download.value.save_as(path)
    return path


def test_an_empty_archive_says_what_to_do(visitor: Visitor) -> None:
    visitor.open("#/archive")
    expect(visitor.page.get_by_role("heading", name="No games yet")).to_be_visible()
    expect(visitor.button("More")).to_be_hidden()
    visitor.follow(visitor.page.get_by_role("link", name="Play a game"), "#/")
    expect(visitor.page.locator("[data-play]").first).to_be_visible()


def test_filters_and_search(visitor: Visitor) -> None:
    four = visitor.ask(
        "/tables", {"game": "connect4", "players": ["person", "person"], "moves": [*LOST, "4"]}
    )
    lost = finished(visitor, "tictactoe", players=["person", "easy"])
    under_way = visitor.ask("/tables", {"game": "quoridor", "players": ["person", "easy"], "moves": ["e2"]})
    assert four["ended"] and not under_way["ended"]
    visitor.open("#/archive")
    expect(entries(visitor)).to_have_count(3)

    def left(*ids: str) -> None:
        expect(entries(visitor)).to_have_count(len(ids))
        for one in ids:
            expect(visitor.page.locator(f'.entry[data-id="{one}"]')).to_be_visible()

    search = visitor.page.get_by_role("searchbox", name="Search")
    search.fill("puissance 4")  # in any language
    left(four["id"])
    search.fill("no such words")
    expect(visitor.page.get_by_role("heading", name="No game matches.")).to_be_visible()
    visitor.button("Show all games").click()
    left(four["id"], lost, under_way["id"])
    expect(search).to_be_focused()
    visitor.page.get_by_label("State").select_option("lost")
    left(lost)
    visitor.page.get_by_label("State").select_option("open")
    left(under_way["id"])
    visitor.page.get_by_label("State").select_option("")
    visitor.page.get_by_label("Game", exact=True).select_option("connect4")
    left(four["id"])
    visitor.page.get_by_label("Game", exact=True).select_option("")
    visitor.page.get_by_label("Opponent").select_option("easy")
    left(lost, under_way["id"])
    # Who comes back from a game finds the list as it was.
    visitor.follow(entries(visitor).first.get_by_role("heading").get_by_role("link"), "#/table/")
    visitor.page.go_back()
    left(lost, under_way["id"])


def test_more_games_by_keyboard(visitor: Visitor) -> None:
    for _ in range(50):
        visitor.ask("/tables", {"game": "tictactoe", "players": ["person", "person"], "moves": ["b2"]})
    visitor.open("#/archive")
    expect(entries(visitor)).to_have_count(24)
    more = visitor.button("More")
    for count in (48, 50):
        expect(more).to_be_visible()
        expect(more).to_have_attribute("aria-disabled", "false")
        more.focus()
        visitor.page.keyboard.press("Enter")
        expect(entries(visitor)).to_have_count(count)
    expect(more).to_be_hidden()
    # The button has gone: the keyboard goes on at the first game that came.
    expect(entries(visitor).nth(48).get_by_role("heading").get_by_role("link")).to_be_focused()
    expect(visitor.page.locator("#live")).to_contain_text("2 more games")


def test_a_game_is_deleted_after_a_question(visitor: Visitor) -> None:
    gone, stays = finished(visitor), finished(visitor)
    visitor.open("#/archive")
    expect(entries(visitor)).to_have_count(2)
    delete = visitor.page.locator(f'.entry[data-id="{gone}"]').get_by_role("button", name="Delete")
    delete.click()
    box = visitor.page.get_by_role("dialog", name="Delete this game?")
    box.get_by_role("button", name="Keep").click()
    expect(box).to_be_hidden()
    expect(entries(visitor)).to_have_count(2)
    delete.click()
    box.get_by_role("button", name="Delete").click()
    expect(entries(visitor)).to_have_count(1)
    expect(visitor.page.locator(f'.entry[data-id="{stays}"]')).to_be_visible()
    visitor.forgive("404")
    assert visitor.try_to_ask(f"/tables/{gone}")[0] == 404
    visitor.reload()
    expect(entries(visitor)).to_have_count(1)


def test_replay(visitor: Visitor) -> None:
    table = visitor.ask(
        "/tables", {"game": "connect4", "players": ["person", "person"], "moves": [*LOST, "4"]}
    )
    visitor.open("#/archive")
    visitor.follow(entries(visitor).get_by_role("link", name="Replay"), f"#/table/{table['id']}")
    visitor.shows(table["scene"])
    visitor.button("First position").click()
    visitor.shows(visitor.ask(f"/tables/{table['id']}/plies/0")["scene"])
    visitor.button("One move on").click()
    visitor.shows(visitor.ask(f"/tables/{table['id']}/plies/1")["scene"])
    visitor.button("Newest position").click()
    visitor.shows(table["scene"])


@pytest.mark.parametrize("name", ["games.jsonl", "games.txt"])
def test_games_as_files_and_back(welcome: Welcome, tmp_path: Path, name: str) -> None:
    visitor = welcome()
    visitor.ask("/tables", {"game": "connect4", "players": ["person", "person"], "moves": [*LOST, "4"]})
    finished(visitor, "minesweeper")
    finished(visitor, "nim")
    visitor.open("#/archive")
    expect(entries(visitor)).to_have_count(3)
    words = kept(visitor, tmp_path / name).read_text()
    assert "connect4" in words and "minesweeper" in words and "nim" in words

    other = welcome()
    other.open("#/archive")
    other.page.set_input_files("#record-file", tmp_path / name)
    expect(other.page.get_by_text("3 games taken.")).to_be_visible()
    expect(entries(other)).to_have_count(3)
    again = kept(other, tmp_path / f"again-{name}").read_text()
    between = "\n" if name == "games.jsonl" else "\n\n"
    assert sorted(again.strip().split(between)) == sorted(words.strip().split(between))
    # By hand, with one that is none.
    wrong = "nonsense" if name == "games.jsonl" else "damier record 1\ngame: chess\nmoves:"
    other.page.get_by_label("Or paste records").fill(f"{words.strip()}{between}{wrong}")
    other.button("Bring in").click()
    expect(other.page.get_by_text("1 refused")).to_be_visible()
    expect(entries(other)).to_have_count(6)


def test_a_shared_game_can_be_looked_at_and_no_more(welcome: Welcome) -> None:
    visitor = welcome()
    table = visitor.begin("connect4", players=["person", "person"])
    visitor.make("4")
    visitor.open("#/archive")
    entries(visitor).get_by_role("button", name="Copy link").click()
    expect(visitor.page.get_by_text("The link is copied.")).to_be_visible()
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{visitor.server.address}#/table/{table['id']}"

    other = welcome()
    other.open(link.removeprefix(visitor.server.address))
    shown = other.table()
    assert shown["you"] == [] and not shown["owner"] and shown["moves"] == ["4"]
    other.shows(shown["scene"])
    assert "ready" not in (other.board.get_attribute("class") or "").split()
    other.cell("7,11").click()
    other.cell("7,11").focus()
    other.page.keyboard.press("Enter")
    other.forgive("403")
    status, answer = other.try_to_ask(
        f"/tables/{table['id']}/moves", {"move": "4", "version": shown["version"]}
    )
    assert status == 403 and answer["detail"]
    # What the players do is seen at once.
    visitor.open(f"#/table/{table['id']}")
    visitor.make("5")
    after = visitor.ready()
    assert after["moves"] == ["4", "5"]
    other.shows(after["scene"])
    for name in ("Undo", "Redo", "Resign"):
        other.cannot(name)
