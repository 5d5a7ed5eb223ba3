"""Tournaments on the server: what is told of them, also while they grow."""

from __future__ import annotations

import shutil
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from tests.arena.contests import append, copied, cut, planned, play
from tests.store.archiving import in_parallel
from tests.web.tournaments.touring import age, client, folder, get, made, place, refused

from damier.arena import run_reader as reader_module
from damier.arena.run_folder import GAMES
from damier.arena.run_reader import RunReader
from damier.arena.statistics.sprt import Sprt
from damier.arena.statistics.standings import Standings
from damier.cli.commands import cli
from damier.core.record import Record
from damier.store.user_files import runs_folder
from damier.web.tournaments import run_index as runs_module
from damier.web.tournaments import tournament_view as tournaments_module
from damier.web.tournaments.run_index import Runs

__all__ = ["client", "folder", "made", "place"]

# What is told.


def test_the_list_tells_how_far_each_is(client: TestClient, folder: Path) -> None:
    age(folder / "proven", 1000)
    shutil.copytree(folder / "three", folder / "going")
    cut(folder / "going", 5)
    shutil.copytree(folder / "going", folder / "stopped")
    age(folder / "stopped", 500)
    (folder / "no run").mkdir()
    (folder / "file").write_text("nothing")
    found = get(client)
    lines = {line["id"]: line for line in found["tournaments"]}
    assert list(lines)[-2:] == ["stopped", "proven"]
    assert {name: line["state"] for name, line in lines.items()} == {
        "three": "finished",
        "going": "running",
        "stopped": "stopped",
        "proven": "finished",  # by its test, though games are missing
    }
    assert lines["going"]["played"] == 5 and lines["going"]["total"] == 12
    assert lines["three"]["title"] == "Tic-tac-toe" and lines["three"]["players"] == [
        "Easy",
        "Hard",
        "Normal",
    ]
    assert found["damaged"] == [] and found["left_off"] == 0
    french = {line["id"]: line for line in get(client, lang="fr")["tournaments"]}
    assert french["three"]["title"] == "Morpion" and french["three"]["players"][0] == "Facile"


def test_the_table_is_that_of_the_arena(client: TestClient, folder: Path) -> None:
    found = get(client, "/three")
    plan = planned(engines="easy,hard,normal", games=4)
    standings = Standings(plan)
    for line in (folder / "three" / GAMES).read_text().splitlines():
        standings.add(Record.load(line))
    rows = standings.table()
    assert [row["entry"] for row in found["rows"]] == [row.entry for row in rows]
    for shown, row in zip(found["rows"], rows, strict=True):
        assert shown["points"] == row.points and shown["games"] == row.games == 8
        assert (shown["wins"], shown["draws"], shown["losses"]) == (row.wins, row.draws, row.losses)
        assert shown["rating"] == row.words().show()
    cross = standings.cross()
    for i, one in enumerate(rows):
        for j, two in enumerate(rows):
            cell = cross[one.entry][two.entry]
            assert (found["cross"][i][j] is None) == (cell is None)
            if cell is not None:
                assert found["cross"][i][j]["points"] == cell.points
    assert found["counted"] == found["played"] == 12 and found["state"] == "finished"
    assert found["command"].startswith("damier arena tictactoe --engines easy,hard,normal --games 4")


def test_a_sequential_test_is_told(client: TestClient, folder: Path) -> None:
    found = get(client, "/proven")
    assert found["test"]["verdict"] == "H1" and found["test"]["llr"] >= found["test"]["upper"]
    assert found["test"]["elo1"] == 300
    assert "proven: Hard is stronger (H1)" in found["remarks"]
    assert "prouvé\u00a0: Difficile est plus fort (H1)" in get(client, "/proven", lang="fr")["remarks"]


def test_a_test_of_copies_is_over_without_a_verdict(
    client: TestClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments_module, "SLICE", 60.0)  # a busy machine may count few games in 20 ms
    copied(folder / "copied", 60, sprt=Sprt(elo0=0, elo1=50))
    cut(folder / "copied", 44)  # where the arena ends it: two pairs, and twenty that repeat them
    found = get(client, "/copied")
    assert found["test"]["verdict"] is None and found["test"]["llr"] < 0.5
    assert [(row["games"], row["different"], row["points"]) for row in found["rows"]] == [
        (44, 4, 44),
        (44, 4, 0),
    ]
    assert found["remarks"][0].startswith("nothing new is to be learnt: the last 20 pairs")
    assert found["remarks"][1].startswith("only 2 of 22 pairs of games are different")
    age(folder / "copied", 1000)
    lines = {line["id"]: line for line in get(client)["tournaments"]}
    assert lines["copied"]["state"] == found["state"] == "finished"
    cut(folder / "copied", 42)
    age(folder / "copied", 1000)
    assert get(client, "/copied")["state"] == "stopped", "one pair before, it was to go on"


