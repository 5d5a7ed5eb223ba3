"""Tournaments on the server whose names, files and words may not be trusted."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.arena.contests import append, cut, hostile, planned, written
from tests.web.tournaments.touring import API, client, folder, get, made, place, refused

from damier.arena.run_folder import GAMES, PLAN, TIMES

__all__ = ["client", "folder", "made", "place"]

# What may not be trusted.


@pytest.mark.parametrize(
    "name",
    [
        *("..", ".", "..%2fruns%2fthree", "%2e%2e%2fthree", "three%2f..%2fthree", "%2fetc", "three%00"),
        *("x" * 201, "..%5cthree", "no%20run", ".hidden", "%ff", "three%0a", "*", "~root"),
    ],
)
def test_only_names_that_are_listed_are_opened(client: TestClient, folder: Path, name: str) -> None:
    shutil.copytree(folder / "three", folder / ".hidden")
    for rest in ("", "/games", "/games/0", "/games/0/plies/0"):
        answer = client.get(f"{API}/{name}{rest}")
        # The client itself takes ".." away: what remains is the list, or another address.
        if name not in ("..", "."):
            assert answer.status_code in (404, 422), (rest, answer.text)
        assert answer.status_code < 500 and "root:" not in answer.text


def test_a_link_out_of_the_folder_is_the_hosts_own_affair(
    client: TestClient, folder: Path, made: Path
) -> None:
    (folder / "linked").symlink_to(made / "three")
    assert get(client, "/linked")["played"] == 12


DAMAGES: dict[str, tuple[str, bytes]] = {
    "no plan": (PLAN, b"nonsense"),
    "another format": (PLAN, b"{}"),
    "not text": (PLAN, b"\xff\xfe"),
    "a broken line": (GAMES, b"nonsense\n"),
    "an empty line": (GAMES, b"\n"),
    "no record": (GAMES, b'{"format": "damier record 1"}\n'),
    "deep": (GAMES, b"[" * 100_000 + b"\n"),
    "not text either": (GAMES, b"\xff\n"),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_run_is_one_sentence_and_hides_no_other(
    client: TestClient, folder: Path, what: str
) -> None:
    file, content = DAMAGES[what]
    shutil.copytree(folder / "three", folder / "bad")
    if file == PLAN:
        (folder / "bad" / PLAN).write_bytes(content)
    else:
        append(folder / "bad", [content])
    for path in ("/bad", "/bad/games", "/bad/games/0", "/bad/games/0/plies/0"):
        words = refused(client, path, 422)
        assert str(folder) not in words, "nobody is told of the folders of this machine"
    found = get(client)
    assert {line["id"] for line in found["tournaments"]} == {"three", "proven"}
    (damaged,) = found["damaged"]
    assert damaged["id"] == "bad" and damaged["problem"] and str(folder) not in damaged["problem"]
    assert get(client, "/three")["played"] == 12


def edited(folder: Path, changes: dict[str, Any]) -> None:
    plan = json.loads((folder / PLAN).read_text())
    (folder / PLAN).write_text(json.dumps({**plan, **changes}))


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"game": "connect4"},
        {"options": {"size": "9999x9999"}},
        {"options": []},
        {"games": 2.5},
        {"alone": True},
        {"entrants": [{"name": 5, "words": 5}, {"name": None, "words": []}]},
        {"entrants": "ab"},
        {"sprt": {"elo0": "a", "elo1": "b"}},
        {"openings": 5},
        {"seed": "x"},
        {"limit": 7},
        {"mode": []},
    ],
)
def test_a_plan_that_makes_no_sense(client: TestClient, folder: Path, changes: dict[str, Any]) -> None:
    """Whatever stands in it, there is an answer, and the others are still listed."""
    shutil.copytree(folder / "three", folder / "odd")
    edited(folder / "odd", changes)
    for path in ("/odd", "/odd/games", "/odd/games/3", "/odd/games/3/plies/2"):
        answer = client.get(API + path)
        assert answer.status_code in (200, 404, 422), answer.text
    assert "three" in {line["id"] for line in get(client)["tournaments"]}


@pytest.mark.parametrize(
    "changes",
    [
        {"moves": "z9"},
        {"moves": "b2 b2"},
        {"moves": "b2 " * 20_000},
        {"ending": "rules", "moves": "b2"},
        {"game": "dots"},
        {"options": {"size": "77x77"}},
        {"more": {}},
        {"more": {"arena": {"game": 0, "points": [1]}}},
        {"more": {"arena": {"game": 0, "points": ["x", {}]}}},
    ],
)
def test_a_game_that_makes_no_sense(client: TestClient, folder: Path, changes: dict[str, Any]) -> None:
    lines = cut(folder / "three", 0)
    first = json.loads(lines[0])
    append(folder / "three", [json.dumps({**first, **changes}).encode() + b"\n", *lines[1:]])
    answers = [client.get(f"{API}/three{path}") for path in ("", "/games", "/games/0", "/games/0/plies/0")]
    assert all(answer.status_code in (200, 404, 422) for answer in answers)
    assert answers[2].status_code == 422


@pytest.mark.parametrize(
    "opinions",
    [
        None,
        {},
        [5, "x", None, [], {}],
        [{"chance": "NaN", "depth": -1, "nodes": 1e400, "label": 5}] * 9,
        [{"chance": 7, "depth": True, "label": {"message": "{n.__class__}", "params": {"n": 1}}}] * 9,
        [{"label": {"literal": "<b>\x1b[2J" + "x" * 9999}}] * 9,
        [{"label": {"message": "wins in {n}", "params": {"n": [1]}}}] * 9,
        [{"verdict": 5}] * 9,
        [{"verdict": {"kind": "__class__"}}] * 9,
        [{"verdict": {"kind": "win", "n": "<b>\x1b[2J", "proven": 5}}] * 9,
        [{"verdict": {"kind": "risk", "mine": 1e400}}] * 9,
        [{"verdict": {"kind": "risk", "mine": 0.5, "estimated": 10**12}}] * 9,
        [{"verdict": {"kind": "margin", "boxes": "inf", "proven": True}}] * 9,
        [{"verdict": {"kind": "score", "number": 1, "form": "%999999999d"}}] * 9,
        [
            {
                "verdict": {
                    "kind": "score",
                    "number": 1,
                    "words": {"message": "{n.__class__}", "params": {"n": 1}},
                }
            }
        ]
        * 9,
    ],
)
def test_opinions_that_make_no_sense_are_left_out(client: TestClient, folder: Path, opinions: Any) -> None:
    lines = cut(folder / "three", 0)
    first = json.loads(lines[0])
    first["more"]["opinions"] = opinions
    append(folder / "three", [json.dumps(first).encode() + b"\n", *lines[1:]])
    game = get(client, "/three/games/0")
    assert len(game["views"]) == game["moves"]
    for view in filter(None, game["views"]):
        assert view["chance"] is None or 0 <= view["chance"] <= 1
        assert view["depth"] >= 0 and view["nodes"] >= 0
        assert view["label"] is None or (len(view["label"]) <= 80 and view["label"].isprintable())
        assert "class" not in (view["label"] or "")


def test_names_and_reasons_are_words_and_no_paths_are_told(client: TestClient, folder: Path) -> None:
    plan = replace(planned(games=2), entrants=hostile())
    written(folder / "hostile", plan, [[1.0, 0.0], [0.0, 1.0]], printed=["secret"])
    found = get(client, "/hostile")
    assert found["rows"][0]["name"] == "<img src=x onerror=alert(1)>.py"
    assert found["rows"][0]["forfeits"] + found["rows"][1]["forfeits"] == 2
    assert any("not among the legal moves" in words for words in found["remarks"])
    everything = json.dumps(
        [found, get(client), get(client, "/hostile/games"), get(client, "/hostile/games/0")]
    )
    for secret in ("/home", "/opt", "hush", "secret", "\\u001b"):
        assert secret not in everything
    assert "among the legal moves" in get(client, "/hostile/games")["games"][0]["words"]
    assert "n'est pas" in get(client, "/hostile/games", lang="fr")["games"][0]["words"]


def test_what_is_not_there(client: TestClient, folder: Path) -> None:
    assert "tournament" in refused(client, "/nothing", 404)
    assert "12" in refused(client, "/three/games/12", 404)
    refused(client, "/three/games/0/plies/999", 422)
    refused(client, "/three/games/-1", 422)
    refused(client, "/three/games/x", 422)
    shutil.rmtree(folder)
    assert get(client) == {"tournaments": [], "damaged": [], "left_off": 0}
    refused(client, "/three", 404)


def test_a_run_without_a_game_yet(client: TestClient, folder: Path) -> None:
    cut(folder / "three", 0)
    (folder / "three" / TIMES).unlink()
    found = get(client, "/three")
    assert found["played"] == 0 and found["state"] == "running" and len(found["rows"]) == 3
    (folder / "three" / GAMES).unlink()
    assert get(client, "/three")["played"] == 0 and get(client, "/three/games")["games"] == []
    assert get(client)["tournaments"]
