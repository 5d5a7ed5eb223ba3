"""``damier review``: every game and language, narrow windows, Ctrl-C, programs, files that are no game."""

from __future__ import annotations

import io
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from damier.cli import main
from damier.core.engine import Analysis, Limit
from damier.core.game import AnyGame
from damier.core.record import Record
from damier.core.record_files import save
from damier.core.text import LANGUAGES, Refusal
from damier.games import game as find_game
from damier.games import games
from damier.review.consultation import LevelQuery
from damier.review.judging import JUDGEMENTS
from damier.terminal.review import GameReview, print_review, show_game_review
from damier.terminal.screen import Screen

LOST = ("b2", "a2", "a1", "c3", "c1", "b1", "a3")
"""A game of tic-tac-toe that O loses by the first move."""

QUICK = Limit(depth=2, nodes=300)

SECRET = 123456789123456789
"""A seed."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path / "data"))
    return tmp_path


def played(key: str, most: int = 12, seed: int = 7) -> Record:
    """A finished game of legal moves by chance; given up where they do not end it."""
    game, chance = find_game(key), random.Random(seed)
    options = game.settle()
    state = game.deal(options, SECRET)
    moves: list[str] = []
    while state.moves() and len(moves) < most:
        move = chance.choice(state.moves())
        moves.append(game.write(move))
        state = state.play(move)
    over = state.outcome() is not None
    return Record(
        game=key,
        options=options,
        seed=SECRET,
        moves=tuple(moves),
        ending="rules" if over else "resigned",
        loser=None if over else 0,
        players=("person",) * state.seats,
    )


def lost() -> Record:
    return replace(played("tictactoe"), moves=LOST, ending="rules", loser=None)


def shown(
    record: Record,
    language: str = "en",
    width: int = 80,
    level: str | None = None,
    limit: Limit = QUICK,
    mistakes: int = 3,
) -> str:
    """What a person sees."""
    seen = io.StringIO()
    console = Console(file=seen, width=width, height=50, force_terminal=True, color_system=None)
    screen = Screen(language, ascii=True, console=console)
    show_game_review(screen, GameReview(find_game(record.game), record, level, limit), mistakes)
    return seen.getvalue()


def for_programs(record: Record, capsys: pytest.CaptureFixture[str], level: str | None = None) -> Any:
    screen = Screen("en", ascii=True, console=Console(file=io.StringIO()))
    capsys.readouterr()
    print_review(screen, GameReview(find_game(record.game), record, level, QUICK))
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("key", games())
def test_every_game_in_every_language(key: str) -> None:
    record, game = played(key), find_game(key)
    texts = {language: shown(record, language) for language in LANGUAGES}
    for language, text in texts.items():
        for number, move in enumerate(map(game.move_name, record.moves), 1):
            line = next(line for line in text.splitlines() if line.startswith(f"{number}. "))
            assert f" {move.show(language)} " in line
        assert game.title.show(language) in text and "{" not in text
        level = game.engines[game.strongest(game.view(game.begin(seed=1), 0))]
        assert level.title.show(language) in text
        assert any(title.show(language) in text for title in JUDGEMENTS.values())
        assert set(text).isdisjoint("│└─┌┼█▄▁•·●○"), "words may have accents, drawings are plain"
    assert "accuracy" in texts["en"] and "précision" in texts["fr"] and "precisión" in texts["es"]
    assert len(set(texts.values())) == 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["tictactoe", "connect4", "minesweeper"])
def test_nothing_is_wider_than_a_narrow_window(key: str, language: str) -> None:
    text = shown(played(key), language, width=40)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 40


def test_what_has_no_room_beside_a_move_stands_under_it() -> None:
    lines = [line.rstrip() for line in shown(lost(), width=40).splitlines()]
    place = next(number for number, line in enumerate(lines) if line.startswith("2. O a2"))
    assert lines[place].endswith("50%") and lines[place + 1] == "  loses in 3 of O's moves; better: c1,"
    assert lines[place + 2] == "  draws"


def test_the_mistakes_are_on_the_board_with_the_better_move_and_why() -> None:
    text = shown(lost())
    row = next(line for line in text.splitlines() if line.startswith("2. O a2"))
    assert "Blunder" in row and "50%" in row and "better: c1, draws" in row
    drawn = text.partition("the worst mistakes (? played, ! better):")[2]
    assert " 2 | ? | X | . |" in drawn.replace("(.)", " . ") and "  ? a2  loses in" in drawn
    assert "  ! c1  draws\n  - " in drawn
    assert "X: accuracy 100.0%" in text and "O: accuracy " in text
    assert "what X could expect, move by move" in text and "100% |" in text and "  0% +---" in text
    few = shown(lost(), mistakes=0)
    assert "the worst mistakes" not in few and "Blunder" in few


def test_minesweeper_has_its_remarks_and_judges_no_flag() -> None:
    game = find_game("minesweeper")
    first = game.deal(game.settle(), SECRET)
    state = first.play(game.read("d5,5", game.view(first, 0)))
    view = game.view(state, 0)
    flag = next(move for move in view.moves() if move.act == "flag")
    mine = next(
        move
        for move in view.moves()
        if move.act == "dig" and move != flag and (end := state.play(move).outcome()) and not end.points[0]
    )
    moves = ("d5,5", game.write(flag), game.write(mine))
    text = shown(replace(played("minesweeper"), moves=moves, ending="rules", loser=None))
    rows = [line for line in text.splitlines() if line[:3] in ("1. ", "2. ", "3. ")]
    assert "Not judged" in rows[1] and "mine" in rows[2]
    assert "mine is here" in text or "a guess: " in text
    assert "the chance of each move" in text


def test_a_view_never_holds_what_its_seat_may_not_know(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    """The mines are neither thought about, nor drawn, nor told, nor kept."""
    record, game = played("minesweeper"), find_game("minesweeper")
    kind = type(game.parse(game.example))
    asked, drawn = [], []
    ask, board = GameReview._ask, Screen.board

    def seen(review: GameReview, query: LevelQuery) -> Analysis[Any]:
        asked.append(query.view)
        return ask(review, query)

    def see(screen: Screen, game: AnyGame, view: Any, **more: Any) -> None:
        drawn.append(view)
        board(screen, game, view, **more)

    monkeypatch.setattr(GameReview, "_ask", seen)
    monkeypatch.setattr(Screen, "board", see)
    assert str(SECRET) not in shown(record)
    assert len(asked) == len(record.moves) and all(type(view) is kind for view in [*asked, *drawn])
    assert str(SECRET) not in json.dumps(for_programs(record, capsys))
    stopped_after(monkeypatch, 2)
    shown(record)
    [kept] = (folder / "data" / "reviews").iterdir()
    assert str(SECRET) not in kept.read_text() and str(SECRET) not in kept.name


@pytest.mark.parametrize("key", games())
def test_every_level_can_judge(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    record, game = played(key, most=4), find_game(key)
    state = game.begin(seed=1)
    for level in game.fitting(game.view(state, state.turn)):
        content = for_programs(record, capsys, level)
        assert content["level"] == level and content["done"] == content["total"] == len(record.moves)


def test_programs_get_what_the_page_gets(capsys: pytest.CaptureFixture[str]) -> None:
    content = for_programs(lost(), capsys)
    assert (content["game"], content["ending"], content["points"]) == ("tictactoe", "rules", [1.0, 0.0])
    assert content["done"] == content["total"] == 7 == len(content["moments"])
    assert content["graph"][:3] == [0.5, 0.5, 1.0] and content["graph"][-1] == 1.0
    assert content["accuracy"][0] == 100.0 and content["accuracy"][1] < 90
    second = content["moments"][1]
    assert (second["move"], second["verdict"], second["title"], second["cost"]) == (
        "a2",
        "blunder",
        "Blunder",
        0.5,
    )
    assert second["best_label"] == "draws" and second["why"][0]["text"] and second["then"][0]["move"]


# Ctrl-C.


def stopped_after(monkeypatch: pytest.MonkeyPatch, most: int) -> list[Any]:
    """Ctrl-C is pressed once so many positions were thought about; which were."""
    asked: list[Any] = []
    ask = GameReview._ask

    def stop(review: GameReview, query: LevelQuery) -> Analysis[Any]:
        if len(asked) == most:
            raise KeyboardInterrupt
        asked.append(query.view)
        return ask(review, query)

    monkeypatch.setattr(GameReview, "_ask", stop)
    return asked


def test_ctrl_c_shows_what_was_judged_and_the_next_time_it_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    whole = for_programs(lost(), capsys)
    assert not (folder / "data" / "reviews").exists()
    with monkeypatch.context() as patch:
        stopped_after(patch, 3)
        text = shown(lost())
    assert "stopped after 3 of 7 moves" in text and "the same command goes on where it stopped" in text
    assert "3. X a1" in text and "4. O c3" not in text and "O: accuracy" in text
    asked = stopped_after(monkeypatch, 99)
    assert for_programs(lost(), capsys) == whole and len(asked) == 4
    assert list((folder / "data" / "reviews").iterdir()) == []


def test_another_level_or_limit_does_not_go_on_with_it(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    with monkeypatch.context() as patch:
        stopped_after(patch, 3)
        shown(lost())
    asked = stopped_after(monkeypatch, 99)
    shown(lost(), level="hard")
    shown(lost(), limit=Limit(depth=3))
    shown(replace(lost(), seed=1))
    assert len(asked) >= 3 * 7


def test_ctrl_c_at_once_and_a_folder_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    (folder / "data").write_text("a file where the folder should be")
    stopped_after(monkeypatch, 0)
    text = shown(lost())
    assert "stopped after 0 of 7 moves" in text and "goes on" not in text and "accuracy" not in text


def test_a_broken_file_of_a_stopped_review_is_judged_anew(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    with monkeypatch.context() as patch:
        stopped_after(patch, 3)
        shown(lost())
    [kept] = (folder / "data" / "reviews").iterdir()
    kept.write_bytes(b"\xff{")
    asked = stopped_after(monkeypatch, 99)
    shown(lost())
    assert len(asked) == 7


# The command.


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["review", *words])
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


@pytest.mark.parametrize("name", ["game.json", "game.txt"])
def test_a_record_is_read_as_json_and_as_text(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    save(folder / name, lost())
    status, out, err = run(capsys, str(folder / name), "--json", "--limit", "depth2", "--lang", "fr")
    content = json.loads(out)
    assert (status, content["done"], err) == (0, 7, "") and content["moments"][1]["title"] == "Gaffe"
    status, out, _ = run(capsys, str(folder / name), "--ascii", "--level", "parfait", "--lang", "es")
    assert status == 0 and "juzgado por" in out and "precisión" in out


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "does not begin with"),
        ('[Event "A game of chess"]\n1. e4 e5', "does not begin with"),
        ("{}", "does not begin with"),
        (b"\xff\xfe\x00", "not text in UTF-8"),
        (replace(lost(), moves=LOST[:3], ending="open"), "the game is not over yet"),
        (replace(lost(), moves=(), ending="resigned", loser=0), "nothing to review"),
        (replace(lost(), moves=("b2", "b2")), "move 2 of this record"),
        (replace(lost(), moves=LOST[:3]), "its 'ending' is missing"),
        (replace(lost(), game="chess"), "'chess' is not a game"),
        (lost().dump() + "\n" + lost().dump(), "several records"),
    ],
)
def test_what_is_no_finished_game_gets_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], content: str | bytes | Record, says: str
) -> None:
    if isinstance(content, Record):
        content = content.dump()
    (folder / "file").write_bytes(content if isinstance(content, bytes) else content.encode())
    status, out, err = run(capsys, str(folder / "file"), "--lang", "en")
    assert status == 1 and out == "" and says in err and err.startswith("Error: ")
    others = [run(capsys, str(folder / "file"), "--lang", lang)[2] for lang in ("fr", "es")]
    assert len({err, *others}) == 3


def test_other_mistakes_of_the_command_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(folder / "game.json", lost())
    for words, says in [
        (("missing.json",), "no such file"),
        ((str(folder),), "directory"),
        ((str(folder / "game.json"), "--level", "nobody"), "not a level"),
        ((str(folder / "game.json"), "--limit", "x"), "not a limit"),
        ((str(folder / "game.json"), "--mistakes", "-1"), "--mistakes"),
    ]:
        status, out, err = run(capsys, *words, "--lang", "en")
        assert status != 0 and says in err and out == "", words


def test_a_level_that_does_not_play_on_this_board_is_refused() -> None:
    game = find_game("tictactoe")
    record = Record(
        game="tictactoe",
        options=game.settle(None, {"size": "5x5"}),
        seed=1,
        moves=("a1",),
        ending="resigned",
        loser=0,
    )
    with pytest.raises(Refusal, match="does not play on this board"):
        GameReview(game, record, "perfect", QUICK)