def test_games_page_by_page_and_by_player(client: TestClient, folder: Path) -> None:
    first = get(client, "/three/games", most=5)
    assert [game["number"] for game in first["games"]] == [11, 10, 9, 8, 7]
    second = get(client, "/three/games", most=5, after=first["more"])
    third = get(client, "/three/games", most=5, after=second["more"])
    assert [game["number"] for game in [*second["games"], *third["games"]]] == [6, 5, 4, 3, 2, 1, 0]
    assert third["more"] is None and first["count"] == 12
    exact = get(client, "/three/games", most=12)
    assert exact["more"] is None and len(exact["games"]) == 12
    mine = get(client, "/three/games", player=2, most=3)
    assert mine["count"] == 8 and mine["more"] is not None
    assert all(2 in [side["entry"] for side in game["sides"]] for game in mine["games"])
    assert get(client, "/three/games", after=0) == {"games": [], "more": None, "count": 12}
    assert "from 0 to 2" in get(client, "/three/games", 422, player=3)["detail"]


def test_a_game_is_replayed_with_what_the_engines_thought(client: TestClient, folder: Path) -> None:
    lines = (folder / "three" / GAMES).read_text().splitlines()
    for number in (0, 7):
        record = Record.load(lines[number])
        game = get(client, f"/three/games/{number}")
        assert game["notation"] == list(record.moves) and game["moves"] == len(record.moves)
        assert game["views"][: game["opening"]] == [None] * game["opening"]
        opinions = record.more["opinions"]
        for view, said in zip(game["views"], opinions, strict=True):
            assert (view is None) == (said is None)
            if said is not None:
                assert view["depth"] == said["depth"] and view["chance"] == said.get("chance")
        for ply in range(len(record.moves) + 1):
            moment = get(client, f"/three/games/{number}/plies/{ply}")
            place = client.post(
                "/api/v1/positions", json={"game": "tictactoe", "moves": list(record.moves[:ply])}
            ).json()
            assert moment["position"] == place["position"] and moment["last"] == place["last"]
            assert all(not mark["moves"] for mark in moment["scene"]["marks"])
        assert game["end"] == moment
        # The chances of the first seat: those of who moved, turned round for the second.
        for turn, view, value in zip(game["turns"], game["views"], game["graph"][1:], strict=True):
            if view is not None and view["chance"] is not None:
                assert value == pytest.approx(view["chance"] if turn == 0 else 1 - view["chance"])
    assert get(client, "/three/games/0", lang="fr")["words"] != get(client, "/three/games/0")["words"]


@pytest.mark.parametrize(
    ("game", "engines"),
    [("minesweeper", "document,counter"), ("quoridor", "easy,normal"), ("dots", "easy,hard")],
)
def test_every_kind_of_game(client: TestClient, folder: Path, game: str, engines: str) -> None:
    play(folder / game, game=game, engines=engines, games=2)
    found = get(client, f"/{game}")
    assert found["alone"] == (game == "minesweeper") and len(found["rows"]) == 2
    if found["alone"]:
        assert any(row["speed"] for row in found["rows"]), "how fast boards are solved is told"
        assert all(0 <= row["low"] <= row["value"] <= row["high"] <= 1 for row in found["rows"])
    for line in get(client, f"/{game}/games")["games"]:
        whole = get(client, f"/{game}/games/{line['number']}")
        assert whole["end"]["ply"] == line["moves"] == len(whole["turns"])
        middle = get(client, f"/{game}/games/{line['number']}/plies/{line['moves'] // 2}")
        assert middle["scene"]["marks"]


# While it grows.


