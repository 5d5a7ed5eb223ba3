"""Ratings of levels: measured, kept with how they were made, and shown beside each level."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from tests.serving import API

from damier.cli.commands import cli
from damier.games import game as find_game
from damier.games import names
from damier.store.archive import Archive
from damier.store.ratings import Rated, Ratings, own_file, ratings, user_file
from damier.web.app import create_app
from damier.web.workers import Workers


def run(*words: str) -> str:
    done = CliRunner().invoke(cli, [*words, "--lang", "en"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path / "data"))
    return tmp_path


def test_levels_are_rated_against_random_play(data: Path) -> None:
    out = data / "runs"
    command = [
        "rate",
        "tictactoe",
        "--games",
        "8",
        "--out",
        str(out),
        "--processes",
        "1",
        "--limit",
        "50nodes",
    ]
    run(*command)
    found = Ratings.load(user_file("tictactoe").read_text())
    assert found is not None
    assert set(found.levels) == {"random", "easy", "normal", "hard", "perfect"}  # those that play 3x3
    assert found.levels["random"].value == 0 and found.levels["perfect"].value > 0
    assert found.command == "damier rate tictactoe --games 8 --limit 50nodes --seed 1"
    before = (out / "tictactoe" / "games.jsonl").read_bytes()
    again = run(*command)  # nothing is missing: the same is found again
    assert (out / "tictactoe" / "games.jsonl").read_bytes() == before
    assert Ratings.load(user_file("tictactoe").read_text()) == found
    assert "168 games" in again
    refused = CliRunner().invoke(cli, [*command, "--seed", "2"])
    assert refused.exit_code != 0 and "holds another tournament" in str(refused.exception)


def test_a_game_for_one_is_rated_by_boards_won(data: Path) -> None:
    command = ["rate", "minesweeper", "--games", "3", "--out", str(data / "runs"), "--processes", "1"]
    run(*command, "--limit", "20nodes")
    found = ratings(find_game("minesweeper"))
    assert found is not None
    random = Ratings.load(user_file("minesweeper").read_text())
    assert random is not None and random.levels["random"].alone and 0 <= random.levels["random"].value <= 1


def test_what_was_measured_last_is_shown(data: Path) -> None:
    game = find_game("connect4")
    known = Ratings(
        game="connect4",
        command="damier rate connect4",
        date="2999-01-01",
        limit="2000nodes",
        levels={"child": Rated(321.4, 300, 340, 10), "searcher": Rated(1500, 1400, math.inf, 10)},
    )
    user_file("connect4").parent.mkdir(parents=True)
    user_file("connect4").write_text(known.dump())
    assert ratings(game) == Ratings.load(known.dump()) == known
    shown = run("levels", "connect4")
    assert "Elo 321" in shown and "Elo above 1400" in shown and "2999-01-01" in shown


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("field", ["value", "low", "high"])
def test_what_is_no_number_is_no_rating(field: str, value: float) -> None:
    known = Ratings(game="dots", command="", date="", limit="", levels={"child": Rated(1, 0, 2, 10)})
    content = json.loads(known.dump())
    assert Ratings.load(json.dumps(content)) == known
    content["levels"]["child"][field] = value
    assert Ratings.load(json.dumps(content)) is None


@pytest.mark.parametrize(
    ("low", "high", "words", "interval"),
    [
        (-math.inf, math.inf, "unknown", "unknown"),
        (12.0, math.inf, "Elo above 12", "95 %: above 12"),
        (-math.inf, 12.0, "Elo below 12", "95 %: below 12"),
        (0.0, 12.0, "Elo 6", "95 %: 0 to 12"),
    ],
)
def test_a_rating_says_what_is_known(low: float, high: float, words: str, interval: str) -> None:
    known = Rated(6.0, low, high, 2)
    assert (known.words().show("en"), known.range().show("en")) == (words, interval)


@pytest.mark.parametrize("words", ["", "[]", "{}", '{"format": "damier ratings 1"}', "null", '{"format": 3}'])
def test_a_broken_file_is_no_rating_and_no_trouble(data: Path, words: str) -> None:
    user_file("connect4").parent.mkdir(parents=True)
    user_file("connect4").write_text(words)
    assert Ratings.load(words) is None
    run("levels", "connect4")


@pytest.mark.parametrize("key", ["connect4", "dots", "minesweeper", "quoridor", "tictactoe"])
def test_every_game_comes_with_ratings_of_the_levels_on_its_usual_board(key: str) -> None:
    assert key in names()
    game = find_game(key)
    path = own_file(key)
    assert path is not None
    found = Ratings.load(path.read_text("utf-8"))
    assert found is not None and found.game == key
    state = game.begin(seed=0)
    assert set(found.levels) == {"random", *game.fitting(game.view(state, state.turn))}
    assert found.command.startswith(f"damier rate {key} ") and found.date
    assert all(json.loads(found.dump())["levels"][level]["games"] > 0 for level in found.levels)


def test_the_page_tells_the_ratings(data: Path) -> None:
    user_file("connect4").parent.mkdir(parents=True)
    known = Ratings(
        game="connect4",
        command="",
        date="2999-01-01",
        limit="",
        levels={"child": Rated(321.4, 300, 340, 10)},
    )
    user_file("connect4").write_text(known.dump())
    archive = Archive(f"sqlite:///{data / 'games.sqlite'}")
    with TestClient(create_app(archive, Workers(processes=1)), base_url="http://127.0.0.1:8000") as client:
        games = {game["key"]: game for game in client.get(f"{API}/games").json()["games"]}
    levels = {level["key"]: level["rating"] for level in games["connect4"]["levels"]}
    assert levels["child"] == "Elo 321" and levels["searcher"] is None
