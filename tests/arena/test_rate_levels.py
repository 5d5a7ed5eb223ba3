"""Ratings of levels: measured, kept with how they were made, and shown beside each level."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from tests.web.serving import API

from damier.arena.plan import Plan
from damier.arena.rate_levels import playing_limit, rated, steps
from damier.arena.statistics.elo import estimate, is_known
from damier.cli.commands import cli
from damier.core.options import Options
from damier.games import game as find_game
from damier.games import names
from damier.store.level_ratings import (
    RATINGS_FORMAT,
    Lead,
    Rated,
    Ratings,
    known_ratings,
    own_file,
    user_file,
)
from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.thinking.worker_pool import Workers


def run(*words: str) -> str:
    done = CliRunner().invoke(cli, [*words, "--lang", "en"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path / "data"))
    return tmp_path


def kept(key: str) -> Ratings:
    found = Ratings.load(user_file(key).read_text(), next(iter(find_game(key).presets)))
    assert found is not None
    return found


def test_levels_are_rated_against_their_neighbours(data: Path) -> None:
    out = data / "runs"
    command = ["rate", "tictactoe", "--games", "8", "--out", str(out), "--processes", "1"]
    run(*command)
    found = kept("tictactoe")
    levels = found.boards["3x3"]
    assert list(found.boards) == ["3x3"]
    assert set(levels) == {"random", "easy", "normal", "hard", "perfect"}  # those that play 3x3
    assert levels["random"].value == 0 and levels["perfect"].value > 0
    lead = levels["normal"].lead
    assert lead is not None and lead.other == "easy" and levels["random"].lead is None
    assert found.command == "damier rate tictactoe --error 60 --games 8 --seed 1"
    before = {path: path.read_bytes() for path in out.rglob("games.jsonl")}
    run(*command)  # nothing is missing: the same is found again
    assert {path: path.read_bytes() for path in out.rglob("games.jsonl")} == before
    assert kept("tictactoe") == found
    refused = CliRunner().invoke(cli, [*command, "--seed", "2"])
    assert refused.exit_code != 0 and "holds another tournament" in str(refused.exception)


def test_a_level_is_rated_as_it_plays(data: Path) -> None:
    """By its own depth or knowledge; by its own time, told as processor time."""
    out = data / "runs"
    run("rate", "tictactoe", "--games", "2", "--out", str(out), "--processes", "1")
    limits = set()
    for path in out.rglob("run.json"):
        plan = Plan.load(path.read_text())
        assert plan.limit is None
        limits |= {(entrant.spec.partition("~")[0], entrant.limit) for entrant in plan.entrants}
    assert limits == {(key, None) for key in ("random", "easy", "normal", "hard", "perfect")}
    quoridor, connect4 = find_game("quoridor").engines, find_game("connect4").engines
    assert [quoridor[key].usual.depth for key in ("easy", "normal", "hard", "expert")] == [2, 3, 4, 5]
    assert (
        playing_limit(quoridor["expert"])
        is playing_limit(connect4["perfect"])
        is playing_limit(connect4["master"])
        is None
    )
    assert playing_limit(connect4["searcher"]) == "1cpus"


@pytest.mark.parametrize(
    ("pairs", "known"),
    [
        ((0, 0, 0, 0, 24), False),
        ((0, 0, 0, 0, 25), True),  # who wins everything: no number of games would tell
        ((25, 0, 0, 0, 0), True),
        ((10, 0, 20, 0, 10), False),
        ((20, 0, 40, 0, 20), True),
    ],
)
def test_two_play_until_their_difference_is_known(pairs: tuple[int, ...], known: bool) -> None:
    assert is_known(pairs, 60) == known
    assert (estimate(pairs).error <= 60) == (known and max(pairs) < sum(pairs))


def test_who_wins_everything_is_rated_over_steps_between() -> None:
    """All of its moves by chance, fewer and fewer, none: a finite difference can be found."""
    game = find_game("connect4")
    all_won, most_won = (0, 0, 0, 0, 25), (0, 0, 1, 0, 24)
    assert steps(game, ("random", "evaluator"), most_won) == []
    assert steps(game, ("evaluator", "searcher"), all_won) == [], "it thinks by the clock"
    between = steps(game, ("random", "evaluator"), all_won)
    assert [lower for lower, _ in between] == ["random", *(f"evaluator~{n}" for n in (80, 60, 40, 20))]
    assert between[-1][1] == "evaluator"
    close = (5, 0, 10, 0, 15)
    found = {("random", "evaluator"): all_won, ("evaluator", "searcher"): all_won}
    bounded = rated(["random", "evaluator", "searcher"], {**found, **dict.fromkeys(between, close)})
    assert math.isfinite(bounded["evaluator"].high) and math.isinf(bounded["searcher"].high)
    alone = rated(["random", "evaluator", "searcher"], found)
    assert math.isinf(alone["evaluator"].high)
    lead = alone["evaluator"].lead
    assert lead is not None
    assert str(lead.words(game)) == f"at least {lead.low:.0f} above random play" and lead.low > 300


def test_a_game_for_one_is_rated_on_each_of_its_boards(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is won of Beginner's boards says nothing of Expert's. Here they are small."""
    presets = cast(dict[str, Options], find_game("minesweeper").presets)
    for preset, mines in zip(list(presets), (0, 6, 15), strict=True):
        monkeypatch.setitem(presets, preset, {"size": "5x5", "mines": mines})
    command = ["rate", "minesweeper", "--games", "3", "--out", str(data / "runs"), "--processes", "1"]
    run(*command, "--limit", "20nodes")
    found = kept("minesweeper")
    assert list(found.boards) == list(presets)
    first, *_, last = (board["random"].value for board in found.boards.values())
    assert first == 1 and last < 1
    for board in found.boards.values():
        assert board["random"].alone and 0 <= board["random"].value <= 1 and board["random"].games == 3
    assert found.command.endswith("--limit 20nodes")


