"""The review of a finished game: in every game and language, over restarts, and on two servers."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from damier.core.engine import Limit, think
from damier.core.text import LANGUAGES
from damier.games import game as find_game
from damier.games import games
from damier.review.accuracy import accuracy
from damier.review.judging import JUDGEMENTS
from damier.review.stored_review import StoredReview, fingerprint
from damier.store.table_archive import Archive
from damier.table import Table
from damier.web.app import create_app
from damier.web.reviews import review_jobs
from damier.web.thinking.stored_analysis import pack_thought
from damier.web.thinking.worker_pool import Busy, Opinion, Workers

API = "/api/v1"

LOST = ["b2", "a2", "a1", "c3", "c1", "b1", "a3"]
"""A game of tic-tac-toe that O loses by the first move."""


class Quick(Workers):
    """Thinks two moves ahead in a thread of this process; can be held back, be busy or fail."""

    def __init__(self) -> None:
        super().__init__(processes=1)
        self.asked: list[str] = []
        self.stop_at: int | None = None
        """It does not answer the question of this number, until that is changed."""
        self.trouble: list[Exception] = []

    async def stream(
        self,
        key: str,
        position: str,
        level: str,
        *,
        table: str = "",
        seconds: float = 20.0,
        lines: int = 400,
        most_depth: int | None = None,
    ) -> AsyncGenerator[Opinion, None]:
        if self.trouble:
            raise self.trouble.pop()
        while len(self.asked) == self.stop_at:
            await asyncio.sleep(0.01)
        self.asked.append(position)
        packed = await asyncio.to_thread(_packed, key, position, level, lines)
        yield Opinion(packed, json.loads(packed)["move"], 2, final=True)


def _packed(key: str, position: str, level: str, lines: int = 400) -> str:
    game = find_game(key)
    view = game.parse(position)
    limit = Limit(depth=2, nodes=300, lines=lines)
    return pack_thought(game, level, view, think(game.engines[level].make(0), view, limit))


@contextmanager
def serving(url: str, workers: Workers) -> Iterator[TestClient]:
    with TestClient(create_app(Archive(url), workers), base_url="http://127.0.0.1:8000") as client:
        yield client


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def workers() -> Quick:
    return Quick()


@pytest.fixture
def browser(url: str, workers: Quick) -> Iterator[TestClient]:
    with serving(url, workers) as client:
        yield client


def until(ask: Callable[[], Any], true: Callable[[Any], bool], seconds: float = 120.0) -> Any:
    end = time.monotonic() + seconds
    while not true(found := ask()):
        assert time.monotonic() < end, f"it does not come to pass: {found}"
        time.sleep(0.02)
    return found


def random_game(key: str, seed: int, most: int = 30) -> list[str]:
    """Legal moves by chance, up to the end or *most* of them."""
    game, chance = find_game(key), random.Random(seed)
    state = game.begin(seed=7)
    words: list[str] = []
    while state.moves() and len(words) < most:
        move = chance.choice(state.moves())
        words.append(game.write(move))
        state = state.play(move)
    return words


def finished(client: TestClient, key: str, moves: list[str], **wish: Any) -> Any:
    """A finished game: resigned where the moves do not end it."""
    people = ["person"] * find_game(key).begin(seed=7).seats
    wish = {"game": key, "players": people, "moves": moves, "seed": 7, **wish}
    answer = client.post(f"{API}/tables", json=wish)
    assert answer.status_code == 201, answer.text
    table = answer.json()
    if table["ended"] is None:
        answer = client.post(f"{API}/tables/{table['id']}/resign", json={"version": table["version"]})
        assert answer.status_code == 200, answer.text
        table = answer.json()
    assert table["ended"]
    return table


def reviewed(client: TestClient, table: Any, language: str = "en") -> Any:
    """The whole review."""
    path = f"{API}/tables/{table['id']}/review?lang={language}"
    assert client.post(path).status_code == 200
    return until(lambda: client.get(path).json(), lambda review: review["state"] != "running")


@pytest.mark.parametrize("key", games())
def test_every_game_can_be_reviewed_in_every_language(browser: TestClient, workers: Quick, key: str) -> None:
    table = finished(browser, key, random_game(key, seed=3))
    review = reviewed(browser, table)
    total, seats = len(table["moves"]), len(table["players"])
    assert (review["state"], review["problem"]) == ("done", None)
    assert review["done"] == review["total"] == total == len(review["moments"]) > 3
    assert len(review["graph"]) == total + 1 and review["graph"][-1] == table["ended"]["points"][0]
    assert all(0 <= point <= 1 for point in review["graph"])
    assert len(review["accuracy"]) == seats and all(0 <= percent <= 100 for percent in review["accuracy"])
    game = find_game(key)
    level = game.engines[review["level"]]
    assert review["title"] == level.title.show("en") and review["about"] == level.about.show("en")
    assert [moment["move"] for moment in review["moments"]] == table["moves"]
    assert [moment["ply"] for moment in review["moments"]] == list(range(total))
    for moment in review["moments"]:
        assert moment["verdict"] in JUDGEMENTS and moment["at"] and moment["best_at"]
        assert moment["best_label"] and moment["why"] and 0 <= moment["cost"] <= 1
        if moment["cost"]:
            assert moment["cost"] == pytest.approx(moment["best_chance"] - moment["chance"])
    assert any(moment["cost"] > 0.05 for moment in review["moments"]), "moves by chance are not all good"
    asked = len(workers.asked)
    shown = {language: reviewed(browser, table, language) for language in LANGUAGES}
    assert len(workers.asked) == asked, "what is done is not thought about again"
    assert shown["en"] == review
    for language in ("fr", "es"):
        titles = {moment["title"] for moment in shown[language]["moments"]}
        assert titles.isdisjoint({moment["title"] for moment in review["moments"]})
        assert shown[language]["about"] == level.about.show(language)
        assert shown[language]["graph"] == review["graph"]


def test_the_best_game_has_full_accuracy(browser: TestClient) -> None:
    """Perfect play of tic-tac-toe, and one side's only mistake costs a point."""
    flawless = reviewed(
        browser, finished(browser, "tictactoe", ["b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1", "c3"])
    )
    assert flawless["accuracy"] == [100.0, 100.0] and set(flawless["graph"]) == {0.5}
    assert {moment["verdict"] for moment in flawless["moments"]} <= {"best", "good"}
    lost = reviewed(browser, finished(browser, "tictactoe", LOST))
    assert lost["accuracy"][0] == 100.0 and lost["accuracy"][1] < 90
    first = lost["moments"][1]
    assert (first["verdict"], first["cost"], first["proven"]) == ("blunder", 0.5, True)
    assert first["label"].startswith("loses") and first["best_label"] == "draws" and first["why"][0]["text"]
    assert lost["graph"][:3] == [0.5, 0.5, 1.0] and lost["graph"][-1] == 1.0


