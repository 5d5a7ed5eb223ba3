"""Puzzles over the wire: nothing is given away, nothing is kept, a wrong move is refused with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.games.connect4.scored import score_after

from damier.core.text import LANGUAGES
from damier.core.tools.puzzle import Puzzle, position_of, the_puzzler
from damier.games import game as find_game
from damier.games.connect4.solver import solver
from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.thinking.worker_pool import Workers

API = "/api/v1/games/connect4/puzzles"
GAME = find_game("connect4")
PUZZLER = the_puzzler(GAME)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("puzzles")
    workers = Workers(processes=1)
    app = create_app(Archive(f"sqlite:///{folder / 'games.sqlite'}"), workers)
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


def puzzle(grade: str, number: int) -> Puzzle:
    return PUZZLER.of(grade)[number - 1]


def read(client: TestClient, path: str, status: int = 200) -> Any:
    answer = client.get(f"{API}{path}")
    assert answer.status_code == status, answer.text
    assert "set-cookie" not in answer.headers
    return answer.json()


def ask(client: TestClient, path: str, made: list[str], status: int = 200) -> Any:
    """Asked again where a busy machine had no time to be sure."""
    for _ in range(20):
        answer = client.post(f"{API}{path}", json={"made": made})
        if answer.status_code != 503:
            break
    assert answer.status_code == status, answer.text
    return answer.json()


def test_grades_in_every_language(browser: TestClient) -> None:
    grades = read(browser, "")["grades"]
    assert [grade["key"] for grade in grades] == list(PUZZLER.grades)
    assert [grade["count"] for grade in grades] == [len(PUZZLER.of(key)) for key in PUZZLER.grades]
    titles = {read(browser, f"?lang={language}")["grades"][0]["title"] for language in LANGUAGES}
    assert titles == {"Easy", "Facile", "Fácil"}
    games = browser.get("/api/v1/games").json()["games"]
    assert [game["key"] for game in games if game["puzzles"]] == ["connect4", "minesweeper"]


def test_a_puzzle_does_not_tell_its_answer(browser: TestClient) -> None:
    found = read(browser, "/tricky/3")
    wanted = puzzle("tricky", 3)
    assert found["position"]["moves"] == list(wanted.moves) and found["number"] == 3
    assert found["seat"] == found["position"]["turn"]
    assert wanted.depth == 9 and found["task"] == "red to move: one move wins, in 5 of your moves."
    assert not {"answer", "solution"} & set(found)


def test_a_right_move_is_answered_until_it_is_won(browser: TestClient) -> None:
    wanted = puzzle("medium", 1)
    seat = GAME.seat_names[position_of(GAME, wanted.moves).turn]
    made: list[str] = []
    for _ in range(wanted.depth // 2 + 1):
        hint = ask(browser, "/medium/1/hint", made)
        assert hint["why"]
        tried = ask(browser, "/medium/1", [*made, hint["move"]])
        assert tried["right"]
        own = (wanted.depth - len(made)) // 2
        left = f"you win in {own} of your moves" if own > 1 else "you can win at once"
        assert tried["task"] == (f"{seat} to move: {left}." if own else None)
        made = [*made, hint["move"], *([tried["reply"]] if tried["reply"] else [])]
        assert tried["position"]["moves"] == [*wanted.moves, *made]
    assert made[0] == wanted.answer
    assert tried["solved"] and tried["reply"] is None and tried["position"]["ended"]
    assert len(made) == wanted.depth
    assert "turn" in ask(browser, "/medium/1", [*made, "1"], 422)["detail"]


def test_a_wrong_move_changes_nothing_and_gives_nothing_away(browser: TestClient) -> None:
    reasons = 0
    for number in (1, 2, 3, 4, 5):
        wanted = puzzle("easy", number)
        position = position_of(GAME, wanted.moves)
        for move in (str(one) for one in position.moves() if str(one) != wanted.answer):
            tried = ask(browser, f"/easy/{number}", [move])
            assert not tried["right"] and not tried["solved"] and tried["reply"] is None
            assert tried["position"]["moves"] == list(wanted.moves)
            all_said = " ".join([tried["words"], *(reason["text"] for reason in tried["why"])])
            assert re.match(
                rf"Not {GAME.move_name(move)}(\.|: it (loses in \d+ of your moves|loses at once|draws)\.)",
                all_said,
            )
            assert len(re.findall(r"loses|draws", all_said)) == 1, all_said
            landing = GAME.scene(position).where(int(wanted.answer))
            cell = next(mark.name for mark in GAME.scene(position).marks if mark.at == landing)
            words = " ".join(reason["text"] for reason in tried["why"])
            assert f"column {cell[0]} wins" not in words and cell not in words.replace(",", "").split()
            assert landing is not None and not any(
                list(landing) in reason["cells"] for reason in tried["why"]
            )
            reasons += len(tried["why"])
    assert reasons > 5


@pytest.mark.parametrize(
    ("path", "made", "status", "says"),
    [
        ("/easy/99", ["1"], 404, "they go from 1 to 30"),
        ("/easy/0", ["1"], 404, "they go from 1 to 30"),
        ("/easy/-1", ["1"], 404, "they go from 1 to 30"),
        ("/none/1", ["1"], 422, "choose one of easy"),
        ("/easy/1", ["x"], 422, "not a column"),
        ("/easy/1", ["4", "4"], 422, "turn"),
        ("/easy/1/hint", ["4"], 422, "turn"),
    ],
)
def test_what_cannot_be_is_refused(
    browser: TestClient, path: str, made: list[str], status: int, says: str
) -> None:
    assert says in ask(browser, path, made, status)["detail"]


def test_no_hint_where_the_win_is_gone(browser: TestClient) -> None:
    position = position_of(GAME, puzzle("easy", 1).moves)
    lost = next(
        [str(move), str(reply)]
        for move in position.moves()
        if str(move) != puzzle("easy", 1).answer
        for reply in position.play(move).moves()
        if solver(7, 6).score(position.play(move)) > 0
        and -score_after(solver(7, 6), position.play(move), reply) < 0
        and position.play(move).play(reply).outcome() is None
    )
    assert "no move wins" in ask(browser, "/easy/1/hint", lost, 422)["detail"]


def test_a_game_without_puzzles(browser: TestClient) -> None:
    answer = browser.get("/api/v1/games/dots/puzzles")
    assert answer.status_code == 422 and "no puzzles" in answer.json()["detail"]