KNOWN = {
    "child": Rated(321.4, 300, 340, 10, lead=Lead("opponent", -3.2, -20.0, 14.0)),
    "searcher": Rated(1500, 1400, math.inf, 10, lead=Lead("master", math.inf, 325.2, math.inf)),
}


def test_what_was_measured_last_is_shown(data: Path) -> None:
    game = find_game("connect4")
    known = Ratings(game="connect4", command="damier rate connect4", date="2999-01-01", boards={"7x6": KNOWN})
    user_file("connect4").parent.mkdir(parents=True)
    user_file("connect4").write_text(known.dump())
    assert known_ratings(game) == Ratings.load(known.dump(), "7x6") == known
    shown = " ".join(run("levels", "connect4").split())
    assert "2999-01-01" in shown and "damier rate connect4" in shown
    for words in (
        "Elo 321 (300 to 340)",
        "(7x6) with: damier rate",
        "3 below Backwards (-14 to 20)",
        "Elo at least 1400",
        "at least 325 above Master",
    ):
        assert words in shown


def test_what_a_person_measured_counts_on_the_day_of_the_release_too(data: Path) -> None:
    game = find_game("connect4")
    path = own_file("connect4")
    assert path is not None
    shipped = Ratings.load(path.read_text("utf-8"), "7x6")
    assert shipped is not None and known_ratings(game) == shipped
    known = Ratings(game="connect4", command="mine", date=shipped.date, boards={"7x6": KNOWN})
    user_file("connect4").parent.mkdir(parents=True)
    user_file("connect4").write_text(known.dump())
    assert known_ratings(game) == known


def test_ratings_of_an_older_version_are_read(data: Path) -> None:
    older = {
        "format": "damier ratings 1",
        "game": "connect4",
        "command": "damier rate connect4 --games 20",
        "date": "2999-01-01",
        "limit": "2000nodes",
        "levels": {"child": {"value": 5.5, "low": None, "high": 9.5, "games": 20, "alone": False}},
    }
    user_file("connect4").parent.mkdir(parents=True)
    user_file("connect4").write_text(json.dumps(older))
    found = known_ratings(find_game("connect4"))
    assert found is not None and found.boards == {"7x6": {"child": Rated(5.5, -math.inf, 9.5, 20)}}


