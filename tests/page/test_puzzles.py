"""Puzzles on the page: wrong moves are taken back, right ones answered, and what was solved is remembered."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect
from tests.page.browsing import Json, Visitor, find, offered
from tests.page.staging import press

from damier.games import game as find_game

GAME = find_game("connect4")
PUZZLE = "/games/connect4/puzzles/easy/1"


def asked(visitor: Visitor, path: str, made: list[str]) -> Json:
    """Asked again where a busy machine had no time to be sure."""
    for _ in range(20):
        status, answer = visitor.try_to_ask(path, {"made": made})
        if status != 503:
            break
    assert status == 200, answer
    return answer


def drop(visitor: Visitor, scene: Json, move: str) -> None:
    target, gesture = find(scene, move)
    visitor.board.click(position=visitor.spot(target, gesture))  # type: ignore[arg-type]


def verdict(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Verdict")


def test_one_is_solved(visitor: Visitor) -> None:
    visitor.forgive("503")
    visitor.open("#/puzzles/connect4/easy/1")
    puzzle = visitor.ask(PUZZLE)
    scene = puzzle["position"]["scene"]
    visitor.shows(scene)
    expect(visitor.page.locator("#status")).to_contain_text("one move wins, in 2 of your moves.")
    answer = asked(visitor, f"{PUZZLE}/hint", [])["move"]
    wrong = next(move for move in offered(puzzle["position"]) if move != answer)
    drop(visitor, scene, wrong)
    expect(verdict(visitor)).to_contain_text(
        re.compile(rf"Not {GAME.move_name(wrong)}\b.*(loses|draws)", re.IGNORECASE)
    )
    visitor.shows(scene)  # taken back
    drop(visitor, scene, answer)
    expect(verdict(visitor)).to_contain_text(
        re.compile(f"Right: {GAME.move_name(answer)} wins in 2 of your moves.*plays")
    )
    after = asked(visitor, PUZZLE, [answer])
    visitor.shows(after["position"]["scene"])
    expect(visitor.page.locator("#status")).to_contain_text("you can win at once.")
    last = asked(visitor, f"{PUZZLE}/hint", [answer, after["reply"]])["move"]
    drop(visitor, after["position"]["scene"], last)
    expect(verdict(visitor)).to_have_text("Solved!")
    expect(visitor.page.locator("#status")).to_contain_text("four in a row")
    # It is remembered, and the next one is another.
    visitor.page.get_by_role("link", name="Next puzzle").click()
    expect(visitor.page.locator(".numbers [aria-current=page]")).to_have_text("2")
    expect(visitor.page.get_by_role("link", name="Puzzle 1, solved")).to_be_visible()
    visitor.open("#/puzzles/connect4")
    expect(visitor.page.locator(".numbers [aria-current=page]")).to_have_text("2")
    expect(visitor.page.get_by_role("link", name="Easy 1/30")).to_be_visible()


def test_a_hint_and_a_new_start(visitor: Visitor) -> None:
    visitor.forgive("503")
    visitor.open()
    visitor.follow(visitor.page.get_by_role("link", name="Puzzles of Connect Four"), "#/puzzles/connect4")
    visitor.page.get_by_role("link", name=re.compile("^Medium")).click()
    expect(visitor.page.get_by_role("heading", name="Medium, puzzle 1")).to_be_visible()
    puzzle = visitor.ask("/games/connect4/puzzles/medium/1")
    visitor.shows(puzzle["position"]["scene"])
    answer = asked(visitor, "/games/connect4/puzzles/medium/1/hint", [])["move"]
    press(visitor, "hint")
    expect(verdict(visitor)).to_contain_text(f"Hint: {GAME.move_name(answer)}")
    drop(visitor, puzzle["position"]["scene"], answer)
    expect(verdict(visitor)).to_contain_text("Right")
    press(visitor, "again")
    visitor.shows(puzzle["position"]["scene"])
    visitor.follow(visitor.page.get_by_role("link", name="Analyse from here"), "#/position/connect4")
    visitor.shows(puzzle["position"]["scene"])


def test_what_is_not_there(visitor: Visitor) -> None:
    visitor.forgive("404|422")
    for route, words in [
        ("#/puzzles/connect4/easy/999", "there is no such puzzle"),
        ("#/puzzles/connect4/odd/1", "not a grade"),
        ("#/puzzles/dots", "has no puzzles"),
    ]:
        visitor.open(route)
        expect(visitor.page.locator("#main")).to_contain_text(words)


def test_the_one_safe_cell_of_a_board(visitor: Visitor) -> None:
    visitor.forgive("503")
    path = "/games/minesweeper/puzzles/pairs/1"
    visitor.open("#/puzzles/minesweeper/pairs/1")
    puzzle = visitor.ask(path)
    scene = puzzle["position"]["scene"]
    visitor.shows(scene)
    expect(visitor.page.locator("#status")).to_have_text("One cell is certainly safe: which?")
    assert {mark["kind"] for mark in scene["marks"]} <= {"cover", "number", "empty"} and puzzle["one_move"]
    answer = asked(visitor, f"{path}/hint", [])["move"]
    digs = [mark["moves"]["dig"] for mark in scene["marks"] if "dig" in mark["moves"]]
    drop(visitor, scene, next(move for move in digs if move != answer))
    expect(verdict(visitor)).to_contain_text("% mine.")
    drop(visitor, scene, answer)
    expect(verdict(visitor)).to_contain_text("Solved!")
    visitor.shows(scene)  # there is nothing under a puzzle that could be opened
    expect(visitor.page.get_by_role("link", name="Puzzle 1, solved")).to_be_visible()