def test_the_same_seat_may_move_again(browser: TestClient) -> None:
    """In Dots and Boxes the graph stays that of the first seat, whoever moves."""
    game = find_game("dots")
    table = finished(browser, "dots", random_game("dots", seed=1, most=200))
    review = reviewed(browser, table)
    seats = [moment["seat"] for moment in review["moments"]]
    assert any(one == other for one, other in pairwise(seats)), "nobody moved twice"
    for moment, point in zip(review["moments"][:-1], review["graph"][1:-1], strict=True):
        chance = moment["best_chance" if moment["verdict"] == "unclear" else "chance"]
        assert point == pytest.approx(chance if moment["seat"] == 0 else 1 - chance)
    assert review["graph"][-1] in (0.0, 0.5, 1.0) and game.key == table["game"]


def test_minesweeper_tells_the_odds_of_each_dig_and_judges_no_flag(browser: TestClient) -> None:
    table = browser.post(f"{API}/tables", json={"game": "minesweeper", "seed": 7}).json()
    game, chance = find_game("minesweeper"), random.Random(2)
    path = f"{API}/tables/{table['id']}"
    state = game.begin(seed=7)
    flags = 0
    while state.moves():
        digs = [move for move in state.moves() if move.act == "dig"]
        flag = flags < 3 and len(table["moves"]) % 2 == 1
        move = chance.choice([move for move in state.moves() if move.act == "flag"] if flag else digs)
        flags += flag
        state = state.play(move)
        wish = {"move": game.write(move), "version": table["version"]}
        table = browser.post(f"{path}/moves", json=wish).json()
    assert table["ended"]["points"] == [0.0] and flags == 3
    review = reviewed(browser, table)
    told = {moment["move"]: moment for moment in review["moments"]}
    unjudged = [moment for word, moment in told.items() if word.startswith("f")]
    assert len(unjudged) == 3
    assert {moment["gesture"] for moment in unjudged} == {"flag"}
    assert {(m["title"], m["cost"], m["verdict"]) for m in unjudged} == {("Not judged", 0.0, "good")}
    last = review["moments"][-1]
    assert last["chance"] < 1 and "mine" in last["label"]
    digs = [moment for moment in review["moments"] if moment["move"].startswith("d")]
    assert {moment["gesture"] for moment in digs} == {"dig"}
    assert digs[0]["label"] == "0% mine" and digs[0]["verdict"] == "best"
    assert review["accuracy"] == [accuracy([moment["cost"] for moment in digs])]
    chances = [moment["chance"] for moment in review["moments"]]
    assert review["graph"] == [chances[0], *chances[:-1], 0.0]