def test_a_board_that_was_not_measured_has_no_ratings(data: Path) -> None:
    game = find_game("connect4")
    known = Ratings(game="connect4", command="", date="", boards={"7x6": KNOWN})
    assert known.on(game.preset_of(game.settle("7x6"))) == KNOWN
    assert known.on(game.preset_of(game.settle("8x7"))) == {}
    assert known.on(game.preset_of(game.settle(None, {"size": "6x7"}))) == {}


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("field", ["value", "low", "high"])
def test_what_is_no_number_is_no_rating(field: str, value: float) -> None:
    known = Ratings(game="dots", command="", date="", boards={"5x5": {"child": Rated(1, 0, 2, 10)}})
    content = json.loads(known.dump())
    assert Ratings.load(json.dumps(content), "5x5") == known
    content["boards"]["5x5"]["child"][field] = value
    assert Ratings.load(json.dumps(content), "5x5") is None


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (-math.inf, math.inf, "unknown"),
        (12.0, math.inf, "Elo at least 12"),
        (-math.inf, 12.0, "Elo at most 12"),
        (0.0, 12.0, "Elo 6 (0 to 12)"),
    ],
)
def test_a_rating_is_shown_with_its_interval(low: float, high: float, words: str) -> None:
    assert Rated(6.0, low, high, 2).words().show("en") == words
    assert Rated(0.37, 0.34, 0.4, 2, True).words().show("en") == "wins 37% (34% to 40%)"


@pytest.mark.parametrize("words", ["", "[]", "{}", '{"format": "damier ratings 1"}', "null", '{"format": 3}'])
def test_a_broken_file_is_no_rating_and_no_trouble(data: Path, words: str) -> None:
    user_file("connect4").parent.mkdir(parents=True)
    user_file("connect4").write_text(words)
    assert Ratings.load(words, "7x6") is None
    run("levels", "connect4")


@pytest.mark.parametrize("key", ["connect4", "dots", "minesweeper", "quoridor", "tictactoe"])
def test_every_game_comes_with_ratings_of_its_levels(key: str) -> None:
    assert key in names()
    game = find_game(key)
    path = own_file(key)
    assert path is not None
    content = json.loads(path.read_text("utf-8"))
    assert content["format"] == RATINGS_FORMAT
    found = Ratings.load(json.dumps(content), "")
    assert found is not None and found.game == key
    state = game.begin(seed=0)
    boards = list(game.presets) if state.seats == 1 else list(game.presets)[:1]
    assert list(found.boards) == boards
    for board in boards:
        state = game.begin(board, seed=0)
        assert set(found.boards[board]) == {"random", *game.fitting(game.view(state, state.turn))}
        assert all(level.games > 0 for level in found.boards[board].values())
    assert re.fullmatch(rf"damier rate {key} --error 60 --games \d+ --seed \d+", found.command)
    leads = [level.lead for board in found.boards.values() for level in board.values() if level.lead]
    assert len(leads) >= 3 or state.seats == 1
    for lead in leads:
        assert math.isinf(lead.elo) or (lead.high - lead.low) / 2 <= 60.5  # rounded when it was written
    assert found.date


def test_the_page_tells_the_ratings(data: Path) -> None:
    user_file("connect4").parent.mkdir(parents=True)
    known = Ratings(game="connect4", command="", date="2999-01-01", boards={"7x6": KNOWN})
    user_file("connect4").write_text(known.dump())
    archive = Archive(f"sqlite:///{data / 'games.sqlite'}")
    with TestClient(create_app(archive, Workers(processes=1)), base_url="http://127.0.0.1:8000") as client:
        games = {game["key"]: game for game in client.get(f"{API}/games").json()["games"]}
    levels = {level["key"]: level["ratings"] for level in games["connect4"]["levels"]}
    assert levels["child"] == {"7x6": "Elo 321 (300 to 340)"} and levels["evaluator"] == {}


def test_levels_stand_in_the_order_that_was_measured() -> None:
    def between(low: float, high: float) -> Rated:
        return Rated((low + high) / 2, low, high, 100)

    measured = {"a": between(500, 600), "b": between(300, 400), "c": between(350, 550), "e": between(0, 90)}
    found = Ratings(game="x", command="", date="", boards={"3x3": measured})
    assert found.weakest_first("abcde", "3x3") == ["b", "a", "c", "d", "e"]  # d hides what e is
    assert found.weakest_first("abce", "3x3") == ["e", "b", "a", "c"]
    assert found.weakest_first("abc", "4x4") == ["a", "b", "c"]  # nothing was measured there
