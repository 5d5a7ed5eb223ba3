"""The archive of a browser: looked through, deleted from, taken out as a file and put in again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from damier.core.record import Record, replay
from damier.core.record_files import MAX_BYTES
from damier.core.record_text import read_records, write_text
from damier.core.text import LANGUAGES
from damier.games import game as find_game
from damier.games import games
from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.tables import import_export
from damier.web.thinking.worker_pool import Workers

API = "/api/v1"


@pytest.fixture
def browser(database_url: str) -> Iterator[TestClient]:
    app = create_app(Archive(database_url), Workers(processes=1))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


def new(client: TestClient, **wish: Any) -> Any:
    answer = client.post(f"{API}/tables", json=wish)
    assert answer.status_code == 201, answer.text
    return answer.json()


def act(client: TestClient, table: Any, what: str, **more: Any) -> Any:
    answer = client.post(f"{API}/tables/{table['id']}/{what}", json={"version": table["version"], **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def listed(client: TestClient, **wish: Any) -> list[str]:
    answer = client.get(f"{API}/tables", params=wish)
    assert answer.status_code == 200, answer.text
    return [table["id"] for table in answer.json()["tables"]]


def export(client: TestClient, form: str = "jsonl") -> list[Record]:
    answer = client.get(f"{API}/archive", params={"format": form})
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
    name = {"jsonl": "damier.jsonl", "text": "damier.txt"}[form]
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    found = [record for _, record in read_records(answer.text)]
    assert all(isinstance(record, Record) for record in found)
    return found  # type: ignore[return-value]


def put_in(client: TestClient, words: str, status: int = 200, lang: str = "en") -> Any:
    headers = {"content-type": "text/plain"}
    answer = client.post(f"{API}/archive?lang={lang}", content=words.encode(), headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


def random_record(key: str, seed: int, most: int = 300) -> Record:
    """A game by chance, to its end or given up."""
    game, chance = find_game(key), random.Random(seed)
    state, words = game.begin(seed=seed), list[str]()
    while state.moves() and len(words) < most:
        move = chance.choice(state.moves())
        words.append(game.write(move))
        state = state.play(move)
    over = state.outcome() is not None
    return Record(
        game=key,
        options=game.settle(),
        seed=seed,
        moves=tuple(words),
        ending="rules" if over else "resigned",
        loser=None if over else 0,
        players=("person",) * state.seats,
        more={"began": "2024-02-29T20:15:00.125+00:00", "date": "2024-03-01T21:00:00.000+00:00"},
    )


PEOPLE = {"players": ["person", "person"]}
WON = {"game": "tictactoe", **PEOPLE, "moves": ["a1", "b2", "a2", "b1", "a3"]}

# Looking and deleting.


def test_the_archive_is_filtered(browser: TestClient) -> None:
    won = new(browser, **WON)["id"]
    level = new(browser, game="tictactoe", players=["person", "easy"], moves=["a1", "b2", "a2", "b1"])
    against = act(browser, level, "moves", move="a3")
    lost = act(browser, new(browser, game="connect4", players=["person", "child"]), "resign")["id"]
    drawn = act(browser, new(browser, game="dots", **PEOPLE), "draw")["id"]
    going = new(browser, game="connect4", **PEOPLE, moves=["4", "4"])["id"]
    everything = [going, drawn, lost, against["id"], won]
    assert listed(browser) == everything
    assert listed(browser, game="connect4") == [going, lost]
    assert listed(browser, state="open") == [going]
    assert listed(browser, state="won") == [against["id"]]
    assert listed(browser, state="lost") == [lost]
    assert set(listed(browser, state="over")) == set(everything) - {going}
    assert drawn in listed(browser, state="drawn") + listed(browser, state="over")
    assert listed(browser, player="easy") == [against["id"]]
    assert listed(browser, words="puissance") == [going, lost]
    assert listed(browser, words="CONECTA 7x6") == listed(browser, words="connect4") == [going, lost]
    assert listed(browser, words="nothing at all") == []
    browser.cookies.clear()
    assert listed(browser) == [], "it is the archive of another browser"


def test_the_archive_comes_in_pages(browser: TestClient) -> None:
    ids = [new(browser, **WON)["id"] for _ in range(7)][::-1]
    pages: list[list[str]] = []
    after = ""
    while after is not None:
        answer = browser.get(f"{API}/tables", params={"most": 3, "after": after}).json()
        pages.append([table["id"] for table in answer["tables"]])
        after = answer["more"]
    assert pages == [ids[:3], ids[3:6], ids[6:]]
    refused = browser.get(f"{API}/tables", params={"after": "nonsense"})
    assert refused.status_code == 422 and "after" in refused.json()["detail"]
    for wish in ({"most": 0}, {"most": 51}, {"state": "maybe"}, {"words": "x" * 201}):
        assert browser.get(f"{API}/tables", params=wish).status_code == 422


def test_who_deletes_does_not_take_it_from_others(browser: TestClient) -> None:
    table = new(browser, game="tictactoe", **PEOPLE, yours=[0])
    mine = dict(browser.cookies)
    browser.cookies.clear()
    joined = browser.post(f"{API}/tables/{table['id']}/join", json={"invitation": table["invitations"]["1"]})
    assert joined.status_code == 200
    theirs = dict(browser.cookies)
    browser.cookies.clear()
    assert browser.delete(f"{API}/tables/{table['id']}").status_code == 403, "a stranger"
    browser.cookies.update(mine)
    assert browser.delete(f"{API}/tables/{table['id']}").status_code == 204
    assert listed(browser) == []
    assert browser.get(f"{API}/tables/{table['id']}").status_code == 200, "the other still has it"
    browser.cookies.clear()
    browser.cookies.update(theirs)
    assert listed(browser) == [table["id"]]
    assert browser.delete(f"{API}/tables/{table['id']}").status_code == 204
    assert browser.get(f"{API}/tables/{table['id']}").status_code == 404
    assert browser.delete(f"{API}/tables/{table['id']}").status_code == 404


# Out.


@pytest.mark.parametrize("form", ["jsonl", "text"])
def test_every_game_goes_out_and_in_again(browser: TestClient, form: str) -> None:
    records = [random_record(key, seed=5) for key in games()]
    taken = put_in(browser, "\n".join(map(write_text, records)))
    assert taken["taken"] == len(records) and taken["refused"] == []
    assert listed(browser) and set(listed(browser)) == set(taken["tables"])
    out = export(browser, form)
    assert {record.game: record for record in out} == {record.game: record for record in records}
    browser.cookies.clear()
    assert export(browser, form) == []
    text = "".join(f"{record.dump()}\n" for record in out)
    again = put_in(browser, text)
    assert again["taken"] == len(records) and not set(again["tables"]) & set(taken["tables"])
    assert {record.dump() for record in export(browser)} == {record.dump() for record in records}
    for table_id in again["tables"]:
        table = browser.get(f"{API}/tables/{table_id}").json()
        assert table["ended"] and table["owner"] and table["you"] == list(range(len(table["players"])))


def test_what_is_hidden_does_not_go_out_before_the_end(browser: TestClient) -> None:
    secret = 2**62 + 12345
    open_game = new(browser, game="connect4", **PEOPLE, moves=["4", "5"], seed=secret)
    mines = new(browser, game="minesweeper", moves=["d1,1"], seed=secret)
    for form in ("jsonl", "text"):
        answer = browser.get(f"{API}/archive", params={"format": form})
        assert str(secret) not in answer.text and "minesweeper" not in answer.text
        assert [record.game for record in export(browser, form)] == ["connect4"]
    record = export(browser)[0]
    assert (record.seed, record.moves, record.ending) == (0, ("4", "5"), "open")
    act(browser, open_game, "resign")
    act(browser, mines, "resign")
    assert {record.game: record.seed for record in export(browser)} == {
        "connect4": secret,
        "minesweeper": secret,
    }


def test_nothing_of_the_server_goes_out(browser: TestClient) -> None:
    table = new(browser, game="tictactoe", **PEOPLE, clock={"main": 300, "increment": 2}, moves=["a1"])
    table = act(browser, table, "moves", move="b2")
    alone = new(browser, game="tictactoe", players=["easy", "easy"], pace=10)
    browser.post(f"{API}/tables/{alone['id']}/pace", json={"pace": 10, "paused": True})
    undone = new(browser, game="connect4", **PEOPLE, moves=["4", "5", "6"])
    act(browser, undone, "undo")
    for record in export(browser):
        assert set(record.more) <= {"seconds", "clock", "began", "date"}
        assert set(record.more.get("clock", {})) <= {"main", "increment", "spent", "running"}
    clocks = [record.more["clock"]["main"] for record in export(browser) if "clock" in record.more]
    assert clocks == [300.0] and len(export(browser)) == 3


def test_a_long_archive_is_one_file(browser: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_export, "PAGE", 4)
    record = random_record("tictactoe", seed=1)
    put_in(browser, "".join(f"{record.dump()}\n" for _ in range(11)))
    assert len(export(browser)) == 11 and len(export(browser, "text")) == 11
    monkeypatch.setattr(import_export, "MOST_GAMES", 8)
    assert len(export(browser)) == 8


def test_only_two_forms_are_known(browser: TestClient) -> None:
    assert browser.get(f"{API}/archive?format=pgn").status_code == 422
    assert export(browser) == []  # a browser without a game gets an empty file


# In.


def test_an_open_game_goes_on(browser: TestClient) -> None:
    record = Record(
        game="tictactoe", options={"size": "3x3"}, seed=3, moves=("a1", "b2"), players=("Alice", "easy")
    )
    taken = put_in(browser, record.dump())
    table = browser.get(f"{API}/tables/{taken['tables'][0]}").json()
    assert [player["name"] for player in table["players"]] == ["person", "easy"]
    assert table["you"] == [0] and table["ended"] is None and table["to_move"] == "person"
    assert act(browser, table, "moves", move="c1")["moves"][:3] == ["a1", "b2", "c1"]


def test_levels_that_do_not_fit_the_board_become_people(browser: TestClient) -> None:
    record = Record(game="tictactoe", options={"size": "5x5"}, seed=3, players=("perfect", "easy"))
    taken = put_in(browser, record.dump())
    table = browser.get(f"{API}/tables/{taken['tables'][0]}").json()
    assert [player["name"] for player in table["players"]] == ["person", "easy"]


def test_names_from_elsewhere_are_shown_as_they_are(browser: TestClient) -> None:
    odd = "m\u00fc\x00\ud800<b>bot</b>" + "x" * 100
    record = replace(random_record("connect4", seed=2), players=("person", odd))
    taken = put_in(browser, record.dump())
    path = f"{API}/tables/{taken['tables'][0]}"
    shown = browser.get(path).json()["players"]
    assert shown[0]["kind"] == "person"
    assert shown[1]["title"].startswith("mü??<b>bot</b>x") and len(shown[1]["title"]) == 60
    assert browser.get(f"{API}/tables").json()["tables"][0]["players"] == shown
    assert export(browser)[0].players[1] == shown[1]["name"]
    assert listed(browser, words="<b>bot") == taken["tables"]
    again = browser.post(f"{path}/rematch")
    assert again.status_code == 201 and {player["name"] for player in again.json()["players"]} == {"person"}


def test_nothing_is_taken_back_in_a_game_with_a_bot_from_elsewhere(browser: TestClient) -> None:
    """It would be open again, and the bot that has the turn is not here."""
    record = replace(random_record("connect4", seed=2), players=("person", "mybot.py"))
    taken = put_in(browser, record.dump())
    path = f"{API}/tables/{taken['tables'][0]}"
    table = browser.get(path).json()
    refused = browser.post(f"{path}/undo?lang=fr", json={"version": table["version"]})
    assert refused.status_code == 422 and "ailleurs" in refused.json()["detail"]
    assert browser.get(path).json() == table


def test_a_record_written_by_hand_is_taken(browser: TestClient) -> None:
    words = "\ufeffdamier record 1\r\ngame: tictactoe\r\nmoves: A1 b2 a2\r\n   b1 a3\r\n"
    taken = put_in(browser, words)
    assert taken["taken"] == 1, taken
    table = browser.get(f"{API}/tables/{taken['tables'][0]}").json()
    assert table["moves"] == ["a1", "b2", "a2", "b1", "a3"] and table["ended"]["ending"] == "rules"
    assert [player["name"] for player in table["players"]] == ["person", "person"]


def test_an_open_mine_field_from_a_file_is_practice(browser: TestClient) -> None:
    record = Record(game="minesweeper", options={"size": "9x9"}, seed=3, moves=("d1,1",))
    taken = put_in(browser, record.dump())
    table = browser.get(f"{API}/tables/{taken['tables'][0]}").json()
    assert table["practice"] is True and table["ended"] is None
    assert export(browser) == [], "the seed is known to who has the file, not to whom they show the table"


@pytest.mark.parametrize(
    ("more", "kept"),
    [
        ({"clock": {"main": 300, "increment": 2, "spent": [1] * 5}}, True),
        ({"clock": {"main": 300, "increment": 2, "spent": [1] * 4}}, False),
        ({"clock": {"main": 1e8, "increment": 2, "spent": [1] * 5}}, False),
        ({"clock": {"main": -1, "increment": 2, "spent": [1] * 5}}, False),
        ({"clock": {"main": "x", "spent": {}}}, False),
        ({"clock": [], "pace": "x", "paused": 1, "undone": ["z9"], "seconds": "long"}, False),
    ],
)
def test_clocks_from_elsewhere_are_checked(browser: TestClient, more: Any, kept: bool) -> None:
    record = Record(
        game="tictactoe",
        options={"size": "3x3"},
        seed=0,
        moves=("a1", "b2", "a2", "b1", "a3"),
        ending="rules",
        more=more,
    )
    taken = put_in(browser, record.dump())
    assert taken["taken"] == 1
    path = f"{API}/tables/{taken['tables'][0]}"
    table = browser.get(path).json()
    assert (table["clock"] is not None) is kept and table["redo"] == 0
    assert browser.post(f"{path}/rematch").status_code == 201


def test_an_open_game_from_elsewhere_has_no_clock(browser: TestClient) -> None:
    clock = {"main": 5, "increment": 0, "spent": [4.0], "running": 4.0, "since": 1.0}
    record = Record(game="tictactoe", options={}, seed=0, moves=("a1",), more={"clock": clock})
    taken = put_in(browser, record.dump())
    table = browser.get(f"{API}/tables/{taken['tables'][0]}").json()
    assert table["clock"] is None and table["ended"] is None


GOOD = random_record("tictactoe", seed=1)

BAD: dict[str, str] = {
    "no JSON": "{",
    "another object": '{"a": 1}',
    "no such game": GOOD.dump().replace('"tictactoe"', '"chess"'),
    "an option that cannot be": GOOD.dump().replace('"3x3"', '"99x99"'),
    "no such move": GOOD.dump().replace('"moves": "', '"moves": "z9 '),
    "a wrong end": replace(GOOD, moves=GOOD.moves[:2]).dump(),
    "a loser who is not there": replace(GOOD, moves=(), ending="resigned", loser=2).dump(),
    "too many players": replace(GOOD, players=("person",) * 3).dump(),
    "too many moves": replace(GOOD, moves=("a1",) * 5001).dump(),
    "a seed that is none": GOOD.dump().replace('"seed": "1"', '"seed": "-1"'),
}


def test_what_is_wrong_is_told_by_line_and_costs_nothing_else(browser: TestClient) -> None:
    lines = [GOOD.dump()]
    for line in BAD.values():
        lines += [line, GOOD.dump()]
    told = {lang: put_in(browser, "\n".join(lines), lang=lang) for lang in LANGUAGES}
    for answer in told.values():
        assert answer["taken"] == len(answer["tables"]) == len(BAD) + 1
        assert [refused["line"] for refused in answer["refused"]] == list(range(2, len(lines), 2))
    for problems in zip(*(answer["refused"] for answer in told.values()), strict=True):
        assert len({problem["problem"] for problem in problems}) == 3, problems


@pytest.mark.parametrize("content", [b"", b" \n\n", b"\xff\xfe", b"# a remark\n"])
def test_a_file_without_a_game_gets_a_sentence(browser: TestClient, content: bytes) -> None:
    answer = browser.post(f"{API}/archive?lang=es", content=content)
    assert answer.status_code == 422 and "archivo" in answer.json()["detail"]
    assert "set-cookie" not in answer.headers


def test_rubbish_is_refused_line_by_line(browser: TestClient) -> None:
    answer = put_in(browser, "MZ\x00\x01 rubbish\nmore rubbish\n")
    assert answer["taken"] == 0 and answer["refused"] and not listed(browser)


def test_files_are_bounded(browser: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    long = browser.post(f"{API}/archive", content=b" " * (MAX_BYTES + 1))
    assert long.status_code == 413
    monkeypatch.setattr(import_export, "MOST_RECORDS", 3)
    many = put_in(browser, "".join(f"{GOOD.dump()}\n" for _ in range(5)))
    assert many["taken"] == 3 and [refused["line"] for refused in many["refused"]] == [4]
    rubbish = put_in(browser, "{\n" * 5)
    assert rubbish["taken"] == 0 and len(rubbish["refused"]) == 4
    monkeypatch.setattr(import_export, "MOST_SECONDS", -1.0)
    slow = put_in(browser, f"{GOOD.dump()}\n" * 2)
    assert slow["taken"] == 0 and [refused["line"] for refused in slow["refused"]] == [1]


def test_a_record_that_takes_too_long_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="too much for one file"):
        import_export.settle(GOOD, "me", lambda: True)
    assert import_export.settle(GOOD, "me", lambda: False).record == replace(GOOD, more={})


def test_the_importer_gets_a_secret(browser: TestClient) -> None:
    browser.cookies.clear()
    taken = put_in(browser, GOOD.dump())
    assert len(browser.cookies["damier"]) == 43 and listed(browser) == taken["tables"]


def test_the_largest_board_goes_in(browser: TestClient) -> None:
    game = find_game("minesweeper")
    options = game.settle(None, {"size": "60x60"})
    moves = [f"{act}{x},{y}" for y in range(1, 61) for x in range(1, 41) for act in "fu"]
    record = Record(
        game="minesweeper", options=options, seed=1, moves=tuple(moves), ending="resigned", loser=0
    )
    assert len(moves) > 4000
    taken = put_in(browser, record.dump())
    assert taken["taken"] == 1, taken
    assert export(browser)[0].moves == record.moves
    assert len(list(replay(game, export(browser)[0]))) == len(moves) + 1


def test_json_over_several_lines_is_read_too(browser: TestClient) -> None:
    assert put_in(browser, json.dumps(json.loads(GOOD.dump()), indent=2))["taken"] == 1