def test_nothing_is_parsed_twice(client: TestClient, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is asked for: each line once for the table, and a page of games for the list."""
    parsed: list[int] = []
    load = Record.load

    def counting(words: str) -> Record:
        record = load(words)
        parsed.append(record.more["arena"]["game"])
        return record

    monkeypatch.setattr(Record, "load", counting)
    shutil.rmtree(folder / "proven")
    rest = cut(folder / "three", 7)
    for _ in range(5):
        assert get(client, "/three")["counted"] == 7
    assert sorted(parsed) == list(range(7))
    append(folder / "three", rest[:2])
    append(folder / "three", [rest[2][:30]])  # a line that is being written
    for _ in range(5):
        assert get(client, "/three")["counted"] == 9
    assert sorted(parsed) == list(range(9))
    append(folder / "three", [rest[2][30:], *rest[3:]])
    assert get(client, "/three")["state"] == "finished"
    assert sorted(parsed) == list(range(12))
    parsed.clear()
    get(client, "/three/games", most=4)
    assert parsed == [11, 10, 9, 8]
    parsed.clear()
    get(client)
    get(client)
    assert parsed == [11], "a list looks at the last line, and at that once"


def test_a_huge_run_is_read_bit_by_bit(
    client: TestClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One request reads for a while only; the next goes on where it was."""
    whole = get(client, "/three")
    shutil.copytree(folder / "three", folder / "huge")
    monkeypatch.setattr(tournaments_module, "SLICE", -1.0)  # no time at all: one game for each piece
    monkeypatch.setattr(tournaments_module, "READING", -1.0)  # and one piece for each request
    counted = [get(client, "/huge")["counted"] for _ in range(13)]
    assert counted == [*range(1, 13), 12]
    assert get(client, "/huge")["rows"] == whole["rows"]
    shutil.copytree(folder / "three", folder / "large")
    monkeypatch.setattr(tournaments_module, "READING", 60.0)
    pieces: list[float] = []
    advance = RunReader.advance

    def counting(run: RunReader, until: float) -> None:
        pieces.append(until)
        advance(run, until)

    monkeypatch.setattr(RunReader, "advance", counting)
    assert get(client, "/large")["counted"] == 12
    assert len(pieces) >= 12, "others have their turn between two games"


def test_a_line_without_an_end_is_not_read_for_ever(
    client: TestClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_module, "MOST_LINE", 50_000)
    monkeypatch.setattr(reader_module, "CHUNK", 10_000)
    append(folder / "three", [b"x" * 100_000])
    assert "line 13 of games.jsonl is broken: it is too long" in refused(client, "/three", 422)
    assert {line["id"] for line in get(client)["tournaments"]} == {"proven"}


def test_many_who_ask_at_once_count_each_game_once(folder: Path) -> None:
    runs = Runs(folder)
    gate = threading.Barrier(4)

    def ask() -> int:
        gate.wait(60)
        run = runs.reader("three")
        run.advance(time.monotonic() + 60)
        return run.standings.games

    assert in_parallel(*[ask] * 4) == [12] * 4
    assert sum(row.games for row in runs.reader("three").standings.table()) == 24


def test_only_some_runs_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs_module, "MOST_GLANCES", 2)
    runs = Runs(folder, most=2)
    for name in ("a", "b", "c"):
        shutil.copytree(folder / "three", folder / name)
        runs.reader(name)
        runs.glance(name)
    assert list(runs._readers) == ["b", "c"] and list(runs._glances) == ["b", "c"]
    kept = runs.reader("b")
    assert runs.reader("b") is kept


def test_another_run_in_the_same_folder_is_read_anew(client: TestClient, folder: Path) -> None:
    assert get(client, "/three")["played"] == 12
    shutil.rmtree(folder / "three")
    refused(client, "/three", 404)
    play(folder / "three", engines="hard,easy", games=2)
    found = get(client, "/three")
    assert found["played"] == 2 and [row["name"] for row in found["rows"]][:1] == ["Hard"]
    cut(folder / "three", 1)  # shorter than it was
    assert get(client, "/three")["played"] == 1


def test_the_arena_keeps_its_runs_where_the_page_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path))
    words = "arena tictactoe --engines easy,hard --games 2 --limit 20nodes --plies 1 --processes 1"
    for number in (1, 2):
        done = CliRunner().invoke(cli, words.split())
        assert done.exit_code == 0, done.output
        assert len(Runs(runs_folder()).names()) == number, "each has a folder of its own"
    assert all(name.startswith("tictactoe-") for name, _ in Runs(runs_folder()).names())