def test_who_lost_alone_is_told_to_the_player_and_to_those_who_look(browser: TestClient) -> None:
    table = finished(browser, "minesweeper", ["f1,1"], seed=7)
    assert table["ended"]["words"].startswith("you lose: ")
    path = f"{API}/tables/{table['id']}"
    browser.cookies.clear()  # somebody else, with the public link
    assert browser.get(path).json()["ended"]["words"].startswith("the game is lost: ")
    french = browser.get(path, params={"lang": "fr"}).json()["ended"]["words"]
    assert french.startswith("la partie est perdue\u00a0: ") and french.count("perdue") == 1


def test_a_chord_that_went_wrong_was_luck_or_not_by_its_odds_alone(browser: TestClient) -> None:
    """The engine says nothing of chords, and a mine that went off nothing of the odds: the remark does."""
    game = find_game("minesweeper")
    state = game.begin(seed=7).play(game.read("d1,1", game.begin(seed=7).board))
    board, mined = state.board, state.mined()
    one = next(i for i, sign in enumerate(board.cells) if sign == "1" and len(board.opens(i)) > 1)
    wrong = next(i for i in board.opens(one) if i not in mined)
    words = ["d1,1", f"f{wrong % 9 + 1},{wrong // 9 + 1}", f"c{one % 9 + 1},{one // 9 + 1}"]
    table = browser.post(f"{API}/tables", json={"game": "minesweeper", "seed": 7}).json()
    for word in words:
        wish = {"move": word, "version": table["version"]}
        table = browser.post(f"{API}/tables/{table['id']}/moves", json=wish).json()
    assert table["ended"]["points"] == [0.0]
    last = reviewed(browser, table)["moments"][-1]
    assert (last["title"], last["cost"]) == ("Not judged", 0.0)
    assert "mine" in last["remark"]


def test_only_finished_games_are_reviewed(browser: TestClient, workers: Quick) -> None:
    wish = {"game": "tictactoe", "players": ["person", "person"], "moves": ["a1"]}
    table = browser.post(f"{API}/tables", json=wish).json()
    path = f"{API}/tables/{table['id']}/review"
    before = browser.get(path).json()
    assert (before["state"], before["done"], before["total"], before["graph"]) == ("none", 0, 1, [])
    refused = {language: browser.post(f"{path}?lang={language}") for language in LANGUAGES}
    assert {answer.status_code for answer in refused.values()} == {422}
    assert len({answer.json()["detail"] for answer in refused.values()}) == 3
    assert browser.post(f"{API}/tables/nobody/review").status_code == 404
    assert browser.get(f"{API}/tables/nobody/review").status_code == 404
    assert not workers.asked


def test_looking_does_not_begin_it_and_anybody_may_ask(browser: TestClient, workers: Quick) -> None:
    table = finished(browser, "tictactoe", ["a1", "b2"])
    browser.cookies.clear()  # somebody else, with the public link
    path = f"{API}/tables/{table['id']}/review"
    assert browser.get(path).json()["state"] == "none" and not workers.asked
    assert reviewed(browser, table)["state"] == "done"


def test_a_game_without_a_move_is_reviewed_at_once(browser: TestClient, workers: Quick) -> None:
    review = reviewed(browser, finished(browser, "connect4", []))
    assert (review["state"], review["total"], review["graph"]) == ("done", 0, [0.0])
    assert review["accuracy"] == [None, None] and review["level"] is None and not workers.asked


