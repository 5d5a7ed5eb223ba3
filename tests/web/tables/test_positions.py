"""Positions without a table: from moves, from a line of text, in every game, and nothing hidden told."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

import damier
from damier.cli.commands import cli
from damier.core.engine import Limit, think
from damier.core.text import LANGUAGES, IllegalMove, Refusal, Unreadable
from damier.games import game as find_game
from damier.games import games
from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.thinking.worker_pool import Workers

API = "/api/v1"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("positions")
    app = create_app(Archive(f"sqlite:///{folder / 'games.sqlite'}"), Workers(processes=1))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


def ask(client: TestClient, status: int = 200, lang: str = "en", **wish: Any) -> Any:
    answer = client.post(f"{API}/positions?lang={lang}", json=wish)
    assert answer.status_code == status, answer.text
    assert "set-cookie" not in answer.headers
    return answer.json()


def offered(position: Any) -> set[str]:
    return {move for mark in position["scene"]["marks"] for move in mark["moves"].values()}


def some_moves(key: str, number: int = 5) -> tuple[list[str], Any]:
    """So many moves by chance that do not end the game, and the state after them."""
    game, chance = find_game(key), random.Random(4)
    for _ in range(100):
        state, words = game.begin(seed=0), list[str]()
        while state.moves() and len(words) < number:
            move = chance.choice(state.moves())
            words.append(game.write(move))
            state = state.play(move)
        if state.outcome() is None:
            return words, state
    raise AssertionError("every game by chance ends too soon")


@pytest.mark.parametrize("key", games())
def test_moves_and_text_give_the_same_position(browser: TestClient, key: str) -> None:
    game = find_game(key)
    words, state = some_moves(key)
    view = game.view(state, state.turn)
    by_moves = ask(browser, game=key, moves=words)
    assert by_moves["position"] == game.text(view)
    assert by_moves["moves"] == words and by_moves["options"] == dict(game.settle())
    assert by_moves["turn"] == view.turn and by_moves["seats"] == view.seats
    before = game.begin(seed=0)
    for word in words[:-1]:
        before = before.play(game.read(word, game.view(before, before.turn)))
    last = game.view(before, before.turn)
    assert tuple(by_moves["last"]) == game.scene(last).where(game.read(words[-1], last))
    by_text = ask(browser, game=key, position=by_moves["position"])
    assert (by_text["options"], by_text["moves"], by_text["last"]) == (None, None, None)
    assert by_text["playable"] is by_moves["playable"] is (view is state)
    assert by_text["scene"] == by_moves["scene"] and by_text["ended"] is None
    assert by_text["levels"] == game.fitting(view)
    legal = {game.write(move) for move in view.moves()}
    assert offered(by_moves) == (legal if view is state else set())


@pytest.mark.parametrize("key", games())
def test_moves_go_on_after_a_text_where_nothing_is_hidden(browser: TestClient, key: str) -> None:
    game = find_game(key)
    words, state = some_moves(key)
    start = ask(browser, game=key, moves=words[:3])
    is_open = game.view(state, state.turn) is state
    there = ask(
        browser, 200 if is_open else 422, game=key, position=start["position"], moves=words[3:], lang="fr"
    )
    if is_open:
        assert there["position"] == game.text(state)
    else:
        assert "cache" in there["detail"]


@pytest.mark.parametrize("key", games())
def test_the_start_of_every_setup(browser: TestClient, key: str) -> None:
    game = find_game(key)
    for setup in game.presets:
        found = ask(browser, game=key, setup=setup)
        state = game.begin(setup, seed=0)
        assert found["position"] == game.text(game.view(state, state.turn))
        assert found["options"] == dict(game.settle(setup)) and found["moves"] == []


def test_an_end_is_told_in_a_sentence(browser: TestClient) -> None:
    words = ["a1", "b2", "a2", "b1", "a3"]
    told = {lang: ask(browser, game="tictactoe", moves=words, lang=lang) for lang in LANGUAGES}
    assert len({position["ended"] for position in told.values()}) == 3
    assert told["en"]["ended"].startswith("X wins")
    assert told["en"]["playable"] is False and not offered(told["en"])
    by_text = ask(browser, game="tictactoe", position=told["en"]["position"])
    assert by_text["ended"] == told["en"]["ended"] and by_text["playable"] is False


def test_games_may_be_named_as_people_name_them(browser: TestClient) -> None:
    found = ask(browser, game="Puissance 4", moves=["4", "4"], options={"size": "6x5"})
    assert found["game"] == "connect4" and found["options"] == {"size": "6x5"}


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"game": "chess"}, "is not a game"),
        ({"game": "connect4", "setup": "nothing"}, "is not a setup"),
        ({"game": "connect4", "options": {"size": "99x99"}}, "99x99"),
        ({"game": "connect4", "moves": ["4", "9"]}, "move 2, '9'"),
        ({"game": "connect4", "moves": ["1"] * 7}, "move 7, '1'"),
        ({"game": "connect4", "position": "nonsense"}, "nonsense"),
        ({"game": "connect4", "position": ""}, ""),
        (
            {"game": "tictactoe", "moves": ["a1", "b2", "a2", "b1", "a3", "c3"]},
            "move 6, 'c3': the game",
        ),
        ({"game": "minesweeper", "moves": ["d1,1", "d99,1"]}, "move 2, 'd99,1'"),
        ({"game": "minesweeper", "position": "... 3"}, ""),
        ({"game": "connect4", "position": "\x00"}, ""),
    ],
)
def test_what_is_no_position_gets_a_sentence(browser: TestClient, wish: Any, words: str) -> None:
    refused = {lang: ask(browser, 422, lang=lang, **wish)["detail"] for lang in LANGUAGES}
    assert words in refused["en"] and len(set(refused.values())) == 3


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"game": "connect4", "seed": -1},
        {"game": "connect4", "moves": ["4"] * 5001},
        {"game": "connect4", "position": "x" * 6001},
        {"game": "connect4", "players": ["person", "person"]},
    ],
)
def test_what_makes_no_sense_is_refused(browser: TestClient, wish: Any) -> None:
    answer = browser.post(f"{API}/positions", json=wish)
    assert answer.status_code in (413, 422) and answer.json()["detail"]


@pytest.mark.parametrize("seed", [0, 5, 2**62])
def test_mines_are_not_told_whoever_gives_the_seed(browser: TestClient, seed: int) -> None:
    game = find_game("minesweeper")
    state = game.begin(seed=seed)
    words: list[str] = []
    chance = random.Random(seed)
    while not words or (state.outcome() is None and len(words) < 6):
        safe = [move for move in state.moves() if move.y * 9 + move.x not in state.mined()]
        move = chance.choice([move for move in safe if move.act == "dig"])
        words.append(game.write(move))
        state = state.play(move)
    assert state.outcome() is None
    told = ask(browser, game="minesweeper", moves=words, seed=seed)
    kinds = {mark["kind"] for mark in told["scene"]["marks"]}
    assert kinds <= {"cover", "empty", "number"} and "cover" in kinds
    assert told["position"] == game.text(state.board) and "m" not in told["position"].split()[0]
    assert "seed" not in told and told["playable"] is False and not offered(told)


def test_a_long_game_on_a_big_board_is_bounded(browser: TestClient) -> None:
    """As many moves as fit into a request, on the largest board."""
    moves = [f"{act}{x},{y}" for y in range(1, 40) for x in range(1, 20) for act in "fu"]
    told = ask(browser, game="minesweeper", options={"size": "60x60", "mines": 500}, moves=moves)
    assert len(told["moves"]) == len(moves) > 1000


@pytest.mark.parametrize(
    ("key", "words", "position", "options"),
    [
        ("connect4", "4453", "......./......./......./......./...o.../..oxx..", {}),
        ("connect4", "4,4 5 3", "......./......./......./......./...o.../..oxx..", {}),
        ("connect4", "11 11 4", "/".join(["." * 11] * 4 + ["." * 10 + "o", "...x......x"]), {"size": "11x6"}),
        ("tictactoe", "b2 a1", ".../.x./o.. 3", {}),
        ("quoridor", "e2 e8", "9x9 e2,e8 3,3 2 - e1e9,e2e9", {"walls": 3}),
    ],
)
def test_python_the_command_and_the_page_read_alike(
    browser: TestClient, key: str, words: str, position: str, options: dict[str, Any]
) -> None:
    """Moves one after the other, apart or in one, and the line of text."""
    game = find_game(key)
    view = game.parse(position)
    level = game.fitting(view)[0]
    expected = think(game.engines[level].make(0), view, Limit(nodes=5))
    given = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    for said in (words, position):
        assert damier.analyse(key, said, level=level, limit=Limit(nodes=5), **options) == expected
        told = CliRunner().invoke(cli, ["analyse", key, said, *given, "--level", level, "--json"])
        assert told.exit_code == 0 and json.loads(told.stdout)["position"] == position
    assert ask(browser, game=key, moves=words.split(), options=options)["position"] == position
    assert ask(browser, game=key, position=position)["position"] == position


def test_the_page_is_told_the_moves_apart(browser: TestClient) -> None:
    assert ask(browser, game="connect4", moves=["445", "3"])["moves"] == ["4", "4", "5", "3"]
    refused = ask(browser, 422, game="connect4", moves=["44", "49"])
    assert "move 4, '9': '9' is not a column" in refused["detail"]


@pytest.mark.parametrize(
    ("words", "kind", "says"),
    [
        ("4444444", IllegalMove, "move 7, '4': column d is full"),
        ("44z", Unreadable, "move 3, 'z': 'z' is not a column"),
        ("zz", Unreadable, "no moves .*'zz' is not a column.* and no position .*'zz' is not a position"),
        ("......./...x...", Unreadable, "and no position"),
        ("4141414", Refusal, "the game is over: there is no move to analyse"),
    ],
)
def test_what_is_neither_is_told_as_both(words: str, kind: type[Refusal], says: str) -> None:
    with pytest.raises(kind, match=says) as told:
        damier.analyse("connect4", words)
    done = CliRunner().invoke(cli, ["analyse", "connect4", words])
    assert type(done.exception) is type(told.value) and str(done.exception) == str(told.value)
    assert done.stdout == ""