def test_watchers_see_it_grow(browser: TestClient, workers: Quick, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "KEEP_EVERY", 0.0)
    workers.stop_at = 3
    table = finished(browser, "tictactoe", LOST)
    path = f"{API}/tables/{table['id']}"
    with browser.websocket_connect(f"{path}/events?review=true&lang=es") as watching:

        def told() -> Any:
            while "review" not in (message := watching.receive_json()):
                assert message["table"]["id"] == table["id"]
            return message["review"]

        assert told()["state"] == "none"
        assert browser.post(f"{path}/review").status_code == 200
        half = until(told, lambda review: review["done"] == 3)
        assert half["state"] == "running" and half["moments"][0]["title"] == "Mejor jugada"
        workers.stop_at = None
        whole = until(told, lambda review: review["state"] == "done")
        assert whole["done"] == 7 and whole["moments"][:3] == half["moments"]


def test_it_is_asked_for_once_at_a_time(browser: TestClient, workers: Quick) -> None:
    workers.stop_at = 2
    table = finished(browser, "tictactoe", ["a1", "b2", "c3"])
    path = f"{API}/tables/{table['id']}/review"
    for _ in range(5):
        assert browser.post(path).json()["state"] == "running"
    until(lambda: browser.get(path).json(), lambda review: review["done"] == 2)
    assert len(workers.asked) == 2


def test_what_was_done_is_kept_over_a_restart(
    url: str, monkeypatch: pytest.MonkeyPatch, workers: Quick
) -> None:
    monkeypatch.setattr(review_jobs, "KEEP_EVERY", 0.0)
    workers.stop_at = 3
    with serving(url, workers) as browser:
        table = finished(browser, "tictactoe", LOST)
        path = f"{API}/tables/{table['id']}/review"
        browser.post(path)
        half = until(lambda: browser.get(path).json(), lambda review: review["done"] == 3)
        assert half["state"] == "running" and len(half["graph"]) == 4
    after = Quick()
    with serving(url, after) as browser:
        kept = browser.get(path).json()
        assert kept["state"] == "none" and kept["moments"] == half["moments"]
        whole = reviewed(browser, table)
    assert whole["state"] == "done" and whole["moments"][:3] == half["moments"]
    assert len(workers.asked) == 3 and len(after.asked) == 4


def test_a_move_taken_back_makes_it_another_game(browser: TestClient, workers: Quick) -> None:
    table = finished(browser, "tictactoe", LOST)
    path = f"{API}/tables/{table['id']}"
    assert reviewed(browser, table)["state"] == "done"
    table = browser.post(f"{path}/undo", json={"version": table["version"]}).json()
    assert table["ended"] is None
    shown = browser.get(f"{path}/review").json()
    assert (shown["state"], shown["moments"], shown["graph"]) == ("none", [], [])
    wish = {"move": "b3", "version": table["version"]}
    table = browser.post(f"{path}/moves", json=wish).json()
    table = browser.post(f"{path}/resign", json={"version": table["version"]}).json()
    assert browser.get(f"{path}/review").json()["done"] == 0
    again = reviewed(browser, table)
    assert [moment["move"] for moment in again["moments"]][-1] == "b3"


def test_a_game_that_changes_meanwhile_is_not_judged_on(browser: TestClient, workers: Quick) -> None:
    workers.stop_at = 2
    table = finished(browser, "tictactoe", LOST)
    path = f"{API}/tables/{table['id']}"
    browser.post(f"{path}/review")
    until(lambda: browser.get(f"{path}/review").json(), lambda review: review["done"] == 2)
    table = browser.post(f"{path}/undo", json={"version": table["version"]}).json()
    assert browser.get(f"{path}/review").json()["moments"] == []
    assert browser.delete(path).status_code == 204
    assert browser.get(f"{path}/review").status_code == 404


def test_a_deleted_game_ends_its_review(
    browser: TestClient, workers: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_jobs, "KEEP_EVERY", 0.0)
    desk = browser.app.state.service  # type: ignore[attr-defined]
    table = finished(browser, "connect4", random_game("connect4", seed=5))
    browser.post(f"{API}/tables/{table['id']}/review")
    assert browser.delete(f"{API}/tables/{table['id']}").status_code == 204
    until(lambda: len(desk.reviews), lambda running: running == 0)
    assert len(workers.asked) < len(table["moves"])


@pytest.mark.parametrize("fault", [Busy, lambda: ValueError("an engine with a fault")])
def test_trouble_is_told_and_it_can_be_asked_for_again(
    browser: TestClient, workers: Quick, monkeypatch: pytest.MonkeyPatch, fault: Callable[[], Exception]
) -> None:
    monkeypatch.setattr(review_jobs, "TIMES_ASKED_AGAIN", 1)
    table = finished(browser, "tictactoe", ["a1", "b2"])
    workers.trouble = [fault()]
    failed = reviewed(browser, table, "fr")
    assert failed["state"] == "failed" and "redemandez" in failed["problem"]
    done = reviewed(browser, table)
    assert (done["state"], done["problem"]) == ("done", None)


def test_busy_engines_are_waited_for(browser: TestClient, workers: Quick) -> None:
    workers.trouble = [Busy()]
    assert reviewed(browser, finished(browser, "tictactoe", ["a1", "b2"]))["state"] == "done"


def test_too_many_at_once_are_refused(
    browser: TestClient, workers: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_jobs, "MOST_REVIEWS", 1)
    workers.stop_at = 0
    one, other = (finished(browser, "tictactoe", ["a1", word]) for word in ("b2", "c3"))
    assert browser.post(f"{API}/tables/{one['id']}/review").json()["state"] == "running"
    refused = browser.post(f"{API}/tables/{other['id']}/review")
    assert refused.status_code == 503 and refused.headers["retry-after"]
    assert browser.get(f"{API}/tables/{other['id']}/review").json()["state"] == "none"


@pytest.mark.parametrize("kept", ["{", "[]", "null", '{"of": 1}', '{"of": "%s", "moments": [{}], "kept": 1}'])
def test_what_cannot_be_read_is_judged_anew(browser: TestClient, kept: str) -> None:
    table = finished(browser, "tictactoe", ["a1"])
    archive: Archive = browser.app.state.service.archive  # type: ignore[attr-defined]
    stored = archive.load(table["id"])
    assert stored is not None
    archive.save_review(table["id"], kept.replace("%s", fingerprint(stored.record)))
    review = reviewed(browser, table)
    assert review["state"] == "done" and review["moments"][0]["move"] == "a1"


def test_what_is_kept_can_be_read_again(browser: TestClient) -> None:
    table = finished(browser, "tictactoe", ["a1", "b2"])
    reviewed(browser, table)
    archive: Archive = browser.app.state.service.archive  # type: ignore[attr-defined]
    stored, kept = archive.load(table["id"]), archive.review(table["id"])
    assert stored is not None and kept is not None
    assert str(stored.record.seed) not in [kept, json.loads(kept)["of"]]
    game = find_game("tictactoe")
    played = Table.resume(game, stored.record)
    read = StoredReview.unpack(kept, stored.record, played)
    assert StoredReview.unpack(read.pack(game), stored.record, played).pack(game) == kept


def test_two_servers_share_the_work(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One judges, the other tells how far it is and goes on when the first is gone."""
    monkeypatch.setattr(review_jobs, "KEEP_EVERY", 0.0)
    first, second = Quick(), Quick()
    first.stop_at = 2
    with serving(postgres_url, second) as other:
        with serving(postgres_url, first) as one:
            table = finished(one, "tictactoe", LOST)
            path = f"{API}/tables/{table['id']}/review"
            one.post(path)
            shown = until(lambda: other.get(path).json(), lambda review: review["done"] == 2)
            assert shown["state"] == "running"
            assert other.post(path).json()["state"] == "running"
            assert not second.asked, "two do the same work"
        whole = until(lambda: other.get(path).json(), lambda review: review["state"] == "done")
    assert whole["done"] == 7 and len(first.asked) == 2 and len(second.asked) == 5


def test_real_workers_review_a_game(url: str) -> None:
    with serving(url, Workers(processes=2)) as browser:
        review = reviewed(browser, finished(browser, "tictactoe", LOST[:4]))
    assert review["state"] == "done" and review["done"] == 4
    assert review["moments"][1]["verdict"] == "blunder" and review["moments"][1]["then"]
